"""The explorer of a search tree: the page's numbers are those of the planner."""

import itertools
import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from bs4 import BeautifulSoup

from benchlib import ale
from benchlib.ale import planning
from benchlib.plots import explorers
from benchlib.plots.explorers import _tree
from benchlib.studies import search_trees, small_games

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
    sentences = evaluate(
        "tree",
        f"Object.keys(data.trees).map((tree) => [...Array({N}).keys()].map((k) => "
        "E.view(data, { tree, step: k + 1 }, 600).sentence))",
        page,
    )
    followed = 0
    for growth, steps, told in zip(growths.values(), worths, sentences, strict=True):
        for one, worth, sentence in zip(growth.simulations, steps, told, strict=True):
            sums = []
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
                sums.append(own)
            # The picture has the sums of after the simulation, the sentence those of before.
            named = [float(x) for x in re.findall(r"\u201d \((\d\.\d\d)\)", sentence)]
            assert named == pytest.approx(sums, abs=0.0051)
            assert "Its discounted return is" in sentence
            followed += len(sums)
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


@pytest.mark.parametrize("width", [340, 700])
def test_the_picture_says_what_was_played_and_what_its_marks_are(evaluate, growths, page, width):
    for label, growth in growths.items():
        last, before = (
            BeautifulSoup(
                evaluate(
                    "tree", f"E.view(data, {{ tree: '{label}', step: {s} }}, {width}).svg", page
                ),
                "html.parser",
            )
            for s in (N, N - 1)
        )
        played = [t for t in last.find_all("text") if "played" in t.text]
        first = next(n.actions[0] for n in growth.nodes if growth.decision.action in n.actions)
        symbol = evaluate("tree", f"E.symbol(data.actions[{first}])", page)
        assert [t.text.startswith(symbol) for t in played] == [True]
        assert "played" not in before.text
        assert all(words in last.text for words in ("Thick:", "Square:", "Larger circles:"))
        lowest = max(float(t["y"]) for t in last.find_all("text"))
        assert lowest < float(last.find("svg")["height"])


@pytest.fixture(scope="module")
def deep():
    """One way of 14 rooms, in each of which all six actions lead on."""
    following = np.repeat(np.minimum(np.arange(15) + 1, 14)[:, None], 6, axis=1)
    game = small_games.TableGame(following, np.ones((15, 6)), terminal=[14], start=0)
    growth = search_trees.growth(game, n_simulations=12, depth_frames=30, seed=1)
    assert growth.decision.depth >= 10
    return growth


def test_names_and_numbers_of_a_deep_tree_stay_apart(evaluate, deep):
    figure = _tree._still(deep)
    figure.canvas.draw()
    lines = {}
    for text in figure.axes[0].texts:
        lines.setdefault(text.get_position()[1], []).append(text.get_window_extent())
    plt.close(figure)
    assert len(lines) == len(deep.nodes) + 1
    for boxes in lines.values():
        for left, right in itertools.pairwise(boxes):
            assert left.x1 < right.x0
    data = json.loads(
        BeautifulSoup(
            explorers.tree({"merged": deep}, game="Rooms", depth_frames=30).html, "html.parser"
        )
        .find("script")
        .string
    )
    for width, room in ((240, 50), (300, 50), (480, 180), (760, 180)):
        found = evaluate("tree", f"E.layout(data.trees.merged, {width})", data)
        assert max(x for x, _ in found["at"]) + 14 + room <= found["columns"][0]


@pytest.mark.parametrize(
    ("growths", "depth_frames", "message"),
    [
        ({}, 20, "growths: give at least one"),
        ([1], 20, "growths: give at least one"),
        ({"merged": None}, 20, "growths: give at least one, each with simulations"),
        ({}, 0, "depth_frames: expected a whole number of at least 1, got 0"),
    ],
)
def test_hostile_input(growths, depth_frames, message):
    with pytest.raises(ValueError, match=message):
        explorers.tree(growths, game="Freeway", depth_frames=depth_frames)
