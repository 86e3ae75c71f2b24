"""A growing tree, on a small game by hand and on the emulator."""

import numpy as np
import pytest

from benchlib import ale
from benchlib.ale import planning
from benchlib.studies import search_trees, small_games

SEED = 3


def double_buttons():
    """Each of two moves twice, so that equal states are found."""
    game = small_games.two_prizes()
    return small_games.TableGame(
        game.following[:, [0, 1, 0, 1]],
        game.rewards[:, [0, 1, 0, 1]],
        terminal=game.terminal,
        start=game.save(),
    )


@pytest.mark.parametrize("merge", [True, False])
def test_the_last_tree_is_that_of_the_planner(merge):
    growth = search_trees.growth(
        double_buttons(), n_simulations=15, depth_frames=6, merge=merge, seed=SEED
    )
    planner = planning.UCT(simulations=15, depth_frames=6, merge=merge)
    decision = planner.decide(double_buttons(), rng=SEED)
    # As texts, since the value of the root is nan.
    assert repr(growth.nodes) == repr(planner.tree())
    assert growth.decision == decision
    assert sum(one.frames for one in growth.simulations) == decision.emulated_frames


@pytest.mark.parametrize("merge", [True, False])
def test_simulations_add_up_to_the_tree(merge):
    growth = search_trees.growth(
        double_buttons(), n_simulations=15, depth_frames=6, merge=merge, seed=SEED
    )
    visits = [0] * len(growth.nodes)
    totals = [0.0] * len(growth.nodes)
    actions = [node.actions[:1] for node in growth.nodes]
    seen, scale = {0}, 0.0
    for one in growth.simulations:
        assert one.path[0] == 0
        assert [growth.nodes[place].parent for place in one.path[1:]] == list(one.path[:-1])
        assert len(one.returns) == len(one.path) - 1
        assert set(one.path) - seen == ({one.new} if one.new >= 0 else set())
        seen |= set(one.path)
        for place in one.path:
            visits[place] += 1
        for place, value in zip(one.path[1:], one.returns, strict=True):
            totals[place] += value
        for action, place in one.merged:
            actions[place] += (action,)
        scale = max([scale, *map(abs, one.returns)])
        assert one.scale == pytest.approx(scale)
    for k, node in enumerate(growth.nodes):
        assert node.visits == visits[k]
        assert node.actions == actions[k]
        if k:
            assert totals[k] / visits[k] == pytest.approx(node.value, abs=1e-7)
    assert any(one.merged for one in growth.simulations) == merge


def test_the_game_is_left_as_it_was_and_each_step_is_played_once():
    game = double_buttons()
    growth = search_trees.growth(game, n_simulations=12, depth_frames=6, seed=SEED)
    assert game.save() == 2
    # There are at most 4 actions in each of 5 rooms, however often the planner decided.
    assert game.frames_emulated <= 20
    assert growth.decision.emulated_frames > 20


def test_a_real_decision_on_the_emulator():
    model = search_trees.random_position("freeway", 4, rng=1)
    frames = model.emulator.frames
    growth = search_trees.growth(model, n_simulations=6, depth_frames=15, seed=SEED)
    planner = planning.UCT(simulations=6, depth_frames=15)
    assert growth.decision == planner.decide(model, rng=SEED)
    assert repr(growth.nodes) == repr(planner.tree())
    assert model.emulator.frames == frames == 20


def test_hostile_input():
    over = small_games.TableGame([[0]], [[0]], terminal=[0], start=0)
    with pytest.raises(ValueError, match="over"):
        search_trees.growth(over, n_simulations=1, seed=1)
    with pytest.raises(ValueError, match="n_simulations"):
        search_trees.growth(double_buttons(), n_simulations=0, seed=1)
    with pytest.raises(ValueError, match="seed: expected a whole number"):
        search_trees.growth(double_buttons(), n_simulations=3, seed=np.random.default_rng(1))
    with pytest.raises(ValueError, match="game"):
        search_trees.random_position("no such game", 3, rng=1)
    with pytest.raises(ValueError, match="n_decisions"):
        search_trees.random_position("freeway", 0, rng=1)


@pytest.mark.parametrize("n_decisions", [3, 4, 9])
def test_a_position_lies_before_the_end(monkeypatch, n_decisions):
    short = ale.Emulator("freeway", max_frames=15)
    start = short.save()
    monkeypatch.setattr(ale, "Emulator", lambda game: short.restore(start) or short)
    with pytest.raises(ValueError, match=f"n_decisions: freeway is over before {n_decisions}"):
        search_trees.random_position("freeway", n_decisions, rng=1)
    assert search_trees.random_position("freeway", 2, rng=1).emulator.frames == 10
