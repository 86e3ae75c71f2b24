"""Figures about decisions that are taken again and again: gates, lineages and sequential tests."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.gates import GateRates
from benchlib.plots.style import BLACK, BLUE, GREEN, GREY, VERMILLION, looks
from benchlib.sequential import OperatingCharacteristics, WaldBounds

__all__ = ["false_alarms", "lengths", "lineage_bands", "promotion_curves", "walks"]

_DASHES = ("-", "--", "-.", ":", (0, (5, 1)))


def lineage_bands(
    bands: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]], ax: Axes
) -> Axes:
    """Draw what lineages gain from candidate to candidate, each with a band.

    Parameters
    ----------
    bands : mapping of str to (array_like, array_like, array_like)
        Low end, middle and high end after each candidate, in Elo, from the start; up to five, by
        the label at their end.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five bands.
    """
    ends, last = [], 0
    for (label, band), (colour, _), dash in zip(
        bands.items(), looks(bands, "bands"), _DASHES, strict=False
    ):
        low, middle, high = (np.asarray(part, dtype=float) for part in band)
        x = np.arange(len(middle))
        ax.fill_between(x, low, high, color=colour, alpha=0.16, lw=0)
        ax.plot(x, middle, color=colour, ls=dash, lw=2)
        ends.append((float(middle[-1]), label, colour))
        last = max(last, len(middle) - 1)
    # From bottom to top, each label at least its own height above the one before.
    bottom, top = ax.get_ylim()
    step, place = 0.1 * (top - bottom), -np.inf
    for y, label, colour in sorted(ends):
        place = max(y, place + step)
        ax.annotate(
            label,
            (last, place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=colour,
        )
    ax.axhline(0, color=GREY, lw=0.8, ls=":")
    ax.set(
        xlabel="candidates that came to the gate",
        ylabel="gain since the start (Elo)",
        xlim=(0, last * 1.36),
    )
    ax.set_xticks([tick for tick in ax.get_xticks() if tick <= last])
    return ax


def promotion_curves(curves: Mapping[str, GateRates], ax: Axes) -> Axes:
    """Draw the chance of promotion against a candidate's true win rate.

    Parameters
    ----------
    curves : mapping of str to GateRates
        Up to five gates, over the same candidates, by label. How common candidates of each
        strength are is drawn behind them, on a scale of its own.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    first = next(iter(curves.values()))
    ax.fill_between(
        first.win_rates, 0.3 * first.weights / first.weights.max(), color=GREY, alpha=0.25, lw=0
    )
    # Beside the left slope, where no curve has risen yet.
    side = int(np.searchsorted(np.cumsum(first.weights), 0.15))
    ax.annotate(
        "candidates",
        (float(first.win_rates[side]), 0.18),
        xytext=(-6, 0),
        textcoords="offset points",
        ha="right",
        color="#555555",
    )
    for (label, gate), (colour, _), dash in zip(
        curves.items(), looks(curves, "curves"), _DASHES, strict=False
    ):
        ax.plot(
            gate.win_rates, gate.promotion_probability, color=colour, ls=dash, label=label, zorder=3
        )
    ax.axvline(0.5, color=BLACK, lw=0.8, ls=":")
    ax.annotate(
        "as strong as\nthe champion",
        (0.5, 1.0),
        xytext=(-5, 0),
        textcoords="offset points",
        ha="right",
        va="top",
    )
    ax.set(xlabel="true win rate against the champion", ylabel="chance of promotion")
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="upper left", bbox_to_anchor=(0.0, 0.82), handlelength=2.6)
    return ax


def false_alarms(
    n_looks: npt.ArrayLike,
    share: npt.ArrayLike,
    standard_error: npt.ArrayLike,
    ax: Axes,
    *,
    nominal: float,
) -> Axes:
    """Draw how often equal bots have been called different after so many looks.

    Parameters
    ----------
    n_looks, share, standard_error : array_like of float, shape (n,)
        Looks taken, share of tests with a false alarm by then, and its Monte Carlo error.
    ax : matplotlib.axes.Axes
        Where to draw.
    nominal : float
        The error rate that a single look promises.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x, y = np.asarray(n_looks), np.asarray(share)
    ax.errorbar(x, y, yerr=1.96 * np.asarray(standard_error), color=VERMILLION, marker="o", ms=4)
    ax.axhline(nominal, color=BLACK, lw=1, ls="--")
    ax.annotate(
        f"promised: {nominal:.0%}",
        (float(x[-1]), nominal),
        xytext=(0, 4),
        textcoords="offset points",
        ha="right",
    )
    ax.set(xlabel="looks so far, one after every 100 games", ylabel="false alarm by then")
    ax.set_xticks([tick for tick in (1, 5, 10, 15, 20, 30, 40, 50) if tick <= x[-1]])
    ax.set_ylim(0, float(y.max()) * 1.12)
    ax.yaxis.set_major_formatter("{x:.0%}")
    return ax


def walks(paths: Sequence[npt.ArrayLike], bounds: WaldBounds, ax: Axes) -> Axes:
    """Draw log-likelihood ratios that walk until they reach a bound.

    Parameters
    ----------
    paths : sequence of array_like
        The ratio after each game, up to where the test ended.
    bounds : WaldBounds
        Where tests end.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    longest = 0
    for path in paths:
        values = np.concatenate(([0.0], np.asarray(path, dtype=float)))
        end = values[-1]
        colour, marker = GREY, "o"
        if end >= bounds.upper:
            colour, marker = GREEN, "^"
        elif end <= bounds.lower:
            colour, marker = VERMILLION, "v"
        ax.plot(np.arange(len(values)), values, color=colour, lw=0.9)
        ax.plot(len(values) - 1, end, marker, color=colour, ms=6, zorder=4)
        longest = max(longest, len(values) - 1)
    for bound, text, side in ((bounds.upper, "accept H1", 1), (bounds.lower, "accept H0", -1)):
        ax.axhline(bound, color=BLACK, lw=1, ls="--")
        ax.annotate(
            text,
            (longest, bound),
            xytext=(0, 7 * side),
            textcoords="offset points",
            ha="right",
            va="bottom" if side > 0 else "top",
        )
    ax.axhline(0, color=GREY, lw=0.8, ls=":")
    width = bounds.upper - bounds.lower
    ax.set(
        xlabel="games",
        ylabel="log-likelihood ratio",
        ylim=(bounds.lower - 0.22 * width, bounds.upper + 0.22 * width),
    )
    return ax


def lengths(
    elo: npt.ArrayLike, tests: Sequence[OperatingCharacteristics], ax: Axes, *, fixed: int
) -> Axes:
    """Draw the mean length of a sequential test against the true gain.

    Parameters
    ----------
    elo : array_like of float, shape (n,)
        True gains.
    tests : sequence of OperatingCharacteristics
        What the test does for each of them.
    ax : matplotlib.axes.Axes
        Where to draw.
    fixed : int
        Games of a test of fixed length with the same error rates.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x = np.asarray(elo, dtype=float)
    mean = np.array([test.mean_steps for test in tests])
    error = np.array([test.mean_steps_standard_error for test in tests])
    ax.errorbar(x, mean, yerr=1.96 * error, color=BLUE, marker="s", ms=4, capsize=2)
    nine_tenths = np.array([np.quantile(test.steps, 0.9) for test in tests])
    ax.plot(x, nine_tenths, color=BLUE, lw=1, ls=":")
    ax.axhline(fixed, color=BLACK, lw=1, ls="--")
    for y, text, colour, va in (
        (float(mean[-1]), "mean", BLUE, "top"),
        (float(nine_tenths[-1]), "9 of 10 tests\nare shorter", BLUE, "bottom"),
        (float(fixed), "fixed length", BLACK, "bottom"),
    ):
        up = 3 if va == "bottom" else -1
        ax.annotate(
            text, (x[-1], y), xytext=(7, up), textcoords="offset points", va=va, color=colour
        )
    ax.set(
        xlabel="true gain (Elo)",
        ylabel="games",
        xlim=(x[0] - 2, x[-1] + 0.42 * (x[-1] - x[0])),
        ylim=(0, None),
    )
    ax.set_xticks(x)
    return ax
