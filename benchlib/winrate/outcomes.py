"""The exact distribution of the points from independent games."""

import math

import numpy as np
from scipy.fft import ifft, next_fast_len
from scipy.stats import binom

from benchlib._validation import FloatArray
from benchlib.winrate import _checks

__all__ = ["chance_of_at_least", "points_distribution"]


def points_distribution(n_games: int, *, win_rate: float, draw_rate: float = 0.0) -> FloatArray:
    r"""Return the probability of every possible number of points.

    Parameters
    ----------
    n_games : int
        Independent games.
    win_rate : float
        True win rate: the expected points of one game.
    draw_rate : float, optional
        Share of games that end drawn. The win rate then lies within half of the rest around 0.5.

    Returns
    -------
    ndarray of float, shape (2 * n_games + 1,)
        Probability of 0, 0.5, 1, … `n_games` points.

    Raises
    ------
    ValueError
        If a number is out of range, or the win rate is impossible beside the draws.

    Notes
    -----
    Without draws the points are binomial. With a share :math:`d` of draws a game is won with
    probability :math:`p - d/2` and lost with :math:`1 - p - d/2`. The probabilities are the
    coefficients of :math:`(1 - p - d/2 + d\,x + (p - d/2)\,x^2)^g`, found by a Fourier
    transform, so with draws small probabilities have an absolute error, in all about
    :math:`10^{-15} g`, and not a relative one.

    Examples
    --------
    >>> from benchlib import winrate
    >>> winrate.points_distribution(1, win_rate=0.6, draw_rate=0.2)
    array([0.3, 0.2, 0.5])
    """
    n = _checks.games(n_games, listed=True)
    drawn = _checks.draws(draw_rate)
    rate = _checks.rate(win_rate, drawn, "win_rate")
    return distributions(n, np.array([rate]), drawn).ravel()


def chance_of_at_least(
    points: float, n_games: int, *, win_rate: float, draw_rate: float = 0.0
) -> float:
    """Return the exact probability of at least so many points.

    Parameters
    ----------
    points : float
        Points to be reached: 1 a win, 0.5 a draw.
    n_games : int
        Independent games.
    win_rate : float
        True win rate: the expected points of one game.
    draw_rate : float, optional
        Share of games that end drawn.

    Returns
    -------
    float
        The probability.

    Raises
    ------
    ValueError
        If a number is out of range, or the win rate is impossible beside the draws.

    Examples
    --------
    >>> from benchlib import winrate
    >>> round(winrate.chance_of_at_least(6, 10, win_rate=0.5), 3)
    0.377
    """
    n = _checks.games(n_games, listed=True)
    reached = _checks.points(points, n)
    drawn = _checks.draws(draw_rate)
    rate = _checks.rate(win_rate, drawn, "win_rate")
    return float(tails(reached, n, np.array([rate]), drawn)[0])


def tails(points: float, n: int, rates: FloatArray, draw_rate: float) -> FloatArray:
    """Return the probability of at least `points` for checked win rates."""
    if draw_rate == 0:
        return np.asarray(binom.sf(math.ceil(points) - 1, n, rates), dtype=np.float64)
    sums = distributions(n, rates, draw_rate)[:, math.ceil(2 * points) :].sum(axis=1)
    return np.asarray(np.clip(sums, 0.0, 1.0), dtype=np.float64)


def distributions(n: int, rates: FloatArray, draw_rate: float) -> FloatArray:
    """Return one distribution of the points a row, for checked win rates."""
    size = 2 * n + 1
    if draw_rate == 0:
        table = np.zeros((len(rates), size))
        table[:, ::2] = binom.pmf(np.arange(n + 1), n, rates[:, None])
        return table
    length = next_fast_len(size)
    wave = np.exp(-2j * np.pi * np.arange(length) / length)
    won = np.clip(rates - draw_rate / 2, 0, None)[:, None]
    lost = np.clip(1 - rates - draw_rate / 2, 0, None)[:, None]
    transform = (lost + draw_rate * wave + won * wave**2) ** n
    # Rounding leaves tiny negative numbers where the probability is zero.
    chances: FloatArray = ifft(transform, axis=1).real[:, :size]
    return np.clip(chances, 0.0, None)
