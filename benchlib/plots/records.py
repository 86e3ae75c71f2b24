"""Figures about run records: their pools, their gaps, and how they are retained."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, Rectangle

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION

__all__ = ["design", "record_clouds", "reference_gaps"]


def record_clouds(
    pools: Sequence[npt.ArrayLike],
    names: Sequence[str],
    ax: Axes,
    *,
    kept: Sequence[npt.ArrayLike] | None = None,
    unit: str = "normalized score",
    marker_size: float = 4.2,
) -> Axes:
    """Draw every record of two pools, with their means; or only what is kept of them.

    Parameters
    ----------
    pools : sequence of array_like
        Scores of the runs of each condition.
    names : sequence of str
        Names of the conditions.
    ax : matplotlib.axes.Axes
        Where to draw.
    kept : sequence of array_like, optional
        Scores that are kept of each pool: the others turn pale, and the means are theirs.
    unit : str, optional
        Label of the axis of scores.
    marker_size : float, optional
        Diameter of a dot in points; smaller where many scores are equal and have to be stacked.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    faint = 0.3 if kept is not None else 0.75
    for row, (pool, colour) in enumerate(zip(pools, (BLUE, VERMILLION), strict=True)):
        scores = np.asarray(pool)
        sns.swarmplot(
            x=scores,
            y=np.full(len(scores), names[row]),
            order=list(names),
            orient="h",
            color=GREY if kept is not None else colour,
            alpha=faint,
            size=marker_size,
            ax=ax,
        )
        shown = scores if kept is None else np.asarray(kept[row])
        if kept is not None:
            ax.plot(shown, np.full(len(shown), row), "o", color=colour, ms=7, mec="white")
        mean = shown.mean()
        ax.plot([mean, mean], [row - 0.36, row + 0.36], color=BLACK, lw=2)
        # A true minus, as on the axis.
        text = f"mean {mean:.2f}".replace("-", "−")
        ax.annotate(text, (mean, row - 0.38), ha="center", va="bottom", fontsize=8.8)
    ax.set(xlabel=unit, ylabel="", ylim=(1.55, -0.75))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return ax


def reference_gaps(tasks: Sequence[str], gaps: npt.ArrayLike, ax: Axes) -> Axes:
    """Draw the reference gap of every task, sorted, on a scale that shows small gaps too.

    Parameters
    ----------
    tasks : sequence of str
        Names of the tasks.
    gaps : array_like of float, shape (n_tasks,)
        Their reference gaps, none of them zero.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    order = np.argsort(np.asarray(gaps))
    heights = np.asarray(gaps)[order]
    for positive, colour, marker in ((False, VERMILLION, "v"), (True, BLUE, "^")):
        chosen = np.flatnonzero((heights > 0) == positive)
        ax.vlines(chosen, 0, heights[chosen], color=colour, lw=1)
        ax.plot(chosen, heights[chosen], marker, color=colour, ms=5, ls="none")
    ax.axhline(0, color=GREY, lw=0.8)
    ax.set_yscale("symlog", linthresh=0.01)
    ax.set(
        xlabel="games, sorted by gap",
        ylabel="reference gap (normalized score)",
        xticks=[],
        ylim=(min(heights.min() * 5, -0.01), max(heights.max() * 3, 0.01)),
    )
    for position, side in ((0, 1), (len(heights) - 1, -1)):
        ax.annotate(
            tasks[order[position]],
            (position, heights[position]),
            xytext=(0, -6 * side),
            textcoords="offset points",
            va="top" if side > 0 else "bottom",
            ha="left" if side > 0 else "right",
            fontsize=8.8,
        )
    return ax


def design(ax: Axes, *, budgets: Sequence[int], names: Sequence[str]) -> Axes:
    """Draw how a retention study works: two pools, nested samples, a gap, a comparison.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where to draw; it is used from 0 to 10 by 0 to 6.
    budgets : sequence of int
        Records retained, the smallest first.
    names : sequence of str
        Names of the two conditions.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    ax.set(xlim=(-0.1, 10), ylim=(0, 6))
    ax.set_axis_off()
    dots = max(budgets) + 6
    for base, name, colour in ((4.0, names[0], BLUE), (0.9, names[1], VERMILLION)):
        ax.text(0.1, base + 0.95, f"{name}: all runs in random order", color="#222222")
        x = 0.3 + 0.33 * np.arange(dots)
        ax.plot(x, np.full(dots, base), "o", color=GREY, alpha=0.5, ms=7)
        ax.plot(x[: max(budgets)], np.full(max(budgets), base), "o", color=colour, ms=7)
        for level, n in enumerate(budgets):
            ax.add_patch(
                Rectangle(
                    (x[0] - 0.2, base - 0.32 - 0.12 * level),
                    x[n - 1] - x[0] + 0.4,
                    0.64 + 0.24 * level,
                    fill=False,
                    ec=colour,
                    lw=1.2,
                )
            )
            ax.text(
                x[n - 1] + 0.16,
                base - 0.62 - 0.12 * level,
                f"{n}",
                ha="right",
                va="top",
                fontsize=8.5,
                color=colour,
            )
        ax.add_patch(
            FancyArrowPatch(
                (5.75, base),
                (6.65, 2.6),
                arrowstyle="-|>",
                mutation_scale=12,
                color="#555555",
                lw=1,
            )
        )
    ax.text(6.75, 2.6, "gap of the\nretained\nmeans", va="center")
    ax.add_patch(
        FancyArrowPatch(
            (7.95, 2.6), (8.45, 2.6), arrowstyle="-|>", mutation_scale=12, color="#555555", lw=1
        )
    )
    ax.text(8.55, 2.6, "same sign\nas the gap of\nall runs?", va="center")
    return ax
