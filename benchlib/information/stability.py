"""How far gains and chosen sets can be trusted: other plays, other agents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.information import _kernels
from benchlib.information._kernels import Convention
from benchlib.information.channel import joint_information_bits
from benchlib.information.selection import Selection, select_problems
from benchlib.results import ConfidenceInterval, Estimate

__all__ = [
    "SelectionStability",
    "added_information_bits",
    "leave_one_agent_out",
    "resampled_selections",
]


@dataclass(frozen=True)
class SelectionStability:
    """What becomes of a chosen set when the plays had come out differently.

    Parameters
    ----------
    reference : Selection
        The set chosen from the table as it is.
    frequency : dict of str to float
        Share of the resamples in which each problem was chosen, the most frequent first; those
        never chosen are left out.
    overlap : ndarray of int, shape (n_resamples,)
        Problems that a resample's set shares with the reference.
    n_distinct : int
        Different sets among the resamples.
    """

    reference: Selection
    frequency: dict[str, float]
    overlap: npt.NDArray[np.int64]
    n_distinct: int


def resampled_selections(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    n_plays: npt.ArrayLike,
    *,
    n_select: int,
    convention: Convention,
    n_resamples: int,
    rng: np.random.Generator | int,
    problems: Sequence[str] | None = None,
) -> SelectionStability:
    r"""Choose again from tables that other plays could have given.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems) or (n_agents, n_problems, n_measures)
        Mean and standard deviation of one play.
    n_plays : array_like of int, shape (n_agents, n_problems)
        Plays that each mean rests on, at least 2.
    n_select, convention, problems
        As in `select_problems`.
    n_resamples : int
        How many tables to draw.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.

    Returns
    -------
    SelectionStability
        How often each problem is chosen, and how much the sets share.

    Raises
    ------
    ValueError
        As in `select_problems`; or if a cell has fewer than two plays.

    Notes
    -----
    Means are drawn from :math:`N(m, s/\sqrt{g})`, and variances as
    :math:`s^2 \chi^2_{g-1} / (g - 1)`: what normal plays would give. Single plays are not released,
    so nothing better can be drawn. Results of 0 and 1 are not normal; with hundreds of plays that
    matters little for their mean.

    Examples
    --------
    >>> from benchlib import information
    >>> mean, sd = [[0, 0, 0], [1, 0, 1], [0, 1, 1]], [[0.2] * 3] * 3
    >>> found = information.resampled_selections(
    ...     mean, sd, [[50] * 3] * 3, n_select=2, convention="gaussian", n_resamples=20, rng=1
    ... )
    >>> found.overlap.shape
    (20,)
    """  # noqa: E501
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    reference = select_problems(
        mean, sd, n_select=n_select, convention=convention, problems=problems
    )
    drawn = _Plays(mean, sd, n_plays, convention, rng)
    sets = []
    for _ in range(draws):
        chosen = select_problems(
            *drawn.table(), n_select=n_select, convention=convention, problems=problems
        )
        sets.append(frozenset(chosen.problems))
    names, counts = np.unique([name for one in sets for name in one], return_counts=True)
    order = np.lexsort((names, -counts))
    return SelectionStability(
        reference=reference,
        frequency={str(names[k]): float(counts[k] / draws) for k in order},
        overlap=np.array([len(one & set(reference.problems)) for one in sets]),
        n_distinct=len(set(sets)),
    )


def leave_one_agent_out(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    *,
    n_select: int,
    convention: Convention,
    problems: Sequence[str] | None = None,
) -> tuple[Selection, ...]:
    """Choose again without each of the agents.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems) or (n_agents, n_problems, n_measures)
        Mean and standard deviation of one play, of at least three agents.
    n_select, convention, problems
        As in `select_problems`.

    Returns
    -------
    tuple of Selection
        One for each agent left out, in the order of the rows.

    Raises
    ------
    ValueError
        As in `select_problems`.

    Examples
    --------
    >>> from benchlib import information
    >>> mean, sd = [[0, 0, 0], [1, 0, 1], [0, 1, 1]], [[0.2] * 3] * 3
    >>> [chosen.problems for chosen in information.leave_one_agent_out(
    ...     mean, sd, n_select=1, convention="gaussian", problems=["chess", "go", "hex"]
    ... )]
    [('chess',), ('go',), ('chess',)]
    """  # noqa: E501
    rule = _kernels.checked_convention(convention)
    means, deviations = _kernels.checked_table(mean, sd, rule, names=problems)
    if len(means) < 3:
        raise ValueError("mean: leaving one of two agents out leaves nothing to tell apart")
    found = []
    for k in range(len(means)):
        rest = np.arange(len(means)) != k
        found.append(
            select_problems(
                means[rest], deviations[rest], n_select=n_select, convention=rule, problems=problems
            )
        )
    return tuple(found)


def added_information_bits(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    n_plays: npt.ArrayLike,
    *,
    candidate: int,
    chosen: Iterable[int],
    convention: Convention,
    n_resamples: int,
    rng: np.random.Generator | int,
    confidence_level: float = 0.95,
) -> Estimate:
    """Say what a problem adds to a set, and how sure that is.

    Parameters
    ----------
    mean, sd : array_like of float, shape (n_agents, n_problems) or (n_agents, n_problems, n_measures)
        Mean and standard deviation of one play.
    n_plays : array_like of int, shape (n_agents, n_problems)
        Plays that each mean rests on, at least 2.
    candidate : int
        Position of the problem in question.
    chosen : iterable of int
        Positions of the problems that are there already; may be empty.
    convention : {"released", "gaussian"}
        As in `channel_matrix`.
    n_resamples : int
        How many tables to draw, at least 2; see `resampled_selections`.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.
    confidence_level : float, optional
        Nominal level of the interval.

    Returns
    -------
    Estimate
        The joint gain with the candidate minus that without it, in bits. The interval is the
        estimate plus and minus the spread of the resamples around their own mean, so that noise
        that moves all resamples to one side does not shift it. `n` is the number of plays that
        the problems in question rest on.

    Raises
    ------
    ValueError
        As in `joint_information_bits`; or if the candidate is no position or among the chosen, or
        a cell has fewer than two plays.

    Examples
    --------
    >>> from benchlib import information
    >>> mean, sd = [[0, 0], [1, 0], [0, 1]], [[0.2, 0.2]] * 3
    >>> added = information.added_information_bits(
    ...     mean, sd, [[50, 50]] * 3, candidate=1, chosen=[0],
    ...     convention="gaussian", n_resamples=200, rng=1,
    ... )
    >>> round(added.estimate, 2), added.confidence_interval.low > 0.5
    (0.66, True)
    """  # noqa: E501
    means, deviations = _kernels.checked_table(mean, sd, _kernels.checked_convention(convention))
    n_problems = means.shape[1]
    there = _kernels.positions(chosen, n_problems, "chosen")
    candidate = _kernels.position(candidate, n_problems, "candidate", "problems")
    if candidate in there:
        raise ValueError(f"candidate: {candidate} is among the chosen; give another problem")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    level = _validation.fraction(confidence_level, "confidence_level")
    if draws < 2:
        raise ValueError("n_resamples: one resample has no spread; give at least 2")

    def added(means: npt.ArrayLike, deviations: npt.ArrayLike) -> float:
        with_it = joint_information_bits(
            means, deviations, convention=convention, chosen=[*there, candidate]
        )
        if not there:
            return with_it
        return with_it - joint_information_bits(
            means, deviations, convention=convention, chosen=there
        )

    estimate = added(means, deviations)
    drawn = _Plays(means, deviations, n_plays, convention, rng)
    sample = np.array([added(*drawn.table()) for _ in range(draws)])
    low, high = np.quantile(sample - sample.mean(), [(1 - level) / 2, (1 + level) / 2])
    return Estimate(
        estimate=estimate,
        standard_error=float(sample.std(ddof=1)),
        confidence_interval=ConfidenceInterval(
            estimate + float(low), estimate + float(high), level
        ),
        n=drawn.count(sorted({*there, candidate})),
        method=f"parametric resampling of means and deviations, {draws} resamples",
    )


class _Plays:
    """Draws tables that other plays could have given."""

    def __init__(
        self,
        mean: npt.ArrayLike,
        sd: npt.ArrayLike,
        n_plays: npt.ArrayLike,
        convention: Convention,
        rng: np.random.Generator | int,
    ) -> None:
        rule = _kernels.checked_convention(convention)
        self._mean, self._sd = _kernels.checked_table(mean, sd, rule)
        plays = _validation.real_array(n_plays, "n_plays", nan=True)
        if plays.shape != self._mean.shape[:2]:
            raise ValueError(
                f"n_plays: has shape {plays.shape}; expected one number for each agent and "
                f"problem, {self._mean.shape[:2]}"
            )
        whole = np.isfinite(plays) & (np.floor(plays) == plays)
        if not whole[plays >= 2].all():
            agent, problem = np.argwhere((plays >= 2) & ~whole)[0].tolist()
            raise ValueError(
                f"n_plays: agent {agent}, problem {problem} has {plays[agent, problem]}; give a "
                "whole number of plays"
            )
        few = ~(plays >= 2)
        if few.any():
            agent, problem = np.argwhere(few)[0].tolist()
            raise ValueError(
                f"n_plays: agent {agent}, problem {problem} has {plays[agent, problem]:g}; two "
                "plays are the fewest with a standard deviation, so leave the problem out"
            )
        self._plays: FloatArray = np.broadcast_to(plays[:, :, None], self._mean.shape)
        self._rng = _validation.generator(rng)

    def count(self, problems: list[int]) -> int:
        """Return how many plays there were of some problems."""
        return int(self._plays[:, problems, 0].sum())

    def table(self) -> tuple[FloatArray, FloatArray]:
        """Return means and deviations of one imagined repetition of all plays."""
        mean = self._rng.normal(self._mean, self._sd / np.sqrt(self._plays))
        freedom = self._plays - 1
        return mean, self._sd * np.sqrt(self._rng.chisquare(freedom) / freedom)
