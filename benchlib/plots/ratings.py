"""Figures about ratings of bots and what they hide."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch

from benchlib.bradley_terry import Intransitivity, PairResiduals
from benchlib.plots.style import BLUE, GREY, VERMILLION, looks
from benchlib.results import Estimate

__all__ = [
    "iteration_paths",
    "levels",
    "paired_intervals",
    "prior_lines",
    "residual_matrix",
    "who_beats_whom",
]


def who_beats_whom(points: npt.ArrayLike, bots: Sequence[str], ax: Axes) -> Axes:
    """Draw bots in a circle with an arrow from the winner to the loser of every pair.

    Parameters
    ----------
    points : array_like of float, shape (n_bots, n_bots)
        Points that the bot of the row took from that of the column.
    bots : sequence of str
        Names of the bots, placed clockwise from the top.
    ax : matplotlib.axes.Axes
        Where to draw; it is used from -2.3 to 2.3 by -1.35 to 1.35.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    taken = np.asarray(points, dtype=np.float64)
    angle = np.pi / 2 - 2 * np.pi * np.arange(len(bots)) / len(bots)
    places = np.column_stack([1.8 * np.cos(angle), np.sin(angle)])  # a figure is wide
    ax.set(xlim=(-2.3, 2.3), ylim=(-1.35, 1.35), aspect="equal")
    ax.set_axis_off()
    for i, j in zip(*np.nonzero(taken > taken.T), strict=True):
        ax.add_patch(
            FancyArrowPatch(
                places[i], places[j], arrowstyle="-|>", mutation_scale=16, shrinkA=24, shrinkB=24,
                color=BLUE, lw=1.6,
            )
        )  # fmt: skip
        middle = (places[i] + places[j]) / 2
        ax.annotate(
            f"{taken[i, j]:g}–{taken[j, i]:g}",
            middle,
            ha="center",
            va="center",
            bbox={"fc": "white", "ec": "none", "pad": 1.5},
        )
    for name, place in zip(bots, places, strict=True):
        ax.plot(*place, "o", color=GREY, ms=34, mfc="white")
        ax.annotate(name, place, ha="center", va="center")
    return ax


def iteration_paths(paths: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]], ax: Axes) -> Axes:
    """Draw how ratings move while they are fitted, against the number of iterations.

    Parameters
    ----------
    paths : mapping of str to (array_like, array_like)
        Numbers of iterations and the rating after each, by the label at the end.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five paths.
    """
    longest = 1
    for (label, (n, path)), (colour, marker) in zip(
        paths.items(), looks(paths, "paths"), strict=True
    ):
        x, y = np.asarray(n), np.asarray(path)
        longest = max(longest, int(x[-1]))
        ax.plot(x, y, color=colour)
        ax.plot(x[-1], y[-1], marker, color=colour, ms=6)
        ax.annotate(
            label,
            (x[-1], y[-1]),
            xytext=(8, 0),
            textcoords="offset points",
            color=colour,
            va="center",
        )
    ax.set(xscale="log", xlabel="iterations", ylabel="rating (Elo)", xlim=(1, longest * 40))
    ax.set_xticks([10**k for k in range(int(np.log10(longest)) + 1)])
    ax.minorticks_off()
    return ax


def prior_lines(priors: npt.ArrayLike, gaps: Mapping[str, npt.ArrayLike], ax: Axes) -> Axes:
    """Draw a rating gap against the prior, one line for each way to play the games.

    Parameters
    ----------
    priors : array_like of float, shape (n_priors,)
        Points added each way to every pair.
    gaps : mapping of str to array_like of float, shape (n_priors,)
        Gaps in Elo, by the label at the right end.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five gaps.
    """
    x = np.asarray(priors, dtype=np.float64)
    for (label, gap), (colour, marker) in zip(gaps.items(), looks(gaps, "gaps"), strict=True):
        y = np.asarray(gap)
        ax.plot(x, y, color=colour, marker=marker, ms=5)
        ax.annotate(
            label, (x[-1], y[-1]), xytext=(8, 0), textcoords="offset points", color=colour,
            va="center",
        )  # fmt: skip
    top = max(float(np.max(gap)) for gap in gaps.values())
    ax.set(
        xscale="log",
        xlabel="prior (points added each way to every pair)",
        ylabel="gap (Elo)",
        xlim=(x.min() * 0.85, x.max() * 7),
        ylim=(0, top * 1.05),
    )
    ax.set_xticks(x, labels=[f"{value:g}" for value in x])
    ax.minorticks_off()
    return ax


def paired_intervals(
    first: Mapping[str, Estimate],
    second: Mapping[str, Estimate],
    labels: tuple[str, str],
    ax: Axes,
) -> Axes:
    """Draw two intervals for each bot, one above the other, the best bot on top.

    Parameters
    ----------
    first, second : mapping of str to Estimate
        The estimate of each bot in Elo, with one interval and with another.
    labels : tuple of str
        What the two intervals are.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    names = sorted(first, key=lambda name: first[name].estimate)
    styles = ((BLUE, "o", 0.13), (VERMILLION, "D", -0.13))
    for chosen, label, (colour, marker, shift) in zip((first, second), labels, styles, strict=True):
        value = np.array([chosen[name].estimate for name in names])
        ends = [chosen[name].confidence_interval for name in names]
        low, high = (np.array([getattr(end, side) for end in ends]) for side in ("low", "high"))
        ax.errorbar(
            value, np.arange(len(names)) + shift, xerr=[value - low, high - value], fmt=marker,
            color=colour, ms=5, lw=1.6, capsize=3, label=label,
        )  # fmt: skip
    ax.axvline(0, color=GREY, lw=0.8, ls=":")
    ax.set(
        yticks=range(len(names)),
        yticklabels=names,
        xlabel="rating against the panel's mean (Elo)",
        ylim=(-0.6, len(names) - 0.4),
    )
    ax.tick_params(axis="y", length=0)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return ax


def residual_matrix(residuals: PairResiduals, bots: Sequence[str], ax: Axes) -> Axes:
    """Draw by how much each bot does better against each other than the ratings say.

    Parameters
    ----------
    residuals : PairResiduals
        One entry a pair that met.
    bots : sequence of str
        Names in the order of rows and columns.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    place = {name: k for k, name in enumerate(bots)}
    matrix = np.full((len(bots), len(bots)), np.nan)
    for one, other, value in zip(
        residuals.bot_1, residuals.bot_2, residuals.residual_elo, strict=True
    ):
        matrix[place[one], place[other]] = value
        matrix[place[other], place[one]] = -value
    reach = float(np.nanmax(np.abs(matrix)))
    ax.imshow(matrix, cmap="RdBu_r", vmin=-reach, vmax=reach, aspect="auto")
    for row, column in np.argwhere(np.isfinite(matrix)):
        value = matrix[row, column]
        ax.annotate(
            f"{round(value) or 0:+d}".replace("-", "−"), (column, row), ha="center", va="center",
            fontsize=8.8, color="white" if abs(value) > 0.6 * reach else "#222222",
        )  # fmt: skip
    ax.set(xticks=range(len(bots)), yticks=range(len(bots)), xlabel="against")
    ax.set_xticklabels(bots, rotation=30, ha="right", rotation_mode="anchor")
    ax.set_yticklabels(bots)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def levels(found: Intransitivity, ax: Axes) -> Axes:
    """Draw, for each level of strength, how much of the results is ladder and how much cycle.

    Parameters
    ----------
    found : Intransitivity
        With its levels, the strongest first; that one is drawn on top.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    rows = np.arange(len(found.levels))[::-1]
    cyclic = np.array([level.cyclic_elo for level in found.levels])
    ladder = np.array([level.transitive_elo for level in found.levels])
    ax.hlines(rows, np.fmin(cyclic, ladder), np.fmax(cyclic, ladder), color=GREY, lw=1)
    for values, colour, marker, label in (
        (ladder, BLUE, "s", "ladder"),
        (cyclic, VERMILLION, "o", "cycle"),
    ):
        ax.plot(values, rows, marker, color=colour, ms=8, ls="none", label=label)
    names = ["strongest", *(["middle"] * (len(rows) - 2)), "weakest"]
    ax.set(
        yticks=rows,
        yticklabels=[f"{name} {len(x.bots)}" for name, x in zip(names, found.levels, strict=True)],
        xlabel="typical size of a pair's gap (Elo)",
        xlim=(-5, None),
        ylim=(-0.5, len(rows) - 0.5),
    )
    ax.tick_params(axis="y", length=0)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return ax
