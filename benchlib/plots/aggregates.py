"""Figures about aggregates: distributions of scores, single tasks, and intervals."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from benchlib.aggregate import SingleTaskInfluence
from benchlib.plots.style import BLACK, GREY, VERMILLION, looks
from benchlib.resampling import BootstrapInterval

__all__ = ["coverage_of_intervals", "drawn_intervals", "influential_tasks", "profiles"]

_DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))


def profiles(
    thresholds: npt.ArrayLike,
    shares: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    xlabel: str,
    bands: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]] | None = None,
    linear_to: float | None = None,
    falling: bool = True,
    legend: bool = True,
) -> Axes:
    """Draw the share of scores that reach each threshold.

    Parameters
    ----------
    thresholds : array_like of float, shape (n_thresholds,)
        Scores to reach.
    shares : mapping of str to array_like of float, shape (n_thresholds,)
        By system, up to five.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        What a threshold is.
    bands : mapping of str to (array_like, array_like), optional
        Low and high end at each threshold, by system.
    linear_to : float, optional
        Beyond this threshold the axis is logarithmic.
    falling : bool, optional
        With thresholds that fall from left to right, so that curves rise.
    legend : bool, optional
        Whether to name the curves; of two panels with the same systems one need not.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five shares.
    """
    x = np.asarray(thresholds, dtype=float)
    for (name, share), (colour, _), dash in zip(
        shares.items(), looks(shares, "shares"), _DASHES, strict=False
    ):
        ax.plot(x, np.asarray(share), color=colour, ls=dash, label=name)
        if bands and name in bands:
            low, high = (np.asarray(end, dtype=float) for end in bands[name])
            ax.fill_between(x, low, high, color=colour, alpha=0.18, lw=0)
    if linear_to is not None:
        ax.set_xscale("symlog", linthresh=linear_to)
    ax.xaxis.set_major_formatter("{x:g}")
    left, right = float(x.min()), float(x.max())
    ax.set(xlabel=xlabel, xlim=(right, left) if falling else (left, right), ylim=(0, 1.02))
    ax.yaxis.set_major_formatter("{x:.0%}")
    if legend:
        # Above all panels: within one, some curve is everywhere.
        ax.figure.legend(*ax.get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return ax


def influential_tasks(found: SingleTaskInfluence, ax: Axes, *, n_tasks: int) -> Axes:
    """Draw what the mean would be without each of the most influential tasks.

    Parameters
    ----------
    found : SingleTaskInfluence
        From `aggregate.single_task_influence`.
    ax : matplotlib.axes.Axes
        Where to draw.
    n_tasks : int
        How many to show.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    names, values = found.tasks[:n_tasks], found.without[:n_tasks]
    rows = np.arange(len(names))
    ax.hlines(rows, values, found.mean, color=GREY, lw=2)
    ax.plot(values, rows, "o", color=VERMILLION)
    ax.axvline(found.mean, color=BLACK, lw=1, ls="--")
    ax.annotate(
        f"all games: {found.mean:.2f}",
        (found.mean, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(-4, -2),
        textcoords="offset points",
        ha="right",
        va="bottom",
    )
    ax.set_yticks(rows, [f"without {name}" for name in names])
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="mean over the other games")
    return ax


def drawn_intervals(
    found: Mapping[str, Sequence[BootstrapInterval]], ax: Axes, *, xlabel: str
) -> Axes:
    """Draw the intervals of several aggregates, one for each thing that can be drawn again.

    Parameters
    ----------
    found : mapping of str to sequence of BootstrapInterval
        By aggregate, from top to bottom; the intervals of each in the same order.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        The scale of the aggregates.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five intervals of an aggregate.
    """
    for row, intervals in enumerate(found.values()):
        offsets = (np.arange(len(intervals)) - (len(intervals) - 1) / 2) * 0.24
        for one, offset, (colour, marker) in zip(
            intervals, offsets, looks(intervals, "found"), strict=True
        ):
            low, high = one.confidence_interval.low, one.confidence_interval.high
            ax.plot([low, high], [row + offset] * 2, color=colour, lw=1.8)
            label = f"draw {one.drawn}" if row == 0 else None
            ax.plot(one.estimate, row + offset, marker, color=colour, ls="", ms=5, label=label)
    ax.set_yticks(range(len(found)), list(found))
    ax.set_ylim(len(found) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel(xlabel)
    ax.legend(loc="lower right")
    return ax


def coverage_of_intervals(
    x: npt.ArrayLike,
    shares: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]],
    ax: Axes,
    *,
    xlabel: str,
    nominal: float,
    expected: npt.ArrayLike | None = None,
    few: float | None = None,
) -> Axes:
    """Draw how often intervals hold the truth.

    Parameters
    ----------
    x : array_like of float, shape (n,)
        What the coverage depends on.
    shares : mapping of str to (array_like, array_like)
        Share that hold the truth, and its Monte Carlo standard error, by label.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        Name of `x`.
    nominal : float
        The level that is promised.
    expected : array_like of float, shape (n,), optional
        What theory says of the share.
    few : float, optional
        Below this `x` the package warns; shaded.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five shares.
    """
    places = np.asarray(x, dtype=float)
    span = float(np.ptp(places))
    if few is not None:
        left = float(places.min()) - 0.08 * span
        ax.axvspan(left, few, color=GREY, alpha=0.15, lw=0)
        ax.annotate(
            "warned",
            (few, 0.98),
            xycoords=("data", "axes fraction"),
            xytext=(-5, 0),
            textcoords="offset points",
            ha="right",
            va="top",
        )
        ax.set_xlim(left, float(places.max()) + 0.08 * span)
    shift = (np.arange(len(shares)) - (len(shares) - 1) / 2) * 0.02 * span
    for (label, (share, error)), move, (colour, marker) in zip(
        shares.items(), shift, looks(shares, "shares"), strict=True
    ):
        ax.errorbar(
            places + move,
            np.asarray(share, dtype=float),
            yerr=1.96 * np.asarray(error, dtype=float),
            color=colour,
            marker=marker,
            ms=5,
            ls="",
            capsize=2,
            label=label,
        )
    if expected is not None:
        ax.plot(places, np.asarray(expected), color=BLACK, lw=1, ls=":", label="theory")
    ax.axhline(nominal, color=BLACK, lw=1, ls="--")
    ax.annotate(
        f"promised: {nominal:.0%}",
        (0.0, nominal),
        xycoords=("axes fraction", "data"),
        xytext=(4, 4),
        textcoords="offset points",
    )
    ax.set(xlabel=xlabel, ylabel="intervals that hold the truth")
    ax.set_xticks(places, [f"{place:g}" for place in places])
    ax.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter("{x:.0%}")
    if len(shares) > 1 or expected is not None:
        ax.legend(loc="lower right")
    return ax
