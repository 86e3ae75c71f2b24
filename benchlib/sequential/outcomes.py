"""Probabilities of the outcomes of a game or of a pair of games."""

import math

import numpy as np
import numpy.typing as npt

from benchlib._validation import FloatArray
from benchlib.sequential import _hypotheses
from benchlib.sequential._hypotheses import Model

__all__ = ["elo_of", "game_probabilities", "pair_probabilities"]


def game_probabilities(elo: float, *, draw_rate: float) -> FloatArray:
    """Return the probabilities of loss, draw and win for a gain in logistic Elo.

    Parameters
    ----------
    elo : float
        The gain; the expected score is 1 / (1 + 10^(-elo / 400)).
    draw_rate : float
        Probability of a draw, from 0 to below 1.

    Returns
    -------
    ndarray of float, shape (3,)
        Loss, draw, win.

    Raises
    ------
    ValueError
        If that many draws leave no room for the expected score.

    Examples
    --------
    >>> from benchlib import sequential
    >>> sequential.game_probabilities(0, draw_rate=0.2)
    array([0.4, 0.2, 0.4])
    """
    score = _hypotheses.parameter_of_elo(_hypotheses.checked_elo(elo, "elo"), "logistic", 3)
    if isinstance(draw_rate, bool) or not isinstance(draw_rate, int | float | np.number):
        raise ValueError(f"draw_rate: expected a number from 0 to below 1, got {draw_rate!r}")
    draws = float(draw_rate)
    if not 0 <= draws < 1:
        raise ValueError(f"draw_rate: expected a number from 0 to below 1, got {draw_rate!r}")
    if draws > 2 * min(score, 1 - score):
        raise ValueError(
            f"draw_rate: {draws:g} is more than an expected score of {score:.6g} allows; "
            f"take at most {2 * min(score, 1 - score):.6g} or a smaller elo"
        )
    return np.array([1 - score - draws / 2, draws, score - draws / 2])


def pair_probabilities(first: npt.ArrayLike, second: npt.ArrayLike | None = None) -> FloatArray:
    """Return the probabilities of 0, 0.5, 1, 1.5 and 2 points from two independent games.

    Parameters
    ----------
    first : array_like of float, shape (3,)
        Loss, draw and win in the first game of a pair.
    second : array_like of float, shape (3,), optional
        The same for the second game, with seats swapped; by default as in the first.

    Returns
    -------
    ndarray of float, shape (5,)
        From no point to two points.

    Raises
    ------
    ValueError
        If there are not three probabilities that sum to 1.

    Examples
    --------
    >>> from benchlib import sequential
    >>> sequential.pair_probabilities([0.5, 0.0, 0.5])
    array([0.25, 0.  , 0.5 , 0.  , 0.25])
    """
    games = []
    for values, name in ((first, "first"), (first if second is None else second, "second")):
        games.append(_hypotheses.checked_probabilities(values, name))
        if len(games[-1]) != 3:
            raise ValueError(f"{name}: expected 3 probabilities (loss, draw, win), got 5")
    return np.convolve(games[0], games[1]).astype(np.float64)


def elo_of(probabilities: npt.ArrayLike, *, model: Model) -> float:
    """Return the Elo gain that probabilities, or shares, of outcomes stand for.

    Parameters
    ----------
    probabilities : array_like of float, shape (3,) or (5,)
        Of a game (loss, draw, win) or of a pair (0, 0.5, 1, 1.5, 2 points).
    model : {"logistic", "normalized"}
        What Elo means.

    Returns
    -------
    float
        Infinite for a perfect score, or in the normalized model where every outcome is the same
        win; NaN in the normalized model where every outcome is the same draw.

    Raises
    ------
    ValueError
        If the probabilities are not three or five that sum to 1, or the model is unknown.

    Notes
    -----
    Normalized Elo is t · 800 / ln 10 with t = (mean - 1/2) / sd of a game's score; for a pair,
    whose mean score varies less, the t value is divided by √2 first.

    Examples
    --------
    >>> from benchlib import sequential
    >>> print(f"{sequential.elo_of([0.25, 0, 0.75], model='logistic'):.2f}")
    190.85
    """
    found = _hypotheses.checked_probabilities(probabilities, "probabilities")
    kind = _hypotheses.checked_model(model)
    return elo_of_shares(found, kind)


def elo_of_shares(shares: FloatArray, model: Model) -> float:
    """Return the Elo gain of checked shares."""
    scores = _hypotheses.scores_of(len(shares))
    mean = float(shares @ scores)
    if model == "logistic":
        return _hypotheses.elo_of_parameter(mean, model, len(shares))
    spread = math.sqrt(float(shares @ (scores - mean) ** 2))
    if spread == 0:
        return math.copysign(math.inf, mean - 0.5) if mean != 0.5 else math.nan
    return _hypotheses.elo_of_parameter((mean - 0.5) / spread, model, len(shares))
