"""What choosing the best of several measured versions does to its score."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchlib._validation import FloatArray
from benchlib.winrate import _checks
from benchlib.winrate.outcomes import distributions


@dataclass(frozen=True)
class BestOf:
    """The version with the most points among several, in expectation.

    Parameters
    ----------
    measured : float
        Expected measured win rate of the chosen version, in the games that chose it.
    true : float
        Expected true win rate of the chosen version: what it measures on fresh seeds.
    overstatement : float
        `measured` minus `true`.
    selection_probability : ndarray of float, shape (n_versions,)
        Probability of each version to be chosen, in the order given.
    n_games : int
        Games of each version.
    """

    measured: float
    true: float
    overstatement: float
    selection_probability: FloatArray
    n_games: int


def best_of(win_rates: npt.ArrayLike, *, n_games: int, draw_rate: float = 0.0) -> BestOf:
    r"""Compute how much the best of several measured versions is overrated, exactly.

    Parameters
    ----------
    win_rates : array_like of float, shape (n_versions,)
        True win rate of each version against the same opponent; ``[0.5] * 10`` for ten that
        changed nothing.
    n_games : int
        Independent games that each version plays, on seeds of its own.
    draw_rate : float, optional
        Share of games that end drawn.

    Returns
    -------
    BestOf
        Expected measured and true rate of the winner, and who wins how often.

    Raises
    ------
    ValueError
        If a rate is impossible or there are no games.

    Notes
    -----
    The best score is at most :math:`x` if every score is, so its distribution function is
    :math:`\prod_j F_j(x)`. If several versions share the best score, one of them is chosen by
    lot. With a lot :math:`u` between 0 and 1 for a tie, version :math:`i` wins with
    :math:`\sum_x f_i(x) \int_0^1 \prod_{j \ne i} (F_j(x^-) + u f_j(x))\,du`. The integrand is a
    polynomial in :math:`u`, for which Gauss-Legendre quadrature is exact.

    Versions that share their maps are correlated, which makes the overstatement smaller.

    Examples
    --------
    >>> from benchlib import gates
    >>> best = gates.best_of([0.5] * 10, n_games=200)
    >>> f"measured {best.measured:.3f}, on fresh seeds {best.true:.3f}"
    'measured 0.554, on fresh seeds 0.500'
    """
    n = _checks.games(n_games, listed=True)
    drawn = _checks.draws(draw_rate)
    rates = _checks.rates(win_rates, drawn, "win_rates")
    # Versions of one strength stand alike, and the order of versions does not matter.
    unique, position, counts = np.unique(rates, return_inverse=True, return_counts=True)
    copies = counts[:, None]
    exact = distributions(n, unique, drawn)
    exact /= exact.sum(axis=1, keepdims=True)
    at_most = np.minimum(np.cumsum(exact, axis=1), 1.0)
    below = np.concatenate((np.zeros((len(unique), 1)), at_most[:, :-1]), axis=1)

    nodes, node_weights = np.polynomial.legendre.leggauss((len(rates) + 1) // 2)
    chosen = np.zeros(len(unique))
    for node, weight in zip((nodes + 1) / 2, node_weights / 2, strict=True):
        held = below + node * exact
        others = _products_without_own(held**copies) * held ** (copies - 1)
        chosen += weight * (exact * others).sum(axis=1)
    all_at_most = np.prod(at_most**copies, axis=0)
    measured = 1 - float(all_at_most[:-1].sum()) / (2 * n)
    true = math.fsum((chosen * counts * unique).tolist()) / math.fsum((chosen * counts).tolist())
    return BestOf(
        measured=measured,
        true=true,
        overstatement=measured - true,
        selection_probability=chosen[position],
        n_games=n,
    )


def _products_without_own(rows: FloatArray) -> FloatArray:
    """Return, for every row, the product of all the others; a division would fail at zeros."""
    one = np.ones((1, rows.shape[1]))
    before = np.cumprod(np.concatenate((one, rows[:-1])), axis=0)
    after = np.cumprod(np.concatenate((one, rows[:0:-1])), axis=0)[::-1]
    return np.asarray(before * after, dtype=np.float64)
