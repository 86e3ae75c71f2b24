"""Panels whose truth is known."""

import numpy as np
import pytest

from benchlib import bradley_terry, simulate


def simulated(rng, theta, *, maps, map_sd=0.0, draw=0.0, seat=0.0, cycle=0.0):
    """Play a round robin on every map in both seats; all strengths are natural logarithms."""
    spread, side, ring = bradley_terry.elo([map_sd, seat, cycle]).tolist()
    games = simulate.panel_games(
        bradley_terry.elo(theta),
        n_maps=maps,
        map_sd_elo=spread,
        seat_elo=side,
        draw_rate=draw,
        cycle_elo=ring,
        rng=rng,
    )
    return {name: np.asarray(column) for name, column in games.items()}


@pytest.fixture
def play():
    return simulated
