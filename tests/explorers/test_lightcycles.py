"""The explorers of light cycles: benchlib's positions, numpy's and scipy's numbers, and a page."""

import json
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup
from scipy.stats import ttest_ind, ttest_rel

from benchlib import lightcycles
from benchlib.plots import explorers
from benchlib.plots.explorers import _mirror_replay, _paired_maps

PAIRINGS = ("own", "absolute", "changed")


@pytest.fixture(scope="module")
def pages():
    return {name: getattr(explorers, name)() for name in ("mirror_replay", "paired_maps")}


@pytest.fixture(scope="module")
def sent(pages):
    """What each page gets."""
    return {
        name: json.loads(BeautifulSoup(shown.html, "html.parser").find("script").string)
        for name, shown in pages.items()
    }


@pytest.mark.parametrize("name", ["mirror_replay", "paired_maps"])
def test_a_page_stays_light_and_is_always_the_same(pages, sent, name):
    shown = pages[name]
    assert shown.html == getattr(explorers, name)().html
    assert len(json.dumps(sent[name])) < 50_000
    assert len(shown.html) < 150_000
    soup = BeautifulSoup(shown.html, "html.parser")
    assert soup.find("bm-explorer")["kind"] == name.replace("_", "-")
    assert len(soup.find("img")["alt"]) > 100
    assert len(soup.find("figcaption").text) > 60


# ---- mirror replay


@pytest.fixture(scope="module")
def games(sent):
    """Every game that a page can replay, with its bots, map and positions."""
    page, found = sent["mirror_replay"], []
    for key, bots in _mirror_replay.pairings().items():
        for number, game in enumerate(page["pairings"][key]["games"]):
            board = _mirror_replay.boards()[number]
            positions = lightcycles.replay(board, game["moves"])
            found.append((key, number, game, bots, board, positions))
    assert len(found) == len(PAIRINGS) * len(page["maps"])
    return found


def played(evaluate, page, expression):
    """Evaluate an expression of `game`, as the script plays it, for every game of a page."""
    return evaluate(
        "mirror-replay",
        "Object.keys(data.pairings).map((pairing) => data.maps.map((_, map) => "
        f"((game) => ({expression}))(E.gameOf(data, {{ pairing, map }}))))",
        page,
    )


def test_the_maps_are_those_of_benchlib(sent):
    for board, found in zip(_mirror_replay.boards(), sent["mirror_replay"]["maps"], strict=False):
        assert board.is_mirrored
        made = lightcycles.Map(
            found["width"], found["height"], found["walls"], found["starts"], found["facings"]
        )
        assert made == board


def test_positions_are_those_of_benchlib(evaluate, sent, games):
    found = played(evaluate, sent["mirror_replay"], "game.positions")
    for key, number, game, _, _, positions in games:
        replayed = found[PAIRINGS.index(key)][number]
        assert len(replayed) == len(positions) == game["turns"] + 1
        for mine, expected in zip(replayed, positions, strict=True):
            assert mine["trails"] == [[list(cell) for cell in trail] for trail in expected.trails]
            assert mine["headings"] == expected.headings
            assert mine["crashed"] == list(expected.crashed)


def test_hard_games_are_replayed_alike(evaluate):
    # With walls, other sizes and bots that crash at once, on maps that are not mirrored.
    maps = [
        *lightcycles.generate(range(6), mirrored=False, n_walls=20),
        *lightcycles.generate(range(6), mirrored=True, width=5, height=4, n_walls=2),
        *lightcycles.generate(range(6), mirrored=False, width=7, height=2),
    ]
    games = [lightcycles.play("random", "wall_hugger", board, rng=1) for board in maps]
    asked = [
        {
            "map": {
                "width": board.width,
                "height": board.height,
                "walls": board.walls,
                "starts": board.starts,
                "facings": board.facings,
            },
            "moves": game.moves,
        }
        for board, game in zip(maps, games, strict=True)
    ]
    found = evaluate(
        "mirror-replay",
        "data.map(({ map, moves }) => E.replay(map, moves).map((p) => "
        "[p.trails, p.crashed, E.result(p), E.isMirrored(map, p)]))",
        asked,
    )
    for board, game, replayed in zip(maps, games, found, strict=True):
        expected = [
            [
                [[list(cell) for cell in trail] for trail in position.trails],
                list(position.crashed),
                position.result,
                _mirror_replay.is_mirrored(position),
            ]
            for position in lightcycles.replay(board, game.moves)
        ]
        # What is mirrored is told by cycles alone: walls and starts of these maps may differ.
        assert replayed == expected
        assert replayed[-1][2] == game.result


def test_images_are_turned_positions_with_seats_exchanged(evaluate, sent, games):
    page = sent["mirror_replay"]
    images = played(evaluate, page, "game.positions.map((p) => E.image(game.map, p))")
    mirrored = played(evaluate, page, "game.positions.map((p) => E.isMirrored(game.map, p))")
    for key, number, _, _, _, positions in games:
        place = PAIRINGS.index(key)
        for found, same, position in zip(
            images[place][number], mirrored[place][number], positions, strict=True
        ):
            turned = lightcycles.rotate_position(position)
            assert found["trails"] == [[list(cell) for cell in t] for t in turned.trails[::-1]]
            assert found["headings"] == turned.headings[::-1]
            assert found["crashed"] == list(turned.crashed[::-1])
            assert same == _mirror_replay.is_mirrored(position)


def test_only_own_frame_copies_stay_mirrored_and_a_tie_is_what_breaks(evaluate, sent, games):
    broken = played(evaluate, sent["mirror_replay"], "game.broken")
    for key, number, game, bots, _, positions in games:
        turn = broken[PAIRINGS.index(key)][number]
        if key == "own":
            assert turn is None
            assert positions[-1].result == 0.5
            continue
        assert turn >= 1
        before = positions[turn - 1]
        one, two = (lightcycles.choose(bot, before, seat=k + 1) for k, bot in enumerate(bots))
        # Both see one tie, turned; and take of it what is not the same, turned.
        assert len(one.tied) > 1
        assert set(lightcycles.rotate_moves(one.tied)) == set(two.tied)
        assert lightcycles.rotate_moves(one.move) != two.move
        assert game["ties"][turn - 1] == f"{one.tied}/{two.tied}"


def test_ties_are_those_that_the_bots_saw(games):
    for key, _, game, bots, _, positions in games:
        halves = game["moves"].split("/")
        assert len(game["ties"]) == game["turns"]
        for turn, (tied, position) in enumerate(zip(game["ties"], positions, strict=False)):
            both = tied.split("/")
            for seat, (bot, best) in enumerate(zip(bots, both, strict=True), start=1):
                choice = lightcycles.choose(bot, position, seat=seat)
                assert best == (choice.tied if len(choice.tied) > 1 else "")
                assert choice.move == halves[seat - 1][turn]
            if key == "own":
                assert lightcycles.rotate_moves(both[0]) == both[1]


def test_tallies_are_those_of_the_match(sent):
    maps = _mirror_replay.boards()
    for key, pair in _mirror_replay.pairings().items():
        entry = sent["mirror_replay"]["pairings"][key]
        match = lightcycles.play_pairs([pair], maps, rng=1)
        report = lightcycles.match_report(match)
        tally = entry["tally"]
        assert tally["games"] == report.n_games == 2 * len(maps)
        assert tally["different"] == report.n_distinct
        assert (tally["won"] + tally["drawn"] / 2) / tally["games"] == report.estimate
        assert tally["drawn"] / tally["games"] == report.draw_rate
        first = match[match["seat"] == 1]
        assert [game["moves"] for game in entry["games"]] == first["moves"].head(8).tolist()
    own = sent["mirror_replay"]["pairings"]["own"]["tally"]
    assert own["drawn"] == own["games"]


def test_the_still_shows_the_first_turn_that_is_not_mirrored(evaluate, pages, sent):
    page = sent["mirror_replay"]
    opening = page["initial"]
    place = PAIRINGS.index(opening["pairing"])
    broken = played(evaluate, page, "game.broken")[place][int(opening["map"])]
    assert opening["turn"] == broken
    alt = BeautifulSoup(pages["mirror_replay"].html, "html.parser").find("img")["alt"]
    assert f"until turn {broken} of" in alt
    sentence = evaluate("mirror-replay", "E.view(data, E.initial(data), 600).sentence", page)
    tally = page["pairings"][opening["pairing"]]["tally"]
    assert f"wins {tally['won']}, draws {tally['drawn']} and loses {tally['lost']}" in sentence
    assert sentence.startswith(f"The mirror broke in turn {broken}: ")


# ---- paired maps


STATES = [
    {"version": version, "design": "shared", "size": size, "draw": draw}
    for version in _paired_maps.VERSIONS[1:]
    for size in range(len(_paired_maps.SIZES))
    for draw in range(1, _paired_maps.N_DRAWS + 1)
]


@pytest.fixture(scope="module")
def outcomes(evaluate, sent):
    return evaluate(
        "paired-maps",
        "data.states.map((state) => E.outcome(data.page, state))",
        {"page": sent["paired_maps"], "states": STATES},
    )


def test_points_are_those_of_the_games(sent):
    page = sent["paired_maps"]
    assert tuple(page["points"]) == _paired_maps.VERSIONS
    maps = lightcycles.generate(
        range(_paired_maps.N_POOL), mirrored=False, n_walls=_paired_maps.N_WALLS
    )
    assert len({board.id for board in maps}) == len(maps)
    for name in page["points"]:
        games = lightcycles.play_pairs([(name, page["opponent"])], maps[:20], rng=9)
        points = games.groupby("map", sort=False)["result"].sum()
        assert points.index.tolist() == [board.id for board in maps[:20]]
        assert page["points"][name][:20] == points.tolist()


def test_the_page_draws_the_maps_that_the_still_is_drawn_from(evaluate):
    asked = [[draw, n] for draw in (1, 2, 77, 200) for n in _paired_maps.SIZES]
    found = evaluate(
        "paired-maps", f"data.map((row) => E.sample({_paired_maps.N_POOL}, ...row))", asked
    )
    for (draw, n), both in zip(asked, found, strict=True):
        for mine, expected in zip(both, _paired_maps.sample(draw, n), strict=True):
            assert mine == expected.tolist()
        assert len(set(both[0]) | set(both[1])) == 2 * n


def test_differences_and_intervals_are_those_of_scipy(outcomes):
    points = _paired_maps.pool()
    without = 0
    # Every seventh draw, which is another one for each number of maps.
    for state, found in zip(STATES[::7], outcomes[::7], strict=True):
        old, new = (points[name] / 2 for name in ("voronoi", state["version"]))
        first, last = _paired_maps.sample(state["draw"], _paired_maps.SIZES[state["size"]])
        a, b, other = old[first], new[first], new[last]
        np.testing.assert_allclose(found["difference"], b - a, rtol=0, atol=1e-12)
        assert found["correlation"] == pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-9)
        separate = ttest_ind(other, a).confidence_interval(_paired_maps.LEVEL)
        expected = [other.mean() - a.mean(), separate.low, separate.high]
        assert list(found["separate"].values()) == pytest.approx(expected, abs=1e-9)
        if np.ptp(b - a) == 0:
            # Maps that all end alike have no spread to make an interval of.
            without += 1
            assert found["shared"]["low"] is None
            assert found["shared"]["high"] is None
            continue
        shared = ttest_rel(b, a).confidence_interval(_paired_maps.LEVEL)
        expected = [(b - a).mean(), shared.low, shared.high]
        assert list(found["shared"].values()) == pytest.approx(expected, abs=1e-9)
    assert 0 < without < len(STATES) / 7 / 50


def test_what_is_said_of_the_pool_is_so(evaluate, sent, outcomes):
    points = _paired_maps.pool()
    for version in _paired_maps.VERSIONS[1:]:
        old, new = points["voronoi"] / 2, points[version] / 2
        index = next(k for k, state in enumerate(STATES) if state["version"] == version)
        found = outcomes[index]["pool"]
        assert found["difference"] == pytest.approx((new - old).mean(), abs=1e-9)
        assert found["correlation"] == pytest.approx(np.corrcoef(old, new)[0, 1], abs=1e-9)
        factor = (old.var(ddof=1) + new.var(ddof=1)) / (new - old).var(ddof=1)
        assert found["factor"] == pytest.approx(factor, abs=1e-9)
        assert factor > 1.5, "nothing is saved"
        # With equal variances the factor is the one that the games of a version are divided by.
        assert factor == pytest.approx(1 / (1 - found["correlation"]), rel=0.1)
        sentence = evaluate(
            "paired-maps",
            "E.view(data.page, data.state, 600).sentence",
            {"page": sent["paired_maps"], "state": STATES[index]},
        )
        played = 4 * _paired_maps.SIZES[0]
        words = re.search(r": ([\d,]+) games .* as ([\d,]+) on .* ([\d,]+) are saved", sentence)
        numbers = [int(number.replace(",", "")) for number in words.groups()]
        needed = round(played * factor)
        assert numbers == [played, needed, needed - played]


def test_shared_maps_decide_more_often_and_narrower(outcomes):
    for version in _paired_maps.VERSIONS[1:]:
        mine = [
            found
            for state, found in zip(STATES, outcomes, strict=True)
            if state["version"] == version and _paired_maps.SIZES[state["size"]] == 100
        ]
        width, decided = {}, {}
        for design in ("shared", "separate"):
            ends = np.array([[found[design]["low"], found[design]["high"]] for found in mine])
            width[design] = np.diff(ends, axis=1).mean()
            decided[design] = np.mean((ends[:, 0] > 0) | (ends[:, 1] < 0))
        factor = mine[0]["pool"]["factor"]
        assert (width["separate"] / width["shared"]) ** 2 == pytest.approx(factor, rel=0.15)
        assert decided["shared"] > 2 * decided["separate"]


@pytest.mark.parametrize("width", [300, 760])
def test_no_interval_and_no_dot_leaves_the_picture(evaluate, sent, width):
    # The fewer maps, the wider.
    states = [
        state | {"design": design}
        for state in STATES
        for design in ("shared", "separate")
        if state["size"] <= 1
    ]
    beyond = evaluate(
        "paired-maps",
        f"data.states.filter((state) => [...E.view(data.page, state, {width}).svg"
        '.matchAll(/ (?:x|x1|x2|cx)="(-?[\\d.]+)"|[ML](-?[\\d.]+) /g)]'
        f".some(([, x, point]) => Number(x ?? point) < 0 || Number(x ?? point) > {width}))",
        {"page": sent["paired_maps"], "states": states},
    )
    assert beyond == []


def test_the_opening_draw_tells_versions_apart_on_shared_maps_only(pages, sent, outcomes):
    opening = sent["paired_maps"]["initial"]
    found = outcomes[STATES.index(opening)]
    assert found["shared"]["low"] > 0
    assert found["separate"]["low"] < 0 < found["separate"]["high"]
    caption = BeautifulSoup(pages["paired_maps"].html, "html.parser").find("figcaption").text
    shown = [float(x.replace("−", "-")) for x in re.findall(r"[+−]\d+\.\d", caption)]
    expected = [100 * found[d][end] for d in ("shared", "separate") for end in ("low", "high")]
    assert shown == pytest.approx(expected, abs=0.05)
    assert f"by {found['correlation']:.2f}" in caption
