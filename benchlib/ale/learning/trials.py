"""One trial: a learner plays a game for some episodes, and then plays on without learning."""

from dataclasses import dataclass

import numpy as np

from benchlib import _validation
from benchlib.ale.emulator import ACTIONS, FRAME_SKIP, MAX_FRAMES, Emulator, Episode
from benchlib.ale.features import FeatureSet
from benchlib.ale.learning.sarsa import Sarsa, Settings

__all__ = ["Trial", "play_trial"]


@dataclass(frozen=True)
class Trial:
    """What one trial came to.

    Parameters
    ----------
    training : tuple of Episode
        The episodes with learning, in their order.
    frozen : tuple of Episode
        The episodes after them, in which nothing is learned.
    n_rows : int
        Features that were met in training, which therefore have weights.
    weight_bytes : int
        Memory of their weights and of the table that finds them (bytes).
    mean_active : float
        Mean number of active features over all decisions.
    """

    training: tuple[Episode, ...]
    frozen: tuple[Episode, ...]
    n_rows: int
    weight_bytes: int
    mean_active: float


def play_trial(
    features: FeatureSet,
    game: str,
    settings: Settings,
    *,
    training_episodes: int,
    frozen_episodes: int,
    max_decisions: int,
    rng: np.random.Generator | int,
) -> Trial:
    """Let a learner that knows nothing play a game.

    Parameters
    ----------
    features : FeatureSet
        What it sees, made ready for this game.
    game : str
        Name of the game.
    settings : Settings
        Parameters of the learner.
    training_episodes, frozen_episodes : int
        Episodes with learning, and after them without.
    max_decisions : int
        Decisions after which an episode is cut, at the latest after the 18,000 frames of the
        protocol.
    rng : numpy.random.Generator or int
        Where the learner's draws come from.

    Returns
    -------
    Trial
        Scores, lengths and memory. It depends on the arguments alone: no time is in it.

    Raises
    ------
    ValueError
        If there is no such game, the settings are none, or a number is below 1.
    ArithmeticError
        If the values of actions have grown beyond all numbers.

    Notes
    -----
    In the frozen episodes the policy is the same ε-greedy one; only its weights stay as they are.
    Whether the authors kept exploring the source does not say.

    A cut is not the end of the game: the value of what would have come next stands in for it.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.

    Examples
    --------
    >>> from benchlib.ale import features, learning
    >>> basic = features.prepare("basic", "freeway", rng=1, n_background=20)
    >>> trial = learning.play_trial(
    ...     basic, "freeway", learning.SETTINGS["basic"],
    ...     training_episodes=2, frozen_episodes=1, max_decisions=20, rng=1,
    ... )
    >>> [episode.frames for episode in trial.training + trial.frozen]
    [100, 100, 100]
    """
    training_episodes = _validation.positive_integer(training_episodes, "training_episodes")
    frozen_episodes = _validation.positive_integer(frozen_episodes, "frozen_episodes")
    max_decisions = _validation.positive_integer(max_decisions, "max_decisions")
    agent = Sarsa(len(ACTIONS), settings, rng)
    max_frames = min(max_decisions * FRAME_SKIP, MAX_FRAMES)
    episodes, n_active, n_looks = [], 0, 0
    for number in range(training_episodes + frozen_episodes):
        emulator = Emulator(game, max_frames=max_frames)
        counts = _play(agent, features, emulator, learn=number < training_episodes)
        n_active += sum(counts)
        n_looks += len(counts)
        episodes.append(Episode(emulator.score, emulator.frames))
    return Trial(
        training=tuple(episodes[:training_episodes]),
        frozen=tuple(episodes[training_episodes:]),
        n_rows=agent.weights.n_rows,
        weight_bytes=agent.weights.n_bytes,
        mean_active=n_active / n_looks,
    )


def _play(agent: Sarsa, features: FeatureSet, emulator: Emulator, *, learn: bool) -> list[int]:
    """Play an episode, and return how many features were active at each decision."""
    features.start()
    active = features.active(emulator)
    counts = [active.size]
    action = agent.start(active, learn=learn)
    while True:
        reward = emulator.act(action)
        if emulator.interface.game_over():
            agent.end(reward)
            return counts
        active = features.active(emulator)
        if emulator.over:
            agent.end(reward, active)
            return counts
        counts.append(active.size)
        action = agent.step(reward, active)
