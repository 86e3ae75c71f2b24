import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.proportion import confint_proportions_2indep

from benchlib import gates, winrate


def test_the_documents_baseline_check():
    # 800 games are good for about 3.5 points either way, and a drop of 2 points is noise.
    interval = winrate.wilson_interval(400, 800)
    assert f"{100 * (interval.high - interval.low) / 2:.1f}" == "3.5"
    assert gates.clear_drop(800) > 0.02
    # It says something only between the means of seven or more checks on either side.
    few, many = (gates.clear_drop(800, n_before=k, n_after=k) for k in (6, 7))
    assert many < 0.02 < few


def test_by_hand():
    # 1.959964 * sqrt(0.25 / 100 * 2), and with four checks on either side half of it.
    assert gates.clear_drop(100) == pytest.approx(1.959964 * math.sqrt(0.005), rel=1e-6)
    halved = gates.clear_drop(100, n_before=4, n_after=4)
    assert halved == pytest.approx(gates.clear_drop(100) / 2)
    # Two comparisons at 90% have the level of one at 95%.
    two = gates.clear_drop(100, n_comparisons=2, confidence_level=0.9)
    assert two == pytest.approx(gates.clear_drop(100))


def test_statsmodels_interval_is_as_wide():
    low, high = confint_proportions_2indep(400, 800, 400, 800, method="wald")
    assert gates.clear_drop(800) == pytest.approx((high - low) / 2, rel=1e-9)


@pytest.mark.parametrize(("before", "after"), [(1, 1), (3, 2)])
def test_noise_passes_it_as_often_as_it_says(before, after):
    rng = np.random.default_rng(4)
    rates = rng.binomial(800, 0.6, size=(4000, before + after)) / 800
    drops = rates[:, :before].mean(axis=1) - rates[:, before:].mean(axis=1)
    limit = gates.clear_drop(800, n_before=before, n_after=after, win_rate=0.6)
    assert binomtest(int((np.abs(drops) > limit).sum()), 4000, 0.05).pvalue > 0.001


def test_all_pairs_of_ten_checks_need_the_level_shared_out():
    rng = np.random.default_rng(4)
    rates = rng.binomial(800, 0.5, size=(2000, 10)) / 800
    largest = np.ptp(rates, axis=1)
    single = float((largest > gates.clear_drop(800)).mean())
    shared = int((largest > gates.clear_drop(800, n_comparisons=45)).sum())
    assert single > 0.5
    assert binomtest(shared, 2000, 0.05, alternative="greater").pvalue > 0.001


@given(st.integers(1, 10**6), st.floats(0.01, 0.99), st.integers(1, 9), st.integers(1, 9))
def test_swapping_sides_and_adding_checks(n, rate, before, after):
    limit = gates.clear_drop(n, n_before=before, n_after=after, win_rate=rate)
    swapped = gates.clear_drop(n, n_before=after, n_after=before, win_rate=1 - rate)
    assert limit == pytest.approx(swapped)
    assert gates.clear_drop(n, n_before=before + 1, n_after=after, win_rate=rate) < limit


@given(st.integers(1, 10**6), st.floats(0.01, 0.99))
def test_the_error_in_elo_is_the_slope_times_the_error_of_the_rate(n, rate):
    def elo(p):
        return 400 * math.log10(p / (1 - p))

    step = 1e-6
    slope = (elo(rate + step) - elo(rate - step)) / (2 * step)
    error = gates.elo_standard_error(rate, n_games=n)
    assert error == pytest.approx(slope * math.sqrt(rate * (1 - rate) / n), rel=1e-5)


def test_a_simulated_error_in_elo():
    rng = np.random.default_rng(8)
    rates = rng.binomial(2000, 0.8, size=4000) / 2000
    spread = (400 * np.log10(rates / (1 - rates))).std(ddof=1)
    assert spread == pytest.approx(gates.elo_standard_error(0.8, n_games=2000), rel=0.05)


def test_an_opponent_that_always_loses_measures_badly():
    even, beaten = (gates.elo_standard_error(p, n_games=800) for p in (0.5, 0.99))
    assert (beaten / even) ** 2 == pytest.approx(1 / (4 * 0.99 * 0.01))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_games": 0}, "n_games"),
        ({"n_before": 0}, "n_before: expected a whole number of at least 1"),
        ({"n_after": 1.0}, "n_after: expected a whole number of at least 1"),
        ({"n_comparisons": 0}, "n_comparisons"),
        ({"win_rate": 1}, "win_rate: expected a number between 0 and 1, both excluded"),
        ({"win_rate": math.nan}, "win_rate"),
        ({"win_rate": True}, "win_rate"),
        ({"confidence_level": 95}, "confidence_level"),
    ],
)
def test_impossible_checks_are_refused(options, words):
    arguments = {"n_games": 800, **options}
    with pytest.raises(ValueError, match=words):
        gates.clear_drop(arguments.pop("n_games"), **arguments)


@pytest.mark.parametrize(("rate", "n"), [(0, 10), (1, 10), ("0.5", 10), (0.5, 0), (0.5, -1)])
def test_impossible_errors_are_refused(rate, n):
    with pytest.raises(ValueError, match=r"win_rate: expected|n_games: expected"):
        gates.elo_standard_error(rate, n_games=n)
