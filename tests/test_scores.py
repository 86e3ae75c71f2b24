"""From tables to matrices: every way in which a table can be wrong is named."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchlib import datasets, scores

GOOD = pd.DataFrame(
    {
        "system": ["x", "x", "x", "x", "y", "y", "y", "y"],
        "game": ["pong", "pong", "alien", "alien"] * 2,
        "run": [1, 2, 1, 2] * 2,
        "score": [1.0, 2, 30, 40, 5, 6, 70, 80],
        "protocol": "30 minutes",
    }
)


@given(st.randoms(use_true_random=False))
def test_rows_in_any_order(random):
    order = list(range(len(GOOD)))
    random.shuffle(order)
    found = scores.read_matrices(GOOD.iloc[order], same=["protocol"])
    assert list(found) == ["x", "y"]
    assert found["x"].tasks == ("alien", "pong")
    np.testing.assert_array_equal(found["x"].scores, [[30, 1], [40, 2]])
    np.testing.assert_array_equal(found["y"].scores, [[70, 5], [80, 6]])


def test_first_runs_by_number_not_by_text():
    table = {"game": ["go"] * 12, "run": range(1, 13), "score": range(12)}
    assert scores.read_matrix(table, n_runs=3).scores.ravel().tolist() == [0, 1, 2]
    text = table | {"run": [f"r{k:02d}" for k in range(12, 0, -1)]}
    assert scores.read_matrix(text, n_runs=2).scores.ravel().tolist() == [11, 10]


def test_released_runs_keep_their_order():
    runs = datasets.load("bbf_runs")
    one = runs[runs["condition"] == "RR8 BBF"]
    found = scores.read_matrix(one, n_runs=15)
    assert found.tasks == tuple(sorted(one["game"].unique()))
    alien = one[one["game"] == "alien"].sort_values("run")["score"].head(15)
    np.testing.assert_array_equal(found.scores[:, found.tasks.index("alien")], alien)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(columns="run"), "the column 'run' is missing"),
        (lambda t: t.assign(score=[math.nan, *t["score"][1:]]), "'score': row 0 is nan"),
        (lambda t: t.drop(index=7), "system 'y': table: 'alien' has 1 runs and 'pong' has 2"),
        (lambda t: t.drop(index=[6, 7]), "'y' has no runs on 'alien', and others have"),
        (lambda t: t.assign(run=1), "system 'x': table: run '1' stands twice on 'alien'"),
        (
            lambda t: t.assign(game=["pong", "pong", "alien", "Alien"] * 2),
            "'Alien' and 'alien' differ only in spaces or case",
        ),
        (
            lambda t: t.assign(game=["ms_pacman", "MsPacman", "alien", "alien"] * 2),
            "look like one name spelled two ways",
        ),
        (
            lambda t: t.assign(system=["x"] * 4 + ["X"] * 4),
            "'X' and 'x' differ only in spaces or case",
        ),
        (
            lambda t: t.assign(protocol=["30 minutes"] * 4 + ["5 minutes"] * 4),
            "mixes '30 minutes', '5 minutes'",
        ),
    ],
)
def test_unsound_tables(change, message):
    with pytest.raises(ValueError, match=message):
        scores.read_matrices(change(GOOD), same=["protocol"] if "protocol" in GOOD else [])


def test_too_few_runs():
    with pytest.raises(ValueError, match="n_runs: 3 asked for, and 'alien' has 2"):
        scores.read_matrix(GOOD[GOOD["system"] == "x"], n_runs=3)
    with pytest.raises(ValueError, match="n_runs: expected a whole number"):
        scores.read_matrix(GOOD[GOOD["system"] == "x"], n_runs=0)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 2, 3], [4, 5, 6]], "3 columns for 2 tasks; it looks transposed"),
        ([[1, 2, 3]], "3 columns for 2 tasks; expected"),
        ([1, 2], r"got \(2,\); write one run"),
        ([[1, 2], [3]], "unequal numbers of runs"),
        ([[1, math.nan]], "run 0, task 'hex' is nan"),
        ([["1", "2"]], "expected a matrix of numbers"),
        ([[1, 2], [True, "x"]], "expected a matrix of numbers"),
    ],
)
def test_unsound_matrices(matrix, message):
    with pytest.raises(ValueError, match=message):
        scores.checked_matrix(matrix, tasks=["go", "hex"])


def test_labels_of_one_number_do_not_stay_in_the_order_of_rows():
    table = pd.DataFrame({"game": "go", "run": ["01", "1", "2"], "score": [5, 6, 7]})
    found = [scores.read_matrix(part).scores.tolist() for part in (table, table[::-1])]
    assert found[0] == found[1]


def test_a_frame_must_have_the_tasks_as_columns():
    frame = pd.DataFrame({"go": [1, 2], "hex": [3, 4]})
    assert scores.checked_matrix(frame, tasks=["go", "hex"]).tolist() == [[1, 3], [2, 4]]
    with pytest.raises(ValueError, match="position 0 is 'go' and the task is 'hex'"):
        scores.checked_matrix(frame, tasks=["hex", "go"])


def test_a_matrix_is_a_copy():
    given = np.ones((2, 2))
    scores.checked_matrix(given)[0, 0] = 9
    assert given[0, 0] == 1
