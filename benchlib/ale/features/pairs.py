"""Conjunctions: a feature for every two features that are active together.

Feature a and feature b of n, a < b, make the pair with index n + b(b - 1)/2 + a. The indices of
the n single features and of the n(n - 1)/2 pairs fill 0 to n + n(n - 1)/2 - 1 without a gap.
"""

from numbers import Integral

import numba
import numpy as np
import numpy.typing as npt

__all__ = ["n_with_pairs", "pair_index"]


def is_whole(value: object) -> bool:
    """Return whether it is a whole number, of Python or numpy."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def n_with_pairs(n: int) -> int:
    """Return how many features there are, single ones and pairs.

    Parameters
    ----------
    n : int
        Number of single features.

    Returns
    -------
    int
        n + n(n - 1)/2.

    Raises
    ------
    ValueError
        If `n` is no whole number of at least 0.

    Examples
    --------
    >>> from benchlib.ale import features
    >>> features.n_with_pairs(1024) - 1024  # pairs of bits of the memory
    523776
    """
    if not is_whole(n) or n < 0:
        raise ValueError(f"n: expected a whole number of at least 0, got {n!r}")
    n = int(n)  # numpy's products of small integers overflow
    return n + n * (n - 1) // 2


def pair_index(first: int, second: int, n: int) -> int:
    """Return the index of a pair.

    Parameters
    ----------
    first, second : int
        Two different single features, in any order.
    n : int
        Number of single features.

    Returns
    -------
    int
        From n to n + n(n - 1)/2 - 1.

    Raises
    ------
    ValueError
        If `n` is no whole number, or the two are the same, or not both whole numbers from 0 to
        n - 1.

    Notes
    -----
    With a < b it is n + b(b - 1)/2 + a: the pairs whose larger feature is below b come first, of
    which there are b(b - 1)/2.

    Examples
    --------
    >>> from benchlib.ale import features
    >>> [features.pair_index(a, b, 3) for a, b in [(0, 1), (0, 2), (2, 1)]]
    [3, 4, 5]
    """
    if not is_whole(n):
        raise ValueError(f"n: expected a whole number, got {n!r}")
    if not (is_whole(first) and is_whole(second) and 0 <= first < n and 0 <= second < n) or (
        first == second
    ):
        raise ValueError(
            f"first, second: expected two different features from 0 to {n - 1}, "
            f"got {first!r} and {second!r}"
        )
    a, b = sorted((int(first), int(second)))
    return int(n) + b * (b - 1) // 2 + a


# Compiled: a screen has some thousands of pairs, and the memory some ten thousands.
@numba.njit(cache=True)
def with_pairs(singles: npt.NDArray[np.int64], n: int) -> npt.NDArray[np.int64]:
    """Return sorted single features of n, and behind them all their pairs, sorted as well."""
    m = singles.size
    found = np.empty(m + m * (m - 1) // 2, dtype=np.int64)
    found[:m] = singles
    place = m
    for larger in range(m):
        b = singles[larger]
        start = n + b * (b - 1) // 2
        for smaller in range(larger):
            found[place] = start + singles[smaller]
            place += 1
    return found
