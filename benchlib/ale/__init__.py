"""Atari 2600 games on a real emulator: the protocol, blind baseline policies, and long runs.

It needs ``ale-py``, which ships the ROMs: ``pip install 'benchlib[worlds]'``.
"""

from benchlib.ale.baselines import baseline_table
from benchlib.ale.emulator import (
    ACTIONS,
    FRAME_SKIP,
    MAX_FRAMES,
    Emulator,
    EmulatorState,
    Episode,
    Policy,
    play,
)
from benchlib.ale.games import DESIGN_GAMES, GAMES, TESTING_GAMES, Game, find_game
from benchlib.ale.policies import (
    BASELINES,
    REPEAT_PROBABILITY,
    Baseline,
    constant_policy,
    perturbed_policy,
    random_policy,
)
from benchlib.ale.runs import run, seed_sequence

__all__ = [
    "ACTIONS",
    "BASELINES",
    "DESIGN_GAMES",
    "FRAME_SKIP",
    "GAMES",
    "MAX_FRAMES",
    "REPEAT_PROBABILITY",
    "TESTING_GAMES",
    "Baseline",
    "Emulator",
    "EmulatorState",
    "Episode",
    "Game",
    "Policy",
    "baseline_table",
    "constant_policy",
    "find_game",
    "perturbed_policy",
    "play",
    "random_policy",
    "run",
    "seed_sequence",
]
