"""Sequential tests: play until the result is clear, and know how often it misleads.

Outcomes are counted as losses, draws and wins, or, where games come in pairs on one map with seats
swapped, as pairs with 0, 0.5, 1, 1.5 and 2 points.
"""

from benchlib.sequential.bounds import SequentialTest, WaldBounds, wald_bounds
from benchlib.sequential.gsprt import gsprt, gsprt_path
from benchlib.sequential.outcomes import elo_of, game_probabilities, pair_probabilities
from benchlib.sequential.simple import sprt
from benchlib.sequential.simulation import OperatingCharacteristics, operating_characteristics
from benchlib.sequential.stopping import StoppedEstimate, estimate_after_stopping

__all__ = [
    "OperatingCharacteristics",
    "SequentialTest",
    "StoppedEstimate",
    "WaldBounds",
    "elo_of",
    "estimate_after_stopping",
    "game_probabilities",
    "gsprt",
    "gsprt_path",
    "operating_characteristics",
    "pair_probabilities",
    "sprt",
    "wald_bounds",
]
