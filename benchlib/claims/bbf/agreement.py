"""How often retained records keep the direction."""

from itertools import combinations

import numpy as np
from scipy.stats import spearmanr

from benchlib import compare, datasets, retention
from benchlib.claims.answers import Number, Statement
from benchlib.claims.bbf.trials import parser_note, small_study
from benchlib.claims.ledger import claim
from benchlib.studies import bbf_retention
from benchlib.studies.bbf_retention import BUDGETS, CONDITIONS, N_RESAMPLES, study


@claim("bbf-agreement-2")
def agreement_at_2() -> Number:
    return Number(float(study().equal_task_agreement[0]), parser_note())


@claim("bbf-agreement-5")
def agreement_at_5() -> Number:
    return Number(float(study().equal_task_agreement[1]))


@claim("bbf-agreement-10")
def agreement_at_10() -> Number:
    return Number(float(study().equal_task_agreement[2]))


@claim("bbf-agreement-pct-2")
def percent_at_2() -> Number:
    return Number(100 * agreement_at_2().value)


@claim("bbf-agreement-pct-10")
def percent_at_10() -> Number:
    return Number(100 * agreement_at_10().value)


@claim("bbf-gain")
def gain() -> Number:
    return Number(bbf_retention.agreement_contrast().estimate, parser_note("estimate"))


@claim("bbf-gain-se")
def gain_error() -> Number:
    return Number(bbf_retention.agreement_contrast().standard_error, parser_note("error"))


@claim("bbf-gain-lo")
def gain_low() -> Number:
    return Number(bbf_retention.agreement_contrast().confidence_interval.low, parser_note("low"))


@claim("bbf-gain-hi")
def gain_high() -> Number:
    return Number(bbf_retention.agreement_contrast().confidence_interval.high, parser_note("high"))


@claim("bbf-gain-pct")
def gain_points() -> Number:
    return Number(100 * gain().value)


@claim("bbf-gain-lo-pct")
def gain_low_points() -> Number:
    return Number(100 * gain_low().value)


@claim("bbf-gain-hi-pct")
def gain_high_points() -> Number:
    return Number(100 * gain_high().value)


@claim("bbf-residual-disagreement")
def disagreement_remains() -> Statement:
    games = int((study().n_agree[-1] < N_RESAMPLES).sum())
    return Statement(games > 0, f"{games} of {len(study().tasks)} games below 1 at ten records")


@claim("bbf-improves-not-perfect")
def better_not_perfect() -> Statement:
    curve = study().equal_task_agreement
    return Statement(
        bool((np.diff(curve) > 0).all() and curve[-1] < 1),
        " < ".join(f"{value:.4f}" for value in curve) + " < 1",
    )


@claim("bbf-sign-distribution")
def gap_against_spread() -> Statement:
    result = study()
    ratio = np.abs(result.reference_gap) / np.sqrt(result.expected_squared_error[0])
    with_spread = spearmanr(ratio, result.agreement[0]).statistic
    gap_alone = spearmanr(np.abs(result.reference_gap), result.agreement[0]).statistic
    return Statement(
        bool(with_spread > 0.9 and with_spread > gap_alone),
        f"rank correlation with agreement: {with_spread:.3f} for the gap relative to its spread, "
        f"{gap_alone:.3f} for the gap alone",
        "we ask for a rank correlation above 0.9, and above that of the gap alone",
    )


@claim("bbf-bernoulli-se")
def bernoulli_bound() -> Number:
    return Number(float(np.sqrt(0.25 / N_RESAMPLES)))


@claim("bbf-mc-not-tasks")
def repetitions_are_not_games() -> Statement:
    few, many = small_study(n_resamples=250), small_study(n_resamples=4000)
    contrasts = [compare.mean_contrast(r.agreement[-1] - r.agreement[0]) for r in (few, many)]
    same = contrasts[0].n == contrasts[1].n == len(few.tasks)
    ratio = contrasts[1].standard_error / contrasts[0].standard_error
    return Statement(
        bool(same and ratio > 0.8),
        f"16 times the draws leave the standard error over games at {ratio:.2f} of its size",
        "averages over sixteen times as many independent games would leave a quarter",
    )


@claim("bbf-sign-not-monotone")
def sign_is_not_monotone() -> Statement:
    x, y = (0, 0, 5), (2, 2, 2)  # the reference gap is negative: 5/3 - 2
    agreement, error = [], []
    for n in (1, 2):
        gaps = [sum(a) - sum(b) for a in combinations(x, n) for b in combinations(y, n)]
        agreement.append(float(np.mean(np.array(gaps) < 0)))
        error.append(retention.expected_squared_error(x, y, n=n))
    return Statement(
        agreement[1] < agreement[0] and error[1] < error[0],
        f"pools {x} and {y}: agreement {agreement[0]:.3f} at one record, {agreement[1]:.3f} at "
        f"two; squared error {error[0]:.2f}, then {error[1]:.2f}",
    )


@claim("bbf-exact-agreement")
def sign_needs_simulation() -> Statement:
    exact = datasets.load("bbf_agreement")
    exact = exact[exact["second"] == CONDITIONS[1]]
    counted = exact.groupby("game")["error_bound"].max().eq(0).sum()
    means = exact[exact["n"].isin(BUDGETS)].groupby("n")["agreement"].mean()
    return Statement(
        bool(counted < len(study().tasks)),
        f"sign agreement counted exactly in {counted} of {len(study().tasks)} games: "
        + ", ".join(f"{value:.9f} at {n}" for n, value in means.items()),
        "scores are means of 100 whole-number episodes, so they lie on a lattice, where every "
        "possible sample can be counted; no draw is needed",
    )
