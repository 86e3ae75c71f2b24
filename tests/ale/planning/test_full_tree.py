import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib.ale import ACTIONS, planning

UP = ACTIONS.index("UP")
SEEDS = st.integers(0, 2**32 - 1)


def level_cost(game, n_levels, *, merge=False):
    """Count the decisions that complete some levels of the tree, by a plain recursion."""

    def cost(place, levels):
        if levels == 0 or place in game.terminal:
            return 0
        steps = [
            (int(game.following[place, a]), float(game.rewards[place, a]))
            for a in range(game.n_actions)
        ]
        below = set(steps) if merge else steps
        return game.n_actions + sum(cost(there, levels - 1) for there, _ in below)

    return cost(game.place, n_levels)


def random_game(table_game, seed, n_states=5, n_actions=3):
    rng = np.random.default_rng(seed)
    following = rng.integers(n_states, size=(n_states, n_actions))
    rewards = rng.integers(-3, 4, size=(n_states, n_actions))
    doubled = [0, 1, 2, 1]  # one action twice, so that there is something to merge
    return table_game(following[:, doubled], rewards[:, doubled], terminal=[n_states - 1])


def test_a_tree_by_hand(table_game):
    # From 0, action 0 pays 1 and leads to 1, action 1 pays nothing and leads to 2.
    # From 1 all pay -1; from 2 action 0 pays 4 and ends. With discount 1/2 the values are
    # 1 + 1/2 (-1) = 1/2 and 0 + 1/2 * 4 = 2, at 2 + 4 decisions.
    game = table_game(
        [[1, 2], [1, 1], [3, 2], [3, 3]], [[1, 0], [-1, -1], [4, 0], [0, 0]], terminal=[3]
    )
    decision = planning.full_tree(game, frames=6, discount=0.5, rng=1)
    assert decision == planning.Decision(
        action=1,
        values=(0.5, 2.0),
        visits=(3, 3),
        children=2,
        distinct_children=2,
        nodes=7,
        depth=2,
        emulated_frames=6,
    )
    assert game.save() == 0
    # One level only: the first reward decides.
    assert planning.full_tree(game, frames=2, discount=0.5, rng=1).values == (1.0, 0.0)


@pytest.mark.parametrize("merge", [False, True])
@pytest.mark.parametrize("n_levels", [1, 2, 3, 4])
def test_values_are_those_of_dynamic_programming(make_corridor, n_levels, merge):
    game = make_corridor()
    expected = game.values(n_levels, 0.9)[game.place]
    frames = level_cost(game, n_levels, merge=merge)
    decision = planning.full_tree(game, frames=frames, discount=0.9, merge=merge, rng=1)
    assert decision.depth == n_levels
    assert decision.emulated_frames == frames
    np.testing.assert_allclose(decision.values, expected, rtol=1e-12)
    if n_levels >= 2:  # the goal is two rooms away
        assert decision.action % 3 == 1


@settings(deadline=None, max_examples=50)
@given(seed=SEEDS, n_levels=st.integers(1, 4), frames=st.integers(1, 5))
def test_merging_equal_states_changes_no_value(table_game, seed, n_levels, frames):
    decisions = []
    for merge in (False, True):
        game = random_game(table_game, seed)
        game.frames = frames
        budget = frames * level_cost(game, n_levels, merge=merge)
        decisions.append(planning.full_tree(game, frames=budget, merge=merge, rng=seed))
    plain, merged = decisions
    assert plain.values == merged.values  # to the last bit
    np.testing.assert_allclose(
        plain.values, game.values(n_levels, planning.DISCOUNT)[0], rtol=1e-12, atol=1e-12
    )
    assert plain.children == game.n_actions
    assert merged.children == merged.distinct_children == plain.distinct_children <= 3
    assert merged.nodes < plain.nodes


def test_a_duplicate_needs_the_same_reward(table_game):
    game = table_game([[1, 1, 1], [1, 1, 1]], [[0, 0, 2], [0, 0, 0]], terminal=[1])
    decision = planning.full_tree(game, frames=3, merge=True, rng=1)
    assert decision.values == (0.0, 0.0, 2.0)
    assert decision.children == 2


def test_merging_reaches_further_for_the_same_frames(make_corridor):
    depths = [
        planning.full_tree(make_corridor(9), frames=500, merge=merge, rng=1).depth
        for merge in (False, True)
    ]
    assert depths[1] > depths[0]


@settings(deadline=None, max_examples=50)
@given(seed=SEEDS, budget=st.integers(1, 200), frames=st.integers(1, 7), merge=st.booleans())
def test_the_budget(table_game, seed, budget, frames, merge):
    """It is exceeded by less than a decision, and used up unless the tree has an end."""
    game = random_game(table_game, seed)
    game.frames = frames
    decision = planning.full_tree(game, frames=budget, merge=merge, rng=seed)
    assert decision.emulated_frames == game.frames_emulated < budget + frames
    assert game.place == 0
    if decision.emulated_frames < budget:
        whole = level_cost(game, decision.depth + 1, merge=merge)
        assert decision.emulated_frames == frames * whole
    tried = [value for value in decision.values if not np.isnan(value)]
    assert decision.values[decision.action] == max(tried)
    if not merge:
        assert sum(decision.visits) == decision.nodes - 1 == decision.emulated_frames // frames


def test_equal_seeds_give_equal_decisions(make_corridor):
    first, again, *others = (
        (planning.full_tree(game, frames=40, rng=rng), game.played)
        for rng in (1, 1, 2, 3)
        for game in [make_corridor(20)]
    )
    assert first == again
    assert any(other != first for other in others)


def test_what_a_budget_leaves_out_is_drawn(table_game):
    """Which actions are tried first, and which nodes of a level are expanded first."""
    following = [[1, 2, 3], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4]]
    game = table_game(following, np.zeros((5, 3)), terminal=[4])
    one, level = (
        {planning.full_tree(game, frames=frames, rng=seed).visits for seed in range(40)}
        for frames in (1, 6)
    )
    assert one == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    assert level == {(4, 1, 1), (1, 4, 1), (1, 1, 4)}


def test_ties_are_broken_at_random(make_corridor):
    # Nothing pays within reach: every action is as good, and each is chosen now and then.
    chosen = {planning.full_tree(make_corridor(9), frames=6, rng=k).action for k in range(100)}
    assert chosen == set(range(6))


@pytest.mark.parametrize("merge", [False, True])
def test_a_real_decision(before_the_goal, merge):
    """The chicken is two steps up from its point."""
    model = before_the_goal(2)
    start = model.save()
    decision = planning.full_tree(model, frames=90 + 18 * 90, merge=merge, rng=1)
    assert model.key(model.save()) == start.key
    assert max(decision.values) == pytest.approx(planning.DISCOUNT)
    assert decision.values[UP] == max(decision.values)
    assert [model.act(decision.action), model.act(UP)] == [0, 1]
    # By hand: what the 18 actions lead to.
    outcomes = set()
    for action in range(18):
        model.restore(start)
        outcomes.add((model.act(action), model.key(model.save())))
    assert len(outcomes) == decision.distinct_children < 18
    assert decision.children == (decision.distinct_children if merge else 18)
    assert decision.depth == (3 if merge else 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frames": 0}, "frames: expected a whole number of at least 1, got 0"),
        ({"frames": 2.5}, "frames: expected a whole number"),
        ({"discount": 0}, "discount: expected a number above 0 and at most 1, got 0"),
        ({"discount": 1.1}, "discount: expected a number above 0"),
        ({"discount": float("nan")}, "discount: expected a finite number"),
        ({"rng": None}, "rng: expected a numpy.random.Generator"),
    ],
)
def test_hostile_input(make_corridor, options, message):
    game = make_corridor()
    with pytest.raises(ValueError, match=message):
        planning.full_tree(game, **{"frames": 5, "rng": 1} | options)
    assert game.frames_emulated == 0
