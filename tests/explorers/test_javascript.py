"""The scripts of the explorers, run in node: their own tests, and benchlib's digits."""

import json
import re
import shutil
import subprocess
from decimal import ROUND_HALF_UP, Decimal
from math import comb, sqrt
from pathlib import Path

import numpy as np
import pytest

from benchlib import datasets, retention
from benchlib.plots import explorers
from benchlib.retention._sums import Sums, n_pairs_above, sums_of_samples
from benchlib.studies import bbf_retention
from benchlib.studies.bbf_agreement import STORED_AS, score_units

HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "book" / "_static"
NODE = shutil.which("node")
# Ties at every n, close means, a variant that wins, a fine lattice, unequal pools.
GAMES = ("berzerk", "doubledunk", "freeway", "gravitar", "kangaroo", "skiing", "venture")
MAX_N = 15

pytestmark = pytest.mark.skipif(NODE is None, reason="node, which runs the scripts, is not here")


def node(*arguments: str, data: object = None) -> str:
    done = subprocess.run(
        [str(NODE), *arguments],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("script", sorted(HERE.glob("*.test.js")), ids=lambda path: path.name)
def test_the_tests_of_a_script_pass(script):
    report = node("--test", "--test-reporter=tap", str(script))
    assert int(re.search(r"^# pass (\d+)$", report, re.MULTILINE)[1]) >= 5, report


def test_every_script_has_tests():
    scripts = {path.stem for path in (SCRIPTS / "explorers").glob("*.js")} | {"explorer"}
    tested = {path.name.removesuffix(".test.js") for path in HERE.glob("*.test.js")}
    assert scripts == tested


@pytest.fixture(scope="module")
def pools():
    runs = datasets.load("bbf_runs")
    scores = {key: r["score"].to_numpy() for key, r in runs.groupby(["condition", "game"])}
    return {game: [scores[c, game] for c in bbf_retention.CONDITIONS] for game in GAMES}


@pytest.fixture(scope="module")
def curves(pools):
    units = score_units()
    return {
        game: retention.sign_agreement_curve(
            *pools[game], max_n=MAX_N, unit=units[game], stored_as=STORED_AS
        )
        for game in GAMES
    }


@pytest.fixture(scope="module")
def data():
    """What the page gets, as the page gets it."""
    html = explorers.retention(datasets.load("bbf_runs"), datasets.load("bbf_agreement")).html
    return json.loads(re.search(r"<script[^>]*>(.*)</script>", html)[1])


def test_the_page_gets_the_scores_as_released(data, pools):
    games = {entry["game"]: entry for entry in data["games"]}
    assert len(games) == len(data["games"]) == len(bbf_retention.study().tasks)
    for game in GAMES:
        for sent, pool in zip(games[game]["scores"], pools[game], strict=True):
            np.testing.assert_array_equal(np.float32(sent), pool)


def test_the_page_stays_light(data):
    assert len(json.dumps(data)) < 150_000


def test_the_expected_squared_error_is_that_of_benchlib(data, evaluate):
    sizes = range(1, MAX_N + 1)
    found = evaluate(
        "retention",
        f"data.games.map((g) => {list(sizes)}.map((n) => E.expectedSquaredError(g.scores, n)))",
        data,
    )
    for entry, errors in zip(data["games"], found, strict=True):
        expected = [retention.expected_squared_error(*entry["scores"], n=n) for n in sizes]
        assert errors == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize("n", [1, 2, 5, 15])
@pytest.mark.parametrize("game", ["freeway", "gravitar", "kangaroo", "venture"])
def test_the_distribution_is_the_exact_one_up_to_its_bins(pools, data, game, n, evaluate):
    unit = score_units()[game]
    steps = [np.rint(pool / unit).astype(np.int64) for pool in pools[game]]
    ahead, behind = (sums_of_samples(pool, n)[n - 1] for pool in steps)
    assert isinstance(ahead, Sums)
    total = comb(len(steps[0]), n) * comb(len(steps[1]), n)
    (entry,) = (entry for entry in data["games"] if entry["game"] == game)
    result = evaluate(
        "retention",
        f"((d) => ({{...d, chances: Array.from(d.chances)}}))(E.gapDistribution(data.scores, {n}))",
        entry,
    )
    chances, width = np.array(result["chances"]), result["width"]
    gaps = (result["first"] + np.arange(len(chances))) * width / n
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    # No gap is off by more than a bin, which therefore encloses the exact distribution.
    edge = max(map(np.ptp, steps)) * 2
    for threshold in [0, *np.linspace(-edge, edge, 41)]:
        whole = int(np.floor(threshold * n))
        exact = n_pairs_above(ahead, behind, whole) / total
        bound, slack = whole * unit / n, 1e-9
        assert chances[gaps > bound + width + slack].sum() <= exact + slack
        assert chances[gaps > bound - width - slack].sum() >= exact - slack
    # And it tells something: a bin is small against the range.
    assert width <= np.ptp(np.concatenate(entry["scores"])) / 100


def number(x: float) -> str:
    """Write a number as the explorers should: three significant digits, halves away from zero."""
    if x == 0:
        return "0"
    exact = Decimal(abs(x))
    step = Decimal(1) if exact >= 100 else Decimal(10) ** (exact.adjusted() - 2)
    digits = exact.quantize(step, rounding=ROUND_HALF_UP)
    if len(digits.as_tuple().digits) > 3 and exact < 100:
        digits = digits.quantize(step * 10)
    return ("\u2212" if x < 0 else "") + f"{digits:,f}"


def percent(p: float) -> str:
    if p < 0.0005:
        return "less than 0.1%"
    return "more than 99.9%" if p > 0.9995 else f"{p:.1%}"


def test_every_sentence_has_the_digits_of_benchlib(data, pools, curves, evaluate):
    states = [{"game": game, "n": n} for game in GAMES for n in range(1, MAX_N + 1)]
    found = evaluate(
        "retention",
        "data.states.map((state) => E.view(data.page, state, 600).sentence)",
        {"page": data, "states": states},
    )
    kinds = set()
    for state, sentence in zip(states, found, strict=True):
        game, n = state.values()
        curve, (a, b) = curves[game], pools[game]
        right, tie = curve.estimate[n - 1], curve.tie_probability[n - 1]
        winner, loser = (a, b) if curve.reference_gap > 0 else (b, a)
        wrong_possible = np.sort(winner)[:n].sum() < np.sort(loser)[-n:].sum() - 1e-6
        wrong = (
            f"{percent(1 - right - tie)} of them name the wrong system"
            if wrong_possible
            else "none names the wrong system"
        )
        rest = f"{percent(right)} of all samples; {wrong} and "
        rest += f"{percent(tie)} tie." if tie else "none ties."
        kinds.add((wrong_possible, tie > 0))
        if not wrong_possible and tie == 0:
            rest = "every sample."
        error = sqrt(retention.expected_squared_error(a, b, n=n))
        assert sentence == (
            f"With {n} of {len(a)} and {n} of {len(b)} runs of {game}, "
            f"the retained gap has the right sign in {rest} "
            f"The gap of all runs is {number(curve.reference_gap)} points; the retained gap "
            f"misses it by {number(error)} points (root mean square)."
        )
    assert len(kinds) >= 3, f"the games show only {kinds}"
