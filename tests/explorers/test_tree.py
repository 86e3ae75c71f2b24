"""The explorer of a search tree: the page's numbers are those of the planner."""

import json

import pytest
from bs4 import BeautifulSoup

from benchlib import ale
from benchlib.ale import planning
from benchlib.plots import explorers
from benchlib.studies import search_trees

N, DEPTH = 14, 40


@pytest.fixture(scope="module")
def growths():
    model = search_trees.random_position("spaceinvaders", 70, rng=2)
    return {
        label: search_trees.growth(
            model, n_simulations=N, depth_frames=DEPTH, merge=label == "merged", seed=1
        )
        for label in ("merged", "apart")
    }


@pytest.fixture(scope="module")
def shown(growths):
    return explorers.tree(growths, game="Space Invaders", depth_frames=DEPTH)


@pytest.fixture(scope="module")
def page(shown):
    return json.loads(BeautifulSoup(shown.html, "html.parser").find("script").string)


def test_a_page_stays_light_and_is_always_the_same(growths, shown, page):
    again = explorers.tree(growths, game="Space Invaders", depth_frames=DEPTH)
    assert shown.html == again.html
    assert len(json.dumps(page)) < 20_000
    soup = BeautifulSoup(shown.html, "html.parser")
    assert len(soup.find("img")["alt"]) > 100
    assert f"after {N} simulations of {DEPTH} frames" in soup.find("figcaption").text
    assert page["initial"] == {"tree": "merged", "step": N}


@pytest.mark.parametrize("label", ["merged", "apart"])
def test_every_step_is_the_tree_of_so_many_simulations(evaluate, page, label):
    found = evaluate(
        "tree",
        f"[...Array({N + 1}).keys()].map((step) => E.grown(data.trees.{label}, step))",
        page,
    )
    model = search_trees.random_position("spaceinvaders", 70, rng=2)
    for step in (1, 5, N):  # each takes a moment
        planner = planning.UCT(simulations=step, depth_frames=DEPTH, merge=label == "merged")
        planner.decide(model, rng=1)
        there = [node for node in found[step] if node is not None]
        expected = sorted((node.actions, node.visits) for node in planner.tree()[1:])
        assert sorted((tuple(n["actions"]), n["visits"]) for n in there[1:]) == expected


def test_values_and_bonuses_are_those_of_the_planner(evaluate, growths, page):
    found = evaluate(
        "tree",
        "Object.values(data.trees).map((tree) => { const held = E.grown(tree, "
        f"{N}); return tree.nodes.map((_, k) => k ? E.worth(data, tree, held, {N}, k) : null); }})",
        page,
    )
    for growth, worths in zip(growths.values(), found, strict=True):
        for node, worth in zip(growth.nodes[1:], worths[1:], strict=True):
            parent = growth.nodes[node.parent].visits
            assert worth["mean"] == pytest.approx(node.value, abs=1e-6)
            assert worth["bonus"] == pytest.approx(planning.bonus("usual", parent, node.visits))
            scale = growth.simulations[-1].scale or 1
            assert worth["scaled"] == pytest.approx(node.value / scale, abs=1e-6)


def test_every_simulation_goes_where_mean_and_bonus_are_largest(evaluate, growths, page):
    # Down to the node with an untried action, all children were there to choose from.
    worths = evaluate(
        "tree",
        f"Object.values(data.trees).map((tree) => [...Array({N}).keys()].map((step) => "
        "{ const held = E.grown(tree, step); return tree.nodes.map((_, k) => "
        "k && held[k] ? E.worth(data, tree, held, step, k) : null); }))",
        page,
    )
    followed = 0
    for growth, steps in zip(growths.values(), worths, strict=True):
        for one, worth in zip(growth.simulations, steps, strict=True):
            for place in one.path[1:]:
                if place == one.new:
                    continue
                sisters = [
                    w["scaled"] + w["bonus"]
                    for k, w in enumerate(worth)
                    if w is not None and growth.nodes[k].parent == growth.nodes[place].parent
                ]
                own = worth[place]["scaled"] + worth[place]["bonus"]
                assert own == pytest.approx(max(sisters), abs=1e-6)
                followed += 1
    assert followed > 0


def test_what_leads_in_the_end_is_played(evaluate, growths, page):
    for label, growth in growths.items():
        leaders = evaluate(
            "tree", f"E.leaders(data.trees.{label}, E.grown(data.trees.{label}, {N}))", page
        )
        actions = [growth.nodes[place].actions for place in leaders]
        assert any(growth.decision.action in group for group in actions)
    sentence = evaluate("tree", "E.view(data, data.initial, 600).sentence", page)
    word = evaluate("tree", f"E.inWords(data.actions[{growths['merged'].decision.action}])", page)
    assert word in sentence or "chance takes" in sentence
    assert page["actions"] == list(ale.ACTIONS)


def test_a_growth_is_needed():
    with pytest.raises(ValueError, match="growths"):
        explorers.tree({}, game="Freeway", depth_frames=20)
