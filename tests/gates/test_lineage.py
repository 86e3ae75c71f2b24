import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from benchlib import gates

SHORT = gates.Stage(512, 0.52)


def lineages(stages=SHORT, **options):
    defaults = {
        "n_candidates": 20,
        "mean_gain_elo": 0.0,
        "sd_gain_elo": 0.0,
        "n_lineages": 200,
        "rng": 1,
    }
    return gates.simulate_lineages(stages, **{**defaults, **options})


def test_a_gate_that_all_pass_adds_every_gain():
    # A sure winner by 4000 Elo takes both games: recorded are 2.5 of 3 "games", a ratio of 5 to 1.
    found = lineages(
        gates.Stage(2, 0.9), n_candidates=3, mean_gain_elo=4000, transfer=0.5, n_lineages=2
    )
    assert found.true.tolist() == [[0, 4000, 8000, 12000]] * 2
    assert found.against_baseline.tolist() == [[0, 2000, 4000, 6000]] * 2
    assert found.recorded[0] == pytest.approx(400 * math.log10(5) * np.arange(4))
    assert found.n_promoted.tolist() == [3, 3]
    assert found.n_false.tolist() == [0, 0]


@pytest.mark.parametrize("stages", [SHORT, [gates.Stage(100, 0.5), gates.Stage(300, 0.51)]])
@pytest.mark.parametrize("gain", [-10.0, 0.0, 20.0])
def test_promotions_have_the_exact_probability(stages, gain):
    found = lineages(stages, mean_gain_elo=gain)
    exact = gates.evaluate(stages, [1 / (1 + 10 ** (-gain / 400))])
    assert binomtest(int(found.n_promoted.sum()), 4000, exact.promoted).pvalue > 0.001
    assert found.n_false.tolist() == (found.n_promoted * (gain <= 0)).tolist()


def test_equal_candidates_raise_the_record_alone():
    found = lineages()
    assert (found.true == 0).all()
    assert found.recorded[:, -1].mean() > 10
    assert (np.diff(found.recorded, axis=1) >= 0).all()


def test_a_second_stage_keeps_the_record_nearer_to_the_truth():
    def excess(stages):
        found = lineages(stages, sd_gain_elo=10.0)
        return (found.recorded - found.true)[:, -1].mean()

    assert excess([SHORT, gates.Stage(2048, 0.51)]) < excess(SHORT) / 3


def test_drift_lets_a_better_champion_lose_to_the_baseline():
    options = {"n_candidates": 50, "mean_gain_elo": 0.0, "sd_gain_elo": 10.0}
    transitive = lineages(**options)
    assert transitive.against_baseline == pytest.approx(transitive.true)
    drifting = lineages(transfer=0.2, drift_elo=30.0, **options)
    # The gates do not see the baseline: the lineage itself is the same.
    assert (drifting.true == transitive.true).all()
    worse = drifting.against_baseline[:, -1] < 0
    assert (drifting.true[worse, -1] > 0).any()
    assert 0.02 < worse.mean() < 0.6


@pytest.mark.parametrize("stages", [SHORT, [gates.Stage(100, 0.5), gates.Stage(300, 0.51)]])
@pytest.mark.parametrize(("gain", "draw_rate"), [(0.0, 0.6), (-8.0, 0.5)])
def test_with_draws_promotions_have_the_exact_probability_too(stages, gain, draw_rate):
    found = lineages(stages, mean_gain_elo=gain, draw_rate=draw_rate)
    exact = gates.evaluate(stages, [1 / (1 + 10 ** (-gain / 400))], draw_rate=draw_rate)
    without = gates.evaluate(stages, [1 / (1 + 10 ** (-gain / 400))])
    promoted = int(found.n_promoted.sum())
    assert binomtest(promoted, 4000, exact.promoted).pvalue > 0.001
    assert binomtest(promoted, 4000, without.promoted).pvalue < 0.001, "draws matter here"


def test_without_draws_nothing_has_changed():
    # The same stream of random numbers as before there were draws.
    rng = np.random.default_rng(5)
    gain = rng.normal(3.0, 10.0, size=50)
    wins = rng.binomial(512, 1 / (1 + 10 ** (-gain / 400)))
    found = lineages(n_candidates=1, mean_gain_elo=3.0, sd_gain_elo=10.0, n_lineages=50, rng=5)
    assert found.n_promoted.tolist() == (wins >= 267).astype(int).tolist()


def test_games_that_are_all_drawn_score_one_half():
    found = lineages(gates.Stage(10, 0.5), draw_rate=1, n_candidates=2, n_lineages=3)
    assert found.n_promoted.tolist() == [2, 2, 2]
    assert (found.recorded == 0).all()
    assert lineages(gates.Stage(10, 0.51), draw_rate=1).n_promoted.sum() == 0


def test_a_gain_just_beside_the_draws_is_played():
    # An expected score of 0.6 beside 80% draws: no game is lost.
    edge = 400 * math.log10(1.5)
    found = lineages(gates.Stage(100, 0.5), mean_gain_elo=edge, draw_rate=0.8)
    assert (found.n_promoted == 20).all()


@settings(deadline=None, max_examples=20)
@given(st.floats(-50, 50), st.floats(0, 30), st.floats(-1, 1), st.integers(0, 1000))
def test_the_drift_is_what_is_left_beside_the_transfer(mean, spread, transfer, seed):
    options = {"mean_gain_elo": mean, "sd_gain_elo": spread, "n_lineages": 5, "rng": seed}
    found = lineages(transfer=transfer, **options)
    assert found.against_baseline == pytest.approx(transfer * found.true, abs=1e-9)
    steps = np.diff(found.true, axis=1) != 0
    if spread > 0.01:
        assert steps.sum(axis=1).tolist() == found.n_promoted.tolist()
    again = lineages(transfer=transfer, **options)
    assert (again.recorded == found.recorded).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_candidates": 0}, "n_candidates: expected a whole number of at least 1"),
        ({"n_lineages": 1.5}, "n_lineages: expected a whole number of at least 1"),
        ({"mean_gain_elo": math.nan}, "mean_gain_elo: expected a finite number, got nan"),
        ({"mean_gain_elo": "5"}, "mean_gain_elo: expected a finite number"),
        ({"sd_gain_elo": -1}, "sd_gain_elo: expected a finite number of at least 0, got -1"),
        ({"drift_elo": -1}, "drift_elo: expected a finite number of at least 0"),
        ({"transfer": math.inf}, "transfer: expected a finite number"),
        ({"transfer": True}, "transfer: expected a finite number"),
        ({"draw_rate": -0.1}, "draw_rate: expected a number from 0 to 1"),
        ({"draw_rate": "0.2"}, "draw_rate: expected a number from 0 to 1"),
        (
            {"draw_rate": 0.9, "mean_gain_elo": -200.0},
            "draw_rate: 0.9 leaves no room for a gain of -200 Elo; take fewer draws",
        ),
        ({"rng": None}, "rng: expected a numpy.random.Generator"),
        ({"stages": []}, "stages: is empty"),
        ({"stages": "SHORT"}, "stages: expected one or a list of gates.Stage, got 'SHORT'"),
    ],
)
def test_impossible_lineages_are_refused(options, words):
    with pytest.raises(ValueError, match=words):
        lineages(**options)
