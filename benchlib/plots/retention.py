"""Figures about how well retained records agree with all of them."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, SERIES
from benchlib.results import Estimate
from benchlib.retention import NestedAgreement

__all__ = [
    "agreement_against_ratio",
    "agreement_by_task",
    "budget_curve",
    "error_shares",
    "wrong_directions",
]


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
        budgets,
        estimates,
        yerr=np.abs(intervals - estimates),
        color=BLUE,
        marker="o",
        capsize=4,
        lw=2.2,
        zorder=3,
    )
    for n, value in zip(budgets, estimates, strict=True):
        ax.annotate(
            f"{value:.1%}",
            (n, value),
            xytext=(9, -15),
            textcoords="offset points",
            color=BLUE,
            fontsize=9.2,
        )
    ax.annotate(
        "mean of all games",
        (budgets[-1], estimates[-1]),
        xytext=(9, 2),
        textcoords="offset points",
        color=BLUE,
    )
    ax.annotate(
        "one game",
        (budgets[-1], result.agreement[-1].min()),
        xytext=(9, 0),
        textcoords="offset points",
        color="#555555",
        va="center",
    )
    ax.axhline(0.5, color=GREY, lw=0.8, ls=":")
    ax.annotate(
        "a coin",
        (budgets[-1], 0.5),
        xytext=(9, 3),
        textcoords="offset points",
        color="#555555",
        fontsize=9,
    )
    ax.set(
        xlabel="runs retained of each condition",
        ylabel="sign agreement",
        xticks=budgets,
        ylim=(min(0.4, result.agreement.min() - 0.02), 1.02),
        xlim=(budgets[0] - 1, budgets[-1] + 2.6),
    )
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
    for row, (ax, n) in enumerate(zip(axes, result.budgets, strict=True)):
        share = np.bincount(wrong[row], minlength=wrong.max() + 1) / result.n_resamples
        ax.bar(np.arange(len(share)), share, width=0.82, color=SERIES[row][0])
        mean = wrong[row].mean()
        ax.axvline(mean, color=BLACK, lw=1.4)
        ax.annotate(
            f"mean {mean:.1f}",
            (mean, 0.97),
            xytext=(5, 0),
            fontsize=8.8,
            va="top",
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
        )
        ax.set_title(f"{n} runs of each", pad=3)
        ax.set(yticks=[], xlim=(-0.8, wrong.max() + 0.8), ylim=(0, share.max() * 1.15))
        ax.spines["left"].set_visible(False)
    axes[-1].set_xlabel(f"games out of {len(result.tasks)} in which the leader is missed")
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
    for level, (colour, marker) in enumerate(SERIES[: len(result.budgets)]):
        ax.plot(
            chosen[level],
            rows,
            marker,
            color=colour,
            ms=5.5,
            ls="none",
            label=f"{result.budgets[level]} runs",
        )
    error = 1.96 * np.sqrt(chosen * (1 - chosen) / result.n_resamples)
    ax.errorbar(
        chosen.ravel(),
        np.tile(rows, len(chosen)),
        xerr=error.ravel(),
        fmt="none",
        ecolor="#555555",
        elinewidth=0.8,
    )
    ax.axvline(0.5, color=GREY, lw=0.8, ls=":")
    ax.set(yticks=rows, yticklabels=[result.tasks[i] for i in order], xlabel="sign agreement")
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(result.budgets))
    return ax


def agreement_against_ratio(
    ratio: npt.ArrayLike,
    agreement: npt.ArrayLike,
    labels: Sequence[str],
    curve: npt.ArrayLike,
    ax: Axes,
) -> Axes:
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
    for row, (colour, marker) in enumerate(SERIES[: len(labels)]):
        ax.plot(
            np.asarray(ratio)[row],
            np.asarray(agreement)[row],
            marker,
            color=colour,
            ms=4.5,
            alpha=0.7,
            ls="none",
            label=labels[row],
        )
    ax.set(
        xlabel="reference gap in units of its root expected squared error",
        ylabel="sign agreement",
        xlim=(0, x.max()),
    )
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
        ax.annotate(
            f"{value:.0%}",
            (value, row),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.8,
        )
    ax.set(yticks=rows, yticklabels=tasks, xticks=[], xlabel="share of the average")
    ax.tick_params(axis="y", length=0)
    ax.spines["bottom"].set_visible(False)
    return ax
