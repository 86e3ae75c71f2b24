"""Small runs of the study that several claims rest on."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchlib import compare, retention
from benchlib.studies import bbf_retention
from benchlib.studies.bbf_retention import BUDGETS, CONDITIONS, N_RESAMPLES, SCORE, study


def pool_sizes() -> npt.NDArray[np.int64]:
    """Return pool sizes of all common games, shape (2, n_games)."""
    sizes = bbf_retention.common_runs().groupby(["condition", "game"]).size().unstack()
    return sizes.loc[list(CONDITIONS)].to_numpy()


def small_study(
    *, budgets: Sequence[int] = BUDGETS, n_resamples: int = 500
) -> retention.NestedAgreement:
    """Run the study on its first eight games, with other settings."""
    runs = bbf_retention.common_runs()
    return retention.nested_agreement(
        runs[runs["game"].isin(study().tasks[:8])],
        conditions=CONDITIONS,
        budgets=budgets,
        n_resamples=n_resamples,
        rng=bbf_retention.SEED,
        score=SCORE,
    )


def two_pools(x: npt.ArrayLike, y: npt.ArrayLike, *, n: int) -> retention.NestedAgreement:
    """Run the study on one made-up game."""
    sizes = [len(np.asarray(pool)) for pool in (x, y)]
    runs = {
        "condition": np.repeat(["x", "y"], sizes),
        "game": np.repeat("made up", sum(sizes)),
        "run": np.arange(sum(sizes)),
        "score": np.concatenate([x, y]),
    }
    return retention.nested_agreement(
        runs, conditions=("x", "y"), budgets=(n,), n_resamples=N_RESAMPLES, rng=1
    )


def parser_note(part: str = "") -> str:
    """Say what the one tied draw becomes when decimals are not read exactly."""
    exact = study().n_agree
    inexact = bbf_retention.agreement_with_parser(bbf_retention.legacy_float)
    changed = [study().tasks[column] for column in np.flatnonzero((exact != inexact).any(axis=0))]
    shares = inexact / N_RESAMPLES
    contrast = compare.mean_contrast(shares[-1] - shares[0])
    value = {
        "": shares[0].mean(),
        "estimate": contrast.estimate,
        "error": contrast.standard_error,
        "low": contrast.confidence_interval.low,
        "high": contrast.confidence_interval.high,
    }[part]
    return (
        f"one draw of {', '.join(changed)} at two records is an exact tie, which does not agree; "
        f"a decimal parser that is not exact counts it as agreement ({inexact[0].sum()} instead "
        f"of {exact[0].sum()} draws) and gives {value:.9f}"
    )
