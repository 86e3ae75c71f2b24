"""How the study was set up."""

import numpy as np

from benchlib.claims.answers import Setting, Statement
from benchlib.claims.bbf.trials import parser_note, small_study, two_pools
from benchlib.claims.ledger import claim
from benchlib.studies import bbf_retention
from benchlib.studies.bbf_retention import BUDGETS, CONDITIONS, N_RESAMPLES, SCORE, study

STUDY = "benchlib.studies.bbf_retention"


@claim("bbf-reps")
def repetitions() -> Setting:
    return Setting(f"{STUDY}:N_RESAMPLES")


@claim("bbf-seed")
def seed() -> Setting:
    return Setting(f"{STUDY}:SEED")


@claim("bbf-budget-2")
def smallest_budget() -> Setting:
    return Setting(f"{STUDY}:BUDGETS[0]")


@claim("bbf-budget-5")
def middle_budget() -> Setting:
    return Setting(f"{STUDY}:BUDGETS[1]")


@claim("bbf-budget-10")
def largest_budget() -> Setting:
    return Setting(f"{STUDY}:BUDGETS[2]")


@claim("bbf-nested")
def nested() -> Statement:
    alone = [small_study(budgets=(n,)).n_agree[0] for n in BUDGETS]
    same = np.array_equal(np.array(alone), small_study(budgets=BUDGETS).n_agree)
    return Statement(
        same,
        "same counts for each budget alone and for all three together",
        "a smaller sample is the beginning of the larger one, so asking for more budgets draws "
        "nothing anew",
    )


@claim("bbf-independent-draws")
def independent_draws() -> Statement:
    # Were both pools put in the same order, this gap would be 1 in every draw, without error.
    result = two_pools(np.arange(20.0), np.arange(20.0) - 1, n=5)
    ratio = (result.simulated_squared_error / result.expected_squared_error).item()
    return Statement(
        abs(ratio - 1) < 0.1,
        f"squared error of two like pools {ratio:.3f} times that of independent draws",
    )


@claim("bbf-tie-rule")
def ties_do_not_agree() -> Statement:
    result = two_pools([1, 1, 2], [1, 1, 1], n=2)  # a draw is ahead or tied, never behind
    agree, tied = result.n_agree.item(), result.n_tied.item()
    return Statement(
        0 < tied == N_RESAMPLES - agree,
        f"of {N_RESAMPLES} draws that are ahead or tied, {tied} tie and the other {agree} agree; "
        f"{study().n_tied[0].sum()} draws of the study tie at two records",
        parser_note(),
    )


@claim("bbf-equal-weights")
def equal_weights() -> Statement:
    by_game = study().agreement[0].mean()
    by_record = np.average(study().agreement[0], weights=study().n_records.sum(axis=0))
    used = study().equal_task_agreement[0]
    return Statement(
        bool(np.isclose(used, by_game) and not np.isclose(used, by_record)),
        f"{used:.6f} with equal weights, {by_record:.6f} with weights by records",
    )


@claim("bbf-source-normalization")
def released_normalization() -> Statement:
    printed = bbf_retention.common_runs(as_text=True)
    means = printed[SCORE].map(float).groupby([printed["game"], printed["condition"]]).mean()
    gaps = means.xs(CONDITIONS[0], level=1) - means.xs(CONDITIONS[1], level=1)
    used = study().reference_gap
    same = np.allclose(gaps[list(study().tasks)], used, rtol=1e-12, atol=0)
    return Statement(
        bool(same), f"the {len(used)} gaps of the study are those of the printed {SCORE}"
    )


@claim("bbf-regression-rows")
def regression_rows() -> Statement:
    n = bbf_retention.agreement_contrast().n
    same = n == bbf_retention.squared_error_contrast().n == len(study().tasks)
    return Statement(same and n == 54, n)
