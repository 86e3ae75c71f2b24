"""How many games a decision needs, by the normal approximation."""

import math
from numbers import Real
from typing import Literal

import numpy as np
from scipy.stats import norm

from benchlib import _validation
from benchlib.winrate import _checks

__all__ = ["games_for_duel", "games_per_version", "minimum_detectable_effect"]

Comparison = Literal["duel", "versions"]

# A product that is a whole number on paper may come out a rounding error above it.
_ROUNDING = 1e-12


def games_for_duel(
    effect: float, *, confidence_level: float = 0.95, power: float = 0.8, draw_rate: float = 0.0
) -> int:
    r"""Return the games that a new version needs against the old one.

    Parameters
    ----------
    effect : float
        The gain to detect: the true win rate is 0.5 plus it.
    confidence_level : float, optional
        One minus the probability of a false alarm on either side.
    power : float, optional
        Probability to detect the gain.
    draw_rate : float, optional
        Share of games that end drawn. Fewer games do then, if the interval that decides knows
        of the draws, as `map_interval` does; Wilson's does not.

    Returns
    -------
    int
        Games, rounded up.

    Raises
    ------
    ValueError
        If the gain is not positive, or more than a win rate can have beside the draws.

    Notes
    -----
    :math:`g = (z_{1-\alpha/2} + z_{1-\beta})^2 (1-d) / 4 \delta^2` for a gain :math:`\delta` and
    a share :math:`d` of draws: the variance of one game is taken as it is at a win rate of 0.5.
    `duel_power` gives the exact power.

    References
    ----------
    NIST/SEMATECH, *e-Handbook of Statistical Methods*, section 7.2.4.2.

    Examples
    --------
    >>> from benchlib import winrate
    >>> winrate.games_for_duel(0.05)
    785
    """
    drawn = _some_decided(draw_rate)
    gain = _gain(effect, (1 - drawn) / 2)
    variance = (1 - drawn) / 4
    return _rounded_up(_deviates(confidence_level, power) ** 2 * variance / gain / gain)


def games_per_version(
    effect: float,
    *,
    correlation: float = 0.0,
    confidence_level: float = 0.95,
    power: float = 0.8,
    draw_rate: float = 0.0,
) -> int:
    r"""Return the games that each of two versions needs against the same opponents.

    Parameters
    ----------
    effect : float
        The difference of the two win rates to detect.
    correlation : float, optional
        Correlation of the two versions' results on one map: 0 if each plays maps of its own.
    confidence_level : float, optional
        One minus the probability of a false alarm on either side.
    power : float, optional
        Probability to detect the difference.
    draw_rate : float, optional
        Share of games that end drawn, as for `games_for_duel`.

    Returns
    -------
    int
        Games of each version, rounded up.

    Raises
    ------
    ValueError
        If the difference is not positive or impossible, or the correlation not between -1 and 1.

    Notes
    -----
    The variance of a difference of two rates is :math:`2 (1 - \rho)` times that of one, so this is
    :math:`2 (1 - \rho)` times the games of a duel. Both win rates are taken to be near 0.5.

    References
    ----------
    NIST/SEMATECH, *e-Handbook of Statistical Methods*, section 7.2.4.2.

    Examples
    --------
    >>> from benchlib import winrate
    >>> winrate.games_per_version(0.05), winrate.games_per_version(0.05, correlation=0.5)
    (1570, 785)
    """
    drawn = _some_decided(draw_rate)
    gain = _gain(effect, 1 - drawn)
    variance = 2 * (1 - _correlation(correlation)) * (1 - drawn) / 4
    return _rounded_up(_deviates(confidence_level, power) ** 2 * variance / gain / gain)


def minimum_detectable_effect(
    n_games: int,
    *,
    comparison: Comparison = "duel",
    correlation: float = 0.0,
    confidence_level: float = 0.95,
    power: float = 0.8,
    draw_rate: float = 0.0,
) -> float:
    """Return the smallest effect that so many games detect.

    Parameters
    ----------
    n_games : int
        Games of the duel, or of each version.
    comparison : {"duel", "versions"}, optional
        New against old, or both against the same opponents.
    correlation : float, optional
        Correlation of the two versions' results on one map; not for a duel.
    confidence_level : float, optional
        One minus the probability of a false alarm on either side.
    power : float, optional
        Probability to detect the effect.
    draw_rate : float, optional
        Share of games that end drawn, as for `games_for_duel`.

    Returns
    -------
    float
        A difference of win rates.

    Raises
    ------
    ValueError
        If a number is out of range, a duel is given a correlation, or the games are too few to
        detect any effect that a win rate can have.

    Notes
    -----
    It is the effect for which `games_for_duel` or `games_per_version` gives `n_games`.

    Examples
    --------
    >>> from benchlib import winrate
    >>> round(winrate.minimum_detectable_effect(96), 3)
    0.143
    >>> round(winrate.minimum_detectable_effect(96, comparison="versions"), 3)
    0.202
    """
    n = _checks.games(n_games)
    if comparison not in ("duel", "versions"):
        raise ValueError(f"comparison: expected 'duel' or 'versions', got {comparison!r}")
    rho = _correlation(correlation)
    if comparison == "duel" and rho:
        raise ValueError(
            "correlation: a duel has one result a game; give it with comparison='versions'"
        )
    drawn = _some_decided(draw_rate)
    factor, most = (1.0, 0.5) if comparison == "duel" else (2 * (1 - rho), 1.0)
    variance = factor * (1 - drawn) / 4
    effect = _deviates(confidence_level, power) * math.sqrt(variance / n)
    if effect > most * (1 - drawn):
        needed = _rounded_up(n * (effect / (most * (1 - drawn))) ** 2)
        raise ValueError(
            f"n_games: {n} games detect no effect that a win rate can have; "
            f"play at least {needed}, or ask for less power or confidence"
        )
    return effect


def _deviates(confidence_level: float, power: float) -> float:
    """Return the sum of the two normal quantiles that every formula here shares."""
    level = _validation.fraction(confidence_level, "confidence_level")
    chance = _validation.fraction(power, "power")
    if chance <= (1 - level) / 2:
        raise ValueError(
            f"power: {chance} is no more than the false alarms on one side, {(1 - level) / 2:.4g}, "
            "for which no games are needed; ask for more"
        )
    return float(norm.isf((1 - level) / 2) + norm.ppf(chance))


def _gain(effect: float, most: float) -> float:
    gain = _validation.positive(effect, "effect")
    if gain > most + _ROUNDING:
        raise ValueError(
            f"effect: win rates can differ by at most {most:g} here, got {effect!r}; "
            "give it as a difference of rates, 0.05 for five percentage points"
        )
    return gain


def _correlation(value: float) -> float:
    if isinstance(value, bool | np.bool) or not isinstance(value, Real) or not -1 <= value < 1:
        raise ValueError(f"correlation: expected a number from -1 to below 1, got {value!r}")
    return float(value)


def _some_decided(draw_rate: float) -> float:
    drawn = _checks.draws(draw_rate)
    if drawn == 1:
        raise ValueError("draw_rate: if every game is drawn, no number of games shows a difference")
    return drawn


def _rounded_up(games: float) -> int:
    if not math.isfinite(games):
        raise ValueError("effect: is too small for a number of games; give a larger one")
    return math.ceil(games * (1 - _ROUNDING))
