"""The claims on planners: settings, a watched planner, and verdicts on tables made by hand."""

import numpy as np
import pandas as pd
import pytest

from benchlib import claims, datasets
from benchlib.ale import planning
from benchlib.claims.ale import search
from benchlib.claims.answers import NotCheckable, Scaled, Setting

PLANNED = 10


@pytest.fixture
def searched(monkeypatch):
    """Return a function that gives the claims other episodes of planners."""
    load = datasets.load

    def give(table):
        monkeypatch.setattr(
            datasets, "load", lambda name: table if name == "ale_planners" else load(name)
        )
        search.episodes.cache_clear()

    yield give
    monkeypatch.undo()
    search.episodes.cache_clear()


def on_zaxxon(uct, tree):
    rows = [
        ("budget", planner, merge, 250, "frames", "zaxxon", k, score, 1500, 300, 9, 2, 3, 75000, 50)
        for planner, merge, scores in (("uct", "yes", uct), ("full_tree", "no", tree))
        for k, score in enumerate(scores)
    ]
    return pd.DataFrame(rows, columns=list(planning.COLUMNS))


def merging(n, *, depth=1.0, score=0.0):
    """Episodes in which merging adds a depth and a score, give or take, in both games."""
    rows = []
    for unit, budget in (("simulations", 10), ("frames", 1000)):
        for game in ("beamrider", "seaquest"):
            for k in range(n):
                wobble = 0.1 * (-1) ** k
                rows += [
                    ("merging", "uct", "yes", budget, unit, game, k, 100 + score + wobble, 1500,
                     300, 9, 1 + depth + wobble, 3, 300_000, 12),
                    ("merging", "uct", "no", budget, unit, game, k, 100, 1500, 300, 8, 1, 1,
                     300_000, 11),
                ]  # fmt: skip
    return pd.DataFrame(rows, columns=list(planning.COLUMNS))


def verdict(identifier, answer):
    table = datasets.load("claims").set_index("id", drop=False)
    return claims.judge(table.loc[identifier].to_dict(), answer).verdict


@pytest.mark.parametrize(
    ("identifier", "answer"),
    [
        ("ale-planning-episodes", search.episodes_of_planners),
        ("ale-uct-sims", search.simulations_of_a_decision),
        ("ale-uct-depth", search.deepest_simulation),
        ("ale-uct-c", search.exploration_constant),
        ("ale-fulltree-frames", search.frames_of_a_full_tree),
    ],
)
def test_settings_are_those_of_the_document(identifier, answer):
    found = answer()
    assert isinstance(found, Setting)
    assert verdict(identifier, found) == "setting"
    assert len(found.why) > 40  # says what our experiments have


def test_the_most_visited_is_played_and_its_subtree_kept():
    found = search.most_visited_and_kept()
    assert found.holds
    assert "6 of 6 decisions" in found.measured
    assert "kept in 5 of 5" in found.measured


def test_zaxxon_by_hand(searched):
    searched(on_zaxxon([100, 0, 300, 200, 50, 10, 20, 5], [0] * 8))
    found = search.search_on_zaxxon()
    assert found.holds
    assert found.measured == pytest.approx(7 / 8)
    # Newcombe (1998), method 10: the Wilson interval of 7/8 is 0.529 to 0.978, of 0/8 0 to 0.324.
    assert found.low == pytest.approx(7 / 8 - np.hypot(7 / 8 - 0.529, 0.324), abs=1e-3)
    assert "7 of 8 against 0 of 8" in found.why
    assert verdict("ale-zaxxon-uct-run", found) == "scaled"


def test_one_lucky_episode_on_zaxxon_does_not_hold(searched):
    searched(on_zaxxon([100, 0], [0, 0]))
    assert not search.search_on_zaxxon().holds
    searched(on_zaxxon([100] * 8, [100] * 8))
    found = search.search_on_zaxxon()
    assert not found.holds
    assert found.measured == 0


def test_merging_is_not_judged_before_the_planned_number(searched):
    searched(merging(3))
    found = search.merging_and_useful_depth()
    assert isinstance(found, NotCheckable)
    assert f"speaks at {PLANNED} paired episodes, and there are 3" in found.reason
    assert "depth 1.03" in found.reason


@pytest.mark.parametrize(
    ("depth", "score", "holds", "word"),
    [
        (1.0, 5.0, True, "useful depth"),
        (1.0, 0.0, False, "depth without shown use"),
        (1.0, -5.0, False, "depth at a loss"),
        (0.0, 5.0, False, "no depth"),
    ],
)
def test_merging_is_judged_by_the_rule(searched, depth, score, holds, word):
    searched(merging(PLANNED, depth=depth, score=score))
    found = search.merging_and_useful_depth()
    assert isinstance(found, Scaled)
    assert found.holds is holds
    assert f": {word}." in found.why
    assert found.measured == pytest.approx(depth, abs=1e-9)
    assert verdict("ale-dup-depth", found) == "scaled"
