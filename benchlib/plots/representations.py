"""Figures about representations: screens, what is seen of them, and what it costs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from benchlib.ale.features import N_COLUMNS, N_ROWS, Region
from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, looks

__all__ = [
    "bits_and_pairs",
    "cells",
    "classes_on_screen",
    "features_met",
    "locality",
    "merging",
    "screens",
]

# Where a cell of the grid shows nothing.
_EMPTY = 0.93

# Most colours that a cell is drawn with; it is as wide as their least common multiple.
_MOST_STRIPES = 4
_WIDE, _HIGH = 12, 18


def screens(
    pictures: Mapping[str, npt.ArrayLike], axes: Sequence[Axes], *, grid: bool = False
) -> Sequence[Axes]:
    """Show screens side by side.

    Parameters
    ----------
    pictures : mapping of str to array_like, (height, width, 3) or (height, width)
        Colours of the pixels, or truth values, which are drawn black on white, by the label above.
    axes : sequence of matplotlib.axes.Axes
        One for each picture.
    grid : bool, optional
        Whether the grid of cells is laid over them.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    for ax, (label, picture) in zip(axes, pictures.items(), strict=True):
        pixels = np.asarray(picture)
        height, width = pixels.shape[:2]
        if pixels.ndim == 2:
            ax.imshow(pixels, cmap="Greys", vmin=0, vmax=1, interpolation="none")
        else:
            ax.imshow(pixels, interpolation="none")
        if grid:
            lines: dict[str, Any] = {"color": GREY, "lw": 0.35}
            ax.vlines(
                np.arange(1, N_COLUMNS) * width / N_COLUMNS - 0.5, -0.5, height - 0.5, **lines
            )
            ax.hlines(np.arange(1, N_ROWS) * height / N_ROWS - 0.5, -0.5, width - 0.5, **lines)
        _framed(ax, label)
    return axes


def cells(occupied: npt.ArrayLike, colours: npt.ArrayLike, ax: Axes, *, label: str) -> Axes:
    """Draw the cells of the grid, each striped with the colours that it shows.

    Parameters
    ----------
    occupied : array_like of bool, (14, 16, n_colours)
        As from `features.occupied_cells`.
    colours : array_like of float, (n_colours, 3)
        Red, green and blue of each colour, from 0 to 1.
    ax : matplotlib.axes.Axes
        Where to draw.
    label : str
        What stands above.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Notes
    -----
    Of more than four colours in a cell the first four are drawn.
    """
    found, table = np.asarray(occupied), np.asarray(colours, dtype=float)
    rows, columns, _ = found.shape
    image = np.full((rows * _HIGH, columns * _WIDE, 3), _EMPTY)
    for row, column in np.argwhere(found.any(axis=2)).tolist():
        shown = np.flatnonzero(found[row, column])[:_MOST_STRIPES]
        stripes = np.repeat(table[shown], _WIDE // len(shown), axis=0)
        image[row * _HIGH : (row + 1) * _HIGH, column * _WIDE : (column + 1) * _WIDE] = stripes
    ax.imshow(image, interpolation="none")
    ax.vlines(np.arange(1, columns) * _WIDE - 0.5, -0.5, rows * _HIGH - 0.5, color="white", lw=0.6)
    ax.hlines(np.arange(1, rows) * _HIGH - 0.5, -0.5, columns * _WIDE - 0.5, color="white", lw=0.6)
    return _framed(ax, label)


def features_met(met: Mapping[str, npt.ArrayLike], ax: Axes) -> Axes:
    """Draw how many different features were met after so many screens.

    Parameters
    ----------
    met : mapping of str to array_like of int, (n_screens,)
        Features met up to each screen, by label; at most five, and as long as each other.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five labels.
    """
    for (label, counts), (colour, marker) in zip(met.items(), looks(met, "met"), strict=True):
        values = np.asarray(counts)
        places = np.arange(1, len(values) + 1)
        ax.plot(
            places, values, color=colour, marker=marker, markevery=(len(values) // 10, 200), ms=4
        )
        ax.annotate(
            label,
            (places[-1], values[-1]),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )
    ax.set_yscale("log")
    ax.set(xlabel="screens looked at", ylabel="different features met", xlim=(0, None))
    return ax


def bits_and_pairs(bits: npt.ArrayLike, axes: Sequence[Axes]) -> Sequence[Axes]:
    """Draw the bits of a memory as a square, and all their pairs as a triangle.

    Parameters
    ----------
    bits : array_like of bool, (n,)
        The bits; n is a square number.
    axes : sequence of matplotlib.axes.Axes
        Two.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    values = np.asarray(bits, dtype=bool)
    side = round(len(values) ** 0.5)
    look: dict[str, Any] = {"cmap": "Greys", "vmin": 0, "vmax": 1, "interpolation": "none"}
    axes[0].imshow(values.reshape(side, side), **look)
    _framed(axes[0], f"{values.sum()} of {len(values):,} bits are 1")
    pairs = np.tril(values[:, None] & values, -1)
    axes[1].imshow(pairs, **look)
    axes[1].plot([0, len(values)], [0, len(values)], color=GREY, lw=0.8)
    _framed(axes[1], f"{pairs.sum():,} pairs are 1")
    axes[1].set(xlabel="bit", ylabel="bit")
    return axes


def locality(
    distance: npt.ArrayLike,
    share: npt.ArrayLike,
    low: npt.ArrayLike,
    high: npt.ArrayLike,
    ax: Axes,
    *,
    expected: tuple[npt.ArrayLike, npt.ArrayLike],
    labels: Sequence[str],
) -> Axes:
    """Draw which share of hash functions two screens have in common, by how much they differ.

    Parameters
    ----------
    distance, share, low, high : array_like of float, (n_pairs,)
        Bits that differ, share of the functions that agree, and the ends of its interval.
    ax : matplotlib.axes.Axes
        Where to draw.
    expected : (array_like of float, array_like of float)
        Distances and the shares that theory gives for them.
    labels : sequence of str
        What each pair of screens is.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x, y, lower, upper = (np.asarray(part, dtype=float) for part in (distance, share, low, high))
    order = np.argsort(expected[0])
    ax.plot(
        *(np.asarray(part, dtype=float)[order] for part in expected),
        color=GREY,
        ls="--",
        lw=1.2,
        zorder=0,
    )
    ax.errorbar(x, y, yerr=[y - lower, upper - y], fmt="o", color=BLUE, ms=4, lw=1.2)
    for place, (at, height, label) in enumerate(zip(x, y, labels, strict=True)):
        # Labels of neighbours lie on two sides of the curve.
        above = place % 2
        ax.annotate(
            label,
            (at, height),
            xytext=(5, 5) if above else (-5, -6),
            textcoords="offset points",
            ha="left" if above else "right",
            va="bottom" if above else "top",
        )
    ax.set_xscale("log")
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set(xlabel="bits of the screen that differ", ylabel="hash functions that agree")
    ax.set(ylim=(0, 1.12))
    return ax


def classes_on_screen(
    picture: npt.ArrayLike, regions: Iterable[Region], ax: Axes, *, marked: int, label: str
) -> Axes:
    """Draw the boxes of regions over a screen, numbered by class, those of one class thick.

    Parameters
    ----------
    picture : array_like, (height, width, 3)
        Colours of the pixels, from 0 to 1.
    regions : iterable of Region
        As from `features.find_regions`; those of no class are dashed.
    ax : matplotlib.axes.Axes
        Where to draw.
    marked : int
        The class that is drawn thick.
    label : str
        What stands above.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    # Paler, so that boxes and numbers stand out.
    ax.imshow(0.45 * np.asarray(picture, dtype=float) + 0.55, interpolation="none")
    for region in regions:
        of_class = region.object_class == marked
        colour = VERMILLION if of_class else BLACK
        ax.add_patch(
            Rectangle(
                (region.left - 1.5, region.top - 1.5),
                region.width + 2,
                region.height + 2,
                fill=False,
                ec=colour,
                lw=2 if of_class else 0.9,
                ls="-" if region.object_class >= 0 else ":",
            )
        )
        if region.object_class >= 0:
            ax.text(
                region.left + region.width + 2,
                region.top + region.height / 2,
                str(region.object_class),
                color=colour,
                va="center",
                weight="bold" if of_class else "normal",
                clip_on=True,
            )
    return _framed(ax, label)


def merging(
    thresholds: Sequence[float],
    columns: Mapping[str, npt.ArrayLike],
    axes: Sequence[Axes],
) -> Sequence[Axes]:
    """Draw what a threshold does, a dot for each sample and a line through their means.

    Parameters
    ----------
    thresholds : sequence of float
        Likeness from which on shapes are merged.
    columns : mapping of str to array_like of float, (n_thresholds, n_samples)
        Shares, by the label above the panel.
    axes : sequence of matplotlib.axes.Axes
        One for each column.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    shown = ((VERMILLION, "D"), (BLUE, "o"), (BLACK, "s"))
    for ax, (label, column), (colour, marker) in zip(axes, columns.items(), shown, strict=False):
        shares = np.asarray(column, dtype=float)
        ax.plot(thresholds, shares.mean(axis=1), color=colour, lw=1.4)
        ax.plot(thresholds, shares, marker, color=colour, mfc="none", ms=4.5)
        ax.set_title(label)
        ax.set(xticks=thresholds, ylim=(-0.03 * shares.max(), None))
        ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    # One label for all panels, as they are narrow.
    axes[len(columns) // 2].set_xlabel("likeness from which on shapes are merged")
    return axes


def _framed(ax: Axes, label: str) -> Axes:
    """Leave a picture without ticks, in a frame, with its label above."""
    ax.set_title(label)
    ax.tick_params(which="both", length=0, labelbottom=False, labelleft=False)
    for side in ("top", "right"):
        ax.spines[side].set_visible(True)
    return ax
