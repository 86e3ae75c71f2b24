"""Figures about what games measure: leads, correlations, beliefs and gains."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, looks

__all__ = [
    "agent_plane",
    "belief_matrix",
    "correlation_histogram",
    "correlation_map",
    "gain_scatter",
    "leads",
    "outcome_curves",
    "surprises",
]


def leads(names: Sequence[str], margins: npt.ArrayLike, ax: Axes, *, xlabel: str) -> Axes:
    """Draw how far each agent can be put ahead of all others, sorted.

    Parameters
    ----------
    names : sequence of str
        Names of the agents.
    margins : array_like of float, shape (n_agents,)
        Lead over the next agent; at most 0 for an agent that can't be put first.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        What a lead is.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    lead = np.asarray(margins, dtype=float)
    order = np.argsort(lead)
    rows = np.arange(len(order))
    first = lead[order] > 0
    ax.hlines(rows, 0, lead[order], color="#cccccc", lw=1.5)
    for chosen, colour, marker, label in (
        (first, BLUE, "o", "can be put first"),
        (~first, VERMILLION, "X", "cannot"),
    ):
        ax.plot(lead[order][chosen], rows[chosen], marker, color=colour, ls="none", label=label)
    ax.axvline(0, color=GREY, lw=0.8)
    ax.set_yticks(rows, [names[k] for k in order])
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.set(xlabel=xlabel, ylim=(-0.8, len(order) - 0.2))
    ax.legend(loc="lower right")
    return ax


def agent_plane(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    names: Sequence[str],
    ax: Axes,
    *,
    labels: Mapping[str, tuple[float, float]],
    xlabel: str,
    ylabel: str,
) -> Axes:
    """Draw agents in the plane of two directions.

    Parameters
    ----------
    first, second : array_like of float, shape (n_agents,)
        Coordinates of the agents.
    names : sequence of str
        Their names.
    ax : matplotlib.axes.Axes
        Where to draw.
    labels : mapping of str to (float, float)
        Agents to name, and how far from its point the name stands, in points.
    xlabel, ylabel : str
        What the directions are.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    named = np.isin(names, list(labels))
    ax.axhline(0, color="#dddddd", lw=0.8, zorder=0)
    ax.axvline(0, color="#dddddd", lw=0.8, zorder=0)
    ax.plot(x[~named], y[~named], "o", color=GREY, ls="none")
    ax.plot(x[named], y[named], "o", color=BLUE, ls="none")
    for k in np.flatnonzero(named).tolist():
        _name(names[k], x[k], y[k], labels[names[k]], ax)
    ax.margins(0.1)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    return ax


def _name(text: str, x: float, y: float, offset: tuple[float, float], ax: Axes) -> None:
    ax.annotate(
        text,
        (x, y),
        xytext=offset,
        textcoords="offset points",
        ha="left" if offset[0] > 0 else "right" if offset[0] < 0 else "center",
        va="center" if offset[0] else ("bottom" if offset[1] > 0 else "top"),
        fontsize=8.8,
    )


def correlation_map(
    correlation: npt.ArrayLike, clusters: npt.ArrayLike, ax: Axes, *, xlabel: str
) -> Axes:
    """Draw the correlations of problems in the order of their clusters.

    Parameters
    ----------
    correlation : array_like of float, shape (n_problems, n_problems)
        Correlations; undefined ones stay grey.
    clusters : array_like of int, shape (n_problems,)
        Cluster of each problem; rows and columns are put in their order.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        What is correlated.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given; its picture gives a scale of colours that several axes can share.
    """
    label = np.asarray(clusters)
    order = np.argsort(label, kind="stable")
    matrix = np.asarray(correlation, dtype=float)[np.ix_(order, order)]
    ax.set_facecolor("#bbbbbb")
    # Blue for alike and red for opposite, as in the paper's figure.
    ax.imshow(matrix, cmap="RdBu", vmin=-1, vmax=1, interpolation="nearest")
    found, sizes = np.unique(label, return_counts=True)
    ends = np.cumsum(sizes)
    for end in ends[:-1] - 0.5:
        ax.axhline(end, color=BLACK, lw=0.6)
        ax.axvline(end, color=BLACK, lw=0.6)
    middles = ends - sizes / 2 - 0.5
    ax.set_xticks(middles, [str(k) for k in found])
    ax.set_yticks(middles, [str(k) for k in found])
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel(xlabel)
    return ax


def correlation_histogram(
    pools: Mapping[str, npt.ArrayLike], ax: Axes, *, noise: float, bins: npt.ArrayLike
) -> Axes:
    """Draw how correlations are distributed, and how large they would be by chance.

    Parameters
    ----------
    pools : mapping of str to array_like of float
        Correlations of all pairs, by what is correlated.
    ax : matplotlib.axes.Axes
        Where to draw.
    noise : float
        Correlations smaller than this in size are within chance of 0.
    bins : array_like of float
        Edges of the bins.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five pools.
    """
    ax.axvspan(-noise, noise, color="#eeeeee", lw=0)
    ax.axvline(0, color=GREY, lw=0.8)
    edges = np.asarray(bins, dtype=float)
    middle = (edges[:-1] + edges[1:]) / 2
    for (name, values), (colour, marker) in zip(pools.items(), looks(pools, "pools"), strict=True):
        share = np.histogram(values, edges)[0] / len(np.asarray(values))
        ax.plot(middle, share, "-", marker=marker, color=colour, ms=4.5, lw=1.4, label=name)
    ax.set(
        xlabel="correlation of two games over the agents", ylabel="share of pairs", ylim=(0, None)
    )
    ax.legend(loc="upper left")
    ax.annotate(
        "within chance of 0",
        (0, 0.02),
        xycoords=("data", "axes fraction"),
        ha="center",
        va="bottom",
        fontsize=8.8,
    )
    return ax


def outcome_curves(
    means: Sequence[float], sd: float, names: Sequence[str], ax: Axes, *, xlabel: str
) -> Axes:
    """Draw what plays of two agents give, as normal curves around their means.

    Parameters
    ----------
    means : sequence of float
        Mean of each agent.
    sd : float
        Standard deviation that the agents share.
    names : sequence of str
        Names of the agents.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel : str
        What a play gives.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x = np.linspace(-0.25, 1.25, 301)
    for row, (mean, name) in enumerate(zip(means, names, strict=True)):
        colour, dashes = ((BLUE, "-"), (VERMILLION, "--"))[row % 2]
        ax.plot(x, np.exp(-0.5 * ((x - mean) / sd) ** 2), dashes, color=colour)
        side = -1 if mean == min(means) else 1
        ax.annotate(
            f"{name}\n{mean:.2f}",
            (mean, 1),
            xytext=(9 * side, 2),
            textcoords="offset points",
            ha="right" if side < 0 else "left",
            va="bottom",
            color=colour,
            fontsize=8.8,
        )
    ax.set(xlabel=xlabel, yticks=[], ylim=(0, 1.45), xlim=(x[0], x[-1]))
    ax.spines["left"].set_visible(False)
    return ax


def belief_matrix(matrix: npt.ArrayLike, names: Sequence[str], ax: Axes) -> Axes:
    """Draw beliefs as shades with their numbers.

    Parameters
    ----------
    matrix : array_like of float, shape (n_agents, n_agents)
        Beliefs, one row for each agent whose mean was seen.
    names : sequence of str
        Names of the agents.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    rows = np.asarray(matrix, dtype=float)
    ax.imshow(rows, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for (a, b), value in np.ndenumerate(rows):
        ax.text(
            b, a, f"{value:.3f}", ha="center", va="center", color=BLACK if value > 0.5 else "white"
        )
    places = np.arange(len(rows))
    ax.set_xticks(places, names)
    ax.set_yticks(places, names)
    ax.tick_params(length=0)
    ax.set(xlabel="belief in", ylabel="mean seen of")
    return ax


def gain_scatter(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    names: Sequence[str],
    ax: Axes,
    *,
    labels: Mapping[str, tuple[float, float]],
    xlabel: str,
    ylabel: str,
) -> Axes:
    """Draw two gains of every problem against each other, with the line where they are equal.

    Parameters
    ----------
    x, y : array_like of float, shape (n_problems,)
        The gains in bits.
    names : sequence of str
        Names of the problems.
    ax : matplotlib.axes.Axes
        Where to draw.
    labels : mapping of str to (float, float)
        Problems to name, and how far from its point the name stands, in points.
    xlabel, ylabel : str
        Which gains they are.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    across, up = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    named = np.isin(names, list(labels))
    top = float(max(across.max(), up.max()))
    ax.plot([0, top], [0, top], ":", color=GREY, lw=1)
    ax.plot(across[~named], up[~named], "o", color=GREY, ms=4, ls="none", alpha=0.7)
    ax.plot(across[named], up[named], "o", color=BLUE, ls="none")
    for k in np.flatnonzero(named).tolist():
        _name(names[k], across[k], up[k], labels[names[k]], ax)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    return ax


def surprises(
    bits: npt.ArrayLike, ax: Axes, *, limit: float, replacement: float, xlabel: str
) -> Axes:
    """Draw how small beliefs are, and which of them are replaced.

    Parameters
    ----------
    bits : array_like of float
        Minus the logarithm to base 2 of each belief, above 0.
    ax : matplotlib.axes.Axes
        Where to draw.
    limit : float
        Beliefs beyond this many bits are replaced.
    replacement : float
        Bits of what they are replaced by.
    xlabel : str
        What is counted along the axis.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    value = np.sort(np.asarray(bits, dtype=float).ravel())
    place = np.arange(1, len(value) + 1)
    gone = value > limit
    ax.plot(place[~gone], value[~gone], "o", color=BLUE, ms=3, ls="none", label="kept")
    ax.plot(place[gone], value[gone], "x", color=GREY, ms=4, ls="none", label="underflows")
    if gone.any():
        ax.plot(
            place[gone],
            np.full(gone.sum(), replacement),
            "s",
            color=VERMILLION,
            ms=3,
            ls="none",
            label="what it is replaced by",
        )
    ax.axhline(limit, color=BLACK, lw=0.8, ls="--")
    ax.annotate(
        "smallest double", (1, limit), xytext=(0, 3), textcoords="offset points", fontsize=8.8
    )
    ax.set_yscale("log")
    ax.set(xlabel=xlabel, ylabel="−log₂ of the belief (bits)")
    ax.legend(loc="upper left")
    return ax
