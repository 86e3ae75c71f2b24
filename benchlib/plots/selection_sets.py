"""Figures about sets of problems: what is in a set, what it tells, and how sure the choice is."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, looks
from benchlib.results import Estimate

__all__ = ["followed", "labelled_curves", "ranked", "two_quantities"]


def ranked(
    names: Sequence[str],
    values: npt.ArrayLike,
    ax: Axes,
    *,
    xlabel: str,
    marked: Collection[str] = (),
    notes: Mapping[str, str] | None = None,
    reference: tuple[float, str] | None = None,
) -> Axes:
    """Draw a value for each name as a dot on a stem, the first name on top.

    Parameters
    ----------
    names : sequence of str
        Names in the order in which they are drawn.
    values : array_like of float, shape (n_names,)
        One value a name.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        What is drawn, with its unit.
    marked : collection of str, optional
        Names that stand out, by colour and by marker.
    notes : mapping of str to str, optional
        Words beside the dot of a name.
    reference : tuple of (float, str), optional
        A value to draw as a dotted line, and its label.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x, rows = np.asarray(values), np.arange(len(names))
    picked = np.array([name in marked for name in names])
    for these, colour, marker in ((~picked, GREY, "o"), (picked, VERMILLION, "D")):
        ax.hlines(rows[these], 0, x[these], color=colour, lw=1.2)
        ax.plot(x[these], rows[these], marker, color=colour, ms=5.5, ls="none")
    for name, words in (notes or {}).items():
        row = list(names).index(name)
        ax.annotate(
            words, (x[row], row), xytext=(8, 0), textcoords="offset points", va="center",
            fontsize=8.8,
        )  # fmt: skip
    if reference is not None:
        ax.axvline(reference[0], color=GREY, lw=0.9, ls=":")
        ax.annotate(
            reference[1],
            (reference[0], len(names) - 1),
            xytext=(4, 0),
            textcoords="offset points",
            color="#555555",
            fontsize=8.8,
            va="center",
        )
    ax.set(xlabel=xlabel, ylim=(len(names) - 0.3, -0.7), xlim=(0, None))
    ax.set_yticks(rows, labels=list(names))
    ax.tick_params(axis="y", length=0)
    return ax


def labelled_curves(
    x: npt.ArrayLike,
    curves: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    xlabel: str,
    ylabel: str,
    logarithmic: bool = False,
    markers: bool = True,
    reference: tuple[float, str] | None = None,
    room: float = 0.3,
) -> Axes:
    """Draw up to five curves over the same places, each named at its right end.

    Parameters
    ----------
    x : array_like of float, shape (n_points,)
        Places, ascending.
    curves : mapping of str to array_like of float, shape (n_points,)
        Values by label; a shorter curve ends earlier.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel, ylabel : str
        What is drawn, with units.
    logarithmic : bool, optional
        Whether the places stand on a logarithmic axis.
    markers : bool, optional
        Whether every point has a marker; without, curves differ by dashes.
    reference : tuple of (float, str), optional
        A value to draw as a dotted line, and its label.
    room : float, optional
        Space for the labels, as a share of the width of the curves.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    places = np.asarray(x, dtype=float)
    ends = []
    for (label, curve), (colour, marker), dash in zip(
        curves.items(),
        looks(curves, "curves"),
        ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))),
        strict=False,
    ):
        y = np.asarray(curve)
        where = places[: len(y)]
        style = {"marker": marker, "ms": 4.5} if markers else {"ls": dash}
        ax.plot(where, y, color=colour, **style)
        ends.append((float(y[-1]), float(where[-1]), label, colour))
    top = max(float(np.max(np.asarray(c))) for c in curves.values())
    if reference is not None:
        top = max(top, reference[0])
        ax.plot(places[[0, -1]], [reference[0]] * 2, color=GREY, lw=0.9, ls=":")
        ax.annotate(
            reference[1], (places[0], reference[0]), xytext=(0, 3), textcoords="offset points",
            color="#555555", fontsize=8.8,
        )  # fmt: skip
    ends.sort(key=lambda end: end[0])
    heights = _apart([end[0] for end in ends], 0.075 * top)
    for (_, x_end, label, colour), height in zip(ends, heights, strict=True):
        ax.annotate(
            label,
            (x_end, height),
            xytext=(8, 0),
            textcoords="offset points",
            color=colour,
            va="center",
            fontsize=8.8,
        )
    # A little room below zero, so that the label of a curve that ends there is not struck through.
    ax.set(xlabel=xlabel, ylabel=ylabel, ylim=(-0.06 * top, 1.1 * top))
    if logarithmic:
        ax.set_xscale("log")
        ax.set_xlim(places[0] * 0.85, places[-1] * (places[-1] / places[0]) ** room)
        ax.set_xticks(places, labels=[f"{place:,.0f}" for place in places])
        ax.minorticks_off()
    else:
        width = places[-1] - places[0]
        ax.set_xlim(places[0] - 0.03 * width, places[-1] + room * width)
        ax.set_xticks([t for t in ax.get_xticks() if places[0] <= t <= places[-1]])
    return ax


def followed(
    x: npt.ArrayLike,
    curves: Mapping[str, Sequence[Estimate]],
    ax: Axes,
    *,
    xlabel: str,
    ylabel: str,
    again: tuple[float, Estimate, str] | None = None,
    room: float = 0.3,
) -> Axes:
    """Draw estimates along the settings of a dial, with intervals, and ring the best of each.

    Parameters
    ----------
    x : array_like of float, shape (n_settings,)
        Settings, ascending.
    curves : mapping of str to sequence of Estimate, shape (n_settings,)
        Estimates by label, of up to five quantities.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel, ylabel : str
        What is drawn, with units.
    again : tuple of (float, Estimate, str), optional
        A setting that was measured once more, beside the old estimate, and a label.
    room : float, optional
        Space for the labels, as a share of the width of the curves.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    places = np.asarray(x, dtype=float)
    width = places[-1] - places[0]
    # Side by side, so that intervals of one setting do not lie on each other.
    step = 0.008 * width
    top = 0.0
    for k, ((label, found), (colour, marker)) in enumerate(
        zip(curves.items(), looks(curves, "curves"), strict=True)
    ):
        across = places + step * (k - (len(curves) - 1) / 2)
        y = np.array([f.estimate for f in found])
        _intervals(across, found, ax, colour=colour, marker=marker, ls="-")
        best = int(np.argmax(y))
        ax.plot(across[best], y[best], "o", ms=12, mfc="none", mec=colour, mew=1.2, ls="none")
        ax.annotate(
            label, (across[-1], y[-1]), xytext=(8, 0), textcoords="offset points", color=colour,
            va="center", fontsize=8.8,
        )  # fmt: skip
        top = max(top, *(f.confidence_interval.high for f in found))
    if again is not None:
        place, found_again, label = again
        across = np.array([place + 3.5 * step])
        _intervals(across, [found_again], ax, colour=BLACK, marker="D", ls="none")
        ends = found_again.confidence_interval
        ax.annotate(
            label, (across[0], ends.low), xytext=(-6, -3), textcoords="offset points", va="top",
            ha="center", fontsize=8.8,
        )  # fmt: skip
        top = max(top, ends.high)
    ax.set(xlabel=xlabel, ylabel=ylabel, ylim=(0, 1.1 * top))
    ax.set_xlim(places[0] - 0.03 * width, places[-1] + room * width)
    ax.set_xticks([t for t in ax.get_xticks() if places[0] <= t <= places[-1]])
    return ax


def _intervals(
    x: npt.NDArray[np.float64],
    found: Sequence[Estimate],
    ax: Axes,
    *,
    colour: str,
    marker: str,
    ls: str,
) -> None:
    """Draw estimates as markers with their intervals."""
    y = np.array([f.estimate for f in found])
    low, high = (
        np.array([getattr(f.confidence_interval, end) for f in found]) for end in ("low", "high")
    )
    ax.plot(x, y, color=colour, marker=marker, ms=4.5, ls=ls)
    ax.vlines(x, low, high, color=colour, lw=1.1)


def _apart(heights: list[float], step: float) -> list[float]:
    """Move ascending heights apart by at least a step, each group about its own middle.

    None goes below the axis, which starts at zero.
    """
    groups: list[list[float]] = []
    for k, height in enumerate(heights):
        # Less their steps, heights that are too close stand in the wrong order; pool those.
        groups.append([height - k * step])
        while len(groups) > 1 and np.mean(groups[-2]) > np.mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    pooled = [float(np.mean(group)) for group in groups for _ in group]
    return [max(height, 0.0) + k * step for k, height in enumerate(pooled)]


def two_quantities(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    names: Sequence[str],
    ax: Axes,
    *,
    xlabel: str,
    ylabel: str,
    labels: Mapping[str, tuple[float, float]],
    diagonal: bool = True,
    line: tuple[float, str] | None = None,
) -> Axes:
    """Draw one quantity against another, one dot a name, and name some dots.

    Parameters
    ----------
    x, y : array_like of float, shape (n_names,)
        The two quantities.
    names : sequence of str
        One name a dot.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel, ylabel : str
        What is drawn, with units.
    labels : mapping of str to tuple of (float, float)
        Dots to name and to mark, with the offset of the name in points.
    diagonal : bool, optional
        Whether a line shows where both are equal.
    line : tuple of (float, str), optional
        A value of `y` to draw as a dotted line, and its label.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    across, up = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    picked = np.array([name in labels for name in names])
    ax.plot(across[~picked], up[~picked], "o", color=BLUE, ms=4, alpha=0.6, mew=0)
    ax.plot(across[picked], up[picked], "D", color=VERMILLION, ms=5)
    if diagonal:
        low, high = max(across.min(), up.min()), min(across.max(), up.max())
        ax.plot([low, high], [low, high], color=GREY, lw=0.9, zorder=0)
    if line is not None:
        ax.axhline(line[0], color=GREY, lw=0.9, ls=":")
        ax.annotate(
            line[1], (across.min(), line[0]), xytext=(0, 3), textcoords="offset points",
            color="#555555", fontsize=8.8,
        )  # fmt: skip
    for name, (right, above) in labels.items():
        k = list(names).index(name)
        ax.annotate(
            name,
            (across[k], up[k]),
            xytext=(right, above),
            textcoords="offset points",
            fontsize=8.8,
            ha="left" if right >= 0 else "right",
            va="center",
        )
    ax.set(xlabel=xlabel, ylabel=ylabel)
    return ax
