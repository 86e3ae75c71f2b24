"""The explorers of panels, gates and sequential tests: benchlib's digits, and what a page gets."""

import json
import re
from itertools import product

import numpy as np
import pytest
from bs4 import BeautifulSoup
from scipy.stats import binomtest

from benchlib import bradley_terry, gates, sequential
from benchlib.plots import explorers
from benchlib.plots.explorers import _panel, _sprt


def sent(shown: explorers.Explorer) -> dict:
    """Return what the page gets."""
    return json.loads(BeautifulSoup(shown.html, "html.parser").find("script").string)


@pytest.mark.parametrize("name", ["panel", "gate", "sprt"])
def test_a_page_gets_little_and_always_the_same(name):
    make = getattr(explorers, name)
    first = make()
    assert first.html == make().html
    assert len(json.dumps(sent(first))) < 1_000
    assert len(first.html) < 80_000
    soup = BeautifulSoup(first.html, "html.parser")
    assert soup.find("bm-explorer")["kind"] == name
    assert len(soup.find("img")["alt"]) > 60
    assert len(soup.find("figcaption").text) > 60


# ---- panel


PANELS = [
    {"bots": bots, "step": step, "cycle": cycle, "games": games}
    for bots, (step, cycle), games in product(
        ("3", "4"), ((0, 0), (0, 20), (35, 15), (60, 38), (150, 20)), (20, 330)
    )
]


@pytest.fixture(scope="module")
def panels(evaluate):
    return evaluate("panel", "data.map(E.measured)", PANELS)


def test_panels_have_the_points_that_the_still_is_drawn_from(panels):
    for state, found in zip(PANELS, panels, strict=True):
        expected = _panel.expected_points(
            int(state["bots"]), state["step"], state["cycle"], state["games"]
        )
        assert np.array(found["points"]) == pytest.approx(expected, abs=1e-9)


def test_ratings_and_residuals_are_those_of_benchlib(panels):
    for found in panels:
        points = np.array(found["points"])
        fitted = bradley_terry.standard_errors(points, by=None)
        assert found["elo"] == pytest.approx(fitted.elo, abs=1e-6)
        assert found["rating"] == pytest.approx(fitted.naive_standard_error, abs=1e-6)
        pairs = bradley_terry.pair_residuals(points, by=None)
        at = [int(bot) for bot in pairs.bot_1], [int(bot) for bot in pairs.bot_2]
        assert np.array(found["residual"])[at] == pytest.approx(pairs.residual, abs=1e-6)
        errors = np.array(found["residualError"])[at]
        assert errors == pytest.approx(pairs.standard_error, abs=1e-6)


def test_any_table_is_fitted_as_benchlib_fits_it(evaluate):
    rng = np.random.default_rng(5)
    tables = [np.where(np.eye(n), 0.0, rng.gamma(2, 20, (n, n))).tolist() for n in (2, 3, 4, 4, 6)]
    found = evaluate("panel", "data.map(E.fit)", tables)
    for table, elo in zip(tables, found, strict=True):
        assert elo == pytest.approx(bradley_terry.fit(table).elo, abs=1e-6)


def test_the_panel_opens_going_round():
    points = _panel.expected_points(3, _panel.STEP_ELO, _panel.CYCLE_POINTS, _panel.N_GAMES)
    found = bradley_terry.intransitivity(points, by=None, n_resamples=99, rng=1)
    assert found.n_cyclic_triples == 1
    alt = BeautifulSoup(explorers.panel().html, "html.parser").find("img")["alt"]
    # What the picture is said to show is what the games say.
    for winner, loser in re.findall(r"([A-D]) beats ([A-D])", alt):
        i, j = (_panel.BOTS.index(bot) for bot in (winner, loser))
        assert points[i, j] > points[j, i]
    assert alt.count(" beats ") == 3


# ---- gate


GATES = [
    {
        "games": games,
        "mark": mark,
        "confirmGames": confirm,
        "confirmMark": confirm_mark,
        "share": share,
        "gain": gain,
    }
    for games, mark, confirm, confirm_mark, share, gain in [
        (512, 520, 2048, 520, 20, 30),
        (512, 520, 2048, 520, 0, 30),
        (64, 500, 256, 500, 100, 5),
        (64, 600, 256, 600, 5, 100),
        (2048, 535, 8192, 505, 65, 15),
        (2048, 600, 8192, 600, 50, 5),
        (1216, 525, 4096, 550, 95, 60),
    ]
]


def test_promotions_are_those_of_benchlib(evaluate):
    found = evaluate("gate", "data.map(E.outcomes)", GATES)
    for state, result in zip(GATES, found, strict=True):
        stages = [
            gates.Stage(state["games"], state["mark"] / 1000),
            gates.Stage(state["confirmGames"], state["confirmMark"] / 1000),
        ]
        rates = [0.5 + state["gain"] / 1000, 0.5]
        shares = [state["share"], 100 - state["share"]]
        for k in (0, 1):
            exact = gates.evaluate(stages[: k + 1], rates, weights=shares)
            chances = [result[kind]["chance"][k] for kind in ("better", "equal")]
            assert chances == pytest.approx(exact.promotion_probability, rel=1e-9, abs=1e-300)
            assert chances == pytest.approx(exact.promotion_probability, rel=0, abs=1e-10)
            better, equal = (result[kind]["promoted"][k] / 100 for kind in ("better", "equal"))
            assert better == pytest.approx(exact.true_promotions, abs=1e-10)
            assert equal == pytest.approx(exact.false_promotions, abs=1e-10)
            assert result["gain"][k] / 100 == pytest.approx(exact.expected_gain, abs=1e-10)
            assert result["games"][k] == pytest.approx(exact.expected_games, rel=1e-10)


def test_points_needed_are_those_of_benchlib(evaluate):
    asked = [
        [games, mark] for games in (*range(64, 2049, 64), 100, 999) for mark in range(500, 601, 5)
    ]
    found = evaluate("gate", "data.map(([games, mark]) => E.winsNeeded(games, mark))", asked)
    needed = [gates.Stage(games, mark / 1000).points_needed for games, mark in asked]
    # Half a point more is never reached without draws, so the next whole number decides.
    assert found == [int(np.ceil(points)) for points in needed]
    assert any(points % 1 for points in needed)


# ---- sprt


@pytest.fixture(scope="module")
def page():
    return sent(explorers.sprt())


STATES = [
    {"test": "0", "errors": "0", "elo": 0, "draws": 30, "walk": 1},
    {"test": "0", "errors": "2", "elo": 50, "draws": 0, "walk": 2},
    {"test": "0", "errors": "3", "elo": 150, "draws": 50, "walk": 3},
    {"test": "1", "errors": "0", "elo": -50, "draws": 60, "walk": 4},
    {"test": "1", "errors": "1", "elo": 10, "draws": 30, "walk": 5},
    {"test": "2", "errors": "0", "elo": 200, "draws": 10, "walk": 6},
    {"test": "2", "errors": "1", "elo": 95, "draws": 60, "walk": 7},
]


def settings(page, state):
    """Return what `gsprt` wants to know of a state."""
    test = page["tests"][int(state["test"])]
    alpha, beta = page["errors"][int(state["errors"])]
    known = {"elo0": test["elo0"], "elo1": test["elo1"], "model": "logistic"}
    return test, known | {"alpha": alpha, "beta": beta}


def test_the_ratio_is_that_of_benchlib(evaluate):
    counts = [
        *([759, 1863, 880], [0, 0, 5], [5, 0, 0], [0, 5, 0], [0, 100, 0], [1, 0, 0], [0, 300, 1]),
        *([30, 0, 41], [0, 12, 31], [3, 10, 30], [144, 3, 1], [20_000, 61_000, 20_500]),
    ]
    bounds = [(0, 5), (0, 100), (-50, 50), (0, 200), (-1500, -500), (-800, 1200)]
    asked = [[*row, *bound] for row in counts for bound in bounds]
    score = "1 / (1 + 10 ** (-elo / 400))"
    found = evaluate(
        "sprt",
        f"data.map(([l, d, w, ...elos]) => E.ratio(l, d, w, ...elos.map((elo) => {score})))",
        asked,
    )
    for (losses, draws, wins, elo0, elo1), llr in zip(asked, found, strict=True):
        expected = sequential.gsprt(
            [losses, draws, wins], elo0=elo0, elo1=elo1, model="logistic", alpha=0.05, beta=0.05
        ).llr
        assert llr == pytest.approx(expected, rel=1e-9, abs=1e-6)


def test_walks_decide_as_benchlib_decides(evaluate, page):
    states = [state | {"walk": walk} for state in STATES for walk in (1, 2, 33, 200)]
    found = evaluate(
        "sprt",
        "data.states.map((state) => E.walk(E.settings(data.page, state), state.walk))",
        {"page": page, "states": states},
    )
    decisions = set()
    for state, walk in zip(states, found, strict=True):
        _, options = settings(page, state)
        last = sequential.gsprt(walk["looks"][-1]["counts"], **options)
        assert walk["looks"][-1]["llr"] == pytest.approx(last.llr, abs=1e-6)
        assert walk["decision"] == last.decision
        decisions.add(last.decision)
        # The still draws the same walks, from numbers that are made in Python.
        looks, decision, n_games = _sprt.walked(
            state["walk"],
            test=int(state["test"]),
            errors=int(state["errors"]),
            elo=state["elo"],
            draws_percent=state["draws"],
        )
        assert (decision, n_games) == (walk["decision"], walk["n"])
        assert [look["llr"] for look in walk["looks"]] == pytest.approx(looks, abs=1e-6)
    assert decisions >= {"accept_h0", "accept_h1"}


@pytest.fixture(scope="module")
def exact(evaluate, page):
    return evaluate(
        "sprt",
        "data.states.map((state) => E.characteristics(E.settings(data.page, state)))",
        {"page": page, "states": STATES},
    )


def test_tests_end_as_often_as_simulated_ones(page, exact):
    n = 10_000
    for number, (state, found) in enumerate(zip(STATES, exact, strict=True)):
        test, options = settings(page, state)
        simulated = sequential.operating_characteristics(
            sequential.game_probabilities(state["elo"], draw_rate=state["draws"] / 100),
            **options,
            n_simulations=n,
            max_steps=test["most"],
            steps_per_look=test["every"],
            rng=number,
        )
        total = found["acceptH0"] + found["acceptH1"] + found["undecided"]
        assert total == pytest.approx(1, abs=1e-6)
        for name, share in (("acceptH1", simulated.accept_h1), ("undecided", simulated.undecided)):
            assert binomtest(round(n * share), n, found[name]).pvalue > 1e-4, (state, name)
        margin = 4 * simulated.mean_steps_standard_error
        assert found["games"] == pytest.approx(simulated.mean_steps, abs=margin)
        for side, ends in ((1, "up"), (-1, "down")):
            when = simulated.steps[simulated.decision == side]
            for games in np.quantile(simulated.steps, [0.2, 0.5, 0.8]):
                looks = int(games) // test["every"]
                chance = sum(found[ends][:looks])
                seen = int((when <= looks * test["every"]).sum())
                assert binomtest(seen, n, min(1, chance)).pvalue > 1e-4, (state, ends, games)


def test_the_opening_walk_errs_and_the_test_keeps_its_promise(page, exact):
    opening = page["initial"]
    _, decision, _ = _sprt.walked(opening["walk"])
    assert decision == "accept_h1"
    assert opening["elo"] == page["tests"][0]["elo0"]
    alpha, _ = page["errors"][0]
    assert 0 < exact[0]["acceptH1"] < alpha
