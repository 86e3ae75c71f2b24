"""What plays tell: against integrals, simulation and each other."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import binom, norm

from benchlib import information
from tests.information.conftest import tables


def integral(mean, sd):
    """Return the information of one play by scipy's quadrature."""
    total = 0.0
    for m, s in zip(mean, sd, strict=True):

        def part(x, m=m, s=s):
            mixture = norm.pdf(x, mean, sd).mean()
            return norm.pdf(x, m, s) * (norm.logpdf(x, m, s) - math.log(mixture))

        low, high = m - 9 * s, m + 9 * s
        inside = sorted({p for p in mean if low < p < high})
        total += quad(part, low, high, points=inside, limit=500)[0]
    return total / len(mean) / math.log(2)


@pytest.mark.parametrize(
    ("mean", "sd"),
    [
        ([0, 1], [1, 1]),
        ([0, 0.5, 3], [1, 0.2, 2]),
        ([0.1, 0.5, 0.9, 0.9], [0.3, 0.5, 0.3, 0.1]),
    ],
)
def test_one_play_against_quadrature(mean, sd):
    found = information.play_information_bits(np.array([mean]).T, np.array([sd]).T)[0]
    assert found == pytest.approx(integral(mean, sd), abs=1e-8)


def test_narrow_beside_wide_against_a_fine_grid():
    # Same mean, spreads a thousand times apart: only how far an outcome is from 0 tells.
    sd = np.array([1, 10, 0.001])
    total = 0.0
    for s in sd:
        edges = np.concatenate(([0], np.geomspace(1e-7, 9 * s, 200_001)))
        x, width = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
        mixture = norm.pdf(x[:, None], 0, sd).mean(axis=1)
        part = norm.pdf(x, 0, s) * (norm.logpdf(x, 0, s) - np.log(mixture))
        total += 2 * float((part * width).sum())
    expected = total / 3 / math.log(2)
    found = information.play_information_bits(np.zeros((3, 1)), sd[:, None])[0]
    assert found == pytest.approx(expected, abs=1e-6)


@given(tables(measures=(1,)), st.integers(1, 20))
def test_more_plays_tell_more(table, plays):
    mean, sd = table[0][:, :, 0], table[1][:, :, 0]
    few = information.play_information_bits(mean, sd, n_plays=plays)
    # Only where spreads are alike does the mean of more plays surely tell more.
    even = np.broadcast_to(sd[:1], sd.shape)
    more = information.play_information_bits(mean, even, n_plays=4 * plays)
    assert (more >= information.play_information_bits(mean, even, n_plays=plays) - 1e-9).all()
    assert (few >= 0).all()
    assert (few <= math.log2(len(mean))).all()


def test_wins_by_hand_and_by_listing():
    # One play: the mixture wins half the time (1 bit); given the agent, 0.25 or 0.75 (0.811 bits).
    found = information.win_information_bits([[0.25], [0.75]])
    entropy = -0.25 * math.log2(0.25) - 0.75 * math.log2(0.75)
    assert found[0] == pytest.approx(1 - entropy)
    chance = np.array([binom.pmf(range(6), 5, p) for p in (0.1, 0.4, 0.9)])
    mixed = chance.mean(axis=0)
    expected = (chance * np.log2(chance / mixed)).sum(axis=1).mean()
    found = information.win_information_bits([[0.1], [0.4], [0.9]], n_plays=5)
    assert found[0] == pytest.approx(expected)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6), st.integers(1, 30))
def test_wins_stay_within_what_there_is(rates, plays):
    table = np.array([rates]).T
    one = information.win_information_bits(table)[0]
    many = information.win_information_bits(table, n_plays=plays)[0]
    assert 0 <= one <= min(1, math.log2(len(rates))) + 1e-12
    assert one - 1e-9 <= many <= min(plays, math.log2(len(rates))) + 1e-9


def test_bins():
    # Rates of 0.49 and 0.50 fall into two bins of a hundredth, and so do 0.1 and 0.9.
    found = information.binned_information_bits([[0.49, 0.1], [0.50, 0.9]], width=0.01)
    np.testing.assert_array_equal(found, [1, 1])
    found = information.binned_information_bits([[0.49, 0.1], [0.50, 0.9]], width=1)
    np.testing.assert_array_equal(found, [0, 0])


def test_impossible_plays():
    with pytest.raises(ValueError, match="sd: agent 0, problem 1 is 0"):
        information.play_information_bits([[0, 0], [1, 1]], [[1, 0], [1, 1]])
    with pytest.raises(ValueError, match="one measure at a time"):
        information.play_information_bits(np.zeros((2, 1, 2)), np.ones((2, 1, 2)))
    with pytest.raises(ValueError, match="n_plays: expected"):
        information.play_information_bits([[0], [1]], [[1], [1]], n_plays=0)
    with pytest.raises(ValueError, match=r"win_rates: agent 1, problem 0 is -0\.1"):
        information.win_information_bits([[0.1], [-0.1]])
    with pytest.raises(ValueError, match="win_rates: expected shape"):
        information.win_information_bits([0.1, 0.2])
    with pytest.raises(ValueError, match="width: expected a positive number"):
        information.binned_information_bits([[0.1], [0.2]], width=0)


def test_many_plays_of_many_problems_fit_in_memory_and_equal_scipy():
    rates = np.random.default_rng(1).random((3, 2))
    plays = 2000
    chance = binom.pmf(np.arange(plays + 1), plays, rates[..., None])

    def bits(p):
        return -np.where(p > 0, p * np.log2(np.where(p > 0, p, 1)), 0).sum(axis=-1)

    expected = bits(chance.mean(axis=0)) - bits(chance).mean(axis=0)
    found = information.win_information_bits(rates, n_plays=plays)
    assert found == pytest.approx(expected, abs=1e-9)


def test_bins_too_narrow_to_count():
    with pytest.raises(ValueError, match="width: 1e-300 makes more bins"):
        information.binned_information_bits([[1.0], [2.0]], width=1e-300)
