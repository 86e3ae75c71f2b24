"""How well some games tell a win rate, and how many games a decision needs.

A win counts one point, a draw half a point and a loss nothing; the win rate is points divided by
games. Intervals that treat every game as a coin flip are exact or close for games on maps of
their own without draws. Where two games share a map, `map_interval` takes the map as the unit.
"""

from benchlib.winrate.exact_coverage import MinimumCoverage, coverage, minimum_coverage
from benchlib.winrate.intervals import (
    clopper_pearson_interval,
    jeffreys_interval,
    wald_interval,
    wilson_interval,
)
from benchlib.winrate.maps import MapWinRate, map_interval
from benchlib.winrate.outcomes import chance_of_at_least, points_distribution
from benchlib.winrate.power import DuelPower, VersionsPower, duel_power, per_version_power
from benchlib.winrate.sample_size import (
    games_for_duel,
    games_per_version,
    minimum_detectable_effect,
)

__all__ = [
    "DuelPower",
    "MapWinRate",
    "MinimumCoverage",
    "VersionsPower",
    "chance_of_at_least",
    "clopper_pearson_interval",
    "coverage",
    "duel_power",
    "games_for_duel",
    "games_per_version",
    "jeffreys_interval",
    "map_interval",
    "minimum_coverage",
    "minimum_detectable_effect",
    "per_version_power",
    "points_distribution",
    "wald_interval",
    "wilson_interval",
]
