"""Correlations, clusters, crowns and item response."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.special import expit
from scipy.stats import spearmanr

from benchlib import datasets, information


@given(
    arrays.arrays(np.float64, st.tuples(st.integers(2, 6), st.integers(1, 5)),
                  elements=st.integers(-4, 4).map(float))
)  # fmt: skip
def test_correlations_against_numpy(values):
    found = information.correlation_matrix(values)
    varies = (values != values[0]).any(axis=0)
    if varies.sum() > 1:
        expected = np.corrcoef(values[:, varies].T)
        np.testing.assert_allclose(found[np.ix_(varies, varies)], expected, atol=1e-12)
    off = ~np.eye(len(found), dtype=bool)
    assert np.isnan(found[~varies][:, varies]).all()
    assert np.isnan(found[off & ~varies[:, None]]).all()
    np.testing.assert_array_equal(np.diag(found), 1)
    zero = information.correlation_matrix(values, constant="zero")
    np.testing.assert_array_equal(zero, np.nan_to_num(found, nan=0.0))


def test_nearly_constant_columns_are_not_constant():
    found = information.correlation_matrix([[1e9, 0], [1e9 + 1, 1], [1e9 + 2, 2]])
    np.testing.assert_allclose(found, 1, atol=1e-9)
    # Rounding of a mean must not turn a constant column into a varying one.
    found = information.correlation_matrix(np.column_stack([np.full(7, 0.1), np.arange(7)]))
    assert np.isnan(found[0, 1])


def test_clusters():
    matrix = np.array([[1, 0.9, 0, 0], [0.9, 1, 0, 0], [0, 0, 1, 0.5], [0, 0, 0.5, 1]])
    assert information.cluster_problems(matrix, threshold=0.8).tolist() == [1, 1, 2, 2]
    assert information.cluster_problems(matrix, threshold=0.3).tolist() == [1, 1, 2, 3]
    assert information.cluster_problems(matrix, threshold=1.1).tolist() == [1, 1, 1, 1]
    turned = matrix[::-1, ::-1]
    assert information.cluster_problems(turned, threshold=0.8).tolist() == [1, 1, 2, 2]
    with pytest.raises(ValueError, match="undefined entries"):
        information.cluster_problems([[1, np.nan], [np.nan, 1]], threshold=0.8)
    with pytest.raises(ValueError, match="symmetric"):
        information.cluster_problems([[1, 0.5], [0.4, 1]], threshold=0.8)
    with pytest.raises(ValueError, match="linkage_method"):
        information.cluster_problems(matrix, threshold=0.8, linkage_method="centroid")


@pytest.mark.parametrize("measure", ["win", "score"])
def test_the_published_clusters(gvgai, measure):
    drawn = datasets.load("gvgai_clusters")
    drawn = drawn[drawn["measure"] == measure].set_index("game")["cluster"]
    values = gvgai.mean[:, :, gvgai.measures.index(measure)]
    found = information.cluster_problems(
        information.correlation_matrix(values, constant="zero"),
        threshold=1.6,
        linkage_method="ward",
    )
    pairs = set(zip(found.tolist(), drawn.loc[list(gvgai.problems)], strict=True))
    assert len(pairs) == len(set(found.tolist())) == drawn.nunique() == 8


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_crowns_against_all_choices(seed, size):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 10, size=(4, 6)) / 10
    for agent in range(4):
        found = information.crowning_problems(values, agent=agent, n_select=size)
        best = max(
            (values[agent, list(c)] - np.delete(values, agent, 0)[:, list(c)]).mean(axis=1).min()
            for c in combinations(range(6), size)
        )
        assert found.exact
        assert len(found.positions) == size
        assert found.margin == pytest.approx(best, abs=1e-6)


def test_impossible_crowns():
    values = [[0.1, 0.2], [0.3, 0.4]]
    with pytest.raises(ValueError, match="agent: 2 is no position"):
        information.crowning_problems(values, agent=2, n_select=1)
    with pytest.raises(ValueError, match="n_select: 3 of 2"):
        information.crowning_problems(values, agent=0, n_select=3)
    with pytest.raises(ValueError, match="values: agent 0, problem 1 is nan"):
        information.crowning_problems([[0.1, np.nan], [0.3, 0.4]], agent=0, n_select=1)


def test_item_response_finds_what_made_the_wins():
    rng = np.random.default_rng(7)
    ability = rng.normal(size=40)
    discrimination, difficulty = rng.uniform(0.5, 2.5, size=30), rng.normal(size=30)
    plays = np.full((40, 30), 60)
    wins = rng.binomial(plays, expit(discrimination * (ability[:, None] - difficulty)))
    found = information.fit_item_response(wins, plays)
    assert spearmanr(found.ability, ability).statistic > 0.98
    assert np.corrcoef(found.difficulty, difficulty)[0, 1] > 0.98
    assert np.corrcoef(found.discrimination, discrimination)[0, 1] > 0.95
    assert found.n == 40 * 30 * 60
    # Turning losses into wins turns the scale of difficulty, not of ability's sense.
    turned = information.fit_item_response(plays - wins, plays)
    assert spearmanr(turned.ability, ability).statistic < -0.98


def test_item_response_does_not_hang_on_the_order():
    rng = np.random.default_rng(9)
    plays = rng.integers(5, 60, size=(12, 8))
    wins = rng.binomial(plays, rng.uniform(0.1, 0.9, size=(12, 8)))
    found = information.fit_item_response(wins, plays)
    agents, problems = rng.permutation(12), rng.permutation(8)
    moved = information.fit_item_response(wins[agents][:, problems], plays[agents][:, problems])
    np.testing.assert_array_equal(moved.ability, found.ability[agents])
    np.testing.assert_array_equal(moved.difficulty, found.difficulty[problems])
    np.testing.assert_array_equal(moved.discrimination, found.discrimination[problems])


def test_item_response_without_plays():
    wins, plays = np.array([[5, 0], [2, 3], [9, 1]]), np.array([[10, 0], [10, 10], [10, 10]])
    found = information.fit_item_response(wins, plays, effective_plays=20)
    assert np.isfinite(found.ability).all()
    with pytest.raises(ValueError, match="wins: agent 0, problem 1 has 1 wins in 0 plays"):
        information.fit_item_response(wins + np.array([[0, 1], [0, 0], [0, 0]]), plays)
    with pytest.raises(ValueError, match="wins: has shape"):
        information.fit_item_response(wins, plays[:2])


def test_cells_without_plays():
    table = datasets.load("gvgai_cells")
    with pytest.raises(ValueError, match="no plays of 'ICELab' on 'beltmanager', 'ICELab' on"):
        information.read_cells(table)
    shapes = {
        rule: information.read_cells(table, no_plays=rule).n_plays.shape
        for rule in ("as_given", "drop_problem", "drop_agent")
    }
    assert shapes == {"as_given": (27, 108), "drop_problem": (27, 105), "drop_agent": (25, 108)}
    for rule in shapes:
        assert "no plays of" in information.read_cells(table, no_plays=rule).warnings[0]
    with pytest.raises(ValueError, match="no_plays: expected one of"):
        information.read_cells(table, no_plays="zero")


def test_cells_do_not_depend_on_the_order_of_rows():
    table = datasets.load("gvgai_cells")
    cells = information.read_cells(table, no_plays="as_given")
    mixed = information.read_cells(table.sample(frac=1, random_state=1), no_plays="as_given")
    assert mixed.agents == cells.agents
    assert mixed.problems == cells.problems
    np.testing.assert_array_equal(mixed.mean, cells.mean)
    row = table[(table["agent"] == "muzzle") & (table["game"] == "zelda")].iloc[0]
    at = cells.agents.index("muzzle"), cells.problems.index("zelda")
    assert cells.mean[at].tolist() == [row["win_mean"], row["score_mean"]]
    assert cells.n_plays[at] == row["n_plays"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(index=0), "the cell of 'AtheneAI' on 'aliens' is missing"),
        (lambda t: t.iloc[[0, *range(len(t))]], "the cell of 'AtheneAI' on 'aliens' stands twice"),
        (lambda t: t.drop(columns="win_sd"), "the column 'win_sd' is missing"),
        (lambda t: t.assign(n_plays=-1), "has -1; give a whole number"),
        (lambda t: t.assign(score_mean=np.nan), "column 'score_mean': row 0 is nan"),
    ],
)
def test_impossible_cells(change, message):
    with pytest.raises(ValueError, match=message):
        information.read_cells(change(datasets.load("gvgai_cells")), no_plays="as_given")


@pytest.mark.parametrize("scale", [1e-9, 1e-6, 1e-3, 1e6, 1e12, 1e100])
def test_crowns_do_not_hang_on_the_scale(scale):
    for seed in range(5):
        values = np.random.default_rng(seed).random((5, 9)) * scale
        found = information.crowning_problems(values, agent=0, n_select=4)
        best = max(
            (values[0, list(c)] - values[1:, list(c)]).mean(axis=1).min()
            for c in combinations(range(9), 4)
        )
        assert found.exact
        assert len(found.positions) == 4
        assert found.margin == pytest.approx(best, rel=1e-6)


def test_clusters_of_what_is_no_correlation():
    with pytest.raises(ValueError, match=r"correlation: row 0, column 1 is 5\.0"):
        information.cluster_problems([[1, 5], [5, 1]], threshold=0.5)


def test_item_response_finds_the_direction_with_cells_left_out():
    # The abler half was tried on the two hard problems only: as rates of zero, the problems that
    # they did not play would make them the worse half.
    plays = np.array([[0, 0, 90, 90]] * 3 + [[90, 90, 90, 90]] * 3)
    wins = np.array([[0, 0, 60, 55], [0, 0, 62, 50], [0, 0, 55, 60]] + [[80, 75, 9, 5]] * 3)
    found = information.fit_item_response(wins, plays)
    assert found.ability[:3].min() > found.ability[3:].max()
    assert (found.discrimination[2:] > 0).all()


@pytest.mark.parametrize("value", [-5, 0, math.nan, "9", True])
def test_item_response_of_impossible_plays(value):
    with pytest.raises(ValueError, match="effective_plays: expected a positive number"):
        information.fit_item_response([[9], [5]], [[10], [10]], effective_plays=value)
    with pytest.raises(ValueError, match="n_plays: agent 1 has no plays"):
        information.fit_item_response([[9], [0]], [[10], [0]])
    with pytest.raises(ValueError, match="n_plays: problem 0 has no plays"):
        information.fit_item_response([[0, 1], [0, 1]], [[0, 2], [0, 2]])


def test_item_response_of_agents_that_are_all_alike():
    found = information.fit_item_response([[5, 5]] * 3, [[10, 10]] * 3)
    assert np.ptp(found.ability) < 1e-3


NO_NUMBERS = [
    np.ma.masked_equal([[0.0, 0.5], [1.0, 0.2]], 0.5),
    np.array([[True, False], [False, True]]),
    [[True, 0.5], [1, 0]],
    [["0", "0.5"], ["1", "0"]],
    [[None, 0.5], [1, 0]],
    [[1j, 0.5], [1, 0]],
    [[1], [1, 0]],
]


@pytest.mark.parametrize("values", NO_NUMBERS)
@pytest.mark.parametrize(
    "function",
    [
        information.correlation_matrix,
        information.win_information_bits,
        information.channel_information_bits,
        lambda x: information.crowning_problems(x, agent=0, n_select=1),
        lambda x: information.cluster_problems(x, threshold=1),
        lambda x: information.binned_information_bits(x, width=0.1),
        lambda x: information.play_information_bits(x, np.ones((2, 2))),
        lambda x: information.information_bits(x, np.ones((2, 2)), convention="gaussian"),
        lambda x: information.information_bits(np.ones((2, 2)), x, convention="released"),
        lambda x: information.channel_matrix(x, np.ones((2, 2)), convention="gaussian"),
        lambda x: information.covariance_channel_matrix(x, [np.eye(2)] * 2),
        lambda x: information.covariance_channel_matrix([[0, 0], [1, 1]], [np.eye(2), x]),
        lambda x: information.fit_item_response(x, np.ones((2, 2))),
        lambda x: information.fit_item_response(np.zeros((2, 2)), x),
    ],
)
def test_what_is_no_table_of_numbers_is_refused(function, values):
    with pytest.raises(ValueError, match=r"^\w+: (entry .* is masked|expected .*, got )"):
        function(values)
