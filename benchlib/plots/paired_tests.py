"""Figures of tests task by task: differences with their verdicts, counts, power."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from benchlib.plots.style import BLACK, BLUE, GREEN, GREY, PURPLE, VERMILLION, looks

__all__ = ["counts_against_runs", "differences", "power_against_effect"]

# A colour and a marker for every word that a test can end with.
_LOOKS = {
    "better": (BLUE, "^"),
    "worse": (VERMILLION, "v"),
    "alike": (GREEN, "s"),
    "not different": (GREY, "o"),
    "undecided": (GREY, "o"),
    "undetermined": (PURPLE, "D"),
}


def differences(
    tasks: Sequence[str],
    estimates: npt.ArrayLike,
    low: npt.ArrayLike,
    high: npt.ArrayLike,
    verdicts: Sequence[str],
    ax: Axes,
    *,
    margin: float | None = None,
    named: Collection[str] = (),
    unit: str = "difference (normalized score)",
) -> Axes:
    """Draw the difference of two systems on every task, sorted, with intervals and verdicts.

    Parameters
    ----------
    tasks : sequence of str
        Names of the tasks.
    estimates, low, high : array_like of float, shape (n_tasks,)
        Differences and the ends of their intervals; ends may be NaN.
    verdicts : sequence of str
        What was concluded on each task: better, worse, alike, not different, undecided or
        undetermined.
    ax : matplotlib.axes.Axes
        Where to draw.
    margin : float, optional
        Half the width of a band of differences that do not matter.
    named : collection of str, optional
        Tasks whose names are written beside them.
    unit : str, optional
        Label of the axis of differences.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    order = np.argsort(np.asarray(estimates), kind="stable")
    centre, bottom, top = (np.asarray(x, dtype=float)[order] for x in (estimates, low, high))
    words = np.asarray(verdicts)[order]
    if margin is not None:
        ax.axhspan(-margin, margin, color=GREEN, alpha=0.15, lw=0)
    ax.axhline(0, color=BLACK, lw=0.8)
    for word, (colour, marker) in _LOOKS.items():
        chosen = np.flatnonzero(words == word)
        if len(chosen):
            ax.vlines(chosen, bottom[chosen], top[chosen], color=colour, lw=1, alpha=0.6)
            label = f"{word}: {len(chosen)}"
            ax.plot(chosen, centre[chosen], marker, color=colour, ms=4.5, ls="none", label=label)
    for place in np.flatnonzero(np.isin(np.asarray(tasks)[order], list(named))):
        # Away from the neighbours: under the lowest, over the highest.
        left = place < len(order) / 2
        ax.annotate(
            tasks[order[place]],
            (place, bottom[place] if left else top[place]),
            xytext=(0, -3 if left else 3),
            textcoords="offset points",
            ha="left" if left else "right",
            va="top" if left else "bottom",
            fontsize=8.8,
        )
    ax.set_yscale("symlog", linthresh=0.1)
    ax.margins(y=0.08)
    ax.set(xticks=[], xlabel="games, sorted by difference", ylabel=unit)
    ax.figure.legend(loc="outside upper left", ncols=5, columnspacing=0.8, handletextpad=0)
    return ax


def counts_against_runs(
    n_runs: npt.ArrayLike,
    counts: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    mark: int,
) -> Axes:
    """Draw on how many tasks a test says what, against the number of runs of each system.

    Parameters
    ----------
    n_runs : array_like of int, shape (n,)
        Runs of each system, ascending.
    counts : mapping of str to array_like of int, shape (n,)
        Numbers of tasks, by verdict.
    ax : matplotlib.axes.Axes
        Where to draw.
    mark : int
        The number of runs that were made, drawn as a dotted line.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    runs = np.asarray(n_runs)
    ax.axvline(mark, color=GREY, lw=0.9, ls=":")
    ends = {word: float(np.asarray(tasks)[-1]) for word, tasks in counts.items()}
    apart = 0.065 * max(float(np.max(tasks)) for tasks in counts.values())
    level = -apart
    for word in sorted(ends, key=ends.__getitem__):
        colour, marker = _LOOKS[word]
        ax.plot(runs, counts[word], color=colour, marker=marker, ms=4, lw=1.4)
        # Labels keep a line of text between them where curves end close together.
        level = max(ends[word], level + apart)
        ax.annotate(
            word,
            (runs[-1], level),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=colour if colour != GREY else "#555555",
            annotation_clip=False,
        )
    ax.annotate(
        f"{mark} runs",
        (mark, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -4),
        textcoords="offset points",
        va="top",
    )
    ax.set(xscale="log", xlabel="runs of each system", ylabel="games", ylim=(0, None))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    return ax


def power_against_effect(
    effects: npt.ArrayLike,
    curves: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    alpha: float,
) -> Axes:
    """Draw the power of a test against the true difference.

    Parameters
    ----------
    effects : array_like of float, shape (n,)
        True differences in standard deviations of a run, ascending.
    curves : mapping of str to array_like of float, shape (n,)
        Power by label.
    ax : matplotlib.axes.Axes
        Where to draw.
    alpha : float
        Level of the test, drawn as a dotted line.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    ax.axhline(alpha, color=GREY, lw=0.9, ls=":")
    for (label, power), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        ax.plot(effects, power, color=colour, marker=marker, ms=4, lw=1.4, label=label)
    ax.set(xlabel="true difference (standard deviations of a run)", ylabel="power", ylim=(0, 1.02))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend(loc="upper left")
    return ax
