"""The retention study of BBF against its variant without resets, as its document declares it."""

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt
import pandas as pd

from benchlib import compare, datasets, retention
from benchlib.results import Estimate
from benchlib.retention import NestedAgreement

__all__ = [
    "BUDGETS",
    "CONDITIONS",
    "CONFIDENCE_LEVEL",
    "N_RESAMPLES",
    "SCORE",
    "SEED",
    "agreement_contrast",
    "agreement_with_parser",
    "common_runs",
    "legacy_float",
    "squared_error_contrast",
    "study",
]

SEED = 20261107
N_RESAMPLES = 4000
BUDGETS = (2, 5, 10)
CONDITIONS = ("RR8 BBF", "RR8 without resets")
SCORE = "normalized_score"
CONFIDENCE_LEVEL = 0.95


@cache
def _common_runs(as_text: bool) -> pd.DataFrame:
    runs = datasets.load("bbf_runs", as_text=as_text)
    runs = runs[runs["condition"].isin(CONDITIONS)]
    both = runs.groupby("game")["condition"].nunique() == len(CONDITIONS)
    return runs[runs["game"].map(both)]


def common_runs(*, as_text: bool = False) -> pd.DataFrame:
    """Return the run records of the two conditions, on the games that both have.

    Parameters
    ----------
    as_text : bool, optional
        Keep the printed digits.

    Returns
    -------
    DataFrame
        Rows of ``bbf_runs``.
    """
    return _common_runs(as_text).copy()


@cache
def study() -> NestedAgreement:
    """Return the simulated and exact results of the declared study.

    Returns
    -------
    NestedAgreement
        For the eligible games and the three declared budgets.
    """
    return retention.nested_agreement(
        common_runs(),
        conditions=CONDITIONS,
        budgets=BUDGETS,
        n_resamples=N_RESAMPLES,
        rng=SEED,
        score=SCORE,
    )


def agreement_contrast() -> Estimate:
    """Return the gain in sign agreement from the smallest to the largest budget.

    Returns
    -------
    Estimate
        Mean over games, as a fraction.
    """
    agreement = study().agreement
    return compare.mean_contrast(agreement[-1] - agreement[0], confidence_level=CONFIDENCE_LEVEL)


def squared_error_contrast() -> Estimate:
    """Return the change in exact expected squared error from the smallest to the largest budget.

    Returns
    -------
    Estimate
        Mean over games, in squared normalized-score units.
    """
    error = study().expected_squared_error
    return compare.mean_contrast(error[-1] - error[0], confidence_level=CONFIDENCE_LEVEL)


def legacy_float(text: str) -> float:
    """Convert a decimal as pandas before version 3 did by default: quickly, not exactly.

    Parameters
    ----------
    text : str
        A decimal number.

    Returns
    -------
    float
        Often the nearest float64, sometimes one next to it.

    Notes
    -----
    At most 17 digits are used, a leading zero counting as one. They are collected in a float64,
    which holds fewer than 16 digits for sure, and then divided by a power of ten: two roundings
    where an exact parser has one. Equal to pandas 2.3.3 on every number of ``bbf_runs`` that
    the study uses.

    Examples
    --------
    >>> from benchlib.studies import bbf_retention
    >>> bbf_retention.legacy_float("0.25") == 0.25
    True
    >>> bbf_retention.legacy_float("0.11440745741128922") == 0.11440745741128922
    False
    """
    sign = -1.0 if text.startswith("-") else 1.0
    mantissa, _, exponent = text.lstrip("+-").partition("e")
    whole, _, decimals = mantissa.partition(".")
    decimals = decimals[: 17 - len(whole)]
    collected = 0.0
    for digit in whole + decimals:
        collected = collected * 10 + int(digit)
    power = int(exponent or 0) - len(decimals)
    return sign * (collected / 10.0**-power if power < 0 else collected * 10.0**power)


@cache
def agreement_with_parser(parse: Callable[[str], float]) -> npt.NDArray[np.int64]:
    """Count agreeing draws with bare float signs, as a plain script would, for a given parser.

    Parameters
    ----------
    parse : callable
        Turns a printed decimal into a float.

    Returns
    -------
    ndarray of int, shape (n_budgets, n_tasks)
        As `NestedAgreement.n_agree`, but a retained gap is a tie only if it is exactly zero.
    """
    runs = common_runs(as_text=True)
    rng = np.random.default_rng(SEED)
    counts = []
    for _, records in runs.groupby("game"):
        pools = [
            np.array([parse(text) for text in records.loc[records["condition"] == name, SCORE]])
            for name in CONDITIONS
        ]
        reference = pools[0].mean() - pools[1].mean()
        if reference == 0:
            continue
        x, y = (
            pool[rng.permuted(np.tile(np.arange(len(pool)), (N_RESAMPLES, 1)), axis=1)]
            for pool in pools
        )
        gaps = [x[:, :n].mean(axis=1) - y[:, :n].mean(axis=1) for n in BUDGETS]
        counts.append(np.count_nonzero(np.sign(gaps) == np.sign(reference), axis=1))
    return np.array(counts, dtype=np.int64).T
