"""The explorer of one gate against two."""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from benchlib import gates
from benchlib.gates import GateRates, Stage
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLUE, VERMILLION

__all__ = ["gate"]

# The state in which it opens, and which its still shows. Marks in thousandths and gains in tenths
# of a point are whole numbers on the page, where 0.55 of 100 games must be 55 points.
SCREEN_GAMES, SCREEN_MARK = 512, 520
CONFIRM_GAMES, CONFIRM_MARK = 2048, 520
BETTER_OF_100, GAIN_TENTHS = 20, 30


def gate() -> Explorer:
    """Make the explorer of what one short test promotes, and what a second one leaves of it.

    Candidates come in two kinds, equal to the champion and better by some points, and play games
    without draws. The page computes with exact binomial tails, as `benchlib.gates.evaluate` does.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.gate().html.startswith('<bm-explorer kind="gate">')
    True
    """
    stages = [Stage(SCREEN_GAMES, SCREEN_MARK / 1000), Stage(CONFIRM_GAMES, CONFIRM_MARK / 1000)]
    rates = [0.5 + GAIN_TENTHS / 1000, 0.5]
    weights = [BETTER_OF_100, 100 - BETTER_OF_100]
    one, two = (gates.evaluate(stages[:k], rates, weights=weights) for k in (1, 2))
    counts = (
        f"{100 * one.true_promotions:.1f} better and {100 * one.false_promotions:.1f} no better "
        f"candidates promoted by one test, {100 * two.true_promotions:.1f} and "
        f"{100 * two.false_promotions:.1f} by two"
    )
    return explorer(
        "gate",
        question="What does one short test promote, and what does a second, longer one stop?",
        data={
            "initial": {
                "games": SCREEN_GAMES,
                "mark": SCREEN_MARK,
                "confirmGames": CONFIRM_GAMES,
                "confirmMark": CONFIRM_MARK,
                "share": BETTER_OF_100,
                "gain": GAIN_TENTHS,
            }
        },
        still=_still(stages, one, two),
        alt=f"Bars: of 100 candidates, {counts}.",
        description=(
            f"Promotions of 100 candidates, {BETTER_OF_100} of them better by "
            f"{GAIN_TENTHS / 10:g} points: {counts}. On the page of the book, both tests and the "
            "candidates can be changed."
        ),
    )


def _still(stages: list[Stage], one: GateRates, two: GateRates) -> Figure:
    names = [
        f"{stages[0].n_games:,} games at {stages[0].pass_mark:g} alone",
        f"then {stages[1].n_games:,} at {stages[1].pass_mark:g} on other maps",
    ]
    with plt.rc_context():
        style.use()
        figure, axes = plt.subplots(2, 1, figsize=(6, 3.2), sharex=True)
        for ax, name, found in zip(axes, names, (one, two), strict=True):
            promoted = [100 * found.true_promotions, 100 * found.false_promotions]
            came = [BETTER_OF_100, 100 - BETTER_OF_100]
            colours = [BLUE, VERMILLION]
            ax.barh([0, 1], came, height=0.6, color="none", edgecolor=colours)
            ax.barh([0, 1], promoted, height=0.6, color=colours)
            for row, (some, all_) in enumerate(zip(promoted, came, strict=True)):
                ax.annotate(
                    f"{some:.1f} of {all_} promoted",
                    (all_, row),
                    xytext=(5, 0),
                    textcoords="offset points",
                    va="center",
                )
            ax.set_yticks([0, 1], ["better", "no better"])
            ax.set(ylim=(1.5, -0.5), xlim=(0, 112))
            ax.set_title(name)
            ax.tick_params(axis="y", length=0)
        axes[1].set_xlabel("of 100 candidates")
    return figure
