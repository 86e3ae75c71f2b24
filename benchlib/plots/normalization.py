"""Figures about references: who leads under which, and what moves when one is exchanged."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION

__all__ = ["leader_bars", "moved_scores"]


def leader_bars(values: Mapping[str, float], ax: Axes, *, xlabel: str) -> Axes:
    """Draw one value a system, the highest marked.

    Parameters
    ----------
    values : mapping of str to float
        By system, from top to bottom; panels that are compared have the same order.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        What the values are.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    names, heights = list(values), [float(value) for value in values.values()]
    best = max(heights)
    for place, value in enumerate(heights):
        leads = value == best
        ax.barh(place, value, height=0.66, color=BLUE if leads else GREY)
        ax.annotate(
            f"{value:.2f}" + ("  leads" if leads else ""),
            (max(value, 0.0), place),
            xytext=(3, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.8,
            color=BLUE if leads else BLACK,
        )
    ax.axvline(0, color=BLACK, lw=0.8)
    ax.set_yticks(range(len(names)), names)
    # Not inverted: axes that share their rows would be turned again and again.
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel=xlabel, xlim=(min(0.0, *heights), best * 1.7))
    ax.locator_params(axis="x", nbins=4)
    return ax


def moved_scores(
    tasks: Sequence[str],
    before: npt.ArrayLike,
    after: npt.ArrayLike,
    ax: Axes,
    *,
    labels: tuple[str, str],
    xlabel: str,
    linear_to: float | None = None,
) -> Axes:
    """Draw how far scores move when something about their scale is changed.

    Parameters
    ----------
    tasks : sequence of str
        Names of the rows, from top to bottom.
    before, after : array_like of float, shape (n_tasks,)
        The two scores of each row.
    ax : matplotlib.axes.Axes
        Where to draw.
    labels : tuple of (str, str)
        What the two are.
    xlabel : str
        Name of the scale.
    linear_to : float, optional
        Beyond this score the axis is logarithmic; without it, it is linear throughout.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    first, second = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    rows = np.arange(len(tasks))
    ax.hlines(rows, np.minimum(first, second), np.maximum(first, second), color=GREY, lw=1.6)
    ax.plot(first, rows, "o", color=VERMILLION, mfc="white", mew=1.6, label=labels[0], zorder=3)
    ax.plot(second, rows, "s", color=BLUE, label=labels[1], zorder=3)
    ax.axvline(0, color=BLACK, lw=0.8)
    if linear_to is not None:
        ax.set_xscale("symlog", linthresh=linear_to)
        ax.xaxis.set_major_formatter("{x:g}")
        # Room for the last marker, and none for what no score needs.
        ends = np.concatenate([first, second, [0.0]])
        ax.set_xlim(1.5 * ends.min() if ends.min() < 0 else -0.05 * linear_to, 1.5 * ends.max())
    ax.set_yticks(rows, tasks)
    ax.set_ylim(len(tasks) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel(xlabel)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return ax
