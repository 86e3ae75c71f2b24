"""Weights of a linear learner, kept only for features that were met.

Pairs of features are so many that most never occur: bass128 has some 411 million. A hash table
leads from the index of a feature to its row of weights, one weight an action, and a feature gets
its row when it is first active.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchlib import _validation
from benchlib.ale.features.screens import described, is_array

__all__ = ["Weights"]

_EMPTY: Final = -1
_FIRST_ROWS = 1024


class Weights:
    """A growing table of weights, a row for each feature that was met.

    Parameters
    ----------
    n_actions : int
        Weights in a row.

    Attributes
    ----------
    values : ndarray of float, shape (capacity, n_actions)
        The weights. Rows from `n_rows` on are unused and zero.
    n_rows : int
        Features that were met.

    Raises
    ------
    ValueError
        If `n_actions` is below 1.

    Notes
    -----
    The hash table uses open addressing with linear probing and is at most half full. Table and
    weights double when they are full; the row of a feature never changes. Rows are given in the
    order of meeting, so features that are active together mostly lie together in memory.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import learning
    >>> weights = learning.Weights(18)
    >>> weights.rows(np.array([7, 400_000_000]), add=True).tolist()
    [0, 1]
    >>> weights.rows(np.array([8, 400_000_000]), add=False).tolist()  # 8 was never met
    [-1, 1]
    >>> weights.n_rows
    2
    """

    def __init__(self, n_actions: int) -> None:
        n_actions = _validation.positive_integer(n_actions, "n_actions")
        self.values = np.zeros((_FIRST_ROWS, n_actions))
        self.n_rows = 0
        self._slots = _empty_slots(2 * _FIRST_ROWS)
        self.forget_last()

    @property
    def n_bytes(self) -> int:
        """Memory of weights and hash table as they are held, unused rows among them (bytes)."""
        return int(self.values.nbytes + self._slots.nbytes)

    def forget_last(self) -> None:
        """Forget the last look-up, which only serves to make the next one faster."""
        self._last = np.empty(0, np.int64), np.empty(0, np.int64)

    def rows(self, active: NDArray[np.int64], *, add: bool) -> NDArray[np.int64]:
        """Look up the rows of features.

        Parameters
        ----------
        active : ndarray of int64, shape (n,)
            Indices of features, rising.
        add : bool
            Whether features that were not met before get a row; their weights are zero.

        Returns
        -------
        ndarray of int64, shape (n,)
            The row of each feature, -1 where it has none. Do not write to it: the next look-up
            uses it.

        Raises
        ------
        ValueError
            If the features are no array of rising whole numbers of at least 0.
        """
        if not is_array(active, np.int64) or active.ndim != 1:
            raise ValueError(
                f"active: expected a one-dimensional array of int64, got {described(active)}"
            )
        rows = np.empty(active.size, np.int64)
        n_missing = _look_up(active, *self._last, self._slots, rows)
        if n_missing < 0:
            raise ValueError("active: the indices of features must rise, from 0 on; sort them")
        if add and n_missing:
            self._reserve(self.n_rows + n_missing)
            self.n_rows = _insert(active, rows, self._slots, self.n_rows)
        # A copy, as the caller may fill the same array again.
        self._last = active.copy(), rows
        return rows

    def _reserve(self, n_rows: int) -> None:
        capacity, n_actions = self.values.shape
        if n_rows <= capacity:
            return
        while capacity < n_rows:
            capacity *= 2
        values = np.zeros((capacity, n_actions))
        values[: self.n_rows] = self.values[: self.n_rows]
        self.values = values
        slots = _empty_slots(2 * capacity)
        _move(self._slots, slots)
        self._slots = slots


def _empty_slots(n: int) -> NDArray[np.int64]:
    # A feature beside its row: one look into memory finds both.
    return np.full((n, 2), _EMPTY, np.int64)


# Called for every feature of every decision.
@njit(cache=True)
def _place(feature: int, n_slots: int) -> int:
    # Indices of pairs come in runs; multiplying and folding scatters them over the table.
    mixed = np.uint64(feature) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(n_slots - 1))  # type: ignore[return-value]


# Compiled for the same reason: it walks the table for every feature that is new on the screen.
@njit(cache=True)
def _look_up(
    features: NDArray[np.int64],
    last: NDArray[np.int64],
    last_rows: NDArray[np.int64],
    slots: NDArray[np.int64],
    rows: NDArray[np.int64],
) -> int:
    """Fill `rows`, and return how many are missing, or -1 if features do not rise."""
    n_missing = 0
    before = np.int64(-1)
    j = 0
    for i in range(features.size):
        feature = features[i]
        if feature <= before:
            return -1
        before = feature
        # Most features stay from one decision to the next: both lists rise, so walk along the
        # last one, and go to the table, which is far away in memory, only for new ones.
        while j < last.size and last[j] < feature:
            j += 1
        row = np.int64(_EMPTY)
        if j < last.size and last[j] == feature:
            row = last_rows[j]
        if row == _EMPTY:
            place = _place(feature, slots.shape[0])
            while slots[place, 0] != _EMPTY and slots[place, 0] != feature:
                place = (place + 1) & (slots.shape[0] - 1)
            row = slots[place, 1]
        rows[i] = row
        n_missing += row == _EMPTY
    return n_missing


# Compiled as it loops over features.
@njit(cache=True)
def _insert(
    features: NDArray[np.int64], rows: NDArray[np.int64], slots: NDArray[np.int64], n_rows: int
) -> int:
    for i in range(features.size):
        if rows[i] == _EMPTY:
            place = _place(features[i], slots.shape[0])
            while slots[place, 0] != _EMPTY:
                place = (place + 1) & (slots.shape[0] - 1)
            slots[place, 0] = features[i]
            slots[place, 1] = n_rows
            rows[i] = n_rows
            n_rows += 1
    return n_rows


# Compiled as it loops over the whole table.
@njit(cache=True)
def _move(old: NDArray[np.int64], new: NDArray[np.int64]) -> None:
    for i in range(old.shape[0]):
        if old[i, 0] != _EMPTY:
            place = _place(old[i, 0], new.shape[0])
            while new[place, 0] != _EMPTY:
                place = (place + 1) & (new.shape[0] - 1)
            new[place] = old[i]
