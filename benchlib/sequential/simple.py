"""Wald's test of two simple hypotheses."""

import math

import numpy as np
import numpy.typing as npt

from benchlib.sequential import _hypotheses
from benchlib.sequential.bounds import SequentialTest, decide, wald_bounds

__all__ = ["sprt"]


def sprt(
    counts: npt.ArrayLike,
    *,
    probabilities0: npt.ArrayLike,
    probabilities1: npt.ArrayLike,
    alpha: float,
    beta: float,
) -> SequentialTest:
    """Test one full set of probabilities against another: Wald's test of simple hypotheses.

    Parameters
    ----------
    counts : array_like of int, shape (3,) or (5,)
        As in `gsprt`.
    probabilities0, probabilities1 : array_like of float, shape of `counts`
        The probability of each outcome under H0 and under H1. Here the share of draws is part of
        the hypothesis; where it is not known, use `gsprt`.
    alpha, beta : float
        Intended error rates under H0 and under H1.

    Returns
    -------
    SequentialTest
        Nothing is added to counts of zero. An outcome that one hypothesis excludes gives an
        infinite ratio; if each excludes one that occurred, the ratio is NaN and `warnings` says so.

    Raises
    ------
    ValueError
        If counts or probabilities are not as described, or both hypotheses are the same.

    References
    ----------
    Wald (1945), Sequential tests of statistical hypotheses.

    Examples
    --------
    >>> from benchlib import sequential
    >>> test = sequential.sprt(
    ...     [3, 0, 9],
    ...     probabilities0=[0.5, 0, 0.5],
    ...     probabilities1=[0.25, 0, 0.75],
    ...     alpha=0.05,
    ...     beta=0.05,
    ... )
    >>> print(f"{test.llr:.4f} {test.decision}")  # 9 log 1.5 + 3 log 0.5
    1.5697 continue
    """
    bounds = wald_bounds(alpha=alpha, beta=beta)
    found = _hypotheses.checked_counts(counts)
    both = []
    for values, name in ((probabilities0, "probabilities0"), (probabilities1, "probabilities1")):
        both.append(_hypotheses.checked_probabilities(values, name))
        if len(both[-1]) != len(found):
            raise ValueError(
                f"{name}: {len(both[-1])} probabilities for {len(found)} counts; give one for each"
            )
    if np.array_equal(both[0], both[1]):
        raise ValueError("probabilities1: the same as probabilities0; there is nothing to test")
    seen = found > 0
    impossible = [bool((p[seen] == 0).any()) for p in both]
    n = int(found.sum())
    if all(impossible):
        reason = "both hypotheses exclude an outcome that occurred"
        return SequentialTest(math.nan, bounds.lower, bounds.upper, "continue", n, (reason,))
    with np.errstate(divide="ignore"):
        logs = [np.log(p[seen]) for p in both]
    llr = float(found[seen] @ (logs[1] - logs[0]))
    return SequentialTest(llr, bounds.lower, bounds.upper, decide(llr, bounds), n)
