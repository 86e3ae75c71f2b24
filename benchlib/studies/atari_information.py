"""Which games tell training conditions apart: tables of runs, drawn again, shuffled, held out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray

__all__ = [
    "ATARI_5",
    "ATARI_100K",
    "RunPools",
    "cell_moments",
    "common_spread",
    "held_out_recognition",
    "read_pools",
    "resampled_runs",
    "shuffled_runs",
]

# Quoted sets, in the spelling of `bbf_runs`: the 26 games of Kaiser and others (2020), and the
# five of Aitchison and others (2023).
# fmt: off
ATARI_100K = (
    "alien", "amidar", "assault", "asterix", "bankheist", "battlezone", "boxing",
    "breakout", "choppercommand", "crazyclimber", "demonattack", "freeway", "frostbite", "gopher",
    "hero", "jamesbond", "kangaroo", "krull", "kungfumaster", "mspacman", "pong",
    "privateeye", "qbert", "roadrunner", "seaquest", "upndown",
)
# fmt: on
ATARI_5 = ("battlezone", "doubledunk", "namethisgame", "phoenix", "qbert")

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RunPools:
    """The runs of every condition on every game.

    Parameters
    ----------
    conditions, games : tuple of str
        Names in sorted order.
    scores : ndarray of float, shape (total number of runs,)
        Cell after cell: all games of the first condition, then those of the second, and so on.
    n_runs : ndarray of int, shape (n_conditions, n_games)
        Runs of each cell.
    """

    conditions: tuple[str, ...]
    games: tuple[str, ...]
    scores: FloatArray
    n_runs: IntArray

    def cell(self, condition: str, game: str) -> FloatArray:
        """Return the scores of one condition on one game."""
        place = self.conditions.index(condition) * len(self.games) + self.games.index(game)
        ends = np.cumsum(self.n_runs)
        return self.scores[ends[place] - self.n_runs.ravel()[place] : ends[place]]


def read_pools(table: Any, *, conditions: Sequence[str] | None = None) -> RunPools:
    """Arrange a table of runs by condition and game.

    Parameters
    ----------
    table : DataFrame or mapping of columns
        One row a run, with the columns ``condition``, ``game`` and ``score``.
    conditions : sequence of str, optional
        Which conditions to take, all by default.

    Returns
    -------
    RunPools
        The same whatever the order of the rows.

    Raises
    ------
    ValueError
        If a column is missing, a score is not finite, a condition does not exist, or a condition
        has fewer than two runs on a game.

    Examples
    --------
    >>> from benchlib import datasets
    >>> from benchlib.studies import atari_information
    >>> pools = atari_information.read_pools(datasets.load("bbf_runs"))
    >>> pools.n_runs.shape, int(pools.n_runs.min())
    ((25, 55), 12)
    """
    found = _validation.columns(table, ["condition", "game", "score"], "table")
    score = _validation.pool(found["score"], "table, column 'score'")
    rows = _validation.groups(found["condition"], "table, column 'condition'")
    wanted = sorted(rows) if conditions is None else sorted(set(conditions))
    unknown = [name for name in wanted if name not in rows]
    if unknown or len(wanted) < 2:
        raise ValueError(
            f"conditions: expected at least two of {', '.join(rows)}, got "
            f"{', '.join(wanted) or 'none'}"
        )
    kept = np.concatenate([rows[name] for name in wanted])
    condition = np.repeat(np.arange(len(wanted)), [len(rows[name]) for name in wanted])
    games, game = np.unique(found["game"][kept].astype(str), return_inverse=True)
    counts = np.zeros((len(wanted), len(games)), dtype=np.int64)
    np.add.at(counts, (condition, game), 1)
    if (counts < 2).any():
        few, on = np.argwhere(counts < 2)[0].tolist()
        raise ValueError(
            f"table: {wanted[few]!r} has {counts[few, on]} runs on {str(games[on])!r}; two are the "
            "fewest with a standard deviation, so leave the game or the condition out"
        )
    order = np.lexsort((score[kept], game, condition))
    return RunPools(tuple(wanted), tuple(games.tolist()), score[kept][order], counts)


def cell_moments(pools: RunPools) -> tuple[FloatArray, FloatArray]:
    """Return mean and standard deviation of the runs of every cell.

    Parameters
    ----------
    pools : RunPools
        As from `read_pools`.

    Returns
    -------
    tuple of two ndarrays of float, shape (n_conditions, n_games)
        In game points. Deviations have the divisor n - 1, and are exactly 0 if all runs of a cell
        scored the same.

    Examples
    --------
    >>> from benchlib.studies import atari_information
    >>> pools = atari_information.read_pools(
    ...     {"condition": list("aabb"), "game": ["pong"] * 4, "score": [1, 3, 5, 5]}
    ... )
    >>> mean, sd = atari_information.cell_moments(pools)
    >>> mean.ravel(), sd.ravel().round(2)
    (array([2., 5.]), array([1.41, 0.  ]))
    """
    counts = pools.n_runs.ravel()
    starts = np.cumsum(counts) - counts
    least, most = (np.asarray(f.reduceat(pools.scores, starts)) for f in (np.minimum, np.maximum))
    # The mean of equal numbers need not be that number after rounding, so it is put in.
    mean = np.where(least == most, least, np.add.reduceat(pools.scores, starts) / counts)
    squares = np.add.reduceat((pools.scores - np.repeat(mean, counts)) ** 2, starts)
    shape = pools.n_runs.shape
    return mean.reshape(shape), np.sqrt(squares / (counts - 1)).reshape(shape)


def common_spread(sd: npt.ArrayLike) -> FloatArray:
    r"""Give all conditions the same standard deviation on a game.

    Parameters
    ----------
    sd : array_like of float, shape (n_conditions, n_games)
        Standard deviation of the runs of each cell.

    Returns
    -------
    ndarray of float, shape (n_conditions, n_games)
        In each column the root of its mean variance.

    Raises
    ------
    ValueError
        If the shape is wrong, or a deviation is negative or not finite.

    Notes
    -----
    :math:`s_g^2 = \frac1n \sum_a s_{ag}^2`. With it the kernels of `information.channel_matrix`
    compare means alone, and the information gain no longer pays for deviations that differ.

    Examples
    --------
    >>> from benchlib.studies import atari_information
    >>> atari_information.common_spread([[3, 1], [4, 1]]).round(3)
    array([[3.536, 1.   ],
           [3.536, 1.   ]])
    """
    table = np.asarray(sd, dtype=np.float64)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(f"sd: expected shape (n_conditions, n_games), got {table.shape}")
    bad = ~np.isfinite(table) | (table < 0)
    if bad.any():
        row, column = np.argwhere(bad)[0].tolist()
        raise ValueError(
            f"sd: row {row}, column {column} is {table[row, column]}; give a finite number of at "
            "least 0"
        )
    return np.tile(np.sqrt((table**2).mean(axis=0)), (len(table), 1))


def shuffled_runs(pools: RunPools, *, rng: np.random.Generator | int) -> RunPools:
    """Deal the runs of each game out to the conditions anew, so that all conditions are alike.

    Parameters
    ----------
    pools : RunPools
        As from `read_pools`.
    rng : numpy.random.Generator or int
        Source of the order, or a seed for it.

    Returns
    -------
    RunPools
        The same scores on every game and as many runs in every cell. The deals of two games are
        independent.

    Examples
    --------
    >>> from benchlib.studies import atari_information
    >>> pools = atari_information.read_pools(
    ...     {"condition": list("aabb"), "game": ["pong"] * 4, "score": [1, 3, 5, 5]}
    ... )
    >>> sorted(atari_information.shuffled_runs(pools, rng=1).scores.tolist())
    [1.0, 3.0, 5.0, 5.0]
    """
    generator = _validation.generator(rng)
    n_conditions, n_games = pools.n_runs.shape
    game = np.repeat(np.tile(np.arange(n_games), n_conditions), pools.n_runs.ravel())
    dealt = np.lexsort((generator.random(len(game)), game))
    scores = np.empty_like(pools.scores)
    scores[np.argsort(game, kind="stable")] = pools.scores[dealt]
    return replace(pools, scores=scores)


def resampled_runs(
    pools: RunPools, *, rng: np.random.Generator | int, n_runs: int | None = None
) -> RunPools:
    """Draw runs of every cell with replacement: the bootstrap, or an experiment of another size.

    Parameters
    ----------
    pools : RunPools
        As from `read_pools`.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.
    n_runs : int, optional
        Runs to draw in every cell, at least 2; as many as the cell has by default.

    Returns
    -------
    RunPools
        The drawn runs. Cells are independent.

    Raises
    ------
    ValueError
        If `n_runs` is no whole number of at least 2.

    References
    ----------
    Efron (1979).

    Examples
    --------
    >>> from benchlib.studies import atari_information
    >>> pools = atari_information.read_pools(
    ...     {"condition": list("aabb"), "game": ["pong"] * 4, "score": [1, 3, 5, 5]}
    ... )
    >>> atari_information.resampled_runs(pools, n_runs=3, rng=1).n_runs.ravel()
    array([3, 3])
    """
    generator = _validation.generator(rng)
    had = pools.n_runs.ravel()
    drawn = had
    if n_runs is not None:
        drawn = np.full_like(had, _validation.positive_integer(n_runs, "n_runs"))
    if drawn.min() < 2:
        raise ValueError("n_runs: one run has no standard deviation; give at least 2")
    starts = np.cumsum(had) - had
    place = (generator.random(drawn.sum()) * np.repeat(had, drawn)).astype(np.int64)
    scores = pools.scores[np.repeat(starts, drawn) + place]
    return replace(pools, scores=scores, n_runs=drawn.reshape(pools.n_runs.shape))


def held_out_recognition(
    pools: RunPools,
    rules: Mapping[str, Iterable[int] | Callable[[FloatArray, FloatArray], Iterable[int]]],
    *,
    n_splits: int,
    rng: np.random.Generator | int,
    common_weight: float = 1.0,
) -> dict[str, FloatArray]:
    r"""Count how often the condition is recognized from runs that were not used to choose games.

    Parameters
    ----------
    pools : RunPools
        As from `read_pools`, with three runs or more in every cell.
    rules : mapping of str to iterable of int or callable
        Which games are used: positions of games, or a function of means and standard deviations,
        each of shape (n_conditions, n_games), that returns positions.
    n_splits : int
        How many times one run of every cell is held out.
    rng : numpy.random.Generator or int
        Source of the splits, or a seed for it.
    common_weight : float, optional
        Weight of the common variance, above 0 and at most 1, in the variance that a condition is
        recognized with; its own variance has the rest. A small weight comes close to recognition
        with own spreads, and keeps conditions possible whose runs all scored the same.

    Returns
    -------
    dict of str to ndarray of float, shape (n_splits,)
        For each rule and split, the share of conditions that are recognized. All rules see the
        same splits. Conditions that fit a held-out run equally well share it.

    Raises
    ------
    ValueError
        If there is no rule, a cell has too few runs, a rule names no game or one that does not
        exist, or the weight is not above 0 and at most 1.

    Notes
    -----
    In each split a condition is represented by one held-out run on each chosen game. The condition
    with the smallest :math:`\sum_g (x_g - m_{bg})^2 / v_{bg} + \log v_{bg}` is named: that with the
    largest normal density. Here :math:`v_{bg} = w s_g^2 + (1 - w) s_{bg}^2`, with means m,
    deviations s and common spread :math:`s_g` of the runs that are left, and w the
    `common_weight`. Runs of different games are independent here, so a condition's held-out runs
    are put together at random.
    A game without any spread is decided by whether the score equals the mean.

    References
    ----------
    Stone (1974), on choosing and assessing by cross-validation.

    Examples
    --------
    >>> from benchlib.studies import atari_information
    >>> score = [0, 1, 2, 3, 10, 11, 12, 13]
    >>> pools = atari_information.read_pools(
    ...     {"condition": list("aaaabbbb"), "game": ["pong"] * 8, "score": score}
    ... )
    >>> atari_information.held_out_recognition(
    ...     pools, {"pong": [0]}, n_splits=3, rng=1
    ... )
    {'pong': array([1., 1., 1.])}
    """
    if not rules:
        raise ValueError("rules: is empty; give at least one way to choose games")
    if pools.n_runs.min() < 3:
        raise ValueError("pools: a cell has two runs; three are the fewest to hold one out")
    splits = _validation.positive_integer(n_splits, "n_splits")
    weight = _validation.positive(common_weight, "common_weight")
    if weight > 1:
        raise ValueError(f"common_weight: expected at most 1, got {common_weight!r}")
    generator = _validation.generator(rng)
    counts = pools.n_runs.ravel()
    starts = np.cumsum(counts) - counts
    found: dict[str, list[float]] = {name: [] for name in rules}
    for _ in range(splits):
        out = starts + (generator.random(len(counts)) * counts).astype(np.int64)
        rest = replace(pools, scores=np.delete(pools.scores, out), n_runs=pools.n_runs - 1)
        mean, sd = cell_moments(rest)
        held = pools.scores[out].reshape(pools.n_runs.shape)
        for name, rule in rules.items():
            chosen = rule(mean, sd) if callable(rule) else rule
            games = _positions(chosen, len(pools.games), name)
            variance = weight * common_spread(sd) ** 2 + (1 - weight) * sd**2
            found[name].append(_recognized(held[:, games], mean[:, games], variance[:, games]))
    return {name: np.array(shares) for name, shares in found.items()}


def _positions(chosen: Iterable[int], n_games: int, rule: str) -> list[int]:
    places = list(chosen)
    if not places or any(place not in range(n_games) for place in places):
        raise ValueError(
            f"rules: {rule!r} gives {places}; expected positions from 0 to {n_games - 1}"
        )
    return places


def _recognized(held: FloatArray, mean: FloatArray, variance: FloatArray) -> float:
    gap = held[:, None] - mean[None]
    # Without any spread, equal scores fit perfectly and others do not fit.
    spread = np.where(variance > 0, variance, 1.0)
    misfit = np.where(variance > 0, gap**2 / spread, 1e12 * (gap != 0)) + np.log(spread)
    distance = misfit.sum(axis=2)
    least = distance.min(axis=1, keepdims=True)
    best = distance <= least + 1e-12 * np.abs(least)
    return float(np.mean(np.diagonal(best) / best.sum(axis=1)))
