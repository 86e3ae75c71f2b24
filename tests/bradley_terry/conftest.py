"""Panels whose truth is known."""

from itertools import combinations

import numpy as np
import pytest


def simulated(rng, theta, *, maps, map_sd=0.0, draw=0.0, seat=0.0, cycle=0.0):
    """Play a round robin on every map in both seats.

    Strengths of a map differ from the general ones by `map_sd`, `draw` of the games are drawn
    whoever plays, and in a cycle bot k has `cycle` more log-odds against bot k + 1.
    """
    n = len(theta)
    pairs = np.array(list(combinations(range(n), 2)))
    i, j = np.tile(pairs, (2 * maps, 1)).T
    on = np.repeat(np.arange(maps), 2 * len(pairs))
    side = np.tile(np.repeat([1, 2], len(pairs)), maps)
    local = np.asarray(theta) + rng.normal(0, map_sd, (maps, n)) if map_sd else None
    gap = local[on, i] - local[on, j] if map_sd else np.asarray(theta)[i] - np.asarray(theta)[j]
    gap = gap + np.where(side == 1, seat, -seat)
    gap += cycle * (((j - i) == 1) * 1.0 - ((j - i) == n - 1))
    result = (rng.random(len(i)) < 1 / (1 + np.exp(-gap))).astype(float)
    result[rng.random(len(i)) < draw] = 0.5
    return {"bot_1": i, "bot_2": j, "map": on, "seat": side, "result": result}


@pytest.fixture
def play():
    return simulated
