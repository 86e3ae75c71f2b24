"""Sets of problems: against all sets listed, stability, and what a problem adds."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from benchlib import information
from tests.information.conftest import tables

NAMES = ["chess", "go", "hex", "poker"]


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), st.integers(1, 3), st.sampled_from(["released", "gaussian"]))
def test_greedy_and_search_against_all_sets(table, size, convention):
    mean, sd = table
    size = min(size, mean.shape[1])
    names = NAMES[: mean.shape[1]]
    greedy = information.select_problems(
        mean, sd, n_select=size, convention=convention, problems=names
    )
    searched = information.search_problems(
        mean, sd, n_select=size, convention=convention, problems=names, n_restarts=3, rng=1
    )
    joint = {
        chosen: information.joint_information_bits(mean, sd, convention=convention, chosen=chosen)
        for k in range(1, size + 1)
        for chosen in combinations(range(mean.shape[1]), k)
    }
    best = max(bits for chosen, bits in joint.items() if len(chosen) == size)
    for found in (greedy, searched):
        assert len(set(found.problems)) == size
        assert [names[k] for k in found.positions] == list(found.problems)
        for k in range(size):
            chosen = tuple(sorted(found.positions[: k + 1]))
            assert found.bits[k] == pytest.approx(joint[chosen], abs=1e-11)
    # Every step of greedy is the best single step.
    for k in range(size):
        before = greedy.positions[:k]
        steps = [
            joint[tuple(sorted((*before, j)))] for j in range(mean.shape[1]) if j not in before
        ]
        assert greedy.bits[k] == pytest.approx(max(steps), abs=1e-11)
    assert greedy.bits[-1] - 1e-11 <= searched.bits[-1] <= best + 1e-11
    # No swap improves what the search returns.
    inside = set(searched.positions)
    for out in inside:
        for new in set(range(mean.shape[1])) - inside:
            other = joint[tuple(sorted(inside - {out} | {new}))]
            assert other <= searched.bits[-1] + 1e-11
    assert searched.bits[-1] <= searched.upper_bound_bits + 1e-12


def test_search_finds_what_greedy_misses():
    # The first problem is best alone; the other two separate all four agents only together.
    mean = [[0.0, 0, 0], [0.6, 0, 1], [1.2, 1, 0], [1.8, 1, 1]]
    sd = [[0.2, 0.2, 0.2]] * 4
    greedy = information.select_problems(mean, sd, n_select=2, convention="gaussian")
    found = information.search_problems(
        mean, sd, n_select=2, convention="gaussian", n_restarts=1, rng=1
    )
    assert "0" in greedy.problems
    assert found.bits[-1] >= greedy.bits[-1]


def test_names_decide_ties():
    mean, sd = [[0, 0, 0], [1, 1, 1]], [[0.3] * 3] * 2
    for names in (["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]):
        found = information.select_problems(
            mean, sd, n_select=2, convention="gaussian", problems=names
        )
        assert found.problems == ("a", "b")
        assert [names[k] for k in found.positions] == ["a", "b"]


def test_resampled_selections_and_many_plays():
    rng = np.random.default_rng(5)
    mean, sd = rng.normal(size=(5, 6)), np.full((5, 6), 0.3)
    plays = np.full((5, 6), 10**9)
    arguments = {
        "n_select": 2,
        "convention": "gaussian",
        "n_resamples": 30,
        "problems": list("abcdef"),
    }
    sure = information.resampled_selections(mean, sd, plays, **arguments, rng=1)
    assert sure.n_distinct == 1
    assert (sure.overlap == 2).all()
    assert set(sure.frequency) == set(sure.reference.problems)
    unsure = information.resampled_selections(mean, sd, np.full((5, 6), 2), **arguments, rng=1)
    again = information.resampled_selections(mean, sd, np.full((5, 6), 2), **arguments, rng=1)
    assert unsure.n_distinct > 1
    assert unsure.frequency == again.frequency
    assert sum(unsure.frequency.values()) == pytest.approx(2)
    assert list(unsure.frequency.values()) == sorted(unsure.frequency.values(), reverse=True)


def test_leave_one_agent_out():
    # Only the last agent is told apart by the second problem.
    mean, sd = [[0, 0], [1, 0], [2, 0], [2, 5]], [[0.3, 0.3]] * 4
    found = information.leave_one_agent_out(mean, sd, n_select=2, convention="gaussian")
    assert len(found) == 4
    assert found[3].bits[1] == pytest.approx(found[3].bits[0], abs=1e-9)
    assert found[0].bits[1] > found[0].bits[0] + 0.3
    with pytest.raises(ValueError, match="nothing to tell apart"):
        information.leave_one_agent_out(mean[:2], sd[:2], n_select=1, convention="gaussian")


def test_what_a_problem_adds():
    mean, sd = np.array([[0.0, 0, 0], [1, 0, 0.01], [2, 5, 0]]), np.full((3, 3), 0.5)
    arguments = {"convention": "gaussian", "n_resamples": 200, "rng": 1}
    plays = np.full((3, 3), 100)
    for candidate, chosen in ((1, [0]), (2, [0, 1]), (0, [])):
        found = information.added_information_bits(
            mean, sd, plays, candidate=candidate, chosen=chosen, **arguments
        )
        both = information.joint_information_bits(
            mean, sd, convention="gaussian", chosen=[*chosen, candidate]
        )
        without = (
            information.joint_information_bits(mean, sd, convention="gaussian", chosen=chosen)
            if chosen
            else 0
        )
        assert found.estimate == pytest.approx(both - without)
        assert found.confidence_interval.low < found.estimate < found.confidence_interval.high


def test_the_interval_of_what_it_adds_covers():
    # Truth: three agents, two problems. Tables are measured with 40 plays a cell.
    rng = np.random.default_rng(20261130)
    mean, sd = np.array([[0.0, 0.0], [0.8, 0.1], [1.0, 1.0]]), np.full((3, 2), 0.6)
    truth = information.joint_information_bits(
        mean, sd, convention="gaussian"
    ) - information.joint_information_bits(mean, sd, convention="gaussian", chosen=[0])
    n, held = 120, 0
    for _ in range(n):
        plays = rng.normal(mean[..., None], sd[..., None], size=(3, 2, 40))
        found = information.added_information_bits(
            plays.mean(axis=2), plays.std(axis=2, ddof=1), np.full((3, 2), 40),
            candidate=1, chosen=[0], convention="gaussian", n_resamples=60, rng=rng,
        )  # fmt: skip
        interval = found.confidence_interval
        held += interval.low <= truth <= interval.high
    assert binomtest(held, n, 0.95).pvalue > 1e-3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_select": 4}, "n_select: 4 of 3 problems"),
        ({"n_select": 0}, "n_select: expected a whole number"),
        ({"problems": ["a", "b"]}, "problems: 2 different names for 3 problems"),
        ({"problems": ["a", "b", "b"]}, "problems: 2 different names"),
        ({"convention": "x"}, "convention: expected"),
    ],
)
def test_impossible_selections(change, message):
    arguments = {"n_select": 1, "convention": "gaussian"} | change
    with pytest.raises(ValueError, match=message):
        information.select_problems([[0, 1, 2], [1, 2, 4]], [[1] * 3] * 2, **arguments)


def test_impossible_plays():
    table = ([[0, 1], [1, 2]], [[1, 1], [1, 1]])
    arguments = {"convention": "gaussian", "n_resamples": 5, "rng": 1}
    with pytest.raises(ValueError, match="n_plays: agent 1, problem 0 has 1"):
        information.resampled_selections(*table, [[5, 5], [1, 5]], n_select=1, **arguments)
    with pytest.raises(ValueError, match="n_plays: has shape"):
        information.resampled_selections(*table, [5, 5], n_select=1, **arguments)
    with pytest.raises(ValueError, match="candidate: 0 is among the chosen"):
        information.added_information_bits(
            *table, [[5, 5]] * 2, candidate=0, chosen=[0], **arguments
        )
    with pytest.raises(ValueError, match="n_resamples: one resample"):
        information.added_information_bits(
            *table, [[5, 5]] * 2, candidate=0, chosen=[], **(arguments | {"n_resamples": 1})
        )


@pytest.mark.parametrize("bad", [1.0, True, "1", 2, -1, None])
def test_positions_are_whole_numbers_within_the_table(bad):
    mean, sd, plays = [[0, 0], [1, 1]], [[1, 1], [1, 1]], [[5, 5], [5, 5]]
    options = {"convention": "gaussian"}
    more = {"n_resamples": 5, "rng": 1} | options
    with pytest.raises(ValueError, match=r"chosen: .* is no position"):
        information.joint_information_bits(mean, sd, chosen=[bad], **options)
    with pytest.raises(ValueError, match=r"chosen: .* is no position"):
        information.added_information_bits(mean, sd, plays, candidate=0, chosen=[bad], **more)
    with pytest.raises(ValueError, match=r"candidate: .* is no position"):
        information.added_information_bits(mean, sd, plays, candidate=bad, chosen=[0], **more)
    with pytest.raises(ValueError, match=r"agent: .* is no position"):
        information.crowning_problems(mean, agent=bad, n_select=1)
    with pytest.raises(ValueError, match="chosen: expected positions"):
        information.joint_information_bits(mean, sd, chosen=1, **options)


@pytest.mark.parametrize("plays", [2.5, np.inf])
def test_plays_are_whole_numbers(plays):
    with pytest.raises(ValueError, match=r"n_plays: agent 0, problem 1 has .*; give a whole"):
        information.added_information_bits(
            [[0, 0], [1, 1]], [[1, 1], [1, 1]], [[5, plays], [5, 5]],
            candidate=1, chosen=[0], convention="gaussian", n_resamples=5, rng=1,
        )  # fmt: skip


def test_what_a_problem_adds_rests_on_plays_and_not_on_resamples():
    mean, sd, plays = [[0, 0, 1], [1, 1, 0]], [[1, 1, 1]] * 2, [[5, 7, 11], [50, 70, 110]]
    options = {"convention": "gaussian", "rng": 1}
    for draws in (10, 20):
        found = information.added_information_bits(
            mean, sd, plays, candidate=2, chosen=[0, 0], n_resamples=draws, **options
        )
        assert found.n == 5 + 50 + 11 + 110


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c"], "ab"])
def test_names_must_fit_before_one_is_needed(names):
    with pytest.raises(ValueError, match=r"problems: . different names for 2 problems"):
        information.information_bits(
            [[0, np.nan], [1, 1]], [[1, 1], [1, 1]], convention="gaussian", problems=names
        )
