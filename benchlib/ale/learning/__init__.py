"""Learners on the emulator: SARSA(λ) over binary features, and the experiment that compares them.

What a learner sees comes from `benchlib.ale.features`.
"""

from benchlib.ale.learning.budget import learning_budget
from benchlib.ale.learning.experiment import EPISODE_COLUMNS, MEMORY_COLUMNS, learner_tables
from benchlib.ale.learning.sarsa import SETTINGS, TRACE_CUT, Sarsa, Settings
from benchlib.ale.learning.trials import Trial, play_trial
from benchlib.ale.learning.weights import Weights

__all__ = [
    "EPISODE_COLUMNS",
    "MEMORY_COLUMNS",
    "SETTINGS",
    "TRACE_CUT",
    "Sarsa",
    "Settings",
    "Trial",
    "Weights",
    "learner_tables",
    "learning_budget",
    "play_trial",
]
