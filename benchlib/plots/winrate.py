"""Figures about win rates, their intervals, and how often these hold the truth."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, looks
from benchlib.results import ConfidenceInterval

__all__ = [
    "coverage_panels",
    "interval_rows",
    "points_chances",
    "scenario_coverage",
    "width_ratios",
]

# More points than this are drawn as a line alone.
_MARKED = 30


def points_chances(
    cases: Mapping[str, tuple[npt.ArrayLike, float]], axes: Sequence[Axes], *, reached: int
) -> Sequence[Axes]:
    """Draw the probability of every number of wins, those from the observed one on marked.

    Parameters
    ----------
    cases : mapping of str to (array_like of float, float)
        By label, the probabilities of 0, 1, … wins and that of at least `reached`.
    axes : sequence of matplotlib.axes.Axes
        One for each case.
    reached : int
        The observed number of wins.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    for ax, (label, (chances, tail)) in zip(axes, cases.items(), strict=True):
        heights = np.asarray(chances)
        wins = np.arange(len(heights))
        for part, colour, hatch in ((wins < reached, GREY, ""), (wins >= reached, BLUE, "///")):
            ax.bar(
                wins[part], heights[part], width=0.85, color=colour, hatch=hatch, edgecolor="white"
            )
        ax.annotate(
            f"{reached} or more:\n{tail:.1%}",
            (0.99, 0.97),
            xycoords="axes fraction",
            ha="right",
            va="top",
            color=BLUE,
        )
        ax.set_title(label)
        ax.set(xlabel=f"wins in {len(heights) - 1} games", xticks=wins[::2], ylim=(0, None))
        ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes[0].set_ylabel("probability")
    return axes


def interval_rows(
    rows: Mapping[str, tuple[float, ConfidenceInterval]], ax: Axes, *, mark: float, xlabel: str
) -> Axes:
    """Draw estimates with their intervals, one row each, from top to bottom as given.

    Parameters
    ----------
    rows : mapping of str to (float, ConfidenceInterval)
        Estimate and interval by label.
    ax : matplotlib.axes.Axes
        Where to draw.
    mark : float
        A value to compare with, drawn as a dotted line.
    xlabel : str
        What is estimated.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    ax.axvline(mark, color=BLACK, lw=0.9, ls=":")
    for place, (estimate, ends) in zip(range(len(rows), 0, -1), rows.values(), strict=True):
        ax.plot([ends.low, ends.high], [place, place], color=BLUE, marker="|", ms=9, lw=2)
        ax.plot(estimate, place, "o", color=BLUE, ms=5.5)
        for value, side, align in ((ends.low, -7, "right"), (ends.high, 7, "left")):
            ax.annotate(
                f"{value:.2f}",
                (value, place),
                xytext=(side, 0),
                textcoords="offset points",
                ha=align,
                va="center",
                fontsize=8.8,
            )
    ax.set(
        yticks=range(len(rows), 0, -1),
        yticklabels=list(rows),
        ylim=(0.4, len(rows) + 0.6),
        xlabel=xlabel,
    )
    ax.tick_params(axis="y", length=0)
    ax.margins(x=0.12)
    return ax


def coverage_panels(
    win_rates: npt.ArrayLike,
    curves: Mapping[str, npt.ArrayLike],
    axes: Sequence[Axes],
    *,
    nominal: float,
) -> Sequence[Axes]:
    """Draw the coverage of several intervals over the true win rate, one panel each.

    Parameters
    ----------
    win_rates : array_like of float, shape (n_rates,)
        True win rates.
    curves : mapping of str to array_like of float, shape (n_rates,)
        Coverage by the name of the interval.
    axes : sequence of matplotlib.axes.Axes
        One for each curve.
    nominal : float
        The level that was asked for.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    rates = np.asarray(win_rates)
    for ax, (label, covered) in zip(axes, curves.items(), strict=True):
        values = np.asarray(covered)
        ax.fill_between(rates, values, nominal, where=values < nominal, color=VERMILLION, alpha=0.3)
        ax.plot(rates, values, color=BLUE, lw=1)
        ax.axhline(nominal, color=BLACK, lw=0.9, ls=":")
        ax.set_title(label, pad=3)
        ax.set(xlim=(0, 1), ylim=(0.6, 1.005), yticks=(0.6, 0.7, 0.8, 0.9, nominal))
        ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return axes


def width_ratios(
    curves: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]], ax: Axes, *, limit: float
) -> Axes:
    """Draw by what factor an interval shrinks, against the observed win rate.

    Parameters
    ----------
    curves : mapping of str to (array_like of float, array_like of float)
        Observed win rates and ratios of widths, by label.
    ax : matplotlib.axes.Axes
        Where to draw.
    limit : float
        The ratio in the limit of many games, drawn as a dotted line.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    ax.axhline(limit, color=BLACK, lw=0.9, ls=":")
    for (label, (rates, ratios)), (colour, marker), dashes in zip(
        curves.items(), looks(curves, "curves"), ("-", "-", "--", "-.", ":"), strict=False
    ):
        few = len(np.asarray(rates)) <= _MARKED
        ax.plot(
            rates,
            ratios,
            color=colour,
            marker=marker if few else "",
            ls=dashes,
            ms=4,
            lw=1.2,
            label=label,
        )
    ax.set(xlabel="observed win rate", ylabel="width before / after", xlim=(-0.02, 1.02))
    ax.legend(loc="upper center")
    return ax


def scenario_coverage(
    scenarios: Sequence[str],
    methods: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]],
    ax: Axes,
    *,
    nominal: float,
) -> Axes:
    """Draw the simulated coverage of several intervals under several kinds of data.

    Parameters
    ----------
    scenarios : sequence of str
        Kinds of data, from top to bottom.
    methods : mapping of str to (array_like of float, array_like of float)
        Coverage and its Monte Carlo standard error for each scenario, by interval.
    ax : matplotlib.axes.Axes
        Where to draw.
    nominal : float
        The level that was asked for.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five methods.
    """
    rows = np.arange(len(scenarios))[::-1]
    ax.axvline(nominal, color=BLACK, lw=0.9, ls=":")
    for (label, (covered, error)), (colour, marker) in zip(
        methods.items(), looks(methods, "methods"), strict=True
    ):
        share, reach = np.asarray(covered, dtype=float), 1.96 * np.asarray(error, dtype=float)
        ax.errorbar(
            share,
            rows,
            # No coverage is beyond 0 or 1, however large its Monte Carlo error.
            xerr=[np.minimum(reach, share), np.minimum(reach, 1 - share)],
            fmt=marker,
            color=colour,
            ms=6,
            capsize=3,
            label=label,
        )
    ax.set(yticks=rows, yticklabels=scenarios, xlabel="coverage", ylim=(-0.5, len(rows) - 0.5))
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=len(methods))
    return ax
