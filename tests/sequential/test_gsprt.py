import inspect
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize

from benchlib import sequential

RATES = {"alpha": 0.05, "beta": 0.05}
# Long and short tests, and counts at the edge of what a test can see.
KNOWN = [
    ([759, 1863, 880], 0, 5, "logistic", 2.947224, "accept_h1"),
    ([365, 16618, 36229, 16974, 390], 0, 2, "normalized", 2.250368, "continue"),
    ([36027, 68692, 36433], 0, 2, "normalized", 0.923293, "continue"),
    ([0, 84, 840, 126, 0], 0, 10, "normalized", 2.960172, "accept_h1"),
    ([0, 0, 100, 0, 0], 0, 5, "logistic", -1.441648, "continue"),
]


def llr(counts, elo0, elo1, model, **options):
    return sequential.gsprt(counts, elo0=elo0, elo1=elo1, model=model, **RATES, **options).llr


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "expected", "decision"), KNOWN)
def test_known_values(counts, elo0, elo1, model, expected, decision):
    test = sequential.gsprt(counts, elo0=elo0, elo1=elo1, model=model, **RATES)
    assert test.llr == pytest.approx(expected, abs=5e-7)
    assert test.decision == decision
    assert test.n == sum(counts)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))


def test_by_hand():
    # Wins and losses only, with next to nothing for the draw: a coin with p = 1/2 against 3/4.
    # 9 of 12: 9 log(3/2) + 3 log(1/2).
    found = llr([3, 0, 9], 0, 400 * math.log10(3), "logistic", zero_count=1e-4)
    assert found == pytest.approx(9 * math.log(1.5) + 3 * math.log(0.5), abs=1e-3)


def test_bounds_by_hand():
    bounds = sequential.wald_bounds(alpha=0.1, beta=0.2)
    assert (bounds.lower, bounds.upper) == pytest.approx((math.log(2 / 9), math.log(8)))


def brute_log_likelihood(counts, elo, model):
    """Maximize the likelihood over three outcomes along the one line that a hypothesis leaves."""
    filled = np.where(np.array(counts) == 0, 0.001, counts)
    if model == "logistic":
        score = 1 / (1 + 10 ** (-elo / 400))

        def shares(draw):
            return np.array([1 - score - draw / 2, draw, score - draw / 2])

        most = 2 * min(score, 1 - score)
    else:
        t = elo * math.log(10) / 800

        def shares(draw):
            # With gain m = mean - 1/2 the variance is (1 - draw) / 4 - m^2, and m = t sd.
            m = t * math.sqrt((1 - draw) / 4 / (1 + t * t))
            return np.array([(1 - draw) / 2 - m, draw, (1 - draw) / 2 + m])

        most = 1 - t * t / (1 + t * t)

    def value(draw):
        return float(filled @ np.log(np.maximum(shares(draw), 1e-300)))

    def slope(draw, h=1e-7):
        return value(draw + h * draw) - value(draw - h * draw)

    ends = most * 1e-9, most * (1 - 1e-9)
    half = np.geomspace(ends[0], most / 2, 400)
    grid = np.sort(np.concatenate([half, most - half]))
    best = int(np.argmax([value(d) for d in grid]))
    low, high = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    return value(brentq(slope, low, high)) if slope(low) > 0 > slope(high) else value(grid[best])


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1"),
    [
        ([759, 1863, 880], 0, 5),
        ([3, 10, 30], -50, 60),
        ([40, 1, 2], 0, 300),
        ([0, 5, 9], 0, 100),
        ([12, 0, 0], -800, -200),
        ([0, 20, 0], -10, 10),
    ],
)
def test_three_outcomes_against_brute_force(counts, elo0, elo1, model):
    found = llr(counts, elo0, elo1, model)
    first, second = (brute_log_likelihood(counts, elo, model) for elo in (elo0, elo1))
    expected = second - first
    assert found == pytest.approx(expected, abs=1e-4 * max(1, abs(expected)))


def solver_log_likelihood(counts, elo, model):
    """Maximize over five outcomes with a general solver, from many starts."""
    filled = np.where(np.array(counts) == 0, 0.001, counts)
    scores = np.linspace(0, 1, 5)

    def gap(p):
        mean = p @ scores
        if model == "logistic":
            return mean - 1 / (1 + 10 ** (-elo / 400))
        sd = math.sqrt(max(p @ (scores - mean) ** 2, 1e-30))
        return mean - 0.5 - elo * math.log(10) / 800 * math.sqrt(2) * sd

    rng = np.random.default_rng(3)
    best = -np.inf
    for _ in range(12):
        fit = minimize(
            lambda p: -filled @ np.log(p) / filled.sum(),
            rng.dirichlet(np.ones(5)),
            bounds=[(1e-9, 1)] * 5,
            constraints=[{"type": "eq", "fun": gap}, {"type": "eq", "fun": lambda p: p.sum() - 1}],
            method="SLSQP",
            options={"ftol": 1e-13, "maxiter": 500},
        )
        if abs(gap(fit.x)) < 1e-7 and abs(fit.x.sum() - 1) < 1e-7:
            best = max(best, -fit.fun * filled.sum())
    return best


@pytest.mark.filterwarnings("ignore:Values in x were outside bounds")
@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1"),
    [([5, 20, 40, 30, 10], 0, 50), ([1, 2, 30, 4, 2], -60, 120), ([9, 5, 7, 3, 1], 20, 200)],
)
def test_five_outcomes_against_a_general_solver(counts, elo0, elo1, model):
    found = llr(counts, elo0, elo1, model)
    first, second = (solver_log_likelihood(counts, elo, model) for elo in (elo0, elo1))
    expected = second - first
    assert found == pytest.approx(expected, abs=2e-4)


def test_the_deepest_of_two_valleys():
    # 74 level pairs far from a gain of 1.5 sd: the likelihood has two maxima, nearly as high.
    # Reached from either side by brute force over the half-spaces that make up the hypothesis.
    from benchlib.sequential import _likelihood

    filled = np.array([0.001, 0.001, 74, 0.001, 0.001])
    shares = (filled / filled.sum())[None]
    scores = np.linspace(0, 1, 5)
    d = np.linspace(0.12, 0.4999, 20001)
    y = scores - 0.5
    gradients = y - d[:, None] / 2 - 1.5**2 * (y - d[:, None]) ** 2 / (2 * d[:, None])
    brute = _likelihood.losses(np.repeat(shares, len(d), axis=0), gradients)[0]
    valleys = (brute[1:-1] < brute[:-2]) & (brute[1:-1] < brute[2:])
    assert valleys.sum() == 2
    found = _likelihood.t_value_loss(shares, scores, 1.5)[0]
    assert found == pytest.approx(brute.min(), abs=1e-7)
    other = brute[1:-1][valleys].max()
    assert other - found > 1e-5


counts = st.integers(0, 60)
tables = st.sampled_from([3, 5]).flatmap(lambda k: st.lists(counts, min_size=k, max_size=k))
tables = tables.filter(any)
models = st.sampled_from(["logistic", "normalized"])
elos = st.floats(-800, 800).map(lambda x: round(x, 2))


@settings(deadline=None)
@given(tables, elos, elos, models)
def test_the_other_seat_sees_the_opposite(table, first, second, model):
    elo0, elo1 = sorted((first, second))
    if elo0 == elo1:
        return
    found = llr(table, elo0, elo1, model)
    assert math.isfinite(found)
    assert llr(table[::-1], -elo1, -elo0, model) == pytest.approx(-found, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(tables, elos, elos, elos, models)
def test_ratios_add_up(table, first, second, third, model):
    a, b, c = sorted((first, second, third))
    if a < b < c:
        whole = llr(table, a, c, model)
        assert llr(table, a, b, model) + llr(table, b, c, model) == pytest.approx(whole, abs=1e-7)


@settings(deadline=None)
@given(st.lists(st.integers(1, 60), min_size=3, max_size=3), st.integers(2, 9), models)
def test_k_times_the_counts_are_k_times_the_ratio(table, k, model):
    once = llr(table, 0, 50, model)
    assert llr([k * c for c in table], 0, 50, model) == pytest.approx(k * once, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(tables, st.floats(-300, 300).map(lambda x: round(x, 2)), models)
def test_no_hypothesis_beats_the_observed_shares(table, elo, model):
    filled = [max(c, 1) for c in table]
    observed = sequential.elo_of(np.array(filled) / sum(filled), model=model)
    if abs(observed) > 3000 or abs(elo - observed) < 1:
        return
    low, high = sorted((elo, observed))
    sign = 1 if high == observed else -1
    assert sign * llr(filled, low, high, model) > 0


@settings(deadline=None)
@given(tables, models)
def test_far_hypotheses_give_a_number(table, model):
    for bounds in ((-1500, -500), (500, 1500), (-2000, 2000)):
        assert math.isfinite(llr(table, *bounds, model))


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_one_sided_counts_have_an_answer(model):
    test = sequential.gsprt([144, 3, 1, 0, 0], elo0=-1500, elo1=-500, model=model, **RATES)
    assert math.isfinite(test.llr)
    assert test.decision == ("accept_h1" if model == "logistic" else "accept_h0")


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_a_billion_games(model):
    # The normal approximation is exact in the limit: n (s1 - s0) (2 m - s0 - s1) / (2 var).
    n, step = 10**9, 0.1
    unit = math.log(10) / 800
    slope = unit * (1 / 2 if model == "logistic" else 1)
    spread = 1 / 6 if model == "logistic" else 1
    expected = -3 * n * (slope * step) ** 2 / (2 * spread)
    assert llr([n, n, n], 0, step, model) == pytest.approx(expected, rel=1e-5)


def test_zero_counts_are_said_and_matter_in_a_short_match():
    test = sequential.gsprt([0, 0, 100, 0, 0], elo0=0, elo1=5, model="logistic", **RATES)
    assert test.warnings[0] == (
        "0 points, half a point, 1.5 points, 2 points: never seen, counted as 0.001 each"
    )
    assert sequential.gsprt([1, 1, 1], elo0=0, elo1=5, model="logistic", **RATES).warnings == ()
    found = [llr([0, 0, 100, 0, 0], 0, 5, "logistic", zero_count=z) for z in (1e-4, 1e-3, 1e-2)]
    assert found[0] < found[1] < found[2]
    # Nine draws in a row: whether they decide hangs on an invented thousandth of a game.
    decided = sequential.gsprt([0, 9, 0], elo0=0, elo1=100, model="logistic", **RATES)
    assert decided.decision == "accept_h0"
    assert decided.warnings[1:] == ("with zero_count=0.01 the decision would be 'continue'",)


def test_the_path_ends_where_the_test_is():
    rng = np.random.default_rng(5)
    plan = {"elo0": 0, "elo1": 80, "model": "normalized"}
    for kinds in (3, 5):
        outcomes = rng.integers(kinds, size=40)
        path = sequential.gsprt_path(outcomes, n_outcomes=kinds, **plan)
        for n in (1, 7, 40):
            table = np.bincount(outcomes[:n], minlength=kinds)
            assert path[n - 1] == pytest.approx(llr(table, 0, 80, "normalized"), abs=1e-12)


def refused(*words):
    return pytest.raises(ValueError, match=".*".join(map(re.escape, words)))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([1, 2], ("expected 3 numbers", "or 5", "got 2")),
        ([1, 2, 3, 4], ("got 4",)),
        ([0, 0, 0], ("all are zero", "play at least one")),
        ([1, -1, 2], ("row 1 (a draw) is -1", "a whole number")),
        ([1, 2, 3, 2.5, 0], ("row 3 (1.5 points) is 2.5",)),
        ([1, np.nan, 2], ("row 1 is nan",)),
        ([1, "2", 3], ("row 1 is '2'", "not a number")),
        ([True, 1, 2], ("row 0 is True",)),
        ([[1, 2, 3]], ("one dimension",)),
        ([1e17, 1, 1], ("row 0 (a loss)",)),
    ],
)
def test_impossible_counts(table, words):
    with refused("counts: ", *words):
        llr(table, 0, 5, "logistic")


@pytest.mark.parametrize("model", [None, "elo", "Logistic", 1, ["logistic"]])
def test_an_unknown_model(model):
    with refused("model: expected 'logistic' or 'normalized', got", repr(model)):
        llr([1, 2, 3], 0, 5, model)


@pytest.mark.parametrize("missing", ["elo0", "elo1", "model", "alpha", "beta"])
def test_nothing_that_defines_the_test_has_a_default(missing):
    options = {"elo0": 0, "elo1": 5, "model": "logistic", **RATES}
    del options[missing]
    with pytest.raises(TypeError, match=missing):
        sequential.gsprt([1, 2, 3], **options)
    parameters = inspect.signature(sequential.operating_characteristics).parameters
    assert parameters[missing].default is inspect.Parameter.empty


@pytest.mark.parametrize("elo", [None, np.nan, np.inf, 5000, "5", True])
def test_impossible_bounds(elo):
    with refused("elo0: expected a number from -2000 to 2000, got"):
        llr([1, 2, 3], elo, 5, "logistic")
    with refused("elo1: expected a number from -2000 to 2000, got"):
        llr([1, 2, 3], 0, elo, "logistic")


@pytest.mark.parametrize("elo1", [0, -5])
def test_hypotheses_out_of_order(elo1):
    with refused("elo1: expected more than elo0 = 0"):
        llr([1, 2, 3], 0, elo1, "logistic")


def test_impossible_error_rates():
    for rate in (0, 1, None, np.nan, "0.05"):
        with refused("alpha: expected a number between 0 and 1"):
            sequential.wald_bounds(alpha=rate, beta=0.05)
    with refused("alpha, beta: 0.5 and 0.5 sum to 1", "smaller"):
        sequential.wald_bounds(alpha=0.5, beta=0.5)


@pytest.mark.parametrize("size", [0, -1, 1, 1e-6, None, np.nan])
def test_impossible_zero_counts(size):
    with refused("zero_count: expected"):
        llr([1, 2, 3], 0, 5, "logistic", zero_count=size)


@pytest.mark.parametrize("bad", [3, -1, 0.5])
def test_impossible_outcomes(bad):
    with refused("outcomes: row 1 is", "whole numbers from 0 to 2"):
        sequential.gsprt_path([0, bad], n_outcomes=3, elo0=0, elo1=5, model="logistic")
    with refused("n_outcomes: expected 3 for games or 5 for pairs, got 4"):
        sequential.gsprt_path([0], n_outcomes=4, elo0=0, elo1=5, model="logistic")


def simple(counts, first, second):
    return sequential.sprt(counts, probabilities0=first, probabilities1=second, **RATES)


def test_simple_hypotheses():
    # 2 log(0.2/0.3) + 1 log(0.4/0.4) + 4 log(0.4/0.3), by hand.
    test = simple([2, 1, 4], [0.3, 0.4, 0.3], [0.2, 0.4, 0.4])
    assert test.llr == pytest.approx(2 * math.log(2 / 3) + 4 * math.log(4 / 3))
    assert simple([1, 0, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]).decision == "accept_h0"
    excluded = simple([1, 1, 0], [0.5, 0, 0.5], [0, 0.5, 0.5])
    assert math.isnan(excluded.llr)
    assert excluded.decision == "continue"
    assert "both hypotheses exclude" in excluded.warnings[0]


def test_impossible_simple_hypotheses():
    with refused("probabilities1: 5 probabilities for 3 counts"):
        simple([1, 2, 3], [0.3, 0.4, 0.3], [0.2] * 5)
    with refused("probabilities0: they sum to 1.1"):
        simple([1, 2, 3], [0.4, 0.4, 0.3], [0.2, 0.4, 0.4])
    with refused("probabilities1: row 0 is -0.1"):
        simple([1, 2, 3], [0.3, 0.4, 0.3], [-0.1, 0.6, 0.5])
    with refused("probabilities1: the same as probabilities0"):
        simple([1, 2, 3], [0.3, 0.4, 0.3], [0.3, 0.4, 0.3])
