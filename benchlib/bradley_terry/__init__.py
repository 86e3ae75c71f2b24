"""Ratings of bots from the games of a panel, and how sure they are.

Every game counts at once: one strength for every bot, such that its expected points equal those
that it took. Games on one map are not independent, so errors take the map as their unit.
"""

from benchlib.bradley_terry.cycles import Intransitivity, intransitivity
from benchlib.bradley_terry.errors import RatingErrors, standard_errors
from benchlib.bradley_terry.ranks import RankIntervals, rank_intervals
from benchlib.bradley_terry.ratings import Ratings, elo, expected_score, fit
from benchlib.bradley_terry.resampling import RatingBootstrap, bootstrap
from benchlib.bradley_terry.residuals import PairResiduals, pair_residuals
from benchlib.bradley_terry.twins import NoiseFloor, noise_floor

__all__ = [
    "Intransitivity",
    "NoiseFloor",
    "PairResiduals",
    "RankIntervals",
    "RatingBootstrap",
    "RatingErrors",
    "Ratings",
    "bootstrap",
    "elo",
    "expected_score",
    "fit",
    "intransitivity",
    "noise_floor",
    "pair_residuals",
    "rank_intervals",
    "standard_errors",
]
