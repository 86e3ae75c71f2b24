"""One number, or one curve, for many runs on many tasks.

Scores have shape (n_runs, n_tasks); axes in front of these two are kept, so that thousands of
resamples are one computation. Scores should be on a common scale first, see `normalization`.
"""

from benchlib.aggregate.point import (
    iqm,
    mean,
    median,
    optimality_gap,
    trimmed_mean,
)
from benchlib.aggregate.shares import probability_of_improvement, score_distribution
from benchlib.aggregate.tasks import SingleTaskInfluence, single_task_influence, task_groups

__all__ = [
    "SingleTaskInfluence",
    "iqm",
    "mean",
    "median",
    "optimality_gap",
    "probability_of_improvement",
    "score_distribution",
    "single_task_influence",
    "task_groups",
    "trimmed_mean",
]
