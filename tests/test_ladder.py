"""The noise of a live ladder: bands, gaps and rules."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chi2, norm, t, ttest_ind_from_stats

from benchlib import ladder

SCORES = [24.0, 25.0, 26.0]

spread_scores = st.lists(st.integers(0, 400), min_size=2, max_size=12).filter(
    lambda values: len(set(values)) > 1
)


def test_a_band_by_hand():
    # Mean 25, deviations -1, 0, 1: sd 1. t with 2 degrees of freedom leaves 2.5% above 4.3027.
    band = ladder.noise_band(SCORES)
    assert band.sd == 1
    assert band.half_width == pytest.approx(4.302653 * math.sqrt(2))
    # (k - 1) s² = 2; the quantiles of chi-square with 2 degrees are -2 ln(0.975), -2 ln(0.025).
    assert band.sd_interval.low == pytest.approx(math.sqrt(2 / (-2 * math.log(0.025))))
    assert band.sd_interval.high == pytest.approx(math.sqrt(2 / (-2 * math.log(0.975))))
    assert band.n == 3
    assert band.warnings == ()


def test_averaged_submissions_have_a_narrower_band():
    single = ladder.noise_band(SCORES).half_width
    averaged = ladder.noise_band(SCORES, n_first=4, n_second=2).half_width
    assert averaged == pytest.approx(single * math.sqrt((1 / 4 + 1 / 2) / 2))


def test_the_p_value_is_that_of_a_t_test_with_the_pooled_spread():
    # A second sample of one adds no degree of freedom: its mean against the mean of the scores.
    scores = [20.1, 21.4, 19.7, 20.9]
    found = ladder.gap_in_band(1.3, scores, n_first=4)
    s = float(np.std(scores, ddof=1))
    reference = ttest_ind_from_stats(0.0, s, 4, 1.3, 0.0, 1)
    assert found.p_value == pytest.approx(reference.pvalue)


def test_the_p_value_meets_its_level_at_the_edge_of_the_band():
    edge = ladder.noise_band(SCORES, confidence_level=0.9).half_width
    for gap in (edge, -edge):
        found = ladder.gap_in_band(gap, SCORES, confidence_level=0.9)
        assert found.p_value == pytest.approx(0.1)
    assert ladder.gap_in_band(0.999 * edge, SCORES, confidence_level=0.9).inside
    assert not ladder.gap_in_band(1.001 * edge, SCORES, confidence_level=0.9).inside
    assert ladder.gap_in_band(0, SCORES).p_value == 1


@pytest.mark.parametrize(("k", "a", "b"), [(3, 1, 1), (5, 1, 1), (10, 1, 1), (4, 4, 1), (6, 2, 3)])
def test_the_band_holds_its_level(k, a, b):
    rng = np.random.default_rng(20261107 + k)
    inside = covered = 0
    repetitions = 2000
    for _ in range(repetitions):
        scores = rng.normal(25, 0.8, size=k)
        # The mean of all scores may be one side of the comparison; otherwise both are new.
        first = scores.mean() if a == k else rng.normal(25, 0.8, size=a).mean()
        gap = first - rng.normal(25, 0.8, size=b).mean()
        found = ladder.gap_in_band(gap, scores, n_first=a, n_second=b, confidence_level=0.9)
        inside += bool(found.inside)
        ends = found.band.sd_interval
        covered += ends.low < 0.8 < ends.high
    assert binomtest(inside, repetitions, 0.9).pvalue > 0.001
    assert binomtest(covered, repetitions, 0.9).pvalue > 0.001


def test_a_normal_quantile_would_not_hold_it():
    rng = np.random.default_rng(4)
    scores, gaps = rng.normal(size=(2000, 3)), rng.normal(size=2000) * math.sqrt(2)
    naive = norm.isf(0.05) * scores.std(axis=1, ddof=1) * math.sqrt(2)
    assert binomtest(int((abs(gaps) <= naive).sum()), 2000, 0.9).pvalue < 1e-9


@settings(deadline=None)  # a busy machine is no failure
@given(spread_scores, st.integers(-1000, 1000), st.sampled_from([0.25, 3.0]), st.randoms())
def test_order_place_and_scale_do_not_matter(values, shift, scale, random):
    band = ladder.noise_band(values)
    shuffled = list(values)
    random.shuffle(shuffled)
    assert ladder.noise_band(shuffled) == band
    moved = ladder.noise_band([scale * value + shift for value in values])
    assert moved.half_width == pytest.approx(scale * band.half_width, rel=1e-6)
    gap = values[0] - 1.5 * values[-1]
    here = ladder.gap_in_band(gap, values)
    assert ladder.gap_in_band(-gap, values).p_value == here.p_value
    assert here.inside == (here.p_value >= 0.05) or here.p_value == pytest.approx(0.05)


def test_equal_scores_give_no_band():
    band = ladder.noise_band([24.4, 24.4, 24.4])
    assert math.isnan(band.half_width)
    assert math.isnan(band.sd_interval.low)
    assert "the spread is unknown" in band.warnings[0]
    found = ladder.gap_in_band(1.0, [24.4, 24.4])
    assert found.inside is None
    assert math.isnan(found.p_value)
    assert found.warnings == band.warnings


@pytest.mark.parametrize(
    ("scores", "options", "words"),
    [
        ([24.0], {}, "scores: one score shows no spread"),
        ([], {}, "scores: is empty"),
        ([24.0, math.nan], {}, "scores: row 1 is nan"),
        (["24", 25], {}, "scores: row 0 is '24'"),
        ([[24.0, 25.0]], {}, "scores: expected one dimension"),
        (SCORES, {"n_first": 0}, "n_first: expected a whole number"),
        (SCORES, {"n_second": 1.5}, "n_second: expected a whole number"),
        (SCORES, {"confidence_level": 1}, "confidence_level: expected a number between 0 and 1"),
    ],
)
def test_impossible_scores_are_refused(scores, options, words):
    with pytest.raises(ValueError, match=words):
        ladder.noise_band(scores, **options)
    with pytest.raises(ValueError, match=words):
        ladder.gap_in_band(1.0, scores, **options)


@pytest.mark.parametrize("gap", [math.nan, math.inf, "1", True, None])
def test_an_impossible_gap_is_refused(gap):
    with pytest.raises(ValueError, match="gap: expected a finite number"):
        ladder.gap_in_band(gap, SCORES)


def test_a_rule_by_hand():
    # Two of each with sd 1: the difference has sd 1, so the margin is 1.6449 and the power at a
    # gain of 1.6449 one half.
    rule = ladder.plan_live_rule(1.644854, sd=1, n_submissions=2)
    assert rule.margin == pytest.approx(1.644854)
    assert rule.power == pytest.approx(0.5)
    assert rule.false_acceptance == 0.05
    assert rule.acceptance_probability(0, sd=1) == pytest.approx(0.05)
    assert rule.acceptance_probability(rule.margin, sd=3) == pytest.approx(0.5)


@pytest.mark.parametrize(("n_scores", "n"), [(2, 1), (3, 4), (6, 2), (30, 10)])
def test_the_power_with_an_estimated_spread_is_a_mean_over_estimates(n_scores, n):
    rule = ladder.plan_live_rule(1.2, sd=0.9, n_scores=n_scores, n_submissions=n)
    df, shift = n_scores - 1, 1.2 / 0.9 / math.sqrt(2 / n)
    # The estimate by its quantiles, in the middle of 20,000 equal shares.
    ratios = np.sqrt(chi2.ppf((np.arange(20_000) + 0.5) / 20_000, df) / df)
    assert rule.power == pytest.approx(norm.cdf(shift - t.isf(0.05, df) * ratios).mean(), abs=1e-5)


def test_a_wild_estimate_can_hide_any_gain():
    # With two resubmissions the factor is 318, and s exceeds 3.14 sigma in 0.17% of cases: then
    # not even 1000 standard errors pass.
    rule = ladder.plan_live_rule(1000.0, sd=1, n_scores=2, n_submissions=2, alpha=0.001)
    ratio = 1000 / t.isf(0.001, 1)
    assert rule.power == pytest.approx(chi2.cdf(ratio**2, 1), abs=1e-4)
    assert rule.power < 0.999


@pytest.mark.parametrize("n_scores", [None, 3, 8])
def test_the_number_of_submissions_is_the_smallest(n_scores):
    rule = ladder.plan_live_rule(1.0, sd=1.0, n_scores=n_scores)
    fewer = ladder.plan_live_rule(
        1.0, sd=1.0, n_scores=n_scores, n_submissions=rule.n_submissions - 1
    )
    assert fewer.power < 0.8 <= rule.power


def test_a_large_gain_needs_one_submission_of_each():
    assert ladder.plan_live_rule(20.0, sd=1.0).n_submissions == 1


@pytest.mark.parametrize("gain", [0.0, 2.0])
def test_planned_error_rates_are_met(gain):
    rng = np.random.default_rng(11)
    repetitions, pilot, n = 4000, 5, 3
    estimated = rng.normal(size=(repetitions, pilot)).std(axis=1, ddof=1)
    old, new = (rng.normal(size=(repetitions, n)).mean(axis=1) for _ in range(2))
    plans = [
        ladder.plan_live_rule(2.0, sd=sd, n_scores=pilot, n_submissions=n) for sd in estimated[:50]
    ]
    # Every margin is the same multiple of its estimate.
    factor = plans[0].margin / plans[0].sd
    assert all(plan.margin == pytest.approx(factor * plan.sd) for plan in plans)
    accepted = int((new + gain - old >= factor * estimated).sum())
    plan = ladder.plan_live_rule(2.0, sd=1.0, n_scores=pilot, n_submissions=n)
    expected = plan.power if gain else plan.false_acceptance
    assert binomtest(accepted, repetitions, expected).pvalue > 0.001


@given(st.floats(0.05, 5), st.floats(0.1, 3), st.integers(1, 50), st.integers(2, 12))
def test_an_estimated_spread_never_asks_for_less(gain, sd, n, n_scores):
    known = ladder.plan_live_rule(gain, sd=sd, n_submissions=n)
    estimated = ladder.plan_live_rule(gain, sd=sd, n_scores=n_scores, n_submissions=n)
    assert estimated.margin > known.margin
    assert estimated.power <= known.power + 1e-9


def test_the_text_says_what_was_planned():
    rule = ladder.plan_live_rule(1.5, sd=1.0, n_scores=4, n_submissions=3)
    text = rule.text("v7", "v8")
    assert "Submit v7 and v8 3 times each" in text
    assert f"at least {rule.margin:.3g} higher" in text
    assert "from 4 resubmissions" in text
    assert f"a gain of 1.5 with probability {rule.power:.3g}" in text
    once = ladder.plan_live_rule(9, sd=1.0, n_submissions=1).text()
    assert "once each" in once
    assert "taken as known" in once


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"gain": 0}, "gain: expected a positive number"),
        ({"gain": math.nan}, "gain: expected a positive number"),
        ({"gain": 1e-5}, "gain: 1e-05 is too small beside sd = 1"),
        ({"sd": 0}, "sd: expected a positive number"),
        ({"sd": "1"}, "sd: expected a positive number"),
        ({"n_scores": 1}, "n_scores: one score shows no spread"),
        ({"n_scores": 0}, "n_scores: expected a whole number"),
        ({"n_submissions": 0}, "n_submissions: expected a whole number"),
        ({"alpha": 0}, "alpha: expected a number between 0 and 1"),
        ({"power": 1}, "power: expected a number between 0 and 1"),
    ],
)
def test_impossible_plans_are_refused(options, words):
    with pytest.raises(ValueError, match=words):
        ladder.plan_live_rule(**{"gain": 1.0, "sd": 1.0, **options})


def test_impossible_truths_are_refused():
    rule = ladder.plan_live_rule(1.0, sd=1.0)
    with pytest.raises(ValueError, match="sd: expected a positive number"):
        rule.acceptance_probability(0, sd=0)
    with pytest.raises(ValueError, match="gain: expected a finite number"):
        rule.acceptance_probability(math.inf, sd=1)


def test_the_interval_of_the_spread_is_that_of_scipy():
    band = ladder.noise_band([1.0, 2.0, 4.0, 4.5], confidence_level=0.8)
    variance = np.var([1.0, 2.0, 4.0, 4.5], ddof=1)
    assert band.sd_interval.low**2 == pytest.approx(3 * variance / chi2.ppf(0.9, 3))
    assert band.sd_interval.high**2 == pytest.approx(3 * variance / chi2.ppf(0.1, 3))


@pytest.mark.parametrize("scale", [1e-200, 1e-160, 1e140])
def test_no_scale_is_too_small_or_large(scale):
    scores = np.array([1.0, 2.0, 4.0])
    plain, scaled = ladder.gap_in_band(3, scores), ladder.gap_in_band(3 * scale, scores * scale)
    assert scaled.band.half_width == pytest.approx(scale * plain.band.half_width)
    assert (scaled.inside, scaled.p_value) == (plain.inside, pytest.approx(plain.p_value))


@pytest.mark.parametrize("n_scores", [2, 3, 10, None])
@pytest.mark.parametrize("gain", [1e2, 1e8, 1e16, 1e100])
def test_the_power_at_a_gain_beyond_all_noise_is_one(gain, n_scores):
    # scipy's noncentral t has no value at some of these.
    rule = ladder.plan_live_rule(gain, sd=1.0, n_scores=n_scores)
    assert rule.n_submissions == 1
    assert rule.power == pytest.approx(1, abs=1e-3)


def test_a_written_rule_keeps_the_digits_before_the_point():
    rule = ladder.plan_live_rule(2345, sd=1234.4, n_scores=5)
    assert rule.margin > 1000
    for number in (f"{rule.margin:.0f} higher", "deviation of 1234 (", "a gain of 2345 with"):
        assert number in rule.text()
