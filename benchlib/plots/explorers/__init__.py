"""Explorers: a still picture and data, brought to life by a script of the page.

Each explorer has a function here and a script in ``book/_static/explorers``. Where scripts don't
run, as in print and in JupyterLab, the still remains.
"""

from benchlib.plots.explorers._added_problem import added_problem
from benchlib.plots.explorers._aggregate_ranking import aggregate_ranking
from benchlib.plots.explorers._best_of import best_of
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.explorers._games_needed import games_needed
from benchlib.plots.explorers._gate import gate
from benchlib.plots.explorers._mirror_replay import mirror_replay
from benchlib.plots.explorers._paired_maps import paired_maps
from benchlib.plots.explorers._panel import panel
from benchlib.plots.explorers._problem_heatmap import problem_heatmap
from benchlib.plots.explorers._retention import retention
from benchlib.plots.explorers._score_distribution import score_distribution
from benchlib.plots.explorers._sprt import sprt
from benchlib.plots.explorers._tree import tree
from benchlib.plots.explorers._win_rate import win_rate

__all__ = [
    "Explorer",
    "added_problem",
    "aggregate_ranking",
    "best_of",
    "explorer",
    "games_needed",
    "gate",
    "mirror_replay",
    "paired_maps",
    "panel",
    "problem_heatmap",
    "retention",
    "score_distribution",
    "sprt",
    "tree",
    "win_rate",
]
