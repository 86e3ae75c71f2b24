"""A game so small that the best action is known, to see what planners make of it."""

from collections.abc import Collection, Hashable
from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray

__all__ = ["TableGame", "two_prizes"]


class TableGame:
    """A deterministic game that is given by two tables; each decision takes one frame.

    Parameters
    ----------
    following : array_like of int, shape (n_states, n_actions)
        The state that an action leads to.
    rewards : array_like of float, shape (n_states, n_actions)
        What it pays.
    terminal : collection of int
        States in which the game is over.
    start : int
        The state to begin in.

    Attributes
    ----------
    n_actions : int
        Number of actions.
    over : bool
        Whether the game has ended.
    frames_emulated : int
        Decisions played so far, in all states together.

    Raises
    ------
    ValueError
        If the tables differ in shape, name a state that there is not, or hold a reward that is
        not a finite number.

    Notes
    -----
    It is a `planning.Model`.

    Examples
    --------
    >>> from benchlib.studies import small_games
    >>> game = small_games.TableGame([[0, 1], [1, 1]], [[0, 5], [0, 0]], terminal=[1], start=0)
    >>> game.act(1), game.over
    (5.0, True)
    """

    def __init__(
        self,
        following: npt.ArrayLike,
        rewards: npt.ArrayLike,
        *,
        terminal: Collection[int],
        start: int,
    ) -> None:
        self.following = np.asarray(following)
        self.rewards: FloatArray = _validation.real_array(rewards, "rewards")
        self.terminal = frozenset(terminal)
        if self.following.ndim != 2 or self.following.shape != self.rewards.shape:
            raise ValueError(
                "following, rewards: expected two tables of one shape, states by actions, got "
                f"{self.following.shape} and {self.rewards.shape}"
            )
        states = range(len(self.following))
        if not {start, *self.terminal, *self.following.ravel().tolist()} <= set(states):
            raise ValueError(f"following, terminal, start: states are 0 to {len(states) - 1}")
        self.n_actions = self.following.shape[1]
        self.frames_emulated = 0
        self._state = start

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state in self.terminal

    def act(self, action: int) -> float:
        """Carry out a decision and return its reward; refused, like an unknown one, at the end."""
        if self.over:
            raise ValueError("the game is over; restore an earlier state first")
        if not 0 <= action < self.n_actions:
            raise ValueError(
                f"action: expected a number from 0 to {self.n_actions - 1}, got {action!r}"
            )
        reward = float(self.rewards[self._state, action])
        self._state = int(self.following[self._state, action])
        self.frames_emulated += 1
        return reward

    def save(self) -> int:
        """Return the state."""
        return self._state

    def restore(self, state: Any) -> None:
        """Go to a saved state."""
        self._state = state

    def key(self, state: Any) -> Hashable:
        """Return the state, which tells itself from others."""
        key: Hashable = state
        return key


def two_prizes(*, near: float = 1.0, far: float = 10.0, distance: int = 4) -> TableGame:
    """Make a game of rooms in a row, with a small prize near by and a large one further off.

    Parameters
    ----------
    near, far : float, optional
        The prize of the first room, two steps to the left of the start, and of the last.
    distance : int, optional
        Steps to the last room, to the right.

    Returns
    -------
    TableGame
        With two actions: 0 goes left and 1 goes right. Both prizes end the game.

    Raises
    ------
    ValueError
        If `distance` is below 1, or a prize is not a finite number.

    Examples
    --------
    >>> from benchlib.ale import planning
    >>> from benchlib.studies import small_games
    >>> planning.full_tree(small_games.two_prizes(), frames=6, rng=1).action
    0
    >>> planning.full_tree(small_games.two_prizes(), frames=40, rng=1).action
    1
    """
    last = 2 + _validation.positive_integer(distance, "distance")
    prizes = _validation.finite(near, "near"), _validation.finite(far, "far")
    rooms = np.arange(last + 1)
    following = np.stack([np.maximum(rooms - 1, 0), np.minimum(rooms + 1, last)], axis=1)
    prize = np.where(following == 0, prizes[0], np.where(following == last, prizes[1], 0.0))
    ends = (rooms == 0) | (rooms == last)
    return TableGame(following, np.where(ends[:, None], 0.0, prize), terminal=[0, last], start=2)
