"""Which ranks the games leave open."""

import math
from dataclasses import dataclass

import numpy as np

from benchlib.bradley_terry._games import IntArray
from benchlib.bradley_terry.resampling import RatingBootstrap


@dataclass(frozen=True)
class RankIntervals:
    """The ranks that the games leave open for each bot.

    Parameters
    ----------
    bots : tuple of str
        Names, in the order of the arrays.
    rank : ndarray of int, shape (n_bots,)
        Rank by rating in the bot's component; 1 is the best, and ties share the better rank.
    best, worst : ndarray of int, shape (n_bots,)
        Ends of the interval.
    confidence_level : float
        Nominal level, for each bot by itself.
    warnings : tuple of str
        What the reader must know before using them.
    """

    bots: tuple[str, ...]
    rank: IntArray
    best: IntArray
    worst: IntArray
    confidence_level: float
    warnings: tuple[str, ...] = ()


def rank_intervals(sample: RatingBootstrap) -> RankIntervals:
    """Find the ranks that each bot may have, from its gaps to all others at once.

    Parameters
    ----------
    sample : RatingBootstrap
        Refitted ratings.

    Returns
    -------
    RankIntervals
        Within components. Several bots may all be able to hold one rank.

    Notes
    -----
    The percentiles of refitted ranks are no intervals: bots of equal strength trade places in
    every resample, and each resample adds noise to noise. Here a bot ranks below another only
    if its gap is beyond the noise, with one critical value for all its gaps: the quantile of the
    largest studentized deviation among the refits. Its best rank is one more than the number of
    bots that are surely better; its worst rank counts all that are not surely worse.

    References
    ----------
    Mogstad, Romano, Shaikh and Wilhelm (2024).

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> games = {
    ...     "bot_1": ["a"] * 40, "bot_2": ["b"] * 40,
    ...     "map": [k // 4 for k in range(40)], "result": [1, 1, 0, 1, 0, 1, 1, 1] * 5,
    ... }
    >>> sample = bradley_terry.bootstrap(games, n_resamples=200, rng=1)
    >>> ranks = bradley_terry.rank_intervals(sample)
    >>> ranks.rank.tolist(), ranks.best.tolist(), ranks.worst.tolist()
    ([1, 2], [1, 2], [1, 2])
    """
    n = len(sample.bots)
    rank, best, worst = (np.empty(n, dtype=np.int64) for _ in range(3))
    good = sample.replicates[~np.isnan(sample.replicates[:, 0])]
    total = len(sample.replicates)
    needed = math.ceil(sample.confidence_level * (total + 1) - 1e-9)
    for k in range(n):
        others = np.flatnonzero(sample.components == sample.components[k])
        others = others[others != k]
        gap = sample.elo[k] - sample.elo[others]
        critical = np.full(len(others), np.inf)
        # Resamples without a finite fit count as larger than any deviation.
        if len(others) and len(good) >= 2 and needed <= len(good):
            deviation = np.abs(good[:, [k]] - good[:, others] - gap)
            error = np.sqrt((deviation**2).mean(axis=0))
            scale = np.where(error > 0, error, 1)
            largest = np.sort((deviation / scale).max(axis=1))
            critical = largest[needed - 1] * error
        rank[k] = 1 + (gap < 0).sum()
        best[k] = 1 + (gap < -critical).sum()
        worst[k] = 1 + len(others) - (gap > critical).sum()
    return RankIntervals(sample.bots, rank, best, worst, sample.confidence_level, sample.warnings)
