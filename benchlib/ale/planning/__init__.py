"""Planners that try actions out in the emulator before they choose one.

A planner saves the state of the game, plays on from it, and returns to it. So it knows exactly
what an action leads to, which no learner does; its cost is counted in emulated frames.
"""

from benchlib.ale.planning.bonuses import BONUSES, EXPLORATION, bonus
from benchlib.ale.planning.experiment import BUDGETS, COLUMNS, PLANNING_GAMES, planner_table
from benchlib.ale.planning.full_tree import full_tree
from benchlib.ale.planning.model import DISCOUNT, Decision, EmulatorModel, Model
from benchlib.ale.planning.uct import UCT, TreeNode

__all__ = [
    "BONUSES",
    "BUDGETS",
    "COLUMNS",
    "DISCOUNT",
    "EXPLORATION",
    "PLANNING_GAMES",
    "UCT",
    "Decision",
    "EmulatorModel",
    "Model",
    "TreeNode",
    "bonus",
    "full_tree",
    "planner_table",
]
