"""Ratings refitted to resampled maps, and what follows from their spread."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.bradley_terry import _games, _graph
from benchlib.bradley_terry._games import IntArray
from benchlib.bradley_terry._refits import connected, refit
from benchlib.bradley_terry.ratings import checked_prior, elo, fitted_strengths, position
from benchlib.results import ConfidenceInterval, Estimate

# Refits are made together as long as their equations fit into about this many numbers.
_BLOCK = 4_000_000

_METHOD = "bootstrap of clusters, percentile interval"


@dataclass(frozen=True)
class RatingBootstrap:
    """Ratings of the games as played, and of games on resampled maps.

    Parameters
    ----------
    bots : tuple of str
        Names, sorted.
    elo : ndarray of float, shape (n_bots,)
        Ratings, with mean 0 in each component.
    components : ndarray of int, shape (n_bots,)
        Which bots the games compare.
    replicates : ndarray of float, shape (n_resamples, n_bots)
        Refitted ratings. A row is NaN where the resample has no finite fit.
    n_clusters : int
        Maps (or rounds) that were resampled.
    n_undefined : int
        Resamples without a finite fit.
    confidence_level : float
        Nominal level of the intervals.
    warnings : tuple of str
        What the reader must know before using them.
    """

    bots: tuple[str, ...]
    elo: FloatArray
    components: IntArray
    replicates: FloatArray
    n_clusters: int
    n_undefined: int
    confidence_level: float
    warnings: tuple[str, ...] = ()

    def rating(self, bot: str) -> Estimate:
        """Return a bot's rating against the mean of its component.

        Parameters
        ----------
        bot : str
            Name of the bot.

        Returns
        -------
        Estimate
            The rating in Elo, with a percentile interval.
        """
        place = position(self.bots, bot, "bot")
        return self._estimate(self.elo[place], self.replicates[:, place])

    def gap(self, bot_1: str, bot_2: str) -> Estimate:
        """Return the rating of one bot minus that of another.

        Parameters
        ----------
        bot_1, bot_2 : str
            Names of the bots.

        Returns
        -------
        Estimate
            The difference in Elo, with a percentile interval; NaN across components.
        """
        a, b = (position(self.bots, x, k) for x, k in ((bot_1, "bot_1"), (bot_2, "bot_2")))
        if self.components[a] != self.components[b]:
            reason = f"no game compares {bot_1!r} with {bot_2!r}: they are in different components"
            nothing = ConfidenceInterval(math.nan, math.nan, self.confidence_level)
            return Estimate(
                math.nan, math.nan, nothing, self.n_clusters, _METHOD, (*self.warnings, reason)
            )
        replicates = self.replicates[:, a] - self.replicates[:, b]
        return self._estimate(self.elo[a] - self.elo[b], replicates)

    def _estimate(self, value: float, replicates: FloatArray) -> Estimate:
        # A resample without a finite fit counts against both ends of the interval.
        ends = []
        for filler, order in ((-np.inf, 1), (np.inf, -1)):
            values = np.sort(np.where(np.isnan(replicates), filler, replicates))[::order]
            cut = math.floor((1 - self.confidence_level) / 2 * (len(values) + 1) + 1e-9)
            ends.append(float(values[max(cut - 1, 0)]))
        error = math.nan if self.n_undefined else float(replicates.std(ddof=1))
        interval = ConfidenceInterval(ends[0], ends[1], self.confidence_level)
        return Estimate(float(value), error, interval, self.n_clusters, _METHOD, self.warnings)


def bootstrap(
    games: Any,
    *,
    by: str = "map",
    n_resamples: int,
    rng: np.random.Generator | int,
    prior: float = 0.0,
    confidence_level: float = 0.95,
) -> RatingBootstrap:
    """Redraw whole maps with replacement and refit all ratings each time.

    Parameters
    ----------
    games : DataFrame or mapping of columns
        One row a game, with the columns ``bot_1``, ``bot_2``, ``result`` and the one named by
        `by`; as for `fit`.
    by : str, optional
        Column that names the independent unit: the map, or the round.
    n_resamples : int
        Number of refits, at least 2.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.
    prior : float, optional
        As for `fit`: the same points in every refit, for every pair that met in the games.
    confidence_level : float, optional
        Nominal level of the intervals.

    Returns
    -------
    RatingBootstrap
        All refits; its methods ``rating`` and ``gap`` give errors and intervals.

    Raises
    ------
    ValueError
        As for `fit`; or if there is only one map.
    RuntimeError
        If a fit did not converge.

    Notes
    -----
    A resample is a weight for each map, so no game is copied: points and games of each map and
    pair are added up once. A resample in which some bots take every point from the others has
    no finite ratings. It is counted, and it counts as minus infinity for the lower end of an
    interval and as infinity for the upper one; the standard error is then NaN. A prior avoids it.

    References
    ----------
    Efron (1979); Davison and Hinkley (1997), section 2.4.

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> games = {
    ...     "bot_1": ["a"] * 40, "bot_2": ["b"] * 40,
    ...     "map": [k // 4 for k in range(40)], "result": [1, 1, 0, 1, 0, 1, 1, 1] * 5,
    ... }
    >>> sample = bradley_terry.bootstrap(games, n_resamples=200, rng=1)
    >>> sample.gap("a", "b").estimate, sample.n_undefined
    (190.85, 0)
    """
    level = _validation.fraction(confidence_level, "confidence_level")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    if draws < 2:
        raise ValueError("n_resamples: one refit has no spread; make at least two")
    generator = _validation.generator(rng)
    added = checked_prior(prior)
    if not isinstance(by, str):
        raise ValueError(f"by: expected the name of a column, got {by!r}")
    rows = _games.read(games, "games", by=by)
    pairs, pair = rows.by_pair()
    component = _graph.components(pairs, added, "games")
    if rows.n_clusters < 2:
        raise ValueError(
            f"games, column {by!r}: names only one, and one has no spread; play more maps"
        )
    log_strength, _ = fitted_strengths(pairs, component, added)
    n_maps, n_pairs, n = rows.n_clusters, len(pairs.first), len(pairs.bots)
    tables = [
        csr_array((values, (pair, rows.cluster)), shape=(n_pairs, n_maps))
        for values in (rows.points, rows.games)
    ]
    replicates = np.empty((draws, n))
    block = max(1, _BLOCK // max(n * n, n_pairs, n_maps))
    for start in range(0, draws, block):
        size = min(block, draws - start)
        # Rows are drawn one after the other, so blocks give the same draws as one array.
        weights = generator.multinomial(n_maps, np.full(n_maps, 1 / n_maps), size=size)
        points, n_games = ((table @ weights.T.astype(np.float64)).T for table in tables)
        defined = np.ones(size, dtype=bool) if added else connected(pairs, points, n_games)
        chunk = np.full((size, n), np.nan)
        if defined.any():
            chunk[defined] = refit(
                pairs,
                points[defined] + added,
                n_games[defined] + 2 * added,
                component,
                log_strength,
            )
        replicates[start : start + size] = elo(chunk)
    n_undefined = int(np.isnan(replicates[:, 0]).sum())
    told = (
        f"{n_undefined} of {draws} resamples have no finite ratings, since some bots take every "
        "point in them: intervals count them against both ends; play more maps or give a prior",
    )
    return RatingBootstrap(
        bots=pairs.bots,
        elo=elo(log_strength),
        components=component,
        replicates=replicates,
        n_clusters=n_maps,
        n_undefined=n_undefined,
        confidence_level=level,
        warnings=told if n_undefined else (),
    )
