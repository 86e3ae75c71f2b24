"""The builder of the GVGAI cells, on a made-up release, and what the real table says of itself."""

import hashlib

import numpy as np
import pytest

from benchlib import datasets
from benchlib.datasets import gvgai
from benchlib.datasets.sources import Source

ROWS = [
    "zed, pong,10,0.5,3.10,99,0.501,1.0,5",
    "abe, pong,20,1,-2,98,0.001,0.001,0",
]


@pytest.fixture
def release(monkeypatch, tmp_path):
    """Return a function that makes some rows the released file of two agents on one game."""

    def make(rows):
        content = "\n".join(rows).encode()
        (tmp_path / "cells.csv").write_bytes(content)
        source = Source("cells.csv", "https://example.org", hashlib.sha256(content).hexdigest())
        monkeypatch.setattr(gvgai, "_RELEASED", source)
        monkeypatch.setattr(gvgai, "_N_AGENTS", 2)
        monkeypatch.setattr(gvgai, "_N_GAMES", 1)
        return tmp_path

    return make


def test_rows_are_ordered_and_keep_their_digits(release):
    assert gvgai.rows(release(ROWS)) == [
        ["abe", "pong", "20", "1", "0.001", "-2", "0.001", "98", "0"],
        ["zed", "pong", "10", "0.5", "0.501", "3.10", "1.0", "99", "5"],
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (ROWS[:1], "expected 2 agents on 1 games"),
        ([ROWS[0], ROWS[0]], "expected 2 agents on 1 games, each cell once"),
        ([ROWS[0], ROWS[1] + ",7"], "row 2: expected 9 fields"),
    ],
)
def test_other_files_are_refused(release, rows, message):
    with pytest.raises(ValueError, match=message):
        gvgai.rows(release(rows))


def test_what_the_datasheet_says_of_deviations_and_negative_results():
    cells = datasets.load("gvgai_cells")
    assert (cells["n_plays"] == 0).sum() == 3
    assert (cells["win_mean"] < 0).sum() == 40
    played = cells[cells["n_plays"] > 0]
    mean, sd = played["win_mean"], played["win_sd"]
    # Results of -1, 0 and 1: the mean of squares counts the first and the last together.
    squares = (sd - 0.001) ** 2 + mean**2
    lost = (squares - mean) / 2 * played["n_plays"]
    some = lost > 0.5
    assert played.loc[some, "game"].nunique() == 7
    assert (played.loc[mean < 0].index.isin(played.index[some])).all()
    # As counts they are whole numbers, but for the nine printed digits.
    np.testing.assert_allclose(lost[some], lost[some].round(), atol=0.01)
    plain = played[~some]
    expected = np.sqrt(plain["win_mean"] * (1 - plain["win_mean"])) + 0.001
    np.testing.assert_allclose(plain["win_sd"], expected, atol=1e-7)
