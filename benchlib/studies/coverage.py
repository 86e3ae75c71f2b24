"""How often an interval for a mean over tasks holds the truth, where the truth is known."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

from benchlib import _validation

__all__ = ["Coverage", "mean_contrast_coverage"]


@dataclass(frozen=True)
class Coverage:
    """Simulated coverage of an interval.

    Parameters
    ----------
    estimate : float
        Share of simulated intervals that hold the true mean.
    standard_error : float
        Monte Carlo standard error of `estimate`.
    missed_low, missed_high : float
        Share of intervals that lie wholly below, and wholly above, the true mean.
    n_tasks, n_resamples : int
        Tasks in each simulated benchmark, and simulated benchmarks.
    """

    estimate: float
    standard_error: float
    missed_low: float
    missed_high: float
    n_tasks: int
    n_resamples: int


def mean_contrast_coverage(
    population: npt.ArrayLike,
    *,
    n_tasks: int,
    n_resamples: int,
    rng: np.random.Generator | int,
    confidence_level: float = 0.95,
) -> Coverage:
    """Simulate benchmarks from a known population of tasks and count intervals that hold its mean.

    Parameters
    ----------
    population : array_like of float, shape (n_population,)
        The differences of all tasks there are; their mean is the truth.
    n_tasks : int
        Tasks in each simulated benchmark, drawn with replacement.
    n_resamples : int
        Number of simulated benchmarks.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.
    confidence_level : float, optional
        Nominal level.

    Returns
    -------
    Coverage
        Of the interval that `compare.mean_contrast` gives.

    Raises
    ------
    ValueError
        If there are fewer than two tasks or a difference is not a finite number.

    Examples
    --------
    >>> from benchlib.studies import coverage
    >>> result = coverage.mean_contrast_coverage(
    ...     [-1, 0, 1], n_tasks=50, n_resamples=2000, rng=1
    ... )
    >>> 0.92 < result.estimate < 0.98
    True
    """
    values = np.sort(_validation.pool(population, "population"))
    size = _validation.positive_integer(n_tasks, "n_tasks")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    level = _validation.fraction(confidence_level, "confidence_level")
    if size < 2:
        raise ValueError("n_tasks: one task has no spread; give at least two")
    samples = _validation.generator(rng).choice(values, size=(draws, size))
    # The closed form of HC3 for a mean: s / sqrt(n - 1).
    error = norm.ppf((1 + level) / 2) * samples.std(axis=1, ddof=1) / np.sqrt(size - 1)
    offset = samples.mean(axis=1) - values.mean()
    low, high = float(np.mean(offset < -error)), float(np.mean(offset > error))
    share = 1 - low - high
    return Coverage(share, float(np.sqrt(share * (1 - share) / draws)), low, high, size, draws)
