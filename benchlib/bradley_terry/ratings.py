"""Strengths of bots from their games, by the Bradley-Terry model."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.bradley_terry import _extended, _games, _graph, _solvers
from benchlib.bradley_terry._games import Comparisons, IntArray, add_up

ELO_PER_LOG_UNIT = 400 / math.log(10)

Draws = Literal["half", "davidson"]


@dataclass(frozen=True)
class Ratings:
    """One strength for every bot.

    Parameters
    ----------
    bots : tuple of str
        Names, sorted; in the order of the rows where a matrix of points was given.
    log_strength : ndarray of float, shape (n_bots,)
        Natural logarithm of the strengths, with mean 0 in each component.
    elo : ndarray of float, shape (n_bots,)
        The same in Elo points, 400 log10 of the strength.
    components : ndarray of int, shape (n_bots,)
        Which bots the games compare. Two ratings in different components have no difference.
    points, n_games : ndarray of float, shape (n_bots,)
        What each bot took, and in how many games, the prior not counted.
    prior : float
        Points that were added each way to every pair that met.
    method : str
        How the fit was made.
    n_iterations : int
        Iterations that it took.
    seat_advantage_elo : float
        What sitting in seat 1 rather than level is worth, in Elo; NaN if it was not fitted.
    draw_parameter : float
        Davidson's parameter: a game between equals is drawn with probability
        ``draw_parameter / (2 + draw_parameter)``; NaN if draws count as half points.
    warnings : tuple of str
        What the reader must know before using the ratings.
    """

    bots: tuple[str, ...]
    log_strength: FloatArray
    elo: FloatArray
    components: IntArray
    points: FloatArray
    n_games: FloatArray
    prior: float
    method: str
    n_iterations: int
    seat_advantage_elo: float = math.nan
    draw_parameter: float = math.nan
    warnings: tuple[str, ...] = ()

    def gap(self, bot_1: str, bot_2: str) -> float:
        """Return the rating of one bot minus that of another, NaN across components.

        Parameters
        ----------
        bot_1, bot_2 : str
            Names of the bots.

        Returns
        -------
        float
            The difference in Elo.
        """
        first, second = (position(self.bots, x, k) for x, k in ((bot_1, "bot_1"), (bot_2, "bot_2")))
        if self.components[first] != self.components[second]:
            return math.nan
        return float(self.elo[first] - self.elo[second])

    @property
    def elo_gaps(self) -> FloatArray:
        """Rating of row minus rating of column in Elo, NaN across components."""
        alike = np.equal.outer(self.components, self.components)
        return np.where(alike, np.subtract.outer(self.elo, self.elo), np.nan)


def fit(
    points_or_games: Any,
    *,
    prior: float = 0.0,
    method: Literal["newton", "mm"] = "newton",
    draws: Draws = "half",
    seat_advantage: bool = False,
    bots: Sequence[str] | None = None,
) -> Ratings:
    r"""Fit one strength for every bot to all games at once, by maximum likelihood.

    Parameters
    ----------
    points_or_games : DataFrame, mapping of columns, or array_like of shape (n_bots, n_bots)
        A table with one row a game and the columns ``bot_1``, ``bot_2`` and ``result``, the
        points of ``bot_1`` (1, 0.5 or 0); or a matrix ``points[i, j]`` of the points that bot i
        took from bot j, whose sum with ``points[j, i]`` is the number of their games.
    prior : float, optional
        Points added each way to every pair that met, as if drawn: it keeps the rating of an
        unbeaten bot finite and pulls all ratings together.
    method : {"newton", "mm"}, optional
        Newton's method, or Zermelo's iteration, which is slower and explains itself.
    draws : {"half", "davidson"}, optional
        A draw is half a win and half a loss, or an outcome of its own. The second needs games,
        and so does `seat_advantage`; both need the method "newton".
    seat_advantage : bool, optional
        Also fit what seat 1 is worth, from the column ``seat``, the seat of ``bot_1`` (1 or 2).
    bots : sequence of str, optional
        Names for the rows of a matrix; or all bots that should be in a table of games.

    Returns
    -------
    Ratings
        Strengths with mean 0. With a prior, bots that no game compares fall into several
        components: the mean is 0 in each, and differences across them are NaN.

    Raises
    ------
    ValueError
        If the input is not as described; if a bot never played; or if, without a prior, the
        best ratings are not finite or not defined, because some bots took every point from the
        others or never met them. The message names the bots.
    RuntimeError
        If the fit did not converge.

    Notes
    -----
    The model is :math:`P(i \text{ beats } j) = e^{\theta_i} / (e^{\theta_i} + e^{\theta_j})`. At
    the best fit every bot's expected points equal the points that it took. Finite ratings exist
    and are unique exactly if every bot can be reached from every other along "took points from".

    Davidson's model gives win, draw and loss chances in proportion to :math:`e^{d/2}`,
    :math:`\nu` and :math:`e^{-d/2}`, with :math:`d = \theta_i - \theta_j \pm \gamma` and seat
    advantage :math:`\gamma`. There, and with a seat advantage, the prior adds `prior` wins and
    as many losses, in no seat.

    References
    ----------
    Zermelo (1929); Bradley and Terry (1952); Ford (1957); Davidson (1970); Hunter (2004).

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> ratings = bradley_terry.fit([[0, 75], [25, 0]])
    >>> round(float(ratings.elo[0] - ratings.elo[1]), 3)
    190.849
    """
    added = checked_prior(prior)
    if method not in ("newton", "mm"):
        raise ValueError(f"method: expected 'newton' or 'mm', got {method!r}")
    check_options(draws, seat_advantage)
    extended = draws == "davidson" or seat_advantage
    rows = _games.read(points_or_games, "points_or_games", bots=bots, seats=seat_advantage)
    pairs = rows.by_pair()[0] if seat_advantage else rows
    component = _graph.components(pairs, added, "points_or_games")
    if extended:
        if method == "mm":
            raise ValueError("method: 'mm' fits strengths only; use 'newton' with these options")
        model = _extended.Model(rows, component, added, draws == "davidson", seat_advantage)
        parameters, n_iterations = model.fit()
        log_strength, seat, draw = model.split(parameters)
    else:
        log_strength, n_iterations = fitted_strengths(pairs, component, added, method)
        seat = draw = math.nan
    n = len(pairs.bots)
    lost = pairs.games - pairs.points
    kind = {"newton": "maximum likelihood, Newton", "mm": "maximum likelihood, Zermelo's iteration"}
    n_components = int(component.max()) + 1
    told = (
        f"the bots fall into {n_components} components that no game compares; "
        "differences across them are not defined",
    )
    return Ratings(
        bots=pairs.bots,
        log_strength=log_strength,
        elo=elo(log_strength),
        components=component,
        points=add_up(pairs.first, pairs.points, n) + add_up(pairs.second, lost, n),
        n_games=add_up(pairs.first, pairs.games, n) + add_up(pairs.second, pairs.games, n),
        prior=added,
        method=kind[method] + (", draws by Davidson" if draws == "davidson" else ""),
        n_iterations=n_iterations,
        seat_advantage_elo=seat * ELO_PER_LOG_UNIT,
        draw_parameter=draw,
        warnings=told if n_components > 1 else (),
    )


def fitted_strengths(
    pairs: Comparisons, component: IntArray, prior: float, method: str = "newton"
) -> tuple[FloatArray, int]:
    """Fit the plain model to checked pairs; return log strengths and the iterations."""
    order, first, second, points, games = _solvers.canonical(
        len(pairs.bots), pairs.first, pairs.second, pairs.points, pairs.games
    )
    solve = _solvers.minorize if method == "mm" else _solvers.newton
    found, n_iterations = solve(first, second, points + prior, games + 2 * prior, component[order])
    log_strength = np.empty(len(order))
    log_strength[order] = found
    return log_strength, n_iterations


def check_options(draws: str, seat_advantage: bool) -> None:
    """Refuse options that are not what they should be."""
    if draws not in ("half", "davidson"):
        raise ValueError(f"draws: expected 'half' or 'davidson', got {draws!r}")
    if not isinstance(seat_advantage, bool):
        raise ValueError(f"seat_advantage: expected True or False, got {seat_advantage!r}")


def checked_prior(prior: float) -> float:
    """Return a prior of zero or a positive number."""
    is_zero = prior == 0 and not isinstance(prior, bool)
    return 0.0 if is_zero else _validation.positive(prior, "prior")


def position(bots: tuple[str, ...], bot: str, name: str) -> int:
    """Return the place of a bot by its name."""
    if str(bot) not in bots:
        raise ValueError(f"{name}: {bot!r} is not among the bots {', '.join(bots)}")
    return bots.index(str(bot))


def elo(log_strength: npt.ArrayLike) -> FloatArray:
    """Turn log strengths into Elo points.

    Parameters
    ----------
    log_strength : array_like of float
        Natural logarithms of strengths.

    Returns
    -------
    ndarray of float
        400 log10 of the strengths.

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> bradley_terry.elo([0.0, 1.0]).round(2)
    array([  0.  , 173.72])
    """
    return np.asarray(log_strength, dtype=np.float64) * ELO_PER_LOG_UNIT


def expected_score(elo_gap: npt.ArrayLike) -> Any:
    """Return the points that a bot can expect from a game, by its rating advantage.

    Parameters
    ----------
    elo_gap : array_like of float
        The bot's rating minus its opponent's, in Elo.

    Returns
    -------
    float or ndarray of float
        1 / (1 + 10^(-gap / 400)), between 0 and 1; NaN where the gap is.

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> round(bradley_terry.expected_score(191), 4)
    0.7502
    """
    score = expit(np.asarray(elo_gap, dtype=np.float64) / ELO_PER_LOG_UNIT)
    return score if np.ndim(elo_gap) else float(score)
