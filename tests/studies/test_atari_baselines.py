"""Summaries of the baseline policies, by hand and under hostile tables."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import datasets
from benchlib.studies import atari_baselines

ROWS = [
    # Go: Perturb leads the screen by luck and falls behind Random in fresh episodes.
    ("screen", "random", "any", "go", (1, 3)),
    ("screen", "const", "UP", "go", (0, 0)),
    ("screen", "perturb", "UP", "go", (2, 6)),
    ("fresh", "perturb", "UP", "go", (1, 1, 4)),
    ("fresh", "random", "any", "go", (3, 3)),
    # Hex: Const and Random share the best mean, and Random has the worst spread.
    ("screen", "random", "any", "hex", (-5, 15)),
    ("screen", "const", "UP", "hex", (5, 5)),
    ("screen", "perturb", "UP", "hex", (-7, -3)),
    ("fresh", "const", "UP", "hex", (5, 5)),
    ("fresh", "random", "any", "hex", (0, 2)),
]


def table(rows=ROWS):
    columns = ["phase", "policy", "action", "game", "score"]
    return pd.DataFrame(
        [(*key, score) for *key, scores in rows for score in scores], columns=columns
    )


def test_by_hand():
    found = atari_baselines.baseline_set(table())
    assert found.games == ("go", "hex")
    assert found.policies == (("const", "UP"), ("perturb", "UP"), ("random", "any"))
    assert found.means.tolist() == [[0, 5], [4, -5], [2, 5]]
    # Two values a, b have the standard deviation |a - b| / sqrt(2), and |a - b| / 2 over sqrt(2).
    assert np.allclose(found.standard_deviations**2, [[0, 0], [8, 8], [2, 200]])
    assert found.n_episodes.tolist() == [[2, 2]] * 3
    assert found.leaders == (("perturb", "UP"), ("const", "UP"))
    assert found.screen.tolist() == [4, 5]
    assert found.fresh.tolist() == [2, 5]
    assert np.allclose(found.screen_standard_error, [2, 0])
    # 1, 1, 4: deviations from the mean -1, -1, 2, so a variance of 6/2 = 3, over 3 episodes.
    assert np.allclose(found.leader_standard_deviation, [np.sqrt(3), 0])
    assert np.allclose(found.fresh_standard_error, [1, 0])
    assert found.low.tolist() == [0, -5]
    assert np.allclose(found.low_standard_error, [0, 2])


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(random):
    rows = table()
    order = list(range(len(rows)))
    random.shuffle(order)
    first, second = (atari_baselines.baseline_set(x) for x in (rows, rows.iloc[order]))
    assert first.leaders == second.leaders
    for name in ("means", "fresh", "screen_standard_error", "low"):
        assert getattr(first, name).tolist() == getattr(second, name).tolist()


@settings(deadline=None, max_examples=25)
@given(st.integers(-1000, 1000), st.integers(1, 50))
def test_other_points_move_everything_alike(shift, factor):
    rows = table()
    moved = rows.assign(score=rows["score"] * factor + shift)
    first, second = (atari_baselines.baseline_set(x) for x in (rows, moved))
    assert first.leaders == second.leaders
    assert np.allclose(second.fresh, first.fresh * factor + shift)
    assert np.allclose(second.low, first.low * factor + shift)
    assert np.allclose(second.fresh_standard_error, first.fresh_standard_error * factor)


def test_of_tied_leaders_one_with_fresh_episodes_is_taken():
    rows = [row for row in ROWS if row[:4] != ("fresh", "const", "UP", "hex")]
    found = atari_baselines.baseline_set(table(rows))
    assert found.leaders[1] == ("random", "any")
    assert found.fresh[1] == 1


def test_the_best_of_many_is_too_good_and_fresh_episodes_are_not():
    # Twenty equal policies, whose truth is 0: the screen errs by the mean of the largest of 20
    # normal means, 1.867 deviations over the root of 4 episodes, and the fresh ones by nothing.
    rng = np.random.default_rng(3)
    names = [f"{k:02}" for k in range(20)]
    rows = pd.DataFrame(
        [(p, "perturb", a, f"{g:03}") for p in ("screen", "fresh") for a in names
         for g in range(60) for _ in range(4)],
        columns=["phase", "policy", "action", "game"],
    )  # fmt: skip
    found = atari_baselines.baseline_set(rows.assign(score=rng.normal(size=len(rows))))
    for value, truth in ((found.screen, 1.867 / 2), (found.fresh, 0)):
        error = value.std(ddof=1) / np.sqrt(len(value))
        assert abs(value.mean() - truth) < 4 * error
    assert found.fresh_standard_error.mean() == pytest.approx(0.5 * 0.921, rel=0.15)


def test_the_released_table():
    episodes = datasets.load("ale_baselines")
    found = atari_baselines.baseline_set(episodes)
    assert found.means.shape == (37, 55)
    const = [row for row, (kind, _) in enumerate(found.policies) if kind == "const"]
    assert (found.standard_deviations[const] == 0).all()
    certain = [k for k, (kind, _) in enumerate(found.leaders) if kind == "const"]
    assert found.screen[certain].tolist() == found.fresh[certain].tolist()
    assert (found.means <= found.screen).all()
    assert (found.means >= found.low).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(columns="score"), "the column 'score' is missing"),
        # A mean over what is left would be another policy's.
        (lambda t: t.assign(score=t["score"].where(t.index != 7)), "'score': row 7 is nan"),
        (lambda t: t.assign(score=t["score"].astype(str)), "'score': row 0 is '1'"),
        (lambda t: t.assign(policy=[None, *t["policy"][1:]]), "'policy': row 0 has no label"),
        (
            lambda t: t.assign(episode=[*range(8), 7, *range(9, len(t))]),
            r"row 8 repeats \(fresh, perturb, UP, go, 7\)",
        ),
        (lambda t: t[t["phase"] == "screen"], "expected the phases screen and fresh"),
        (lambda t: t.assign(phase="later"), "expected the phases"),
        (lambda t: t.drop(index=0), "fewer than two on 'go'"),
        (lambda t: t[(t["policy"] != "random") | (t["game"] != "go")], "fewer than two on 'go'"),
        (
            lambda t: t[(t["phase"] != "fresh") | (t["policy"] != "perturb")],
            "no leader of the screen on 'go'",
        ),
        (lambda t: t.drop(index=[6, 7]), "'go' has fewer than two in phase fresh"),
    ],
)
def test_a_table_that_can_not_be_summarized_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        atari_baselines.baseline_set(change(table()))
