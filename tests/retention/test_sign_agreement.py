from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from benchlib.retention import simulated_sign_agreement

DRAWS = 4000
SMALL = [
    ([3, 5, 9], [1, 2, 4], 1),
    ([3, 5, 9], [1, 2, 4], 2),
    ([0, 0, 1], [0, 0, 0, 1, 0], 2),  # mostly ties
    ([0, 1, 1, 2], [1, 1, 1], 1),  # the full pools tie
    ([-5, 1, 1, 1, 1, 2], [0, 0, 1, 0], 3),
    (["0.1", "0.2", "0.3", "0.6"], ["0.2", "0.2", "0.2", "0.3"], 2),  # ties in decimals only
    (["0.1", "0.7", "0.3"], ["0.2", "0.2", "0.5", "0.1"], 3),
    ([1], [0, 3, 0, 0], 1),
]


def floats(pool):
    return [float(score) for score in pool]


def enumerated(x, y, n):
    """Share of sample pairs that agree, and that tie, in exact arithmetic."""

    def gaps(size_x, size_y):
        return [
            sum(map(Fraction, a)) / size_x - sum(map(Fraction, b)) / size_y
            for a in combinations(x, size_x)
            for b in combinations(y, size_y)
        ]

    (reference,) = gaps(len(x), len(y))
    found = gaps(n, n)
    agree = Fraction(sum(gap * reference > 0 for gap in found), len(found))
    return reference, agree, Fraction(found.count(0), len(found))


def plausible(count, share):
    return binomtest(count, DRAWS, float(share)).pvalue > 1e-3


def test_by_hand():
    # One record a side: of the four pairs 5-1, 5-2, 0-1, 0-2 two are positive, as is 2.5 - 1.5.
    result = simulated_sign_agreement([5, 0], [1, 2], n=1, n_resamples=DRAWS, rng=3)
    assert result.reference_gap == 1.0
    assert result.n_tied == 0
    assert plausible(result.n_agree, 1 / 2)
    assert result.estimate == result.n_agree / DRAWS
    p = result.estimate
    assert result.standard_error == pytest.approx((p * (1 - p) / DRAWS) ** 0.5)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("x", "y", "n"), SMALL)
def test_every_sample_enumerated(x, y, n, swapped):
    if swapped:
        x, y = y, x
    reference, agree, tied = enumerated(x, y, n)
    result = simulated_sign_agreement(floats(x), floats(y), n=n, n_resamples=DRAWS, rng=12)
    assert result.reference_gap == pytest.approx(float(reference), abs=1e-15)
    assert plausible(result.n_tied, tied)
    if reference:
        assert plausible(result.n_agree, agree)
    else:
        assert np.isnan(result.estimate)
        assert np.isnan(result.standard_error)
        assert result.n_agree == 0
        assert "tied" in result.warnings[0]


pools = st.lists(st.integers(-3, 3), min_size=1, max_size=6)


@settings(deadline=None)
@given(pools, pools, st.randoms(use_true_random=False))
def test_what_changes_no_draw(x, y, random):
    def counts(x, y, rng=7):
        result = simulated_sign_agreement(x, y, n=1, n_resamples=50, rng=rng)
        return result.n_agree, result.n_tied

    before = counts(x, y)
    assert counts(random.sample(x, len(x)), random.sample(y, len(y))) == before
    assert counts(*([4 * score + 8 for score in pool] for pool in (x, y))) == before
    assert counts(*([score / 10 for score in pool] for pool in (x, y))) == before
    assert counts(x, y, np.random.default_rng(7)) == before


@settings(deadline=None)
@given(st.integers(1, 6).flatmap(lambda n: st.tuples(*[st.lists(st.integers(-3, 3), min_size=n,
                                                                max_size=n)] * 2)))  # fmt: skip
def test_whole_pools_leave_nothing_to_chance(pair):
    x, y = pair
    x, y = [score / 10 for score in x], [score / 10 for score in y]
    result = simulated_sign_agreement(x, y, n=len(x), n_resamples=20, rng=1)
    if round(sum(x) - sum(y), 6):
        assert (result.estimate, result.standard_error, result.n_tied) == (1.0, 0.0, 0)
        assert np.sign(result.reference_gap) == np.sign(round(sum(x) - sum(y), 6))
        assert result.warnings == ()
    else:
        assert np.isnan(result.estimate)
        assert (result.n_tied, result.reference_gap) == (20, 0.0)
        assert len(result.warnings) == 1


def test_ties_of_decimals():
    # 0.1 + 0.2 and 0.0 + 0.3 differ in binary, not in decimals.
    assert 0.1 + 0.2 != 0.0 + 0.3
    result = simulated_sign_agreement([0.1, 0.2], [0.0, 0.3], n=2, n_resamples=10, rng=1)
    assert (result.reference_gap, result.n_tied) == (0.0, 10)
    # A real gap of one part in a billion is none.
    result = simulated_sign_agreement([0.1, 0.2], [0.0, 0.3 - 1e-9], n=2, n_resamples=10, rng=1)
    assert (result.estimate, result.n_tied) == (1.0, 0)


def test_constant_pools():
    result = simulated_sign_agreement([0.3] * 5, [0.1] * 7, n=2, n_resamples=10, rng=1)
    assert (result.estimate, result.standard_error) == (1.0, 0.0)


def test_randomness_comes_from_rng_alone():
    x, y = list(range(10)), list(range(1, 11))

    def draw(rng):
        return simulated_sign_agreement(x, y, n=2, n_resamples=500, rng=rng)

    np.random.seed(1)  # noqa: NPY002 - the global state is what must stay untouched
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    assert draw(5) == draw(5) == draw(np.int64(5)) == draw(np.random.default_rng(5))
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002
    assert draw(5) != draw(6)
    generator = np.random.default_rng(5)
    assert draw(generator) != draw(generator)


def test_a_gap_beyond_the_rounding_error_is_no_tie():
    # Means of numbers near 1 are known to about 1e-16; a gap of 1e-14 is a gap.
    close = simulated_sign_agreement([1, 1], [1 + 1e-14] * 2, n=1, n_resamples=10, rng=1)
    assert (close.n_tied, close.n_agree) == (0, 10)
    # 0.1 + 0.2 and 0.3 + 0.0 differ by 5.6e-17 in floats, and are equal as decimals.
    tied = simulated_sign_agreement([0.1, 0.2], [0.3, 0.0], n=2, n_resamples=10, rng=1)
    assert (tied.reference_gap, tied.n_tied) == (0.0, 10)
