import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib.compare import mean_contrast
from benchlib.studies import bbf_retention

REFERENCE = Path(__file__).parents[1] / "data" / "legacy_parser.csv"


@pytest.fixture(scope="module")
def recorded():
    with REFERENCE.open(newline="") as file:
        return [(row["text"], float(row["parsed"])) for row in csv.DictReader(file)]


def test_legacy_float_is_pandas_2(recorded):
    assert [t for t, parsed in recorded if bbf_retention.legacy_float(t) != parsed] == []
    # The record has enough of what matters: exact parsing fails on a good part of it.
    assert sum(float(text) != parsed for text, parsed in recorded) > len(recorded) / 5
    assert any("e" in text for text, _ in recorded)
    assert any(text.startswith("-") for text, _ in recorded)


@settings(deadline=None)
@given(st.integers(-(10**15), 10**15), st.integers(0, 15))
def test_legacy_float_is_exact_for_short_decimals(digits, places):
    # Up to 15 digits and a power of ten below 10^22 are both exact: one rounding is left.
    text = f"{'-' if digits < 0 else ''}{abs(digits):0{places + 1}d}"
    if places:
        text = f"{text[:-places]}.{text[-places:]}"
    assert bbf_retention.legacy_float(text) == float(text)


def test_one_draw_hangs_on_the_parser():
    exact, legacy = map(bbf_retention.agreement_with_parser, (float, bbf_retention.legacy_float))
    assert exact.sum(axis=1).tolist() == [187_334, 199_838, 208_075]
    assert legacy.sum(axis=1).tolist() == [187_335, 199_838, 208_075]
    study = bbf_retention.study()
    (row,), (column,) = np.nonzero(exact != legacy)
    assert (study.budgets[row], study.tasks[column]) == (2, "alien")
    assert legacy[row, column] == exact[row, column] + 1
    # Bare float signs of exact decimals, and ties within rounding, come to the same counts.
    np.testing.assert_array_equal(exact, study.n_agree)


def test_the_records_of_the_study():
    runs = bbf_retention.common_runs()
    assert runs["condition"].value_counts().to_dict() == dict(
        zip(bbf_retention.CONDITIONS, (2082, 830), strict=True)
    )
    games = runs.groupby("condition")["game"].unique().map(set)
    assert games.iloc[0] == games.iloc[1]
    assert len(games.iloc[0]) == 55
    sizes = runs.groupby(["condition", "game"]).size().groupby("condition").agg(["min", "max"])
    assert sizes.loc[list(bbf_retention.CONDITIONS)].to_numpy().tolist() == [[16, 60], [15, 20]]


def test_text_and_numbers_are_the_same_rows():
    text = bbf_retention.common_runs(as_text=True)
    numbers = bbf_retention.common_runs()
    assert text[bbf_retention.SCORE].map(float).tolist() == numbers[bbf_retention.SCORE].tolist()


def test_a_caller_cannot_spoil_the_records():
    runs = bbf_retention.common_runs()
    runs[bbf_retention.SCORE] = 0.0
    assert bbf_retention.common_runs()[bbf_retention.SCORE].std() > 0


@pytest.mark.parametrize(
    ("contrast", "field", "printed"),
    [
        # With the draw that an inexact parser turned into an agreement at the smallest budget.
        (bbf_retention.agreement_contrast, "agreement", 0.096018519 + 1 / 216_000),
        (bbf_retention.squared_error_contrast, "expected_squared_error", -0.313035944),
    ],
)
def test_contrasts_are_last_minus_first_budget(contrast, field, printed):
    values = getattr(bbf_retention.study(), field)
    found = contrast()
    assert found == mean_contrast(values[2] - values[0])
    assert found.estimate == pytest.approx(printed, abs=0.5e-9)
    assert found.n == 54
