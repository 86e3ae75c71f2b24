"""Bounds of a sequential test, and what it says between and beyond them."""

import math
from dataclasses import dataclass
from typing import Literal

from benchlib import _validation

__all__ = ["SequentialTest", "WaldBounds", "wald_bounds"]

Decision = Literal["accept_h0", "accept_h1", "continue"]


@dataclass(frozen=True)
class WaldBounds:
    """Where a sequential test stops.

    Parameters
    ----------
    lower, upper : float
        At or below `lower` the test accepts H0, at or above `upper` it accepts H1.
    """

    lower: float
    upper: float


@dataclass(frozen=True)
class SequentialTest:
    """The state of a sequential test.

    Parameters
    ----------
    llr : float
        Log-likelihood ratio of H1 over H0.
    lower, upper : float
        The bounds.
    decision : {"accept_h0", "accept_h1", "continue"}
        What the test says now.
    n : int
        Games, or pairs of games, that were counted.
    warnings : tuple of str
        What the reader must know before using it.
    """

    llr: float
    lower: float
    upper: float
    decision: Decision
    n: int
    warnings: tuple[str, ...] = ()


def wald_bounds(*, alpha: float, beta: float) -> WaldBounds:
    r"""Return the bounds between which a sequential test goes on.

    Parameters
    ----------
    alpha : float
        Intended probability of accepting H1 when H0 holds.
    beta : float
        Intended probability of accepting H0 when H1 holds.

    Returns
    -------
    WaldBounds
        Bounds for the log-likelihood ratio.

    Raises
    ------
    ValueError
        If an error rate is not between 0 and 1, or both together are 1 or more.

    Notes
    -----
    :math:`\log\frac{\beta}{1-\alpha}` and :math:`\log\frac{1-\beta}{\alpha}`. They would give the
    intended error rates exactly if the ratio stopped on a bound; it steps over it, so the two
    actual rates together are no larger than intended, where both hypotheses are simple.

    References
    ----------
    Wald (1945), Sequential tests of statistical hypotheses.

    Examples
    --------
    >>> from benchlib import sequential
    >>> bounds = sequential.wald_bounds(alpha=0.05, beta=0.05)
    >>> print(f"{bounds.lower:.6f} {bounds.upper:.6f}")
    -2.944439 2.944439
    """
    a, b = _validation.fraction(alpha, "alpha"), _validation.fraction(beta, "beta")
    if a + b >= 1:
        raise ValueError(
            f"alpha, beta: {a:g} and {b:g} sum to 1 or more, so that a coin would do as well; "
            "choose smaller error rates"
        )
    return WaldBounds(math.log(b) - math.log1p(-a), math.log1p(-b) - math.log(a))


def decide(llr: float, bounds: WaldBounds) -> Decision:
    """Compare the ratio with its bounds."""
    if llr >= bounds.upper:
        return "accept_h1"
    return "accept_h0" if llr <= bounds.lower else "continue"
