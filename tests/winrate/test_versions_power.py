import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, norm
from statsmodels.stats import proportion

from benchlib import winrate

rates = st.floats(0.02, 0.98)


def test_by_hand():
    # Two games each: 2 to 0 has z = 2 (pooled variance 1/2 * 1/2 * (1/2 + 1/2) = 1/4), which is
    # more than 1.96; 2 to 1 and 1 to 0 have z = 1.15. So "better" is 2 to 0 alone.
    found = winrate.per_version_power(0.25, 2, win_rate=0.5)
    assert found.power == pytest.approx(0.75**2 * 0.5**2)
    assert found.wrong_direction == pytest.approx(0.25**2 * 0.5**2)
    assert found.false_alarm == pytest.approx(2 * 0.5**4)
    assert (found.n_games, found.win_rate, found.warnings) == (2, 0.5, ())


def test_one_game_each_concludes_nothing_or_everything():
    pooled, wald = (winrate.per_version_power(0.1, 1, test=t) for t in ("pooled", "unpooled"))
    assert (pooled.power, pooled.false_alarm) == (0, 0)
    assert "no result of 1 games each" in pooled.warnings[0]
    # The estimated variance of 1 to 0 is nothing, which is where the Wald test fails.
    assert wald.power == pytest.approx(0.6 * 0.5)
    assert wald.false_alarm == pytest.approx(0.5)


@pytest.mark.filterwarnings("ignore:divide by zero|invalid value:RuntimeWarning")
@pytest.mark.parametrize("n", [2, 7, 20, 33])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("test", ["pooled", "unpooled"])
def test_every_result_judged_by_statsmodels(n, level, test):
    new, old = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    p_values = np.ones(new.shape)
    for w, v in zip(new.ravel(), old.ravel(), strict=True):
        if test == "pooled":
            p_values[w, v] = proportion.proportions_ztest([w, v], [n, n])[1]
        else:
            p_values[w, v] = proportion.test_proportions_2indep(w, n, v, n, method="wald").pvalue
    p_values[new == old] = 1  # 0/0 where nobody, or everybody, won
    chances = binom.pmf(new, n, 0.65) * binom.pmf(old, n, 0.4)
    concluded = p_values < 1 - level
    found = winrate.per_version_power(0.25, n, win_rate=0.4, confidence_level=level, test=test)
    assert found.power == pytest.approx(chances[concluded & (new > old)].sum(), abs=1e-12)
    assert found.wrong_direction == pytest.approx(chances[concluded & (new < old)].sum(), abs=1e-12)
    equal = binom.pmf(new, n, 0.4) * binom.pmf(old, n, 0.4)
    assert found.false_alarm == pytest.approx(equal[concluded].sum(), abs=1e-12)


@given(st.integers(1, 300), rates, rates, st.sampled_from(["pooled", "unpooled"]))
def test_swapping_the_versions_mirrors_the_result(n, new, old, test):
    one = winrate.per_version_power(new - old, n, win_rate=old, test=test)
    other = winrate.per_version_power(old - new, n, win_rate=new, test=test)
    assert one.power == pytest.approx(other.wrong_direction, abs=1e-9)
    # Counting losses instead of wins changes the sides, and nothing else.
    lost = winrate.per_version_power(old - new, n, win_rate=1 - old, test=test)
    assert one.power == pytest.approx(lost.wrong_direction, abs=1e-9)
    assert one.false_alarm == pytest.approx(lost.false_alarm, abs=1e-9)


@given(st.integers(1, 400), rates)
def test_the_unpooled_test_concludes_at_least_as_often(n, rate):
    # Its variance is never the larger one with equally many games.
    pooled, wald = (
        winrate.per_version_power(0.0, n, win_rate=rate, test=t) for t in ("pooled", "unpooled")
    )
    assert wald.false_alarm >= pooled.false_alarm - 1e-12
    assert pooled.power == pooled.wrong_direction == pooled.false_alarm / 2


@given(st.floats(0.01, 0.5), st.integers(1, 3000))
def test_the_normal_power_is_what_the_games_per_version_turn_around(effect, n):
    found = winrate.per_version_power(effect, n)
    assert found.normal_power == pytest.approx(
        norm.cdf(effect * math.sqrt(2 * n) - norm.isf(0.025))
    )
    assert (found.normal_power >= 0.8 - 1e-9) == (n >= winrate.games_per_version(effect))


def test_many_games_near_one_half_have_the_normal_power():
    found = winrate.per_version_power(0.02, 10_000, win_rate=0.49)
    assert found.power == pytest.approx(found.normal_power, abs=0.005)
    assert found.false_alarm == pytest.approx(0.05, abs=0.002)


def test_a_simulated_power():
    rng = np.random.default_rng(5)
    new, old = rng.binomial(60, 0.7, 4000), rng.binomial(60, 0.5, 4000)
    share = (new + old) / 120
    z = (new - old) / 60 / np.sqrt(share * (1 - share) / 30)
    found = winrate.per_version_power(0.2, 60)
    assert binomtest(int((z > norm.isf(0.025)).sum()), 4000, found.power).pvalue > 0.001


@pytest.mark.parametrize(
    ("effect", "n", "options", "words"),
    [
        (0.6, 10, {}, "win_rate \\+ effect: expected a win rate between 0 and 1"),
        (math.nan, 10, {}, "win_rate \\+ effect"),
        ("0.1", 10, {}, "effect: expected a number"),
        (True, 10, {}, "effect: expected a number"),
        (0.1, 0, {}, "n_games"),
        (0.1, 10**7, {}, "n_games: expected at most 1,000,000 games"),
        (0.1, 10, {"win_rate": 1.1}, "win_rate: expected a win rate"),
        (0.1, 10, {"test": "wilson"}, "test: expected 'pooled' or 'unpooled', got 'wilson'"),
        (0.1, 10, {"confidence_level": 95}, "confidence_level"),
    ],
)
def test_impossible_questions_are_refused(effect, n, options, words):
    with pytest.raises(ValueError, match=words):
        winrate.per_version_power(effect, n, **options)
