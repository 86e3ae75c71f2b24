"""Intervals for any aggregate, by drawing runs, tasks or both again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.results import ConfidenceInterval

__all__ = ["BootstrapInterval", "bootstrap_interval"]

# Called with arrays of shape (..., n_runs, n_tasks); returns (...) or (..., n_values).
Statistic = Callable[..., npt.ArrayLike]

# Fewer runs than this, and the interval is known to be too narrow.
_FEW_RUNS = 10
# Squares of larger scores overflow.
_LARGEST = 1e150
# About this many scores are drawn at a time: so many stay in the processor's cache.
_BLOCK = 100_000


@dataclass(frozen=True)
class BootstrapInterval:
    """A statistic with what resampling says of its error.

    Parameters
    ----------
    estimate : float or ndarray of float
        The statistic of the scores themselves.
    standard_error : float or ndarray of float
        Standard deviation of its resamples.
    low, high : float or ndarray of float
        Ends of the interval; for a curve, of the interval at each of its points by itself.
    confidence_level : float
        Nominal level.
    drawn : {"runs", "tasks", "tasks, then runs"}
        What was drawn again, which decides what the interval speaks about.
    n_resamples : int
        Resamples.
    method : {"percentile", "basic"}
        How the interval was made.
    warnings : tuple of str
        What the reader must know before using it.
    """

    estimate: float | FloatArray
    standard_error: float | FloatArray
    low: float | FloatArray
    high: float | FloatArray
    confidence_level: float
    drawn: str
    n_resamples: int
    method: str
    warnings: tuple[str, ...] = ()

    @property
    def confidence_interval(self) -> ConfidenceInterval:
        """The interval of a single number.

        Raises
        ------
        ValueError
            If the statistic is a curve, which has one at each point.
        """
        if not isinstance(self.low, float) or not isinstance(self.high, float):
            raise ValueError("confidence_interval: the statistic is a curve; use low and high")
        return ConfidenceInterval(self.low, self.high, self.confidence_level)


def bootstrap_interval(
    scores: npt.ArrayLike | tuple[npt.ArrayLike, ...],
    statistic: Statistic,
    *,
    n_resamples: int,
    rng: np.random.Generator | int,
    confidence_level: float = 0.95,
    strata: Literal["tasks"] | None = "tasks",
    clusters: Literal["tasks"] | None = None,
    method: Literal["percentile", "basic"] = "percentile",
) -> BootstrapInterval:
    """Find the interval of a statistic of scores by the bootstrap.

    Parameters
    ----------
    scores : array_like of float, shape (n_runs, n_tasks), or tuple of them
        Scores of one system, or of several that the statistic compares, on the same tasks.
    statistic : callable
        Takes as many arrays as there are systems, each of shape (..., n_runs, n_tasks), and
        returns shape (...), or (..., n_values) for a curve. The functions of `aggregate` do.
    n_resamples : int
        Resamples, at least 2.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.
    confidence_level : float, optional
        Nominal level.
    strata : {"tasks", None}, optional
        With "tasks", runs are drawn again within each task, and systems independently. Then the
        interval says how the statistic would vary if all were trained again on *these* tasks.
    clusters : {"tasks", None}, optional
        With "tasks", whole tasks are drawn again, the same for all systems. With strata=None the
        interval then says how it would vary on other tasks of the same kind with the runs as
        they are; with both, tasks are drawn first and then runs within them.
    method : {"percentile", "basic"}, optional
        The quantiles of the resamples, or those mirrored at the estimate.

    Returns
    -------
    BootstrapInterval
        With a warning if there are fewer than 10 runs to draw from, or 10 tasks, or if the
        statistic is undefined on a resample: then the interval is NaN.

    Raises
    ------
    ValueError
        If scores are not such matrices, tasks differ, nothing is drawn or there is one run or task
        to draw from, or the statistic does not keep the axes in front.

    Notes
    -----
    A resample of n runs has a variance that is too small by (n - 1) / n, and its quantiles are
    those of few distinct sets: with 3 runs a nominal 95% interval holds the truth much less
    often. Runs on different tasks are drawn independently, since they share nothing but the
    system.

    References
    ----------
    Efron (1979); Agarwal and others (2021).

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib import aggregate, resampling
    >>> scores = np.random.default_rng(1).normal(1, 0.2, size=(10, 20))
    >>> found = resampling.bootstrap_interval(scores, aggregate.iqm, n_resamples=2000, rng=1)
    >>> found.low < found.estimate < found.high, found.drawn
    (True, 'runs')
    """
    given = scores if isinstance(scores, tuple) else (scores,)
    arrays = [_matrix(one, k if len(given) > 1 else None) for k, one in enumerate(given)]
    n_tasks = arrays[0].shape[1]
    if any(array.shape[1] != n_tasks for array in arrays):
        raise ValueError(
            f"scores: the systems have {[array.shape[1] for array in arrays]} tasks; give all the "
            "same tasks in the same order"
        )
    for k, one in enumerate(given[1:], start=1):
        own, first = _validation.column_names(one), _validation.column_names(given[0])
        if own != first and own is not None and first is not None:
            raise ValueError(
                f"scores: systems 0 and {k} name their columns {first} and {own}; give all the "
                "same tasks in the same order"
            )
    if not callable(statistic):
        raise ValueError(
            f"statistic: expected a function, such as aggregate.iqm, got {statistic!r}"
        )
    for value, name in ((strata, "strata"), (clusters, "clusters")):
        if value not in ("tasks", None):
            raise ValueError(f"{name}: expected 'tasks' or None, got {value!r}")
    if strata is None and clusters is None:
        raise ValueError("strata: and clusters are both None, so nothing would be drawn again")
    if method not in ("percentile", "basic"):
        raise ValueError(f"method: expected 'percentile' or 'basic', got {method!r}")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    if draws < 2:
        raise ValueError("n_resamples: one resample has no spread; give at least 2")
    level = _validation.fraction(confidence_level, "confidence_level")
    generator = _validation.generator(rng)
    _check_drawn(arrays, strata, clusters)
    estimate = np.asarray(statistic(*(array.copy() for array in arrays)), dtype=np.float64)
    sample = _resamples(arrays, statistic, draws, generator, strata, clusters, estimate.shape)
    tails = [(1 - level) / 2, (1 + level) / 2]
    low, high = np.quantile(sample, tails, axis=0)
    warnings = _warnings(arrays, strata, clusters)
    undefined = int(np.isnan(sample).reshape(draws, -1).any(axis=1).sum())
    if undefined:
        warnings += (f"the statistic is undefined on {undefined} resamples, so the interval is",)
    if method == "basic":
        low, high = 2 * estimate - high, 2 * estimate - low
    parts = [name for name, used in (("tasks", clusters), ("runs", strata)) if used]
    values = [estimate, sample.std(axis=0, ddof=1), low, high]
    estimate, error, low, high = (x if estimate.ndim else float(x) for x in values)  # type: ignore[assignment]
    return BootstrapInterval(
        estimate=estimate,
        standard_error=error,
        low=low,
        high=high,
        confidence_level=level,
        drawn=", then ".join(parts),
        n_resamples=draws,
        method=method,
        warnings=warnings,
    )


def _matrix(scores: npt.ArrayLike, position: int | None) -> FloatArray:
    name = "scores" if position is None else f"scores, system {position}"
    expected = "numbers of shape (n_runs, n_tasks)"
    values = _validation.real_array(scores, name, expected=expected, nan=True)
    if values.ndim != 2 or values.size == 0:
        raise ValueError(f"{name}: expected {expected}, got shape {values.shape}")
    bad = ~(np.abs(values) <= _LARGEST)
    if bad.any():
        run, task = np.argwhere(bad)[0].tolist()
        raise ValueError(
            f"{name}: run {run}, task {task} is {values[run, task]}; give a finite score"
        )
    # A copy, so that no statistic that sorts in place reaches the caller's scores.
    return values.copy()


def _check_drawn(arrays: list[FloatArray], strata: str | None, clusters: str | None) -> None:
    """Refuse to draw again from one: every resample would be the same, with no error at all."""
    for k, array in enumerate(arrays):
        if strata and len(array) < 2:
            name = "scores" if len(arrays) == 1 else f"scores, system {k}"
            raise ValueError(
                f"{name}: one run has no spread; give at least two, or draw tasks alone by "
                "clusters='tasks', strata=None"
            )
    if clusters and arrays[0].shape[1] < 2:
        raise ValueError("clusters: one task has no spread; give at least two, or clusters=None")


def _resamples(
    arrays: list[FloatArray],
    statistic: Statistic,
    draws: int,
    rng: np.random.Generator,
    strata: str | None,
    clusters: str | None,
    shape: tuple[int, ...],
) -> FloatArray:
    n_tasks = arrays[0].shape[1]
    found = np.empty((draws, *shape))
    size = max(1, min(draws, _BLOCK // sum(array.size for array in arrays)))
    for start in range(0, draws, size):
        count = min(size, draws - start)
        tasks = None
        if clusters:
            tasks = rng.integers(n_tasks, size=(count, 1, n_tasks), dtype=np.int32)
        part = statistic(*(_drawn(array, count, rng, strata, tasks) for array in arrays))
        values = np.asarray(part, dtype=np.float64)
        if values.shape != (count, *shape):
            raise ValueError(
                f"statistic: returned shape {values.shape} for {count} resamples; it must keep "
                "axes in front: write axis=(-2, -1), or use a function of aggregate"
            )
        found[start : start + count] = values
    return found


def _drawn(
    scores: FloatArray,
    count: int,
    rng: np.random.Generator,
    strata: str | None,
    tasks: npt.NDArray[np.int32] | None,
) -> FloatArray:
    """Return resamples of one system, shape (count, n_runs, n_tasks)."""
    n_runs, n_tasks = scores.shape
    column = np.arange(n_tasks, dtype=np.int32) if tasks is None else tasks
    if strata:
        place = rng.integers(n_runs, size=(count, n_runs, n_tasks), dtype=np.int32)
        place *= np.int32(n_tasks)
    else:
        place = np.arange(0, scores.size, n_tasks, dtype=np.int32)[:, None]
    return np.take(scores.ravel(), place + column)


def _warnings(
    arrays: list[FloatArray], strata: str | None, clusters: str | None
) -> tuple[str, ...]:
    few = min(len(array) for array in arrays)
    told = []
    if strata and few < _FEW_RUNS:
        told.append(
            f"{few} runs: with fewer than {_FEW_RUNS} the interval holds the truth less often than "
            "its level says"
        )
    if clusters and arrays[0].shape[1] < _FEW_RUNS:
        told.append(f"{arrays[0].shape[1]} tasks: too few to draw from")
    return tuple(told)
