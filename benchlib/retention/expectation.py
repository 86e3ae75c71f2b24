"""The exact expected squared error of a retained mean gap."""

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.retention._pools import checked_pool


def expected_squared_error(x: npt.ArrayLike, y: npt.ArrayLike, *, n: int) -> float:
    r"""Return the expected squared error of the mean gap of `n` retained records a side.

    Parameters
    ----------
    x, y : array_like of float, shape (n_x,) and (n_y,)
        Scores of all runs of the two conditions on one task.
    n : int
        Records retained in each condition.

    Returns
    -------
    float
        In squared units of the scores. It is exact, and zero where nothing is left to chance:
        both pools retained whole, or constant.

    Raises
    ------
    ValueError
        If a score is not a finite number, or a pool has fewer than `n` records.

    Notes
    -----
    A mean of :math:`n` of :math:`N` records drawn without replacement has variance
    :math:`s^2 (1/n - 1/N)`, with :math:`s^2` the sample variance of the pool (divisor
    :math:`N - 1`). The draws of the two conditions are independent, so their variances add; the
    estimate is unbiased, so the sum is its mean squared error.

    References
    ----------
    Cochran, *Sampling Techniques* (1977), section 2.6.

    Examples
    --------
    >>> from benchlib import retention
    >>> retention.expected_squared_error([0, 2, 4], [1, 1, 1], n=2)
    0.6667
    """
    budget = _validation.positive_integer(n, "n")
    return float(
        sum(variance_of_mean(checked_pool(v, k, budget), budget) for v, k in ((x, "x"), (y, "y")))
    )


def variance_of_mean(pool: FloatArray, n: int, *, replace: bool = False) -> float:
    """Return the variance of the mean of `n` records drawn from a pool at random."""
    size = len(pool)
    if np.ptp(pool) == 0 or (n == size and not replace):
        return 0.0
    sorted_pool = np.sort(pool)
    if replace:
        return float(sorted_pool.var()) / n
    return float(sorted_pool.var(ddof=1)) * (1 / n - 1 / size)
