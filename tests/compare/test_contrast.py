import math
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, norm, t
from statsmodels.api import OLS

from benchlib.compare import mean_contrast

# Rounded, so that no square of a difference underflows.
floats = st.floats(-1e3, 1e3).map(lambda x: round(x, 9))
differences = st.lists(floats | st.integers(-2, 2), min_size=2, max_size=20)


def test_by_hand():
    # Mean 2; deviations -2, -1, 3 with squares 4 + 1 + 9 = 14; sqrt(14) / (3 - 1).
    contrast = mean_contrast([0, 1, 5])
    assert contrast.estimate == pytest.approx(2)
    assert contrast.standard_error == pytest.approx(math.sqrt(14) / 2)
    assert contrast.n == 3
    assert "HC3" in contrast.method
    assert [told.split(":")[0] for told in contrast.warnings] == ["3 tasks"]


@settings(deadline=None)
@given(differences)
def test_hc3_of_a_mean_has_a_closed_form(values):
    contrast = mean_contrast(values)
    size = max(map(abs, values))
    assert contrast.estimate == pytest.approx(np.mean(values), rel=1e-12, abs=1e-14 * size)
    closed = np.std(values, ddof=1) / math.sqrt(len(values) - 1)
    assert contrast.standard_error == pytest.approx(closed, rel=1e-9, abs=1e-14 * size)


@settings(deadline=None)
@given(differences)
def test_statsmodels_gives_the_same(values):
    fit = OLS(values, np.ones(len(values))).fit(cov_type="HC3")
    contrast = mean_contrast(values)
    size = max(map(abs, values))
    assert contrast.estimate == pytest.approx(fit.params[0], rel=1e-9, abs=1e-13 * size)
    assert contrast.standard_error == pytest.approx(fit.bse[0], rel=1e-9, abs=1e-13 * size)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_the_interval_is_normal(level):
    contrast = mean_contrast([0.1, -0.4, 2.0, 0.7], confidence_level=level)
    interval = contrast.confidence_interval
    low, high = norm.interval(level, contrast.estimate, contrast.standard_error)
    assert (interval.low, interval.high) == pytest.approx((low, high))
    assert interval.confidence_level == level


@settings(deadline=None)
@given(st.data())
def test_the_order_of_tasks_does_not_reach_the_last_bit(data):
    values = data.draw(differences)
    assert mean_contrast(data.draw(st.permutations(values))) == mean_contrast(values)


@settings(deadline=None)
@given(differences, st.integers(-1000, 1000), st.sampled_from([-8.0, -1.0, 0.5, 3.0]))
def test_shift_and_scale(values, shift, scale):
    before = mean_contrast(values)
    after = mean_contrast(scale * np.array(values) + shift)
    tolerance = 1e-12 * (abs(shift) + abs(scale) * max(map(abs, values)))
    assert after.estimate == pytest.approx(scale * before.estimate + shift, abs=tolerance)
    assert after.standard_error == pytest.approx(
        abs(scale) * before.standard_error, rel=1e-9, abs=tolerance
    )


@pytest.mark.parametrize("value", [0.0, 0.1, 5.0, -1 / 3, 1e9 + 0.1])
@pytest.mark.parametrize("n", [2, 9, 54])
def test_equal_differences_have_no_spread_at_all(value, n):
    contrast = mean_contrast([value] * n)
    interval = contrast.confidence_interval
    assert (contrast.estimate, contrast.standard_error) == (value, 0.0)
    assert (interval.low, interval.high) == (value, value)


@pytest.mark.parametrize("n_tasks", [3, 54])
def test_coverage_is_what_theory_says(n_tasks):
    # For normal tasks the interval holds the truth if |t| < z sqrt(n / (n - 1)), n - 1 degrees.
    bound = norm.ppf(0.975) * math.sqrt(n_tasks / (n_tasks - 1))
    theory = 1 - 2 * t.sf(bound, n_tasks - 1)
    rng = np.random.default_rng(20)
    hits = 0
    for sample in rng.normal(3.0, 2.0, size=(1500, n_tasks)):
        interval = mean_contrast(sample).confidence_interval
        hits += interval.low < 3.0 < interval.high
    assert binomtest(hits, 1500, theory).pvalue > 1e-3
    # The test has the power to notice the textbook s / sqrt(n) for three tasks.
    if n_tasks == 3:
        textbook = 1 - 2 * t.sf(norm.ppf(0.975), 2)
        assert binomtest(hits, 1500, textbook).pvalue < 1e-3


def test_number_objects_and_columns_are_accepted():
    expected = mean_contrast([0.5, 1.5, 4.0])
    assert mean_contrast([Decimal("0.5"), Decimal("1.5"), 4]) == expected
    assert mean_contrast(pd.Series([4.0, 0.5, 1.5], index=list("abc"))) == expected


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1.0], "differences: one task has no spread; give at least two"),
        ([], "differences: is empty; give"),
        ([1, 2, float("nan")], "differences: row 2 is nan; remove the run"),
        ([1, -float("inf")], "differences: row 1 is -inf; remove the run"),
        ([1, None], "differences: row 1 is None, which is not a number; convert"),
        ([1, 1e200], r"differences: row 1 is 1e\+200, too large to be squared; rescale"),
        ([[1, 2], [3, 4]], r"differences: expected one dimension, got shape \(2, 2\); give"),
        (3.0, r"differences: expected one dimension, got shape \(\); give"),
    ],
)
def test_impossible_differences(values, words):
    with pytest.raises(ValueError, match=words):
        mean_contrast(values)


@pytest.mark.parametrize("level", [0, 1, 95, -0.1, float("nan"), True, None, "0.95"])
def test_impossible_confidence_levels(level):
    with pytest.raises(ValueError, match="confidence_level: expected a number between 0 and 1"):
        mean_contrast([1, 2], confidence_level=level)


def test_tiny_differences_keep_their_spread():
    small = mean_contrast([1e-200, 2e-200, 4e-200])
    plain = mean_contrast([1.0, 2.0, 4.0])
    assert small.standard_error == pytest.approx(1e-200 * plain.standard_error, rel=1e-12, abs=0)
    assert small.estimate == pytest.approx(1e-200 * plain.estimate, rel=1e-12, abs=0)


@pytest.mark.parametrize("n", [2, 3, 6])
def test_a_few_tasks_warn_with_the_coverage_that_they_have(n):
    rng = np.random.default_rng(n)
    found = [mean_contrast(rng.normal(size=n)) for _ in range(1500)]
    told = float(found[0].warnings[0].split("truth in ")[1].split("%")[0]) / 100
    held = sum(c.confidence_interval.low <= 0 <= c.confidence_interval.high for c in found)
    assert binomtest(held, len(found), told).pvalue > 1e-3
    assert told < 0.93
    assert mean_contrast(rng.normal(size=10)).warnings == ()
