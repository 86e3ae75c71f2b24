"""Standard errors of ratings, with the map as the independent unit."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtrit

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.bradley_terry import _extended, _games, _graph
from benchlib.bradley_terry._games import IntArray
from benchlib.bradley_terry.ratings import (
    ELO_PER_LOG_UNIT,
    Draws,
    check_options,
    checked_prior,
    elo,
    fitted_strengths,
    position,
)
from benchlib.results import ConfidenceInterval, Estimate


@dataclass(frozen=True)
class RatingErrors:
    """Ratings with the errors of all their differences.

    Parameters
    ----------
    bots : tuple of str
        Names, in the order of the arrays.
    elo : ndarray of float, shape (n_bots,)
        Ratings, with mean 0 in each component.
    components : ndarray of int, shape (n_bots,)
        Which bots the games compare.
    standard_error : ndarray of float, shape (n_bots,)
        Error of each rating against the mean of its component, in Elo.
    naive_standard_error : ndarray of float, shape (n_bots,)
        What the model alone would say: games independent and no draws.
    covariance : ndarray of float, shape (n_bots, n_bots)
        Covariance of the ratings, in Elo squared; NaN across components.
    seat_advantage : Estimate or None
        What seat 1 is worth in Elo, if it was fitted.
    log_draw_parameter : Estimate or None
        Natural logarithm of Davidson's parameter, if it was fitted.
    n_clusters : int
        Independent units that the errors rest on; 0 if the input names none.
    confidence_level : float
        Nominal level of the intervals.
    method : str
        How the errors were computed.
    warnings : tuple of str
        What the reader must know before using them.
    """

    bots: tuple[str, ...]
    elo: FloatArray
    components: IntArray
    standard_error: FloatArray
    naive_standard_error: FloatArray
    covariance: FloatArray
    seat_advantage: Estimate | None
    log_draw_parameter: Estimate | None
    n_clusters: int
    confidence_level: float
    method: str
    warnings: tuple[str, ...] = ()

    def gap(self, bot_1: str, bot_2: str) -> Estimate:
        """Return the rating of one bot minus that of another, with its error.

        Parameters
        ----------
        bot_1, bot_2 : str
            Names of the bots.

        Returns
        -------
        Estimate
            The difference in Elo; NaN across components, with the reason.
        """
        a, b = (position(self.bots, x, k) for x, k in ((bot_1, "bot_1"), (bot_2, "bot_2")))
        if self.components[a] != self.components[b]:
            reason = f"no game compares {bot_1!r} with {bot_2!r}: they are in different components"
            return self._estimate(math.nan, math.nan, (*self.warnings, reason))
        variance = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        error = math.sqrt(max(float(variance), 0.0))
        return self._estimate(float(self.elo[a] - self.elo[b]), error, self.warnings)

    def _estimate(self, value: float, error: float, warnings: tuple[str, ...]) -> Estimate:
        return _interval(
            value, error, self.n_clusters, self.confidence_level, self.method, warnings
        )


def standard_errors(
    games: Any,
    *,
    by: str | None = "map",
    prior: float = 0.0,
    draws: Draws = "half",
    seat_advantage: bool = False,
    confidence_level: float = 0.95,
) -> RatingErrors:
    r"""Fit ratings and estimate their errors from the spread between maps.

    Parameters
    ----------
    games : DataFrame, mapping of columns, or array_like of shape (n_bots, n_bots)
        As for `fit`.
    by : str or None, optional
        Column that names the independent unit: the map, or the round. With None every game is
        one of its own; a matrix of points needs None and allows only the naive errors.
    prior, draws, seat_advantage : optional
        As for `fit`.
    confidence_level : float, optional
        Nominal level of the intervals.

    Returns
    -------
    RatingErrors
        Errors of every rating, and by its method ``gap`` of every difference.

    Raises
    ------
    ValueError
        As for `fit`; or if the table has only one map.

    Notes
    -----
    With information :math:`A` and score :math:`u_g` of map g, the covariance is the sandwich
    :math:`\frac{G}{G-1} A^{-} \left(\sum_g (u_g - \bar u)(u_g - \bar u)^T\right) A^{-}`; the
    intervals use t with G - 1 degrees of freedom. The naive errors are those of :math:`A^{-}`.
    Draws make them too large, and games that share a map can make them too small.

    References
    ----------
    White (1982); Liang and Zeger (1986); Cameron and Miller (2015).

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> games = {
    ...     "bot_1": ["a"] * 4, "bot_2": ["b"] * 4, "map": [1, 1, 2, 2], "result": [1, 1, 0, 1]
    ... }
    >>> gap = bradley_terry.standard_errors(games).gap("a", "b")
    >>> round(gap.estimate, 2), gap.n
    (190.85, 2)
    """
    level = _validation.fraction(confidence_level, "confidence_level")
    added = checked_prior(prior)
    check_options(draws, seat_advantage)
    if by is not None and not isinstance(by, str):
        raise ValueError(f"by: expected the name of a column, or None, got {by!r}")
    davidson = draws == "davidson"
    fitted = _games.read(games, "games", seats=seat_advantage)
    options = (davidson, seat_advantage)
    pairs = fitted.by_pair()[0] if seat_advantage else fitted
    component = _graph.components(pairs, added, "games")
    model = _extended.Model(fitted, component, added, *options)
    if davidson or seat_advantage:
        parameters, _ = model.fit()
    else:
        parameters, _ = fitted_strengths(pairs, component, added)
    bread = model.inverse(parameters)
    warnings: list[str] = []
    n_clusters = 0
    if fitted.from_table:
        units = _games.read(games, "games", by=by, seats=seat_advantage, each_game=by is None)
        n_clusters = units.n_clusters
        if n_clusters < 2:
            raise ValueError(
                f"games, column {by!r}: names only one, and one has no spread; play more maps"
            )
        if n_clusters <= model.size:
            warnings.append(
                f"{n_clusters} clusters for {model.size} parameters: errors of single gaps are "
                "rough, and joint statements about all bots are not possible"
            )
        scores = _extended.Model(units, component, 0.0, *options).scores(parameters)
        mean = scores.sum(axis=0) / n_clusters
        meat = (scores.T @ scores).toarray() - n_clusters * np.outer(mean, mean)
        covariance = n_clusters / (n_clusters - 1) * bread @ meat @ bread
        method = f"sandwich by {by or 'game'}, t interval"
    elif by is not None:
        raise ValueError(
            "games: a matrix of points does not say which games share a map; give a table of "
            "games, or write by=None for the naive errors"
        )
    else:
        covariance = bread
        method = "inverse information, normal interval"
        warnings.append(
            "a matrix of points shows neither draws nor maps: these errors take games as "
            "independent and without draws"
        )
    n = len(pairs.bots)
    scale = ELO_PER_LOG_UNIT
    across = ~np.equal.outer(component, component)
    elo_covariance = np.where(across, np.nan, scale**2 * covariance[:n, :n])

    def parameter(place: int, unit: float) -> Estimate:
        error = unit * math.sqrt(covariance[place, place])
        value = unit * float(parameters[place])
        return _interval(value, error, n_clusters, level, method, tuple(warnings))

    return RatingErrors(
        bots=pairs.bots,
        elo=elo(parameters[:n]),
        components=component,
        standard_error=_roots(elo_covariance),
        naive_standard_error=scale * _roots(bread[:n, :n]),
        covariance=elo_covariance,
        seat_advantage=parameter(n, scale) if seat_advantage else None,
        log_draw_parameter=parameter(model.size - 1, 1.0) if davidson else None,
        n_clusters=n_clusters,
        confidence_level=level,
        method=method,
        warnings=tuple(warnings),
    )


def _roots(covariance: FloatArray) -> FloatArray:
    """Return standard errors; a variance of zero may come out as a rounding error below it."""
    return np.sqrt(np.maximum(np.diag(covariance), 0))


def _interval(
    value: float, error: float, n: int, level: float, method: str, warnings: tuple[str, ...]
) -> Estimate:
    half = float(stdtrit(n - 1 if n else np.inf, (1 + level) / 2)) * error
    interval = ConfidenceInterval(value - half, value + half, level)
    return Estimate(value, error, interval, n, method, warnings)
