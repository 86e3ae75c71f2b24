"""What so many games really detect: exact, beside the normal approximation."""

import math
from dataclasses import dataclass
from numbers import Real
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.stats import binom, norm

from benchlib import _validation
from benchlib.winrate import _checks
from benchlib.winrate.outcomes import tails

__all__ = ["DuelPower", "VersionsPower", "duel_power", "per_version_power"]

IntArray = npt.NDArray[np.int64]
Rule = Literal["wilson", "exact"]
Variance = Literal["pooled", "unpooled"]


@dataclass(frozen=True)
class DuelPower:
    """Exact probabilities of what a duel concludes.

    Parameters
    ----------
    power : float
        Probability to conclude that the new version is better, at the effect asked for.
    wrong_direction : float
        Probability to conclude that it is worse, at the same effect.
    false_alarm : float
        Probability to conclude either, for two equal versions.
    normal_power : float
        The normal approximation of `power`.
    points_needed : float
        The fewest points that conclude "better"; NaN if no result does.
    n_games : int
        Number of games.
    method : str
        The test that concludes.
    warnings : tuple of str
        Why no result concludes anything, if none does.
    """

    power: float
    wrong_direction: float
    false_alarm: float
    normal_power: float
    points_needed: float
    n_games: int
    method: str
    warnings: tuple[str, ...] = ()


def duel_power(
    effect: float,
    n_games: int,
    *,
    confidence_level: float = 0.95,
    test: Rule = "wilson",
    draw_rate: float = 0.0,
) -> DuelPower:
    r"""Compute the exact power of a duel that concludes by an interval around the win rate.

    Parameters
    ----------
    effect : float
        The true win rate is 0.5 plus it; 0 for equal versions, negative for a worse one.
    n_games : int
        Independent games.
    confidence_level : float, optional
        Nominal level of the interval.
    test : {"wilson", "exact"}, optional
        Conclude if the Wilson interval leaves out 0.5, or if the Clopper-Pearson interval does,
        which is the exact binomial test.
    draw_rate : float, optional
        Share of games that end drawn, not for the exact test. The test does not know of it.

    Returns
    -------
    DuelPower
        Power and false alarms, exact, and the power by the normal approximation.

    Raises
    ------
    ValueError
        If a number is out of range, or the exact test is asked for with draws.

    Notes
    -----
    Wilson's interval leaves out 0.5 where :math:`|w - g/2| > z\sqrt g / 2`. Points come in steps,
    so neither error rate can be set at will, and power does not rise with every game. The normal
    approximation is :math:`\Phi((2\delta\sqrt g - z) / \sqrt{1-d})`, the formula that
    `games_for_duel` turns around if there are no draws.

    Examples
    --------
    >>> from benchlib import winrate
    >>> duel = winrate.duel_power(0.05, 785)
    >>> f"{duel.power:.4f} exact, {duel.normal_power:.4f} approximated"
    '0.8103 exact, 0.8001 approximated'
    >>> duel.points_needed
    420.0
    """
    n = _checks.games(n_games, listed=True)
    level = _validation.fraction(confidence_level, "confidence_level")
    drawn = _checks.draws(draw_rate)
    rate = _checks.rate(0.5 + _number(effect), drawn, "0.5 + effect")
    if test not in ("wilson", "exact"):
        raise ValueError(f"test: expected 'wilson' or 'exact', got {test!r}")
    if test == "exact" and drawn:
        raise ValueError("test: the exact test counts wins and losses only; use 'wilson'")
    needed = _halves_needed(n, level, test, drawn) / 2
    z = float(norm.isf((1 - level) / 2))
    spread = math.sqrt(1 - drawn)
    shift = 2 * float(effect) * math.sqrt(n) - z
    better = worse = alarm = 0.0
    warnings: tuple[str, ...] = ()
    if needed > n:
        warnings = (f"no result of {n} games concludes anything at this level; play more games",)
        needed = math.nan
    else:
        # A worse result is a better one of the opponent.
        better, worse, equal = tails(needed, n, np.array([rate, 1 - rate, 0.5]), drawn).tolist()
        alarm = 2 * equal
    return DuelPower(
        power=better,
        wrong_direction=worse,
        false_alarm=alarm,
        normal_power=float(norm.cdf(shift / spread)) if spread else float(shift > 0),
        points_needed=needed,
        n_games=n,
        method=f"{test} test, independent games",
        warnings=warnings,
    )


def _number(effect: float) -> float:
    if isinstance(effect, bool | np.bool) or not isinstance(effect, Real):
        raise ValueError(f"effect: expected a number, got {effect!r}")
    return float(effect)


def _halves_needed(n: int, level: float, test: Rule, draw_rate: float) -> int:
    """Return the fewest half points above those of an even result that conclude anything."""
    if test == "exact":
        # The largest number of wins whose upper tail is too probable, and one more.
        return 2 * (int(binom.isf((1 - level) / 2, n, 0.5)) + 1)
    z = float(norm.isf((1 - level) / 2))
    halves = math.floor(n + z * math.sqrt(n)) + 1
    return halves if draw_rate else halves + halves % 2


@dataclass(frozen=True)
class VersionsPower:
    """Exact probabilities of what a comparison of two versions on maps of their own concludes.

    Parameters
    ----------
    power : float
        Probability to conclude that the new version is better, at the effect asked for.
    wrong_direction : float
        Probability to conclude that it is worse, at the same effect.
    false_alarm : float
        Probability to conclude either, for two versions that both have the old one's win rate.
    normal_power : float
        The normal approximation of `power` at win rates near 0.5.
    win_rate : float
        True win rate of the old version.
    n_games : int
        Games of each version.
    method : str
        The test that concludes.
    warnings : tuple of str
        Why no result concludes anything, if none does.
    """

    power: float
    wrong_direction: float
    false_alarm: float
    normal_power: float
    win_rate: float
    n_games: int
    method: str
    warnings: tuple[str, ...] = ()


def per_version_power(
    effect: float,
    n_games: int,
    *,
    win_rate: float = 0.5,
    confidence_level: float = 0.95,
    test: Variance = "pooled",
) -> VersionsPower:
    r"""Compute the exact power of two versions compared by their games against the same opponents.

    Parameters
    ----------
    effect : float
        The new version's true win rate is the old one's plus it; 0 for equal versions, negative
        for a worse one.
    n_games : int
        Independent games of each version, on maps of its own, without draws.
    win_rate : float, optional
        True win rate of the old version against these opponents.
    confidence_level : float, optional
        One minus the nominal probability of a false alarm on either side.
    test : {"pooled", "unpooled"}, optional
        The score test, whose variance is that of one common win rate, or the Wald test, which
        estimates two.

    Returns
    -------
    VersionsPower
        Power and false alarms, exact, and the power by the normal approximation.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    With :math:`w` points of the new version, :math:`v` of the old one and :math:`g` games each,
    a difference is concluded where

    .. math:: \frac{2g (w-v)^2}{(w+v)(2g-w-v)} > z^2 \quad\text{or}\quad
        \frac{g (w-v)^2}{w(g-w) + v(g-v)} > z^2,

    pooled or unpooled. For each :math:`v` the results that conclude "better" are all :math:`w`
    from some number on, so the double sum over both binomial distributions is a sum of tails.
    The normal approximation is :math:`\Phi(\delta\sqrt{2g} - z)`, the formula that
    `games_per_version` turns around for maps that are not shared.

    References
    ----------
    NIST/SEMATECH, *e-Handbook of Statistical Methods*, section 7.3.3.

    Examples
    --------
    >>> from benchlib import winrate
    >>> versions = winrate.per_version_power(0.05, 1570)
    >>> f"{versions.power:.4f} exact, {versions.normal_power:.4f} approximated"
    '0.8048 exact, 0.8001 approximated'
    >>> f"{versions.false_alarm:.4f}"
    '0.0517'
    """
    n = _checks.games(n_games, listed=True)
    level = _validation.fraction(confidence_level, "confidence_level")
    old = _checks.rate(win_rate, 0.0, "win_rate")
    new = _checks.rate(old + _number(effect), 0.0, "win_rate + effect")
    if test not in ("pooled", "unpooled"):
        raise ValueError(f"test: expected 'pooled' or 'unpooled', got {test!r}")
    z = float(norm.isf((1 - level) / 2))
    wins = np.arange(n + 1)
    needed = _wins_needed(wins, n, z, test)

    def beats(winner: float, loser: float) -> float:
        chance = binom.pmf(wins, n, loser) @ binom.sf(needed - 1, n, winner)
        return min(float(chance), 1.0)

    silent = needed.min() > n
    return VersionsPower(
        power=beats(new, old),
        wrong_direction=beats(old, new),
        false_alarm=2 * beats(old, old),
        normal_power=float(norm.cdf(float(effect) * math.sqrt(2 * n) - z)),
        win_rate=old,
        n_games=n,
        method=f"{test} test of a difference, independent games",
        warnings=(f"no result of {n} games each concludes anything at this level; play more games",)
        if silent
        else (),
    )


def _wins_needed(losers: IntArray, n: int, z: float, test: Variance) -> IntArray:
    """Return, for each number of wins, the fewest that are significantly more; n + 1 if none."""
    # Both statistics rise with the winner's wins, so halving finds where they pass z.
    below, above = losers.copy(), np.full_like(losers, n + 1)
    while (open_ := above - below > 1).any():
        middle = np.where(open_, (below + above) // 2, above)
        squared = (middle - losers).astype(np.float64) ** 2
        if test == "pooled":
            both = (middle + losers).astype(np.float64)
            passed = 2 * n * squared > z * z * both * (2 * n - both)
        else:
            own, other = middle.astype(np.float64), losers.astype(np.float64)
            passed = n * squared > z * z * (own * (n - own) + other * (n - other))
        above = np.where(open_ & passed, middle, above)
        below = np.where(open_ & ~passed, middle, below)
    return above
