"""Contrasts of learners trial by trial, by hand and under hostile tables."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchlib.ale import features
from benchlib.studies import blind_play, learners, palette_rule


def episodes(scores, phase="frozen"):
    """Return a table from scores by representation, game and trial."""
    rows = [
        (name, game, trial, phase, episode, score)
        for (name, game, trial), own in scores.items()
        for episode, score in enumerate(own)
    ]
    columns = ["representation", "game", "trial", "phase", "episode", "score"]
    return pd.DataFrame(rows, columns=columns)


def scores_of(values, game="go"):
    """Return scores of trials from a list for each learner."""
    n = len(next(iter(values.values())))
    rows = pd.MultiIndex.from_product([[game], range(n)], names=["game", "trial"])
    return pd.DataFrame(values, index=rows, dtype=float)


def test_a_contrast_changes_one_thing_and_an_effect_weighs_what_it_says():
    for name, pair in learners.CONTRASTS.items():
        (colours, pairs), (other_colours, other_pairs) = (
            features.PALETTE_DESIGN[one] for one in pair
        )
        if name.startswith("pairs"):
            assert (pairs, other_pairs) == (True, False)
            assert name == f"pairs at {colours} colours" == f"pairs at {other_colours} colours"
        else:
            assert (colours, other_colours) == (128, 8)
            assert name == f"palette {'with' if pairs else 'without'} pairs"
            assert pairs == other_pairs
    crossing = features.PALETTE_DESIGN.items()
    design = {
        "pairs": {name: 1 if pairs else -1 for name, (_, pairs) in crossing},
        "palette": {name: 1 if n == 128 else -1 for name, (n, _) in crossing},
    }
    for name, signs in design.items():
        assert learners.EFFECTS[name] == {one: sign / 2 for one, sign in signs.items()}
    product = {one: design["pairs"][one] * design["palette"][one] for one in design["pairs"]}
    assert learners.EFFECTS["interaction"] == product


def test_scores_are_means_of_frozen_episodes_of_complete_trials():
    table = episodes(
        {
            ("basic", "go", 0): [1, 2], ("bass", "go", 0): [3],
            ("basic", "hex", 0): [5], ("bass", "hex", 0): [7],
            # Trial 1 lacks a learner on one of the games.
            ("basic", "go", 1): [9], ("bass", "go", 1): [9], ("basic", "hex", 1): [9],
        }
    )  # fmt: skip
    table = pd.concat([table, episodes({("basic", "go", 0): [100]}, phase="training")])
    found = learners.trial_scores(table.sample(frac=1, random_state=1), games=["hex", "go"])
    assert found.index.tolist() == [("hex", 0), ("go", 0)]
    assert found.to_dict("list") == {"basic": [5.0, 1.5], "bass": [7.0, 3.0]}
    assert learners.trial_scores(table, games=["go"]).index.tolist() == [("go", 0), ("go", 1)]


def test_incomplete_tables_are_refused():
    table = episodes({("basic", "go", 0): [1], ("bass", "go", 1): [1]})
    with pytest.raises(ValueError, match="no trial is there for every"):
        learners.trial_scores(table, games=["go"])
    with pytest.raises(ValueError, match="no frozen episode on 'hex'"):
        learners.trial_scores(table, games=["go", "hex"])
    with pytest.raises(ValueError, match="the column 'phase' is missing"):
        learners.trial_scores(table.drop(columns="phase"), games=["go"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: pd.concat([t, t.iloc[[1]]]), r"row 3 repeats \(bass, go, 0, frozen, 0\)"),
        (lambda t: t.assign(phase=["frozen", "Frozen", "frozen"]), "row 1 has the phase 'Frozen'"),
        (lambda t: t.assign(score=[1, np.nan, 2]), "'score': row 1 is nan"),
        (lambda t: t.assign(score=["1", "2", "3"]), "'score': row 0 is '1'"),
        (lambda t: t.assign(game=["go", None, "go"]), "'game': row 1 has no label"),
        (lambda t: t.iloc[:0], "has no rows"),
    ],
)
def test_tables_that_would_give_another_mean_are_refused(change, message):
    table = episodes({("basic", "go", 0): [1], ("bass", "go", 0): [3, 5]})
    with pytest.raises(ValueError, match=message):
        learners.trial_scores(change(table), games=["go"])


@pytest.mark.parametrize("games", [(), ("go", "go")])
def test_games_are_named_once(games):
    table = episodes({("basic", "go", 0): [1]})
    with pytest.raises(ValueError, match="games: name at least one game, and each once"):
        learners.trial_scores(table, games=games)


def test_one_game_by_its_name():
    table = episodes({("basic", "go", 0): [1], ("basic", "hex", 0): [2]})
    assert learners.trial_scores(table, games="hex")["basic"].tolist() == [2]


def hostile(change):
    """Return good scores of two games and three trials after a change."""
    values = {name: [1.0, 2.0, 4.0] for name in features.PALETTE_DESIGN}
    return change(pd.concat([scores_of(values), scores_of(values, "hex")]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: pd.concat([t, t.iloc[[1]]]), "trial 1 on 'go' stands twice"),
        (lambda t: t.drop(index=("hex", 1)), "no trial 1 on 'hex'"),
        (lambda t: t.mask(t == 4), "'basic8': trial 2 on 'go' is nan"),
        (lambda t: t.reset_index(), "expected rows by game and trial"),
        (lambda t: t.iloc[:0], "at least one row"),
        (lambda t: pd.concat([t, t[["bass"]]], axis=1), "each learner once"),
    ],
)
def test_scores_that_are_not_whole_are_refused_everywhere(change, message):
    scale = pd.DataFrame({"low": [0.0, 0.0], "high": [1.0, 1.0]}, index=["go", "hex"])
    for call in (
        learners.paired_contrasts,
        learners.factorial_effects,
        lambda t: blind_play.on_scale(t, scale),
        lambda t: palette_rule.planned_trials(t, n_trials=2),
    ):
        with pytest.raises(ValueError, match=message):
            call(hostile(change))


def test_the_order_of_rows_moves_no_number():
    rng = np.random.default_rng(4)
    values = {name: rng.normal(size=6) for name in features.PALETTE_DESIGN}
    table = pd.concat([scores_of(values), scores_of({k: 3 * v for k, v in values.items()}, "hex")])
    mixed = table.sample(frac=1, random_state=1)
    scale = pd.DataFrame({"low": [-1.0, 2.0], "high": [1.0, 7.0]}, index=["hex", "go"])
    first, second = (
        learners.paired_contrasts(t).set_index(["contrast", "game"]) for t in (table, mixed)
    )
    assert second.loc[first.index].equals(first)
    assert learners.factorial_effects(mixed) == learners.factorial_effects(table)
    scaled = blind_play.on_scale(mixed, scale)
    assert scaled.index.equals(mixed.index)
    assert scaled.loc[table.index].equals(blind_play.on_scale(table, scale))
    assert scaled.loc[("hex", 4), "bass"] == pytest.approx((3 * values["bass"][4] + 1) / 2)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=12))
def test_a_mean_over_trials_is_that_of_scipy(values):
    found = learners.mean_over_trials(values)
    if found.standard_error > 1e-6:
        interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert found.confidence_interval.low == pytest.approx(interval.low, rel=1e-6, abs=1e-6)
        assert found.confidence_interval.high == pytest.approx(interval.high, rel=1e-6, abs=1e-6)
    assert found.n == len(values)


def test_one_trial_has_a_mean_and_no_interval():
    found = learners.mean_over_trials([1.0])
    ends = found.confidence_interval
    assert (found.estimate, found.n) == (1.0, 1)
    assert np.isnan([found.standard_error, ends.low, ends.high]).all()
    assert "no spread" in found.warnings[0]


def test_one_trial_is_no_contrast():
    one = scores_of({name: [1.0] for name in features.PALETTE_DESIGN})
    for call in (learners.paired_contrasts, learners.factorial_effects):
        with pytest.raises(ValueError, match="one trial has no spread; give at least two"):
            call(one)


def test_equal_trials_have_a_mean_without_rounding_and_a_warning():
    found = learners.mean_over_trials([0.1] * 3)
    ends = found.confidence_interval
    assert (found.estimate, found.standard_error, ends.low, ends.high) == (0.1, 0.0, 0.1, 0.1)
    assert "no spread" in found.warnings[0]
    assert learners.mean_over_trials([0.1, 0.2]).warnings == ()


def test_intervals_over_trials_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(5)
    found = [learners.mean_over_trials(rng.normal(size=5)).confidence_interval for _ in range(1500)]
    covered = sum(one.low <= 0 <= one.high for one in found)
    assert stats.binomtest(covered, 1500, 0.95).pvalue > 0.001


def test_contrasts_are_paired_t_tests():
    rng = np.random.default_rng(1)
    names = list(features.PALETTE_DESIGN)
    table = pd.concat(
        [scores_of({name: rng.normal(size=5) for name in names}, game) for game in ("go", "hex")]
    )
    found = learners.paired_contrasts(table)
    assert len(found) == 8
    assert found["n"].tolist() == [5] * 8
    for row in found.itertuples():
        first, second = learners.CONTRASTS[row.contrast]
        a, b = table.loc[row.game, first], table.loc[row.game, second]
        test = stats.ttest_rel(a, b)
        assert row.estimate == pytest.approx((a - b).mean())
        assert row.p_value == pytest.approx(test.pvalue)
        assert row.low == pytest.approx(test.confidence_interval(0.95).low)
        assert row.high == pytest.approx(test.confidence_interval(0.95).high)
        assert row.correlation == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert np.allclose(found["adjusted"], stats.false_discovery_control(found["p_value"]))


def test_a_difference_that_does_not_vary_has_no_p_value():
    # Thirds do not add up exactly, and rounding must not pass for a spread.
    table = scores_of({"bass": [1 / 3, 2 / 3, 0.1 + 0.2], "basic": [4 / 3, 5 / 3, 1.3]})
    found = learners.paired_contrasts(table, contrasts={"x": ("bass", "basic")})
    assert found["estimate"][0] == pytest.approx(-1)
    assert found[["p_value", "adjusted"]].isna().all(axis=None)
    alike = scores_of({"bass": [0, 0], "basic": [0, 0]})
    found = learners.paired_contrasts(alike, contrasts={"x": ("bass", "basic")})
    assert found["estimate"][0] == 0
    assert found[["low", "high", "correlation"]].isna().all(axis=None)
    # A spread of rounding alone is no correlation.
    table = scores_of({"bass": [0.3, 0.1 + 0.2, 0.3], "basic": [0.3, 0.1 + 0.2, 0.9]})
    found = learners.paired_contrasts(table, contrasts={"x": ("bass", "basic")})
    assert np.isnan(found["correlation"][0])


def test_a_difference_that_can_not_be_tested_does_not_make_the_others_stronger():
    # Four tests were planned; two p-values of 0.02 and NaN twice are adjusted as 0.02 * 4 / 2.
    rng = np.random.default_rng(6)
    a = rng.normal(size=5)
    alike = dict.fromkeys(features.PALETTE_DESIGN, a)
    found = learners.paired_contrasts(scores_of({**alike, "bass": a + rng.normal(1, 0.5, size=5)}))
    tested = found["p_value"].notna()
    assert found["contrast"][tested].tolist() == ["pairs at 8 colours", "palette with pairs"]
    assert np.ptp(found["p_value"][tested]) == pytest.approx(0)
    assert np.allclose(found["adjusted"][tested], 2 * found["p_value"][tested])
    assert found["adjusted"][~tested].isna().all()


def test_no_contrast_is_refused():
    with pytest.raises(ValueError, match="contrasts: name at least one"):
        learners.paired_contrasts(scores_of({"bass": [1, 2]}), contrasts={})


def test_an_unknown_learner_is_named():
    with pytest.raises(ValueError, match="no learner 'bass128'"):
        learners.paired_contrasts(scores_of({"bass": [1, 2], "basic8": [1, 2], "basic": [0, 0]}))
    with pytest.raises(ValueError, match="no learner 'bass', 'bass128'"):
        learners.factorial_effects(scores_of({"basic8": [1, 2], "basic": [0, 0]}))


def test_effects_by_hand():
    # Pairs add 2 at 8 colours and 6 at 128; 128 colours add 1 without pairs and 5 with them.
    values = {"basic8": [0, 10], "basic": [1, 11], "bass": [2, 12], "bass128": [7, 17]}
    found = learners.factorial_effects(scores_of(values))
    assert {name: one.estimate for name, one in found.items()} == {
        "pairs": 4, "palette": 3, "interaction": 4,
    }  # fmt: skip
    assert all(one.standard_error == 0 and one.n == 2 for one in found.values())


def test_every_trial_counts_once_whatever_the_number_of_games():
    rng = np.random.default_rng(2)
    one = scores_of({name: rng.normal(size=3) for name in features.PALETTE_DESIGN})
    twice = pd.concat([one, one.rename(index={"go": "hex"}, level="game")])
    for a, b in zip(
        learners.factorial_effects(one).values(),
        learners.factorial_effects(twice).values(),
        strict=True,
    ):
        assert (a.n, b.n) == (3, 3)
        assert a.confidence_interval.low == pytest.approx(b.confidence_interval.low)
