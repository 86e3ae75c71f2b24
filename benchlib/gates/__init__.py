"""Tests that decide again and again which candidate replaces the current best bot.

A gate has one stage or several, each on maps of its own. Its errors are computed from the exact
distribution of points, and so is what choosing the best of several versions does to its score.
"""

from benchlib.gates.baseline import clear_drop, elo_standard_error
from benchlib.gates.lineage import Lineages, simulate_lineages
from benchlib.gates.selection import BestOf, best_of
from benchlib.gates.stages import GateRates, Stage, evaluate

__all__ = [
    "BestOf",
    "GateRates",
    "Lineages",
    "Stage",
    "best_of",
    "clear_drop",
    "elo_standard_error",
    "evaluate",
    "simulate_lineages",
]
