"""Figures about light cycles: boards with their trails, paired maps, and mirrored matches."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from benchlib.lightcycles import Position
from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION

__all__ = [
    "boards",
    "design_effects",
    "difference_spread",
    "paired_results",
    "reward_and_panel",
    "score_columns",
]

_LIGHT = "#E6E6E6"
# Seats differ in colour, in the line and in the head, so that a print in grey still tells them.
_SEATS = ((BLUE, "-", "o"), (VERMILLION, (0, (2.2, 0.8)), "s"))


def boards(positions: Mapping[str, Position], axes: Sequence[Axes]) -> Sequence[Axes]:
    """Draw positions: walls, the trail of each seat from its start to its head, and crashes.

    Parameters
    ----------
    positions : mapping of str to Position
        By the label above the board, such as the last of ``lightcycles.replay``.
    axes : sequence of matplotlib.axes.Axes
        One for each position.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    for ax, (label, position) in zip(axes, positions.items(), strict=True):
        width, height = position.map.width, position.map.height
        walls = np.zeros((height, width))
        for x, y in position.map.walls:
            walls[y, x] = 1
        ax.imshow(walls, cmap="Greys", vmin=0, vmax=1.6, interpolation="none")
        ax.set_xticks(np.arange(-0.5, width), minor=True)
        ax.set_yticks(np.arange(-0.5, height), minor=True)
        ax.grid(which="minor", color=_LIGHT, lw=0.6)
        for trail, (colour, dashes, head), crashed in zip(
            position.trails, _SEATS, position.crashed, strict=True
        ):
            columns, rows = np.array(trail).T
            ax.plot(columns, rows, color=colour, ls=dashes, lw=2.6, solid_capstyle="butt")
            ax.plot(columns[0], rows[0], marker=head, mfc="white", mec=colour, mew=1.5, ms=6, ls="")
            marker = "X" if crashed else head
            ax.plot(columns[-1], rows[-1], marker=marker, mfc=colour, mec="white", ms=9, ls="")
        ax.tick_params(which="both", length=0, labelbottom=False, labelleft=False)
        ax.set(xlim=(-0.5, width - 0.5), ylim=(height - 0.5, -0.5))
        for side in ("top", "right"):
            ax.spines[side].set_visible(True)
        ax.set_title(label)
    return axes


def paired_results(old: npt.ArrayLike, new: npt.ArrayLike, ax: Axes) -> Axes:
    """Draw how many maps gave each pair of results, the maps that differ in colour.

    Parameters
    ----------
    old, new : array_like of float, shape (n_maps,)
        Share of the points that each version took on a map.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    pairs, counts = np.unique(
        np.column_stack([np.asarray(old), np.asarray(new)]), axis=0, return_counts=True
    )
    ax.axline((0, 0), slope=1, color=GREY, lw=0.9, ls=":", zorder=0)
    for (x, y), count in zip(pairs, counts, strict=True):
        colour, marker = (GREY, "o") if x == y else (BLUE, "^") if y > x else (VERMILLION, "v")
        size = 5 + 2.2 * float(np.sqrt(count))
        ax.plot(x, y, marker, color=colour, ms=size, mew=0)
        ax.annotate(
            str(count),
            (x, y),
            xytext=(0.5 * size + 3, 0),
            textcoords="offset points",
            va="center",
            color=BLACK if x == y else colour,
        )
    ticks = np.linspace(0, 1, 5)
    ax.set(xticks=ticks, yticks=ticks, xlim=(-0.12, 1.16), ylim=(-0.12, 1.12))
    ax.set(xlabel="old version, share of a map's points", ylabel="new version")
    return ax


def difference_spread(
    draws: Mapping[str, npt.ArrayLike],
    axes: Sequence[Axes],
    *,
    truth: float,
    width: float,
    xlabel: str,
) -> Sequence[Axes]:
    """Draw how a measured difference scatters, one design a panel, wrong signs hatched.

    Parameters
    ----------
    draws : mapping of str to array_like of float
        Measured differences by the name of the design.
    axes : sequence of matplotlib.axes.Axes
        One for each design, with a common x axis.
    truth : float
        The true difference, not 0.
    width : float
        Width of a bar. Bars are centred on whole multiples of it, zero included, so a width in
        which the differences come keeps the two signs apart.
    xlabel : str
        What the difference is.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    samples = {label: np.asarray(values, dtype=float) for label, values in draws.items()}
    together = np.concatenate(list(samples.values()))
    places = np.arange(np.floor(together.min() / width), np.ceil(together.max() / width) + 1)
    for ax, (label, values) in zip(axes, samples.items(), strict=True):
        edges = np.append(places - 0.5, places[-1] + 0.5)
        heights = np.histogram(values / width, edges)[0] / len(values)
        wrong = places * truth < 0
        for part, colour, hatch in ((~wrong, BLUE, ""), (wrong, VERMILLION, "////")):
            ax.bar(
                width * places[part],
                heights[part],
                width,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                lw=0,
            )
        ax.axvline(truth, color=BLACK, lw=1, ls="--")
        share = float(np.mean(values * truth < 0))
        ax.text(0.01, 0.86, f"wrong sign: {share:.1%}", transform=ax.transAxes, color=VERMILLION)
        ax.set_title(label)
        ax.set(yticks=[])
        ax.spines["left"].set_visible(False)
    axes[-1].set_xlabel(xlabel)
    return axes


def design_effects(effects: Mapping[str, float], ax: Axes, *, marked: Sequence[str] = ()) -> Axes:
    """Draw design effects, the largest on top, and say on which side of 1 they lie.

    Parameters
    ----------
    effects : mapping of str to float
        Design effect by label.
    ax : matplotlib.axes.Axes
        Where to draw.
    marked : sequence of str, optional
        Labels with a filled marker.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    ordered = sorted(effects.items(), key=lambda item: item[1])
    ax.axvline(1, color=BLACK, lw=0.9, ls=":")
    for place, (label, value) in enumerate(ordered):
        colour, marker = (VERMILLION, "D") if value > 1 else (BLUE, "o")
        face = colour if label in marked else "white"
        ax.plot([1, value], [place, place], color=colour, lw=1.2)
        ax.plot(value, place, marker, color=colour, mfc=face, ms=6)
    ax.set(
        yticks=range(len(ordered)),
        yticklabels=[label for label, _ in ordered],
        ylim=(-0.6, len(ordered) - 0.4),
        xlabel="design effect (variance over that of as many coin flips)",
        xlim=(0, None),
    )
    ax.tick_params(axis="y", length=0)
    # The long rows are at the two ends, which leaves these corners free.
    ax.text(1, 0.04, "per-game interval too wide", transform=ax.transAxes, ha="right", color=BLUE)
    ax.text(0.02, 0.92, "per-game interval too narrow", transform=ax.transAxes, color=VERMILLION)
    return ax


def score_columns(
    labels: Sequence[str],
    columns: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]],
    axes: Sequence[Axes],
    *,
    marks: Sequence[float],
) -> Sequence[Axes]:
    """Draw several scores of the same bots side by side, each with its interval.

    Parameters
    ----------
    labels : sequence of str
        The bots, from top to bottom.
    columns : mapping of str to (array_like of float, array_like of float, array_like of float)
        Estimates and the lower and upper ends of their intervals, by what they are. An end that
        is NaN is not drawn.
    axes : sequence of matplotlib.axes.Axes
        One for each column, with a common y axis.
    marks : sequence of float
        The value of each column that means "no difference".

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    rows = np.arange(len(labels))[::-1]
    looks = ((VERMILLION, "D"), (BLUE, "o"), (BLACK, "s"))
    for ax, (title, column), mark, (colour, marker) in zip(
        axes, columns.items(), marks, looks, strict=False
    ):
        estimate, low, high = (np.asarray(part, dtype=float) for part in column)
        ax.axvline(mark, color=BLACK, lw=0.9, ls=":")
        ax.hlines(rows, low, high, color=colour, lw=1.3)
        ax.plot(estimate, rows, marker, color=colour, ms=2.8, ls="")
        ax.set(ylim=(-0.7, len(rows) - 0.3))
        ax.set_title(title)
        ax.tick_params(axis="y", length=0)
    axes[0].set(yticks=rows, yticklabels=list(labels))
    return axes


def reward_and_panel(
    reward: npt.ArrayLike,
    panel: tuple[npt.ArrayLike, npt.ArrayLike],
    axes: Sequence[Axes],
    *,
    start: float,
) -> Sequence[Axes]:
    """Draw training rewards step by step, and beside them what a panel says in the end.

    Parameters
    ----------
    reward : array_like of float, shape (n_seeds, n_steps + 1)
        Training reward of the weights kept, by seed.
    panel : (array_like of float, array_like of float), each of shape (n_seeds,)
        Change of the panel score from start to end, and the half-width of its interval, by seed.
    axes : sequence of matplotlib.axes.Axes
        Two.
    start : float
        Reward of the bot that the learner starts as.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    traces = np.asarray(reward, dtype=float)
    axes[0].axhline(start, color=BLACK, lw=0.9, ls=":")
    for trace in traces:
        axes[0].step(np.arange(len(trace)), trace, where="post", color=BLUE, lw=1.1, alpha=0.8)
    axes[0].set(xlabel="training step", ylabel="training reward", xlim=(0, traces.shape[1] - 1))
    axes[0].yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    change, half = (np.asarray(part, dtype=float) for part in panel)
    axes[1].axhline(0, color=BLACK, lw=0.9, ls=":")
    axes[1].errorbar(
        np.arange(len(change)) + 1, 100 * change, yerr=100 * half, fmt="D", color=VERMILLION, ms=5
    )
    axes[1].set(
        xlabel="training seed",
        ylabel="change of panel score (points)",
        xticks=np.arange(len(change)) + 1,
    )
    return axes
