"""Each message names the argument or table, the row, and what to do."""

import re
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from benchlib import retention
from benchlib.retention import (
    expected_squared_error,
    nested_agreement,
    simulated_sign_agreement,
)


def exact(x, y, n=1):
    return expected_squared_error(x, y, n=n)


def simulated(x, y, n=1):
    return simulated_sign_agreement(x, y, n=n, n_resamples=5, rng=1)


@pytest.fixture
def table():
    """Rows 0 to 2 are new runs, rows 3 to 5 old runs, of one game."""
    return pd.DataFrame(
        {
            "condition": ["new"] * 3 + ["old"] * 3,
            "game": ["pong"] * 6,
            "run": [1, 2, 3, 1, 2, 3],
            "score": [20, 21, 12, 11, 15, 10],
        }
    ).astype(object)


def nested(runs, **options):
    defaults = {"conditions": ("new", "old"), "budgets": (1, 3), "n_resamples": 10, "rng": 1}
    return nested_agreement(runs, **{**defaults, **options})


def refused(*words):
    """Expect an error that says all of this, in this order."""
    return pytest.raises(ValueError, match=".*".join(map(re.escape, words)))


@pytest.mark.parametrize("function", [exact, simulated])
@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ([1, np.nan], ("row 1 is nan", "remove the run")),
        ([np.inf, 1], ("row 0 is inf", "remove the run")),
        ([1, None], ("row 1 is None", "not a number", "convert")),
        ([1, "12.0"], ("row 1 is '12.0'", "not a number", "convert")),
        ([1, pd.NA], ("row 1 is <NA>", "not a number", "convert")),
        ([True, False], ("row 0 is True", "not a number")),
        ([1e200, 1], ("row 0 is 1e+200", "too large", "rescale")),
        ([[1], [1, 2]], ("row 0 is [1]", "not a number")),
        ([[1, 2], [3, 4]], ("one dimension", "(2, 2)", "one number a run")),
        ([], ("is empty", "give at least one")),
    ],
)
def test_a_bad_pool_on_either_side(function, bad, words):
    with refused("x: ", *words):
        function(bad, [1, 2])
    with refused("y: ", *words):
        function([1, 2], bad)


@pytest.mark.parametrize("function", [exact, simulated])
def test_fewer_records_than_to_retain(function):
    with refused("y: has 2 records, fewer than the 3 to retain", "smaller budget or add runs"):
        function([1, 2, 3], [1, 2], n=3)


@pytest.mark.parametrize("function", [exact, simulated])
@pytest.mark.parametrize("n", [0, -1, True, 2.5, "1", None, (1, 2), float("nan")])
def test_an_impossible_budget(function, n):
    with refused("n: expected a whole number of at least 1, got", repr(n)):
        function([1, 2], [1, 2], n=n)


@pytest.mark.parametrize("rng", [None, 1.5, np.random.RandomState(1), -1])
def test_an_impossible_rng(rng, table):
    with refused("rng: expected", "Generator", "write rng=1"):
        simulated_sign_agreement([1, 2], [1, 3], n=1, n_resamples=5, rng=rng)
    with refused("rng: expected", "Generator", "write rng=1"):
        nested(table, rng=rng)


@pytest.mark.parametrize("n_resamples", [0, -5, 2.5, True, None, [10, 20]])
def test_an_impossible_number_of_draws(n_resamples, table):
    with refused("n_resamples: expected a whole number of at least 1"):
        simulated_sign_agreement([1, 2], [1, 3], n=1, n_resamples=n_resamples, rng=1)
    with refused("n_resamples: expected a whole number of at least 1"):
        nested(table, n_resamples=n_resamples)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.nan, ("is nan", "remove the run")),
        (np.inf, ("is inf", "remove the run")),
        (None, ("is None", "not a number", "convert the column")),
        (pd.NA, ("is <NA>", "not a number", "convert the column")),
        ("12.0", ("is '12.0'", "not a number", "convert the column")),
        (True, ("is True", "not a number", "convert the column")),
        (1e200, ("is 1e+200", "too large", "rescale")),
    ],
)
def test_a_bad_score_is_named_by_its_labels(table, value, words):
    table.loc[4, "score"] = value
    with refused(
        "runs, column 'score': condition 'old', game 'pong', run 2 (row 4) ", *words
    ):  # fmt: skip
        nested(table)


@pytest.mark.parametrize("column", ["condition", "game", "run"])
@pytest.mark.parametrize("label", [None, np.nan, pd.NA, pd.NaT, ""])
def test_a_missing_label_is_named_by_its_row(table, column, label):
    table.loc[4, column] = label
    with refused(f"runs, column '{column}': row 4 has no label; fill it in or drop the row"):
        nested(table)


@pytest.mark.parametrize("column", ["condition", "game", "run", "score"])
def test_a_missing_column(table, column):
    with refused(f"runs: the column '{column}' is missing; it has '"):
        nested(table.drop(columns=column))


def test_named_columns_that_are_missing(table):
    with refused("runs: the column 'level' is missing; it has 'condition', 'game'"):
        nested(table, task="level")
    with refused("runs: the column 'points' is missing"):
        nested(table, score="points")


def test_a_run_that_stands_twice(table):
    with refused("runs: condition 'old', game 'pong', run 3 (row 6) stands twice", "one record"):
        nested(pd.concat([table, table.iloc[[5]]]))


def test_runs_without_an_order(table):
    table.loc[4, "run"] = "second"
    with refused("runs, column 'run': condition 'old', game 'pong' mixes numbers and text",
                 "write all labels in one way"):  # fmt: skip
        nested(table)


@pytest.mark.parametrize(("row", "has", "lacks"), [(1, "new", "old"), (4, "old", "new")])
def test_a_game_of_one_condition_only(table, row, has, lacks):
    table.loc[row, "game"] = "tennis"
    with refused(f"runs: game 'tennis' has runs of '{has}' but none of '{lacks}'", "drop it"):
        nested(table, budgets=[1])


@pytest.mark.parametrize("spelling", ["Pong", "pong ", "PONG", "po ng"])
def test_a_game_spelled_two_ways(table, spelling):
    table.loc[1, "game"] = spelling
    with refused("runs, column 'game': ", "differ only in spaces or case", "spell them alike"):
        nested(table, budgets=[1])


def test_a_condition_spelled_two_ways(table):
    table.loc[1, "condition"] = "new "
    with refused("runs, column 'condition': 'new' and 'new ' differ only in spaces or case"):
        nested(table, budgets=[1])


@pytest.mark.parametrize("budgets", [(2, 2), {1, 2}])
def test_budgets_twice_or_without_order(table, budgets):
    with refused("budgets: give different whole numbers in a fixed order"):
        nested(table, budgets=budgets)


@pytest.mark.parametrize(
    "statistic", [3, None, lambda scores: 1.0, lambda scores, axis: scores.mean(axis) + 1j]
)
def test_a_statistic_of_the_wrong_kind(table, statistic):
    with refused("statistic: ", "pass a function such as numpy.median"):
        nested(table, budgets=[1], statistic=statistic)


def test_replace_is_true_or_false(table):
    with refused("replace: expected True or False, got 'no'"):
        nested(table, budgets=[1], replace="no")


def test_scores_of_32_bits_are_the_decimals_they_print():
    first, second = np.float32([0.1, 0.4, 0.7]), np.float32([0.2, 0.3, 0.6])
    lists = ([0.1, 0.4, 0.7], [0.2, 0.3, 0.6])
    counted = retention.sign_agreement(first, second, n=2)
    assert counted == retention.sign_agreement(*lists, n=2)
    assert counted.tie_probability > 0
    drawn = [
        retention.simulated_sign_agreement(*pools, n=2, n_resamples=500, rng=1)
        for pools in ((first, second), lists)
    ]
    assert drawn[0] == drawn[1]
    assert drawn[0].n_tied > 0


def test_fewer_records_than_the_largest_budget(table):
    with refused("runs: condition 'old' has 2 records on game 'pong'", "fewer than the budget of 3",
                 "choose smaller budgets or drop the game"):  # fmt: skip
        nested(table.drop(index=4))


@pytest.mark.parametrize("budgets", [(0,), (2, -1), (True,), (2.5,), "2", None, (2, None)])
def test_impossible_budgets(table, budgets):
    with refused("budgets: expected whole numbers of at least 1, got"):
        nested(table, budgets=budgets)


def test_no_budgets(table):
    with refused("budgets: is empty; give at least one"):
        nested(table, budgets=())


@pytest.mark.parametrize(
    "conditions",
    ["new", "no", None, 5, ("new",), ("new", "new"), ("new", "old", "x"), {"new", "old"}],
)
def test_what_are_not_two_conditions(table, conditions):
    with refused("conditions: expected two different names, got", repr(conditions)):
        nested(table, conditions=conditions)


def test_an_unknown_condition(table):
    with refused("conditions: runs has no condition 'older'; it has 'new', 'old'"):
        nested(table, conditions=("new", "older"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"score": [1, 2]}, ("the columns have different lengths", "'score': 2")),
        ({"score": [[1, 2]] * 6}, ("the column 'score' has shape (6, 2)", "one value a row")),
        ({"game": "pong"}, ("the column 'game' has shape ()", "one value a row")),
    ],
)
def test_columns_that_do_not_fit(table, change, words):
    with refused("runs: ", *words):
        nested({**table.to_dict("list"), **change})


def test_an_empty_table(table):
    with refused("runs: has no rows"):
        nested(table.iloc[:0])


@pytest.mark.parametrize("runs", [None, [1, 2], "runs.csv", np.ones((3, 4))])
def test_what_is_no_table(runs):
    with refused("runs: expected a DataFrame or a mapping of columns, got"):
        nested(runs)


def test_tasks_that_are_all_tied(table):
    with refused("runs: every task is tied in the full pools (pong)"):
        nested(table.assign(score=1))


def test_decimals_and_whole_numbers_are_numbers(table):
    before = nested(table)
    table["score"] = table["score"].map(Decimal)
    np.testing.assert_array_equal(nested(table).n_agree, before.n_agree)
    assert exact([Decimal("0.5"), 2], [1, 3]) == exact([0.5, 2], [1, 3])
