"""What a planner needs of a game, and what it says about a decision."""

import math
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from benchlib.ale.emulator import ACTIONS, Emulator, EmulatorState

__all__ = ["DISCOUNT", "Decision", "EmulatorModel", "Model"]

#: What a point is worth one decision later. The source gives it for the learners; here the
#: planners use it too.
DISCOUNT = 0.999


class Model(Protocol):
    """A game that can be played on from any saved state.

    Attributes
    ----------
    n_actions : int
        Number of actions; an action is a number below it.
    over : bool
        Whether the episode has ended in the present state.
    frames_emulated : int
        Frames played so far, in all states together; `restore` does not turn it back.

    Notes
    -----
    It must be deterministic: a state and an action decide the reward and the next state. Each
    decision takes at least one frame, and each reward is a finite number.
    """

    @property
    def n_actions(self) -> int:
        """Number of actions."""
        ...

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        ...

    @property
    def frames_emulated(self) -> int:
        """Frames played so far."""
        ...

    def act(self, action: int) -> float:
        """Carry out one decision and return its reward."""
        ...

    # A planner hands states back as it got them and never looks inside, so any type will do.
    def save(self) -> Any:
        """Return the present state."""
        ...

    def restore(self, state: Any) -> None:
        """Go to a saved state."""
        ...

    def key(self, state: Any) -> Hashable:
        """Return what is equal for equal states and small to keep."""
        ...


class EmulatorModel:
    """An Atari game as a planner uses it: a decision holds an action for five frames.

    Parameters
    ----------
    emulator : Emulator
        The game, as far as it has been played. Planning moves it and puts it back; what is played
        in between, on the emulator or on the model, is played in earnest.

    Attributes
    ----------
    emulator : Emulator
        The same.
    n_actions : int
        All 18 actions.
    over : bool
        Whether the episode has ended.
    frames_emulated : int
        Frames played through this model.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale import planning
    >>> model = planning.EmulatorModel(ale.Emulator("freeway"))
    >>> start = model.save()
    >>> reward = model.act(ale.ACTIONS.index("UP"))
    >>> model.restore(start)
    >>> model.emulator.frames, model.frames_emulated
    (0, 5)
    """

    n_actions = len(ACTIONS)

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.frames_emulated = 0

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self.emulator.over

    def act(self, action: int) -> float:
        """Hold an action for five frames and return the points."""
        before = self.emulator.frames
        reward = self.emulator.act(action)
        self.frames_emulated += self.emulator.frames - before
        return float(reward)

    def save(self) -> EmulatorState:
        """Return the present state, as `Emulator.save` does."""
        return self.emulator.save()

    def restore(self, state: EmulatorState) -> None:
        """Go to a saved state, as `Emulator.restore` does."""
        self.emulator.restore(state)

    def key(self, state: EmulatorState) -> bytes:
        """Return the key of a saved state, `EmulatorState.key`."""
        return state.key


@dataclass(frozen=True)
class Decision:
    """What a planner chose, and the tree that it chose by.

    Parameters
    ----------
    action : int
        The action to play.
    values : tuple of float
        For each action the discounted return that the planner expects (points), nan for one that
        was not tried. Merged actions have the same.
    visits : tuple of int
        For each action how much search went through it: simulations with UCT, nodes from its
        child on with the full tree. Merged actions share one number.
    children : int
        Children of the root: one for each action that was tried, or for each group of merged ones.
    distinct_children : int
        How many different states the tried actions lead to, whether they are merged or not; one
        that is reached with two rewards counts twice.
    nodes : int
        Nodes of the tree with its root, and with those kept from the decision before.
    depth : int
        Decisions from the root to the deepest node; rollouts have no nodes.
    emulated_frames : int
        Frames that this decision has cost.
    """

    action: int
    values: tuple[float, ...]
    visits: tuple[int, ...]
    children: int
    distinct_children: int
    nodes: int
    depth: int
    emulated_frames: int


def check_start(model: Model) -> None:
    """Refuse a game in which there is nothing to decide."""
    if model.over:
        raise ValueError("model: the episode is over; there is nothing to decide")
    if model.n_actions < 1:
        raise ValueError(f"model: it has {model.n_actions} actions; a decision needs at least one")


@contextmanager
def returned(model: Model) -> Iterator[Any]:
    """Give the state of a model, and go back to it in the end, also if the search is broken off."""
    start = model.save()
    try:
        yield start
    finally:
        model.restore(start)


def take(model: Model, action: int) -> float:
    """Carry out a decision; no mean or maximum can be made of a reward that is not finite."""
    reward = model.act(action)
    if not math.isfinite(reward):
        raise ValueError(
            f"model: action {action} has the reward {reward!r}; give each step a finite one"
        )
    return reward
