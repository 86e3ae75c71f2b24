import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import binom, norm

from benchlib import gates, winrate

rates = st.lists(st.floats(0.1, 0.9), min_size=1, max_size=7)


def test_two_versions_and_one_game_by_hand():
    # Both win 0.25, one wins 0.5, none 0.25: the best has 0.75 points; half of ties each.
    found = gates.best_of([0.5, 0.5], n_games=1)
    assert (found.measured, found.true) == pytest.approx((0.75, 0.5))
    assert found.overstatement == pytest.approx(0.25)
    assert found.selection_probability == pytest.approx([0.5, 0.5])


def test_the_documents_best_of_ten():
    found = gates.best_of([0.5] * 10, n_games=200)
    assert f"{found.measured:.3f} {found.true:.3f}" == "0.554 0.500"


def enumerated(win_rates, n, draw_rate):
    """Go through every combination of scores."""
    tables = [winrate.points_distribution(n, win_rate=r, draw_rate=draw_rate) for r in win_rates]
    measured, chosen = 0.0, np.zeros(len(win_rates))
    for halves in itertools.product(range(2 * n + 1), repeat=len(win_rates)):
        chance = math.prod(table[h] for table, h in zip(tables, halves, strict=True))
        best = [row for row, h in enumerate(halves) if h == max(halves)]
        measured += chance * max(halves) / (2 * n)
        chosen[best] += chance / len(best)
    return measured, chosen


@pytest.mark.parametrize(
    ("win_rates", "n", "draw_rate"),
    [
        ([0.5, 0.6, 0.4], 3, 0.0),
        ([0.5, 0.6, 0.5], 3, 0.2),
        ([0.2, 0.7, 0.7, 0.7], 2, 0.1),
        ([0, 1, 0.5], 2, 0.0),
        ([1, 1, 1], 2, 0.0),
        ([0, 0], 2, 0.0),
        ([0.3], 4, 0.0),
    ],
)
def test_every_combination_counted(win_rates, n, draw_rate):
    measured, chosen = enumerated(win_rates, n, draw_rate)
    found = gates.best_of(win_rates, n_games=n, draw_rate=draw_rate)
    assert found.measured == pytest.approx(measured, abs=1e-12)
    assert found.selection_probability == pytest.approx(chosen, abs=1e-12)
    assert found.true == pytest.approx(np.dot(chosen, win_rates), abs=1e-12)


@pytest.mark.parametrize("k", [1, 2, 5, 30, 200])
def test_scipys_distribution_of_the_maximum(k):
    expected = 1 - sum(binom.cdf(w, 50, 0.4) ** k for w in range(50)) / 50
    assert gates.best_of([0.4] * k, n_games=50).measured == pytest.approx(expected, rel=1e-12)


def test_many_games_come_near_the_normal_maximum():
    mean, _ = quad(lambda x: x * 10 * norm.pdf(x) * norm.cdf(x) ** 9, -10, 10)
    found = gates.best_of([0.5] * 10, n_games=20_000)
    assert found.overstatement == pytest.approx(mean * 0.5 / math.sqrt(20_000), rel=1e-3)


@settings(deadline=None)
@given(rates, st.integers(1, 60), st.data())
def test_order_and_sums(win_rates, n, data):
    found = gates.best_of(win_rates, n_games=n)
    assert found.selection_probability.sum() == pytest.approx(1, abs=1e-12)
    assert min(win_rates) - 1e-12 <= found.true <= max(win_rates) + 1e-12
    assert found.overstatement >= -1e-12
    order = data.draw(st.permutations(range(len(win_rates))))
    again = gates.best_of([win_rates[i] for i in order], n_games=n)
    assert (again.measured, again.true) == (found.measured, found.true)
    assert again.selection_probability.tolist() == found.selection_probability[order].tolist()


def test_more_versions_overstate_more_and_more_games_less():
    def excess(k, n):
        return gates.best_of([0.5] * k, n_games=n).overstatement

    by_versions = [excess(k, 200) for k in (1, 2, 5, 10, 50)]
    assert by_versions[0] == pytest.approx(0, abs=1e-12)
    assert (np.diff(by_versions) > 0.005).all()
    by_games = [excess(10, n) for n in (50, 200, 800, 3200)]
    assert np.array(by_games[:-1]) / by_games[1:] == pytest.approx([2, 2, 2], abs=0.03)


def test_simulation_agrees():
    rng = np.random.default_rng(9)
    true = np.array([0.48, 0.5, 0.5, 0.53])
    scores = rng.binomial(100, true, size=(20_000, 4)) + rng.random((20_000, 4)) / 2
    winner = scores.argmax(axis=1)
    found = gates.best_of(true, n_games=100)
    shares = np.bincount(winner, minlength=4) / 20_000
    error = np.sqrt(found.selection_probability / 20_000)
    assert (np.abs(shares - found.selection_probability) < 4 * error).all()
    best = np.floor(scores.max(axis=1)) / 100
    assert best.mean() == pytest.approx(found.measured, abs=4 * best.std() / math.sqrt(20_000))


@pytest.mark.parametrize(
    ("win_rates", "options", "words"),
    [
        ([], {}, "win_rates: is empty"),
        ([0.5, 1.2], {}, "win_rates: row 1 is 1.2"),
        ([0.5, None], {}, "win_rates: row 1 is None, which is not a number"),
        ([0.9], {"draw_rate": 0.5}, "win_rates: row 0 is 0.9; with draw_rate=0.5"),
        ([0.5], {"n_games": 0}, "n_games"),
        (0.5, {}, "win_rates: expected one dimension"),
    ],
)
def test_impossible_choices_are_refused(win_rates, options, words):
    with pytest.raises(ValueError, match=words):
        gates.best_of(win_rates, **{"n_games": 10, **options})
