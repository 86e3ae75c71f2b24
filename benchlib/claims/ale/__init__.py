"""The claims about the Arcade Learning Environment (document ale), recomputed."""

from benchlib.claims.ale import (
    baselines,
    emulator,
    learners,
    planning,
    quoted,
    representations,
    scales,
    search,
    settings,
)

__all__ = [
    "baselines",
    "emulator",
    "learners",
    "planning",
    "quoted",
    "representations",
    "scales",
    "search",
    "settings",
]
