"""The explorer of how many games a decision needs."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from benchlib import winrate
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLUE, VERMILLION

__all__ = ["games_needed"]

# The state in which it opens, and which its still shows: percentage points and hundredths, so
# that the steps of a control are whole numbers or halves.
GAIN, GAMES, CORRELATION, LEVEL, POWER = 5, 96, 50, 95, 80


def games_needed() -> Explorer:
    """Make the explorer of the games that a gain needs, and of the gain that games show.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    It computes `benchlib.winrate.games_for_duel`, `benchlib.winrate.games_per_version` and
    `benchlib.winrate.minimum_detectable_effect`, without draws: the normal approximation.
    """
    needed, smallest = _needed(GAIN / 100), 100 * _smallest()
    initial = {
        "design": "duel",
        "gain": GAIN,
        "games": GAMES,
        "correlation": CORRELATION,
        "level": str(LEVEL),
        "power": POWER,
    }
    return explorer(
        "games-needed",
        question="How many games does a decision need?",
        data={"initial": initial},
        still=_still(),
        alt=(
            "Games of a duel against the gain to detect, both by orders of magnitude: a straight "
            f"line that falls two orders for one. A circle at {GAIN} points and {needed:,} games, "
            f"a square at {GAMES} games and {smallest:.1f} points."
        ),
        description=(
            f"Games of a duel at {LEVEL}% confidence and {POWER}% power: a gain of {GAIN} "
            f"percentage points needs {needed:,}, and {GAMES} games detect {smallest:.1f} points. "
            "On the page of the book, the gain, the games, the power, the confidence and the "
            "design can be chosen."
        ),
    )


def _needed(gain: float) -> int:
    return winrate.games_for_duel(gain, confidence_level=LEVEL / 100, power=POWER / 100)


def _smallest() -> float:
    return winrate.minimum_detectable_effect(GAMES, confidence_level=LEVEL / 100, power=POWER / 100)


def _still() -> Figure:
    gains = np.geomspace(0.01, 0.3, 60)
    with plt.rc_context():
        style.use()
        figure, ax = plt.subplots(figsize=(6, 3.4))
        ax.loglog(100 * gains, [_needed(gain) for gain in gains], color=BLUE)
        smallest = 100 * _smallest()
        for x, y, words, marker, colour in (
            (GAIN, _needed(GAIN / 100), f"{_needed(GAIN / 100):,} games", "o", BLUE),
            (smallest, GAMES, f"{smallest:.1f} points", "s", VERMILLION),
        ):
            ax.plot(x, y, marker, color=colour)
            ax.annotate(words, (x, y), (8, 4), textcoords="offset points", color=colour)
        ax.set(xlabel="gain (percentage points)", ylabel="games", xlim=(1, 30))
        ax.set_xticks([1, 2, 5, 10, 20], minor=False)
        ax.xaxis.set_major_formatter("{x:g}")
        ax.yaxis.set_major_formatter("{x:,.0f}")
        ax.minorticks_off()
    return figure
