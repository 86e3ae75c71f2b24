"""Exact distributions of the sum of n records drawn without replacement.

Scores are integers here. The number of samples with each sum is counted for every n up to a
largest one, in one pass over the records: a record either stays out of a sample, or joins one
that is a record smaller.
"""

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["IntArray", "Sums", "bin_width", "n_pairs_above", "sums_of_samples"]

# Where all samples together are no more than this, they are listed one by one.
MOST_LISTED = 3_000_000
# Otherwise they are counted on a grid of sums; this many cells take half a gigabyte, and up to
# as much again while the sums that occur are read off.
MOST_CELLS = 64_000_000
# Counts beyond this do not fit a 64-bit integer for sure.
MOST_COUNTED = 2**62

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """The sums of all samples of one size.

    Parameters
    ----------
    values : ndarray of int
        Distinct sums, ascending.
    counts : ndarray of int
        How many samples have each.
    """

    values: IntArray
    counts: IntArray


def bin_width(pool: IntArray, largest: int) -> int:
    """Return 1 if the sums of a pool can be counted exactly, else the bins that can."""
    if _n_samples(len(pool), largest) <= MOST_LISTED:
        return 1
    if comb(len(pool), min(largest, len(pool) // 2)) > MOST_COUNTED:
        raise ValueError(
            f"there are more samples of up to {largest} of {len(pool)} records than a 64-bit "
            "integer counts; choose a smaller n, or simulate the agreement"
        )
    cells = int(np.ptp(pool)) * largest * (largest + 1) // 2
    return 1 + cells // MOST_CELLS


def sums_of_samples(pool: IntArray, largest: int) -> list[Sums]:
    """Return the sums of all samples of 1, 2, … `largest` records."""
    if _n_samples(len(pool), largest) <= MOST_LISTED:
        return _listed(pool, largest)
    return _counted(pool, largest)


def _n_samples(size: int, largest: int) -> int:
    return sum(comb(size, n) for n in range(largest + 1))


def _listed(pool: IntArray, largest: int) -> list[Sums]:
    levels: list[list[IntArray]] = [[np.zeros(1, dtype=np.int64)], *([] for _ in range(largest))]
    for record in pool:
        for n in range(largest, 0, -1):
            levels[n] += [sums + record for sums in _merged(levels[n - 1])]
    return [Sums(*np.unique(np.concatenate(level), return_counts=True)) for level in levels[1:]]


def _merged(level: list[IntArray]) -> list[IntArray]:
    """Keep a level in one piece, so that adding a record is one vectorized step."""
    if len(level) > 1:
        level[:] = [np.concatenate(level)]
    return level


def _counted(pool: IntArray, largest: int) -> list[Sums]:
    base, width = int(pool.min()), int(np.ptp(pool))
    counts = [np.zeros(n * width + 1, dtype=np.int64) for n in range(largest + 1)]
    counts[0][0] = 1
    reached = [0] + [-1] * largest  # the largest sum counted so far at each n, -1 for none
    # Ascending, so that the grids fill up from below and their empty ends are left alone.
    for record in np.sort(pool - base).tolist():
        for n in range(largest, 0, -1):
            end = reached[n - 1] + 1
            if end:
                counts[n][record : record + end] += counts[n - 1][:end]
                reached[n] = max(reached[n], record + end - 1)
    found: list[Sums] = []
    for n in range(1, largest + 1):
        sums = np.flatnonzero(counts[n])
        found.append(Sums(sums + n * base, counts[n][sums]))
        counts[n] = np.zeros(0, dtype=np.int64)
    return found


def n_pairs_above(a: Sums, b: Sums, threshold: int) -> int:
    """Count the pairs of samples whose sums differ, a minus b, by more than a threshold."""
    above = np.concatenate([[0], np.cumsum(a.counts)])
    not_above = np.searchsorted(a.values, b.values + threshold, side="right")
    return _exact_dot(above[-1] - above[not_above], b.counts)


def _exact_dot(x: npt.NDArray[Any], y: npt.NDArray[Any]) -> int:
    """Return the dot product of counts, exactly: in 64 bits if it fits, else in whole numbers."""
    if int(x.max()) * int(y.sum()) < MOST_COUNTED:
        return int(x @ y)
    return sum(a * b for a, b in zip(x.tolist(), y.tolist(), strict=True))
