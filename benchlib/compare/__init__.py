"""Contrasts between systems, with their uncertainty.

Per task, Welch's test says whether two systems differ beyond the noise of their runs; over tasks,
counts of better and worse say how consistent that is, and say nothing about how large it is.
"""

from benchlib.compare.contrast import mean_contrast
from benchlib.compare.many import BetterWorse, TaskSummary, adjust_p_values, better_worse_matrix
from benchlib.compare.welch import (
    Equivalence,
    WelchTest,
    equivalence,
    welch,
    welch_from_stats,
)

__all__ = [
    "BetterWorse",
    "Equivalence",
    "TaskSummary",
    "WelchTest",
    "adjust_p_values",
    "better_worse_matrix",
    "equivalence",
    "mean_contrast",
    "welch",
    "welch_from_stats",
]
