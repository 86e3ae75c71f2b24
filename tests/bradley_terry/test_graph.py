"""Bots that the games cannot rate are named, with a prior or without."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import bradley_terry


def refused(*words):
    return pytest.raises(ValueError, match=".*".join(map(re.escape, words)))


def games(*rows):
    return dict(zip(("bot_1", "bot_2", "result"), map(list, zip(*rows, strict=True)), strict=True))


def test_an_undefeated_and_a_winless_bot():
    with refused("'up' lost no point to anybody", "infinite", "give a prior"):
        bradley_terry.fit(games(("up", "b", 1), ("up", "c", 1), ("b", "c", 1), ("c", "b", 1)))
    with refused("'down' took no point from anybody", "infinite", "give a prior"):
        bradley_terry.fit(games(("b", "down", 1), ("c", "down", 1), ("b", "c", 1), ("c", "b", 1)))
    with refused("'up' lost no point to anybody, 'down' took no point from anybody"):
        bradley_terry.fit(games(("up", "down", 1)))


def test_a_group_that_is_above_the_rest():
    table = games(("a", "b", 1), ("b", "a", 1), ("c", "d", 0.5), ("a", "c", 1), ("b", "d", 1))
    with refused("the group 'a', 'b' lost no point to the rest",
                 "the group 'c', 'd' took no point from the rest"):  # fmt: skip
        bradley_terry.fit(table)
    # Half a point the other way is enough.
    table["result"][-1] = 0.5
    assert np.isfinite(bradley_terry.fit(table).elo).all()


ISLANDS = games(("a", "b", 1), ("b", "a", 1), ("c", "d", 0.5), ("d", "c", 1))


def test_islands_are_refused_or_kept_apart():
    with refused("2 groups of bots never met", "('a', 'b'; 'c', 'd')", "play games between"):
        bradley_terry.fit(ISLANDS)
    ratings = bradley_terry.fit(ISLANDS, prior=0.5)
    assert ratings.components.tolist() == [0, 0, 1, 1]
    assert np.isnan(ratings.gap("a", "c"))
    assert np.isnan(ratings.elo_gaps[:2, 2:]).all()
    assert np.isfinite(ratings.gap("c", "d"))
    assert ratings.elo.reshape(2, 2).sum(axis=1) == pytest.approx(0)
    assert "2 components" in ratings.warnings[0]
    alone = bradley_terry.fit(games(("c", "d", 0.5), ("d", "c", 1)), prior=0.5)
    assert ratings.gap("c", "d") == pytest.approx(alone.gap("c", "d"))


@pytest.mark.parametrize("prior", [0, 0.5])
def test_a_bot_that_never_played_is_refused_even_with_a_prior(prior):
    with refused("'2' never played", "drop the bot or let it play"):
        bradley_terry.fit([[0, 1, 0], [1, 0, 0], [0, 0, 0]], prior=prior)
    with refused("'e' never played"):
        bradley_terry.fit(ISLANDS, prior=prior, bots=list("abcde"))
    with refused("bots: does not list 'c', 'd', who played"):
        bradley_terry.fit(ISLANDS, prior=prior, bots=["a", "b"])


def test_a_long_list_is_cut():
    n = 20
    with refused("'2', '3', '4', '5', '6', '7' and 12 more never played"):
        bradley_terry.fit(np.eye(n)[:, ::-1] * np.isin(np.arange(n), [0, 1])[:, None] * 0
                          + np.eye(n, k=1) * (np.arange(n) == 0)[:, None])  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(st.integers(2, 5), st.integers(0, 2**32))
def test_a_fit_exists_exactly_if_everybody_is_reached(n, seed):
    points = np.random.default_rng(seed).integers(0, 2, (n, n)) * 1.0
    np.fill_diagonal(points, 0)
    reach = np.linalg.matrix_power(np.eye(n) + points, n) > 0
    if reach.all():
        assert np.isfinite(bradley_terry.fit(points).elo).all()
    else:
        with refused("points_or_games: "):
            bradley_terry.fit(points)
