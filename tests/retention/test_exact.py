"""Exact sign agreement against every pair of samples listed, and against simulation."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from benchlib import retention
from benchlib.retention import _sums

# Few distinct values, so that ties between samples are common.
SCORES = st.integers(-2, 3)
POOLS = st.tuples(
    st.lists(SCORES, min_size=1, max_size=6), st.lists(SCORES, min_size=1, max_size=6)
)


def listed(x, y, n):
    """Return agreement and tie probability by listing all pairs of samples, in fractions."""
    gap = Fraction(sum(x), len(x)) - Fraction(sum(y), len(y))
    gaps = [sum(a) - sum(b) for a, b in product(combinations(x, n), combinations(y, n))]
    agree = sum((g > 0) - (g < 0) == (gap > 0) - (gap < 0) for g in gaps)
    return gap, Fraction(agree, len(gaps)), Fraction(sum(g == 0 for g in gaps), len(gaps))


@given(POOLS)
def test_equals_all_pairs_of_samples(pools):
    x, y = pools
    curve = retention.sign_agreement_curve(x, y, max_n=min(len(x), len(y)))
    for n, estimate, bound, tie in zip(
        curve.n, curve.estimate, curve.error_bound, curve.tie_probability, strict=True
    ):
        gap, agree, tied = listed(x, y, int(n))
        assert tie == float(tied)
        assert bound == 0
        if gap == 0:
            assert np.isnan(estimate)
            assert "tied" in curve.warnings[0]
        else:
            assert estimate == float(agree)
            assert curve.warnings == ()


@given(POOLS)
def test_counting_on_a_grid_equals_listing(pools):
    pool, largest = np.array(pools[0], dtype=np.int64), len(pools[0])
    grid, listing = _sums._counted(pool, largest), _sums._listed(pool, largest)
    for a, b in zip(grid, listing, strict=True):
        assert np.array_equal(a.values, b.values)
        assert np.array_equal(a.counts, b.counts)


@given(POOLS, st.integers(1, 4), st.integers(-50, 50))
def test_positive_affine_maps_change_nothing(pools, factor, shift):
    x, y = (np.array(pool) for pool in pools)
    n = min(len(x), len(y))
    before = retention.sign_agreement_curve(x, y, max_n=n)
    after = retention.sign_agreement_curve(x * factor + shift, y * factor + shift, max_n=n)
    np.testing.assert_array_equal(before.estimate, after.estimate)
    np.testing.assert_array_equal(before.tie_probability, after.tie_probability)


@given(POOLS)
def test_swapping_the_conditions_turns_the_gap_and_nothing_else(pools):
    x, y = pools
    n = min(len(x), len(y))
    there = retention.sign_agreement_curve(x, y, max_n=n)
    back = retention.sign_agreement_curve(y, x, max_n=n)
    np.testing.assert_array_equal(there.estimate, back.estimate)
    assert there.reference_gap == -back.reference_gap


@given(POOLS, st.randoms(use_true_random=False))
def test_order_of_records_does_not_matter(pools, random):
    x, y = pools
    shuffled = [random.sample(pool, len(pool)) for pool in pools]
    there = retention.sign_agreement_curve(x, y, max_n=1)
    again = retention.sign_agreement_curve(*shuffled, max_n=1)
    assert there.estimate.tolist() == again.estimate.tolist() or np.isnan(there.estimate).all()
    assert there.reference_gap == again.reference_gap


def test_whole_pools_agree_with_themselves():
    assert retention.sign_agreement([1, 5, 6], [2, 2, 3], n=3).estimate == 1
    tied = retention.sign_agreement([1, 5], [2, 4], n=2)
    assert np.isnan(tied.estimate)
    assert tied.tie_probability == 1


def test_decimals_are_taken_as_they_print():
    # 0.1 + 0.2 is 0.30000000000000004 in floats; as decimals the two sides tie.
    result = retention.sign_agreement([0.1, 0.2, 0.7], [0.15, 0.15, 0.15], n=2)
    assert result.tie_probability == pytest.approx(1 / 3)
    assert result.estimate == pytest.approx(2 / 3)


def test_agrees_with_the_simulation():
    rng = np.random.default_rng(11)
    for size in (5, 16):
        x, y = rng.integers(0, 9, size), rng.integers(1, 8, 7)
        for n in (1, 3, 5):
            exact = retention.sign_agreement(x, y, n=n)
            drawn = retention.simulated_sign_agreement(x, y, n=n, n_resamples=20_000, rng=n)
            test = binomtest(drawn.n_agree, drawn.n_resamples, exact.estimate)
            assert test.pvalue > 1e-4
            ties = binomtest(drawn.n_tied, drawn.n_resamples, exact.tie_probability)
            assert ties.pvalue > 1e-4


@settings(max_examples=30)
@given(
    st.lists(st.integers(0, 900), min_size=6, max_size=9),
    st.lists(st.integers(100, 700), min_size=6, max_size=9),
)
def test_bins_enclose_the_exact_value(x, y):
    exact = retention.sign_agreement_curve(x, y, max_n=5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_sums, "MOST_LISTED", 0)
        patch.setattr(_sums, "MOST_CELLS", 600)
        binned = retention.sign_agreement_curve(x, y, max_n=5)
    if exact.reference_gap == 0:
        assert np.isnan(binned.estimate).all()
        return
    assert (np.abs(binned.estimate - exact.estimate) <= binned.error_bound + 1e-15).all()


def test_bins_say_that_they_are_not_exact(monkeypatch):
    x, y = [0, 301, 77, 415, 208, 90], [113, 205, 42, 377, 8, 160]
    exact = retention.sign_agreement(x, y, n=3)
    monkeypatch.setattr(_sums, "MOST_LISTED", 0)
    monkeypatch.setattr(_sums, "MOST_CELLS", 600)
    binned = retention.sign_agreement(x, y, n=3)
    assert 0 < binned.error_bound < 0.2
    assert np.isnan(binned.tie_probability)
    assert exact.error_bound == 0
    assert abs(binned.estimate - exact.estimate) <= binned.error_bound


def test_counts_beyond_64_bits_are_multiplied_in_whole_numbers():
    rng = np.random.default_rng(3)
    x, y = rng.integers(0, 3, 62), rng.integers(0, 3, 61)
    curve = retention.sign_agreement_curve(x, y, max_n=30)
    direct = retention.simulated_sign_agreement(x, y, n=30, n_resamples=20_000, rng=1)
    assert binomtest(direct.n_agree, 20_000, curve.estimate[-1]).pvalue > 1e-4
    assert (curve.error_bound == 0).all()


def test_too_many_samples_to_count_is_refused():
    with pytest.raises(ValueError, match=r"more samples .* choose a smaller n"):
        retention.sign_agreement(np.arange(200), np.arange(200) + 1, n=60)


class TestUnit:
    def test_stored_rounding_is_undone(self):
        points = np.array([1077.3, 1017.2, 830.1])
        stored = points.astype(np.float32).astype(float)
        other = np.array([1265.3, 829.2, 700.0]).astype(np.float32).astype(float)
        result = retention.sign_agreement(stored, other, n=2, unit=0.1, stored_as="float32")
        plain = retention.sign_agreement(points, [1265.3, 829.2, 700.0], n=2)
        assert result.tie_probability == plain.tie_probability == pytest.approx(1 / 9)
        assert result.estimate == plain.estimate

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"unit": 0.2}, r"x: row 1 is 1\.5, which is not a multiple of 0\.2"),
            ({"unit": 0}, "unit: expected a positive number"),
            ({"unit": -1.0}, "unit: expected a positive number"),
            ({"unit": float("nan")}, "unit: expected a positive number"),
            ({"unit": True}, "unit: expected a positive number"),
            ({"unit": 0.5, "stored_as": "float16"}, "stored_as: expected 'float64' or 'float32'"),
        ],
    )
    def test_bad_units_are_refused(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            retention.sign_agreement([1, 1.5, 2], [1, 1, 3], n=1, **arguments)

    def test_storage_coarser_than_the_unit_is_refused(self):
        with pytest.raises(ValueError, match=r"y: row 0 .* float32 numbers are 0\.0625 apart"):
            retention.sign_agreement([1.0], [786432.0], n=1, unit=0.01, stored_as="float32")

    @pytest.mark.parametrize("unit", ["1", [1], np.array([1.0])])
    def test_a_unit_is_a_number(self, unit):
        with pytest.raises(ValueError, match="unit: expected a positive number"):
            retention.sign_agreement([1], [2], n=1, unit=unit)

    def test_storage_is_checked_without_a_unit_too(self):
        with pytest.raises(ValueError, match="stored_as: expected"):
            retention.sign_agreement([1], [2], n=1, stored_as="bogus")

    def test_tiny_scores_are_not_lost(self):
        result = retention.sign_agreement([1e-45, 2e-45, 3e-45], [0.0, 0, 0], n=1)
        assert (result.estimate, result.tie_probability) == (1.0, 0.0)

    def test_a_multiple_is_a_multiple_up_to_half_a_step_of_storage(self):
        step = float(np.spacing(np.float32(1000.1)))
        near = [float(np.float32(1000.1)), 1000.2]
        off = [1000.1 + 2 * step, 1000.2]
        assert retention.sign_agreement(near, [1, 2], n=1, unit=0.1, stored_as="float32")
        with pytest.raises(ValueError, match="not a multiple"):
            retention.sign_agreement(off, [1, 2], n=1, unit=0.1, stored_as="float32")

    def test_too_many_digits_are_refused(self):
        with pytest.raises(ValueError, match="too many digits"):
            retention.sign_agreement([1e-15, 3e4], [2e-15, 1.0], n=2)


@pytest.mark.parametrize("call", [retention.sign_agreement, retention.sign_agreement_curve])
@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([1.0, np.nan], "x: row 1 is nan"),
        ([1.0, np.inf], "x: row 1 is inf"),
        ([1.0, "2"], "x: row 1 is '2'"),
        ([1.0], "x: has 1 records, fewer than the 2"),
        ([[1.0, 2.0]], "x: expected one dimension"),
        ([], "x: is empty"),
    ],
)
def test_bad_pools_are_refused(call, x, message):
    size = "n" if call is retention.sign_agreement else "max_n"
    with pytest.raises(ValueError, match=message):
        call(x, [1.0, 2.0], **{size: 2})


@pytest.mark.parametrize("n", [0, -1, True, 2.0, None, [1]])
def test_bad_n_is_refused(n):
    with pytest.raises(ValueError, match="n: expected a whole number"):
        retention.sign_agreement([1, 2], [1, 3], n=n)


def test_decimal_objects_are_accepted():
    result = retention.sign_agreement([Decimal("1.5"), Decimal(3)], [1, 2], n=1)
    assert result.estimate == 0.75
