"""Figures about results that mislead."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, VERMILLION

__all__ = ["late_shares", "reported_and_checked"]

Result = tuple[float, float, float]


def reported_and_checked(rows: Sequence[tuple[str, Result, Result]], ax: Axes) -> Axes:
    """Draw results as they were reported, and below each what a check found.

    Parameters
    ----------
    rows : sequence of (str, (float, float, float), (float, float, float))
        A label, then estimate and ends of the interval, as reported and as checked.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    for row, (_, *pair) in enumerate(rows):
        for (estimate, low, high), shift, colour, marker, word in (
            (pair[0], -0.16, BLUE, "o", "reported"),
            (pair[1], 0.16, VERMILLION, "s", "checked"),
        ):
            y = row + shift
            ax.plot([low, high], [y, y], color=colour, lw=1.6)
            ax.plot([estimate], [y], marker, color=colour, ms=5.5)
            if row == 0:
                ax.annotate(
                    word,
                    (high, y),
                    xytext=(6, 0),
                    textcoords="offset points",
                    va="center",
                    color=colour,
                )
    ax.axvline(0.5, color=BLACK, lw=0.8, ls="--")
    ax.set(
        xlabel="share of the points",
        yticks=range(len(rows)),
        yticklabels=[label for label, *_ in rows],
        ylim=(len(rows) - 0.5, -0.5),
    )
    return ax


def late_shares(table: pd.DataFrame, ax: Axes) -> Axes:
    """Draw the share of late moves of every measurement, by the number of workers.

    Parameters
    ----------
    table : pandas.DataFrame
        Columns ``n_workers``, ``n_moves`` and ``n_late``, one row a measurement.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    counts = sorted(set(table["n_workers"]))
    shares = [(x["n_late"] / x["n_moves"]).to_numpy() for _, x in table.groupby("n_workers")]
    for place, share in enumerate(shares):
        x = place + np.linspace(-0.16, 0.16, len(share))
        ax.plot(x, share, "o", color=BLUE, ms=5, alpha=0.75, mew=0)
        ax.plot([place - 0.3, place + 0.3], [share.mean()] * 2, color=VERMILLION, lw=2)
    ax.annotate(
        "mean",
        (0.3, shares[0].mean()),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        color=VERMILLION,
    )
    ax.set(
        xlabel="bots that think at once",
        ylabel="late moves",
        xticks=range(len(counts)),
        xticklabels=[str(count) for count in counts],
        ylim=(-0.03, 1.05),
    )
    ax.yaxis.set_major_formatter("{x:.0%}")
    return ax
