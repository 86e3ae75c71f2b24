"""The summaries of the experiments with planners, and the rule, on tables made by hand."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_1samp, ttest_rel

from benchlib.ale import planning
from benchlib.studies import planners, small_games

COLUMNS = list(planning.COLUMNS)


def row(experiment="merging", merge="yes", unit="frames", game="seaquest", episode=0, **changes):
    base = {
        "experiment": experiment, "planner": "uct", "merge": merge,
        "budget": 1000 if unit == "frames" else 10, "unit": unit, "game": game,
        "episode": episode, "score": 0, "frames": 1500, "decisions": 300,
        "distinct_children": 9.0, "mean_depth": 2.0, "max_depth": 3,
        "emulated_frames": 300_000, "nodes": 12.0,
    }  # fmt: skip
    return base | changes


def merging(n, depth, score, *, seed=1):
    """Pairs in which merging adds depth and score with noise, in both games and units."""
    rng = np.random.default_rng(seed)
    rows = []
    for unit in ("simulations", "frames"):
        for game in ("beamrider", "seaquest"):
            for k in range(n):
                luck = rng.normal(100, 30)
                for merge, gain in (("yes", 1), ("no", 0)):
                    rows.append(
                        row(
                            merge=merge,
                            unit=unit,
                            game=game,
                            episode=k,
                            mean_depth=1 + gain * (depth + rng.normal(0, 0.05)),
                            score=luck + gain * (score + (-1) ** k),
                        )
                    )
    return pd.DataFrame(rows, columns=COLUMNS)


def test_scores_by_budget_by_hand():
    rows = [
        row("budget", episode=0, score=10, emulated_frames=300),
        row("budget", episode=1, score=20, emulated_frames=900, mean_depth=3.0, max_depth=7),
        row("budget", game="hero", score=5),
    ]
    table = planners.score_by_budget(pd.DataFrame(rows, columns=COLUMNS)).set_index("game")
    found = table.loc["seaquest"]
    interval = ttest_1samp([10, 20], 0).confidence_interval(0.95)
    assert (found["n"], found["score"], found["spent"]) == (2, 15, 2)
    assert (found["mean_depth"], found["max_depth"]) == (2.5, 7)
    assert [found["low"], found["high"]] == pytest.approx(list(interval))
    assert math.isnan(table.loc["hero", "low"])  # one episode has no interval


def test_equal_scores_have_an_interval_of_no_length():
    rows = [row("budget", episode=k, score=7) for k in range(3)]
    found = planners.score_by_budget(pd.DataFrame(rows, columns=COLUMNS)).iloc[0]
    assert (found["low"], found["score"], found["high"]) == (7, 7, 7)


def test_contrasts_are_paired_by_episode():
    table = merging(6, 1.0, 5.0)
    found = planners.merging_contrasts(table)
    assert len(found) == 2 * 2 * 4
    chosen = table[(table["unit"] == "frames") & (table["game"] == "seaquest")]
    yes, no = (chosen.loc[chosen["merge"] == m, "score"].to_numpy() for m in ("yes", "no"))
    score = found.set_index(["unit", "game", "quantity"]).loc[("frames", "seaquest", "score")]
    interval = ttest_rel(yes, no).confidence_interval(0.95)
    assert score["difference"] == pytest.approx((yes - no).mean())
    assert [score["low"], score["high"]] == pytest.approx(list(interval))
    assert score["sd"] == pytest.approx((yes - no).std(ddof=1))
    # Paired, the luck that both share is gone.
    assert score["sd"] < 5 < yes.std()


def test_contrasts_depend_neither_on_order_nor_on_episodes_without_a_partner():
    table = merging(4, 1.0, 5.0)
    shuffled = table.sample(frac=1, random_state=3)
    lonely = pd.DataFrame([row(unit="frames", episode=9, score=1e6)], columns=COLUMNS)
    keys = ["unit", "game", "quantity"]
    expected = planners.merging_contrasts(table).set_index(keys).sort_index()
    for other in (shuffled, pd.concat([table, lonely])):
        found = planners.merging_contrasts(other).set_index(keys).sort_index()
        pd.testing.assert_frame_equal(found, expected)


@pytest.mark.parametrize(
    ("depth", "score", "word"),
    [
        (1.0, 10.0, "useful depth"),
        (1.0, -10.0, "depth at a loss"),
        (1.0, 0.0, "depth without shown use"),
        (0.0, 10.0, "no depth"),
        (-1.0, 0.0, "no depth"),
    ],
)
def test_the_rule_by_cases(depth, score, word):
    found = planners.merging_verdict(merging(10, depth, score, seed=4), planned=10)
    assert found.word == word
    assert (found.n_episodes, found.planned) == (10, 10)
    assert bool(found.above) == (score > 0)


def test_depth_must_be_bought_in_both_games():
    table = merging(10, 1.0, 10.0)
    one = (table["game"] == "beamrider") & (table["merge"] == "yes")
    table.loc[one, "mean_depth"] = 1.0
    found = planners.merging_verdict(table, planned=10)
    assert (found.word, found.deeper) == ("no depth", ())


def test_the_rule_waits_for_its_number_in_every_condition():
    table = merging(10, 1.0, 10.0)
    late = (table["episode"] == 9) & (table["game"] == "seaquest") & (table["merge"] == "no")
    found = planners.merging_verdict(table[~late], planned=10)
    assert found == planners.MergingVerdict(9, 10, (), (), (), "not reached")
    one_game = table[table["game"] == "seaquest"]
    none = planners.MergingVerdict(0, 10, (), (), (), "not reached")
    assert planners.merging_verdict(one_game, planned=10) == none
    one_unit = table[table["unit"] == "frames"]
    assert planners.merging_verdict(one_unit, planned=10) == none


def test_episodes_beyond_the_planned_number_are_not_looked_at():
    table = merging(14, 1.0, 10.0)
    table.loc[(table["episode"] >= 10) & (table["merge"] == "yes"), "score"] = -1e6
    assert planners.merging_verdict(table, planned=10).word == "useful depth"


def test_an_episode_beyond_the_planned_number_does_not_replace_one():
    table = merging(11, 1.0, 10.0)
    found = planners.merging_verdict(table[table["episode"] != 4], planned=10)
    assert found == planners.MergingVerdict(9, 10, (), (), (), "not reached")


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_is_needed(column):
    with pytest.raises(ValueError, match=f"episodes: has no column '{column}'"):
        planners.merging_contrasts(merging(2, 1, 1).drop(columns=column))


def test_full_depth_by_hand():
    assert planners.full_depth(5 * 18) == 1
    assert planners.full_depth(5 * (18 + 9 * 18)) == 1.5
    assert planners.full_depth(5 * (3 + 9 + 27), n_actions=3) == 3
    # All 18 actions are tried at every node, though only three children are left.
    assert planners.full_depth(5 * 18 * (1 + 3 + 9), n_children=3) == 3
    assert planners.full_depth(5 * 18 * (1 + 9 + 40.5), n_children=9) == 2.5


@pytest.mark.parametrize(("merge", "n_children"), [(True, 2), (False, 6)])
@pytest.mark.parametrize("tried", [6, 18, 60, 258, 259])
def test_full_depth_is_that_of_the_planner(tried, merge, n_children):
    # Six actions lead to two states, whatever the state.
    buttons = small_games.TableGame(
        [[0, 0, 0, 1, 1, 1]] * 2, np.zeros((2, 6)), terminal=(), start=0
    )
    found = planning.full_tree(buttons, frames=tried, merge=merge, rng=1)
    expected = planners.full_depth(5 * tried, n_actions=6, n_children=n_children)
    assert found.depth == math.ceil(expected)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: planners.full_depth(10), "frames: expected those of one level"),
        (lambda: planners.full_depth(1000, n_children=1), "n_children: expected"),
        (lambda: planners.full_depth(1000, n_children=19), "n_children: expected"),
        (lambda: planners.full_depth(1000, n_actions=0), "n_actions: expected"),
        (lambda: planners.score_by_budget(pd.DataFrame({"game": []})), "has no column"),
        (lambda: planners.score_by_budget(merging(2, 1, 1)), "none of the experiment 'budget'"),
        (
            lambda: planners.merging_contrasts(merging(2, 1, 1).query("merge == 'yes'")),
            "none was played both",
        ),
        (lambda: planners.merging_verdict(merging(2, 1, 1), planned=1), "planned"),
        (
            lambda: planners.merging_contrasts(pd.concat([merging(2, 1, 1)] * 2)),
            "episodes: row 0 has the same condition and number",
        ),
        (
            lambda: planners.score_by_budget(
                pd.DataFrame([row("budget", score=math.nan)], columns=COLUMNS)
            ),
            "episodes, column score: .* is nan",
        ),
        (
            lambda: planners.merging_contrasts(merging(2, 1, 1).assign(mean_depth=math.nan)),
            "episodes, column mean_depth: .* is nan",
        ),
    ],
)
def test_hostile_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
