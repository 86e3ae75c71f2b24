"""The generalized sequential probability ratio test of one gain against another."""

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.sequential import _hypotheses
from benchlib.sequential._hypotheses import Model
from benchlib.sequential.bounds import SequentialTest, decide, wald_bounds

__all__ = ["gsprt", "gsprt_path"]

ZERO_COUNT = 0.001


def gsprt(
    counts: npt.ArrayLike,
    *,
    elo0: float,
    elo1: float,
    model: Model,
    alpha: float,
    beta: float,
    zero_count: float = ZERO_COUNT,
) -> SequentialTest:
    r"""Test a gain of `elo0` against one of `elo1`, whatever the share of draws.

    Parameters
    ----------
    counts : array_like of int, shape (3,) or (5,)
        Losses, draws and wins; or, if games come in pairs on one map with seats swapped, the pairs
        with 0, 0.5, 1, 1.5 and 2 points.
    elo0, elo1 : float
        The gains under H0 and H1, elo0 < elo1.
    model : {"logistic", "normalized"}
        Whether Elo speaks about the expected score or about the mean in standard deviations.
    alpha, beta : float
        Intended error rates under H0 and under H1.
    zero_count : float, optional
        What an outcome counts that never occurred. The total grows with it.

    Returns
    -------
    SequentialTest
        With the exact log-likelihood ratio, not its normal approximation. `warnings` name the
        outcomes that were never seen, and say if the decision hangs on `zero_count`.

    Raises
    ------
    ValueError
        If counts are not three or five whole numbers, not all zero; elo0 is not below elo1; the
        model is unknown; or an error rate is impossible.

    Notes
    -----
    Both hypotheses leave free how often each outcome occurs, but for one number: the expected
    score :math:`s = 1/(1+10^{-\mathrm{Elo}/400})` in the logistic model, and
    :math:`t = (\mu - \tfrac12)/\sigma = \mathrm{Elo}\,\ln 10/800` in the normalized one, times
    :math:`\sqrt2` for pairs. Under each, the likelihood is maximized over all distributions that
    satisfy it: the most likely shares are the observed ones divided by :math:`1 + x g_i`, with
    :math:`g` the gradient of the constraint and :math:`x` a root found by safeguarded Newton
    steps. In the normalized model one side of the constraint is not convex; all its valleys are
    looked at.

    References
    ----------
    Wald (1945); Li, Liu and Ying (2014), Generalized sequential probability ratio test for
    separate families of hypotheses; Owen (2001), Empirical Likelihood.

    Examples
    --------
    >>> from benchlib import sequential
    >>> test = sequential.gsprt(
    ...     [759, 1863, 880], elo0=0, elo1=5, model="logistic", alpha=0.05, beta=0.05
    ... )
    >>> print(f"{test.llr:.6f} {test.decision}")
    2.947224 accept_h1
    """
    hypotheses = _hypotheses.checked_hypotheses(elo0, elo1, model)
    bounds = wald_bounds(alpha=alpha, beta=beta)
    found = _hypotheses.checked_counts(counts)
    size = checked_zero_count(zero_count)
    llr = float(_hypotheses.log_likelihood_ratios(found[None], hypotheses, size)[0])
    decision = decide(llr, bounds)
    warnings = list(_hypotheses.replaced(found, size))
    if warnings:
        others = {
            factor * size: decide(
                float(_hypotheses.log_likelihood_ratios(found[None], hypotheses, factor * size)[0]),
                bounds,
            )
            for factor in (0.1, 10)
            if 1e-4 <= factor * size < 1
        }
        warnings += [
            f"with zero_count={value:g} the decision would be {other!r}"
            for value, other in others.items()
            if other != decision
        ]
    return SequentialTest(
        llr, bounds.lower, bounds.upper, decision, int(found.sum()), tuple(warnings)
    )


def gsprt_path(
    outcomes: npt.ArrayLike,
    *,
    n_outcomes: int,
    elo0: float,
    elo1: float,
    model: Model,
    zero_count: float = ZERO_COUNT,
) -> FloatArray:
    """Return the log-likelihood ratio after each game, or each pair.

    Parameters
    ----------
    outcomes : array_like of int, shape (n,)
        What happened, in the order of play: 0 for a loss, 1 for a draw, 2 for a win; or, for
        pairs, twice the points, from 0 to 4.
    n_outcomes : int
        3 for games, 5 for pairs.
    elo0, elo1, model, zero_count
        As in `gsprt`.

    Returns
    -------
    ndarray of float, shape (n,)
        The ratio after the first outcome, after the first two, and so on. It does not stop at a
        bound.

    Raises
    ------
    ValueError
        If an outcome is not one of those, or an argument is impossible in `gsprt`.

    Examples
    --------
    >>> from benchlib import sequential
    >>> path = sequential.gsprt_path([2, 1, 2], n_outcomes=3, elo0=0, elo1=50, model="logistic")
    >>> path.shape, bool(path[2] > path[0])
    ((3,), True)
    """
    hypotheses = _hypotheses.checked_hypotheses(elo0, elo1, model)
    size = checked_zero_count(zero_count)
    kinds = _validation.positive_integer(n_outcomes, "n_outcomes")
    if kinds not in _hypotheses.OUTCOMES:
        raise ValueError(f"n_outcomes: expected 3 for games or 5 for pairs, got {kinds}")
    found = _validation.pool(outcomes, "outcomes")
    for row, value in enumerate(found):
        if value not in range(kinds):
            raise ValueError(
                f"outcomes: row {row} is {value:g}; expected whole numbers from 0 to {kinds - 1}"
            )
    counts = np.cumsum(found[:, None] == np.arange(kinds), axis=0).astype(float)
    return _hypotheses.log_likelihood_ratios(counts, hypotheses, size)


def checked_zero_count(value: float) -> float:
    """Return what a count of zero becomes: above 0, and less than one game."""
    found = _validation.positive(value, "zero_count")
    # Smaller ones drown in rounding errors beside the counts of a long match.
    if not 1e-4 <= found < 1:
        raise ValueError(f"zero_count: expected a number from 0.0001 to below 1, got {value!r}")
    return found
