import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, norm
from statsmodels.stats.power import NormalIndPower, normal_sample_size_one_tail

from benchlib import winrate

probabilities = {"confidence_level": st.floats(0.5, 0.999), "power": st.floats(0.5, 0.999)}


def seed_formula(effect, factor=1.0):
    """Compute as the two programs do, with their constants of six digits."""
    z_sum = 1.959964 + 0.841621
    return math.ceil(z_sum * z_sum * factor * 0.25 / (effect * effect) - 1e-9)


def test_the_programs_line_of_games():
    duel = winrate.games_for_duel(0.05)
    separate = winrate.games_per_version(0.05)
    shared = winrate.games_per_version(0.05, correlation=0.5)
    line = f"games: duel {duel}, per version {separate} (separate maps) or {shared} (shared, 0.5)"
    assert line == "games: duel 785, per version 1570 (separate maps) or 785 (shared, 0.5)"


@pytest.mark.parametrize("points", range(1, 41))
def test_the_programs_give_the_same_for_whole_and_half_percentage_points(points):
    effect = points / 200
    assert winrate.games_for_duel(effect) == seed_formula(effect)
    assert winrate.games_per_version(effect) == seed_formula(effect, 2)
    assert winrate.games_per_version(effect, correlation=0.5) == seed_formula(effect)


@pytest.mark.parametrize("effect", [0.01, 0.02, 0.05, 0.14, 0.3])
@pytest.mark.parametrize("power", [0.7, 0.8, 0.95])
def test_statsmodels_gives_the_same(effect, power):
    one = normal_sample_size_one_tail(effect, power, 0.025, std_null=0.5)
    assert winrate.games_for_duel(effect, power=power) == math.ceil(one)
    # Theirs counts the other tail as power too, which is nothing at these settings.
    two = NormalIndPower().solve_power(
        effect_size=effect / 0.5, alpha=0.05, power=power, alternative="two-sided"
    )
    assert winrate.games_per_version(effect, power=power) == math.ceil(two - 1e-4)


def test_the_common_question():
    detect = winrate.minimum_detectable_effect
    assert [round(100 * detect(n)) for n in (96, 800)] == [14, 5]
    assert [round(100 * detect(n, comparison="versions")) for n in (96, 800)] == [20, 7]
    assert winrate.games_for_duel(0.02) == 4906


@given(n=st.integers(40, 10**7), **probabilities)
def test_the_smallest_effect_turns_the_games_around(n, confidence_level, power):
    options = {"confidence_level": confidence_level, "power": power}
    effect = winrate.minimum_detectable_effect(n, **options)
    assert winrate.games_for_duel(effect, **options) == n
    effect = winrate.minimum_detectable_effect(
        n, comparison="versions", correlation=0.25, draw_rate=0.5, **options
    )
    found = winrate.games_per_version(effect, correlation=0.25, draw_rate=0.5, **options)
    assert found == n


@given(effect=st.floats(0.001, 0.2), **probabilities)
def test_half_the_gain_needs_four_times_the_games(effect, confidence_level, power):
    options = {"confidence_level": confidence_level, "power": power}
    many = winrate.games_for_duel(effect / 2, **options)
    few = winrate.games_for_duel(effect, **options)
    assert 4 * few - 4 < many <= 4 * few
    assert 2 * few - 2 < winrate.games_per_version(effect, **options) <= 2 * few


def test_draws_need_fewer_games_if_the_interval_knows_of_them():
    # 784.887... games times a share of 0.75 that is decided.
    assert winrate.games_for_duel(0.05, draw_rate=0.25) == math.ceil(784.8879 * 0.75)


def test_draws_in_simulation():
    rng = np.random.default_rng(3)
    n = winrate.games_for_duel(0.1, draw_rate=0.5)
    counts = rng.multinomial(n, [0.35, 0.5, 0.15], size=4000)
    rate = counts @ [1, 0.5, 0] / n
    variance = counts @ [1, 0.25, 0] / n - rate**2
    detected = int((rate - 1.96 * np.sqrt(variance / n) > 0.5).sum())
    # The normal approximation is that of 80%; 98 games keep it within a few points.
    assert binomtest(detected, 4000).proportion_ci(0.999).low < 0.86
    assert binomtest(detected, 4000).proportion_ci(0.999).high > 0.80


@pytest.mark.parametrize("n", [1, 3, 5, 6, 9, 10, 64, 100, 101, 400])
@pytest.mark.parametrize("test", ["wilson", "exact"])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_power_is_that_of_the_interval(n, test, level):
    interval = {"wilson": winrate.wilson_interval, "exact": winrate.clopper_pearson_interval}[test]
    found = winrate.duel_power(0.1, n, confidence_level=level, test=test)
    wins = range(n + 1)
    ends = [interval(w, n, confidence_level=level) for w in wins]
    better = [w for w, end in zip(wins, ends, strict=True) if end.low > 0.5]
    worse = [w for w, end in zip(wins, ends, strict=True) if end.high < 0.5]
    assert found.power == pytest.approx(binom.pmf(better, n, 0.6).sum(), abs=1e-12)
    assert found.wrong_direction == pytest.approx(binom.pmf(worse, n, 0.6).sum(), abs=1e-12)
    assert found.false_alarm == pytest.approx(binom.pmf(better + worse, n, 0.5).sum(), abs=1e-12)
    if better:
        assert found.points_needed == min(better)
    else:
        assert math.isnan(found.points_needed)
        assert "no result" in found.warnings[0]
    if test == "exact":
        assert found.false_alarm <= 1 - level


@pytest.mark.parametrize("n", [10, 101, 300])
def test_the_power_with_draws_is_that_of_the_interval(n):
    found = winrate.duel_power(0.1, n, draw_rate=0.3)
    points = np.arange(2 * n + 1) / 2
    lows = np.array([winrate.wilson_interval(w, n).low for w in points])
    chances = winrate.points_distribution(n, win_rate=0.6, draw_rate=0.3)
    assert found.power == pytest.approx(chances[lows > 0.5].sum(), abs=1e-12)
    assert found.points_needed == points[lows > 0.5].min()


def test_what_785_games_really_have():
    wilson, exact = (winrate.duel_power(0.05, 785, test=test) for test in ("wilson", "exact"))
    assert wilson.power == pytest.approx(binom.sf(419, 785, 0.55), rel=1e-12)
    assert (round(wilson.power, 4), round(wilson.false_alarm, 4)) == (0.8103, 0.0539)
    assert (round(exact.power, 4), round(exact.false_alarm, 4)) == (0.7903, 0.0456)
    assert exact.false_alarm == pytest.approx(2 * binom.sf(420, 785, 0.5), rel=1e-12)
    assert round(wilson.normal_power, 4) == 0.8001
    # One game more, and Wilson's interval has less power and fewer false alarms.
    assert winrate.duel_power(0.05, 786).power < wilson.power


@given(st.floats(0.01, 0.4), st.integers(1, 3000))
def test_the_normal_power_is_what_the_sample_size_turns_around(effect, n):
    found = winrate.duel_power(effect, n)
    z = norm.isf(0.025)
    assert found.normal_power == pytest.approx(norm.cdf(2 * effect * math.sqrt(n) - z))
    needed = winrate.games_for_duel(effect)
    assert (found.normal_power >= 0.8 - 1e-9) == (n >= needed)


@given(st.floats(-0.5, 0.5), st.integers(1, 500), st.sampled_from(["wilson", "exact"]))
def test_a_worse_version_mirrors_a_better_one(effect, n, test):
    own, other = (winrate.duel_power(e, n, test=test) for e in (effect, -effect))
    assert own.power == pytest.approx(other.wrong_direction, abs=1e-12)
    assert own.false_alarm == other.false_alarm


def test_a_simulated_false_alarm_rate():
    rng = np.random.default_rng(11)
    wins = rng.binomial(64, 0.5, size=5000)
    found = winrate.duel_power(0.0, 64)
    alarms = int((np.abs(wins - 32) >= found.points_needed - 32).sum())
    assert binomtest(alarms, 5000, found.false_alarm).pvalue > 0.001
    assert found.power == found.wrong_direction == found.false_alarm / 2


def test_draws_make_the_binomial_test_too_careful():
    plain, drawn = winrate.duel_power(0.05, 400), winrate.duel_power(0.05, 400, draw_rate=0.6)
    assert drawn.false_alarm < 0.01 < plain.false_alarm
    far = winrate.duel_power(0.07, 400, draw_rate=0.6)
    assert far.normal_power == pytest.approx(far.power, abs=0.02)
    assert far.normal_power == pytest.approx(norm.cdf((2.8 - norm.isf(0.025)) / math.sqrt(0.4)))
    level = winrate.duel_power(0.0, 400, draw_rate=1.0)
    assert (level.power, level.normal_power) == (pytest.approx(0), 0)


GAMES = (winrate.games_for_duel, winrate.games_per_version)


@pytest.mark.parametrize("function", GAMES)
@pytest.mark.parametrize(
    ("effect", "options", "words"),
    [
        (0, {}, "effect: expected a positive number, got 0"),
        (-0.05, {}, "effect: expected a positive number"),
        (5, {}, "effect: win rates can differ by at most .* 0.05 for five percentage points"),
        (math.nan, {}, "effect"),
        ("0.05", {}, "effect"),
        (1e-200, {}, "effect: is too small"),
        (0.05, {"power": 1}, "power: expected a number between 0 and 1"),
        (0.05, {"power": 80}, "power"),
        (0.05, {"power": 0.01}, "power: 0.01 is no more than the false alarms"),
        (0.05, {"confidence_level": 0}, "confidence_level"),
        (0.05, {"draw_rate": 1}, "draw_rate: if every game is drawn"),
        (0.45, {"draw_rate": 0.6}, "effect: win rates can differ by at most"),
    ],
)
def test_impossible_effects_are_refused(function, effect, options, words):
    if function is winrate.games_per_version and effect == 0.45:
        effect = 0.5  # two versions can differ by twice as much
    with pytest.raises(ValueError, match=words):
        function(effect, **options)


@pytest.mark.parametrize("correlation", [1, -1.1, math.nan, "0.5", True, None])
def test_impossible_correlations_are_refused(correlation):
    with pytest.raises(ValueError, match="correlation: expected a number from -1 to below 1"):
        winrate.games_per_version(0.05, correlation=correlation)


def test_impossible_questions_about_the_smallest_effect_are_refused():
    detect = winrate.minimum_detectable_effect
    with pytest.raises(ValueError, match=r"n_games: 7 games detect no effect .* at least 8,"):
        detect(7)
    assert detect(8) < 0.5
    with pytest.raises(ValueError, match="correlation: a duel has one result a game"):
        detect(100, correlation=0.5)
    with pytest.raises(ValueError, match="comparison: expected 'duel' or 'versions', got 'panel'"):
        detect(100, comparison="panel")
    with pytest.raises(ValueError, match="n_games"):
        detect(0)


@pytest.mark.parametrize(
    ("effect", "options", "words"),
    [
        (0.6, {}, "0.5 \\+ effect: expected a win rate between 0 and 1"),
        (math.nan, {}, "0.5 \\+ effect"),
        ("0.1", {}, "effect: expected a number"),
        (True, {}, "effect: expected a number"),
        (0.1, {"test": "wald"}, "test: expected 'wilson' or 'exact', got 'wald'"),
        (0.1, {"test": "exact", "draw_rate": 0.1}, "test: the exact test counts wins and losses"),
        (0.3, {"draw_rate": 0.5}, "0.5 \\+ effect: .* with draw_rate=0.5"),
    ],
)
def test_impossible_questions_about_power_are_refused(effect, options, words):
    with pytest.raises(ValueError, match=words):
        winrate.duel_power(effect, 100, **options)
