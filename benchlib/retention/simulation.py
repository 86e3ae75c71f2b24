"""Sign agreement by simulated retention draws."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.retention._pools import checked_pool, rounding_error

# Summarizes scores along an axis: called as statistic(scores, axis=1).
Statistic = Callable[..., Any]

# Draws are made in blocks of about this many records, so that memory stays bounded.
_BLOCK = 2_000_000


@dataclass(frozen=True)
class SignAgreement:
    """How often the sign of the retained gap is that of the reference gap.

    Parameters
    ----------
    estimate : float
        Share of draws that agree; NaN if the reference is a tie.
    standard_error : float
        Monte Carlo standard error of `estimate`.
    n_agree, n_tied, n_resamples : int
        Draws that agree, draws whose gap is tied, and all draws.
    reference_gap : float
        Mean of all of x minus mean of all of y; 0.0 if they are tied.
    warnings : tuple of str
        Why the estimate is not defined, if it is not.
    """

    estimate: float
    standard_error: float
    n_agree: int
    n_tied: int
    n_resamples: int
    reference_gap: float
    warnings: tuple[str, ...] = ()


def simulated_sign_agreement(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    n: int,
    n_resamples: int,
    rng: np.random.Generator | int,
) -> SignAgreement:
    """Simulate how often `n` retained records a side give the sign of the full gap.

    Parameters
    ----------
    x, y : array_like of float, shape (n_x,) and (n_y,)
        Scores of all runs of the two conditions on one task. Their order does not matter.
    n : int
        Records retained in each condition, without replacement.
    n_resamples : int
        Number of draws.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.

    Returns
    -------
    SignAgreement
        A draw that ties does not agree. If the reference is a tie, no sign can be preserved:
        the estimate is NaN and `warnings` says so.

    Raises
    ------
    ValueError
        If a score is not a finite number, or a pool has fewer than `n` records.

    Notes
    -----
    A gap counts as a tie if it is no larger than the rounding error of the two means, so that
    scores like 0.1 and 0.2 tie where their decimals do.

    Examples
    --------
    >>> from benchlib import retention
    >>> result = retention.simulated_sign_agreement(
    ...     [3, 5, 9], [1, 2, 4], n=2, n_resamples=1000, rng=1
    ... )
    >>> result.reference_gap > 0, 0.8 < result.estimate <= 1
    (True, True)
    """
    budget = _validation.positive_integer(n, "n")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    generator = _validation.generator(rng)
    # Records are exchangeable here, so sorting them makes the result independent of their order.
    a, b = (np.sort(checked_pool(v, k, budget)) for v, k in ((x, "x"), (y, "y")))
    reference = gap_of_pools(a, b)
    first, second = (retained_statistics(p, (budget,), draws, generator) for p in (a, b))
    gaps = first - second
    signs = signs_of_gaps(gaps, (budget,), a, b)
    n_agree = int(np.count_nonzero(signs == np.sign(reference)))
    n_tied = int(np.count_nonzero(signs == 0))
    if reference == 0:
        reason = "the full pools are tied, so there is no sign to preserve"
        return SignAgreement(np.nan, np.nan, 0, n_tied, draws, 0.0, (reason,))
    share = n_agree / draws
    error = float(np.sqrt(share * (1 - share) / draws))
    return SignAgreement(share, error, n_agree, n_tied, draws, reference)


def retained_statistics(
    pool: FloatArray,
    budgets: tuple[int, ...],
    draws: int,
    rng: np.random.Generator,
    *,
    statistic: Statistic = np.mean,
    replace: bool = False,
) -> FloatArray:
    """Return a statistic of the first n of randomly drawn records, shape (n_budgets, draws)."""
    size, most = len(pool), max(budgets)
    values = np.empty((len(budgets), draws))
    block = max(1, _BLOCK // max(size, most))
    for start in range(0, draws, block):
        rows = min(start + block, draws) - start
        # Rows are drawn one after the other, so blocks give the same draws as one array.
        if replace:
            order = rng.integers(size, size=(rows, most))
        else:
            order = rng.permuted(np.tile(np.arange(size), (rows, 1)), axis=1)
        for row, n in enumerate(budgets):
            values[row, start : start + rows] = _summary(pool[order[:, :n]], statistic)
    return values


def _summary(samples: FloatArray, statistic: Statistic) -> FloatArray:
    try:
        result = np.asarray(statistic(samples, axis=1))
    except TypeError as error:
        raise ValueError(
            f"statistic: cannot be called as statistic(scores, axis=1) ({error}); "
            "pass a function such as numpy.median"
        ) from error
    if (
        result.dtype.kind not in "iuf"
        or result.shape != samples.shape[:1]
        or not np.isfinite(result).all()
    ):
        raise ValueError(
            f"statistic: expected one finite number for each of {len(samples)} samples along "
            f"axis 1, got {result.dtype} of shape {result.shape}; "
            "pass a function such as numpy.median"
        )
    return result.astype(np.float64)


def gap_of_pools(a: FloatArray, b: FloatArray, statistic: Statistic = np.mean) -> float:
    """Return the gap of the full pools, 0.0 where it is no larger than its rounding error."""
    first, second = (float(_summary(pool[np.newaxis], statistic)[0]) for pool in (a, b))
    gap = first - second
    return 0.0 if abs(gap) <= rounding_error(max(len(a), len(b)), a, b) else gap


def signs_of_gaps(
    gaps: FloatArray, budgets: tuple[int, ...], a: FloatArray, b: FloatArray
) -> FloatArray:
    """Return -1, 0 or 1 for each gap, 0 where it is no larger than its rounding error."""
    limits = np.array([rounding_error(n, a, b) for n in budgets])
    return np.where(np.abs(gaps) <= limits[:, None], 0.0, np.sign(gaps))
