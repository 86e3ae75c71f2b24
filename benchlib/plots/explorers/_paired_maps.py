"""The explorer of two versions on shared maps, or each on maps of its own."""

from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure
from scipy.stats import t, ttest_ind, ttest_rel

from benchlib._validation import FloatArray
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer, uniform
from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION

__all__ = ["paired_maps"]

OPPONENT = "cutter"
# The first is the original; each of the others is compared with it.
VERSIONS = ("voronoi", "careful", "voronoi_heading")
N_POOL, N_WALLS, LEVEL = 300, 12, 0.95
# Two samples without a common map fit into the pool.
SIZES = (30, 40, 50, 75, 100, 125, 150)
N_DRAWS = 200
# The state in which it opens, and which its still shows.
VERSION, N_MAPS, DRAW = "careful", 100, 1


def paired_maps() -> Explorer:
    """Make the explorer of what two versions gain from playing the same maps.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    Every version plays one opponent on all maps of a pool, in both seats; the page draws maps from
    it without replacement. Shared maps give the interval of a mean of differences, that of
    ``scipy.stats.ttest_rel``; separate ones that of a difference of means, ``ttest_ind``, whose
    samples have equal sizes here.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.paired_maps().html.startswith('<bm-explorer kind="paired-maps">')
    True
    """
    points = pool()
    old, new = (points[name] / 2 for name in (VERSIONS[0], VERSION))
    first, last = sample(DRAW, N_MAPS)
    intervals = {
        "shared maps": ttest_rel(new[first], old[first]).confidence_interval(LEVEL),
        "separate maps": ttest_ind(new[last], old[first]).confidence_interval(LEVEL),
    }
    words = " and ".join(
        f"{100 * low:+.1f} to {100 * high:+.1f} on {name}"
        for name, (low, high) in intervals.items()
    ).replace("-", "−")
    correlation = np.corrcoef(old[first], new[first])[0, 1]
    return explorer(
        "paired-maps",
        question="Which of two versions is better, and how much do shared maps help to see it?",
        data={
            "opponent": OPPONENT,
            "points": {name: values.tolist() for name, values in points.items()},
            "sizes": list(SIZES),
            "draws": N_DRAWS,
            "level": LEVEL,
            "t": {
                "shared": [float(t.isf((1 - LEVEL) / 2, n - 1)) for n in SIZES],
                "separate": [float(t.isf((1 - LEVEL) / 2, 2 * n - 2)) for n in SIZES],
            },
            "initial": {
                "version": VERSION,
                "design": "shared",
                "size": SIZES.index(N_MAPS),
                "draw": DRAW,
            },
        },
        still=_still(new[first] - old[first], intervals, float(np.mean(new - old))),
        alt=(
            f"Above, bars for the difference of two versions on each of {N_MAPS} maps, most of "
            f"them at zero. Below, {LEVEL:.0%} intervals of the mean difference in percentage "
            f"points: {words}."
        ),
        description=(
            f"{VERSION} against {VERSIONS[0]}, both measured by {OPPONENT} in both seats of "
            f"{N_MAPS} maps. Results on the same map correlate by {correlation:.2f}, and the "
            f"{LEVEL:.0%} intervals of the difference in percentage points are {words}. On the "
            "page of the book, the versions, the number of maps and the draw can be chosen."
        ),
    )


@lru_cache(maxsize=1)
def pool() -> dict[str, FloatArray]:
    """Return the points of every version in the two games on each map of the pool."""
    # The compiler that a game needs is loaded by those who look at one.
    from benchlib import lightcycles

    maps = lightcycles.generate(range(N_POOL), mirrored=False, n_walls=N_WALLS)
    pairs = [(name, OPPONENT) for name in VERSIONS]
    results = lightcycles.play_pairs(pairs, maps, rng=1)["result"].to_numpy()
    points = results.reshape(len(VERSIONS), N_POOL, 2).sum(axis=2)
    return dict(zip(VERSIONS, points, strict=True))


def sample(draw: int, n_maps: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the maps that both share or the old version has alone, and those of the new one."""
    order = list(range(N_POOL))
    for k, u in enumerate(uniform(draw, N_POOL).tolist()):
        other = k + int(u * (N_POOL - k))
        order[k], order[other] = order[other], order[k]
    # From both ends, so that more maps are the same maps and others.
    return np.array(order[:n_maps]), np.array(order[::-1][:n_maps])


def _still(difference: FloatArray, intervals: dict[str, Any], pooled: float) -> Figure:
    with plt.rc_context():
        style.use()
        figure, axes = plt.subplots(2, 1, figsize=(6, 4.2), height_ratios=[3, 2])
        levels, counts = np.unique(2 * difference, return_counts=True)
        colours = [GREY if x == 0 else VERMILLION if x > 0 else BLUE for x in levels]
        bars = axes[0].bar(levels, counts, 0.32, color=colours)
        axes[0].bar_label(bars)
        axes[0].set(xlabel="difference on a map (points of 2 games)", ylabel="maps")
        for row, (low, high) in enumerate(intervals.values()):
            ends = [100 * low, 100 * high]
            axes[1].plot(ends, [row, row], color=BLACK, lw=3, ls="-" if row == 0 else "--")
            axes[1].plot(np.mean(ends), row, "os"[row], color=BLACK)
        axes[1].axvline(0, color=GREY, lw=1)
        axes[1].axvline(100 * pooled, color=BLACK, lw=1, ls=":")
        axes[1].annotate(
            f"all {N_POOL} maps", (100 * pooled, 1.9), xytext=(4, 3), textcoords="offset points"
        )
        axes[1].set_yticks(range(len(intervals)), list(intervals))
        axes[1].set(ylim=(1.9, -0.6), xlabel="difference of win rates (percentage points)")
    return figure
