"""The explorer of a win rate and its interval."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from benchlib import winrate
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLUE, GREY, VERMILLION

__all__ = ["win_rate"]

# The state in which it opens, and which its still shows.
GAMES, WINS, DRAWS = 10, 6, 0
LEVEL = 0.95


def win_rate() -> Explorer:
    """Make the explorer of how well some games tell a win rate.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    It shows the interval of a win rate by one of four methods, and how often equal bots with as
    many draws on average would do as well: `benchlib.winrate` says how both are defined.
    """
    points = WINS + DRAWS / 2
    ends = winrate.wilson_interval(points, GAMES, confidence_level=LEVEL)
    equal = winrate.chance_of_at_least(points, GAMES, win_rate=0.5, draw_rate=DRAWS / GAMES)
    initial = {"games": GAMES, "wins": WINS, "draws": DRAWS, "method": "wilson"}
    return explorer(
        "win-rate",
        question="How well do some games tell how strong a bot is?",
        data={"initial": initial, "level": LEVEL},
        still=_still(),
        alt=(
            f"Above, the win rate of {points:g} points in {GAMES} games with its {LEVEL:.0%} "
            f"Wilson interval, from {ends.low:.2f} to {ends.high:.2f}, which holds 0.5. Below, "
            f"bars for the points of equal bots; those with {points:g} or more, {equal:.1%} of "
            "such matches, stand out."
        ),
        description=(
            f"The Wilson interval of {points:g} points in {GAMES} games, and what equal bots get "
            f"in {GAMES} games: {points:g} or more in {equal:.1%} of such matches. On the page of "
            "the book, games, wins, draws and the method can be chosen."
        ),
    )


def _still() -> Figure:
    points = WINS + DRAWS / 2
    rate = points / GAMES
    ends = winrate.wilson_interval(points, GAMES, confidence_level=LEVEL)
    chances = winrate.points_distribution(GAMES, win_rate=0.5, draw_rate=DRAWS / GAMES)
    step = 1 if DRAWS else 2
    rates, chances = np.linspace(0, 1, len(chances))[::step], chances[::step]
    extreme = rates >= rate
    with plt.rc_context():
        style.use()
        figure, (above, below) = plt.subplots(
            2, 1, figsize=(6, 3.6), height_ratios=(1, 2), sharex=True
        )
        above.plot([ends.low, ends.high], [0, 0], "|-", color=BLUE, ms=9)
        above.plot(rate, 0, "o", color=BLUE)
        for x, align in ((ends.low, "right"), (ends.high, "left")):
            above.annotate(
                f"{x:.2f}", (x, 0), (0, -15), textcoords="offset points", ha=align, va="center"
            )
        above.annotate(f"{rate:.2f}", (rate, 0), (0, 9), textcoords="offset points", ha="center")
        above.set(ylim=(-1, 1), yticks=[])
        above.set_title(f"{LEVEL:.0%} interval (Wilson)", color=BLUE)
        above.tick_params(axis="x", length=0)
        for side in ("left", "bottom"):
            above.spines[side].set_visible(False)
        width = 0.8 * rates[1]
        below.bar(rates[extreme], chances[extreme], width, color=VERMILLION)
        below.bar(
            rates[~extreme], chances[~extreme], width, color="none", edgecolor=VERMILLION, lw=0.8
        )
        below.set_title(
            f"if both bots were equal: {chances[extreme].sum():.1%} as good or better",
            color=VERMILLION,
        )
        below.set(xlabel="win rate (points per game)", yticks=[], xlim=(-0.07, 1.07))
        below.spines["left"].set_visible(False)
        for ax in (above, below):
            ax.axvline(0.5, color=GREY, lw=0.8, ls=":", zorder=0)
    return figure
