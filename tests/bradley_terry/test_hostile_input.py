"""Each message names the argument or table, the row, and what to do."""

import re

import numpy as np
import pandas as pd
import pytest

from benchlib import bradley_terry

TABLE = {
    "bot_1": ["a", "b", "a", "c"],
    "bot_2": ["b", "c", "c", "a"],
    "map": [1, 1, 2, 2],
    "result": [1, 0.5, 0, 0.5],
}
MATRIX = [[0, 3, 2], [1, 0, 3], [2, 1, 0]]


def refused(*words):
    return pytest.raises(ValueError, match=".*".join(map(re.escape, words)))


def fit(table=TABLE, **options):
    return bradley_terry.fit(table, **{"prior": 0.5, **options})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2, ("row 2 is 2.0", "the points of bot_1 (1, 0.5 or 0)")),
        (-1, ("row 2 is -1.0", "write")),
        (0.25, ("row 2 is 0.25", "write")),
        (np.nan, ("row 2 is nan",)),
        (None, ("row 2 is None", "not a number")),
        ("win", ("row 2 is 'win'", "not a number")),
        (True, ("row 2 is True", "not a number")),
    ],
)
def test_a_bad_result(value, words):
    result = [1, 0.5, value, 0.5]
    with refused("points_or_games, column 'result': ", *words):
        fit({**TABLE, "result": result})


@pytest.mark.parametrize("column", ["bot_1", "bot_2"])
@pytest.mark.parametrize("label", [None, np.nan, pd.NA, pd.NaT, ""])
def test_a_missing_bot_is_named_by_its_row(column, label):
    bots = [*TABLE[column][:2], label, TABLE[column][3]]
    with refused("columns 'bot_1' and 'bot_2': row 2 has no label", "drop the row"):
        fit({**TABLE, column: bots})


@pytest.mark.parametrize("label", [None, ""])
def test_a_missing_map_is_named_by_its_row(label):
    with refused("games, column 'map': row 1 has no label"):
        bradley_terry.standard_errors({**TABLE, "map": ["1", label, "2", "2"]}, prior=0.5)


def test_labels_that_are_no_labels():
    with refused("a label is a list or the like; give text or numbers"):
        fit({**TABLE, "bot_1": ["a", ["b", "c"], "a", ["c"]]})


@pytest.mark.parametrize("spelling", ["A", "a ", " a"])
def test_a_bot_spelled_two_ways(spelling):
    with refused("differ only in spaces or case", "spell them alike"):
        fit({**TABLE, "bot_1": [spelling, "b", "a", "c"]})


def test_numbers_and_text_are_one_name():
    mixed = {**TABLE, "bot_1": [1, "b", "1", "c"], "bot_2": ["b", "c", "c", 1]}
    assert fit(mixed).bots == ("1", "b", "c")


def test_a_bot_against_itself():
    with refused("points_or_games: row 1 has 'c' on both sides", "a name of its own"):
        fit({**TABLE, "bot_1": ["a", "c", "a", "c"]})


@pytest.mark.parametrize("column", ["bot_2", "result"])
def test_a_missing_column(column):
    with refused(f"the column '{column}' is missing"):
        fit({key: values for key, values in TABLE.items() if key != column})
    with refused(f"the column '{column}' is missing"):
        fit(pd.DataFrame(TABLE).drop(columns=column))


def test_a_frame_that_is_neither_games_nor_points():
    with refused("neither a column 'bot_1'", "nor the same labels in rows and columns"):
        fit(pd.DataFrame(TABLE).drop(columns="bot_1"))


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ([[0, -1], [1, 0]], ("row 0, column 1 is -1.0", "negative")),
        ([[0, 1], [1, 2]], ("row 1, column 1 is 2.0", "not 0")),
        ([[0, np.nan], [1, 0]], ("row 0, column 1 is nan",)),
        ([[0, 1], [np.inf, 0]], ("row 1, column 0 is inf",)),
        ([[0, "1"], [1, 0]], ("row 0, column 1 is '1'", "not a number")),
        ([[0, None], [1, 0]], ("row 0, column 1 is None",)),
        ([[0, 1], [1]], ("expected a square matrix", "shape")),
        ([[0, 1, 1], [1, 0, 1]], ("expected a square matrix", "(2, 3)")),
        ([[0]], ("expected a square matrix", "(1, 1)")),
        ([], ("expected a square matrix", "(0,)")),
        (3, ("expected a square matrix", "()")),
        (None, ("expected a square matrix",)),
        ("games.csv", ("expected a square matrix",)),
        (np.ma.masked_equal([[0, 1], [1, 0]], 1), ("masked", "write 0")),
        ([[False, True], [True, False]], ("row 0, column 0 is False", "not a number")),
    ],
)
def test_what_is_no_matrix_of_points(matrix, words):
    with refused("points_or_games: ", *words):
        fit(matrix)


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (["a", "b"], "bots: has 2 names for a matrix of 3 rows"),
        (["a", "b", "b"], "bots: a name stands twice"),
        ("abc", "bots: expected a sequence of names"),
        (3, "bots: expected a sequence of names"),
        (["a", "A", "c"], "differ only in spaces or case"),
    ],
)
def test_bad_names(bots, words):
    with refused(words):
        fit(MATRIX, bots=bots)


@pytest.mark.parametrize("prior", [-0.5, np.nan, np.inf, "1", None, True, False])
def test_an_impossible_prior(prior):
    with refused("prior: expected a positive number"):
        fit(prior=prior)


@pytest.mark.parametrize("method", ["Newton", None, 1])
def test_an_unknown_method(method):
    with refused("method: expected 'newton' or 'mm', got", repr(method)):
        fit(method=method)


def test_unknown_bots():
    with refused("bot_2: 'x' is not among the bots a, b, c"):
        fit().gap("a", "x")


def test_no_rows():
    with refused("points_or_games: has no rows"):
        fit({key: [] for key in TABLE})
    with refused("points_or_games: has no rows"):
        fit(pd.DataFrame(TABLE).iloc[:0])


@pytest.mark.parametrize("by", [1, ["map"]])
def test_by_is_a_column(by):
    with refused("by: expected the name of a column, or None"):
        bradley_terry.standard_errors(TABLE, by=by, prior=0.5)
    with refused("by: expected the name of a column, or None"):
        bradley_terry.pair_residuals(TABLE, by=by, prior=0.5)


def test_inputs_stay_as_they_are():
    frame, matrix = pd.DataFrame(TABLE), np.array(MATRIX, dtype=float)
    before = frame.copy(), matrix.copy()
    bradley_terry.fit(frame, prior=0.5)
    bradley_terry.standard_errors(frame, prior=0.5)
    bradley_terry.bootstrap(frame, prior=0.5, n_resamples=5, rng=1)
    bradley_terry.fit(matrix)
    pd.testing.assert_frame_equal(frame, before[0])
    np.testing.assert_array_equal(matrix, before[1])
