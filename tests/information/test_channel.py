"""The measure by hand, against plain probabilities, and under what must not change it."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from benchlib import information
from tests.information.conftest import tables

CONVENTIONS = ("released", "gaussian")


def plain(mean, sd, convention):
    """Return beliefs from products of densities, without logarithms."""
    n = len(mean)
    kernel = np.ones((n, n))
    for a in range(n):
        for b in range(n):
            for k in range(mean.shape[1]):
                spread = sd[a, k] + sd[b, k]
                if convention == "gaussian":
                    spread = math.sqrt(sd[a, k] ** 2 + sd[b, k] ** 2)
                kernel[a, b] *= norm.pdf(mean[a, k], mean[b, k], spread)
    return kernel / kernel.sum(axis=1, keepdims=True)


def test_by_hand():
    # Two agents, gap 1, deviations 1/4 each. Spread 1/2 when added: the kernel falls to
    # exp(-1 / (2/4)) = exp(-2), so the belief is 1 / (1 + e^-2).
    found = information.channel_matrix([0, 1], [0.25, 0.25], convention="released")
    p = 1 / (1 + math.exp(-2))
    np.testing.assert_allclose(found, [[p, 1 - p], [1 - p, p]], rtol=1e-14)
    bits = information.information_bits([[0], [1]], [[0.25], [0.25]], convention="released")
    entropy = -p * math.log2(p) - (1 - p) * math.log2(1 - p)
    assert bits[0] == pytest.approx(1 - entropy, abs=1e-14)
    # Variances added: spread^2 = 1/8, so exp(-4).
    found = information.channel_matrix([0, 1], [0.25, 0.25], convention="gaussian")
    assert found[0, 0] == pytest.approx(1 / (1 + math.exp(-4)), abs=1e-14)


@given(tables(), st.sampled_from(CONVENTIONS))
def test_equals_plain_probabilities(table, convention):
    mean, sd = table
    for problem in range(mean.shape[1]):
        expected = plain(mean[:, problem], sd[:, problem], convention)
        # Where a plain product leaves the range of doubles there is nothing to compare with.
        usable = (expected > 1e-250).all()
        if not usable:
            continue
        found = information.channel_matrix(mean[:, problem], sd[:, problem], convention=convention)
        np.testing.assert_allclose(found, expected, rtol=1e-9)
        bits = information.information_bits(
            mean[:, [problem]], sd[:, [problem]], convention=convention
        )
        conditional = -(expected * np.log2(expected)).sum() / len(mean)
        assert bits[0] == pytest.approx(max(0, math.log2(len(mean)) - conditional), abs=1e-9)


def test_released_replaces_what_a_double_cannot_hold():
    # exp(-744.4) is about the least double. A gap of 100 spreads gives exp(-5000).
    found = information.channel_matrix([0, 100], [0.5, 0.5], convention="released")
    np.testing.assert_array_equal(found, [[1, 1e-5], [1e-5, 1]])
    bits = information.information_bits([[0], [100]], [[0.5], [0.5]], convention="released")
    assert bits[0] == pytest.approx(1 + 1e-5 * math.log2(1e-5), abs=1e-15)
    # Just above it nothing is replaced: 38 spreads give exp(-722).
    found = information.channel_matrix([0, 38], [0.5, 0.5], convention="released")
    assert 0 < found[0, 1] < 1e-300


@given(tables(), st.sampled_from(CONVENTIONS), st.randoms(use_true_random=False))
def test_order_of_agents_and_problems_does_not_matter(table, convention, random):
    mean, sd = table
    agents, problems = list(range(len(mean))), list(range(mean.shape[1]))
    random.shuffle(agents)
    random.shuffle(problems)
    bits = information.information_bits(mean, sd, convention=convention)
    moved = information.information_bits(
        mean[agents][:, problems], sd[agents][:, problems], convention=convention
    )
    np.testing.assert_allclose(moved, bits[problems], atol=1e-12)
    joint = information.joint_information_bits(mean, sd, convention=convention)
    moved = information.joint_information_bits(
        mean[agents][:, problems], sd[agents][:, problems], convention=convention
    )
    assert moved == pytest.approx(joint, abs=1e-12)


@given(tables(), st.sampled_from(CONVENTIONS), st.floats(1e-6, 1e6), st.floats(-10, 10))
def test_scale_and_origin_of_a_score_do_not_matter(table, convention, factor, shift):
    mean, sd = table
    bits = information.information_bits(mean, sd, convention=convention)
    moved = information.information_bits(
        factor * (mean + shift), factor * sd, convention=convention
    )
    np.testing.assert_allclose(moved, bits, atol=1e-9)


@given(tables(), st.sampled_from(CONVENTIONS))
def test_between_nothing_and_everything(table, convention):
    mean, sd = table
    bits = information.information_bits(mean, sd, convention=convention)
    assert (bits >= 0).all()
    assert (bits <= math.log2(len(mean)) + 1e-12).all()
    alike = information.information_bits(
        np.broadcast_to(mean[:1], mean.shape),
        np.broadcast_to(sd[:1], sd.shape),
        convention=convention,
    )
    np.testing.assert_allclose(alike, 0, atol=1e-12)


def test_agents_that_never_vary():
    # Two share a mean for sure, the third stands alone, the fourth varies.
    mean, sd = [1, 1, 2, 1.5], [0, 0, 0, 1]
    found = information.channel_matrix(mean, sd, convention="gaussian")
    np.testing.assert_allclose(found[0], [0.5, 0.5, 0, 0])
    np.testing.assert_allclose(found[2], [0, 0, 1, 0])
    # Seen from the agent that varies, all are possible: spread 1 for the three, sqrt(2) for it.
    weight = np.array([norm.pdf(0.5)] * 3 + [norm.pdf(0, scale=math.sqrt(2))])
    np.testing.assert_allclose(found[3], weight / weight.sum())
    # Two problems together: the twins of the first problem differ on the second.
    both = information.channel_matrix(
        [[1, 0], [1, 3], [2, 0], [1.5, 0]], [[0, 0], [0, 0], [0, 0], [1, 0]], convention="gaussian"
    )
    np.testing.assert_allclose(both[0], [1, 0, 0, 0])
    with pytest.raises(ValueError, match="sd: agent 0, problem 0, measure 0 is 0, and convention"):
        information.channel_matrix(mean, sd, convention="released")


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_far_apart_without_warning(convention):
    bits = information.information_bits([[0.0], [1e12]], [[1e-12], [1e-12]], convention=convention)
    assert bits[0] == pytest.approx(1, abs=2e-4)
    bits = information.information_bits(
        [[0.0], [1e140]], [[1e-140], [1e-140]], convention=convention
    )
    assert bits[0] == pytest.approx(1, abs=2e-4)


def test_a_problem_that_stands_twice_counts_twice():
    mean, sd = [[0.0], [1.0]], [[0.5], [0.5]]
    once = information.joint_information_bits(mean, sd, convention="gaussian")
    twice = information.joint_information_bits(mean, sd, convention="gaussian", chosen=[0, 0])
    assert twice > once


@given(tables(measures=(1,)))
def test_mutual_information_of_the_channel_is_no_larger(table):
    mean, sd = table
    for k in range(mean.shape[1]):
        channel = information.channel_matrix(mean[:, k], sd[:, k], convention="gaussian")
        gain = information.information_bits(mean[:, [k]], sd[:, [k]], convention="gaussian")[0]
        found = information.channel_information_bits(channel)
        assert found <= gain + 1e-9
        # The difference is how far the mean row is from uniform (Kullback-Leibler).
        row = channel.mean(axis=0)
        row = row[row > 0]
        assert gain - found == pytest.approx(
            float((row * np.log2(row * len(mean))).sum()), abs=1e-9
        )


def test_covariances():
    rng = np.random.default_rng(3)
    mean, sd = rng.normal(size=(4, 2)), rng.uniform(0.5, 1, size=(4, 2))
    apart = information.covariance_channel_matrix(mean, [np.diag(s**2) for s in sd])
    together = information.channel_matrix(mean, sd, convention="gaussian")
    np.testing.assert_allclose(apart, together, rtol=1e-10)
    # Turning the axes changes nothing.
    turn = np.linalg.qr(rng.normal(size=(2, 2)))[0]
    turned = information.covariance_channel_matrix(
        mean @ turn.T, [turn @ np.diag(s**2) @ turn.T for s in sd]
    )
    np.testing.assert_allclose(turned, apart, rtol=1e-9)
    with pytest.raises(ValueError, match="not positive definite"):
        information.covariance_channel_matrix([[0, 0], [1, 1]], np.ones((2, 2, 2)))
    with pytest.raises(ValueError, match="not symmetric"):
        information.covariance_channel_matrix([[0, 0], [1, 1]], [[[1, 0.5], [0, 1]]] * 2)
    with pytest.raises(ValueError, match="covariance: has shape"):
        information.covariance_channel_matrix([[0, 0]], [[[1, 0], [0, 1]]])


@pytest.mark.parametrize(
    ("mean", "sd", "message"),
    [
        ([[0, 1]], [[1, 1]], "at least two agents"),
        ([[0], [1]], [[1], [1], [1]], "sd: has shape"),
        ([[0], [math.nan]], [[1], [1]], "mean: agent 1, problem 'go', measure 0 is nan"),
        ([[0], [1]], [[1], [math.inf]], "sd: agent 1, problem 'go', measure 0 is inf"),
        ([[0], [1]], [[1], [-1]], "at least 0"),
        ([["a"], ["b"]], [[1], [1]], "mean: expected an array of numbers"),
        ([[True], [False]], [[1], [1]], "mean: expected an array of numbers"),
        ([[0], [1, 2]], [[1], [1]], "mean: expected an array of numbers"),
        ([0, 1], [1, 1], "expected shape"),
    ],
)
def test_impossible_tables(mean, sd, message):
    with pytest.raises(ValueError, match=message):
        information.information_bits(mean, sd, convention="gaussian", problems=["go"])


def test_impossible_arguments():
    good = ([[0.0], [1.0]], [[1.0], [1.0]])
    with pytest.raises(ValueError, match="convention: expected 'released'"):
        information.information_bits(*good, convention="sum")
    with pytest.raises(ValueError, match="chosen: 1 is no position; there are 1 problems"):
        information.joint_information_bits(*good, convention="gaussian", chosen=[1])
    with pytest.raises(ValueError, match="chosen: is empty"):
        information.joint_information_bits(*good, convention="gaussian", chosen=[])
    with pytest.raises(ValueError, match=r"matrix: row 1 sums to 0\.9"):
        information.channel_information_bits([[0.5, 0.5], [0.4, 0.5]])
    with pytest.raises(ValueError, match="expected a square matrix"):
        information.channel_information_bits([[0.5, 0.5]])
    with pytest.raises(ValueError, match="expected shape"):
        information.channel_matrix([[[0.0]]], [[[1.0]]], convention="gaussian")


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_blocks_give_the_same(seed):
    # More problems than fit into one block of kernels.
    rng = np.random.default_rng(seed)
    mean, sd = rng.normal(size=(60, 130)), rng.uniform(0.1, 1, size=(60, 130))
    bits = information.information_bits(mean, sd, convention="released")
    for k in (0, 54, 55, 56, 129):
        alone = information.information_bits(mean[:, [k]], sd[:, [k]], convention="released")
        assert alone[0] == bits[k]
