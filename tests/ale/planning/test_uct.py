import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib.ale import planning

SEEDS = st.integers(0, 2**32 - 1)


def one_step(table_game, rewards):
    """Return a game of one decision."""
    n = len(rewards)
    return table_game([[1] * n, [1] * n], [rewards, [0] * n], terminal=[1])


def test_the_bonuses_by_hand():
    # usual: 0.1 sqrt(ln(10) / 4) = 0.1 sqrt(0.5756) = 0.07587
    assert planning.bonus("usual", 10, 4) == pytest.approx(0.07587, abs=5e-6)
    # printed: sqrt(ln(4) / 10) = sqrt(0.13863) = 0.37233
    assert planning.bonus("printed", 10, 4) == pytest.approx(0.37233, abs=5e-6)
    assert planning.bonus("printed", 10, 1) == 0.0
    assert planning.EXPLORATION == 0.1


def bandit(rewards, order, n, name):
    """Return the visits of each action of a game of one decision, by a plain loop."""
    scale = max(map(abs, rewards)) or 1.0
    visits = dict.fromkeys(order, 1)
    for total in range(len(order), n):

        def worth(a, total=total):
            more = (
                0.1 * math.sqrt(math.log(total) / visits[a])
                if name == "usual"
                else math.sqrt(math.log(visits[a]) / total)
            )
            return rewards[a] / scale + more

        visits[max(order, key=worth)] += 1
    return tuple(visits[a] for a in sorted(order))


@pytest.mark.parametrize("name", sorted(planning.BONUSES))
@pytest.mark.parametrize("rewards", [(1, 2, 3, 2.9), (-5, -4, -4.1, -7), (0, 0, 0, 0)])
def test_a_game_of_one_decision_is_a_bandit(table_game, rewards, name):
    game = one_step(table_game, rewards)
    planner = planning.UCT(simulations=60, bonus=name, merge=False)
    decision = planner.decide(game, rng=4)
    order = [action for _, action in game.played]
    assert sorted(order) == [0, 1, 2, 3]
    assert decision.visits == bandit(rewards, order, 60, name)
    assert decision.values == pytest.approx(rewards)
    assert decision.emulated_frames == 4  # going down the tree costs nothing


@settings(deadline=None, max_examples=50)
@given(seed=SEEDS, factor=st.sampled_from([0.001, 0.5, 3, 10_000]))
def test_the_scale_of_points_does_not_matter(table_game, seed, factor):
    rewards = np.random.default_rng(seed).integers(-9, 10, size=5)
    rewards[0] = 9  # found first or not, it sets the scale
    first, other = (
        planning.UCT(simulations=50).decide(one_step(table_game, points), rng=seed)
        for points in (rewards, rewards * factor)
    )
    assert first.visits == other.visits
    assert first.action == other.action


def test_the_return_of_a_rollout_by_hand(table_game):
    # One action, rewards 1, 2, 4 and 8: 1 + 2/2 + 4/4 + 8/8 = 4, and 1 + 2/2 = 2 if cut by two.
    game = table_game([[1], [2], [3], [4], [4]], [[1], [2], [4], [8], [0]], terminal=[4])
    for depth_frames, expected in ((9, 4.0), (2, 2.0)):
        planner = planning.UCT(simulations=1, depth_frames=depth_frames, discount=0.5)
        assert planner.decide(game, rng=1).values == (expected,)


@pytest.mark.parametrize("merge", [False, True])
@pytest.mark.parametrize("reuse", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_known_best_action_is_found(make_ledge, merge, reuse, seed):
    """One of 3 x 3 x 3 ways ends at the goal; each wrong step is the last one."""
    game = make_ledge()
    planner = planning.UCT(simulations=200, depth_frames=8, merge=merge, reuse=reuse)
    best = game.values(3, planning.DISCOUNT).argmax(axis=1)
    rng = np.random.default_rng(seed)
    reward = 0.0
    while not game.over:
        decision = planner.decide(game, rng=rng)
        assert decision.action % 3 == best[game.place] % 3 == 1
        reward += game.act(decision.action)
    assert reward == 1


def test_values_approach_those_of_dynamic_programming(make_corridor):
    game = make_corridor(4)
    decision = planning.UCT(simulations=5000, depth_frames=5, discount=0.9).decide(game, rng=1)
    exact = game.values(5, 0.9)[game.place]
    # A mean of returns lies below the best return, and near it where the search has been.
    assert np.all(np.asarray(decision.values) <= exact + 1e-12)
    assert decision.values[decision.action] == pytest.approx(exact.max(), rel=0.02)


@settings(deadline=None, max_examples=50)
@given(seed=SEEDS, simulations=st.integers(1, 80))
def test_merged_children_are_fewer_and_never_tried_again(make_corridor, seed, simulations):
    game = make_corridor(6, copies=3)
    planner = planning.UCT(simulations=simulations, depth_frames=1, merge=True)
    decision = planner.decide(game, rng=seed)
    # Nine actions, three states: three simulations with a new child, or fewer if not asked for.
    assert decision.children == decision.distinct_children <= min(3, simulations)
    tried = [action for _, action in game.played]
    assert len(tried) == len(set(tried))
    shared = {(a % 3, decision.visits[a], decision.values[a]) for a in range(9) if a in tried}
    assert len(shared) == decision.children
    assert sum(visits for _, visits, _ in shared) == simulations


def test_merging_keeps_the_values_of_equal_actions(table_game):
    rewards = (1, 5, 3, 1, 5, 3)
    merged, plain = (
        planning.UCT(simulations=200, merge=merge).decide(one_step(table_game, rewards), rng=2)
        for merge in (True, False)
    )
    # Sums of equal returns over their number: equal but for rounding.
    assert merged.values == pytest.approx(plain.values, rel=1e-12)
    assert rewards[merged.action] == rewards[plain.action] == 5
    assert (merged.children, plain.children) == (3, 6)
    assert merged.distinct_children == plain.distinct_children == 3


def test_a_simulation_with_a_duplicate_goes_on_to_another_action(table_game):
    # Two states behind six actions: the second simulation pays for every duplicate on its way.
    game = table_game([[1] * 5 + [2], [1] * 6, [2] * 6], np.zeros((3, 6)), terminal=[1, 2])
    for seed in range(20):
        game.played.clear()
        planner = planning.UCT(simulations=2, merge=True)
        decision = planner.decide(game, rng=seed)
        reached = [game.following[0, action] for _, action in game.played]
        assert decision.children == 2
        assert decision.emulated_frames == len(reached)
        first = reached.index(3 - reached[0])
        assert len(reached) == first + 1


@settings(deadline=None, max_examples=50)
@given(
    seed=SEEDS,
    budget=st.integers(1, 300),
    frames=st.integers(1, 7),
    merge=st.booleans(),
    depth_frames=st.integers(1, 60),
)
def test_the_budget_of_frames(make_corridor, seed, budget, frames, merge, depth_frames):
    game = make_corridor(30, start=15, frames=frames)
    planner = planning.UCT(frames=budget, depth_frames=depth_frames, merge=merge)
    decision = planner.decide(game, rng=seed)
    assert decision.emulated_frames == game.frames_emulated < budget + frames
    assert decision.depth <= -(-depth_frames // frames)
    assert game.place == 15
    if decision.emulated_frames < budget:  # the tree was complete, or simulations ran out
        assert planner.tree()[0].visits == budget


def test_a_simulation_reaches_the_depth_and_no_further(make_corridor):
    for depth_frames, expected in ((1, 5), (5, 5), (6, 10), (20, 20)):
        game = make_corridor(30, start=15, frames=5)
        planner = planning.UCT(simulations=1, depth_frames=depth_frames)
        assert planner.decide(game, rng=1).emulated_frames == expected


def test_a_complete_tree_ends_by_the_number_of_simulations(table_game):
    game = one_step(table_game, (1, 2))
    planner = planning.UCT(frames=50)
    assert planner.decide(game, rng=1).emulated_frames == 2
    assert planner.tree()[0].visits == 50


def test_equal_seeds_give_equal_trees(make_corridor):
    trees = []
    for seed in (1, 1, 2):
        planner = planning.UCT(simulations=40, depth_frames=10)
        decision = planner.decide(make_corridor(8, start=4), rng=seed)
        trees.append((decision, str(planner.tree())))  # as text: the root's value is nan
    assert trees[0] == trees[1] != trees[2]


def test_the_tree_adds_up(make_corridor):
    planner = planning.UCT(simulations=80, depth_frames=12)
    assert planner.tree() == ()
    decision = planner.decide(make_corridor(9, start=4), rng=1)
    tree = planner.tree()
    assert len(tree) == decision.nodes
    assert max(node.depth for node in tree) == decision.depth
    assert tree[0].visits == 80 == sum(node.visits for node in tree if node.parent == 0)
    for place, node in enumerate(tree):
        below = sum(child.visits for child in tree if child.parent == place)
        # A new node ends the simulation that made it.
        assert node.visits >= below
        if node.parent >= 0:
            assert tree[node.parent].depth == node.depth - 1
            for action in node.actions:
                if node.depth == 1:
                    assert decision.values[action] == node.value
                    assert decision.visits[action] == node.visits


def test_a_kept_tree_keeps_its_counts(make_corridor):
    game = make_corridor(9, start=4)
    planner = planning.UCT(simulations=60, depth_frames=12)
    rng = np.random.default_rng(1)
    first = planner.decide(game, rng=rng)
    before = planner.tree()
    kept = next(p for p, node in enumerate(before) if first.action in node.actions)
    assert before[kept].parent == 0
    game.act(first.action)
    second = planner.decide(game, rng=rng)
    after = planner.tree()
    assert after[0].visits == before[kept].visits + 60
    for node in (n for n in before if n.parent == kept):
        (same,) = (n for n in after if n.parent == 0 and set(node.actions) <= set(n.actions))
        assert same.visits >= node.visits
    assert sum(second.visits[n.actions[0]] for n in after if n.parent == 0) > 60


def test_a_tree_is_dropped_without_reuse_or_after_another_action(make_corridor):
    for reuse, other in ((False, False), (True, True)):
        game = make_corridor(9, start=4)
        planner = planning.UCT(simulations=30, depth_frames=12, reuse=reuse)
        decision = planner.decide(game, rng=1)
        game.act((decision.action + other) % 3)
        again = planner.decide(game, rng=2)
        assert planner.tree()[0].visits == 30
        fresh = planning.UCT(simulations=30, depth_frames=12).decide(game, rng=2)
        assert again == fresh


def test_a_new_tree_has_a_new_scale(table_game):
    # The bonus would drown beside the points of the tree before: 3 of 3000 are like 0.
    planner = planning.UCT(simulations=30)
    planner.decide(one_step(table_game, (3000, 1000)), rng=1)
    game = one_step(table_game, (3, 1))
    assert planner.decide(game, rng=2) == planning.UCT(simulations=30).decide(game, rng=2)


def test_the_most_visited_action_is_chosen_and_then_the_larger_mean(table_game):
    # Each action once: the larger return decides. Equal returns: at random.
    game = one_step(table_game, (1, 3, 2))
    assert planning.UCT(simulations=3).decide(game, rng=1).action == 1
    level = one_step(table_game, (1, 1, 1))
    chosen = {
        planning.UCT(simulations=3, merge=False).decide(level, rng=k).action for k in range(50)
    }
    assert chosen == {0, 1, 2}
    # A larger mean with fewer visits loses: action 1 ends with 6, and action 0 leads to where 10
    # may be found at first and 0 when the third simulation looks again.
    game = table_game([[1, 2], [2, 2], [2, 2]], [[0, 6], [10, 0], [0, 0]], terminal=[2])
    found = [planning.UCT(simulations=3, merge=False).decide(game, rng=k) for k in range(40)]
    for decision in found:
        assert decision.visits[decision.action] == 2
    assert any(max(decision.values) > decision.values[decision.action] for decision in found)


@pytest.mark.parametrize("merge", [False, True])
def test_a_real_decision(before_the_goal, merge):
    model = before_the_goal(2)
    start = model.save()
    planner = planning.UCT(frames=700, depth_frames=20, merge=merge)
    rng = np.random.default_rng(1)
    decision = planner.decide(model, rng=rng)
    assert model.key(model.save()) == start.key
    assert decision.emulated_frames == model.frames_emulated < 700 + 5
    if merge:
        assert decision.children == decision.distinct_children < 18
    else:
        assert decision.children == 18 > decision.distinct_children
    # The point is two steps away; a step that is lost costs next to nothing.
    rewards = [model.act(decision.action)]
    while sum(rewards) == 0 and len(rewards) < 4:
        rewards.append(model.act(planner.decide(model, rng=rng).action))
    assert sum(rewards) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "simulations, frames: give exactly one of the two, got simulations=None and"),
        ({"simulations": 1, "frames": 1}, "give exactly one of the two"),
        ({"simulations": 0}, "simulations: expected a whole number of at least 1, got 0"),
        ({"frames": 0}, "frames: expected a whole number of at least 1, got 0"),
        ({"frames": 10.5}, "frames: expected a whole number"),
        ({"frames": 5, "depth_frames": 0}, "depth_frames: expected a whole number"),
        ({"frames": 5, "discount": 2}, "discount: expected a number above 0 and at most 1"),
        ({"frames": 5, "bonus": "ucb1"}, "bonus: expected one of usual, printed, got 'ucb1'"),
    ],
)
def test_hostile_planners(options, message):
    with pytest.raises(ValueError, match=message):
        planning.UCT(**options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("best", 2, 1), "bonus: expected one of usual, printed, got 'best'"),
        (("usual", 0, 1), "parent_visits: expected a whole number of at least 1, got 0"),
        (("usual", 2, 0), "child_visits: expected a whole number of at least 1, got 0"),
    ],
)
def test_hostile_bonuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        planning.bonus(*arguments)


def test_hostile_random_numbers(make_corridor):
    with pytest.raises(ValueError, match=r"rng: expected a numpy.random.Generator"):
        planning.UCT(frames=5).decide(make_corridor(), rng=None)
