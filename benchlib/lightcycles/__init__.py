"""Light cycles: two bots on a board, moving at the same time, each leaving a wall behind.

The rules are those of `step`. Bots are compiled; a game takes less than a millisecond. Games are
determined by the maps, the bots and `rng`, whatever the number of workers; only `late_moves`
measures the machine.
"""

from benchlib.lightcycles.bots import FEATURES, Bot
from benchlib.lightcycles.choices import Choice, choose
from benchlib.lightcycles.game import Position, owners, replay, rotate_position, start, step
from benchlib.lightcycles.generation import generate
from benchlib.lightcycles.learner import Tuning, learner, tune
from benchlib.lightcycles.maps import Map, parse, rotate, rotate_moves, swap_seats
from benchlib.lightcycles.matches import Game, play, play_pairs, round_robin
from benchlib.lightcycles.records import (
    MatchReport,
    canonical_name,
    distinct_games,
    match_report,
)
from benchlib.lightcycles.roster import bot, names
from benchlib.lightcycles.timing import LateMoves, late_moves

__all__ = [
    "FEATURES",
    "Bot",
    "Choice",
    "Game",
    "LateMoves",
    "Map",
    "MatchReport",
    "Position",
    "Tuning",
    "bot",
    "canonical_name",
    "choose",
    "distinct_games",
    "generate",
    "late_moves",
    "learner",
    "match_report",
    "names",
    "owners",
    "parse",
    "play",
    "play_pairs",
    "replay",
    "rotate",
    "rotate_moves",
    "rotate_position",
    "round_robin",
    "start",
    "step",
    "swap_seats",
    "tune",
]
