import re

import numpy as np
import pytest
from scipy.stats import binomtest

from benchlib import sequential

PLAN = {"elo0": 0, "elo1": 100, "model": "logistic", "alpha": 0.05, "beta": 0.05}
LIMITS = {"n_simulations": 1500, "max_steps": 3000, "rng": 2}


def pairs(elo, draw_rate=0.2):
    return sequential.pair_probabilities(sequential.game_probabilities(elo, draw_rate=draw_rate))


def simulated(truth, **options):
    return sequential.operating_characteristics(truth, **{**PLAN, **LIMITS, **options})


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_error_rates_are_near_their_targets(model):
    # Both hypotheses in turn; the bounds ignore the overshoot, so 7 % would already be too much.
    games = (0.5, 0.0, 0.5), sequential.game_probabilities(60, draw_rate=0.4)
    for truth, wrong in zip(map(sequential.pair_probabilities, games), (1, -1), strict=True):
        gain = sequential.elo_of(truth, model=model)
        ends = {"elo0": 0, "elo1": gain if wrong < 0 else 60, "model": model}
        found = simulated(truth, **ends, n_simulations=600)
        errors = int((found.decision == wrong).sum())
        assert binomtest(errors, found.n, 0.07, alternative="greater").pvalue > 1e-3
        assert errors > 0
        assert found.undecided == 0


def test_a_coin_against_the_exact_answer():
    # With wins and losses alone, and a zero count far away, the test is a walk on two numbers:
    # the exact probabilities follow by moving them on, game after game.
    options = {**PLAN, "elo1": 200, "model": "logistic", "alpha": 0.1, "beta": 0.1}
    truth = np.array([0.45, 0.0, 0.55])
    most = 60
    alive = {(0, 0): 1.0}
    accepted, length = 0.0, 0.0
    for n in range(1, most + 1):
        following: dict[tuple[int, int], float] = {}
        for (losses, wins), p in alive.items():
            for state, q in (((losses + 1, wins), 0.45), ((losses, wins + 1), 0.55)):
                following[state] = following.get(state, 0) + p * q
        alive = {}
        for (losses, wins), p in following.items():
            decision = sequential.gsprt([losses, 0, wins], **options).decision
            if decision == "continue" and n < most:
                alive[losses, wins] = p
            else:
                length += n * p
                accepted += p * (decision == "accept_h1")
    found = simulated(truth, **options, n_simulations=4000, max_steps=most)
    count = int((found.decision == 1).sum())
    assert binomtest(count, found.n, accepted).pvalue > 1e-3
    assert abs(found.mean_steps - length) < 3.5 * found.mean_steps_standard_error


def test_what_it_returns_fits_together():
    found = simulated(pairs(40), max_steps=40)
    assert found.accept_h0 + found.accept_h1 + found.undecided == pytest.approx(1)
    assert found.undecided > 0
    assert f"{(found.decision == 0).sum()} of 1500 tests were cut off after 40" in found.warnings[0]
    np.testing.assert_array_equal(found.counts.sum(axis=1), found.steps)
    assert (found.steps[found.decision == 0] == 40).all()
    # Every row is what the test itself says.
    names = {-1: "accept_h0", 0: "continue", 1: "accept_h1"}
    for row in range(0, 1500, 100):
        test = sequential.gsprt(found.counts[row], **PLAN)
        assert test.llr == pytest.approx(found.llr[row], abs=1e-9)
        assert test.decision == names[found.decision[row]]


def test_looks_in_between():
    found = simulated(pairs(100), steps_per_look=25)
    assert (found.steps % 25 == 0).all()
    assert found.mean_steps > simulated(pairs(100)).mean_steps


def test_the_longest_tests_lie_in_the_middle():
    lengths = [simulated(pairs(elo)).mean_steps for elo in (0, 50, 100)]
    assert lengths[1] > max(lengths[0], lengths[2])


def test_randomness_comes_from_rng_alone():
    first, second = simulated(pairs(0)), simulated(pairs(0), rng=np.random.default_rng(2))
    np.testing.assert_array_equal(first.llr, second.llr)
    assert not np.array_equal(first.steps, simulated(pairs(0), rng=3).steps)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_steps": 10, "steps_per_look": 4}, "max_steps: 10 is not a multiple of"),
        ({"max_steps": 0}, "max_steps: expected a whole number"),
        ({"n_simulations": 2.5}, "n_simulations: expected a whole number"),
        ({"steps_per_look": 0}, "steps_per_look: expected a whole number"),
        ({"rng": None}, "rng: expected a numpy.random.Generator"),
        ({"elo1": -5}, "elo1: expected more than elo0"),
        ({"model": None}, "model: expected"),
        ({"zero_count": 0}, "zero_count: expected"),
    ],
)
def test_refused(options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        simulated(pairs(0), **options)


def test_probabilities_are_checked():
    with pytest.raises(ValueError, match=r"probabilities: they sum to 0\.9"):
        simulated([0.3, 0.3, 0.3])
