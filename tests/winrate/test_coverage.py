import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from benchlib import winrate
from benchlib.results import ConfidenceInterval

INTERVALS = (
    winrate.wilson_interval,
    winrate.wald_interval,
    winrate.clopper_pearson_interval,
    winrate.jeffreys_interval,
)


def test_two_games_by_hand():
    # Wald holds 0.5 only after one win of two: 0 and 2 wins give intervals without width.
    assert winrate.coverage(winrate.wald_interval, [0.5], n_games=2)[0] == pytest.approx(0.5)
    # With a quarter of draws, points 0.5, 1 and 1.5 hold it: 1 - 2 * (3/8)^2.
    found = winrate.coverage(winrate.wald_interval, [0.5], n_games=2, draw_rate=0.25)
    assert found[0] == pytest.approx(1 - 2 * (3 / 8) ** 2)


def test_a_published_value():
    # Brown, Cai and DasGupta (2001), section 2: nominal 95%, p = 0.5, n = 17 and n = 40.
    at_half = [
        winrate.coverage(winrate.wald_interval, [0.5], n_games=n)[0].round(3) for n in (17, 40)
    ]
    assert at_half == [0.951, 0.919]


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 40), st.just(0.0) | st.floats(1e-200, 1), st.sampled_from(INTERVALS))
def test_it_is_the_sum_over_all_results(n, rate, interval):
    expected = 0.0
    for wins in range(n + 1):
        found = interval(wins, n, confidence_level=0.9)
        expected += binom.pmf(wins, n, rate) * (found.low <= rate <= found.high)
    found = winrate.coverage(interval, [rate], n_games=n, confidence_level=0.9)
    assert found[0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("draw_rate", [0.0, 0.4])
def test_simulation_agrees(draw_rate):
    rng = np.random.default_rng(7)
    lost = 1 - 0.6 - draw_rate / 2
    counts = rng.multinomial(30, [0.6 - draw_rate / 2, draw_rate, lost], size=4000)
    points = counts @ [1, 0.5, 0]
    hits = 0
    for value, times in zip(*np.unique(points, return_counts=True), strict=True):
        found = winrate.wilson_interval(value, 30)
        hits += times * (found.low <= 0.6 <= found.high)
    exact = winrate.coverage(winrate.wilson_interval, [0.6], n_games=30, draw_rate=draw_rate)[0]
    assert binomtest(int(hits), 4000, exact).pvalue > 0.001


def test_with_draws_the_wilson_interval_covers_more():
    rates = np.linspace(0.35, 0.65, 61)
    whole = winrate.coverage(winrate.wilson_interval, rates, n_games=100)
    drawn = winrate.coverage(winrate.wilson_interval, rates, n_games=100, draw_rate=0.6)
    assert whole.mean() == pytest.approx(0.95, abs=0.005)
    assert drawn.min() > 0.99


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 60), st.floats(0.05, 0.45), st.sampled_from(INTERVALS))
def test_no_grid_goes_below_the_minimum(n, first, interval):
    worst = winrate.minimum_coverage(interval, n_games=n, between=(first, 1 - first))
    grid = winrate.coverage(interval, np.linspace(first, 1 - first, 301), n_games=n)
    assert worst.estimate <= grid.min() + 1e-12
    # And it is reached, at the rate named or right next to it.
    near = np.clip(worst.win_rate + np.array([-1e-9, 0, 1e-9]), first, 1 - first)
    assert winrate.coverage(interval, near, n_games=n).min() == pytest.approx(
        worst.estimate, abs=1e-6
    )


@pytest.mark.parametrize("n", [1, 2, 5, 10, 50, 200])
def test_clopper_pearson_keeps_its_level_and_the_others_do_not(n):
    lowest = {
        interval: winrate.minimum_coverage(interval, n_games=n).estimate for interval in INTERVALS
    }
    assert lowest[winrate.clopper_pearson_interval] >= 0.95
    assert lowest[winrate.wald_interval] == 0
    assert lowest[winrate.wald_interval] < lowest[winrate.wilson_interval] < 0.95
    assert lowest[winrate.jeffreys_interval] < 0.95


def test_swapping_the_sides_mirrors_the_curve():
    rates = np.linspace(0.011, 0.489, 50)  # no end of an interval is met exactly
    for interval in INTERVALS:
        left = winrate.coverage(interval, rates, n_games=25)
        right = winrate.coverage(interval, 1 - rates, n_games=25)
        assert left == pytest.approx(right, abs=1e-12)


def test_many_rates_in_blocks_are_the_same_as_one_by_one(monkeypatch):
    rates = np.linspace(0, 1, 101)
    whole = winrate.coverage(winrate.wilson_interval, rates, n_games=20)
    worst = winrate.minimum_coverage(winrate.wilson_interval, n_games=20)
    monkeypatch.setattr("benchlib.winrate.exact_coverage._BLOCK", 1)
    assert (winrate.coverage(winrate.wilson_interval, rates, n_games=20) == whole).all()
    assert winrate.minimum_coverage(winrate.wilson_interval, n_games=20) == worst
    # Here the lowest piece is the last one.
    between = (0.3, worst.win_rate + 1e-6)
    again = winrate.minimum_coverage(winrate.wilson_interval, n_games=20, between=between)
    assert again == worst


def with_a_gap(points, n_games, *, confidence_level):
    """Hold every rate for no and for all points, and none between."""
    return ConfidenceInterval(
        *((0.0, 1.0) if points in (0, n_games) else (0.5, 0.5)), confidence_level
    )


def nothing(points, n_games, *, confidence_level):
    return ConfidenceInterval(math.nan, math.nan, confidence_level)


def test_callables_that_give_no_interval_are_refused():
    for bad in (nothing, lambda *args, **options: (0, 1)):
        with pytest.raises(ValueError, match=r"interval: gave .* pass a function such as"):
            winrate.coverage(bad, [0.5], n_games=3)
    assert winrate.coverage(with_a_gap, [0.4], n_games=3)[0] == pytest.approx(0.4**3 + 0.6**3)
    with pytest.raises(ValueError, match="not consecutive; compute its coverage on a grid"):
        winrate.minimum_coverage(with_a_gap, n_games=3)


@pytest.mark.parametrize(
    ("rates", "options", "words"),
    [
        ([0.5, 1.1], {}, r"win_rates: row 1 is 1.1; a win rate lies between 0 and 1"),
        ([0.5, 0.9], {"draw_rate": 0.4}, "row 1 is 0.9; with draw_rate=0.4 it lies between"),
        ([math.nan], {}, "win_rates: row 0 is nan"),
        ([], {}, "win_rates: is empty"),
        ([0.5], {"n_games": 0}, "n_games"),
        ([0.5], {"n_games": 10**7}, "n_games: expected at most"),
        ([0.5], {"confidence_level": 95}, "confidence_level"),
    ],
)
def test_impossible_questions_are_refused(rates, options, words):
    with pytest.raises(ValueError, match=words):
        winrate.coverage(winrate.wilson_interval, rates, **{"n_games": 10, **options})


@pytest.mark.parametrize("between", [(0.5, 0.5), (0.6, 0.4), (-0.1, 0.5), (0.5, 1.5)])
def test_an_impossible_range_is_refused(between):
    with pytest.raises(ValueError, match="between: expected"):
        winrate.minimum_coverage(winrate.wilson_interval, n_games=10, between=between)
