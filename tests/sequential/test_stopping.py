import math
import re

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from benchlib import sequential
from benchlib.sequential import _brownian

PLAN = {"elo0": 0, "elo1": 40, "model": "logistic", "alpha": 0.05, "beta": 0.05}


def after(counts, **options):
    return sequential.estimate_after_stopping(counts, **{**PLAN, **options})


def eigenvalue_series(drift, time, lower, upper):
    """Reach the same probability by the other classical expansion."""
    a, width = -lower, upper - lower
    n = np.arange(1, 4000)
    rate = drift**2 / 2 + (n * math.pi / width) ** 2 / 2
    ever = math.expm1(-2 * drift * a) / math.expm1(-2 * drift * width) if drift else a / width
    terms = (-1.0) ** (n + 1) * n * np.sin(n * math.pi * a / width) * np.exp(-rate * time) / rate
    return ever - math.exp(drift * upper) * math.pi / width**2 * terms.sum()


@pytest.mark.parametrize("drift", [-2, -0.5, 0, 0.3, 1.5])
@pytest.mark.parametrize("time", [0.5, 3, 20, 300])
def test_first_passage_against_the_eigenvalue_series(drift, time):
    found = _brownian.probability_of_upper(drift, time, -2.9, 2.5)
    assert found == pytest.approx(eigenvalue_series(drift, time, -2.9, 2.5), abs=1e-12)
    lower = _brownian.probability_of_upper(-drift, time, -2.5, 2.9)
    inside = _brownian.probability_inside(drift, time, -2.9, 2.5, -2.9)
    assert found + lower + inside == pytest.approx(1, abs=1e-12)


def test_far_bounds_do_not_matter():
    found = _brownian.probability_inside(0.4, 2.0, -60, 60, 1.0)
    assert found == pytest.approx(norm.sf((1.0 - 0.8) / math.sqrt(2)), abs=1e-12)


def test_a_long_test_without_bounds_is_the_naive_estimate():
    # Error rates of 1e-12 put the bounds so far away that stopping plays no part.
    counts = [900, 2000, 1000]
    found = after(counts, elo0=-2, elo1=2, alpha=1e-12, beta=1e-12)
    assert found.decision == "continue"
    assert found.estimate == pytest.approx(found.naive, abs=0.01)
    shares = np.array(counts) / 3900
    mean = shares @ [0, 0.5, 1]
    error = math.sqrt(shares @ (np.array([0, 0.5, 1]) - mean) ** 2 / 3900)
    ends = [400 * math.log10(s / (1 - s)) for s in (mean - 1.96 * error, mean + 1.96 * error)]
    interval = found.confidence_interval
    assert (interval.low, interval.high) == pytest.approx(ends, abs=0.02)


@pytest.mark.parametrize(
    ("model", "elo", "look"),
    [("logistic", 0, 1), ("logistic", 40, 1), ("logistic", 20, 10), ("normalized", 30, 1)],
)
def test_median_and_coverage_by_simulation(model, elo, look):
    game = sequential.game_probabilities(elo, draw_rate=0.4)
    truth = sequential.pair_probabilities(game)
    gain = sequential.elo_of(truth, model=model)
    plan = {**PLAN, "model": model}
    runs = sequential.operating_characteristics(
        truth, **plan, n_simulations=400, max_steps=5000, rng=8, steps_per_look=look
    )
    found = [after(c, model=model, steps_per_look=look) for c in runs.counts]
    above = sum(f.estimate > gain for f in found)
    assert binomtest(above, len(found), 0.5).pvalue > 1e-3
    covered = sum(f.confidence_interval.low <= gain <= f.confidence_interval.high for f in found)
    assert binomtest(covered, len(found), 0.95).pvalue > 1e-3


def test_it_corrects_what_the_naive_estimate_gets_wrong():
    truth = sequential.pair_probabilities(sequential.game_probabilities(40, draw_rate=0.4))
    runs = sequential.operating_characteristics(
        truth, **PLAN, n_simulations=400, max_steps=5000, rng=9
    )
    found = [after(c) for c in runs.counts]
    naive = np.mean([f.naive for f in found]) - 40
    corrected = np.mean([f.estimate for f in found]) - 40
    assert naive > 3
    assert abs(corrected) < naive / 2


def stopped(pairs, elo0, elo1):
    """Return the counts at which a test of this sequence of pairs stops."""
    path = sequential.gsprt_path(pairs, n_outcomes=5, elo0=elo0, elo1=elo1, model="logistic")
    end = int(np.argmax(np.abs(path) >= math.log(19)))
    assert end > 0
    return np.bincount(pairs[: end + 1], minlength=5)


# Good for the new bot: 2.4 of 4 half points on average.
PAIRS = np.random.default_rng(4).choice(5, size=2000, p=[0.03, 0.17, 0.3, 0.37, 0.13])


def test_the_other_seat_sees_the_opposite():
    table = stopped(PAIRS, -20, 50)
    here = after(table, elo0=-20, elo1=50)
    there = after(table[::-1], elo0=-50, elo1=20)
    assert here.decision == "accept_h1"
    assert there.decision == "accept_h0"
    assert there.estimate == pytest.approx(-here.estimate, abs=1e-6)
    ends = here.confidence_interval, there.confidence_interval
    assert ends[0].low == pytest.approx(-ends[1].high, abs=1e-6)
    assert ends[0].low < here.estimate < ends[0].high


def test_an_earlier_acceptance_is_a_higher_estimate():
    weaker = np.random.default_rng(6).choice(5, size=2000, p=[0.05, 0.2, 0.38, 0.28, 0.09])
    early, late = (after(stopped(pairs, 0, 20), elo1=20) for pairs in (PAIRS, weaker))
    assert early.n < late.n
    assert early.decision == late.decision == "accept_h1"
    assert late.estimate < early.estimate


def test_what_cannot_be_estimated():
    found = after(stopped(np.full(900, 2), 0, 40))
    assert found.decision == "accept_h0"
    assert math.isnan(found.estimate)
    assert math.isnan(found.confidence_interval.low)
    assert "all outcomes are the same" in found.warnings[0]
    short = after([0, 0, 0, 1, 5], elo1=300)
    assert any("only 6 games or pairs" in w for w in short.warnings)
    running = after([10, 20, 11])
    assert any("valid only if it was cut off here" in w for w in running.warnings)


def test_extreme_counts_give_a_number_or_a_reason():
    for counts in ([1, 0, 9], [9, 1, 0], [0, 1, 0, 0, 5], [1, 0, 0, 0, 1], [10**8, 10**8, 10**8]):
        for model in ("logistic", "normalized"):
            found = after(counts, model=model, elo1=0.01 if max(counts) > 99 else 90)
            assert math.isfinite(found.estimate) or found.warnings
            ends = found.confidence_interval
            assert ends.low <= ends.high


def test_games_after_the_end_are_refused():
    for model in ("logistic", "normalized"):
        with refused_counts("accepted H1"):
            after([1, 0, 400], model=model)
        with refused_counts("accepted H1"):
            after([10**6, 10**6, 9 * 10**6], model=model, steps_per_look=100)
        with refused_counts("accepted H0"):
            after([400, 1, 0, 0, 0], model=model)


def refused_counts(words):
    return pytest.raises(ValueError, match=f"counts: the test had {words} before its last look")


def test_refused():
    with pytest.raises(ValueError, match=re.escape("counts: their sum 41 is not a multiple of")):
        after([10, 20, 11], steps_per_look=10)
    with pytest.raises(ValueError, match="confidence_level: expected a number between"):
        after([10, 20, 11], confidence_level=95)
    with pytest.raises(ValueError, match="elo1: expected more than elo0"):
        after([10, 20, 11], elo1=-1)
