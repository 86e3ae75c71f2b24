"""Figures about retained records."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, Rectangle

from benchlib.plots.style import BLACK, BLUE, GREEN, GREY, VERMILLION
from benchlib.results import Estimate
from benchlib.retention import NestedAgreement

__all__ = [
    "agreement_against_ratio",
    "agreement_by_task",
    "budget_curve",
    "design",
    "error_shares",
    "record_clouds",
    "reference_gaps",
    "wrong_directions",
]


def record_clouds(
    pools: Sequence[npt.ArrayLike],
    names: Sequence[str],
    ax: Axes,
    *,
    kept: Sequence[npt.ArrayLike] | None = None,
    unit: str = "normalized score",
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

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    faint = 0.3 if kept is not None else 0.75
    for row, (pool, colour) in enumerate(zip(pools, (BLUE, VERMILLION), strict=True)):
        scores = np.asarray(pool)
        sns.swarmplot(
            x=scores, y=np.full(len(scores), names[row]), order=list(names), orient="h",
            color=GREY if kept is not None else colour, alpha=faint, size=4.2, ax=ax,
        )  # fmt: skip
        shown = scores if kept is None else np.asarray(kept[row])
        if kept is not None:
            ax.plot(shown, np.full(len(shown), row), "o", color=colour, ms=7, mec="white")
        mean = shown.mean()
        ax.plot([mean, mean], [row - 0.36, row + 0.36], color=BLACK, lw=2)
        ax.annotate(f"mean {mean:.2f}", (mean, row - 0.38), ha="center", va="bottom", fontsize=9.5)
    ax.set(xlabel=unit, ylabel="", ylim=(1.55, -0.75))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    return ax


def reference_gaps(result: NestedAgreement, ax: Axes) -> Axes:
    """Draw the reference gap of every task, sorted, on a scale that shows small gaps too.

    Parameters
    ----------
    result : NestedAgreement
        Its reference gaps.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    order = np.argsort(result.reference_gap)
    gaps = result.reference_gap[order]
    for positive, colour, marker in ((False, VERMILLION, "v"), (True, BLUE, "^")):
        chosen = np.flatnonzero((gaps > 0) == positive)
        ax.vlines(chosen, 0, gaps[chosen], color=colour, lw=1)
        ax.plot(chosen, gaps[chosen], marker, color=colour, ms=5, ls="none")
    ax.axhline(0, color=GREY, lw=0.8)
    ax.set_yscale("symlog", linthresh=0.01)
    ax.set(xlabel="games, sorted by gap", ylabel="reference gap (normalized score)", xticks=[])
    for position in (0, len(gaps) - 1):
        ax.annotate(
            result.tasks[order[position]], (position, gaps[position]), fontsize=9,
            xytext=(6 if position == 0 else -6, 0), textcoords="offset points", va="center",
            ha="left" if position == 0 else "right",
        )  # fmt: skip
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
    ax.set(xlim=(0, 10), ylim=(0, 6))
    ax.set_axis_off()
    dots = max(budgets) + 6
    for base, name, colour in ((3.6, names[0], BLUE), (0.9, names[1], VERMILLION)):
        ax.text(0.1, base + 1.35, f"{name}: all records in random order", color="#222222")
        x = 0.3 + 0.33 * np.arange(dots)
        ax.plot(x, np.full(dots, base), "o", color=GREY, alpha=0.5, ms=7)
        ax.plot(x[: max(budgets)], np.full(max(budgets), base), "o", color=colour, ms=7)
        for level, n in enumerate(budgets):
            ax.add_patch(
                Rectangle(
                    (x[0] - 0.2, base - 0.32 - 0.12 * level), x[n - 1] - x[0] + 0.4,
                    0.64 + 0.24 * level, fill=False, ec=colour, lw=1.2,
                )
            )  # fmt: skip
            ax.text(x[n - 1] + 0.16, base - 0.62 - 0.12 * level, f"{n}", ha="right", va="top",
                    fontsize=9, color=colour)  # fmt: skip
        ax.add_patch(
            FancyArrowPatch((5.75, base), (6.65, 2.6), arrowstyle="-|>", mutation_scale=12,
                            color="#555555", lw=1)
        )  # fmt: skip
    ax.text(6.75, 2.6, "gap of the\nretained means", va="center")
    ax.add_patch(FancyArrowPatch((8.1, 2.6), (8.6, 2.6), arrowstyle="-|>", mutation_scale=12,
                                 color="#555555", lw=1))  # fmt: skip
    ax.text(8.7, 2.6, "same sign as\nthe gap of all\nrecords?", va="center")
    return ax


def budget_curve(result: NestedAgreement, means: Sequence[Estimate], ax: Axes) -> Axes:
    """Draw agreement against budget: a pale line a task, the mean with its interval.

    Parameters
    ----------
    result : NestedAgreement
        Agreement for each task and budget.
    means : sequence of Estimate
        Mean over tasks at each budget, with intervals.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    budgets = result.budgets
    ax.plot(budgets, result.agreement, color=GREY, alpha=0.35, lw=0.9)
    estimates = np.array([mean.estimate for mean in means])
    intervals = np.array([(m.confidence_interval.low, m.confidence_interval.high) for m in means]).T
    ax.errorbar(
        budgets, estimates, yerr=np.abs(intervals - estimates), color=BLUE, marker="o",
        capsize=4, lw=2.2, zorder=3,
    )  # fmt: skip
    for n, value in zip(budgets, estimates, strict=True):
        ax.annotate(f"{value:.1%}", (n, value), xytext=(9, -15), textcoords="offset points",
                    color=BLUE, fontsize=10)  # fmt: skip
    ax.annotate("mean of all games", (budgets[-1], estimates[-1]), xytext=(9, 2),
                textcoords="offset points", color=BLUE)  # fmt: skip
    ax.annotate("one game", (budgets[-1], result.agreement[-1].min()), xytext=(9, 0),
                textcoords="offset points", color="#555555", va="center")  # fmt: skip
    ax.axhline(0.5, color=GREY, lw=0.8, ls=":")
    ax.annotate("a coin", (budgets[0], 0.5), xytext=(-30, 3), textcoords="offset points",
                color="#555555", fontsize=9)  # fmt: skip
    ax.set(xlabel="records retained in each condition", ylabel="sign agreement",
           xticks=budgets, ylim=(0.4, 1.02), xlim=(budgets[0] - 1, budgets[-1] + 2.6))  # fmt: skip
    ax.yaxis.set_major_formatter("{x:.0%}")
    return ax


def wrong_directions(result: NestedAgreement, axes: Sequence[Axes]) -> Sequence[Axes]:
    """Draw, for each budget, how many tasks point the wrong way in the same draw.

    Parameters
    ----------
    result : NestedAgreement
        The draws.
    axes : sequence of matplotlib.axes.Axes
        One for each budget, from top to bottom.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    wrong = len(result.tasks) - result.n_tasks_agreeing
    colours = (VERMILLION, BLUE, GREEN)
    for row, (ax, n) in enumerate(zip(axes, result.budgets, strict=True)):
        share = np.bincount(wrong[row], minlength=wrong.max() + 1) / result.n_resamples
        ax.bar(np.arange(len(share)), share, width=0.82, color=colours[row % 3])
        mean = wrong[row].mean()
        ax.axvline(mean, color=BLACK, lw=1.4)
        ax.annotate(f"mean {mean:.1f}", (mean, 0.97), xytext=(5, 0), fontsize=9.5, va="top",
                    xycoords=("data", "axes fraction"), textcoords="offset points")  # fmt: skip
        ax.set_title(f"{n} records of each condition", pad=3)
        ax.set(yticks=[], xlim=(-0.8, wrong.max() + 0.8), ylim=(0, share.max() * 1.15))
        ax.spines["left"].set_visible(False)
    axes[-1].set_xlabel(f"games out of {len(result.tasks)} that point the wrong way")
    return axes


def agreement_by_task(result: NestedAgreement, ax: Axes, *, n_tasks: int) -> Axes:
    """Draw the agreement of the tasks that are least sure, at every budget.

    Parameters
    ----------
    result : NestedAgreement
        Agreement for each task and budget.
    ax : matplotlib.axes.Axes
        Where to draw.
    n_tasks : int
        How many tasks, those with the lowest agreement at the largest budget.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    order = np.argsort(result.agreement[-1], kind="stable")[:n_tasks][::-1]
    chosen = result.agreement[:, order]
    rows = np.arange(len(order))
    ax.hlines(rows, chosen.min(axis=0), chosen.max(axis=0), color=GREY, lw=1, alpha=0.6)
    styles = ((VERMILLION, "o"), (BLUE, "s"), (GREEN, "D"))
    for level, (colour, marker) in zip(range(len(result.budgets)), styles, strict=False):
        ax.plot(chosen[level], rows, marker, color=colour, ms=5.5, ls="none",
                label=f"{result.budgets[level]} records")  # fmt: skip
    error = 1.96 * np.sqrt(chosen * (1 - chosen) / result.n_resamples)
    ax.errorbar(chosen.ravel(), np.tile(rows, len(chosen)), xerr=error.ravel(), fmt="none",
                ecolor="#555555", elinewidth=0.8)  # fmt: skip
    ax.axvline(0.5, color=GREY, lw=0.8, ls=":")
    ax.set(yticks=rows, yticklabels=[result.tasks[i] for i in order], xlabel="sign agreement")
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(result.budgets))
    return ax


def agreement_against_ratio(
    ratio: npt.ArrayLike, agreement: npt.ArrayLike, labels: Sequence[str], curve: npt.ArrayLike,
    ax: Axes,
) -> Axes:  # fmt: skip
    """Draw agreement against the gap in units of its own error.

    Parameters
    ----------
    ratio, agreement : array_like of float, shape (n_series, n_tasks)
        Absolute reference gap divided by the root of the expected squared error, and agreement.
    labels : sequence of str
        A name for each series.
    curve : array_like of float, shape (2, n_points)
        Ratio and agreement of the reference curve.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x, y = np.asarray(curve)
    ax.plot(x, y, color=BLACK, lw=1.2)
    styles = ((VERMILLION, "o"), (BLUE, "s"), (GREEN, "D"))
    for row, (colour, marker) in zip(range(len(labels)), styles, strict=False):
        ax.plot(np.asarray(ratio)[row], np.asarray(agreement)[row], marker, color=colour, ms=4.5,
                alpha=0.7, ls="none", label=labels[row])  # fmt: skip
    ax.set(xlabel="reference gap in units of its root expected squared error",
           ylabel="sign agreement", xlim=(0, x.max()))  # fmt: skip
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="lower right")
    return ax


def error_shares(tasks: Sequence[str], shares: npt.ArrayLike, ax: Axes) -> Axes:
    """Draw what share of an average each of the largest tasks carries, and the rest together.

    Parameters
    ----------
    tasks : sequence of str
        Names, the largest share first; the last one stands for the rest.
    shares : array_like of float, shape (n_tasks,)
        Shares that add up to one.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    values = np.asarray(shares)
    rows = np.arange(len(values))[::-1]
    ax.barh(rows, values, color=[BLUE] * (len(values) - 1) + [GREY], height=0.7)
    for row, value in zip(rows, values, strict=True):
        ax.annotate(f"{value:.0%}", (value, row), xytext=(4, 0), textcoords="offset points",
                    va="center", fontsize=9.5)  # fmt: skip
    ax.set(yticks=rows, yticklabels=tasks, xticks=[], xlabel="share of the average")
    ax.tick_params(axis="y", length=0)
    ax.spines["bottom"].set_visible(False)
    return ax
