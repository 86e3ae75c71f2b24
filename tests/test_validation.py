import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from benchlib import _validation


@pytest.mark.parametrize(
    "values",
    [
        [1, 2.5],
        (1, 2.5),
        np.array([1, 2.5], dtype=np.float32),
        np.ma.masked_array([1, 2.5]),
        pd.Series([1, 2.5], index=["a", "b"]),
        pd.array([1, 2.5], dtype="Float64"),
        [Decimal("1"), Decimal("2.5")],
        [Fraction(1), Fraction(5, 2)],
        [np.float64(1), np.float32(2.5)],
    ],
)
def test_many_kinds_of_numbers_are_one_pool(values):
    pool = _validation.pool(values, "x")
    assert pool.dtype == np.float64
    assert pool.tolist() == [1.0, 2.5]


def test_a_pool_is_a_copy():
    given = np.array([3.0, 1.0])
    _validation.pool(given, "x")[0] = 9
    assert given.tolist() == [3.0, 1.0]


DATES = np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[ns]")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["12.0", "3"], "row 0 is '12.0', which is not a number; convert the column"),
        ([1.0, "12.0"], "row 1 is '12.0', which is not a number"),
        (np.array(["12.0"]), "row 0 is '12.0', which is not a number"),
        (pd.Series([1, "12.0"]), "row 1 is '12.0', which is not a number"),
        ([b"1"], "row 0 is b'1', which is not a number"),
        ([True, False], "row 0 is True, which is not a number"),
        ([1, True], "row 1 is True, which is not a number"),
        (np.array([False]), "row 0 is False, which is not a number"),
        ([0, np.True_], "row 1 is .*True.*, which is not a number"),
        ([1, None], "row 1 is None, which is not a number"),
        ([1, pd.NA], "row 1 is <NA>, which is not a number"),
        (pd.array([1, pd.NA], dtype="Float64"), "row 1 is masked; remove the run"),
        (np.ma.masked_array([1, 2], [False, True]), "row 1 is masked; remove the run"),
        ([1, 2 + 1j], r"row 1 is \(2\+1j\), which is not a number"),
        (DATES, "row 0 is '2020-01-01.*, which is not a number"),
        (DATES - DATES[0], "row 0 is .*, which is not a number"),
        ([Decimal("sNaN")], "row 0 is .*, which is not a number"),
        ([Decimal("NaN")], "row 0 is nan; remove the run or give its finite score"),
        ([10**400], "row 0 is 10*, which is not a number"),
        ([1, [1, 2]], r"row 1 is \[1, 2\], which is not a number"),
        ([np.zeros((2, 2)), np.zeros((2, 3))], "rows of unequal length; give one number a run"),
        ([np.longdouble("1e400")], "row 0 is inf; remove the run"),
        ([1.0, -1e200], r"row 1 is -1e\+200, too large to be squared; rescale"),
        ({1: 2}, r"expected one dimension, got shape \(\); give one number a run"),
        (None, "expected one dimension"),
        ("abc", "expected one dimension"),
        (pd.DataFrame({"a": [1, 2]}), r"got shape \(2, 1\)"),
        (np.array([]), "is empty; give at least one number"),
    ],
)
def test_what_is_no_pool(values, words):
    with pytest.raises(ValueError, match=f"^scores: .*{words}"):
        _validation.pool(values, "scores")


def test_the_largest_scores_can_still_be_squared():
    pool = _validation.pool([1e150, -1e150], "x")
    assert np.isfinite(pool.var(ddof=1))


@pytest.mark.parametrize("rng", [None, 1.0, True, -1, "1", np.random, np.random.RandomState(1)])
def test_only_a_generator_or_a_seed_is_random(rng):
    with pytest.raises(ValueError, match=r"^rng: expected a numpy.random.Generator.*write rng=1"):
        _validation.generator(rng)


def test_a_generator_goes_on_and_a_seed_begins():
    given = np.random.default_rng(5)
    assert _validation.generator(given) is given
    assert _validation.generator(np.int64(5)).integers(10**9) == given.integers(10**9)


@pytest.mark.parametrize("value", [0, -1, True, 2.5, 2.0, "2", None, [2], (2, 3), np.array(2)])
def test_what_is_no_count(value):
    with pytest.raises(ValueError, match=r"^n: expected a whole number of at least 1, got"):
        _validation.positive_integer(value, "n")


@pytest.mark.parametrize("values", [0, [2, 0], [True], [2.5], "2", None, [[2]]])
def test_what_are_no_counts(values):
    with pytest.raises(ValueError, match=r"^budgets: expected whole numbers of at least 1, got"):
        _validation.positive_integers(values, "budgets")


def test_counts_keep_their_order():
    assert _validation.positive_integers(np.array([5, 2]), "budgets") == (5, 2)
    assert _validation.positive_integers(3, "budgets") == (3,)
    with pytest.raises(ValueError, match=r"^budgets: is empty; give at least one"):
        _validation.positive_integers([], "budgets")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"a": [1]}, "the column 'b' is missing; it has 'a'"),
        ({}, "the column 'a', 'b' is missing; it has none"),
        ({"a": [1, 2], "b": [1]}, "the columns have different lengths: .*'a': 2, 'b': 1"),
        ({"a": [], "b": []}, "has no rows"),
        ({"a": "x", "b": [1]}, r"the column 'a' has shape \(\); give one value a row"),
        ({"a": [[1, 2]], "b": [1]}, r"the column 'a' has shape \(1, 2\); give one value a row"),
        (pd.DataFrame([[1, 2, 3]], columns=["a", "b", "b"]), "a column name stands twice"),
        ([1, 2], "expected a DataFrame or a mapping of columns, got list"),
        (None, "expected a DataFrame or a mapping of columns, got NoneType"),
    ],
)
def test_what_is_no_table(table, words):
    with pytest.raises(ValueError, match=f"^runs: {words}"):
        _validation.columns(table, ("a", "b"), "runs")


@pytest.mark.parametrize("label", [None, np.nan, pd.NA, pd.NaT, ""])
def test_a_missing_label(label):
    labels = np.array(["pong", label], dtype=object)
    with pytest.raises(ValueError, match=r"^column: row 1 has no label; fill it in or drop"):
        _validation.groups(labels, "column")
    with pytest.raises(ValueError, match=r"^column: row 40 has no label"):
        _validation.check_labels(labels, "column", rows=np.array([30, 40]))


def test_groups_are_sorted_and_keep_the_order_of_rows():
    found = _validation.groups(np.array(["b", "a", "b", "nan"]), "column")
    assert {name: rows.tolist() for name, rows in found.items()} == {
        "a": [1],
        "b": [0, 2],
        "nan": [3],
    }
    assert list(found) == ["a", "b", "nan"]


MASKED = np.ma.masked_array([[1.0, 2.0], [999.0, 4.0]], [[False, False], [True, False]])
NO_NUMBERS = [
    (MASKED, r"entry \(1, 0\) is masked"),
    ([MASKED[0], MASKED[1]], r"entry \(1, 0\) is masked"),
    ([[1, 2], [np.ma.masked, 4]], r"entry \(1, 0\) is masked"),
    ([[True, 2], [3, 4]], "expected an array of numbers, got True"),
    (np.array([[True, False]]), "got the type bool"),
    ([["1", 2], [3, 4]], "expected an array of numbers, got '1'"),
    (np.array([["1", "2"]]), "got the type <U1"),
    ([[None, 2], [3, 4]], "expected an array of numbers, got None"),
    (pd.DataFrame({"a": [1, None]}, dtype="Int64"), r"entry \(1, 0\) is nan"),
    ([[1], [3, 4]], r"expected an array of numbers, got \[1\]"),
    ([np.zeros((2, 2)), np.zeros((2, 3))], "got rows of unequal length"),
    ([[1j, 2], [3, 4]], "got 1j"),
    (np.array([[1j]]), "got the type complex128"),
    (np.array([["2020-01-01"]], dtype="datetime64[s]"), "got the type datetime64"),
    ((x for x in [[1, 2], [3, 4]]), "got <generator"),
    ([[10**400]], "a number above 1e308"),
    ([[1.0, math.nan]], r"entry \(0, 1\) is nan"),
    (np.array([[np.longdouble("1e400")]]), r"entry \(0, 0\) is inf"),
]


@pytest.mark.parametrize(("values", "words"), NO_NUMBERS)
def test_what_is_no_array_of_numbers(values, words):
    with pytest.raises(ValueError, match=f"^table: .*{words}"):
        _validation.real_array(values, "table")


@pytest.mark.parametrize(
    "values",
    [
        [[1, 2.5], [3, 4]],
        ((1, 2.5), (3, 4)),
        np.array([[1, 2.5], [3, 4]], dtype=np.float32),
        np.array([[1, 2.5], [3, 4]], order="F")[::-1][::-1],
        np.ma.masked_array([[1, 2.5], [3, 4]], False),
        pd.DataFrame({"a": [1, 3], "b": [2.5, 4]}, index=[7, 7]),
        pd.DataFrame({"a": [1, 3], "b": [2.5, 4]}, dtype="Float64"),
        [np.array([1, 2.5]), [np.uint8(3), 4]],
    ],
)
def test_what_is_an_array_of_numbers(values):
    found = _validation.real_array(values, "table")
    assert found.dtype == np.float64
    assert found.tolist() == [[1, 2.5], [3, 4]]


def test_small_floats_keep_their_ties():
    found = _validation.real_array(np.array([[0.1, 0.7], [0.1, np.nan]], np.float32), "t", nan=True)
    assert found[:, 0].tolist() == [0.1, 0.1]
    assert found[0, 1] == 0.7
    assert math.isnan(found[1, 1])


def test_masked_columns_and_two_spellings_of_a_number_are_refused():
    masked = np.ma.masked_array([1, 0, 1], [0, 0, 1])
    for table in ({"a": masked, "b": [1, 2, 3]}, {"a": [1, 2, 3], "b": masked}):
        with pytest.raises(ValueError, match=r"table: row 2 of column '[ab]' is masked"):
            _validation.columns(table, ["a", "b"], "table")
    with pytest.raises(ValueError, match=r"map: '1' and '1\.0' differ only"):
        _validation.groups(np.array([1, 1.0, 2], dtype=object), "map")
    assert list(_validation.groups(np.array(["1.0", "1.01", "01"]), "map")) == ["01", "1.0", "1.01"]


def test_names_of_columns():
    frame = pd.DataFrame({"go": [1], "hex": [2]})
    assert _validation.column_names(frame) == ("go", "hex")
    assert _validation.column_names(frame["go"]) is None
    assert _validation.column_names(frame.loc[0]) == ("go", "hex")
    assert _validation.column_names(frame.to_numpy()) is None
    assert _validation.column_names([1, 2]) is None
