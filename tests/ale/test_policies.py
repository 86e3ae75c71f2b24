from collections import Counter

import pytest
from scipy.stats import binomtest, chisquare

from benchlib import ale

N = 20_000


@pytest.fixture(scope="module")
def emulator():
    return ale.Emulator("pong")


def draws(policy, emulator, n=N):
    return [policy(emulator) for _ in range(n)]


def test_the_set_of_37():
    assert len(ale.BASELINES) == len(set(ale.BASELINES)) == 37
    assert Counter(b.policy for b in ale.BASELINES) == {"random": 1, "const": 18, "perturb": 18}
    for kind in ("const", "perturb"):
        actions = [b.action for b in ale.BASELINES if b.policy == kind]
        assert actions == list(ale.ACTIONS)
    assert {b.policy: b.frame_skip for b in ale.BASELINES} == {
        "random": 1,
        "const": 5,
        "perturb": 5,
    }


def test_random_draws_all_actions_alike(emulator):
    counts = Counter(draws(ale.random_policy(rng=1), emulator))
    assert sorted(counts) == list(range(18))
    assert chisquare(list(counts.values())).pvalue > 0.01


def test_perturb_keeps_to_its_action(emulator):
    chosen = draws(ale.perturbed_policy(3, rng=1), emulator)
    others = [action for action in chosen if action != 3]
    # One draw in 18 is its own action again.
    assert binomtest(len(others), N, 0.05 * 17 / 18).pvalue > 0.01
    assert chisquare([others.count(a) for a in range(18) if a != 3]).pvalue > 0.01


def test_perturb_with_another_probability(emulator):
    kept = draws(ale.perturbed_policy(0, probability=0.5, rng=1), emulator).count(0)
    assert binomtest(kept, N, 0.5 + 0.5 / 18).pvalue > 0.01


def test_const_is_constant(emulator):
    assert set(draws(ale.constant_policy(17), emulator, 100)) == {17}


@pytest.mark.parametrize("baseline", ale.BASELINES[:2] + ale.BASELINES[-1:])
def test_a_baseline_depends_on_its_generator_alone(baseline, emulator):
    from numpy.random import default_rng

    first, again, other = (
        draws(baseline.start(default_rng(seed)), emulator, 200) for seed in (1, 1, 2)
    )
    assert first == again
    assert (first == other) == baseline.deterministic


@pytest.mark.parametrize("action", [-1, 18, 1.5, "UP", None])
def test_no_such_action(action):
    message = "action: expected a number from 0 to 17"
    with pytest.raises(ValueError, match=message):
        ale.constant_policy(action)
    with pytest.raises(ValueError, match=message):
        ale.perturbed_policy(action, rng=1)


def test_hostile_chance():
    with pytest.raises(ValueError, match="probability: expected a number between 0 and 1"):
        ale.perturbed_policy(0, probability=1.0, rng=1)
    for rng in (None, -1, 1.5):
        with pytest.raises(ValueError, match="rng: expected a"):
            ale.random_policy(rng=rng)
