"""What the ratings leave unexplained, pair by pair."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtr

from benchlib._validation import FloatArray
from benchlib.bradley_terry._panel import PanelFit
from benchlib.bradley_terry.ratings import ELO_PER_LOG_UNIT, checked_prior


@dataclass(frozen=True)
class PairResiduals:
    """Points of every pair that met, beside those that the ratings expect.

    Parameters
    ----------
    bot_1, bot_2 : tuple of str
        The pairs, in the order of the arrays.
    n_games, points, expected : ndarray of float, shape (n_pairs,)
        Games, points that bot_1 took in them, and points that its rating promises.
    residual : ndarray of float, shape (n_pairs,)
        Points minus expected points. For every bot they sum to zero without a prior, so what
        is left flows in circles.
    residual_elo : ndarray of float, shape (n_pairs,)
        By how much bot_1 does better against bot_2 than the ratings say, in Elo (first order).
    standard_error : ndarray of float, shape (n_pairs,)
        Of `residual`, for ratings fitted to the same games.
    p_value : ndarray of float, shape (n_pairs,)
        Two-sided, normal, for each pair by itself; NaN where the ratings must fit exactly.
    method : str
        How the errors were computed.
    warnings : tuple of str
        What the reader must know before using them.
    """

    bot_1: tuple[str, ...]
    bot_2: tuple[str, ...]
    n_games: FloatArray
    points: FloatArray
    expected: FloatArray
    residual: FloatArray
    residual_elo: FloatArray
    standard_error: FloatArray
    p_value: FloatArray
    method: str
    warnings: tuple[str, ...] = ()


def pair_residuals(
    points_or_games: Any, *, by: str | None = "map", prior: float = 0.0
) -> PairResiduals:
    """Compare every pair's points with those that the ratings expect.

    Parameters
    ----------
    points_or_games : DataFrame, mapping of columns, or array_like of shape (n_bots, n_bots)
        As for `fit`.
    by : str or None, optional
        Column that names the independent unit. With None every game is one of its own; a matrix
        of points needs None, and its games are then taken as independent and without draws.
    prior : float, optional
        As for `fit`.

    Returns
    -------
    PairResiduals
        One entry a pair that met.

    Raises
    ------
    ValueError
        As for `fit`.

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> cycle = [[0, 70, 30], [30, 0, 70], [70, 30, 0]]
    >>> bradley_terry.pair_residuals(cycle, by=None).residual
    array([ 20., -20.,  20.])
    """
    panel = PanelFit(points_or_games, by, checked_prior(prior))
    pairs = panel.pairs
    error = np.sqrt(panel.noise()[0])
    residual = panel.residual
    # A pair that the ratings fit exactly has no residual, and no error of it.
    safe = np.where(error > 1e-9 * np.sqrt(panel.weight), error, np.nan)
    return PairResiduals(
        bot_1=tuple(pairs.bots[k] for k in pairs.first),
        bot_2=tuple(pairs.bots[k] for k in pairs.second),
        n_games=pairs.games,
        points=pairs.points,
        expected=pairs.points - residual,
        residual=residual,
        residual_elo=residual / panel.weight * ELO_PER_LOG_UNIT,
        standard_error=error,
        p_value=2 * ndtr(-np.abs(residual / safe)),
        method=panel.method,
        warnings=panel.warnings,
    )
