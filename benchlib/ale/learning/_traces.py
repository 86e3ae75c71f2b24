"""Eligibility traces: which weights an error still reaches, and how strongly.

At every decision the weights of all features of the last decisions move, but only those of the
features on the screen are read. The others can wait: their moves are noted and made when the
feature returns, a row at a time while it is near in memory. The sums are the same to the last bit.
"""

import math
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

# Updates after which the rows that wait are served, so that they do not pile up.
_PATIENCE = 64


#: What is said when numbers overflow.
BEYOND = "the values of actions have grown beyond all numbers"


class Traces:
    """The traces of one episode, in a compact list, as few of all rows have any.

    `_live` holds rows of weights, `_values` their traces for each action in the same order, `_done`
    how many of the noted `_changes` they have had, and `_place` where in the list a row is, or -1.
    """

    def __init__(self, n_actions: int, *, decay: float, cut: float) -> None:
        self._decay = decay
        self._cut = cut
        self._place = np.empty(0, np.int64)
        self._live = np.empty(0, np.int64)
        self._done = np.empty(0, np.int64)
        self._values = np.empty((0, n_actions))
        self._changes = np.empty(_PATIENCE)
        self._n_live = 0
        self._n_changes = 0

    def action_values(
        self, weights: NDArray[np.float64], rows: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the sum of some rows of weights, after what waits for them."""
        self._catch_up(weights, rows)
        return _sum_rows(weights, rows)

    def correct(
        self,
        weights: NDArray[np.float64],
        rows: NDArray[np.int64],
        action: int,
        *,
        target: float,
        step_size: float,
    ) -> None:
        """Set the traces of the active rows for the action taken to 1, move weights, and fade.

        Raises
        ------
        ArithmeticError
            If the error is beyond all numbers; then nothing moves.
        """
        self._reserve(weights.shape[0], rows.size)
        self._catch_up(weights, rows)
        # Asked anew: the value has moved since the action was chosen.
        change = step_size * (target - _sum_column(weights, rows, action))
        if not math.isfinite(change):
            raise ArithmeticError(BEYOND)
        if self._n_changes == self._changes.size:
            self._changes = np.concatenate([self._changes, np.empty_like(self._changes)])
        self._changes[self._n_changes] = change
        self._n_changes += 1
        self._n_live = _update(weights, rows, action, *self._state())
        if self._n_changes % _PATIENCE == 0:
            self._catch_up(weights, self._live[: self._n_live].copy())

    def clear(self, weights: NDArray[np.float64]) -> None:
        """Make all moves that wait, and forget all traces."""
        live = self._live[: self._n_live].copy()
        self._catch_up(weights, live)
        self._place[live] = -1
        self._n_live = self._n_changes = 0

    def _catch_up(self, weights: NDArray[np.float64], rows: NDArray[np.int64]) -> None:
        if self._n_live:
            self._n_live = _catch_up(weights, rows, *self._state())

    def _state(self) -> tuple[Any, ...]:
        changes = self._changes[: self._n_changes]
        lists = self._place, self._live, self._done, self._values
        return changes, self._decay, self._cut, *lists, self._n_live

    def _reserve(self, n_rows: int, n_new: int) -> None:
        if self._place.size < n_rows:
            more = np.full(n_rows - self._place.size, -1, np.int64)
            self._place = np.concatenate([self._place, more])
        capacity, needed = self._live.size, self._n_live + n_new
        if capacity < needed:
            size = max(needed, 2 * capacity)
            self._live, self._done = np.resize(self._live, size), np.resize(self._done, size)
            values = np.empty((size, self._values.shape[1]))
            values[: self._n_live] = self._values[: self._n_live]
            self._values = values


# Compiled: for BASS it adds 18 weights of some 5,000 rows at every decision.
@njit(cache=True)
def _sum_rows(weights: NDArray[np.float64], rows: NDArray[np.int64]) -> NDArray[np.float64]:
    values = np.zeros(weights.shape[1])
    for i in range(rows.size):
        row = rows[i]
        if row >= 0:
            for action in range(weights.shape[1]):
                values[action] += weights[row, action]
    return values


# Compiled for the same reason.
@njit(cache=True)
def _sum_column(weights: NDArray[np.float64], rows: NDArray[np.int64], action: int) -> float:
    value = 0.0
    for i in range(rows.size):
        value += weights[rows[i], action]
    return value


# Compiled: it moves 18 weights of every active row and lets their traces fade, in one pass.
@njit(cache=True)
def _update(
    weights: NDArray[np.float64],
    rows: NDArray[np.int64],
    action: int,
    changes: NDArray[np.float64],
    decay: float,
    cut: float,
    place: NDArray[np.int64],
    live: NDArray[np.int64],
    done: NDArray[np.int64],
    traces: NDArray[np.float64],
    n_live: int,
) -> int:
    """Make the last change to the active rows, which have had all others."""
    n_actions = weights.shape[1]
    change = changes[-1]
    for i in range(rows.size):
        row = rows[i]
        k = place[row]
        if k < 0:
            k = place[row] = n_live
            live[k] = row
            traces[k] = 0.0
            n_live += 1
        traces[k, action] = 1.0
        done[k] = changes.size
        for a in range(n_actions):
            trace = traces[k, a]
            weights[row, a] += change * trace
            faded = trace * decay
            traces[k, a] = faded if faded >= cut else 0.0
    return n_live


# Compiled: it makes up for many decisions in one row, and so for most of all moves.
@njit(cache=True)
def _catch_up(
    weights: NDArray[np.float64],
    rows: NDArray[np.int64],
    changes: NDArray[np.float64],
    decay: float,
    cut: float,
    place: NDArray[np.int64],
    live: NDArray[np.int64],
    done: NDArray[np.int64],
    traces: NDArray[np.float64],
    n_live: int,
) -> int:
    """Make the changes that wait for these rows; drop those without a trace from the list."""
    n_actions = weights.shape[1]
    for i in range(rows.size):
        row = rows[i]
        if row < 0 or row >= place.size or place[row] < 0:
            continue
        k = place[row]
        if done[k] == changes.size:
            continue
        alive = False
        for action in range(n_actions):
            trace = traces[k, action]
            if trace == 0.0:
                continue
            weight = weights[row, action]
            for i_change in range(done[k], changes.size):
                weight += changes[i_change] * trace
                trace *= decay
                if trace < cut or trace == 0.0:
                    trace = 0.0
                    break
            weights[row, action] = weight
            traces[k, action] = trace
            alive |= trace > 0.0
        done[k] = changes.size
        if not alive:
            # The last of the list takes the free place; the order does not matter.
            place[row] = -1
            n_live -= 1
            if k < n_live:
                live[k], done[k] = live[n_live], done[n_live]
                traces[k] = traces[n_live]
                place[live[k]] = k
    return n_live
