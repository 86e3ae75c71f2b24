"""Figures about local gains, live scores and their noise."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from scipy.stats import norm

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, looks

__all__ = ["band_widths", "local_and_live", "neighbours", "silence"]


def local_and_live(local: npt.ArrayLike, live: npt.ArrayLike, ax: Axes) -> Axes:
    """Draw the live gain of versions against their local gain.

    Parameters
    ----------
    local, live : array_like of float, shape (n,)
        Gain against the local panel in Elo, and change of the live score in points.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x, y = np.asarray(local), np.asarray(live)
    for chosen, colour, marker in ((y > 0, BLUE, "o"), (y <= 0, VERMILLION, "v")):
        ax.plot(x[chosen], y[chosen], marker, color=colour, ms=3.5, alpha=0.55, mew=0)
    ax.axhline(0, color=BLACK, lw=0.8)
    for place, va, text, colour in (
        (0.97, "top", "the live score rose", BLUE),
        (0.03, "bottom", "the live score fell", VERMILLION),
    ):
        ax.text(0.98, place, text, transform=ax.transAxes, ha="right", va=va, color=colour)
    ax.set(xlabel="gain against the local panel (Elo)", ylabel="change of the live score\n(points)")
    return ax


def band_widths(n: npt.ArrayLike, half_widths: npt.ArrayLike, ax: Axes, *, known: float) -> Axes:
    """Draw how the noise band narrows with resubmissions of identical code.

    Parameters
    ----------
    n, half_widths : array_like of float, shape (n,)
        Resubmissions, and the half-width of the band in standard deviations.
    ax : matplotlib.axes.Axes
        Where to draw.
    known : float
        The half-width if the standard deviation were known.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x, y = np.asarray(n), np.asarray(half_widths)
    ax.plot(x, y, color=BLUE, marker="o", ms=5)
    for place, value in zip(x, y, strict=True):
        if place <= 5:
            ax.annotate(
                f"{value:.1f}",
                (place, value),
                xytext=(6, 5),
                textcoords="offset points",
                color=BLUE,
            )
    ax.axhline(known, color=BLACK, lw=1, ls="--")
    ax.annotate(
        f"spread known: {known:.1f}",
        (float(x[-1]), known),
        xytext=(0, -4),
        textcoords="offset points",
        ha="right",
        va="top",
    )
    ax.set(
        xlabel="resubmissions of identical code",
        ylabel="half-width of the band\n(observed standard deviations)",
        xticks=x,
        ylim=(0, float(y.max()) * 1.12),
    )
    return ax


def neighbours(gaps: Sequence[float], ax: Axes, *, sd: float, labels: Mapping[float, str]) -> Axes:
    """Draw where a resubmission of identical code comes out, and who stands above.

    Parameters
    ----------
    gaps : sequence of float
        Distances of the bots above, in points.
    ax : matplotlib.axes.Axes
        Where to draw.
    sd : float
        Standard deviation of the score of one submission, taken as normal around the present one.
    labels : mapping of float to str
        Texts beside some of the gaps.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x = np.linspace(-3.5 * sd, max(max(gaps) + sd, 3.5 * sd), 400)
    density = norm.pdf(x, scale=sd)
    ax.fill_between(x, density, color=BLUE, alpha=0.2, lw=0)
    ax.plot(x, density, color=BLUE)
    top = float(density.max())
    for gap in gaps:
        ax.axvline(gap, color=VERMILLION, lw=1.2, ls="--")
    for gap, text in labels.items():
        ax.annotate(
            text,
            (gap, top),
            xytext=(5, 0),
            textcoords="offset points",
            va="top",
            color=VERMILLION,
            fontsize=8.8,
        )
    ax.text(-1.1 * sd, 0.72 * top, "identical code,\nonce more", ha="right", color=BLUE)
    ax.set(xlabel="points above the present score", yticks=[], ylim=(0, 1.08 * top))
    ax.spines["left"].set_visible(False)
    return ax


def silence(gains: npt.ArrayLike, curves: Mapping[str, npt.ArrayLike], ax: Axes) -> Axes:
    """Draw how often none of several improved versions stands out.

    Parameters
    ----------
    gains : array_like of float, shape (n,)
        Real gain that every version has, in points.
    curves : mapping of str to array_like of float
        Probability that none is called better, by the label at the right end.
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
    x = np.asarray(gains, dtype=float)
    for (label, values), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        y = np.asarray(values, dtype=float)
        ax.plot(x, y, color=colour, marker=marker, ms=4, markevery=4, label=label)
    ax.axhline(0, color=GREY, lw=0.8)
    ax.set(
        xlabel="real gain of every one of them (points)",
        ylabel="none is called better",
        xlim=(float(x[0]), float(x[-1])),
        ylim=(0, 1),
    )
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="upper right")
    return ax
