"""Seat advantage, and draws as an outcome of their own."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binomtest
from statsmodels.api import GLM, families

from benchlib import bradley_terry

ELO = 400 / np.log(10)


def games(*rows):
    names = ("bot_1", "bot_2", "seat", "result")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def test_a_seat_by_hand():
    # In seat 1 a takes 3 of 4 points, in seat 2 it takes 2 of 4: log-odds log(3) and 0 are the
    # gap plus and minus the advantage, so both are log(3) / 2.
    rows = [("a", "b", 1, r) for r in (1, 1, 1, 0)] + [("b", "a", 1, r) for r in (1, 1, 0, 0)]
    ratings = bradley_terry.fit(games(*rows), seat_advantage=True)
    assert ratings.gap("a", "b") == pytest.approx(ELO * np.log(3) / 2)
    assert ratings.seat_advantage_elo == pytest.approx(ELO * np.log(3) / 2)
    assert np.isnan(ratings.draw_parameter)


def test_a_draw_parameter_by_hand():
    # 4 wins, 2 draws, 1 loss: e^(d/2) : nu : e^(-d/2) = 4 : 2 : 1, so d = log(4) and nu = 1.
    rows = [("a", "b", 1, r) for r in (1, 1, 1, 1, 0.5, 0.5, 0)]
    ratings = bradley_terry.fit(games(*rows), draws="davidson")
    assert ratings.gap("a", "b") == pytest.approx(ELO * np.log(4))
    assert ratings.draw_parameter == pytest.approx(1)
    assert np.isnan(ratings.seat_advantage_elo)


def test_a_seat_against_statsmodels(play):
    table = play(np.random.default_rng(1), [0.4, 0, -0.4], maps=40, draw=0.2, seat=0.3)
    design = np.zeros((len(table["map"]), 3))
    row = np.arange(len(design))
    for name, sign in (("bot_1", 1), ("bot_2", -1)):
        design[row[table[name] > 0], table[name][table[name] > 0] - 1] += sign
    design[:, 2] = np.where(table["seat"] == 1, 1, -1)
    model = GLM(table["result"], design, family=families.Binomial())
    reference = model.fit(
        cov_type="cluster", cov_kwds={"groups": table["map"], "use_correction": False}, tol=1e-14
    )
    errors = bradley_terry.standard_errors(table, seat_advantage=True)
    assert errors.seat_advantage.estimate == pytest.approx(ELO * reference.params[2])
    scale = ELO * (40 / 39) ** 0.5
    assert errors.seat_advantage.standard_error == pytest.approx(scale * reference.bse[2])
    assert errors.gap("1", "0").estimate == pytest.approx(ELO * reference.params[0])
    assert errors.gap("1", "0").standard_error == pytest.approx(scale * reference.bse[0])
    assert errors.log_draw_parameter is None


def test_all_parameters_against_a_general_optimizer(play):
    table = play(np.random.default_rng(2), [0.4, 0, -0.2, -0.2], maps=30, draw=0.3, seat=0.3)
    side = np.where(table["seat"] == 1, 1, -1)

    def loss(x):
        theta = np.r_[x[:3], -x[:3].sum()]
        d = theta[table["bot_1"]] - theta[table["bot_2"]] + x[3] * side
        logs = np.stack([-d / 2, np.full(len(d), x[4]), d / 2])
        chosen = logs[(2 * table["result"]).astype(int), np.arange(len(d))]
        return np.log(np.exp(logs).sum(axis=0)).sum() - chosen.sum()

    best = minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-7}).x
    ratings = bradley_terry.fit(table, draws="davidson", seat_advantage=True)
    np.testing.assert_allclose(ratings.log_strength[:3], best[:3], atol=1e-5)
    assert ratings.seat_advantage_elo == pytest.approx(ELO * best[3], abs=1e-3)
    assert ratings.draw_parameter == pytest.approx(np.exp(best[4]), abs=1e-5)
    # Their errors, against the second derivatives by differences: the games are independent.
    errors = bradley_terry.standard_errors(table, by=None, draws="davidson", seat_advantage=True)
    step = 1e-4 * np.eye(5)
    hessian = [
        [(loss(best + a + b) - loss(best + a - b) - loss(best - a + b) + loss(best - a - b)) / 4e-8
         for b in step] for a in step
    ]  # fmt: skip
    naive = np.sqrt(np.diag(np.linalg.inv(hessian)))
    np.testing.assert_allclose(errors.naive_standard_error[:3], ELO * naive[:3], rtol=1e-3)
    assert errors.seat_advantage.standard_error == pytest.approx(ELO * naive[3], rel=0.1)
    assert errors.log_draw_parameter.standard_error == pytest.approx(naive[4], rel=0.15)


def test_balanced_seats_and_no_prior_leave_expected_points_equal(play):
    table = play(np.random.default_rng(4), [0.5, 0, -0.5], maps=50, draw=0.2, seat=0.4)
    turned = {**table, "bot_1": table["bot_2"], "bot_2": table["bot_1"],
              "seat": 3 - table["seat"], "result": 1 - table["result"]}  # fmt: skip
    options = {"draws": "davidson", "seat_advantage": True}
    ratings, same = bradley_terry.fit(table, **options), bradley_terry.fit(turned, **options)
    np.testing.assert_allclose(same.elo, ratings.elo, atol=1e-9)
    assert same.seat_advantage_elo == pytest.approx(ratings.seat_advantage_elo)
    swapped = bradley_terry.fit({**table, "seat": 3 - table["seat"]}, **options)
    assert swapped.seat_advantage_elo == pytest.approx(-ratings.seat_advantage_elo)
    np.testing.assert_allclose(swapped.elo, ratings.elo, atol=1e-9)


def test_a_seat_without_worth_changes_no_rating():
    # Every result once in each seat: the advantage is zero, and the plain fit comes out.
    rows = [("a", "b", s, r) for s in (1, 2) for r in (1, 1, 0)]
    rows += [("b", "c", s, r) for s in (1, 2) for r in (1, 0.5, 0)]
    table = games(*rows)
    ratings = bradley_terry.fit(table, seat_advantage=True)
    assert ratings.seat_advantage_elo == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(ratings.elo, bradley_terry.fit(table).elo, atol=1e-9)


def test_the_interval_of_a_seat_covers_its_worth(play):
    hits = 0
    for seed in range(150):
        table = play(np.random.default_rng(seed), [0.3, 0, -0.3], maps=40, seat=0.2)
        interval = bradley_terry.standard_errors(
            table, seat_advantage=True
        ).seat_advantage.confidence_interval
        hits += interval.low <= ELO * 0.2 <= interval.high
    assert binomtest(hits, 150, 0.95).pvalue > 0.001


DECISIVE = games(("a", "b", 1, 1), ("b", "a", 1, 1), ("a", "b", 2, 1))


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [
        (DECISIVE, {"draws": "davidson"}, "holds no draw"),
        (games(("a", "b", 1, 0.5)), {"draws": "davidson"}, "every game is a draw"),
        ([[0, 1], [1, 0]], {"draws": "davidson"}, "does not say which games were drawn"),
        ([[0, 1], [1, 0]], {"seat_advantage": True}, "does not say which games share .* a seat"),
        (games(("a", "b", 1, 1), ("a", "b", 1, 0)), {"seat_advantage": True},
         "the seats follow from the pairs"),
        # Whoever sits in seat 1 wins.
        (games(("a", "b", 1, 1), ("b", "a", 1, 1)), {"seat_advantage": True}, "at infinity"),
        # Strength decides within a pair, unless it is a draw: nothing bounds d and nu together.
        (games(("a", "b", 1, 1), ("a", "b", 1, 0.5)), {"draws": "davidson"}, "at infinity"),
        (DECISIVE, {"draws": "none"}, "draws: expected 'half' or 'davidson'"),
        (DECISIVE, {"seat_advantage": 1}, "seat_advantage: expected True or False"),
        (DECISIVE, {"seat_advantage": True, "method": "mm"}, "'mm' fits strengths only"),
        (games(("a", "b", 0, 1)), {"seat_advantage": True}, "'seat': row 0 is 0.0; write the"),
        ({**DECISIVE, "seat": ["left"] * 3}, {"seat_advantage": True}, "row 0 is 'left'"),
        ({k: v for k, v in DECISIVE.items() if k != "seat"}, {"seat_advantage": True},
         "the column 'seat' is missing"),
    ],
)  # fmt: skip
def test_what_cannot_be_fitted_is_refused(table, options, words):
    with pytest.raises(ValueError, match=words):
        bradley_terry.fit(table, **options)


def test_a_prior_bounds_strengths_only():
    unbeaten = games(("a", "b", 1, 1), ("a", "b", 2, 1), ("b", "c", 1, 1), ("c", "b", 1, 0.5))
    ratings = bradley_terry.fit(unbeaten, seat_advantage=True, draws="davidson", prior=0.5)
    assert np.isfinite([*ratings.elo, ratings.seat_advantage_elo, ratings.draw_parameter]).all()
    # Whoever sits in seat 1 wins: the prior's games have no seat.
    with pytest.raises(ValueError, match=r"at infinity.* \(a prior bounds strengths only\)"):
        bradley_terry.fit(games(("a", "b", 1, 1), ("b", "a", 1, 1)), seat_advantage=True, prior=0.5)
