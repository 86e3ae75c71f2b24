"""Simulated panels have the truth that they claim."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from benchlib import bradley_terry, simulate

MAPS = 4000


def score(games, first, second):
    """Return the points and games of the first of two bots in rows that hold it first."""
    rows = games[(games["bot_1"] == first) & (games["bot_2"] == second)]
    return rows["result"].sum(), len(rows)


def test_every_pair_meets_on_every_map_in_both_seats():
    games = simulate.panel_games([0, 0, 0], n_maps=2, rng=1)
    keys = games[["bot_1", "bot_2", "map", "seat"]].to_numpy().tolist()
    assert sorted(keys) == [
        [i, j, m, s] for i, j in ((0, 1), (0, 2), (1, 2)) for m in (0, 1) for s in (1, 2)
    ]
    assert set(games["result"]) <= {0.0, 1.0}


def test_three_times_as_strong_wins_three_games_of_four():
    games = simulate.panel_games({"b": 400 * np.log10(3), "a": 0}, n_maps=MAPS, rng=1)
    points, n = score(games, "b", "a")
    assert binomtest(int(points), n, 0.75).pvalue > 1e-3


def test_certain_games():
    games = simulate.panel_games([1e6, 0], n_maps=5, draw_rate=0.5, rng=1)
    assert (games["result"] == 1).all()
    assert (simulate.panel_games([0, 0], n_maps=5, draw_rate=1, rng=1)["result"] == 0.5).all()


@pytest.mark.parametrize("gap", [0, 150])
def test_draws_are_as_stated_and_leave_the_expected_score(gap):
    games = simulate.panel_games([gap, 0], n_maps=MAPS, draw_rate=0.4, rng=1)
    p = bradley_terry.expected_score(gap)
    drawn = int((games["result"] == 0.5).sum())
    assert binomtest(drawn, len(games), 0.8 * min(p, 1 - p)).pvalue > 1e-3
    wins = int((games["result"] == 1).sum())
    assert binomtest(wins, len(games), p - 0.4 * min(p, 1 - p)).pvalue > 1e-3


def test_the_fit_finds_ratings_and_seat():
    truth = np.array([-120.0, 20, 100])
    games = simulate.panel_games(truth, n_maps=MAPS, draw_rate=0.3, rng=2)
    assert bradley_terry.fit(games).elo == pytest.approx(truth, abs=12)
    games = simulate.panel_games(truth, n_maps=MAPS, seat_elo=40, rng=2)
    assert bradley_terry.fit(games, seat_advantage=True).seat_advantage_elo == pytest.approx(
        40, abs=8
    )


def test_a_cycle_shows_in_the_results_and_not_in_the_ratings():
    margin = 400 * np.log10(7 / 3)
    games = simulate.panel_games([0, 0, 0], n_maps=MAPS, cycle_elo=margin, rng=3)
    for first, second, rate in ((0, 1, 0.7), (1, 2, 0.7), (0, 2, 0.3)):
        points, n = score(games, first, second)
        assert binomtest(int(points), n, rate).pvalue > 1e-3
    assert bradley_terry.fit(games).elo == pytest.approx([0, 0, 0], abs=12)


def test_a_cycle_as_a_number_is_the_matrix_of_a_ring():
    ring = np.array([[0, 50, 0, -50], [-50, 0, 50, 0], [0, -50, 0, 50], [50, 0, -50, 0]])
    one, other = (
        simulate.panel_games([0, 10, 20, 30], n_maps=5, cycle_elo=c, rng=4) for c in (50, ring)
    )
    pd.testing.assert_frame_equal(one, other)


def test_maps_make_their_two_games_alike():
    def agreement(spread):
        games = simulate.panel_games([0, 0], n_maps=MAPS, map_sd_elo=spread, rng=5)
        first, second = (games.loc[games["seat"] == s, "result"].to_numpy() for s in (1, 2))
        return binomtest(int((first == second).sum()), MAPS, 0.5)

    assert agreement(0).pvalue > 1e-3
    assert agreement(300).proportion_ci(0.999).low > 0.55


def test_a_twin_is_as_strong_as_its_original_on_every_map():
    # Between copies every game is a fair coin, so half of the maps end level. Between strangers
    # a map favours one of them, and fewer do.
    elo = {"bot": 0, "copy": 0, "other": 0}
    for twin_of, alike in (({"copy": "bot"}, True), (None, False)):
        games = simulate.panel_games(elo, n_maps=MAPS, map_sd_elo=400, twin_of=twin_of, rng=6)
        duel = games[games["bot_2"] == "copy"].groupby("map")["result"].sum()
        even = binomtest(int((duel == 1).sum()), MAPS, 0.5)
        assert (even.pvalue > 1e-3) == alike


@given(st.lists(st.floats(-400, 400), min_size=2, max_size=5), st.integers(0, 99))
@settings(max_examples=30, deadline=None)
def test_a_shift_of_all_ratings_and_names_change_no_game(elo, seed):
    options = {"n_maps": 3, "draw_rate": 0.3, "rng": seed}
    plain = simulate.panel_games(np.round(elo), **options)
    shifted = simulate.panel_games(np.round(elo) + 64, **options)
    named = simulate.panel_games({f"bot {k}": round(x) for k, x in enumerate(elo)}, **options)
    pd.testing.assert_frame_equal(plain, shifted)
    assert plain["result"].tolist() == named["result"].tolist()
    assert named["bot_1"].tolist() == [f"bot {k}" for k in plain["bot_1"]]


def test_randomness_comes_from_rng_alone():
    def play(rng):
        return simulate.panel_games([0, 0, 0], n_maps=20, map_sd_elo=50, draw_rate=0.3, rng=rng)

    pd.testing.assert_frame_equal(play(1), play(np.random.default_rng(1)))
    assert play(1)["result"].tolist() != play(2)["result"].tolist()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"elo": [0]}, "elo: a panel has at least two bots"),
        ({"elo": [0, np.nan]}, "elo: row 1 is nan"),
        ({"elo": [0, "1"]}, "elo: row 1 is '1', which is not a number"),
        ({"n_maps": 0}, "n_maps: expected a whole number of at least 1"),
        ({"map_sd_elo": -1}, "map_sd_elo: expected at least 0"),
        ({"map_sd_elo": np.inf}, "map_sd_elo: expected a finite number"),
        ({"draw_rate": 1.1}, "draw_rate: expected a share from 0 to 1"),
        ({"draw_rate": True}, "draw_rate: expected a finite number"),
        ({"seat_elo": None}, "seat_elo: expected a finite number"),
        ({"elo": [0, 0], "cycle_elo": 5}, "cycle_elo: a cycle has at least three bots"),
        ({"cycle_elo": np.zeros((2, 2))}, "cycle_elo: expected a number or shape"),
        ({"cycle_elo": np.ones((3, 3))}, "cycle_elo: entry .* opposite"),
        ({"cycle_elo": np.full((3, 3), np.nan)}, "cycle_elo: entry .* opposite"),
        ({"twin_of": {"0": "x"}}, "twin_of: 'x' is not among the bots 0, 1, 2"),
        ({"elo": {1: 0, "1": 9}}, "elo: 1 and '1' are one name"),
        ({"elo": {"": 0, "b": 9}}, "elo: row 0 has no label"),
        ({"twin_of": ["0"]}, "twin_of: expected a mapping"),
        ({"twin_of": {1: 0}, "cycle_elo": 9}, "twin_of: 1 and 0 differ in cycle_elo"),
        ({"cycle_elo": [["0"] * 3] * 3}, "cycle_elo: expected numbers, got '0'"),
        ({"cycle_elo": np.ma.masked_all((3, 3))}, r"cycle_elo: entry \(0, 0\) is masked"),
        ({"elo": [0, 9], "twin_of": {1: 0}}, "twin_of: 1 and 0 have different ratings"),
        ({"rng": None}, "rng: expected"),
    ],
)
def test_impossible_input(options, words):
    with pytest.raises(ValueError, match=words):
        simulate.panel_games(**({"elo": [0, 0, 0], "n_maps": 2, "rng": 1} | options))


@pytest.mark.parametrize(
    "twin_of",
    [{"a": "b", "b": "c"}, {"b": "c", "a": "b"}, {"a": "b", "b": "c", "c": "a"}, {"a": "a"}],
)
def test_a_copy_of_a_copy_is_a_copy(twin_of):
    # Strengths so far apart that only copies ever share the points of a map.
    games = simulate.panel_games(
        dict.fromkeys("abcd", 0), n_maps=300, map_sd_elo=1e7, twin_of=twin_of, rng=2
    )
    duels = games.groupby(["bot_1", "bot_2", "map"])["result"].nunique().gt(1)
    shared = duels.groupby(["bot_1", "bot_2"]).mean()
    copies = {pair for pair, share in shared.items() if share > 0.3}
    assert copies == (set() if len(twin_of) == 1 else {("a", "b"), ("a", "c"), ("b", "c")})


def test_copies_may_share_what_the_ratings_do_not_tell():
    cycle = np.array([[0, 0, 50], [0, 0, 50], [-50, -50, 0]])
    games = simulate.panel_games([0, 0, 0], n_maps=2, cycle_elo=cycle, twin_of={"1": "0"}, rng=1)
    assert len(games) == 12


def test_a_series_brings_its_names():
    plain = simulate.panel_games({"x": 0, "y": 50}, n_maps=3, rng=1)
    series = simulate.panel_games(pd.Series({"x": 0, "y": 50}), n_maps=3, rng=1)
    pd.testing.assert_frame_equal(plain, series)
