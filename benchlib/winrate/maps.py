"""A win rate from games that share maps: the map is the unit."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import t

from benchlib import _validation
from benchlib.results import ConfidenceInterval
from benchlib.winrate.intervals import wilson_interval

__all__ = ["MapWinRate", "map_interval"]


@dataclass(frozen=True)
class MapWinRate:
    """A win rate with an interval from the spread between maps, and Wilson's beside it.

    Parameters
    ----------
    estimate : float
        Points divided by games.
    standard_error : float
        From the spread between maps; NaN where they show none.
    confidence_interval : ConfidenceInterval
        The interval by `method`, cut at 0 and 1.
    wilson_interval : ConfidenceInterval
        The interval that takes every game as an independent coin flip.
    design_effect : float
        Variance of the estimate divided by that of as many independent coin flips. Below 1 draws
        or swapped seats make the games tell more, above 1 what the games of a map share makes
        them tell less.
    n : int
        Number of maps.
    n_games : int
        Number of games.
    draw_rate : float
        Share of the games that were drawn.
    method : str
        How the interval was computed.
    warnings : tuple of str
        What the reader must know before using it.
    """

    estimate: float
    standard_error: float
    confidence_interval: ConfidenceInterval
    wilson_interval: ConfidenceInterval
    design_effect: float
    n: int
    n_games: int
    draw_rate: float
    method: str
    warnings: tuple[str, ...] = ()


def map_interval(
    games: Any, *, confidence_level: float = 0.95, points: str = "points", by: str = "map"
) -> MapWinRate:
    r"""Estimate a win rate with an interval from the variance between maps.

    Parameters
    ----------
    games : DataFrame or mapping of columns
        One row a game, with its points (1, 0.5 or 0) and its map.
    confidence_level : float, optional
        Nominal level.
    points, by : str, optional
        Names of the columns that hold the points and the unit: the map, or a round of games
        that share anything else.

    Returns
    -------
    MapWinRate
        The win rate and both intervals. The order of rows and the names of maps do not matter.

    Raises
    ------
    ValueError
        If a column is missing, a game has other points than 0, 0.5 and 1, or all games are on
        one map.

    Notes
    -----
    With :math:`M` maps, :math:`w_m` points in :math:`g_m` games on map :math:`m` and
    :math:`g = \sum g_m`, the variance of :math:`\hat p = \sum w_m / g` is estimated as

    .. math:: \frac{M}{M-1} \sum_m \frac{(w_m - \hat p\, g_m)^2}{g^2},

    and the interval is that of Student's t with :math:`M - 1` degrees of freedom. With equally
    many games on every map it is the textbook interval for the mean of the map results. Maps
    must be independent of each other; what happens within a map, draws and swapped seats
    included, is left free. It needs a few dozen maps if most of them end alike.

    References
    ----------
    Cochran, *Sampling Techniques* (1977), section 9A.

    Examples
    --------
    >>> from benchlib import winrate
    >>> games = {"map": [1, 1, 2, 2, 3, 3], "points": [1, 0.5, 1, 0, 0.5, 0.5]}
    >>> result = winrate.map_interval(games)
    >>> f"{result.estimate:.3f} with standard error {result.standard_error:.3f}"
    '0.583 with standard error 0.083'
    >>> f"{result.design_effect:.2f}"  # draws and swapped seats: less noise than coin flips
    '0.17'
    """
    level = _validation.fraction(confidence_level, "confidence_level")
    found = _validation.columns(games, (points, by), "games")
    values = _validation.pool(found[points], points)
    bad = np.flatnonzero(~np.isin(values, (0, 0.5, 1)))
    if bad.size:
        raise ValueError(
            f"{points}: row {bad[0]} is {values[bad[0]]}; "
            "give one game a row: 1 for a win, 0.5 for a draw, 0 for a loss"
        )
    maps = _validation.groups(found[by], by)
    if len(maps) < 2:
        raise ValueError(f"{by}: all games are on one map, which has no spread; play more maps")
    # In whole half points, so that no order of games or maps reaches the last bit.
    halves = (2 * values).astype(np.int64)
    n_games, total = len(halves), int(halves.sum())
    squares = sum(
        (int(halves[rows].sum()) * n_games - total * len(rows)) ** 2 for rows in maps.values()
    )
    estimate, n = total / (2 * n_games), len(maps)
    low = high = error = effect = math.nan
    warnings: tuple[str, ...] = ()
    if squares:
        error = math.sqrt(squares * n / (n - 1)) / (2 * n_games**2)
        half = float(t.isf((1 - level) / 2, n - 1)) * error
        low, high = estimate - half, estimate + half
        effect = error**2 * n_games / (estimate * (1 - estimate))
        if low < 0 or high > 1:
            warnings = ("the interval was cut at 0 or 1: too few maps differ for the t interval",)
            low, high = max(low, 0.0), min(high, 1.0)
    else:
        warnings = (
            "every map gave the same share of the points, so maps show no spread to estimate an "
            "error from; play more maps",
        )
    return MapWinRate(
        estimate=estimate,
        standard_error=error,
        confidence_interval=ConfidenceInterval(low, high, level),
        wilson_interval=wilson_interval(total / 2, n_games, confidence_level=level),
        design_effect=effect,
        n=n,
        n_games=n_games,
        draw_rate=int((halves == 1).sum()) / n_games,
        method="variance between maps, t interval",
        warnings=warnings,
    )
