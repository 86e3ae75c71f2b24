"""The claims of the tutorial on bot strength (document bot), recomputed."""

from benchlib.claims.bot import games_needed, live, pairing, programs, ratings, selection, win_rates

__all__ = ["games_needed", "live", "pairing", "programs", "ratings", "selection", "win_rates"]
