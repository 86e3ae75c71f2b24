"""Contrasts of learners trial by trial, by hand and under hostile tables."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchlib import ale
from benchlib.ale import features
from benchlib.studies import learners


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
    with pytest.raises(ValueError, match="no column 'phase'"):
        learners.trial_scores(table.drop(columns="phase"), games=["go"])


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=12))
def test_a_mean_over_trials_is_that_of_scipy(values):
    found = learners.mean_over_trials(values)
    if found.standard_error > 1e-6:
        interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert found.confidence_interval.low == pytest.approx(interval.low, rel=1e-6, abs=1e-6)
        assert found.confidence_interval.high == pytest.approx(interval.high, rel=1e-6, abs=1e-6)
    assert found.n == len(values)


def test_one_trial_is_refused():
    with pytest.raises(ValueError, match="give at least two"):
        learners.mean_over_trials([1.0])


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
    assert (found["low"][0], found["high"][0]) == (0, 0)
    assert np.isnan(found["correlation"][0])


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


def test_scores_on_the_scale_of_each_game():
    table = pd.concat([scores_of({"ram": [0, 10]}, "hex"), scores_of({"ram": [5, 7]}, "go")])
    scale = pd.DataFrame({"low": [5.0, 0.0], "high": [6.0, 20.0]}, index=["go", "hex"])
    found = learners.on_scale(table, scale)
    assert found.index.equals(table.index)
    assert found["ram"].tolist() == [0, 0.5, 0, 2]
    with pytest.raises(ValueError, match="nothing on 'hex'"):
        learners.on_scale(table, scale.loc[["go"]])


def blind(rows):
    columns = ["phase", "policy", "action", "game", "score", "frames"]
    return pd.DataFrame(rows, columns=columns)


def test_only_policies_with_longer_episodes_are_played_again():
    rows = []
    for game, frames in (("freeway", 8000), ("pong", 100)):
        for phase in ("screen", "fresh"):
            rows += [(phase, "const", "UP", game, 9, frames)] * 2
            rows += [(phase, "random", "any", game, 1, 9000)] * 2
    options = {"games": ["pong", "freeway"], "max_frames": 600, "episodes": 3}
    found = learners.blind_scale(blind(rows), **options, rng=1)
    assert found.index.tolist() == ["pong", "freeway"]
    assert found["replayed"].tolist() == [False, True]
    assert found["low"].tolist() == [1, 1]
    assert found["high"]["pong"] == 9
    again = ale.play(ale.Emulator("freeway", max_frames=600), ale.constant_policy(2))
    assert found["high"]["freeway"] == again.score
    assert found["high_error"].tolist() == [0, 0]
    with pytest.raises(ValueError, match="no baseline on 'alien'"):
        learners.blind_scale(blind(rows), games=["alien"], max_frames=5, episodes=1, rng=1)


def test_a_policy_with_chance_is_played_several_times():
    rows = [(p, "perturb", "UP", "freeway", 9, 8000) for p in ("screen", "fresh") for _ in "ab"]
    table = blind([*rows, *[("screen", "const", "UP", "freeway", 1, 8000)] * 2])
    options = {"games": ["freeway"], "max_frames": 400, "episodes": 2}
    first, second = (learners.blind_scale(table, **options, rng=3) for _ in range(2))
    assert first.equals(second)
    assert first["action"].tolist() == ["UP"]
    assert first["high_error"]["freeway"] >= 0
    assert first["high"]["freeway"] < 9
