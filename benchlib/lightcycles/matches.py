"""Matches: games between bots on given maps, in both seats, on one process or several."""

from collections.abc import Iterable, Sized
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from tqdm import tqdm

from benchlib import _validation
from benchlib.lightcycles._batch import Boards, boards, match_key, played
from benchlib.lightcycles.bots import Bot
from benchlib.lightcycles.maps import DIRECTIONS, Map
from benchlib.lightcycles.records import canonical_name
from benchlib.lightcycles.roster import known

COLUMNS = ("bot_1", "bot_2", "map", "seat", "result", "length", "moves", "game")


@dataclass(frozen=True)
class Game:
    """The record of one game.

    Parameters
    ----------
    bot_1, bot_2 : str
        Names of the bots.
    map : str
        Name of the map, its ``id``.
    seat : int
        Seat of `bot_1`, 1 or 2.
    result : float
        Points of `bot_1`: 1, 0.5 or 0.
    length : int
        Number of turns, that of the crash included.
    moves : str
        Directions of seat 1, a slash, and those of seat 2; what `replay` takes.
    game : str
        A name made from map and moves, the same for a game turned by 180 degrees and for one
        with the seats exchanged.
    """

    bot_1: str
    bot_2: str
    map: str
    seat: int
    result: float
    length: int
    moves: str
    game: str


def play(
    bot_1: Bot | str,
    bot_2: Bot | str,
    board: Map,
    *,
    seat: int = 1,
    rng: np.random.Generator | int,
) -> Game:
    """Play one game.

    Parameters
    ----------
    bot_1, bot_2 : Bot or str
        The bots, or their names; a bot may play itself.
    board : Map
        The map.
    seat : {1, 2}, optional
        Seat of `bot_1`.
    rng : numpy.random.Generator or int
        Source of the lots of bots with randomness, or a seed for it.

    Returns
    -------
    Game
        The record.

    Raises
    ------
    ValueError
        If a bot, the map or the seat is unknown.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> board = lightcycles.parse("A.... ..... ....B")
    >>> game = lightcycles.play("voronoi", "voronoi", board, rng=1)
    >>> game.result, game.moves
    (0.5, 'EES/WWN')
    """
    players = (known(bot_1, "bot_1"), known(bot_2, "bot_2"))
    (piece,) = boards([board])
    if seat not in (1, 2) or isinstance(seat, bool):
        raise ValueError(f"seat: expected 1 or 2, the seat of bot_1, got {seat!r}")
    (row,) = _play_piece(players, piece, seat, match_key(rng))
    return Game(*row)


def play_pairs(
    pairs: Iterable[tuple[Bot | str, Bot | str]],
    maps: Iterable[Map],
    *,
    rng: np.random.Generator | int,
    n_workers: int = 1,
    progress: bool = False,
) -> pd.DataFrame:
    """Let pairs of bots play every map in both seats.

    Parameters
    ----------
    pairs : iterable of (Bot or str, Bot or str)
        Who plays whom. The bots of a pair need different names: call a copy
        ``bot("voronoi").named("copy")``.
    maps : iterable of Map
        The maps. One that stands twice gives the same games twice, bots with randomness included.
    rng : numpy.random.Generator or int
        Source of the lots of bots with randomness, or a seed for it. Every game has lots of its
        own, made from this, the map, the seat and the bot's own seed.
    n_workers : int, optional
        Processes to use. The records do not depend on it.
    progress : bool, optional
        Show a progress bar.

    Returns
    -------
    DataFrame
        One row a game with the fields of `Game` as columns, in the order of pairs, maps and
        seats: what ``bradley_terry.fit`` takes, and ``winrate.map_interval`` with
        ``points="result"``.

    Raises
    ------
    ValueError
        If a bot or map is none, two different bots share a name, or nothing is to be played.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> maps = lightcycles.generate(range(10), mirrored=False)
    >>> games = lightcycles.play_pairs([("voronoi", "random")], maps, rng=1)
    >>> len(games), float(games["result"].mean())
    (20, 1.0)
    """
    chosen = []
    by_name: dict[str, Bot] = {}
    if isinstance(pairs, str) or not isinstance(pairs, Iterable):
        raise ValueError(f"pairs: expected a list of pairs of bots, got {pairs!r}")
    for row, pair in enumerate(pairs):
        if isinstance(pair, str | Bot) or not isinstance(pair, Sized) or len(pair) != 2:
            raise ValueError(f"pairs: row {row} is {pair!r}; give two bots")
        players = (known(pair[0], f"pairs: row {row}"), known(pair[1], f"pairs: row {row}"))
        if players[0].name == players[1].name:
            raise ValueError(
                f"pairs: row {row} has {players[0].name!r} on both sides; give the copy a name "
                'of its own, as bot("voronoi").named("copy") does'
            )
        for player in players:
            if by_name.setdefault(player.name, player) != player:
                raise ValueError(f"pairs: row {row}: two different bots are named {player.name!r}")
        chosen.append(players)
    if not chosen:
        raise ValueError("pairs: is empty; give at least one pair of bots")
    workers = _validation.positive_integer(n_workers, "n_workers")
    key = match_key(rng)
    pieces = boards(maps)
    tasks = [(pair, piece, seat) for pair in chosen for piece in pieces for seat in (1, 2)]
    # A piece is in one seat, so that the compiled loop has two bots and nothing to look up; the
    # seats of a map come together again below.
    jobs = (delayed(_play_piece)(pair, piece, seat, key) for pair, piece, seat in tasks)
    done = Parallel(n_jobs=workers, return_as="generator")(jobs)
    rows: list[tuple[Any, ...]] = []
    total = 2 * len(chosen) * sum(len(piece.maps) for piece in pieces)
    with tqdm(total=total, desc="games", unit="game", disable=not progress) as bar:
        for first in done:
            second = next(done)
            for both in zip(first, second, strict=True):
                rows.extend(both)
            bar.update(2 * len(first))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def round_robin(
    bots: Iterable[Bot | str],
    maps: Iterable[Map],
    *,
    rng: np.random.Generator | int,
    n_workers: int = 1,
    progress: bool = False,
) -> pd.DataFrame:
    """Let every bot play every other on every map in both seats.

    Parameters
    ----------
    bots : iterable of Bot or str
        At least two bots, or their names.
    maps : iterable of Map
        The maps.
    rng, n_workers, progress : optional
        As for `play_pairs`.

    Returns
    -------
    DataFrame
        As from `play_pairs`. Bots are sorted by name first, so their order does not matter.

    Raises
    ------
    ValueError
        As from `play_pairs`; or if there are fewer than two bots, or one name twice.

    Examples
    --------
    >>> from benchlib import bradley_terry, lightcycles
    >>> maps = lightcycles.generate(range(20), mirrored=False)
    >>> games = lightcycles.round_robin(["random", "voronoi", "wall_hugger"], maps, rng=1)
    >>> ratings = bradley_terry.fit(games, prior=0.5)
    >>> ratings.bots[int(ratings.elo.argmax())]
    'voronoi'
    """
    if isinstance(bots, str | Bot) or not isinstance(bots, Iterable):
        raise ValueError(f"bots: expected a list of bots, got {bots!r}")
    chosen = sorted((known(x, "bots") for x in bots), key=lambda player: player.name)
    named = [player.name for player in chosen]
    if len(chosen) < 2 or len(set(named)) < len(named):
        raise ValueError(f"bots: expected at least two bots with different names, got {named}")
    return play_pairs(
        combinations(chosen, 2), maps, rng=rng, n_workers=n_workers, progress=progress
    )


def _play_piece(pair: tuple[Bot, Bot], piece: Boards, seat: int, key: int) -> list[tuple[Any, ...]]:
    """Play one pairing in one seating; return the rows of the table."""
    seated = pair if seat == 1 else pair[::-1]
    moves, lengths, halves = played(seated, piece, key)
    rows = []
    for k, board in enumerate(piece.maps):
        text = "/".join("".join(DIRECTIONS[d] for d in m[: lengths[k]]) for m in moves[k])
        result = float(halves[k] if seat == 1 else 2 - halves[k]) / 2
        rows.append(
            (pair[0].name, pair[1].name, board.id, seat, result, int(lengths[k]), text,
             canonical_name(board, text))
        )  # fmt: skip
    return rows
