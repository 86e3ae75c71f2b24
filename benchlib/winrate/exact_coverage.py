"""How often an interval holds the true win rate, computed and not simulated."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.results import ConfidenceInterval
from benchlib.winrate import _checks
from benchlib.winrate.outcomes import distributions

__all__ = ["MinimumCoverage", "coverage", "minimum_coverage"]

# Called as interval(points, n_games, confidence_level=...).
Interval = Callable[..., ConfidenceInterval]

# Rates are taken in blocks of about this many probabilities, so that memory stays bounded.
_BLOCK = 2_000_000


@dataclass(frozen=True)
class MinimumCoverage:
    """The lowest coverage of an interval over a range of true win rates.

    Parameters
    ----------
    estimate : float
        The lowest coverage.
    win_rate : float
        The true win rate at, or right next to, which it occurs.
    n_games : int
        Number of games.
    confidence_level : float
        Nominal level.
    """

    estimate: float
    win_rate: float
    n_games: int
    confidence_level: float


def coverage(
    interval: Interval,
    win_rates: npt.ArrayLike,
    *,
    n_games: int,
    draw_rate: float = 0.0,
    confidence_level: float = 0.95,
) -> FloatArray:
    """Compute the exact coverage of an interval at several true win rates.

    Parameters
    ----------
    interval : callable
        Called as ``interval(points, n_games, confidence_level=...)``, such as
        `wilson_interval`; returns a `ConfidenceInterval`.
    win_rates : array_like of float, shape (n_rates,)
        True win rates.
    n_games : int
        Independent games.
    draw_rate : float, optional
        Share of games that end drawn.
    confidence_level : float, optional
        Nominal level, handed to `interval`.

    Returns
    -------
    ndarray of float, shape (n_rates,)
        Probability that the interval, ends included, holds the true win rate.

    Raises
    ------
    ValueError
        If a rate is impossible, or the callable does not return intervals.

    Notes
    -----
    The interval of every possible number of points is found once. The coverage is the sum of the
    probabilities of those whose interval holds the rate. It jumps where an interval ends, so a
    curve over rates is a saw and a grid can miss its lowest teeth; see `minimum_coverage`.

    References
    ----------
    Brown, Cai and DasGupta (2001).

    Examples
    --------
    >>> from benchlib import winrate
    >>> winrate.coverage(winrate.wald_interval, [0.5, 0.9], n_games=10).round(3)
    array([0.891, 0.65 ])
    >>> winrate.coverage(winrate.wilson_interval, [0.5, 0.9], n_games=10).round(3)
    array([0.979, 0.93 ])
    """
    n = _checks.games(n_games, listed=True)
    drawn = _checks.draws(draw_rate)
    rates = _checks.rates(win_rates, drawn, "win_rates")
    level = _validation.fraction(confidence_level, "confidence_level")
    low, high = _ends(interval, n, level, step=1 if drawn else 2)
    covered = np.empty(len(rates))
    block = max(1, _BLOCK // (2 * n + 1))
    for start in range(0, len(rates), block):
        part = rates[start : start + block, None]
        chances = distributions(n, part[:, 0], drawn)[:, :: 1 if drawn else 2]
        covered[start : start + block] = (chances * ((low <= part) & (part <= high))).sum(axis=1)
    return np.minimum(covered, 1.0)


def minimum_coverage(
    interval: Interval,
    *,
    n_games: int,
    confidence_level: float = 0.95,
    between: tuple[float, float] = (0.0, 1.0),
) -> MinimumCoverage:
    """Find the lowest coverage of an interval over a range of true win rates, without draws.

    Parameters
    ----------
    interval : callable
        As for `coverage`. A win rate must be held for consecutive numbers of wins.
    n_games : int
        Independent games.
    confidence_level : float, optional
        Nominal level, handed to `interval`.
    between : tuple of two float, optional
        The range of true win rates.

    Returns
    -------
    MinimumCoverage
        The lowest coverage, and where it is.

    Raises
    ------
    ValueError
        If the range is empty, or the callable does not give such intervals.

    Notes
    -----
    Between two neighbouring ends of intervals the same results count as covering. They are
    consecutive numbers of wins, and the probability of such a run rises and then falls with the
    win rate. So it is lowest towards one of the two ends, and no grid of rates is needed.

    Examples
    --------
    >>> from benchlib import winrate
    >>> worst = winrate.minimum_coverage(winrate.wilson_interval, n_games=100)
    >>> f"{worst.estimate:.3f} at {worst.win_rate:.3f}"
    '0.838 at 0.998'
    """
    n = _checks.games(n_games, listed=True)
    level = _validation.fraction(confidence_level, "confidence_level")
    first, last = (_checks.rate(rate, 0.0, "between") for rate in between)
    if first >= last:
        raise ValueError(f"between: expected a lower and a higher win rate, got {between!r}")
    low, high = _ends(interval, n, level, step=2)
    inside = [end for end in np.concatenate((low, high)).tolist() if first < end < last]
    cuts = np.unique([first, *inside, last])
    pieces = np.stack((cuts[:-1], cuts[1:]), axis=1)
    chances = np.empty(pieces.shape)
    block = max(1, _BLOCK // (n + 1))
    for start in range(0, len(pieces), block):
        part = pieces[start : start + block]
        chances[start : start + block] = _chances_at_ends(part, low, high, n)
    row, side = np.unravel_index(chances.argmin(), chances.shape)
    return MinimumCoverage(
        estimate=float(chances[row, side]),
        win_rate=float(pieces[row, side]),
        n_games=n,
        confidence_level=level,
    )


def _chances_at_ends(pieces: FloatArray, low: FloatArray, high: FloatArray, n: int) -> FloatArray:
    """Return the coverage at both ends of pieces of rates in which it does not jump."""
    # Intervals that hold the whole piece: this spares a comparison at the jump itself.
    holds = (low <= pieces[:, :1]) & (pieces[:, 1:] <= high)
    count, fewest = holds.sum(axis=1), holds.argmax(axis=1)
    most = fewest + count - 1
    if (n - holds[:, ::-1].argmax(axis=1) != most)[count > 0].any():
        raise ValueError(
            "interval: holds a win rate for numbers of wins that are not consecutive; "
            "compute its coverage on a grid of rates"
        )
    below = binom.cdf(fewest[:, None] - 1, n, pieces)
    chances = np.asarray(binom.cdf(most[:, None], n, pieces) - below)
    return np.where(count[:, None] > 0, np.maximum(chances, 0.0), 0.0)


def _ends(interval: Interval, n: int, level: float, *, step: int) -> tuple[FloatArray, FloatArray]:
    """Return both ends of the intervals of 0, step/2, … n points."""
    ends = []
    for halves in range(0, 2 * n + 1, step):
        found = interval(halves / 2, n, confidence_level=level)
        if not isinstance(found, ConfidenceInterval) or not found.low <= found.high:
            raise ValueError(
                f"interval: gave {found!r} for {halves / 2} points in {n} games; "
                "pass a function such as winrate.wilson_interval"
            )
        ends.append((found.low, found.high))
    low, high = np.array(ends).T
    return low, high
