import numpy as np
import pytest

from benchlib import ale
from benchlib.ale import planning


def test_the_emulator_as_a_model_counts_what_it_plays():
    model = planning.EmulatorModel(ale.Emulator("freeway", max_frames=12))
    start = model.save()
    for action in (2, 2, 2):
        model.act(action)
    assert (model.over, model.frames_emulated) == (True, 12)
    model.restore(start)
    assert (model.over, model.frames_emulated, model.emulator.frames) == (False, 12, 0)
    assert model.key(model.save()) == model.key(start) == start.key
    assert model.n_actions == len(ale.ACTIONS)


@pytest.mark.parametrize("game", ["beamrider", "zaxxon"])
def test_planning_does_not_change_what_is_played(game):
    """The actions that planners chose lead a fresh emulator to the same state."""
    emulator = ale.Emulator(game)
    model = planning.EmulatorModel(emulator)
    rng = np.random.default_rng(3)
    planner = planning.UCT(frames=100, depth_frames=30)
    actions, rewards = [], []
    for turn in range(30):
        decide = (
            planner.decide
            if turn % 2
            else lambda m, rng: planning.full_tree(m, frames=100, rng=rng)
        )
        actions.append(decide(model, rng=rng).action)
        rewards.append(model.act(actions[-1]))
    fresh = ale.Emulator(game)
    assert [fresh.act(action) for action in actions] == rewards
    assert fresh.save().key == emulator.save().key
    assert (fresh.score, fresh.frames) == (emulator.score, emulator.frames)
    assert np.array_equal(fresh.interface.getRAM(), emulator.interface.getRAM())


@pytest.mark.parametrize("unit", ["full_tree", "uct"])
def test_a_game_that_is_over_has_nothing_to_decide(make_corridor, unit):
    game = make_corridor(start=3)
    with pytest.raises(ValueError, match="model: the episode is over"):
        if unit == "uct":
            planning.UCT(simulations=1).decide(game, rng=1)
        else:
            planning.full_tree(game, frames=1, rng=1)
    assert game.frames_emulated == 0
