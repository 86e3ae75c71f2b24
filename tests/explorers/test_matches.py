"""The explorers of matches, run in node: benchlib's numbers, and what the page gets."""

import json
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from bs4 import BeautifulSoup
from scipy.special import betainc, betaincinv
from scipy.stats import binom, norm

from benchlib import gates, winrate
from benchlib.plots import explorers

EXPLORER = Path(__file__).parents[2] / "book" / "_static" / "explorer.js"

MATCHES = [
    *((1, 0, 0), (1, 0, 1), (2, 1, 0), (3, 1, 1), (10, 6, 0), (10, 10, 0), (10, 3, 5)),
    *((100, 55, 0), (100, 55, 45), (150, 20, 31), (1000, 500, 0), (1000, 531, 27), (1000, 0, 999)),
]
METHODS = {
    "wilson": winrate.wilson_interval,
    "wald": winrate.wald_interval,
    "clopper": winrate.clopper_pearson_interval,
    "jeffreys": winrate.jeffreys_interval,
}


def sent(shown: explorers.Explorer) -> dict:
    """Return what the page gets."""
    return json.loads(BeautifulSoup(shown.html, "html.parser").find("script").string)


def percent(p: float) -> str:
    if 0 < p < 0.0005:
        return "less than 0.1%"
    if 0.9995 < p < 1:
        return "more than 99.9%"
    return f"{p:.0%}" if p in (0, 1) else f"{p:.1%}"


def test_normal_quantiles_are_those_of_scipy(evaluate):
    chances = [*np.linspace(0.001, 0.999, 999), 1e-6, 1e-5, 0.99999, 1 - 1e-6]
    found = evaluate("../explorer", "data.map(E.normalQuantile)", chances)
    np.testing.assert_allclose(found, norm.ppf(chances), rtol=0, atol=1e-9)


def test_binomial_chances_are_those_of_scipy(evaluate):
    cases = [(n, p) for n in (1, 10, 200, 1000) for p in (0.0, 0.01, 0.3, 0.5, 0.95, 1.0)]
    found = evaluate("../explorer", "data.map((c) => Array.from(E.binomial(...c)))", cases)
    for (n, p), chances in zip(cases, found, strict=True):
        np.testing.assert_allclose(chances, binom.pmf(np.arange(n + 1), n, p), rtol=0, atol=1e-13)


def test_the_beta_distribution_is_that_of_scipy(evaluate):
    sizes = (0.5, 1, 3.5, 20, 250.5, 1000)
    cases = [(x, a, b) for a, b in product(sizes, sizes) for x in (0.003, 0.25, 0.5, 0.8, 0.99)]
    x, a, b = np.array(cases).T
    found = evaluate("win-rate", "data.map((c) => E.betaBelow(...c))", cases)
    np.testing.assert_allclose(found, betainc(a, b, x), rtol=0, atol=1e-10)
    found = evaluate("win-rate", "data.map((c) => E.betaQuantile(...c))", cases)
    np.testing.assert_allclose(found, betaincinv(a, b, x), rtol=0, atol=1e-10)


def test_intervals_are_those_of_benchlib(evaluate):
    cases = [
        (method, wins + draws / 2, n, level)
        for method in METHODS
        for n, wins, draws in MATCHES
        for level in (0.8, 0.95, 0.99)
    ]
    found = evaluate("win-rate", "data.map((c) => E.interval(...c))", cases)
    for (method, points, n, level), ends in zip(cases, found, strict=True):
        expected = METHODS[method](points, n, confidence_level=level)
        assert ends == pytest.approx([expected.low, expected.high], rel=0, abs=1e-10)


def test_equal_bots_are_those_of_benchlib(evaluate):
    cases = [(n, draws / n) for n, _, draws in MATCHES]
    found = evaluate("win-rate", "data.map((c) => Array.from(E.equalBots(...c)))", cases)
    for (n, drawn), chances in zip(cases, found, strict=True):
        expected = winrate.points_distribution(n, win_rate=0.5, draw_rate=drawn)
        np.testing.assert_allclose(chances, expected, rtol=0, atol=1e-12)


def test_every_sentence_of_a_win_rate_has_the_numbers_of_benchlib(evaluate):
    page = sent(explorers.win_rate())
    cases = [(match, method) for match in MATCHES for method in METHODS]
    states = [
        {"games": n, "wins": wins, "draws": draws, "method": method}
        for (n, wins, draws), method in cases
    ]
    found = evaluate(
        "win-rate",
        "data.states.map((s) => E.view(data.page, E.initial({ initial: s }), 600).sentence)",
        {"page": page, "states": states},
    )
    verdicts = set()
    for ((n, wins, draws), method), sentence in zip(cases, found, strict=True):
        points = wins + draws / 2
        ends = METHODS[method](points, n)
        digits = 2 if n < 100 else 3
        # A tail from the other side is one of the opponent.
        tail = winrate.chance_of_at_least(
            max(points, n - points), n, win_rate=0.5, draw_rate=draws / n
        )
        written = re.findall(r"is (.+?), and true rates from (.+?) to (.+?)(?:,| fit)", sentence)
        numbers = [float(number.replace("\u2212", "-")) for number in written[0]]
        # A tie such as 0.975 may be rounded either way.
        expected = pytest.approx([points / n, ends.low, ends.high], rel=0, abs=0.5001 * 10**-digits)
        assert numbers == expected
        assert all(len(number.partition(".")[2]) == digits for number in written[0])
        words = "at least as well" if 2 * points >= n else "no better"
        assert f" would do {words} in {percent(tail)} of such matches." in sentence
        inside = ends.low <= 0.5 <= ends.high
        verdict = "not tell" if inside else "stronger" if ends.low > 0.5 else "weaker"
        assert verdict in sentence.partition("Equal strength")[2]
        verdicts.add(verdict)
    assert len(verdicts) == 3


def test_games_needed_are_those_of_benchlib(evaluate):
    page = sent(explorers.games_needed())
    cases = [
        {"design": design, "correlation": correlation, "level": level, "power": power}
        for design, correlation in (("duel", 50), ("own", 50), ("shared", 0), ("shared", 65))
        for level in ("80", "90", "95", "99", "99.9")
        for power in (50, 80, 99)
    ]
    gains, games = np.arange(0.5, 30.5, 0.5).tolist(), [1, 5, 10, 96, 800, 10_000]
    found = evaluate(
        "games-needed",
        "data.cases.map((s) => [data.gains.map((g) => E.gamesNeeded(s, g)),"
        " data.games.map((n) => E.detectable(s, n))])",
        {"cases": [page["initial"] | case for case in cases], "gains": gains, "games": games},
    )
    for case, (needed, smallest) in zip(cases, found, strict=True):
        options = {"confidence_level": float(case["level"]) / 100, "power": case["power"] / 100}
        correlation = case["correlation"] / 100 if case["design"] == "shared" else 0.0
        for gain, count in zip(gains, needed, strict=True):
            if case["design"] == "duel":
                assert count == winrate.games_for_duel(gain / 100, **options)
            else:
                assert count == winrate.games_per_version(
                    gain / 100, correlation=correlation, **options
                )
        comparison = "duel" if case["design"] == "duel" else "versions"
        for n, effect in zip(games, smallest, strict=True):
            options |= {"comparison": comparison, "correlation": correlation}
            if effect is None:
                with pytest.raises(ValueError, match="detect no effect"):
                    winrate.minimum_detectable_effect(n, **options)
            else:
                expected = winrate.minimum_detectable_effect(n, **options)
                assert effect / 100 == pytest.approx(expected, rel=1e-9)
    assert any(None in smallest for _, smallest in found)


def test_the_best_of_many_is_that_of_benchlib(evaluate):
    cases = [
        (k, spread, n)
        for k in (1, 2, 3, 10, 49, 50)
        for spread in (0, 0.005, 0.02, 0.1)
        for n in (10, 200, 1000)
    ]
    found = evaluate(
        "best-of",
        "data.map(([k, spread, n]) => { const rates = E.trueRates(k, spread);"
        " const { measured, true: truth, probability } = E.bestOf(rates, n);"
        " return { rates, measured, truth, probability }; })",
        cases,
    )
    for (k, spread, n), result in zip(cases, found, strict=True):
        quantiles = norm.ppf((np.arange(k) + 0.5) / k)
        np.testing.assert_allclose(result["rates"], 0.5 + spread * quantiles, rtol=0, atol=1e-9)
        expected = gates.best_of(result["rates"], n_games=n)
        assert result["measured"] == pytest.approx(expected.measured, rel=0, abs=1e-9)
        assert result["truth"] == pytest.approx(expected.true, rel=0, abs=1e-9)
        np.testing.assert_allclose(
            result["probability"], expected.selection_probability, rtol=0, atol=1e-9
        )


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("win-rate", explorers.win_rate),
        ("games-needed", explorers.games_needed),
        ("best-of", explorers.best_of),
    ],
)
def test_an_explorer_opens_in_the_state_of_its_still(evaluate, kind, make):
    shown = make()
    soup = BeautifulSoup(shown.html, "html.parser")
    assert soup.find("bm-explorer")["kind"] == kind
    assert make().html == shown.html
    (opening,) = evaluate(
        kind,
        "[data].map((page) => { const state = E.initial(page);"
        " const { allowed } = require(" + json.dumps(str(EXPLORER)) + ");"
        " return { state, allowed: allowed(E.controls(page, state), state),"
        " sentence: E.view(page, state, 600).sentence }; })",
        sent(shown),
    )
    assert opening["state"] == opening["allowed"]
    # Each number of the still's words is one that the opening sentence states.
    for words in (
        soup.find("img")["alt"],
        soup.find("figcaption").text.partition(" On the page")[0],
    ):
        numbers = [
            set(re.findall(r"\d(?:[\d,.]*\d)?", text)) for text in (words, opening["sentence"])
        ]
        assert len(numbers[0]) >= 3
        # The nominal level is no result.
        assert numbers[0] - {"95"} <= numbers[1], words
