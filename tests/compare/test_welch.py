"""Welch's test, equivalence, counts over tasks and adjusted p-values."""

import math
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, false_discovery_control, ttest_ind, ttest_ind_from_stats

from benchlib import compare
from benchlib.scores import ScoreMatrix

RUNS = st.lists(st.integers(-50, 50).map(lambda x: x / 4), min_size=2, max_size=8)


@given(RUNS, RUNS)
def test_against_scipy(a, b):
    found = compare.welch(a, b, alpha=0.01)
    if len(set(a)) == len(set(b)) == 1:
        assert math.isnan(found.p_value)
        assert found.verdict == "undetermined"
        assert found.estimate == a[0] - b[0]
        return
    with warnings.catch_warnings():
        # scipy doubts its own digits where one side does not vary.
        warnings.simplefilter("ignore", RuntimeWarning)
        expected = ttest_ind(a, b, equal_var=False)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.df == pytest.approx(expected.df, rel=1e-9)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-7)
    interval = expected.confidence_interval(0.99)
    assert found.confidence_interval.low == pytest.approx(interval.low, rel=1e-7, abs=1e-9)
    assert found.confidence_interval.high == pytest.approx(interval.high, rel=1e-7, abs=1e-9)
    # A difference at the level of the test has an interval that ends at zero.
    inside = found.confidence_interval.low <= 0 <= found.confidence_interval.high
    assert inside == (found.verdict == "not different")
    swapped = compare.welch(b, a, alpha=0.01)
    assert swapped.estimate == -found.estimate
    assert swapped.p_value == pytest.approx(found.p_value)


@given(RUNS, st.floats(-1e6, 1e6), st.sampled_from([1e-9, 1.0, 1e9]))
def test_shift_and_scale(a, shift, factor):
    b = [1.0, 2.0, 4.0]
    found = compare.welch(a, b, alpha=0.05)
    moved = compare.welch([factor * (x + 8) for x in a], [factor * (x + 8) for x in b], alpha=0.05)
    assert moved.p_value == pytest.approx(found.p_value, rel=1e-6, nan_ok=True)
    assert compare.welch([x + shift for x in a], a, alpha=0.05).estimate == pytest.approx(
        shift, abs=1e-6
    )


@pytest.mark.parametrize("other", [[3, 3, 3], [4, 4, 4], [2.876262] * 3])
def test_runs_that_do_not_vary(other):
    found = compare.welch([3, 3, 3], other, alpha=0.01)
    assert found.verdict == "undetermined"
    assert found.estimate == 3 - other[0]
    assert found.standard_error == 0
    assert all(map(math.isnan, (found.statistic, found.df, found.p_value)))
    assert math.isnan(found.confidence_interval.low)
    assert "neither side varies" in found.warnings[0]
    one = compare.welch(other, [1, 2, 3.5], alpha=0.01)
    assert one.standard_error > 0
    assert "one side does not vary" in one.warnings[0]
    assert one.df == pytest.approx(2)


@given(st.integers(2, 40), st.integers(2, 40), st.floats(0.01, 9), st.floats(0, 9))
def test_summaries_against_scipy(n_1, n_2, sd_1, sd_2):
    found = compare.welch_from_stats(3, sd_1, n_1, 1, sd_2, n_2, alpha=0.05)
    expected = ttest_ind_from_stats(3, sd_1, n_1, 1, sd_2, n_2, equal_var=False)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((math.nan, 1, 5, 1, 1, 5), "mean_1: expected a finite number"),
        ((1, -1, 5, 1, 1, 5), "sd_1: a standard deviation is at least 0"),
        ((1, 1, 1, 1, 1, 5), "n_1: expected a whole number of at least 2"),
        ((1, 1, 5, 1, 1, 5.0), "n_2: expected a whole number"),
    ],
)
def test_impossible_summaries(arguments, message):
    with pytest.raises(ValueError, match=message):
        compare.welch_from_stats(*arguments, alpha=0.01)


def test_impossible_runs():
    with pytest.raises(ValueError, match="a: one run has no spread"):
        compare.welch([1], [1, 2], alpha=0.01)
    with pytest.raises(ValueError, match="b: row 1 is nan"):
        compare.welch([1, 2], [1, math.nan], alpha=0.01)
    with pytest.raises(ValueError, match="alpha: expected"):
        compare.welch([1, 2], [1, 2], alpha=99)


def test_the_level_is_kept_with_unequal_spreads():
    rng, n = np.random.default_rng(8), 4000
    wrong = sum(
        compare.welch(rng.normal(0, 1, 6), rng.normal(0, 5, 12), alpha=0.05).p_value <= 0.05
        for _ in range(n)
    )
    assert binomtest(wrong, n, 0.05).pvalue > 1e-3


def test_equivalence():
    rng = np.random.default_rng(9)
    a, b = rng.normal(0, 1, 50), rng.normal(0, 1, 50)
    alike = compare.equivalence(a, b, margin=1, alpha=0.05)
    assert alike.equivalent
    # By hand: both one-sided Welch tests reject.
    low = ttest_ind(a + 1, b, equal_var=False, alternative="greater").pvalue
    high = ttest_ind(a - 1, b, equal_var=False, alternative="less").pvalue
    assert alike.p_value == pytest.approx(max(low, high))
    inside = alike.confidence_interval
    assert -1 < inside.low < inside.high < 1
    # Few noisy runs are not different, and not equivalent either.
    few = compare.equivalence([0, 4], [1, 6], margin=1, alpha=0.05)
    assert few.difference.verdict == "not different"
    assert not few.equivalent
    assert not compare.equivalence([1, 1], [1, 1], margin=1, alpha=0.05).equivalent
    with pytest.raises(ValueError, match="margin: expected a positive"):
        compare.equivalence([0, 4], [1, 6], margin=0, alpha=0.05)
    with pytest.raises(ValueError, match="alpha: expected a number below"):
        compare.equivalence([0, 4], [1, 6], margin=1, alpha=0.6)


def test_better_and_worse_by_hand():
    tasks = ("a", "b", "c")
    low = ScoreMatrix(np.array([[0.0, 5, 7], [1, 6, 7], [0.5, 5.5, 7]]), tasks)
    high = ScoreMatrix(np.array([[9.0, 5, 7], [9.5, 6.5, 7], [10, 5, 7]]), tasks)
    found = compare.better_worse_matrix({"low": low, "high": high}, alpha=0.01)
    np.testing.assert_array_equal(found.better, [[0, 0], [1, 0]])
    # On c nothing varies.
    np.testing.assert_array_equal(found.undetermined, [[0, 1], [1, 0]])
    assert np.isnan(found.p_values[0, 0]).all()
    np.testing.assert_array_equal(found.estimates[0, 1], -found.estimates[1, 0])
    one = compare.welch(low.scores[:, 0], high.scores[:, 0], alpha=0.01)
    assert found.p_values[0, 1, 0] == one.p_value
    # Summaries say the same, in any order of tasks.
    turned = compare.TaskSummary(
        tasks[::-1], high.scores.mean(axis=0)[::-1], high.scores.std(axis=0, ddof=1)[::-1], [3] * 3
    )
    again = compare.better_worse_matrix({"low": low, "high": turned}, alpha=0.01)
    np.testing.assert_allclose(again.p_values, found.p_values)


def test_more_runs_turn_a_hair_into_a_win():
    tasks = tuple("abc")
    for n, expected in ((10, 0), (100_000, 3)):
        found = compare.better_worse_matrix(
            {
                "hair": compare.TaskSummary(tasks, [1.02] * 3, [1] * 3, [n] * 3),
                "rest": compare.TaskSummary(tasks, [1] * 3, [1] * 3, [n] * 3),
            },
            alpha=0.01,
        )
        assert found.better[0, 1] == expected


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_adjusted_against_scipy(p_values):
    for method, name in (("bh", "benjamini-hochberg"), ("by", "benjamini-yekutieli")):
        found = compare.adjust_p_values(p_values, method=name)
        np.testing.assert_allclose(
            found, false_discovery_control(p_values, method=method), atol=1e-15
        )
        with_gap = compare.adjust_p_values([*p_values, math.nan], method=name)
        np.testing.assert_allclose(with_gap[:-1], found)
        assert math.isnan(with_gap[-1])
    assert math.isnan(compare.adjust_p_values([math.nan], method="benjamini-hochberg")[0])


def test_adjusting_lowers_the_counts():
    rng = np.random.default_rng(10)
    tasks = tuple(map(str, range(60)))
    systems = {k: ScoreMatrix(rng.normal(size=(5, 60)), tasks) for k in "xy"}
    plain = compare.better_worse_matrix(systems, alpha=0.1)
    adjusted = compare.better_worse_matrix(systems, alpha=0.1, adjust="benjamini-hochberg")
    assert adjusted.better.sum() < plain.better.sum()
    assert adjusted.adjusted == "benjamini-hochberg"
    assert plain.adjusted == "none"


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ({"x": ScoreMatrix(np.ones((2, 1)), ("a",))}, "at least two"),
        (
            {
                "x": ScoreMatrix(np.ones((2, 1)), ("a",)),
                "y": ScoreMatrix(np.ones((2, 1)), ("b",)),
            },
            "do not share 'a', 'b'",
        ),
        (
            {
                "x": compare.TaskSummary(("a",), [1], [1], [1]),
                "y": compare.TaskSummary(("a",), [1], [1], [5]),
            },
            "'x', 'y' on 'a': n_1: expected",
        ),
        (
            {
                "x": compare.TaskSummary(("a",), [1], [1, 2], [5]),
                "y": compare.TaskSummary(("a",), [1], [1], [5]),
            },
            "systems: 'x' needs a mean",
        ),
    ],
)
def test_impossible_systems(systems, message):
    with pytest.raises(ValueError, match=message):
        compare.better_worse_matrix(systems, alpha=0.01)


def test_impossible_p_values():
    with pytest.raises(ValueError, match=r"p_values: row 1 is 1\.5"):
        compare.adjust_p_values([0.1, 1.5], method="benjamini-hochberg")
    with pytest.raises(ValueError, match="method: expected"):
        compare.adjust_p_values([0.1], method="bh")
    with pytest.raises(ValueError, match="one axis"):
        compare.adjust_p_values([], method="benjamini-hochberg")


@settings(deadline=None)  # a busy machine is no failure
@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=6), st.sampled_from([1e-200, 1e-160, 1e120])
)
def test_no_scale_is_too_small_or_large(runs, scale):
    other = [1, 2, 4]
    plain = compare.welch(runs, other, alpha=0.05)
    scaled = compare.welch([x * scale for x in runs], [x * scale for x in other], alpha=0.05)
    assert scaled.verdict == plain.verdict
    assert scaled.p_value == pytest.approx(plain.p_value)
    assert scaled.estimate / scale == pytest.approx(plain.estimate, abs=1e-12)


def test_a_large_mean_does_not_hide_the_spread():
    a, b = np.array([0.0, 1, 2, 3]), np.array([10.0, 11, 12, 13])
    found = compare.welch(a + 1e13, b + 1e13, alpha=0.05)
    assert found.p_value == pytest.approx(ttest_ind(a, b, equal_var=False).pvalue)
    # What rounding leaves of equal runs is no spread.
    left = float(np.std([0.1] * 3, ddof=1))
    assert left > 0
    assert compare.welch_from_stats(0.1, left, 3, 0.2, 0.0, 3, alpha=0.05).verdict == "undetermined"


@pytest.mark.parametrize(
    ("system", "words"),
    [
        (([1.0, 2.0],), "'b' is a tuple; give a ScoreMatrix"),
        (np.ones((2, 2)), "'b' is a ndarray"),
        (compare.TaskSummary(("g", "g"), [1, 2], [1, 1], [9, 9]), "a name of their own"),
        (compare.TaskSummary("gh", [1, 2], [1, 1], [9, 9]), "a name of their own"),
        (
            compare.TaskSummary(("g", "h"), np.ma.masked_equal([1, 2], 2), [1, 1], [9, 9]),
            "'b' has a masked mean",
        ),
        (
            compare.TaskSummary(("g", "h"), pd.Series({"h": 1, "g": 2}), [1, 1], [9, 9]),
            "mean of 'b': its own name at position 0 is 'h'",
        ),
    ],
)
def test_what_is_no_system(system, words):
    good = compare.TaskSummary(("g", "h"), [1, 2], [1, 1], [9, 9])
    with pytest.raises(ValueError, match=f"systems: .*{words}"):
        compare.better_worse_matrix({"a": good, "b": system}, alpha=0.05)
    with pytest.raises(ValueError, match="systems: expected a mapping"):
        compare.better_worse_matrix([good, good], alpha=0.05)


@pytest.mark.parametrize(
    "p_values", [["0.1", 0.2], [True, 0.2], [None, 0.2], np.ma.masked_equal([0.1, 0.2], 0.2)]
)
def test_what_is_no_p_value(p_values):
    with pytest.raises(ValueError, match=r"^p_values: "):
        compare.adjust_p_values(p_values, method="benjamini-hochberg")
