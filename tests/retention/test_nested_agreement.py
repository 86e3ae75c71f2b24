from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from benchlib.retention import expected_squared_error, nested_agreement, simulation
from benchlib.studies import bbf_retention

PAIR = ("new", "old")


@pytest.fixture(scope="module")
def runs():
    """Four games of whole scores with many ties; `even` is tied in its full pools."""
    rng = np.random.default_rng(4)
    pools = {
        "even": ([1, 2, 3, 4], [4, 3, 2, 1]),
        "close": (rng.integers(0, 5, 12), rng.integers(0, 4, 9)),
        "level": ([2, 2, 2, 2, 2], [1, 1, 1, 1]),
        "wide": (rng.integers(-30, 30, 8), rng.integers(-40, 20, 15)),
    }
    return pd.DataFrame(
        [
            (condition, game, run, float(score))
            for game, pair in pools.items()
            for condition, pool in zip(PAIR, pair, strict=True)
            for run, score in enumerate(pool)
        ],
        columns=["condition", "game", "run", "score"],
    )


def nested(runs, **options):
    defaults = {"conditions": PAIR, "budgets": (1, 2, 4), "n_resamples": 300, "rng": 9}
    return nested_agreement(runs, **{**defaults, **options})


def same(one, other):
    """All fields equal, to the last bit."""
    for name, value in vars(one).items():
        np.testing.assert_array_equal(value, vars(other)[name], err_msg=name)


def test_the_declared_draws_counted_by_hand(runs):
    result = nested(runs)
    assert result.tied_tasks == ("even",)
    assert result.tasks == ("close", "level", "wide")
    rng = np.random.default_rng(9)
    whole = np.zeros((3, 300), dtype=int)
    for column, game in enumerate(result.tasks):
        x, y = (
            runs.loc[(runs["game"] == game) & (runs["condition"] == name), "score"].tolist()
            for name in PAIR
        )
        drawn = [rng.permuted(np.tile(np.arange(len(pool)), (300, 1)), axis=1) for pool in (x, y)]
        reference = Fraction(sum(map(int, x)), len(x)) - Fraction(sum(map(int, y)), len(y))
        assert result.reference_gap[column] == pytest.approx(float(reference))
        assert result.n_records[:, column].tolist() == [len(x), len(y)]
        for row, n in enumerate(result.budgets):
            # Whole scores: n times the gap of means is exact.
            gaps = [
                sum(x[i] for i in a[:n]) - sum(y[i] for i in b[:n])
                for a, b in zip(*drawn, strict=True)
            ]
            agree = [gap * reference > 0 for gap in gaps]
            whole[row] += agree
            assert result.n_agree[row, column] == sum(agree)
            assert result.n_tied[row, column] == gaps.count(0)
            against = sum(gap * reference < 0 for gap in gaps)
            total = result.n_agree[row, column] + result.n_tied[row, column] + against
            assert total == result.n_resamples
            error = sum((Fraction(int(gap), n) - reference) ** 2 for gap in gaps) / 300
            assert result.simulated_squared_error[row, column] == pytest.approx(float(error))
            exact = expected_squared_error(x, y, n=n)
            assert result.expected_squared_error[row, column] == exact
    np.testing.assert_array_equal(result.n_tasks_agreeing, whole)
    assert result.n_tied[0, 0] > 0  # so that ties were put to the test
    np.testing.assert_array_equal(result.agreement, result.n_agree / 300)
    assert result.equal_task_agreement == pytest.approx(result.agreement.mean(axis=1))


def test_the_order_of_rows_and_columns_and_other_conditions_do_not_matter(runs):
    before = nested(runs)
    other = runs[runs["condition"] == "new"].assign(condition="third", score=np.nan)
    mixed = pd.concat([other, runs]).sample(frac=1, random_state=3)
    same(nested(mixed[["score", "run", "game", "condition"]]), before)


@pytest.mark.parametrize(
    "convert",
    [
        lambda runs: {name: column.tolist() for name, column in runs.items()},
        lambda runs: {name: column.to_numpy() for name, column in runs.items()},
        lambda runs: runs.astype({"run": "Int64", "score": "Float64", "game": "string"}),
        lambda runs: runs.astype({"condition": "category", "game": "category", "score": int}),
        lambda runs: runs.assign(run=runs["run"].map("run {:02}".format)),
        lambda runs: runs.rename(columns={"game": "level", "score": "points"}),
    ],
    ids=["lists", "arrays", "nullable", "categories", "text runs", "other names"],
)
def test_other_ways_to_write_the_same_table(runs, convert):
    table = convert(runs)
    renamed = {"task": "level", "score": "points"} if "level" in table else {}
    same(nested(table, **renamed), nested(runs))


def test_whole_numbers_as_labels(runs):
    names = {"close": 1, "even": 2, "level": 3, "wide": 4}
    labels = runs.assign(game=runs["game"].map(names), condition=runs["condition"])
    result, before = nested(labels), nested(runs)
    assert (result.tasks, result.tied_tasks) == (("1", "3", "4"), ("2",))
    np.testing.assert_array_equal(result.n_agree, before.n_agree)


@pytest.mark.parametrize("block", [1, 50, 301])
def test_the_size_of_blocks_does_not_reach_the_last_bit(runs, monkeypatch, block):
    before = nested(runs)
    monkeypatch.setattr(simulation, "_BLOCK", block)
    same(nested(runs), before)


def test_budgets_are_nested(runs):
    together = nested(runs)
    for row, n in enumerate(together.budgets):
        alone = nested(runs, budgets=[n])
        np.testing.assert_array_equal(alone.n_agree[0], together.n_agree[row])
        np.testing.assert_array_equal(alone.n_tied[0], together.n_tied[row])
    backwards = nested(runs, budgets=(4, 2, 1))
    np.testing.assert_array_equal(backwards.n_agree, together.n_agree[::-1])


def test_a_generator_or_its_seed(runs):
    same(nested(runs, rng=np.random.default_rng(9)), nested(runs))
    assert (nested(runs, rng=10).n_agree != nested(runs).n_agree).any()


def test_swapped_conditions_turn_the_gap_around(runs):
    before, swapped = nested(runs, n_resamples=4000), nested(
        runs, conditions=PAIR[::-1], n_resamples=4000
    )  # fmt: skip
    np.testing.assert_array_equal(swapped.reference_gap, -before.reference_gap)
    np.testing.assert_array_equal(swapped.expected_squared_error, before.expected_squared_error)
    # Other draws, the same probabilities: five standard errors of a difference of two shares.
    assert np.abs(swapped.agreement - before.agreement).max() < 5 * np.sqrt(0.5 / 4000)


def test_the_real_records():
    result = bbf_retention.study()
    # The printed agreement of the document, as counts of 54 games times 4,000 draws; at two
    # records one less than printed, since a tied draw does not agree.
    assert result.n_agree.sum(axis=1).tolist() == [187_334, 199_838, 208_075]
    assert len(result.tasks) * result.n_resamples == 216_000
    assert result.tied_tasks == ("montezumarevenge",)
    assert (result.reference_gap > 0).sum() == 49
    assert (result.reference_gap < 0).sum() == 5
    assert result.n_tasks_agreeing.shape == (3, 4000)
    np.testing.assert_array_equal(result.n_tasks_agreeing.sum(axis=1), result.n_agree.sum(axis=1))
    runs = bbf_retention.common_runs()
    for column, game in enumerate(result.tasks):
        pools = [
            runs.loc[(runs["game"] == game) & (runs["condition"] == name), bbf_retention.SCORE]
            for name in bbf_retention.CONDITIONS
        ]
        assert result.n_records[:, column].tolist() == [len(pool) for pool in pools]
        for row, n in enumerate(result.budgets):
            exact = expected_squared_error(*pools, n=n)
            assert result.expected_squared_error[row, column] == exact
    # The diagnostic: each simulated error is near its expectation.
    ratio = result.simulated_squared_error / result.expected_squared_error
    assert np.abs(ratio - 1).max() < 0.25
    assert ratio.mean() == pytest.approx(1, abs=0.01)


def test_ties_are_those_of_the_decimals():
    runs = {
        "condition": ["x"] * 3 + ["y"] * 3,
        "game": ["a"] * 6,
        "run": [1, 2, 3] * 2,
        "score": [0.1, 0.2, 0.7, 0.15, 0.15, 0.15],
    }
    result = nested_agreement(runs, conditions=("x", "y"), budgets=(2,), n_resamples=3000, rng=1)
    # One of the three samples of x is 0.1 and 0.2, and ties; in floats its mean is 0.1500…02.
    assert binomtest(int(result.n_tied[0, 0]), 3000, 1 / 3).pvalue > 1e-4
    assert result.n_tied[0, 0] + result.n_agree[0, 0] == 3000
