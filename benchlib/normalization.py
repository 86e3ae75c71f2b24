"""Scores of different games on one scale, and which reference that scale rests on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.scores import check_named, checked_matrix

__all__ = ["NormalizedScores", "Reference", "normalize", "reference"]

# A range that is measured to no better than a third of itself says little about any score.
_SHAKY = 3.0


@dataclass(frozen=True)
class Reference:
    """Two scores for each task that become 0 and 1.

    Parameters
    ----------
    name : {"random", "human", "baselines", "systems", "custom"}
        Where the two are from.
    tasks : tuple of str
        Names, in the order of the arrays.
    low, high : ndarray of float, shape (n_tasks,)
        Scores that become 0 and 1.
    low_standard_error, high_standard_error : ndarray of float, shape (n_tasks,)
        Of a measured reference; 0 where it is taken as exact.
    protocol, source : str
        Under which rules it was measured, and where it is published.
    """

    name: str
    tasks: tuple[str, ...]
    low: FloatArray
    high: FloatArray
    low_standard_error: FloatArray
    high_standard_error: FloatArray
    protocol: str
    source: str


@dataclass(frozen=True)
class NormalizedScores:
    """Scores on the scale of a reference.

    Parameters
    ----------
    scores : ndarray of float, shape (n_runs, n_tasks)
        0 is the low reference, 1 the high one.
    reference_standard_error : ndarray of float, shape (n_runs, n_tasks)
        What the sampling error of the reference alone adds to each, to first order. It is common
        to all runs of a task, so more runs do not lessen it.
    tasks : tuple of str
        Names of the columns.
    reference : Reference
        What was used.
    warnings : tuple of str
        Tasks whose range is small against its own error.
    """

    scores: FloatArray
    reference_standard_error: FloatArray
    tasks: tuple[str, ...]
    reference: Reference
    warnings: tuple[str, ...] = ()


def reference(
    name: Literal["random", "human", "baselines", "systems"],
    *,
    tasks: Sequence[str],
    protocol: str,
    source: str,
    random: npt.ArrayLike | None = None,
    human: npt.ArrayLike | None = None,
    policies: npt.ArrayLike | None = None,
    random_standard_error: npt.ArrayLike | None = None,
    human_standard_error: npt.ArrayLike | None = None,
    policies_standard_error: npt.ArrayLike | None = None,
) -> Reference:
    """Make one of the references that are in use.

    Parameters
    ----------
    name : {"random", "human", "baselines", "systems"}
        "random": 0 points become 0 and the random score 1. "human": random play becomes 0 and
        human play 1. "baselines" and "systems": the lowest of `policies` on each task becomes 0
        and the highest 1; baselines stand outside the comparison, systems are those compared.
    tasks : sequence of str
        Names of the tasks.
    protocol, source : str
        Under which rules the scores were made (action interval, episode cap, sticky actions), and
        where they are from. They travel with every result.
    random, human : array_like of float, shape (n_tasks,), optional
        Scores of random and of human play.
    policies : array_like of float, shape (n_policies, n_tasks), optional
        Scores of the baselines or systems.
    random_standard_error, human_standard_error, policies_standard_error : array_like, optional
        Standard errors of these scores, of the same shape.

    Returns
    -------
    Reference
        For `normalize`.

    Raises
    ------
    ValueError
        If a score that the reference needs is missing or does not fit, or the high one is not
        above the low one on some task.

    Notes
    -----
    The best of many baselines that were measured with error is too high on average, as the best
    of many versions is (`gates.best_of`), and its own standard error does not say so: measure the
    best ones again.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 4.1.

    Examples
    --------
    >>> from benchlib import normalization
    >>> human = normalization.reference(
    ...     "human", tasks=["go", "hex"], random=[0, 10], human=[50, 30],
    ...     protocol="30 minutes", source="made up",
    ... )
    >>> human.high.tolist()
    [50.0, 30.0]
    """
    names = _names(tasks)
    for text, what in ((protocol, "protocol"), (source, "source")):
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{what}: is empty; say it, since a reference without it is no scale")

    def given(values: npt.ArrayLike | None, error: npt.ArrayLike | None, what: str) -> _Scores:
        if values is None:
            raise ValueError(f"{what}: is missing; reference {name!r} needs it")
        return _scores(values, error, what, names)

    n = len(names)
    zero: _Scores = (np.zeros(n), np.zeros(n))
    if name == "random":
        low, high = zero, given(random, random_standard_error, "random")
    elif name == "human":
        low = given(random, random_standard_error, "random")
        high = given(human, human_standard_error, "human")
    elif name in ("baselines", "systems"):
        if policies is None:
            raise ValueError(f"policies: is missing; reference {name!r} needs it")
        table = checked_matrix(policies, "policies", tasks=names)
        error = (
            np.zeros_like(table)
            if policies_standard_error is None
            else checked_matrix(policies_standard_error, "policies_standard_error", tasks=names)
        )
        if error.shape != table.shape:
            raise ValueError(f"policies_standard_error: has shape {error.shape}, not {table.shape}")
        if (error < 0).any():
            row, k = np.argwhere(error < 0)[0].tolist()
            raise ValueError(
                f"policies_standard_error: row {row}, task {names[k]!r} is {error[row, k]}; give "
                "at least 0"
            )
        # Of several policies at an end the largest error, whatever their order.
        low, high = (
            (end, np.where(table == end, error, 0.0).max(axis=0))
            for end in (table.min(axis=0), table.max(axis=0))
        )
    else:
        raise ValueError(
            f"name: expected 'random', 'human', 'baselines' or 'systems', got {name!r}"
        )
    return _checked(Reference(name, names, low[0], high[0], low[1], high[1], protocol, source))


def normalize(
    scores: npt.ArrayLike,
    *,
    reference: Reference | None = None,
    low: npt.ArrayLike | None = None,
    high: npt.ArrayLike | None = None,
    tasks: Sequence[str] | None = None,
    clip: bool = False,
) -> NormalizedScores:
    r"""Put scores on the scale of a reference.

    Parameters
    ----------
    scores : array_like of float, shape (n_runs, n_tasks)
        Raw scores.
    reference : Reference, optional
        What becomes 0 and 1, with its names, protocol and errors.
    low, high : array_like of float, shape (n_tasks,), optional
        The two scores themselves, instead of a reference.
    tasks : sequence of str, optional
        Names of the columns of `scores`, in any order: those of the reference are looked up.
        Without it the columns must be in the order of the reference; the names of a DataFrame
        must agree with it.
    clip : bool, optional
        Cut what is below 0 or above 1. It hides how far beyond a reference a system is.

    Returns
    -------
    NormalizedScores
        :math:`z = (s - l) / (h - l)`.

    Raises
    ------
    ValueError
        If neither or both of reference and low and high are given, shapes or names do not fit, a
        number is not finite, or a high score is not above the low one.

    Notes
    -----
    The error of a measured reference moves all scores of a task together. To first order it has
    variance :math:`((1-z)^2 e_l^2 + z^2 e_h^2) / (h - l)^2`, which grows with the square of z: a
    small range, measured badly, makes large numbers that mean little.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 4.1.

    Examples
    --------
    >>> from benchlib import normalization
    >>> normalization.normalize([[30, 15]], low=[0, 10], high=[60, 20]).scores
    array([[0.5, 0.5]])
    """
    if (reference is None) == (low is None and high is None) or (low is None) != (high is None):
        raise ValueError("reference: give either a reference, or both low and high")
    if reference is None:
        width = np.shape(np.asarray(low))
        if len(width) != 1:
            raise ValueError(f"low: expected one score a task, shape (n_tasks,), got {width}")
        named = next(filter(None, map(_validation.column_names, (scores, low, high))), None)
        names = _names((named or range(width[0])) if tasks is None else tasks)
        lower, upper = (_scores(x, None, k, names)[0] for x, k in ((low, "low"), (high, "high")))  # type: ignore[arg-type]
        nothing = np.zeros(len(names))
        reference = _checked(Reference("custom", names, lower, upper, nothing, nothing, "", ""))
    elif not isinstance(reference, Reference):
        raise ValueError(f"reference: expected a normalization.Reference, got {reference!r}")
    names = reference.tasks if tasks is None else _names(tasks)
    matrix = checked_matrix(scores, tasks=names)
    order = {one: k for k, one in enumerate(reference.tasks)}
    unknown = [one for one in names if one not in order]
    if unknown:
        raise ValueError(
            f"tasks: the reference does not know {', '.join(map(repr, unknown[:4]))}; leave them "
            "out, or give a reference that has them"
        )
    place = [order[one] for one in names]
    lower, upper = reference.low[place], reference.high[place]
    low_error = reference.low_standard_error[place]
    high_error = reference.high_standard_error[place]
    span = upper - lower
    found = (matrix - lower) / span
    error = np.hypot((1 - found) * low_error, found * high_error) / span
    shaky = np.flatnonzero(span < _SHAKY * np.hypot(low_error, high_error))
    warnings = tuple(
        f"{names[k]!r}: the range {span[k]:g} of reference {reference.name!r} is less than "
        f"{_SHAKY:g} times its own standard error"
        for k in shaky
    )
    if clip:
        found = np.clip(found, 0.0, 1.0)
        warnings = (*warnings, "clipped to 0 and 1: differences beyond the reference are hidden")
    return NormalizedScores(found, error, names, reference, warnings)


_Scores = tuple[FloatArray, FloatArray]


def _names(tasks: Sequence[object]) -> tuple[str, ...]:
    if isinstance(tasks, str):
        raise ValueError(f"tasks: expected a sequence of names, got the text {tasks!r}")
    names = tuple(map(str, tasks))
    twice = sorted(one for one, times in Counter(names).items() if times > 1)
    if not names or twice:
        what = f"{twice[0]!r} stands twice" if twice else "is empty"
        raise ValueError(f"tasks: {what}; give each task one name of its own")
    return names


def _scores(
    values: npt.ArrayLike, error: npt.ArrayLike | None, what: str, names: tuple[str, ...]
) -> _Scores:
    score = _one_row(values, what, names)
    if error is None:
        return score, np.zeros(len(names))
    spread = _one_row(error, f"{what}_standard_error", names)
    if (spread < 0).any():
        k = int((spread < 0).argmax())
        raise ValueError(
            f"{what}_standard_error: task {names[k]!r} is {spread[k]}; give at least 0"
        )
    return score, spread


def _one_row(values: npt.ArrayLike, what: str, names: tuple[str, ...]) -> FloatArray:
    wanted = "one number a task"
    row = _validation.real_array(values, what, expected=wanted, nan=True)
    if row.ndim != 1:
        raise ValueError(f"{what}: expected {wanted}, shape (n_tasks,), got {row.shape}")
    found: FloatArray = checked_matrix(row[None], what, tasks=names)[0]
    check_named(values, what, names)
    return found


def _checked(made: Reference) -> Reference:
    """Refuse a scale that has no length or runs backwards."""
    bad = np.flatnonzero(~(made.high > made.low))
    if bad.size:
        k = int(bad[0])
        raise ValueError(
            f"reference {made.name!r}: on {made.tasks[k]!r} the high score {made.high[k]:g} is not "
            f"above the low one {made.low[k]:g}, so the scale has no length; leave the task out of "
            "this reference, or choose another"
        )
    return made
