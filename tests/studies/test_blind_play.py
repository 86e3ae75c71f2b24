"""The scale of blind play, by hand and on the emulator."""

import types

import numpy as np
import pandas as pd
import pytest

from benchlib import ale
from benchlib.studies import blind_play


def test_scores_on_the_scale_of_each_game():
    rows = pd.MultiIndex.from_product([["hex", "go"], range(2)], names=["game", "trial"])
    table = pd.DataFrame({"ram": [0.0, 10.0, 5.0, 7.0]}, index=rows)
    scale = pd.DataFrame({"low": [5.0, 0.0], "high": [6.0, 20.0]}, index=["go", "hex"])
    found = blind_play.on_scale(table, scale)
    assert found.index.equals(table.index)
    assert found["ram"].tolist() == [0, 0.5, 0, 2]
    with pytest.raises(ValueError, match="expected one row on 'hex'"):
        blind_play.on_scale(table, scale.loc[["go"]])
    with pytest.raises(ValueError, match="expected one row on 'go'"):
        blind_play.on_scale(table, scale.loc[["go", "hex", "go"]])
    with pytest.raises(ValueError, match="the column 'high' is missing"):
        blind_play.on_scale(table, scale[["low"]])


def blind(rows):
    columns = ["phase", "policy", "action", "game", "score", "frames"]
    return pd.DataFrame(rows, columns=columns)


@pytest.mark.parametrize("games", [(), ("go", "go")])
def test_games_are_named_once(games):
    with pytest.raises(ValueError, match="games: name at least one game, and each once"):
        blind_play.blind_scale(blind([]), games=games, max_frames=5, episodes=1, rng=1)


def test_only_policies_with_longer_episodes_are_played_again():
    rows = []
    for game, frames in (("freeway", 8000), ("pong", 100)):
        for phase in ("screen", "fresh"):
            rows += [(phase, "const", "UP", game, 9, frames)] * 2
            rows += [(phase, "random", "any", game, 1, 9000)] * 2
    options = {"games": ["pong", "freeway"], "max_frames": 600, "episodes": 3}
    found = blind_play.blind_scale(blind(rows), **options, rng=1)
    assert found.index.tolist() == ["pong", "freeway"]
    assert found["replayed"].tolist() == [False, True]
    assert found["low"].tolist() == [1, 1]
    assert found["high"]["pong"] == 9
    again = ale.play(ale.Emulator("freeway", max_frames=600), ale.constant_policy(2))
    assert found["high"]["freeway"] == again.score
    assert found["high_error"].tolist() == [0, 0]
    with pytest.raises(ValueError, match="no baseline on 'alien'"):
        blind_play.blind_scale(blind(rows), games=["alien"], max_frames=5, episodes=1, rng=1)


def test_a_policy_with_chance_is_played_several_times():
    rows = [(p, "perturb", "UP", "freeway", 9, 8000) for p in ("screen", "fresh") for _ in "ab"]
    table = blind([*rows, *[("screen", "const", "UP", "freeway", 1, 8000)] * 2])
    options = {"games": ["freeway"], "max_frames": 400, "episodes": 2}
    first, second = (blind_play.blind_scale(table, **options, rng=3) for _ in range(2))
    assert first.equals(second)
    assert first["action"].tolist() == ["UP"]
    assert first["high_error"]["freeway"] >= 0
    assert first["high"]["freeway"] < 9


def by_chance(*games):
    rows = [
        (p, "perturb", "UP", g, 9, 8000) for g in games for p in ("screen", "fresh") for _ in "ab"
    ]
    return blind([*rows, *[("screen", "const", "UP", g, 1, 8000) for g in games for _ in "ab"]])


def test_one_episode_of_a_policy_with_chance_has_no_error():
    found = blind_play.blind_scale(
        by_chance("freeway"), games=["freeway"], max_frames=100, episodes=1, rng=3
    )
    assert found["high_error"].isna().all()


def test_the_draws_of_a_game_do_not_depend_on_the_others(monkeypatch):
    def play(emulator, policy, *, frame_skip):
        """Return a score that shows which draws the policy had."""
        assert frame_skip == ale.FRAME_SKIP
        actions = [policy(emulator) for _ in range(500)]
        return types.SimpleNamespace(score=float(np.dot(actions, np.arange(500))))

    monkeypatch.setattr(ale, "play", play)
    table, options = by_chance("asterix", "assault"), {"max_frames": 100, "episodes": 2, "rng": 3}
    both = blind_play.blind_scale(table, games=["asterix", "assault"], **options)
    turned = blind_play.blind_scale(table, games=["assault", "asterix"], **options)
    alone = blind_play.blind_scale(table, games=["assault"], **options)
    assert both.loc[turned.index].equals(turned)
    assert turned.loc[["assault"]].equals(alone)
    assert both["high"].nunique() == 2
    other = blind_play.blind_scale(table, games=["assault"], **options | {"rng": 4})
    assert other["high"]["assault"] != alone["high"]["assault"]


def test_a_leader_that_can_not_be_played_again_is_named():
    table = by_chance("freeway").replace("perturb", "made up")
    with pytest.raises(ValueError, match=r"the policy \('made up', 'UP'\) leads on 'freeway'"):
        blind_play.blind_scale(table, games=["freeway"], max_frames=100, episodes=1, rng=3)
