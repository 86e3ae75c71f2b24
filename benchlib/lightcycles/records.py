"""How many different games records hold, and what they can say about strength."""

import math
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib import _validation, winrate
from benchlib.lightcycles.maps import DIRECTIONS, Map, rotate, rotate_moves
from benchlib.results import ConfidenceInterval

_METHOD = "variance between maps that share no game, t interval"


@lru_cache(maxsize=4096)
def _outlines(board: Map) -> tuple[str, str, str, str]:
    """Return the board as text: as it is, seats exchanged, turned, and both."""
    found = []
    for turned in (board, rotate(board)):
        cells = f"{turned.width} {turned.height} {turned.walls}"
        one, two = turned.starts
        found += [f"{cells} {one} {two}", f"{cells} {two} {one}"]
    return found[0], found[1], found[2], found[3]


def canonical_name(board: Map, moves: str) -> str:
    """Name a game alike however it is turned and whoever sits where.

    Parameters
    ----------
    board : Map
        The map.
    moves : str
        The moves, as `replay` takes them.

    Returns
    -------
    str
        A name made from the content.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> board = lightcycles.parse("A.. ..B")
    >>> name = lightcycles.canonical_name(board, "EE/WW")
    >>> name == lightcycles.canonical_name(lightcycles.swap_seats(board), "WW/EE")
    True
    """
    one, _, two = moves.partition("/")
    turned_one, turned_two = rotate_moves(one), rotate_moves(two)
    paths = (
        f"{one}/{two}",
        f"{two}/{one}",
        f"{turned_one}/{turned_two}",
        f"{turned_two}/{turned_one}",
    )
    text = min(f"{o} {p}" for o, p in zip(_outlines(board), paths, strict=True))
    return "g" + blake2b(text.encode(), digest_size=6).hexdigest()


def distinct_games(games: Any) -> int:
    """Count the different games in records.

    Parameters
    ----------
    games : DataFrame or mapping of columns
        Records with the column ``game``, as `play_pairs` makes them.

    Returns
    -------
    int
        Number of games that differ by more than half a turn or an exchange of seats.

    Raises
    ------
    ValueError
        If the column is missing or holds no names.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> (board,) = lightcycles.generate(1, mirrored=True)
    >>> games = lightcycles.play_pairs([("careful", "careful_lfrb")], [board] * 50, rng=1)
    >>> len(games), lightcycles.distinct_games(games)
    (100, 1)
    """
    names = _validation.columns(games, ("game",), "games")["game"]
    return len(_validation.groups(names, "games, column 'game'"))


@dataclass(frozen=True)
class MatchReport:
    """What the records of one pair of bots can say.

    Parameters
    ----------
    bot_1, bot_2 : str
        Names of the bots.
    estimate : float
        Points of `bot_1` divided by games.
    confidence_interval : ConfidenceInterval
        The interval by `method`; NaN where the games give none.
    n_games : int
        Number of games.
    n_distinct : int
        Number of games that differ by more than half a turn or an exchange of seats.
    n_units : int
        Number of groups of maps that share no game with each other.
    n_mirrored : int
        Number of games in which each seat made the turned moves of the other.
    draw_rate : float
        Share of the games that were drawn.
    method : str
        How the interval was computed.
    warnings : tuple of str
        What the reader must know before using it.
    """

    bot_1: str
    bot_2: str
    estimate: float
    confidence_interval: ConfidenceInterval
    n_games: int
    n_distinct: int
    n_units: int
    n_mirrored: int
    draw_rate: float
    method: str
    warnings: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The report in words."""
        distinct = "one distinct game" if self.n_distinct == 1 else f"{self.n_distinct} distinct"
        interval = self.confidence_interval
        if math.isnan(interval.low):
            end = "no interval"
        else:
            end = (
                f"{100 * interval.confidence_level:g}% interval "
                f"{interval.low:.3f} to {interval.high:.3f}"
            )
        return (
            f"{self.bot_1} took {self.estimate:.3f} of the points from {self.bot_2} in "
            f"{self.n_games} games: {distinct}, {end}."
        )


def match_report(games: Any, *, confidence_level: float = 0.95) -> MatchReport:
    """Report a match, and refuse an interval where repetition stands for evidence.

    Parameters
    ----------
    games : DataFrame or mapping of columns
        Records of one pair of bots with the columns ``bot_1, bot_2, map, result, moves, game``,
        as `play_pairs` makes them.
    confidence_level : float, optional
        Nominal level.

    Returns
    -------
    MatchReport
        Win rate, counts of games and of different games, and the interval that they allow.

    Raises
    ------
    ValueError
        If a column is missing, a result is none, moves are not such, or there is more than one
        pair of bots.

    Notes
    -----
    The interval is that of ``winrate.map_interval``, with this unit: the maps that share a game,
    directly or through others, are one. A map and the same map turned are one unit, and so is
    any number of copies of one game, whatever the maps are called. One unit has no spread.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> (board,) = lightcycles.generate(1, mirrored=True)
    >>> games = lightcycles.play_pairs([("careful", "careful_lfrb")], [board] * 50, rng=1)
    >>> print(lightcycles.match_report(games).sentence)
    careful took 1.000 of the points from careful_lfrb in 100 games: one distinct game, no interval.
    """
    level = _validation.fraction(confidence_level, "confidence_level")
    needed = ("bot_1", "bot_2", "map", "result", "moves", "game")
    found = _validation.columns(games, needed, "games")
    named = [list(_validation.groups(found[c], f"games, column {c!r}")) for c in needed[:2]]
    if len(named[0]) > 1 or len(named[1]) > 1:
        raise ValueError(
            f"games: has {' and '.join(map(str, named))} as bot_1 and bot_2; "
            "select the games of one pair"
        )
    results = _validation.pool(found["result"], "games, column 'result'")
    bad = np.flatnonzero(~np.isin(results, (0, 0.5, 1)))
    if bad.size:
        raise ValueError(f"games: row {bad[0]} has result {results[bad[0]]}; write 1, 0.5 or 0")
    unit = _units(found["map"], found["game"])
    n_games, n_distinct, n_units = len(results), distinct_games(found), int(unit.max()) + 1
    halves = [_halves(moves, row) for row, moves in enumerate(found["moves"].tolist())]
    n_mirrored = sum(one == rotate_moves(two) for one, two in halves)
    drawn = int((results == 0.5).sum())
    warnings: list[str] = []
    # Turned moves on a map that is not mirrored need not end level.
    if n_mirrored == n_games == drawn:
        warnings.append(
            "in every game each seat made the turned moves of the other: these bots mirror each "
            "other here, and level games say nothing about their strength"
        )
    elif n_distinct < n_games:
        warnings.append(f"{n_games} games are only {n_distinct} distinct ones")
    interval = ConfidenceInterval(math.nan, math.nan, level)
    if n_units == 1:
        warnings.append(
            f"all {n_games} games are one distinct game, which has no spread: no interval"
            if n_distinct == 1
            else "all games are on one map or on maps that share games, one unit, which has no "
            "spread: no interval"
        )
    else:
        rate = winrate.map_interval(
            {"points": results, "unit": unit}, by="unit", confidence_level=level
        )
        interval = rate.confidence_interval
        warnings += rate.warnings
    return MatchReport(
        bot_1=named[0][0],
        bot_2=named[1][0],
        estimate=float(results.sum()) / n_games,
        confidence_interval=interval,
        n_games=n_games,
        n_distinct=n_distinct,
        n_units=n_units,
        n_mirrored=n_mirrored,
        draw_rate=drawn / n_games,
        method=_METHOD,
        warnings=tuple(warnings),
    )


def _halves(moves: Any, row: int) -> tuple[str, str]:
    one, slash, two = moves.partition("/") if isinstance(moves, str) else ("", "", "")
    if not slash or not one or len(one) != len(two) or not set(one + two) <= set(DIRECTIONS):
        raise ValueError(
            f"games, column 'moves': row {row} is {moves!r}; expected as many directions of each "
            "seat, such as 'NNE/SSW'"
        )
    return one, two


def _units(maps: npt.NDArray[Any], games: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Give rows one number if they share a map or a game."""
    parent = np.arange(len(maps))

    def root(row: int) -> int:
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = int(parent[row])
        return row

    for column, name in ((maps, "map"), (games, "game")):
        for rows in _validation.groups(column, f"games, column {name!r}").values():
            for row in rows[1:]:
                parent[root(int(row))] = root(int(rows[0]))
    roots = [root(row) for row in range(len(maps))]
    return np.unique(roots, return_inverse=True)[1].astype(np.int64)
