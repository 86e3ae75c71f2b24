"""Figures about power: what so many games detect, and what is wrong with what they detect."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, NullLocator, PercentFormatter

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, looks

__all__ = ["exaggeration", "games_for_gains", "measured_rates", "power_curves"]


def measured_rates(
    cases: Mapping[str, tuple[npt.ArrayLike, Mapping[str, npt.ArrayLike], float]],
    axes: Sequence[Axes],
) -> Sequence[Axes]:
    """Draw which win rates would be measured, under several truths, for several test lengths.

    Parameters
    ----------
    cases : mapping of str to (array_like, mapping of str to array_like, float)
        By label of the test: the possible rates, their probabilities under each named truth, and
        the lowest rate that concludes "better".
    axes : sequence of matplotlib.axes.Axes
        One for each test, from top to bottom.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    for ax, (label, (rates, truths, needed)) in zip(axes, cases.items(), strict=True):
        top = 0.0
        for (truth, chances), colour, dashes in zip(
            truths.items(), (GREY, BLUE), ("--", "-"), strict=False
        ):
            ax.plot(rates, chances, color=colour, ls=dashes, label=truth)
            top = max(top, float(np.max(chances)))
        x, heights = np.asarray(rates), np.asarray(chances)
        ax.fill_between(x, heights, where=x >= needed, color=BLUE, alpha=0.3, lw=0)
        ax.axvline(needed, color=VERMILLION, lw=1.2)
        ax.annotate(
            f"better from {needed:.3f} on",
            (needed, top),
            xytext=(6, 0),
            textcoords="offset points",
            color=VERMILLION,
            va="top",
        )
        ax.set_title(label)
        ax.set(yticks=[], ylim=(0, 1.12 * top), xlim=(0.35, 0.7))
        ax.spines["left"].set_visible(False)
    axes[0].legend(loc="upper left")
    axes[-1].set_xlabel("measured win rate")
    return axes


def games_for_gains(
    gains: npt.ArrayLike,
    curves: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    marks: Sequence[int],
) -> Axes:
    """Draw the games that a gain needs, both axes logarithmic.

    Parameters
    ----------
    gains : array_like of float, shape (n_gains,)
        Gains in percentage points, ascending.
    curves : mapping of str to array_like of int, shape (n_gains,)
        Games by the label of the design.
    ax : matplotlib.axes.Axes
        Where to draw.
    marks : sequence of int
        Numbers of games drawn as dotted lines.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    x = np.asarray(gains, dtype=np.float64)
    for (label, games), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        ax.plot(x, games, color=colour, marker=marker, ms=4.5, label=label)
    for n in marks:
        ax.axhline(n, color=GREY, lw=0.9, ls=":")
        ax.annotate(f"{n} games", (x[0], n), xytext=(0, 3), textcoords="offset points")
    ax.set(xscale="log", yscale="log", xlabel="gain (percentage points)", ylabel="games")
    ax.xaxis.set_major_locator(FixedLocator([1, 2, 5, 10, 20]))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter("{x:g}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.legend(loc="upper right")
    return ax


def power_curves(
    n_games: npt.ArrayLike,
    curves: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    target: float,
    mark: int,
) -> Axes:
    """Draw the power of tests against the number of games.

    Parameters
    ----------
    n_games : array_like of int, shape (n,)
        Numbers of games.
    curves : mapping of str to array_like of float, shape (n,)
        Power by the label of the test; the last one is drawn smooth and on top.
    ax : matplotlib.axes.Axes
        Where to draw.
    target : float
        The power wanted, drawn as a dotted line.
    mark : int
        A number of games drawn as a dotted line.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    ax.axhline(target, color=BLACK, lw=0.9, ls=":")
    ax.axvline(mark, color=GREY, lw=0.9, ls=":")
    last = len(curves) - 1
    for i, ((label, power), (colour, marker)) in enumerate(
        zip(curves.items(), looks(curves, "curves"), strict=True)
    ):
        if i == last:
            ax.plot(n_games, power, color=BLACK, lw=1.4, label=label)
        else:
            ax.plot(n_games, power, color=colour, marker=marker, ms=2.6, lw=0.6, label=label)
    ax.annotate(
        f"{mark} games", (mark, 0), xytext=(4, 5), textcoords="offset points",
        xycoords=("data", "axes fraction"),
    )  # fmt: skip
    ax.set(xlabel="games", ylabel="power")
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend(loc="upper left")
    return ax


def exaggeration(
    power: npt.ArrayLike,
    ratio: npt.ArrayLike,
    ax: Axes,
    *,
    marks: Mapping[str, tuple[float, float]],
) -> Axes:
    """Draw by what factor the gains that were detected are overestimated, against the power.

    Parameters
    ----------
    power, ratio : array_like of float, shape (n,)
        Power of a test, and the mean measured gain of its detections divided by the true gain.
    ax : matplotlib.axes.Axes
        Where to draw.
    marks : mapping of str to (float, float)
        Power and ratio of tests to point out, by label.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    ax.axhline(1, color=BLACK, lw=0.9, ls=":")
    ax.plot(power, ratio, "o", color=GREY, ms=3)
    for label, (x, y) in marks.items():
        ax.plot(x, y, "D", color=BLUE, ms=6)
        ax.annotate(
            label,
            (x, y),
            xytext=(8, 6) if x < 0.6 else (0, 9),
            textcoords="offset points",
            ha="left" if x < 0.6 else "center",
            color=BLUE,
        )
    ax.set(xlabel="power", ylabel="measured / true gain", xlim=(0, 1.02), ylim=(0.8, None))
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return ax
