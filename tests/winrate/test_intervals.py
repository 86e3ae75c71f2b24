import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm
from statsmodels.stats.proportion import proportion_confint

from benchlib import winrate
from benchlib.results import ConfidenceInterval

INTERVALS = {
    "wilson": winrate.wilson_interval,
    "normal": winrate.wald_interval,
    "beta": winrate.clopper_pearson_interval,
    "jeffreys": winrate.jeffreys_interval,
}
every_interval = pytest.mark.parametrize("interval", INTERVALS.values(), ids=INTERVALS)
levels = st.floats(0.01, 0.9999)


@st.composite
def records(draw):
    n = draw(st.integers(1, 3000))
    return draw(st.integers(0, 2 * n)) / 2, n


def ends(interval):
    return interval.low, interval.high


def test_wilson_by_hand():
    # z = 2, 8 of 12: centre (2/3 + 4/24) / (1 + 4/12) = (5/6) / (4/3) = 5/8;
    # half-width 2 sqrt(2/9 / 12 + 4/576) / (4/3) = 2 sqrt(11/432 ...) from the same fractions.
    level = 1 - 2 * norm.sf(2)
    half = 2 * math.sqrt(1 / 54 + 1 / 144) / (4 / 3)
    found = winrate.wilson_interval(8, 12, confidence_level=level)
    assert ends(found) == pytest.approx((5 / 8 - half, 5 / 8 + half))
    assert found.confidence_level == level


def test_the_programs_line_of_intervals():
    first, second = winrate.wilson_interval(55, 100), winrate.wilson_interval(6, 10)
    line = (
        f"55/100: [{first.low:.4f}, {first.high:.4f}]  6/10: [{second.low:.4f}, {second.high:.4f}]"
    )
    assert line == "55/100: [0.4524, 0.6439]  6/10: [0.3127, 0.8318]"
    assert ends(first) == pytest.approx((0.45245, 0.64385), abs=5e-6)
    assert ends(second) == pytest.approx((0.31267, 0.83182), abs=5e-6)


def test_no_point_and_every_point():
    none, every = winrate.wilson_interval(0, 10), winrate.wilson_interval(10, 10)
    assert none.low == 0
    assert every.high == 1
    assert none.high == pytest.approx(0.27753, abs=5e-6)
    assert every.low == pytest.approx(0.72247, abs=5e-6)


@pytest.mark.parametrize("method", INTERVALS)
@pytest.mark.parametrize(("points", "n"), [(6, 10), (55, 100), (1, 1000), (17.5, 40), (999, 1000)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_statsmodels_gives_the_same(method, points, n, level):
    found = INTERVALS[method](points, n, confidence_level=level)
    low, high = proportion_confint(points, n, alpha=1 - level, method=method)
    if method == "normal":  # theirs is cut at 0 and 1
        assert (max(found.low, 0), min(found.high, 1)) == pytest.approx((low, high), rel=1e-10)
    else:
        assert ends(found) == pytest.approx((low, high), rel=1e-10)


@pytest.mark.parametrize("n", [1, 2, 9])
def test_scipy_gives_the_same_for_whole_wins(n):
    for wins in range(n + 1):
        test = binomtest(wins, n)
        for method, own in (("exact", "beta"), ("wilson", "wilson")):
            low, high = test.proportion_ci(0.9, method=method)
            found = INTERVALS[own](wins, n, confidence_level=0.9)
            assert ends(found) == pytest.approx((low, high), abs=1e-12)


@every_interval
@given(record=records(), level=levels)
def test_swapping_the_sides_mirrors_the_interval(interval, record, level):
    points, n = record
    own = interval(points, n, confidence_level=level)
    other = interval(n - points, n, confidence_level=level)
    assert ends(own) == pytest.approx((1 - other.high, 1 - other.low), abs=1e-12)


@every_interval
@given(record=records(), level=levels)
def test_the_rate_is_inside_and_a_higher_level_is_wider(interval, record, level):
    points, n = record
    narrow = interval(points, n, confidence_level=level / 2)
    wide = interval(points, n, confidence_level=level)
    tolerance = 1e-12
    assert wide.low - tolerance <= narrow.low
    assert narrow.high <= wide.high + tolerance
    if interval is not winrate.jeffreys_interval:  # its median is pulled towards one half
        assert wide.low - tolerance <= points / n <= wide.high + tolerance
    if interval is not winrate.wald_interval:
        assert 0 <= wide.low <= wide.high <= 1


@given(record=records(), level=levels)
def test_the_ends_of_wilson_are_where_the_score_test_turns(record, level):
    points, n = record
    z = norm.isf((1 - level) / 2)
    for end in ends(winrate.wilson_interval(points, n, confidence_level=level)):
        distance = abs(points / n - end)
        assert distance == pytest.approx(z * math.sqrt(end * (1 - end) / n), rel=1e-6, abs=1e-9)


def test_wald_leaves_the_unit_interval_and_can_be_certain_of_nothing():
    assert winrate.wald_interval(1, 10).low < 0
    assert ends(winrate.wald_interval(0, 10)) == (0, 0)


def test_four_times_the_games_do_not_quite_halve_wilson():
    def half(points, n):
        found = winrate.wilson_interval(points, n)
        return (found.high - found.low) / 2

    assert half(6, 10) / half(24, 40) < 1.9
    assert half(6000, 10_000) / half(24_000, 40_000) == pytest.approx(2, abs=1e-3)


@every_interval
@pytest.mark.parametrize(
    ("points", "n", "words"),
    [
        (0, 0, "n_games: expected a whole number of at least 1, got 0"),
        (1, -2, "n_games"),
        (1, 2.0, "n_games"),
        (1, True, "n_games"),
        (1, 10**400, "n_games: expected at most"),
        (11, 10, "points: 10 games give between 0 and 10 points, got 11; count 1 a win"),
        (-0.5, 10, "points: 10 games give between"),
        (0.55, 10, "points: got 0.55, which is no multiple of 0.5"),
        (math.nan, 10, "points: expected a finite number, got nan"),
        (math.inf, 10, "points: expected a finite number, got inf"),
        (True, 10, "points: expected a finite number, got True"),
        ("6", 10, "points: expected a finite number, got '6'"),
        (None, 10, "points: expected a finite number, got None"),
        (Decimal(6), 10, "points: expected a finite number, got Decimal"),
        ([6], 10, "points: expected a finite number"),
    ],
)
def test_impossible_records_are_refused(interval, points, n, words):
    with pytest.raises(ValueError, match=words):
        interval(points, n)


@every_interval
@pytest.mark.parametrize("level", [0, 1, 95, math.nan, "0.95", True])
def test_impossible_levels_are_refused(interval, level):
    with pytest.raises(ValueError, match="confidence_level: expected a number between 0 and 1"):
        interval(6, 10, confidence_level=level)


@every_interval
def test_numpy_numbers_are_numbers(interval):
    plain = interval(6, 10)
    assert interval(np.float64(6), np.int64(10)) == plain
    assert interval(np.float32(6), np.int32(10)) == plain
    assert isinstance(plain, ConfidenceInterval)


@every_interval
@pytest.mark.parametrize("n", [1, 10**15])
def test_extreme_numbers_of_games_give_ordered_ends(interval, n):
    for points in (0, 0.5, n / 2, n - 0.5, n):
        found = interval(points, n)
        assert math.isfinite(found.low)
        assert found.low <= found.high
