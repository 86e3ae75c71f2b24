"""The explorers of aggregates: benchlib's numbers in every state, and what a page gets."""

import json
import re
from itertools import product

import numpy as np
import pytest
from bs4 import BeautifulSoup

from benchlib import aggregate, ale, datasets, normalization
from benchlib.plots import explorers

NAMES = ("aggregate_ranking", "score_distribution")
REFERENCES = ("human", "random", "systems")
GROUPS = ("testing", "design", "all")
AGGREGATES = {
    "mean": aggregate.mean,
    "median": aggregate.median,
    "iqm": aggregate.iqm,
    "gap": aggregate.optimality_gap,
}
# Where each system stands, said again here: the table has most of them more than once.
SOURCES = {
    "IW(1)": "rollout-iw table_iw",
    "2BFS": "rollout-iw table_iw",
    "UCT": "rollout-iw table_iw",
    "full tree": "rollout-iw table_iw",
    "DQN": "rollout-iw table5",
    "Blob-PROST full": "rollout-iw table4",
    "B-PROS": "rollout-iw table4",
    "best linear learner": "Atari-5 NEAT",
    "human": "Atari-Human",
}


@pytest.fixture(scope="module")
def pages():
    return {name: getattr(explorers, name)() for name in NAMES}


@pytest.fixture(scope="module")
def sent(pages):
    """What each page gets."""
    return {
        name: json.loads(BeautifulSoup(shown.html, "html.parser").find("script").string)
        for name, shown in pages.items()
    }


@pytest.fixture(scope="module")
def published():
    table = datasets.load("ale_published").set_index(["source", "system", "game"])["score"]
    return table.to_dict()


def scores_of(published, systems, games):
    return np.array([[published[SOURCES[s], s, game] for game in games] for s in systems])


def reference_of(published, name, games, scores):
    def people(kind):
        return [published["Atari-Human", kind, game] for game in games]

    return normalization.reference(
        name,
        tasks=games,
        protocol="as printed",
        source="ale_published",
        random=people("random"),
        human=people("human"),
        policies=scores,
    )


def names_of(titles):
    """Return the games that the table has under their titles."""
    names = {game.title: name for name, game in ale.GAMES.items()}
    return [names[title] for title in titles]


def common_games(published, systems):
    """Return the games of the paper on which all are scored and random play scores something."""

    def usable(game):
        keys = [(SOURCES[s], s, game) for s in systems]
        ends = [published.get(("Atari-Human", kind, game)) for kind in ("random", "human")]
        return all(key in published for key in keys) and None not in ends and 0 < ends[0] < ends[1]

    return [game for game in sorted(ale.GAMES) if usable(game)]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_stays_light_and_is_always_the_same(pages, sent, name):
    shown = pages[name]
    assert shown.html == getattr(explorers, name)().html
    assert len(json.dumps(sent[name])) < 50_000
    assert len(shown.html) < 200_000
    soup = BeautifulSoup(shown.html, "html.parser")
    assert soup.find("bm-explorer")["kind"] == name.replace("_", "-")
    assert len(soup.find("img")["alt"]) > 100
    assert len(soup.find("figcaption").text) > 60


# ---- ranking


def test_the_ranking_gets_every_printed_digit_of_the_common_games(sent, published):
    page = sent["aggregate_ranking"]
    games = names_of(page["games"])
    assert games == common_games(published, SOURCES)
    np.testing.assert_array_equal(page["scores"], scores_of(published, page["systems"], games))
    for name in ("human", "random"):
        made = reference_of(published, name, games, page["scores"])
        np.testing.assert_array_equal(page["ends"][name]["low"], made.low)
        np.testing.assert_array_equal(page["ends"][name]["high"], made.high)
    groups = {key: {games[k] for k in places} for key, places in page["groups"].items()}
    assert groups["design"] == set(ale.DESIGN_GAMES)
    assert groups["testing"] == set(games) - groups["design"] <= set(ale.TESTING_GAMES)
    assert groups["all"] == set(games)


@pytest.fixture(scope="module")
def states(sent):
    page = sent["aggregate_ranking"]
    keys = ("reference", "aggregate", "games", "without")
    choices = product(REFERENCES, [*AGGREGATES, "led"], GROUPS, ["", *page["systems"]])
    return [dict(zip(keys, choice, strict=True)) for choice in choices]


@pytest.fixture(scope="module")
def rankings(evaluate, sent, states):
    return evaluate(
        "aggregate-ranking",
        "data.states.map((s) => ({...E.ranking(data.page, s), "
        "sentence: E.view(data.page, s, 600).sentence}))",
        {"page": sent["aggregate_ranking"], "states": states},
    )


def expected_values(published, page, state):
    """Return games, normalized scores and the value of every system shown, and a way to redo it."""
    systems = [s for s in page["systems"] if s != state["without"]]
    games = names_of(page["games"][k] for k in page["groups"][state["games"]])
    raw = scores_of(published, systems, games)
    told_apart = np.ptp(raw, axis=0) > 0
    games = [game for game, kept in zip(games, told_apart, strict=True) if kept]
    raw = raw[:, told_apart]
    reference = reference_of(published, state["reference"], games, raw)
    scores = normalization.normalize(raw, reference=reference).scores

    def value(keep):
        if state["aggregate"] == "led":
            return (raw == raw.max(axis=0))[:, keep].sum(axis=1)
        return AGGREGATES[state["aggregate"]](scores[:, None, keep])

    return systems, games, scores, value


def test_the_numbers_of_every_state_are_those_of_benchlib(sent, published, states, rankings):
    page = sent["aggregate_ranking"]
    leaders = set()
    for state, found in zip(states, rankings, strict=True):
        systems, games, scores, value = expected_values(published, page, state)
        assert found["n"] == len(games) >= 2
        keep = np.ones(len(games), dtype=bool)
        values = dict(zip(systems, value(keep).tolist(), strict=True))
        shown = [row["name"] for row in found["rows"]]
        assert sorted(shown) == sorted(systems)
        assert [row["value"] for row in found["rows"]] == pytest.approx(
            [values[name] for name in shown], rel=1e-9, abs=1e-9
        )
        in_order = np.diff([values[name] for name in shown])
        assert (in_order * (1 if state["aggregate"] == "gap" else -1) >= -1e-9).all()
        # The game that moves the mean of the leader most, and everybody's value without it.
        moved = aggregate.single_task_influence([scores[systems.index(shown[0])]], tasks=games)
        most = names_of([found["game"]])[0]
        assert found["moved"]["mean"] == pytest.approx(moved.mean, rel=1e-9, abs=1e-9)
        assert found["moved"]["moves"] == (abs(moved.without[0] - moved.mean) > 1e-12)
        if found["moved"]["moves"]:
            assert most == moved.tasks[0]
            assert found["moved"]["without"] == pytest.approx(moved.without[0], rel=1e-9, abs=1e-9)
        keep[games.index(most)] = False
        others = dict(zip(systems, value(keep).tolist(), strict=True))
        assert [row["without"] for row in found["rows"]] == pytest.approx(
            [others[name] for name in shown], rel=1e-9, abs=1e-9
        )
        leaders.add(shown[0])
    assert len(leaders) >= 4, f"whatever is chosen, only {leaders} lead"


def test_every_sentence_names_the_leaders_and_their_margin(rankings):
    for found in rankings:
        rows = found["rows"]
        together = [r["name"] for r in rows if abs(r["value"] - rows[0]["value"]) < 1e-9]
        start = re.match(r"On (\d+) [a-z ]+ games, (.*)", found["sentence"])
        assert int(start[1]) == found["n"]
        if len(together) > 1:
            assert " lead " in start[2]
            assert all(name in start[2] for name in together)
            continue
        said = re.search(
            r", (\S[^,]*) leads (?:with an? [a-z ]+ of )?([\d.,]*\d)(?: games?)?, ahead of "
            r"(\S[^,]*?) by ([\d.,]*\d)\.",
            found["sentence"],
        )
        assert said, found["sentence"]
        assert (said[1], said[3]) == (rows[0]["name"], rows[1]["name"])
        numbers = [float(said[k].replace(",", "")) for k in (2, 4)]
        margin = abs(rows[0]["value"] - rows[1]["value"])
        # Three digits are printed.
        assert numbers == pytest.approx([rows[0]["value"], margin], rel=5.1e-3)


def test_the_still_of_the_ranking_says_what_the_page_says_when_it_opens(pages, sent, evaluate):
    page = sent["aggregate_ranking"]
    found = evaluate("aggregate-ranking", "E.ranking(data, data.initial)", page)
    soup = BeautifulSoup(pages["aggregate_ranking"].html, "html.parser")
    first, second, after = *found["rows"][:2], found["after"][0]
    for text in (soup.find("img")["alt"], soup.find("figcaption").text):
        assert f"{first['name']} leads with a mean of {first['value']:.2f}" in text
        assert f"ahead of {second['name']} with {second['value']:.2f}" in text
        assert f"without {found['game']}, {after['name']} has the highest mean, " in text
        assert f"{after['without']:.2f}" in text
    # It opens where one game makes the leader.
    assert after["name"] != first["name"]


# ---- distributions


def test_the_distributions_are_normalized_by_benchlib(sent, published):
    for part in sent["score_distribution"]["sets"].values():
        games = common_games(published, SOURCES)
        raw = scores_of(published, part["systems"], games)
        told_apart = np.ptp(raw, axis=0) > 0
        games = [game for game, kept in zip(games, told_apart, strict=True) if kept]
        raw = raw[:, told_apart]
        assert len(part["systems"]) == 4
        for name, scores in part["scores"].items():
            reference = reference_of(published, name, games, raw)
            exact = normalization.normalize(raw, reference=reference).scores
            np.testing.assert_array_equal(scores, exact)
        assert {games[k] for k in part["groups"]["design"]} == set(ale.DESIGN_GAMES)
        assert sorted(part["groups"]["testing"] + part["groups"]["design"]) == [*range(len(games))]
        assert part["groups"]["all"] == [*range(len(games))]


def test_shares_at_every_threshold_are_those_of_benchlib(evaluate, sent):
    page = sent["score_distribution"]
    thresholds = page["thresholds"]
    assert thresholds == sorted(set(thresholds))
    states = [
        {"set": key, "scale": scale, "games": games, "direction": "falling"}
        for key, scale, games in product(page["sets"], REFERENCES, GROUPS)
    ]
    found = evaluate(
        "score-distribution",
        "data.states.map((s) => ({limits: E.limits(data.page, s), at: data.page.thresholds.map("
        "(_, threshold) => { const {counts, n, best, alone} = "
        "E.measured(data.page, {...s, threshold}); return {counts, n, best, alone}; })}))",
        {"page": page, "states": states},
    )
    changed = 0
    for state, answer in zip(states, found, strict=True):
        part = page["sets"][state["set"]]
        every = np.array(part["scores"][state["scale"]])
        scores = every[:, part["groups"][state["games"]]]
        shares = aggregate.score_distribution(scores[:, None], thresholds=thresholds)
        counts = np.array([one["counts"] for one in answer["at"]]).T
        np.testing.assert_allclose(counts / scores.shape[1], shares, rtol=0, atol=1e-12)
        for k, one in enumerate(answer["at"]):
            assert one["n"] == scores.shape[1]
            assert one["best"] == np.flatnonzero(counts[:, k] == counts[:, k].max()).tolist()
        # Shares change only at scores, so these are all thresholds at which one can lead.
        exact = aggregate.score_distribution(scores[:, None], thresholds=np.unique(scores))
        leads = {
            k for k in range(4) if (exact[k] > np.delete(exact, k, axis=0).max(axis=0) + 1e-9).any()
        }
        assert set(answer["at"][0]["alone"]) == leads
        changed += len(leads) > 1
        # The axis holds every score of the scale.
        low, high = (thresholds[end] for end in answer["limits"])
        assert low <= every.min() <= every.max() <= high
    assert changed > 5, "there is hardly a set whose order depends on the threshold"


def test_the_sentence_has_the_shares_and_the_leaders(evaluate, sent):
    page = sent["score_distribution"]
    keys = ("set", "scale", "games", "threshold")
    places = range(0, len(page["thresholds"]), 4)
    states = [
        {"direction": "rising", **dict(zip(keys, choice, strict=True))}
        for choice in product(page["sets"], REFERENCES, GROUPS, places)
    ]
    sentences = evaluate(
        "score-distribution",
        "data.states.map((s) => E.view(data.page, s, 600).sentence)",
        {"page": page, "states": states},
    )
    for state, sentence in zip(states, sentences, strict=True):
        part = page["sets"][state["set"]]
        scores = np.array(part["scores"][state["scale"]])[:, part["groups"][state["games"]]]
        threshold = page["thresholds"][state["threshold"]]
        share = aggregate.score_distribution(scores[:, None], thresholds=[threshold])[:, 0]
        assert sentence.startswith(f"A score of {threshold:,g} or more".replace("-", "−"))
        for name, value in zip(part["systems"], share, strict=True):
            count = round(value * scores.shape[1])
            percent = f"{value:.1%}" if 0 < value < 1 else f"{value:.0%}"
            pattern = rf"{re.escape(name)} in {count}(?: of \d+ [a-z ]+)? \({re.escape(percent)}\)"
            assert re.search(pattern, sentence), (pattern, sentence)
        best = [s for s, value in zip(part["systems"], share, strict=True) if value == share.max()]
        claim = sentence.split(". ")[-1].partition(" there; ")[0]
        if len(best) == 4:
            assert claim == "All are level"
        else:
            verb = "leads" if len(best) == 1 else "lead together"
            assert claim.endswith(verb)
            named = [s for s in part["systems"] if s in claim]
            assert named == best


def test_the_still_of_the_distributions_says_what_the_page_says_when_it_opens(
    pages, sent, evaluate
):
    page = sent["score_distribution"]
    found = evaluate("score-distribution", "E.measured(data, data.initial)", page)
    soup = BeautifulSoup(pages["score_distribution"].html, "html.parser")
    for text in (soup.find("img")["alt"], soup.find("figcaption").text):
        for name, count in zip(found["systems"], found["counts"], strict=True):
            assert f"{name} {count / found['n']:.1%}" in text
        assert f"{found['n']} testing games" in text
    assert page["initial"]["direction"] == "falling"
    assert len(found["alone"]) > 1, "one system leads throughout, and nothing is to be seen"
