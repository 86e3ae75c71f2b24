from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib.retention import expected_squared_error

# Few different values, so that ties are the rule; and floats whose squares do not underflow.
ties = st.lists(st.integers(-2, 2), min_size=1, max_size=6)
anything = st.lists(st.floats(-1e3, 1e3).map(lambda x: round(x, 9)), min_size=1, max_size=6)
pools = ties | anything


def sample_means(pool, n):
    """Means of all samples of n records, as exact fractions."""
    return [sum(map(Fraction, sample)) / n for sample in combinations(pool, n)]


def enumerated(x, y, n):
    """Mean squared error over every pair of samples, without a rounding."""
    gap = sum(map(Fraction, x)) / len(x) - sum(map(Fraction, y)) / len(y)
    means_x, means_y = sample_means(x, n), sample_means(y, n)
    total = sum((a - b - gap) ** 2 for a in means_x for b in means_y)
    return total / (len(means_x) * len(means_y))


def close(value, *scores):
    """Equal up to rounding, measured on the scale of squared scores."""
    size = max(abs(score) for pool in scores for score in pool)
    return pytest.approx(float(value), rel=1e-12, abs=1e-14 * size**2)


def test_by_hand():
    # x: means of two of 0, 2, 4 are 1, 2, 3: variance 2/3. y is constant: nothing is added.
    assert expected_squared_error([0, 2, 4], [1, 1, 1], n=2) == pytest.approx(2 / 3)
    # One record of 0, 2 is 1 off either way, on both sides: 1 + 1.
    assert expected_squared_error([0, 2], [5, 7], n=1) == pytest.approx(2)


@settings(deadline=None)
@given(pools, pools)
def test_every_sample_enumerated(x, y):
    for n in range(1, min(len(x), len(y)) + 1):
        assert comb(len(x), n) == len(sample_means(x, n))
        assert expected_squared_error(x, y, n=n) == close(enumerated(x, y, n), x, y)


@st.composite
def pools_and_budget(draw):
    x, y = draw(pools), draw(pools)
    return x, y, draw(st.integers(1, min(len(x), len(y))))


@settings(deadline=None)
@given(pools_and_budget(), st.integers(-100, 100), st.sampled_from([-8.0, -1.0, 0.5, 3.0]))
def test_shift_and_scale(case, shift, scale):
    x, y, n = case
    before = expected_squared_error(x, y, n=n)
    moved = [[value + shift for value in pool] for pool in (x, y)]
    assert expected_squared_error(*moved, n=n) == close(before, *moved, x, y)
    apart = expected_squared_error(moved[0], y, n=n)
    assert apart == close(before, *moved, x, y)
    scaled = [[value * scale for value in pool] for pool in (x, y)]
    assert expected_squared_error(*scaled, n=n) == close(before * scale**2, *scaled, x, y)


@settings(deadline=None)
@given(pools_and_budget(), st.randoms(use_true_random=False))
def test_order_and_sides_do_not_reach_the_last_bit(case, random):
    x, y, n = case
    before = expected_squared_error(x, y, n=n)
    shuffled = random.sample(x, len(x)), random.sample(y, len(y))
    assert expected_squared_error(*shuffled, n=n) == before
    assert expected_squared_error(y, x, n=n) == before


@settings(deadline=None)
@given(pools, pools)
def test_more_records_never_hurt_and_all_leave_nothing_to_chance(x, y):
    largest = min(len(x), len(y))
    errors = [expected_squared_error(x[:largest], y[:largest], n=n + 1) for n in range(largest)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] == 0.0


def test_a_whole_pool_adds_nothing():
    whole = expected_squared_error([0.1, 0.7], [0.1, 0.3, 0.8], n=2)
    assert whole == expected_squared_error([0.0, 0.0], [0.1, 0.3, 0.8], n=2) > 0


@pytest.mark.parametrize("value", [0.1, 1 / 3, -1e-300, 1e150])
def test_a_constant_pool_has_no_error_at_all(value):
    assert expected_squared_error([value] * 7, [0.3] * 5, n=2) == 0.0


def test_one_record_a_side():
    assert expected_squared_error([0.3], [1e100], n=1) == 0.0


def test_inputs_are_left_alone():
    x = np.array([3.0, 1.0, 2.0])
    expected_squared_error(x, x, n=2)
    assert x.tolist() == [3.0, 1.0, 2.0]
