"""The claims of the tutorial on bot strength (document bot), recomputed."""

from benchlib.claims.bot import (
    arena,
    games_needed,
    live,
    pairing,
    programs,
    ratings,
    selection,
    win_rates,
)

__all__ = [
    "arena",
    "games_needed",
    "live",
    "pairing",
    "programs",
    "ratings",
    "selection",
    "win_rates",
]
