"""The explorers of games and agents: benchlib's bits and beliefs, and what a page gets."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest
from bs4 import BeautifulSoup

from benchlib import datasets, information
from benchlib.plots import explorers

CONVENTIONS = ("released", "gaussian")
MEASURES = ("win", "score")
NOUNS = {"win": "win rate", "score": "score"}


@pytest.fixture(scope="module")
def pages():
    return {name: getattr(explorers, name)() for name in ("problem_heatmap", "added_problem")}


@pytest.fixture(scope="module")
def sent(pages):
    """What each page gets."""
    return {
        name: json.loads(BeautifulSoup(shown.html, "html.parser").find("script").string)
        for name, shown in pages.items()
    }


@pytest.fixture(scope="module")
def cells():
    return information.read_cells(datasets.load("gvgai_cells"), no_plays="as_given")


@pytest.mark.parametrize("name", ["problem_heatmap", "added_problem"])
def test_a_page_stays_light_and_is_always_the_same(pages, sent, name):
    shown = pages[name]
    assert shown.html == getattr(explorers, name)().html
    assert len(json.dumps(sent[name])) < 200_000
    assert len(shown.html) < 400_000
    soup = BeautifulSoup(shown.html, "html.parser")
    assert soup.find("bm-explorer")["kind"] == name.replace("_", "-")
    assert len(soup.find("img")["alt"]) > 100
    assert len(soup.find("figcaption").text) > 60


@pytest.mark.parametrize("name", ["problem_heatmap", "added_problem"])
def test_a_page_gets_every_printed_digit(sent, cells, name):
    page = sent[name]
    assert tuple(page["agents"]) == cells.agents
    assert tuple(page["games"]) == cells.problems
    for part, values in (("mean", cells.mean), ("sd", cells.sd)):
        for k, measure in enumerate(cells.measures):
            np.testing.assert_array_equal(page[part][measure], values[:, :, k])


# ---- heat map


def row_of_beliefs(cells, measure, agent, game):
    k = cells.measures.index(measure)
    table = cells.mean[:, game, k], cells.sd[:, game, k]
    return information.channel_matrix(*table, convention="released")[agent]


@pytest.mark.parametrize("measure", MEASURES)
def test_beliefs_of_every_cell_are_those_of_benchlib(evaluate, sent, cells, measure):
    k = cells.measures.index(measure)
    found = np.array(
        evaluate(
            "problem-heatmap",
            "data.page.games.map((_, g) => data.page.agents.map((_, a) => "
            "E.beliefs(data.page, data.measure, a, g)))",
            {"page": sent["problem_heatmap"], "measure": measure},
        )
    )
    exact = np.array(
        [
            information.channel_matrix(
                cells.mean[:, game, k], cells.sd[:, game, k], convention="released"
            )
            for game in range(len(cells.problems))
        ]
    )
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-9)
    if measure == "score":
        assert (found == 1e-5).any(), "no score shows the released rule"


def test_every_order_is_one_of_all_games(sent, cells):
    page = sent["problem_heatmap"]
    for k, measure in enumerate(MEASURES):
        order = page["clustered"][measure]
        assert sorted(order) == list(range(len(cells.problems)))
        exact = information.information_bits(
            cells.mean[:, :, k], cells.sd[:, :, k], convention="released"
        )
        np.testing.assert_array_equal(page["gain"][measure], exact)
        # Neighbours are more alike than by name, which has nothing to do with it.
        alike = information.correlation_matrix(cells.mean[:, :, k], constant="zero")
        by_name = np.diagonal(alike, 1).mean()
        clustered = np.diagonal(alike[np.ix_(order, order)], 1).mean()
        assert clustered > by_name + 0.3


@pytest.mark.parametrize(
    ("measure", "game", "agent"),
    [
        ("win", "freeway", "adrienctx"),
        ("win", "freeway", "AtheneAI"),
        ("win", "flower", "aStar"),
        ("win", "chopper", "ICELab"),
        ("score", "ikaruga", "Return42"),
        ("score", "camelRace", "YBCriber"),
        ("score", "invest", "MaastCTS2"),
    ],
)
def test_the_sentence_says_what_the_table_and_benchlib_say(
    evaluate, sent, cells, measure, game, agent
):
    page = sent["problem_heatmap"]
    state = {"measure": measure, "order": "gain", "game": game, "agent": agent}
    sentence = evaluate(
        "problem-heatmap",
        "E.view(data.page, data.state, 600).sentence",
        {"page": page, "state": state},
    )
    a, g, k = cells.agents.index(agent), cells.problems.index(game), MEASURES.index(measure)
    number = r"(−?(?:[\d,]+(?:\.\d+)?))"
    start = re.match(
        rf"{agent} on {game}: mean {NOUNS[measure]} {number}, standard deviation {number}, "
        rf"(?:over {number} plays|as the table prints it, but no plays)\. By {NOUNS[measure]} the "
        rf"game has a gain of {number} of at most 4\.75 bits, rank {number} of 108\. Seeing this "
        rf"mean, the measure believes {number} in {agent}; ",
        sentence,
    )
    assert start, sentence
    said = [float((x or "0").replace(",", "").replace("−", "-")) for x in start.groups()]
    bits = information.information_bits(
        cells.mean[:, :, k], cells.sd[:, :, k], convention="released"
    )
    belief = row_of_beliefs(cells, measure, a, g)
    expected = [
        cells.mean[a, g, k],
        cells.sd[a, g, k],
        cells.n_plays[a, g],
        bits[g],
        (bits > bits[g] + 1e-9).sum() + 1,
        belief[a],
    ]
    # Three digits are printed, so the last one is right up to one half of it.
    assert said == pytest.approx(expected, rel=5.1e-3, abs=1e-9)
    others = np.delete(belief, a)
    end = sentence[start.end() :]
    alike = int((others > others.max() - 1e-9).sum())
    if others.max() < 0.005:
        assert end.startswith("nobody is hard to tell from it")
    elif alike > 3:
        assert f" {alike} agents with " in end
    else:
        named = re.findall(r"(\w+) \(([\d.]+)\)", end)
        assert 1 <= len(named) <= 3
        said_beliefs = [float(value) for _, value in named]
        assert said_beliefs == pytest.approx(np.sort(others)[::-1][: len(named)], rel=5.1e-3)
        of_named = [belief[cells.agents.index(name)] for name, _ in named]
        assert said_beliefs == pytest.approx(of_named, rel=5.1e-3)


def test_the_heat_map_opens_where_the_measure_believes_more_in_others(sent, cells):
    opened = sent["problem_heatmap"]["initial"]
    a, g = cells.agents.index(opened["agent"]), cells.problems.index(opened["game"])
    belief = row_of_beliefs(cells, opened["measure"], a, g)
    assert np.delete(belief, a).max() > 1.5 * belief[a]


# ---- a game more


STATES = [
    (["freeway", "invest", "labyrinthdual"], ""),
    (["freeway", "invest", "labyrinthdual", "tercio"], "NovelTS"),
    (["survivezombies"], "YBCriber"),
    (["zenpuzzle", "aliens"], ""),
    ([], ""),
    ([], "AtheneAI"),
]


def exact_bits(cells, chosen, without, convention):
    if not chosen:
        return 0.0
    kept = [name != without for name in cells.agents]
    return information.joint_information_bits(
        cells.mean[kept],
        cells.sd[kept],
        convention=convention,
        chosen=[cells.problems.index(game) for game in chosen],
    )


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize(("chosen", "without"), STATES)
def test_what_every_game_adds_is_what_benchlib_says(
    evaluate, sent, cells, chosen, without, convention
):
    found = evaluate(
        "added-problem",
        "((j) => ({...j, adds: data.page.games.map(j.adds), "
        "order: E.ranked(data.page, data.chosen, j.adds)}))"
        "(E.joint(data.page, data.convention, data.chosen, data.without))",
        {
            "page": sent["added_problem"],
            "convention": convention,
            "chosen": chosen,
            "without": without,
        },
    )
    steps = [exact_bits(cells, chosen[:k], without, convention) for k in range(1, len(chosen) + 1)]
    assert found["steps"] == pytest.approx(steps, rel=0, abs=1e-9)
    before = exact_bits(cells, chosen, without, convention)
    assert found["bits"] == pytest.approx(before, rel=0, abs=1e-9)
    assert found["most"] == pytest.approx(np.log2(len(cells.agents) - bool(without)), abs=1e-12)
    adds = [
        exact_bits(cells, [*chosen, game], without, convention) - before for game in cells.problems
    ]
    assert found["adds"] == pytest.approx(adds, rel=0, abs=1e-9)
    worth = dict(zip(cells.problems, adds, strict=True))
    order = [entry["game"] for entry in found["order"]]
    assert set(order) == set(cells.problems) - set(chosen)
    assert all(worth[a] >= worth[b] - 1e-9 for a, b in pairwise(order))


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_taking_what_adds_most_is_the_greedy_choice(evaluate, sent, cells, convention):
    names = evaluate(
        "added-problem",
        "Array.from({length: 10}).reduce((chosen) => [...chosen, E.ranked(data.page, chosen, "
        "E.joint(data.page, data.convention, chosen).adds)[0].game], [])",
        {"page": sent["added_problem"], "convention": convention},
    )
    greedy = information.select_problems(
        cells.mean, cells.sd, n_select=10, convention=convention, problems=cells.problems
    )
    assert tuple(names) == greedy.problems


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_any_table_has_the_bits_of_benchlib(evaluate, convention):
    rng = np.random.default_rng(3)
    tables, exact = [], []
    for n in (2, 3, 7, 12):
        # Gaps from nothing to so many deviations that a probability is no double any more.
        mean = rng.normal(size=(n, 4, 2)) * 10.0 ** rng.integers(-3, 5, size=(1, 4, 2))
        sd = 10.0 ** rng.uniform(-2, 1, size=mean.shape)
        mean[1] = mean[0]
        parts = {
            name: {measure: values[:, :, k].tolist() for k, measure in enumerate(MEASURES)}
            for name, values in (("mean", mean), ("sd", sd))
        }
        tables.append({"agents": [*map(str, range(n))], "games": list("abcd"), **parts})
        exact.append(
            [
                information.joint_information_bits(mean, sd, convention=convention, chosen=range(k))
                for k in range(1, 5)
            ]
        )
    found = evaluate(
        "added-problem",
        f"data.map((page) => E.joint(page, {json.dumps(convention)}, page.games).steps)",
        tables,
    )
    for steps, bits in zip(found, exact, strict=True):
        assert steps == pytest.approx(bits, rel=0, abs=1e-9)


def test_the_still_says_what_the_page_says_when_it_opens(evaluate, pages, sent):
    page = sent["added_problem"]
    found = evaluate(
        "added-problem",
        "((m) => ({...m, sentence: E.view(data, data.initial, 600).sentence}))"
        "(E.measured(data, data.initial))",
        page,
    )
    added, known = f"{found['adds']:.3f}", f"{found['bits']:.2f}"
    soup = BeautifulSoup(pages["added_problem"].html, "html.parser")
    for words in (found["sentence"], soup.find("img")["alt"]):
        assert added in words
        assert known in words
    assert added in soup.find("figcaption").text
    # It looks better than each of the games that add most, as long as it is alone.
    best = found["best"][0]["game"]
    alone = evaluate("added-problem", f"E.joint(data, 'released', []).adds('{best}')", page)
    assert found["alone"] > alone
    assert found["adds"] < found["best"][-1]["bits"]
