"""Figures about agreement as a function of the number of records, and intervals side by side."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLUE, GREY, looks
from benchlib.results import Estimate

__all__ = ["agreement_curves", "intervals", "runs_needed"]


# Of a label, in units of agreement, in a figure of usual height.
_LABEL_HEIGHT = 0.05


def agreement_curves(
    curves: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]],
    ax: Axes,
    *,
    background: Sequence[tuple[npt.ArrayLike, npt.ArrayLike]] = (),
) -> Axes:
    """Draw sign agreement against the number of records.

    Parameters
    ----------
    curves : mapping of str to (array_like, array_like)
        Records and agreement of up to five curves, by the label at their end.
    ax : matplotlib.axes.Axes
        Where to draw.
    background : sequence of (array_like, array_like), optional
        Further curves, drawn pale and without a label.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    for n, agreement in background:
        ax.plot(np.asarray(n), np.asarray(agreement), color=GREY, alpha=0.35, lw=0.9)
    last, ends = 0, {}
    for (label, (n, agreement)), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        x, y = np.asarray(n), np.asarray(agreement)
        ax.plot(x, y, color=colour, marker=marker, ms=4, zorder=3)
        ends[label] = (int(x[-1]), float(y[-1]), colour)
        last = max(last, int(x[-1]))
    # From top to bottom, each label at least its own height below the one before.
    place = np.inf
    for label, (x_end, y_end, colour) in sorted(ends.items(), key=lambda item: -item[1][1]):
        place = min(y_end, place - _LABEL_HEIGHT)
        ax.annotate(
            label,
            (x_end, place),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            color=colour,
        )
    lowest = min([0.5, *(float(np.min(a)) for _, a in [*background, *curves.values()])])
    ax.axhline(0.5, color=GREY, lw=0.8, ls=":")
    ax.set(
        xlabel="runs of each condition",
        ylabel="sign agreement",
        ylim=(lowest - 0.02, 1.02),
        xlim=(0.5, last * 1.32),
        xticks=[n for n in (1, 2, 5, 10, 15) if n <= last],
    )
    ax.yaxis.set_major_formatter("{x:.0%}")
    return ax


def runs_needed(counts: Mapping[str, int], ax: Axes) -> Axes:
    """Draw how many tasks need how many records.

    Parameters
    ----------
    counts : mapping of str to int
        Number of tasks by the number of records they need; the last stands for those that never
        get there.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    labels, values = list(counts), list(counts.values())
    places = np.arange(len(labels))
    bars = ax.bar(places, values, width=0.75, color=[BLUE] * (len(values) - 1) + [GREY])
    ax.bar_label(bars, labels=[str(v) if v else "" for v in values], padding=2, fontsize=8.8)
    ax.set(xticks=places, xticklabels=labels, yticks=[], xlabel="runs needed of each condition")
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="x", length=0)
    return ax


def intervals(estimates: Mapping[str, Estimate], ax: Axes, *, highlight: str, xlabel: str) -> Axes:
    """Draw estimates with their intervals, one row each, the largest on top.

    Parameters
    ----------
    estimates : mapping of str to Estimate
        Estimates by name.
    ax : matplotlib.axes.Axes
        Where to draw.
    highlight : str
        The name of the row that stands out.
    xlabel : str
        What is estimated.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    names = sorted(estimates, key=lambda name: estimates[name].estimate)
    for row, name in enumerate(names):
        result = estimates[name]
        ends = result.confidence_interval
        chosen = name == highlight
        ax.plot(
            [ends.low, ends.high], [row, row], color=BLUE if chosen else GREY, lw=2 if chosen else 1
        )
        ax.plot(result.estimate, row, "D" if chosen else "o", color=BLUE if chosen else GREY, ms=5)
    ax.set(yticks=range(len(names)), yticklabels=names, xlabel=xlabel)
    for label in ax.get_yticklabels():
        if label.get_text() == highlight:
            label.set(color=BLUE, fontweight="bold")
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter("{x:.0%}")
    return ax
