"""What the full protocol of learning would cost, from the speed of learners here."""

import time
from collections.abc import Iterable

import numpy as np
import pandas as pd

from benchlib import _validation
from benchlib.ale import features
from benchlib.ale.emulator import ACTIONS, FRAME_SKIP, MAX_FRAMES, Emulator
from benchlib.ale.games import GAMES
from benchlib.ale.learning.experiment import known_representations
from benchlib.ale.learning.sarsa import SETTINGS, Sarsa

__all__ = ["learning_budget"]

# The protocol of the source.
_TRAINING_EPISODES = 5_000
_FROZEN_EPISODES = 500
_TRIALS = 30


def learning_budget(
    representations: Iterable[str],
    *,
    mean_decisions: float,
    game: str = "seaquest",
    n_decisions: int = 300,
    n_background: int = 1000,
    n_classes: int = 1000,
    rng: np.random.Generator | int,
) -> pd.DataFrame:
    """Measure how fast learners decide here, and add up what the full protocol would take.

    Parameters
    ----------
    representations : iterable of str
        Names of representations, as `SETTINGS` has them.
    mean_decisions : float
        Mean length of an episode (decisions); at most 3,600 by the protocol.
    game : str, optional
        The game of the probe.
    n_decisions : int, optional
        Decisions of the probe, after as many that are not timed.
    n_background, n_classes : int, optional
        Screens of sampled play. They hardly change the speed of a decision.
    rng : numpy.random.Generator or int
        Where all draws come from.

    Returns
    -------
    pandas.DataFrame
        Columns ``representation, milliseconds, core_hours``, one row a representation: a decision
        with its five frames, features and learning, and the whole protocol on one core. These are
        processor times of this machine, and differ a little from call to call.

    Raises
    ------
    ValueError
        If there is no such representation or game, or a number is out of range.

    Notes
    -----
    The protocol has 5,000 training and 500 frozen episodes in each of 30 trials on 55 games. A
    frozen decision counts like one with learning, which is a little too much. Weights that no
    longer fit into the processor's cache make a long run slower than the probe.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.

    Examples
    --------
    >>> from benchlib.ale import learning
    >>> table = learning.learning_budget(
    ...     ["basic"], mean_decisions=500, game="freeway", n_decisions=20, n_background=20, rng=1
    ... )
    >>> bool((table["core_hours"] > 0).all())
    True
    """
    chosen = known_representations(representations)
    length = _validation.positive(mean_decisions, "mean_decisions")
    if length > MAX_FRAMES / FRAME_SKIP:
        raise ValueError(
            f"mean_decisions: an episode has at most {MAX_FRAMES // FRAME_SKIP}, got {length:g}"
        )
    n_decisions = _validation.positive_integer(n_decisions, "n_decisions")
    generator = _validation.generator(rng)
    n_episodes = (_TRAINING_EPISODES + _FROZEN_EPISODES) * _TRIALS * len(GAMES)
    rows = []
    for name in chosen:
        prepared = features.prepare(
            name, game, rng=generator, n_background=n_background, n_classes=n_classes
        )
        agent = Sarsa(len(ACTIONS), SETTINGS[name], generator)
        _decide(agent, prepared, game, n_decisions)  # compiles, and meets the commonest features
        seconds = _decide(agent, prepared, game, n_decisions) / n_decisions
        rows.append((name, 1e3 * seconds, n_episodes * length * seconds / 3600))
    return pd.DataFrame(rows, columns=["representation", "milliseconds", "core_hours"])


def _decide(agent: Sarsa, prepared: features.FeatureSet, game: str, n_decisions: int) -> float:
    """Return the processor time of some decisions (seconds)."""
    seconds, emulator, action = 0.0, None, 0
    for _ in range(n_decisions):
        if emulator is None or emulator.over:
            emulator = Emulator(game)
            prepared.start()
            action = agent.start(prepared.active(emulator))
        begin = time.process_time()
        reward = emulator.act(action)
        action = agent.step(reward, prepared.active(emulator))
        seconds += time.process_time() - begin
    return seconds
