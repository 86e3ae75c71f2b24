"""Many tasks and several systems: who is better on how many of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.compare.welch import run_summary, welch_from_stats
from benchlib.scores import ScoreMatrix, check_named, checked_matrix

__all__ = ["BetterWorse", "TaskSummary", "adjust_p_values", "better_worse_matrix"]

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class TaskSummary:
    """Published summaries of one system.

    Parameters
    ----------
    tasks : tuple of str
        Names.
    mean, sd : array_like of float, shape (n_tasks,)
        Mean over runs, and standard deviation of runs.
    n : array_like of int, shape (n_tasks,)
        Runs.
    """

    tasks: tuple[str, ...]
    mean: npt.ArrayLike
    sd: npt.ArrayLike
    n: npt.ArrayLike


@dataclass(frozen=True)
class BetterWorse:
    """How often each system is better than each other one.

    Parameters
    ----------
    systems, tasks : tuple of str
        Names, in the order of the arrays.
    better : ndarray of int, shape (n_systems, n_systems)
        Tasks on which the row is better than the column beyond the noise of runs.
    undetermined : ndarray of int, shape (n_systems, n_systems)
        Tasks on which the test is not defined.
    p_values : ndarray of float, shape (n_systems, n_systems, n_tasks)
        Two-tailed, adjusted if that was asked for; NaN on the diagonal and where undetermined.
    estimates : ndarray of float, shape (n_systems, n_systems, n_tasks)
        Differences of means, row minus column.
    alpha : float
        Level of each test.
    adjusted : str
        How p-values were adjusted, "none" if not.
    """

    systems: tuple[str, ...]
    tasks: tuple[str, ...]
    better: IntArray
    undetermined: IntArray
    p_values: FloatArray
    estimates: FloatArray
    alpha: float
    adjusted: str


def better_worse_matrix(
    systems: Mapping[str, ScoreMatrix | TaskSummary],
    *,
    alpha: float,
    adjust: Literal["benjamini-hochberg", "benjamini-yekutieli"] | None = None,
) -> BetterWorse:
    """Count on how many tasks each system is better than each other one, by Welch's test.

    Parameters
    ----------
    systems : mapping of str to ScoreMatrix or TaskSummary
        Runs or summaries of each system, all on the same tasks.
    alpha : float
        Level of each two-tailed test; 0.01 in the ALE paper.
    adjust : {"benjamini-hochberg", "benjamini-yekutieli"}, optional
        Adjust the p-values of each pair of systems over its tasks.

    Returns
    -------
    BetterWorse
        ``better[j, i]`` is how often row i is worse than column j. Counts weigh a hair and a mile
        alike: with enough runs every difference counts.

    Raises
    ------
    ValueError
        If there are fewer than two systems, tasks differ or stand twice, or a summary is
        impossible or masked.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 4.3 and table 3.

    Examples
    --------
    >>> from benchlib import compare
    >>> tasks = ("go", "hex")
    >>> found = compare.better_worse_matrix({
    ...     "a": compare.TaskSummary(tasks, [10, 5], [1, 1], [24, 24]),
    ...     "b": compare.TaskSummary(tasks, [8, 5.1], [1, 1], [24, 24]),
    ... }, alpha=0.01)
    >>> found.better
    array([[0, 1],
           [0, 0]])
    """
    if not isinstance(systems, Mapping):
        raise ValueError(
            f"systems: expected a mapping of names to scores, got {type(systems).__name__}"
        )
    names = tuple(systems)
    for name in names:
        if not isinstance(systems[name], ScoreMatrix | TaskSummary):
            raise ValueError(
                f"systems: {name!r} is a {type(systems[name]).__name__}; give a ScoreMatrix, as "
                "from scores.read_matrices, or a TaskSummary"
            )
        own = systems[name].tasks
        if isinstance(own, str) or len(set(own)) < len(own):
            raise ValueError(f"systems: {name!r} needs tasks with a name of their own, got {own!r}")
    if len(names) < 2:
        raise ValueError("systems: give at least two to compare")
    level = _validation.fraction(alpha, "alpha")
    tasks = tuple(systems[names[0]].tasks)
    for name in names:
        other = tuple(systems[name].tasks)
        if sorted(other) != sorted(tasks):
            odd = sorted(set(other) ^ set(tasks))
            raise ValueError(
                f"systems: {name!r} and {names[0]!r} do not share {', '.join(map(repr, odd[:4]))}; "
                "compare on the tasks that all have, and say which were left out"
            )
    summaries = {name: _summaries(systems[name], tasks, name) for name in names}
    shape = (len(names), len(names), len(tasks))
    p_values, estimates = np.full(shape, np.nan), np.zeros(shape)
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            for k, task in enumerate(tasks):
                first, second = summaries[names[i]][k], summaries[names[j]][k]
                try:
                    test = welch_from_stats(*first, *second, alpha=level)
                except ValueError as error:
                    raise ValueError(f"{names[i]!r}, {names[j]!r} on {task!r}: {error}") from None
                estimates[i, j, k], estimates[j, i, k] = test.estimate, -test.estimate
                p_values[i, j, k] = test.p_value
            if adjust is not None:
                p_values[i, j] = adjust_p_values(p_values[i, j], method=adjust)
            p_values[j, i] = p_values[i, j]
    off = ~np.eye(len(names), dtype=bool)[:, :, None]
    return BetterWorse(
        systems=names,
        tasks=tasks,
        better=((p_values <= level) & (estimates > 0)).sum(axis=2),
        undetermined=(np.isnan(p_values) & off).sum(axis=2),
        p_values=p_values,
        estimates=estimates,
        alpha=level,
        adjusted=adjust or "none",
    )


def _summaries(
    system: ScoreMatrix | TaskSummary, tasks: tuple[str, ...], name: str
) -> list[tuple[float, float, int]]:
    """Return mean, deviation and number of runs on each task, in the order of `tasks`."""
    own = tuple(system.tasks)
    if isinstance(system, ScoreMatrix):
        scores = checked_matrix(system.scores, f"systems, {name!r}", tasks=own)
        return [run_summary(scores[:, own.index(task)], f"{name!r} on {task!r}") for task in tasks]
    columns = []
    for values, what in ((system.mean, "mean"), (system.sd, "sd"), (system.n, "n")):
        if np.ma.is_masked(values):  # numpy would go on with what lies under the mask
            raise ValueError(f"systems: {name!r} has a masked {what}; leave the task out")
        check_named(values, f"systems: {what} of {name!r}", own)
        columns.append(np.asarray(values).tolist())
    if any(not isinstance(values, list) or len(values) != len(own) for values in columns):
        raise ValueError(
            f"systems: {name!r} needs a mean, a deviation and a number of runs for each of its "
            f"{len(own)} tasks"
        )
    rows = list(zip(*columns, strict=True))
    return [rows[own.index(task)] for task in tasks]


def adjust_p_values(
    p_values: npt.ArrayLike, *, method: Literal["benjamini-hochberg", "benjamini-yekutieli"]
) -> FloatArray:
    r"""Adjust p-values of many tests so that the share of false discoveries is controlled.

    Parameters
    ----------
    p_values : array_like of float, shape (n_tests,)
        NaN where a test was not defined; it stays NaN and does not count as a test.
    method : {"benjamini-hochberg", "benjamini-yekutieli"}
        For independent tests, or for any.

    Returns
    -------
    ndarray of float, shape (n_tests,)
        To be compared with the false discovery rate that is wanted.

    Raises
    ------
    ValueError
        If a p-value is not between 0 and 1, or the method is unknown.

    Notes
    -----
    Of m sorted p-values the k-th becomes :math:`\min_{i \ge k} p_i m / i`, at most 1; Benjamini
    and Yekutieli multiply by :math:`\sum_{i \le m} 1/i` as well.

    References
    ----------
    Benjamini and Hochberg (1995); Benjamini and Yekutieli (2001).

    Examples
    --------
    >>> from benchlib import compare
    >>> compare.adjust_p_values([0.01, 0.04, 0.03], method="benjamini-hochberg")
    array([0.03, 0.04, 0.04])
    """
    wanted = "one axis of numbers"
    values = _validation.real_array(p_values, "p_values", expected=wanted, nan=True)
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"p_values: expected {wanted}, got shape {values.shape}")
    bad = (values < 0) | (values > 1)
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(f"p_values: row {row} is {values[row]}; expected a number from 0 to 1")
    if method not in ("benjamini-hochberg", "benjamini-yekutieli"):
        raise ValueError(
            f"method: expected 'benjamini-hochberg' or 'benjamini-yekutieli', got {method!r}"
        )
    defined = np.flatnonzero(~np.isnan(values))
    found = np.full(values.shape, np.nan)
    m = len(defined)
    if m == 0:
        return found
    order = defined[np.argsort(values[defined], kind="stable")]
    rank = np.arange(1, m + 1)
    scaled = values[order] * m / rank
    if method == "benjamini-yekutieli":
        scaled *= (1 / rank).sum()
    found[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return found
