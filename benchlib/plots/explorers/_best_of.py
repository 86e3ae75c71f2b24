"""The explorer of choosing the best of many measured versions."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from benchlib import gates, winrate
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLUE, VERMILLION

__all__ = ["best_of"]

# The state in which it opens, and which its still shows; the spread is in percentage points.
VERSIONS, GAMES, SPREAD = 10, 200, 0


def best_of() -> Explorer:
    """Make the explorer of how much the best of many measured versions overstates.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    It computes `benchlib.gates.best_of` for versions without draws. If their true win rates
    spread, they are the quantiles :math:`(i - 1/2) / k`, :math:`i = 1, …, k`, of a normal
    distribution around 0.5.
    """
    found = gates.best_of([0.5] * VERSIONS, n_games=GAMES)
    over = f"{100 * found.overstatement:.1f}"
    return explorer(
        "best-of",
        question="How much does the best of many measured versions overstate?",
        data={"initial": {"versions": VERSIONS, "games": GAMES, "spread": SPREAD}},
        still=_still(found),
        alt=(
            f"Above, bars for the win rate that one of {VERSIONS} equal versions measures in "
            f"{GAMES} games, around {found.true:.3f}. Below, bars for what the best of them "
            f"measures, narrower and further right, around {found.measured:.3f}: {over} points "
            "above its true win rate."
        ),
        description=(
            f"What one version measures in {GAMES} games, and what the best of {VERSIONS} equal "
            f"ones measures: {found.measured:.3f} on average, {over} points too much. On the page "
            "of the book, the versions, the games and the true spread can be chosen."
        ),
    )


def _still(found: gates.BestOf) -> Figure:
    one = winrate.points_distribution(GAMES, win_rate=0.5)[::2]
    best = np.diff(np.minimum(np.cumsum(one), 1) ** VERSIONS, prepend=0)
    rates = np.arange(GAMES + 1) / GAMES
    shown = max(one.max(), best.max())
    with plt.rc_context():
        style.use()
        figure, axes = plt.subplots(2, 1, figsize=(6, 4), sharex=True)
        for ax, chances, mean, words, look in (
            (axes[0], one, 0.5, "one version", {"color": BLUE, "alpha": 0.5}),
            (axes[1], best, found.measured, f"the best of {VERSIONS}", {"color": VERMILLION}),
        ):
            ax.bar(rates, chances, 0.8 / GAMES, **look)
            ax.axvline(mean, color="k", lw=1.4)
            ax.set_title(f"{words}: {mean:.3f} on average", color=look["color"])
            ax.set(yticks=[], ylim=(0, 1.08 * shown))
            ax.spines["left"].set_visible(False)
        axes[1].axvline(found.true, color="k", lw=1, ls="--")
        axes[1].annotate("true ", (found.true, shown), ha="right", va="top")
        reach = 4.2 * np.sqrt(0.25 / GAMES)
        axes[1].set(xlabel="measured win rate", xlim=(0.5 - reach, 0.5 + reach))
    return figure
