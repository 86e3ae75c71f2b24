"""The rule of the plan: its words, its corners, and how often it errs."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.stats import binomtest
from statsmodels.stats.power import TTestPower

from benchlib import datasets, preregistration
from benchlib.studies import learners, palette_rule
from benchlib.studies.palette_rule import SUPPORTED, TOO_FEW, UNDERMINED

P8, P128, C_WITHOUT, C_WITH = learners.CONTRASTS
GAMES = ("asterix", "freeway", "pong")


def table(signs):
    """Return contrasts: for each, the sign of a finding in every game, or 0 for none."""
    rows = [
        (name, game, float(sign or 1), 0.049 if sign else 0.05)
        for name in learners.CONTRASTS
        for game, sign in zip(GAMES, signs.get(name, (0, 0, 0)), strict=True)
    ]
    return pd.DataFrame(rows, columns=["contrast", "game", "estimate", "adjusted"])


@pytest.mark.parametrize(
    ("signs", "verdict", "repeatable"),
    [
        ({}, TOO_FEW, {}),
        ({P8: (1, 0, 0)}, TOO_FEW, {}),
        ({P8: (1, 1, 0)}, SUPPORTED, {P8: 1}),
        ({P128: (1, 1, 1)}, SUPPORTED, {P128: 1}),
        # A finding of the other sign takes it back.
        ({P8: (1, 1, -1)}, TOO_FEW, {}),
        ({P8: (-1, 0, -1)}, SUPPORTED, {P8: -1}),
        ({C_WITHOUT: (1, 1, 0)}, UNDERMINED, {C_WITHOUT: 1}),
        ({C_WITHOUT: (0, -1, -1)}, UNDERMINED, {C_WITHOUT: -1}),
        # The palette with pairs alone undermines nothing.
        ({C_WITH: (1, 1, 1)}, TOO_FEW, {C_WITH: 1}),
        ({C_WITHOUT: (1, 1, 0), P8: (1, 1, 0)}, SUPPORTED, {P8: 1, C_WITHOUT: 1}),
    ],
)
def test_the_corners_of_the_rule(signs, verdict, repeatable):
    ruling = palette_rule.apply_rule(table(signs))
    assert ruling.verdict == verdict
    assert ruling.repeatable == repeatable
    for name in learners.CONTRASTS:
        assert ruling.better[name] == sum(s > 0 for s in signs.get(name, ()))
        assert ruling.worse[name] == sum(s < 0 for s in signs.get(name, ()))


def test_a_contrast_without_spread_is_no_finding():
    found = table({P8: (1, 1, 1)})
    found.loc[found["contrast"] == P8, "adjusted"] = np.nan
    assert palette_rule.apply_rule(found).verdict == TOO_FEW


def test_a_missing_contrast_is_named():
    with pytest.raises(ValueError, match="palette with pairs"):
        palette_rule.apply_rule(table({}).query("contrast != @C_WITH"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        # One game that stands twice would be two games.
        (
            lambda t: pd.concat([t, t.iloc[[0]]]),
            r"row 12 repeats \(pairs at 8 colours, asterix\)",
        ),
        (lambda t: t.drop(index=4), "no contrast 'pairs at 128 colours' on 'freeway'"),
        (lambda t: t.drop(columns="adjusted"), "the column 'adjusted' is missing"),
        (lambda t: t.assign(adjusted=-0.1), "row 0 has the adjusted p-value -0.1"),
        (lambda t: t.assign(adjusted=1.1), "row 0 has the adjusted p-value 1.1"),
        (lambda t: t.assign(estimate=np.nan), "'estimate': entry .* is nan"),
    ],
)
def test_a_table_that_the_rule_can_not_judge_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        palette_rule.apply_rule(change(table({P8: (1, 0, 0)})))


@pytest.mark.parametrize("alpha", [0, 1, 5, np.nan])
def test_a_level_is_between_0_and_1(alpha):
    with pytest.raises(ValueError, match="alpha"):
        palette_rule.apply_rule(table({}), alpha=alpha)
    with pytest.raises(ValueError, match="alpha"):
        palette_rule.simulated_rulings(
            pairs=0.0, palette=0.0, n_trials=2, n_games=1, n_simulations=1, rng=1, alpha=alpha
        )


def test_a_loss_is_told_from_a_gain():
    found = palette_rule.apply_rule(table({P8: (-1, -1, 0), C_WITH: (1, 1, 1)}))
    assert found.verdict == SUPPORTED
    (told,) = found.warnings
    assert told.startswith(f"{P8}: the repeatable effect is a loss")
    assert palette_rule.apply_rule(table({P8: (1, 1, 0)})).warnings == ()


def by_the_words_of_the_plan(scores, alpha=0.05):
    """Judge scores of shape (learner, game, trial) with scipy alone, sentence by sentence."""
    pairs = {P8: ("bass", "basic8"), P128: ("bass128", "basic"),
             C_WITHOUT: ("basic", "basic8"), C_WITH: ("bass128", "bass")}  # fmt: skip
    tests = {name: stats.ttest_rel(scores[a], scores[b], axis=1) for name, (a, b) in pairs.items()}
    p = np.array([test.pvalue for test in tests.values()])
    adjusted = stats.false_discovery_control(p.ravel()).reshape(p.shape)
    repeatable = {}
    for name, own in zip(pairs, adjusted, strict=True):
        signs = np.sign(tests[name].statistic)[own < alpha].tolist()
        if len(signs) >= 2 and len(set(signs)) == 1:
            repeatable[name] = signs[0]
    if P8 in repeatable or P128 in repeatable:
        return SUPPORTED, repeatable
    return (UNDERMINED if C_WITHOUT in repeatable else TOO_FEW), repeatable


def test_the_rule_is_that_of_the_plan():
    rng = np.random.default_rng(7)
    seen = set()
    rows = pd.MultiIndex.from_product([range(5), range(5)], names=["game", "trial"])
    for _ in range(25):
        gains = {name: rng.choice([-3.0, 0.0, 0.0, 3.0], size=(5, 1)) for name in ("p", "c")}
        gains |= {name: rng.choice([0.0, 0.0, 3.0], size=(1, 1)) for name in ("p+", "c+")}
        has = {"basic8": (0, 0), "basic": (0, 1), "bass": (1, 0), "bass128": (1, 1)}
        own = {
            name: rng.normal(size=(5, 5))
            + p * (gains["p"] * rng.integers(2) + gains["p+"])
            + c * (gains["c"] * rng.integers(2) + gains["c+"])
            for name, (p, c) in has.items()
        }
        table = pd.DataFrame({name: x.ravel() for name, x in own.items()}, index=rows)
        found = palette_rule.apply_rule(learners.paired_contrasts(table))
        assert (found.verdict, found.repeatable) == by_the_words_of_the_plan(own)
        seen.add(found.verdict)
    assert seen == {SUPPORTED, UNDERMINED, TOO_FEW}


def test_confirmation_by_hand():
    ruling = palette_rule.apply_rule(table({P8: (1, 1, 0), C_WITH: (-1, -1, 0)}))
    rows = [
        (P8, "a", 0.1, 2.0), (P8, "b", -2.0, -0.1), (P8, "c", -1.0, 2.0),
        (C_WITH, "a", 0.1, 2.0), (C_WITH, "b", -2.0, -0.1), (C_WITH, "c", 0.0, 2.0),
        (P128, "a", 0.1, 2.0),
    ]  # fmt: skip
    found = pd.DataFrame(rows, columns=["contrast", "game", "low", "high"])
    confirmed, contradicted, still_open = palette_rule.OUTCOMES
    assert palette_rule.confirm(ruling, found)["outcome"].tolist() == [
        confirmed, contradicted, still_open, contradicted, confirmed, still_open,
    ]  # fmt: skip
    # What was not repeatable is not asked for.
    nothing = palette_rule.apply_rule(table({}))
    assert palette_rule.confirm(nothing, found)["outcome"].tolist() == []


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(P8, "a", 1.0, 0.0)], "row 0 has an interval from 1.0 to 0.0"),
        ([(P8, "a", np.nan, 0.0)], "row 0 has an interval from nan to 0.0"),
        ([(P8, "a", 0.0, 1.0)] * 2, "row 1 repeats"),
        ([(P8, "a", 0.0, 1.0), (P128, "b", 0.0, 1.0)], f"no contrast '{P8}' on 'b'"),
        ([(P128, "a", 0.0, 1.0)], f"no contrast '{P8}' on 'a'"),
    ],
)
def test_what_can_not_confirm_is_refused(rows, message):
    ruling = palette_rule.apply_rule(table({P8: (1, 1, 0)}))
    found = pd.DataFrame(rows, columns=["contrast", "game", "low", "high"])
    with pytest.raises(ValueError, match=message):
        palette_rule.confirm(ruling, found)
    with pytest.raises(ValueError, match="the column 'low' is missing"):
        palette_rule.confirm(ruling, found.drop(columns="low"))


def test_a_constant_difference_neither_confirms_nor_contradicts():
    # It has no p-value on a design game, so it must not pass for certain on a testing game.
    rows = pd.MultiIndex.from_product([("a",), range(3)], names=["game", "trial"])
    values = {
        "basic8": [0.0, 1, 2],
        "basic": [5.0, 6, 7],
        "bass": [1.0, 2, 3],
        "bass128": [0.0] * 3,
    }
    found = learners.paired_contrasts(pd.DataFrame(values, index=rows))
    ruling = palette_rule.apply_rule(table({P8: (1, 1, 0), C_WITHOUT: (-1, -1, 0)}))
    assert palette_rule.confirm(ruling, found)["outcome"].tolist() == ["open", "open"]


def test_the_plan_looks_at_its_number_of_trials_and_at_no_other():
    rows = pd.MultiIndex.from_product([GAMES, range(4)], names=["game", "trial"])
    scores = pd.DataFrame({"ram": np.arange(12.0)}, index=rows)
    assert palette_rule.planned_trials(scores, n_trials=5) is None
    assert palette_rule.planned_trials(scores, n_trials=4).equals(scores)
    fewer = palette_rule.planned_trials(scores, n_trials=3)
    assert fewer.index.get_level_values("trial").unique().tolist() == [0, 1, 2]
    assert fewer.loc["pong", "ram"].tolist() == [8, 9, 10]
    for n in (0, -1, 2.0):
        with pytest.raises(ValueError, match="n_trials"):
            palette_rule.planned_trials(scores, n_trials=n)


def test_the_plan_is_read_from_its_ledger(tmp_path, monkeypatch):
    path = tmp_path / "plans.jsonl"
    monkeypatch.setattr(datasets, "folder", lambda: tmp_path)
    preregistration.declare(path, "made up", purpose="final", first=1, last=1)
    with pytest.raises(ValueError, match="no rule 'palette or pairs'"):
        palette_rule.plan()
    preregistration.write_rule(path, palette_rule.RULE, final="made up", looks=5, text="as we say")
    assert palette_rule.plan().text == "as we say"
    assert palette_rule.plan().looks == (5,)


@pytest.mark.parametrize("size", [0.3, 0.8, 1.5])
@pytest.mark.parametrize("alpha", [0.05, 0.0025])
def test_trials_needed_agree_with_statsmodels(size, alpha):
    n = palette_rule.trials_needed(-size, 1.0, alpha=alpha)
    power = [TTestPower().power(size, k, alpha) for k in (n - 1, n)]
    assert power[1] >= 0.8
    assert n == 2 or power[0] < 0.8
    assert n == palette_rule.trials_needed(10 * size, 10.0, alpha=alpha)


def test_few_trials_show_a_large_effect():
    # Two trials reach only beyond t = 12.7; at an effect of 4 deviations three do.
    chances = [stats.nct.sf(stats.t.isf(0.025, n - 1), n - 1, 4 * n**0.5) for n in (2, 3)]
    assert chances[0] < 0.8 < chances[1]
    assert palette_rule.trials_needed(4.0, 1.0) == 3


@pytest.mark.parametrize(
    ("effect", "deviation", "name"),
    [
        (0.0, 1.0, "effect"),
        (np.nan, 1.0, "effect"),
        (1.0, 0.0, "standard_deviation"),
        (1e300, 1.0, "effect: .* too large"),
        (1.0, 1e-320, "effect: .* too large"),
    ],
)
def test_trials_for_nothing_are_refused(effect, deviation, name):
    with pytest.raises(ValueError, match=name):
        palette_rule.trials_needed(effect, deviation)


def test_trials_for_a_level_that_can_not_be_computed_are_refused():
    with pytest.raises(ValueError, match="alpha: expected at least 1e-15"):
        palette_rule.trials_needed(1.0, 1.0, alpha=1e-300)


@pytest.mark.parametrize(("alpha", "n"), [(1e-4, 2), (1e-6, 3), (1e-15, 5)])
def test_the_largest_effect_needs_what_a_chi_square_says(alpha, n):
    # So far out the normal part of t does not matter: t is beyond reach where the deviation of n
    # trials is small enough.
    def power(k):
        shrink = 1e4 * k**0.5 / stats.t.isf(alpha / 2, k - 1)
        return stats.chi2.cdf((k - 1) * shrink**2, k - 1)

    assert palette_rule.trials_needed(1e4, 1.0, alpha=alpha) == n
    assert power(n) >= 0.8
    assert n == 2 or power(n - 1) < 0.8


def test_simulated_rulings_agree_with_the_rule_on_each_experiment():
    options = {"n_trials": 4, "n_games": 2, "n_simulations": 1}
    for seed in range(12):
        shares = palette_rule.simulated_rulings(pairs=0.0, palette=6.0, **options, rng=seed)
        rng = np.random.default_rng(seed)
        names = list(learners.EFFECTS["pairs"])
        own = {
            name: rng.standard_normal((1, 2, 4))[0] + 6.0 * (learners.EFFECTS["palette"][name] > 0)
            for name in names
        }
        rows = pd.MultiIndex.from_product([("a", "b"), range(4)], names=["game", "trial"])
        scores = pd.DataFrame({name: x.ravel() for name, x in own.items()}, index=rows)
        ruling = palette_rule.apply_rule(learners.paired_contrasts(scores))
        assert shares[ruling.verdict] == 1
        assert sum(shares.values()) == 1


def test_without_an_effect_the_rule_seldom_speaks():
    # Two false findings of one sign in one of three contrasts: without adjustment it would be
    # 3 * 2 * 10 * 0.025^2, nearly 4%, so 5% would be no bound at all.
    size = {"n_trials": 5, "n_games": 5, "n_simulations": 400}
    shares = palette_rule.simulated_rulings(pairs=0.0, palette=0.0, **size, rng=1)
    wrong = round(400 * (1 - shares[TOO_FEW]))
    assert binomtest(wrong, 400, 0.005, alternative="greater").pvalue > 0.001


def test_a_palette_effect_alone_is_seldom_taken_for_pairs():
    # With ten true findings in the family a false one is found where p < 0.05 * 11 / 20 or a
    # little more, so two of one sign in one of two contrasts are about 2 * 2 * 10 * 0.014^2.
    size = {"n_trials": 5, "n_games": 5, "n_simulations": 400}
    shares = palette_rule.simulated_rulings(pairs=0.0, palette=8.0, **size, rng=2)
    wrong = round(400 * shares[SUPPORTED])
    assert binomtest(wrong, 400, 0.01, alternative="greater").pvalue > 0.001
    assert shares[UNDERMINED] > 0.9


def test_trials_that_share_their_luck_find_more():
    size = {"n_trials": 5, "n_games": 5, "n_simulations": 60, "rng": 1}
    alone, shared = (
        palette_rule.simulated_rulings(pairs=1.5, palette=0.0, correlation=r, **size)[SUPPORTED]
        for r in (0.0, 0.9)
    )
    assert alone < 0.6 < shared


@pytest.mark.parametrize(
    ("name", "value"), [("n_trials", 1), ("correlation", 1.0), ("n_games", 0), ("pairs", np.nan)]
)
def test_impossible_experiments_are_refused(name, value):
    options = {"pairs": 0.0, "palette": 0.0, "n_trials": 3, "n_games": 2, "n_simulations": 1}
    with pytest.raises(ValueError, match=name):
        palette_rule.simulated_rulings(**{**options, name: value}, rng=1)


def test_the_power_of_one_test_is_that_of_the_noncentral_t():
    n = palette_rule.trials_needed(1.0, 2.0, power=0.9)
    reach = stats.t.isf(0.025, n - 1)
    assert stats.nct.sf(reach, n - 1, n**0.5 / 2) == pytest.approx(0.9, abs=0.02)
