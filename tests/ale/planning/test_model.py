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


PLANNERS = {
    "full_tree": lambda game: planning.full_tree(game, frames=9, rng=1),
    "uct": lambda game: planning.UCT(simulations=9).decide(game, rng=1),
}


@pytest.mark.parametrize("name", PLANNERS)
def test_a_game_that_is_over_has_nothing_to_decide(make_corridor, name):
    game = make_corridor(start=3)
    with pytest.raises(ValueError, match="model: the episode is over"):
        PLANNERS[name](game)
    assert game.frames_emulated == 0


@pytest.mark.parametrize("name", PLANNERS)
def test_a_game_without_actions_is_refused(table_game, name):
    empty = np.zeros((2, 0), dtype=int)
    with pytest.raises(ValueError, match="model: it has 0 actions"):
        PLANNERS[name](table_game(empty, empty, terminal=[1]))


@pytest.mark.parametrize("name", PLANNERS)
@pytest.mark.parametrize("reward", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("n_steps", [0, 1])  # before it; the second is in a rollout of UCT
def test_a_reward_that_is_not_finite_is_refused(table_game, name, reward, n_steps):
    rewards = np.zeros((3, 1))
    rewards[n_steps] = reward
    game = table_game([[1], [2], [2]], rewards, terminal=[2])
    with pytest.raises(ValueError, match=r"model: action 0 has the reward (nan|-?inf)"):
        PLANNERS[name](game)
    assert game.place == 0


@pytest.mark.parametrize("name", PLANNERS)
def test_one_action_is_chosen(table_game, name):
    decision = PLANNERS[name](table_game([[1], [2], [2]], [[3], [1], [0]], terminal=[2]))
    assert (decision.action, decision.children, decision.depth) == (0, 1, 2)
    assert decision.values == pytest.approx((3 + planning.DISCOUNT,), abs=0.12)


class _Stopping:
    """Break off the search at its nth step, as a key of the user does."""

    def __init__(self, game, n):
        self.game, self.n = game, n

    def __getattr__(self, name):
        return getattr(self.game, name)

    def act(self, action):
        self.n -= 1
        if self.n < 0:
            raise KeyboardInterrupt
        return self.game.act(action)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_a_search_that_is_broken_off_leaves_nothing_behind(make_corridor, n):
    game = make_corridor(30, start=15)
    planner = planning.UCT(simulations=9, depth_frames=12)
    game.act(planner.decide(game, rng=1).action)
    place = game.place
    for search in (planner.decide, lambda m, rng: planning.full_tree(m, frames=50, rng=rng)):
        with pytest.raises(KeyboardInterrupt):
            search(_Stopping(game, n), rng=2)
        assert game.place == place
    assert planner.tree() == ()
    fresh = planning.UCT(simulations=9, depth_frames=12)
    assert planner.decide(game, rng=3) == fresh.decide(game, rng=3)
