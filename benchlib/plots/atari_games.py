"""Figures of games that tell conditions apart: gains beside chance, sets, recognition."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, log_ticks, looks

__all__ = ["curves_over_runs", "gains_beside_chance", "recognition_rates", "set_gains"]


def gains_beside_chance(
    games: Sequence[str],
    gain: npt.ArrayLike,
    low: npt.ArrayLike,
    high: npt.ArrayLike,
    ax: Axes,
    *,
    marked: Collection[str] = (),
) -> Axes:
    """Draw the gain of games, each beside what it is when all conditions are alike.

    Parameters
    ----------
    games : sequence of str
        Names, from the top down.
    gain : array_like of float, shape (n_games,)
        Gains in bits.
    low, high : array_like of float, shape (n_games,)
        Range of the gain of shuffled runs.
    ax : matplotlib.axes.Axes
        Where to draw.
    marked : collection of str, optional
        Games drawn in another colour and shape.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    rows, bits = np.arange(len(games)), np.asarray(gain, dtype=float)
    special = np.isin(games, list(marked))
    ax.hlines(rows, low, high, color=GREY, lw=6, alpha=0.55, label="shuffled runs, middle 95%")
    for chosen, colour, marker, label in (
        (~special, BLUE, "o", "released runs"),
        (special, VERMILLION, "D", "released runs, shuffles reach far"),
    ):
        if chosen.any():
            ax.plot(bits[chosen], rows[chosen], marker, color=colour, ls="none", label=label)
    ax.set_yticks(rows, games)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="information gain (bits)", xlim=(0, None), ylim=(len(rows) - 0.4, -0.6))
    ax.legend(loc="lower right")
    return ax


def curves_over_runs(
    n_runs: Sequence[int],
    curves: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    ylabel: str,
    errors: Mapping[str, npt.ArrayLike] | None = None,
    line: tuple[float, str] | None = None,
) -> Axes:
    """Draw how quantities change with the number of runs.

    Parameters
    ----------
    n_runs : sequence of int
        Runs of each condition on each game.
    curves : mapping of str to array_like of float, shape (len(n_runs),)
        Up to five curves by name.
    ax : matplotlib.axes.Axes
        Where to draw.
    ylabel : str
        What is drawn.
    errors : mapping of str to array_like of float, optional
        Two standard errors of the points of a curve.
    line : (float, str), optional
        Height and name of a level to compare with.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    for (name, values), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        ax.errorbar(
            n_runs,
            np.asarray(values, dtype=float),
            yerr=None if errors is None else errors[name],
            color=colour,
            marker=marker,
            ms=5,
            lw=1.4,
            capsize=2,
            label=name,
        )
    if line is not None:
        ax.axhline(line[0], color=BLACK, lw=0.8, ls="--")
        ax.annotate(
            line[1],
            (1, line[0]),
            xycoords=("axes fraction", "data"),
            xytext=(0, 3),
            textcoords="offset points",
            ha="right",
            va="bottom",
            fontsize=8.8,
        )
    log_ticks(ax, n_runs, [str(n) for n in n_runs])
    ax.set(xlabel="runs of each condition on each game", ylabel=ylabel)
    return ax


def recognition_rates(
    names: Sequence[str],
    rates: npt.ArrayLike,
    errors: npt.ArrayLike,
    ax: Axes,
    *,
    chance: float,
) -> Axes:
    """Draw how often conditions are recognized with each set of games.

    Parameters
    ----------
    names : sequence of str
        Sets, from the top down.
    rates : array_like of float, shape (n_sets,)
        Shares of conditions recognized.
    errors : array_like of float, shape (n_sets,)
        Two standard errors of each.
    ax : matplotlib.axes.Axes
        Where to draw.
    chance : float
        What guessing gives.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    rows, shares = np.arange(len(names)), 100 * np.asarray(rates, dtype=float)
    bars = 100 * np.asarray(errors, dtype=float)
    ax.errorbar(shares, rows, xerr=bars, fmt="o", color=BLUE, capsize=2)
    for row, share, bar in zip(rows.tolist(), shares, bars, strict=True):
        ax.annotate(
            f"{share:.0f}%",
            (share + bar, row),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
        )
    ax.axvline(100 * chance, color=BLACK, lw=0.8, ls="--")
    ax.annotate(
        "guessing",
        (100 * chance, len(rows) - 0.5),
        xytext=(4, 2),
        textcoords="offset points",
        va="bottom",
        fontsize=8.8,
    )
    ax.set_yticks(rows, names)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="conditions recognized (%)", xlim=(0, 100), ylim=(len(rows) - 0.4, -0.6))
    return ax


def set_gains(
    random: npt.ArrayLike, marks: Mapping[str, float], ax: Axes, *, xlabel: str, n_bins: int = 24
) -> Axes:
    """Draw the joint gains of random sets of games, and where named sets are among them.

    Parameters
    ----------
    random : array_like of float
        Joint gains of random sets in bits.
    marks : mapping of str to float
        Joint gains of named sets.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        What is drawn along the axis.
    n_bins : int, optional
        Bins of the histogram.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five marks.
    """
    ax.hist(np.asarray(random, dtype=float), bins=n_bins, color=GREY, alpha=0.55)
    top = ax.get_ylim()[1]
    for place, ((name, value), (colour, marker)) in enumerate(
        zip(marks.items(), looks(marks, "marks"), strict=True)
    ):
        height = top * (1.08 + 0.16 * (len(marks) - 1 - place))
        ax.plot([value, value], [0, height], color=colour, lw=1.4)
        ax.plot([value], [height], marker, color=colour, ms=5)
        ax.annotate(
            name,
            (value, height),
            xytext=(-6, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            color=colour,
            fontsize=8.8,
        )
    ax.set(xlabel=xlabel, ylim=(0, top * (1.2 + 0.16 * (len(marks) - 1))), yticks=[])
    ax.spines["left"].set_visible(False)
    return ax
