"""An estimate of the gain after a sequential test, with the stopping rule taken into account."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.results import ConfidenceInterval
from benchlib.sequential import _hypotheses
from benchlib.sequential._brownian import probability_at_least
from benchlib.sequential._hypotheses import Hypotheses, Model
from benchlib.sequential.bounds import Decision, SequentialTest
from benchlib.sequential.gsprt import ZERO_COUNT, checked_zero_count, gsprt
from benchlib.sequential.outcomes import elo_of_shares

__all__ = ["StoppedEstimate", "estimate_after_stopping"]

# A random walk steps over its bound by this many standard deviations of a step, on average:
# -zeta(1/2) / sqrt(2 pi). A continuous motion towards a bound that much further away is like it.
_OVERSHOOT = 0.5826

_SIDE = {"accept_h0": -1, "continue": 0, "accept_h1": 1}


@dataclass(frozen=True)
class StoppedEstimate:
    """A gain estimated from a test that chose its own length.

    Parameters
    ----------
    estimate : float
        Median-unbiased, in Elo of the model: the true gain is as often above as below it. NaN
        where it is not defined, with the reason in `warnings`.
    naive : float
        The Elo that the counts show, as if their number had been fixed in advance.
    confidence_interval : ConfidenceInterval
        In Elo of the model; an end can be infinite.
    decision : {"accept_h0", "accept_h1", "continue"}
        What the test says at its end.
    n : int
        Games, or pairs.
    method : str
        How it was computed.
    warnings : tuple of str
        What the reader must know before using it.
    """

    estimate: float
    naive: float
    confidence_interval: ConfidenceInterval
    decision: Decision
    n: int
    method: str
    warnings: tuple[str, ...] = ()


def estimate_after_stopping(
    counts: npt.ArrayLike,
    *,
    elo0: float,
    elo1: float,
    model: Model,
    alpha: float,
    beta: float,
    confidence_level: float = 0.95,
    steps_per_look: int = 1,
    zero_count: float = ZERO_COUNT,
) -> StoppedEstimate:
    r"""Estimate the gain from the counts at which a `gsprt` stopped, or was cut off.

    Parameters
    ----------
    counts : array_like of int, shape (3,) or (5,)
        As in `gsprt`, at the look at which the test ended; games played afterwards do not belong
        to it.
    elo0, elo1, model, alpha, beta, zero_count
        The test, as in `gsprt`.
    confidence_level : float, optional
        Nominal level of the interval.
    steps_per_look : int, optional
        Games, or pairs, between two looks at the bounds.

    Returns
    -------
    StoppedEstimate
        With the naive estimate beside it, which is too large on average after H1 was accepted and
        too small after H0 was.

    Raises
    ------
    ValueError
        If an argument is impossible in `gsprt`, or the test must have ended at an earlier look.

    Notes
    -----
    The log-likelihood ratio is treated as a Brownian motion whose drift depends on the gain, with
    the observed spread of an outcome. Ends of the test are ordered: an early acceptance of H1 is
    the highest, an early acceptance of H0 the lowest. For each gain this order has a
    probability :math:`q` of an end at least as high as the observed one; the estimate is the gain
    with :math:`q = \tfrac12`, and the interval runs between those with :math:`q` at the two tails.
    The bounds are moved outward by 0.583 standard deviations of a step, because games come one by
    one and step over them. The approximation needs some dozens of games or pairs; a test that ends
    sooner, or in which outcomes are all but constant, is beyond it.

    References
    ----------
    Siegmund (1978), Estimation following sequential tests; Siegmund (1985), Sequential Analysis.

    Examples
    --------
    >>> from benchlib import sequential
    >>> found = sequential.estimate_after_stopping(
    ...     [759, 1863, 880], elo0=0, elo1=5, model="logistic", alpha=0.05, beta=0.05
    ... )
    >>> print(f"{found.naive:.1f}, but rather {found.estimate:.1f}")
    12.0, but rather 11.2
    """
    test = gsprt(
        counts,
        elo0=elo0,
        elo1=elo1,
        model=model,
        alpha=alpha,
        beta=beta,
        zero_count=zero_count,
    )
    level = _validation.fraction(confidence_level, "confidence_level")
    look = _validation.positive_integer(steps_per_look, "steps_per_look")
    size = checked_zero_count(zero_count)
    found = _hypotheses.checked_counts(counts)
    if test.n % look:
        raise ValueError(
            f"counts: their sum {test.n} is not a multiple of steps_per_look = {look}; "
            "give the counts at the look at which the test ended"
        )
    if test.decision != "continue" and not _could_go_on(found, look, test, elo0, elo1, model, size):
        raise ValueError(
            f"counts: the test had accepted {test.decision[-2:].upper()} before its last look; "
            "give the counts at the look at which it ended"
        )
    shares = found / found.sum()
    naive = elo_of_shares(shares, model)
    method = "median-unbiased, ends ordered by side and time, Brownian approximation"
    if np.count_nonzero(found) == 1:
        nowhere = ConfidenceInterval(math.nan, math.nan, level)
        reason = "all outcomes are the same, so their spread is unknown: no estimate"
        return StoppedEstimate(math.nan, naive, nowhere, test.decision, test.n, method, (reason,))
    hypotheses = _hypotheses.checked_hypotheses(elo0, elo1, model)
    tail = (1 - level) / 2
    low, middle, high = _gains(
        shares,
        test.n,
        hypotheses,
        bounds=(test.lower, test.upper),
        side=_SIDE[test.decision],
        look=look,
        levels=(tail, 0.5, 1 - tail),
    )
    warnings = [w for w in test.warnings if "decision" in w]
    if test.decision == "continue":
        warnings.append("the test has not reached a bound: valid only if it was cut off here")
    if test.n < 30:
        warnings.append(f"only {test.n} games or pairs: the approximation is rough")
    if not math.isfinite(middle):
        warnings.append("the estimated score is not between 0 and 1: no estimate")
        middle = math.nan
    if math.isinf(low) or math.isinf(high):
        warnings.append("an end of the interval is a score of 0 or 1, an infinite Elo")
    return StoppedEstimate(
        estimate=middle,
        naive=naive,
        confidence_interval=ConfidenceInterval(low, high, level),
        decision=test.decision,
        n=test.n,
        method=method,
        warnings=tuple(warnings),
    )


def _could_go_on(
    counts: FloatArray,
    look: int,
    test: SequentialTest,
    elo0: float,
    elo1: float,
    model: Model,
    zero_count: float,
) -> bool:
    """Say whether the test can have been between its bounds one look earlier.

    The outcomes since then are not known: those are tried that move the ratio most.
    """
    if test.n == look:
        return True
    size = len(counts)
    earlier = []
    for first in range(size):
        for order in (range(size), range(size - 1, -1, -1)):
            left, rest = counts.copy(), float(look)
            for outcome in (first, *order):
                taken = min(left[outcome], rest)
                left[outcome] -= taken
                rest -= taken
            earlier.append(left)
    hypotheses = _hypotheses.checked_hypotheses(elo0, elo1, model)
    ratios = _hypotheses.log_likelihood_ratios(np.array(earlier), hypotheses, zero_count)
    return bool(((test.lower < ratios) & (ratios < test.upper)).any())


def _gains(
    shares: FloatArray,
    n: int,
    hypotheses: Hypotheses,
    *,
    bounds: tuple[float, float],
    side: int,
    look: int,
    levels: tuple[float, ...],
) -> list[float]:
    """Return the gains at which an end at least as high has these probabilities."""
    size = len(shares)
    scores = _hypotheses.scores_of(size)
    mean = float(shares @ scores)
    first, second = hypotheses.parameters(size)
    middle, width = (first + second) / 2, second - first
    if hypotheses.model == "logistic":
        # Around the middle of the hypotheses: tests stop early when the spread around the mean
        # happens to be small, and would then seem to have taken longer than they did.
        seen, step = mean, width / math.sqrt(float(shares @ (scores - middle) ** 2))
    else:
        spread = math.sqrt(float(shares @ (scores - mean) ** 2))
        seen, step = (mean - 0.5) / spread, width
    # In these units the ratio drifts by (gain - middle) / width and varies by 1 a unit of time.
    time = n * step**2
    reach = _OVERSHOOT * step * math.sqrt(look)
    lower, upper = bounds[0] - reach, bounds[1] + reach
    drift = (seen - middle) / width
    value = min(max(drift * time, lower), upper)

    def excess(at: float, level: float) -> float:
        return (
            probability_at_least(
                at, time=time, lower=lower, upper=upper, decision=side, value=value
            )
            - level
        )

    found = []
    for level in levels:
        span = 1 / math.sqrt(time)
        low = high = drift
        # Doubling ends: the probability rises from 0 to 1 with the drift.
        while excess(low, level) > 0:
            low, span = low - span, 2 * span
        span = 1 / math.sqrt(time)
        while excess(high, level) < 0:
            high, span = high + span, 2 * span
        root = low if low == high else float(brentq(excess, low, high, args=(level,), xtol=1e-12))
        found.append(_hypotheses.elo_of_parameter(middle + width * root, hypotheses.model, size))
    return found
