import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, multinomial

from benchlib import winrate


@st.composite
def settings_of_games(draw):
    drawn = draw(st.floats(0, 1))
    half = (1 - drawn) / 2
    rate = 0.5 + half * draw(st.floats(-1, 1))
    return {"win_rate": rate, "draw_rate": drawn}


def test_two_games_by_hand():
    # A game: loss 0.3, draw 0.2, win 0.5.
    found = winrate.points_distribution(2, win_rate=0.6, draw_rate=0.2)
    assert found == pytest.approx([0.09, 0.12, 0.04 + 0.3, 0.2, 0.25])


@pytest.mark.parametrize(("rate", "printed"), [(0.5, 37.7), (0.55, 50.4)])
def test_six_of_ten(rate, printed):
    chance = winrate.chance_of_at_least(6, 10, win_rate=rate)
    assert round(100 * chance, 1) == printed
    assert chance == pytest.approx(sum(binom.pmf(range(6, 11), 10, rate)))


@pytest.mark.parametrize(("points", "percent"), [(266, 20.1), (267, 17.7)])
def test_which_mark_of_512_games_gives_17_7_percent(points, percent):
    # 0.52 of 512 games are 266.24 points: "0.52 or better" means 267.
    found = winrate.chance_of_at_least(points, 512, win_rate=0.5)
    assert round(100 * found, 1) == percent


def test_every_sequence_of_four_games_counted():
    share = {0: 0.15, 0.5: 0.3, 1: 0.55}
    expected = np.zeros(9)
    for games in itertools.product(share, repeat=4):
        expected[int(2 * sum(games))] += math.prod(share[result] for result in games)
    found = winrate.points_distribution(4, win_rate=0.7, draw_rate=0.3)
    assert found == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("n", [1, 7, 60])
def test_scipys_multinomial_gives_the_same(n):
    expected = np.zeros(2 * n + 1)
    for wins in range(n + 1):
        for draws in range(n + 1 - wins):
            counts = [wins, draws, n - wins - draws]
            expected[2 * wins + draws] += multinomial.pmf(counts, n, [0.35, 0.25, 0.4])
    found = winrate.points_distribution(n, win_rate=0.475, draw_rate=0.25)
    assert found == pytest.approx(expected, abs=1e-14)


@given(st.integers(1, 300), settings_of_games())
def test_mass_mean_and_variance(n, options):
    chances = winrate.points_distribution(n, **options)
    points = np.arange(2 * n + 1) / 2
    rate, drawn = options["win_rate"], options["draw_rate"]
    assert (chances >= 0).all()
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    mean = chances @ points
    assert mean == pytest.approx(n * rate, abs=1e-12 * n)
    variance = rate * (1 - rate) - drawn / 4  # less than a coin flip's by a quarter a draw
    assert chances @ (points - mean) ** 2 == pytest.approx(n * variance, abs=1e-12 * n**2)


@given(st.integers(1, 100), settings_of_games(), st.data())
def test_swapping_the_sides_turns_the_tail(n, options, data):
    points = data.draw(st.integers(1, 2 * n)) / 2
    reached = winrate.chance_of_at_least(points, n, **options)
    mirrored = {**options, "win_rate": 1 - options["win_rate"]}
    kept = winrate.chance_of_at_least(n - points + 0.5, n, **mirrored)
    assert reached + kept == pytest.approx(1, abs=1e-12)


def test_draws_of_no_consequence():
    assert winrate.chance_of_at_least(0, 5, win_rate=0.3, draw_rate=0.2) == pytest.approx(1)
    assert winrate.chance_of_at_least(2.5, 5, win_rate=0.5, draw_rate=1) == pytest.approx(1)
    assert winrate.chance_of_at_least(3, 5, win_rate=0.5, draw_rate=1) == pytest.approx(0)
    assert winrate.chance_of_at_least(5, 5, win_rate=1) == 1
    assert winrate.chance_of_at_least(4.5, 5, win_rate=0.5) == pytest.approx(1 / 32)


@pytest.mark.parametrize("rate", [1e-308, 5e-324, 1e-299])
def test_rates_next_to_zero_do_not_overflow(rate):
    assert winrate.points_distribution(2, win_rate=rate) == pytest.approx([1, 0, 0, 0, 0])
    assert winrate.chance_of_at_least(0, 2, win_rate=rate) == 1
    assert winrate.coverage(winrate.wilson_interval, [rate], n_games=2)[0] == pytest.approx(1)
    found = winrate.minimum_coverage(winrate.wilson_interval, n_games=2, between=(0.0, 1.0 - rate))
    assert found.estimate < 0.95


def test_a_small_tail_keeps_its_digits_without_draws():
    assert winrate.chance_of_at_least(200, 200, win_rate=0.5) == pytest.approx(0.5**200, rel=1e-9)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"win_rate": 1.2}, "win_rate: expected a win rate between 0 and 1, got 1.2"),
        ({"win_rate": math.nan}, "win_rate: expected a win rate"),
        ({"win_rate": "0.5"}, "win_rate: expected a number"),
        ({"win_rate": 0.95, "draw_rate": 0.2}, "between 0.1 and 0.9 with draw_rate=0.2"),
        ({"win_rate": 0.5, "draw_rate": -0.1}, "draw_rate: expected a number from 0 to 1"),
        ({"win_rate": 0.5, "draw_rate": math.nan}, "draw_rate: expected a number from 0 to 1"),
        ({"win_rate": 0.5, "draw_rate": True}, "draw_rate: expected a number from 0 to 1"),
    ],
)
def test_impossible_rates_are_refused(options, words):
    with pytest.raises(ValueError, match=words):
        winrate.points_distribution(10, **options)
    with pytest.raises(ValueError, match=words):
        winrate.chance_of_at_least(6, 10, **options)


def test_too_many_games_to_list_and_impossible_points_are_refused():
    with pytest.raises(ValueError, match="n_games: expected at most 1,000,000"):
        winrate.points_distribution(10**9, win_rate=0.5)
    with pytest.raises(ValueError, match="points: 10 games give between"):
        winrate.chance_of_at_least(11, 10, win_rate=0.5)
