import numpy as np
import pytest

from benchlib import ale
from benchlib.ale import planning


class TableGame:
    """A deterministic game given by two tables, with exact values by dynamic programming."""

    def __init__(self, following, rewards, *, terminal=(), start=0, frames=1):
        self.following, self.rewards = np.asarray(following), np.asarray(rewards, dtype=float)
        self.terminal = frozenset(terminal)
        self.n_actions = self.following.shape[1]
        self.frames = frames  # of a decision
        self.place = start
        self.frames_emulated = 0
        self.played = []

    @property
    def over(self):
        return self.place in self.terminal

    def act(self, action):
        assert not self.over, "an episode that is over was played on"
        self.played.append((self.place, action))
        reward = self.rewards[self.place, action]
        self.place = int(self.following[self.place, action])
        self.frames_emulated += self.frames
        return float(reward)

    def save(self):
        return self.place

    def restore(self, state):
        assert state is not None, "a state was used that had been dropped"
        self.place = state

    def key(self, state):
        return state

    def values(self, n_decisions, discount):
        """Return the largest discounted return of some decisions, for each state and action."""
        state_values = np.zeros(len(self.following))
        for _ in range(n_decisions):
            q = self.rewards + discount * state_values[self.following]
            state_values = q.max(axis=1)
            state_values[list(self.terminal)] = 0.0
        return q


def corridor(length=4, *, copies=2, start=1, frames=1, goal=1.0, **options):
    """Rooms in a row: left, right and stay, each some times; the last room pays and ends."""
    rooms = np.arange(length)
    steps = [np.maximum(rooms - 1, 0), np.minimum(rooms + 1, length - 1), rooms]
    following = np.stack(steps * copies, axis=1)
    rewards = np.where((following == length - 1) & (rooms[:, None] < length - 1), goal, 0.0)
    return TableGame(
        following, rewards, terminal=[length - 1], start=start, frames=frames, **options
    )


def ledge(length=4, *, copies=2):
    """Rooms in a row as well, but only right goes on: everything else falls off and ends."""
    rooms = np.arange(length + 1)
    following = np.full((length + 1, 3 * copies), length)
    following[:, 1::3] = np.minimum(rooms + 1, length)[:, None]
    rewards = np.zeros(following.shape)
    rewards[length - 2, 1::3] = 1.0
    return TableGame(following, rewards, terminal=[length - 1, length])


@pytest.fixture(scope="session")
def make_ledge():
    return ledge


@pytest.fixture(scope="session")
def table_game():
    return TableGame


@pytest.fixture(scope="session")
def make_corridor():
    return corridor


@pytest.fixture(scope="session")
def before_the_goal():
    """Return a maker of Freeway games, some decisions before the first point of going up."""
    up = ale.ACTIONS.index("UP")
    emulator = ale.Emulator("freeway")
    states = [emulator.save()]
    while emulator.act(up) == 0:
        states.append(emulator.save())

    def make(n_decisions):
        emulator.restore(states[-n_decisions])
        return planning.EmulatorModel(emulator)

    return make
