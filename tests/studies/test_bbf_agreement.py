"""The recorded table of exact agreement."""

import numpy as np
import pytest
from scipy.stats import binomtest

from benchlib import datasets
from benchlib.studies import bbf_agreement, bbf_retention

PAIR = bbf_retention.CONDITIONS


@pytest.fixture(scope="module")
def recorded():
    return datasets.load("bbf_agreement")


def test_pairs_are_at_the_same_replay_ratio():
    pairs = bbf_agreement.condition_pairs()
    assert PAIR in pairs
    assert len(pairs) == 23
    assert all(first[:3] == second[:3] and first != second for first, second in pairs)


def test_units_are_those_of_the_games():
    units = bbf_agreement.score_units()
    # Ms. Pac-Man counts in tens of points, Pong in single points; a mean of 100 divides by 100.
    assert units["mspacman"] == 0.1
    assert units["pong"] == 0.01


def test_the_record_is_what_the_computation_gives(recorded, monkeypatch):
    monkeypatch.setattr(bbf_agreement, "score_units", lambda: {"alien": 0.1, "pong": 0.01})
    fresh = bbf_agreement.agreement_table([PAIR])
    kept = recorded[(recorded["second"] == PAIR[1]) & recorded["game"].isin(["alien", "pong"])]
    assert len(fresh) == len(kept) == 30
    np.testing.assert_allclose(fresh["agreement"], kept["agreement"], rtol=1e-11)
    np.testing.assert_allclose(fresh["reference_gap"], kept["reference_gap"], rtol=1e-11)


def test_every_game_of_the_study_is_exact(recorded):
    study = recorded[recorded["second"] == PAIR[1]]
    assert (study["error_bound"] == 0).all()
    assert study["game"].nunique() == len(bbf_retention.study().tasks)


def test_the_record_agrees_with_the_simulation(recorded):
    result = bbf_retention.study()
    table = recorded[recorded["second"] == PAIR[1]].pivot(
        index="n", columns="game", values="agreement"
    )
    p_values = [
        binomtest(int(result.n_agree[row, column]), result.n_resamples, table.loc[n, game]).pvalue
        for row, n in enumerate(result.budgets)
        for column, game in enumerate(result.tasks)
    ]
    assert min(p_values) > 0.01 / len(p_values)


def test_workers_do_not_change_the_table(monkeypatch):
    monkeypatch.setattr(bbf_agreement, "score_units", lambda: {"pong": 0.01, "tennis": 0.01})
    one = bbf_agreement.agreement_table([PAIR], max_n=3, workers=1)
    two = bbf_agreement.agreement_table([PAIR], max_n=3, workers=2)
    assert one.equals(two)


def test_a_tied_game_and_an_unresolved_game_have_no_rows(recorded):
    games = recorded.groupby("second")["game"].unique()
    assert "montezumarevenge" not in games[PAIR[1]]
    assert "videopinball" not in games["RR2 with sticky actions at 1M"]


def test_record_writes_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr(bbf_agreement, "score_units", lambda: {"pong": 0.01})
    monkeypatch.setattr(bbf_agreement, "condition_pairs", lambda: (PAIR,))
    monkeypatch.setattr("benchlib.datasets.build.folder", lambda: tmp_path)
    path = bbf_agreement.record(workers=1)
    sheet = datasets.describe("bbf_agreement")
    assert len(datasets.read_table(path, sheet)) == bbf_agreement.MAX_N
    assert "bbf_agreement.csv" in (tmp_path / "checksums.txt").read_text()
