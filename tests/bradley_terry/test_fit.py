import math
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.api import GLM, families

from benchlib import bradley_terry
from benchlib.bradley_terry import _solvers

PANEL = [[0, 30, 12, 9], [10, 0, 22, 14], [8, 18, 0, 25], [11, 6, 15, 0]]
METHODS = ["newton", "mm"]


@pytest.mark.parametrize("method", METHODS)
def test_the_line_that_the_published_programs_print(method):
    pair = bradley_terry.fit([[0, 75], [25, 0]], method=method)
    panel = bradley_terry.fit(PANEL, method=method)
    ratings = " ".join(f"{rating:+.1f}" for rating in panel.elo)
    assert f"75-25: {pair.gap('0', '1'):+.1f} Elo  panel: {ratings}" == (
        "75-25: +190.8 Elo  panel: +76.3 -12.0 -6.0 -58.3"
    )


@pytest.mark.parametrize("method", METHODS)
def test_two_bots_by_hand(method):
    # Three of four points: a strength ratio of 3, and 400 log10(3) = 190.848502 Elo.
    ratings = bradley_terry.fit([[0, 75], [25, 0]], method=method)
    assert ratings.gap("0", "1") == pytest.approx(400 * math.log10(3), abs=1e-9)
    assert ratings.gap("1", "0") == -ratings.gap("0", "1")
    assert bradley_terry.expected_score(ratings.gap("0", "1")) == pytest.approx(0.75, abs=1e-12)
    assert ratings.points.tolist() == [75, 25]
    assert ratings.n_games.tolist() == [100, 100]


@pytest.mark.parametrize("method", METHODS)
def test_a_chain_by_hand(method):
    # 999 to 1, then level: strengths 999 : 1 : 1, whose geometric mean is 1 if the first is
    # 999^(2/3) = 99.93 and the others are 999^(-1/3) = 0.1000.
    ratings = bradley_terry.fit([[0, 999, 0], [1, 0, 5], [0, 5, 0]], method=method)
    expected = [999 ** (2 / 3), 999 ** (-1 / 3), 999 ** (-1 / 3)]
    np.testing.assert_allclose(np.exp(ratings.log_strength), expected, rtol=1e-9)
    assert np.exp(ratings.log_strength).round(4).tolist() == [99.9333, 0.1, 0.1]


def test_three_bots_with_known_strengths():
    ratings = bradley_terry.fit([[0, 3, 2], [1, 0, 3], [2, 1, 0]])
    np.testing.assert_allclose(ratings.log_strength, [0.3430064, 0, -0.3430064], atol=5e-8)


@pytest.mark.parametrize("method", METHODS)
def test_a_symmetric_cycle_rates_all_alike(method):
    ratings = bradley_terry.fit([[0, 70, 30], [30, 0, 70], [70, 30, 0]], method=method)
    np.testing.assert_allclose(ratings.elo, 0, atol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_the_prior_keeps_an_unbeaten_bot_finite(method):
    # 20.5 points against 0.5: a ratio of 41.
    ratings = bradley_terry.fit([[0, 20], [0, 0]], prior=0.5, method=method)
    assert ratings.gap("0", "1") == pytest.approx(400 * math.log10(41), abs=1e-9)


@pytest.mark.parametrize("prior", [1e-3, 1e-6, 1e-12])
def test_a_small_prior_gives_a_large_rating(prior):
    ratings = bradley_terry.fit([[0, 20], [0, 0]], prior=prior)
    assert ratings.gap("0", "1") == pytest.approx(400 * math.log10(20 / prior + 1), rel=1e-9)


def test_the_best_fit_against_statsmodels():
    points = np.array(PANEL, dtype=float)
    i, j = np.triu_indices(4, 1)
    design = np.zeros((len(i), 4))
    design[np.arange(len(i)), i], design[np.arange(len(i)), j] = 1, -1
    model = GLM(np.c_[points[i, j], points[j, i]], design[:, 1:], family=families.Binomial())
    reference = np.r_[0, model.fit(tol=1e-14, maxiter=100).params]
    ratings = bradley_terry.fit(PANEL)
    np.testing.assert_allclose(ratings.log_strength, reference - reference.mean(), atol=1e-10)


def test_expected_points_equal_those_taken():
    ratings = bradley_terry.fit(PANEL)
    points = np.array(PANEL)
    expected = (points + points.T) * bradley_terry.expected_score(ratings.elo_gaps)
    np.testing.assert_allclose(expected.sum(axis=1), points.sum(axis=1), atol=1e-9)


def test_every_order_of_the_bots_gives_the_same_bits():
    points = np.array(PANEL, dtype=float)
    before = bradley_terry.fit(points).log_strength
    for order in map(list, permutations(range(4))):
        after = bradley_terry.fit(points[np.ix_(order, order)]).log_strength
        assert after.tolist() == before[order].tolist()


matrices = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(1, 40), min_size=n, max_size=n), min_size=n, max_size=n)
)


@settings(deadline=None)
@given(matrices, st.randoms(use_true_random=False))
def test_what_must_hold_for_every_matrix(rows, random):
    points = np.array(rows, dtype=float)
    np.fill_diagonal(points, 0)
    n = len(points)
    ratings = bradley_terry.fit(points)
    # Zermelo's iteration finds the same.
    by_mm = bradley_terry.fit(points, method="mm")
    np.testing.assert_allclose(by_mm.log_strength, ratings.log_strength, atol=1e-9)
    assert ratings.log_strength.mean() == pytest.approx(0, abs=1e-12)
    # New names, another order: the same ratings.
    order = random.sample(range(n), n)
    renamed = bradley_terry.fit(
        points[np.ix_(order, order)], bots=[f"b{k}" for k in random.sample(range(n), n)]
    )
    np.testing.assert_allclose(renamed.log_strength, ratings.log_strength[order], atol=1e-12)
    # Losses for wins turn the order round; more of the same changes nothing.
    np.testing.assert_allclose(
        bradley_terry.fit(points.T).log_strength, -ratings.log_strength, atol=1e-12
    )
    np.testing.assert_allclose(
        bradley_terry.fit(4 * points).log_strength, ratings.log_strength, atol=1e-12
    )


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_a_table_says_what_its_matrix_says(seed, random):
    rng = np.random.default_rng(seed)
    pairs = [(i, j) for i in range(4) for j in range(4) if i != j] * 2
    results = rng.choice([0, 0.5, 1], len(pairs))
    points = np.zeros((4, 4))
    for (i, j), result in zip(pairs, results, strict=True):
        points[i, j] += result
        points[j, i] += 1 - result
    games = [("abcd"[i], "abcd"[j], r) for (i, j), r in zip(pairs, results, strict=True)]
    matrix = bradley_terry.fit(points, prior=0.5, bots=list("abcd"))
    shuffled = random.sample(games, len(games))
    turned = [(b, a, 1 - r) if random.random() < 0.5 else (a, b, r) for a, b, r in shuffled]
    for rows in (games, shuffled, turned):
        table = dict(
            zip(("bot_1", "bot_2", "result"), map(list, zip(*rows, strict=True)), strict=True)
        )
        found = bradley_terry.fit(table, prior=0.5)
        assert found.bots == tuple("abcd")
        assert found.log_strength.tolist() == matrix.log_strength.tolist()
        assert found.points.tolist() == points.sum(axis=1).tolist()


def test_labels_and_numbers_name_the_same_bots():
    numbers = {"bot_1": np.array([10, 2, 10]), "bot_2": np.array([2, 10, 2]),
               "result": np.array([1, 0.5, 0])}  # fmt: skip
    text = {**numbers, "bot_1": ["10", "2", "10"], "bot_2": ["2", "10", "2"]}
    assert bradley_terry.fit(numbers).bots == ("2", "10")  # whole numbers keep their order
    assert bradley_terry.fit(text).gap("10", "2") == bradley_terry.fit(numbers).gap("10", "2")
    assert (
        bradley_terry.fit(pd.DataFrame(text)).elo.tolist() == bradley_terry.fit(text).elo.tolist()
    )
    lists = {key: values.tolist() for key, values in numbers.items()}
    assert bradley_terry.fit(lists).bots == ("2", "10")
    far = {**numbers, "bot_1": np.array([10**9, 2, 10**9]), "bot_2": np.array([2, 10**9, 2])}
    assert bradley_terry.fit(far).bots == ("2", "1000000000")


def test_a_labelled_matrix():
    frame = pd.DataFrame([[0, 3], [1, 0]], index=["new", "old"], columns=["new", "old"])
    assert bradley_terry.fit(frame).gap("new", "old") == pytest.approx(400 * math.log10(3))


@pytest.mark.parametrize("chain", [False, True])
def test_large_panels_are_solved_without_a_dense_matrix(monkeypatch, chain, play):
    rng = np.random.default_rng(5)
    n = 400
    first = np.repeat(np.arange(n - 1), 20) if chain else rng.integers(n, size=8000)
    second = first + 1 if chain else (first + rng.integers(1, n, size=8000)) % n
    table = {"bot_1": first, "bot_2": second, "result": rng.choice([0, 0.5, 1], len(first))}
    assert n > _solvers.DENSE
    sparse = bradley_terry.fit(table, prior=0.5)
    monkeypatch.setattr(_solvers, "DENSE", n)
    dense = bradley_terry.fit(table, prior=0.5)
    np.testing.assert_allclose(sparse.log_strength, dense.log_strength, atol=1e-9)


def test_both_solvers_are_used(monkeypatch):
    # Weights of a chain need more steps of conjugate gradients than are allowed.
    chain = np.arange(999)
    right = np.r_[1.0, np.zeros(998), -1.0]
    one = np.zeros(1000, dtype=int)
    assert _solvers._conjugate_gradients(chain, chain + 1, np.ones(999), right, one) is None
    exact = _solvers.laplacian_solve(chain, chain + 1, np.ones(999), right, one)
    np.testing.assert_allclose(exact, 499.5 - np.arange(1000), atol=1e-8)


def test_no_answer_is_an_error_and_never_a_number(monkeypatch):
    monkeypatch.setattr(_solvers, "_MM_ITERATIONS", 3)
    with pytest.raises(RuntimeError, match="'mm' did not converge in 3 iterations; use method"):
        bradley_terry.fit(PANEL, method="mm")
    monkeypatch.setattr(_solvers, "_NEWTON_ITERATIONS", 2)
    with pytest.raises(RuntimeError, match=r"'newton' did not converge; .*raise prior"):
        bradley_terry.fit(PANEL)


@pytest.mark.parametrize("rows", [[[0, 1e200], [1, 0]], [[0, 20], [0, 0]]])
def test_numbers_beyond_the_computers(rows):
    with pytest.raises((RuntimeError, ValueError), match=r"rescale|raise prior"):
        bradley_terry.fit(rows, prior=1e-300)


def test_expected_scores():
    assert bradley_terry.expected_score(0) == 0.5
    assert isinstance(bradley_terry.expected_score(0), float)
    scores = bradley_terry.expected_score([-400, 0, 400, 1e9, np.nan])
    np.testing.assert_allclose(scores, [1 / 11, 0.5, 10 / 11, 1, np.nan], rtol=1e-15)
    assert bradley_terry.elo([0, math.log(10)]).tolist() == pytest.approx([0, 400])
