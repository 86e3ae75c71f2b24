"""Many games of two bots in one compiled call."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib.lightcycles import _kernel
from benchlib.lightcycles.bots import Bot, encoded
from benchlib.lightcycles.game import flat, padded, start
from benchlib.lightcycles.maps import DIRECTIONS, Map

# Games of one pairing that a worker plays at a time: some hundredths of a second of work.
_CHUNK = 100


@dataclass(frozen=True)
class Boards:
    """Maps of one size as the arrays that the compiled game reads."""

    maps: list[Map]
    cells: npt.NDArray[np.uint8]
    stride: int
    starts: npt.NDArray[np.int64]
    facings: npt.NDArray[np.int64]


def boards(maps: Iterable[Map]) -> list[Boards]:
    """Check maps, and cut them into pieces of one size of board."""
    if isinstance(maps, Map) or not isinstance(maps, Iterable):
        raise ValueError(f"maps: expected a list of maps, got {maps!r}")
    given = list(maps)
    if not given:
        raise ValueError("maps: is empty; give at least one map")
    for row, board in enumerate(given):
        if not isinstance(board, Map):
            raise ValueError(f"maps: row {row} is {board!r}; give a Map, as generate makes them")
    runs = [list(run) for _, run in groupby(given, key=lambda board: (board.width, board.height))]
    return [_arrays(run[k : k + _CHUNK]) for run in runs for k in range(0, len(run), _CHUNK)]


def _arrays(maps: list[Map]) -> Boards:
    cells = [padded(start(board))[0] for board in maps]
    stride = maps[0].width + 2
    return Boards(
        maps=maps,
        cells=np.array(cells),
        stride=stride,
        starts=np.array([[flat(cell, stride) for cell in board.starts] for board in maps]),
        facings=np.array([[DIRECTIONS.index(d) for d in board.facings] for board in maps]),
    )


def played(
    seated: tuple[Bot, Bot], pieces: Boards, key: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Play one game on each map; return moves by seat, lengths, and half points of seat 1."""
    numbers, codes = (np.array(x) for x in zip(*map(encoded, seated), strict=True))
    n = len(pieces.maps)
    states = np.zeros((n, 2), dtype=np.uint64)
    for place, player in enumerate(seated):
        if player.is_random:
            states[:, place] = [_lot(key, player, board, place) for board in pieces.maps]
    turns = pieces.maps[0].width * pieces.maps[0].height // 2 + 1
    moves = np.zeros((n, 2, turns), dtype=np.uint8)
    lengths, halves = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    _kernel.play(
        pieces.cells,
        pieces.stride,
        pieces.starts,
        pieces.facings,
        numbers,
        codes,
        states,
        moves,
        lengths,
        halves,
        _kernel.scratch(pieces.cells.shape[1]),
    )
    return moves, lengths, halves


def mean_points(bot_1: Bot, bot_2: Bot, pieces: Sequence[Boards], key: int) -> float:
    """Return the share of the points that a bot takes on maps in both seats, without records."""
    total = n_games = 0
    for piece in pieces:
        total += int(played((bot_1, bot_2), piece, key)[2].sum())
        total += int((2 - played((bot_2, bot_1), piece, key)[2]).sum())
        n_games += 2 * len(piece.maps)
    return total / (2 * n_games)


def match_key(rng: np.random.Generator | int) -> int:
    """Draw the number that all lots of a match start from."""
    return int(_validation.generator(rng).integers(2**63))


def _lot(key: int, player: Bot, board: Map, place: int) -> int:
    """Return where a bot's lots start; the same whatever else is played, and by whom."""
    text = f"{key} {player.seed} {board.id} {place}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
