"""Read games or points: checked, added up by pair, in canonical order."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray

IntArray = npt.NDArray[np.int64]

# Up to this many possible keys, counting into an array beats sorting.
_MOST_KEYS = 20_000_000


def add_up(place: npt.NDArray[np.integer[Any]], values: npt.ArrayLike, n: int) -> FloatArray:
    """Add up values by their place, of n places."""
    return np.asarray(np.bincount(place, np.asarray(values), n), dtype=np.float64)


@dataclass(frozen=True)
class Comparisons:
    """Added-up games, one row for each pair of bots (and cluster, and seating, if asked for).

    `first` < `second` are positions in `bots`, `points` and `draws` those of `first` in `games`
    games; `seat` is 1 where `first` sat in seat 1, -1 in seat 2, 0 where seats are not read.
    `cluster` is -1 everywhere, and `n_clusters` 0, where clusters are not read.
    """

    bots: tuple[str, ...]
    first: IntArray
    second: IntArray
    points: FloatArray
    games: FloatArray
    draws: FloatArray
    seat: FloatArray
    cluster: IntArray
    n_clusters: int
    from_table: bool

    def by_pair(self) -> tuple["Comparisons", IntArray]:
        """Add up over clusters and seats; also return each row's position among the pairs."""
        key = self.first * len(self.bots) + self.second
        unique, row = np.unique(key, return_inverse=True)
        sums = [add_up(row, x, len(unique)) for x in (self.points, self.games, self.draws)]
        return _comparisons(self.bots, unique, *sums, from_table=self.from_table), row


def _comparisons(
    bots: tuple[str, ...],
    pair: IntArray,
    points: FloatArray,
    games: FloatArray,
    draws: FloatArray,
    *,
    from_table: bool,
) -> Comparisons:
    first, second = np.divmod(pair, len(bots))
    seat, cluster = np.zeros(len(pair)), np.full(len(pair), -1)
    return Comparisons(
        bots, first, second, points, games, draws, seat, cluster, 0, from_table=from_table
    )


def read(
    points_or_games: Any,
    name: str,
    *,
    bots: Sequence[str] | None = None,
    by: str | None = None,
    seats: bool = False,
    each_game: bool = False,
) -> Comparisons:
    """Read a table of games or a matrix of points.

    `by` names the column of clusters; with `each_game` every row is one of its own.
    """
    columns = getattr(points_or_games, "columns", None)
    if isinstance(points_or_games, Mapping) or (columns is not None and "bot_1" in list(columns)):
        return _read_games(points_or_games, name, bots, by, seats, each_game)
    if by is not None or seats or each_game:
        raise ValueError(
            f"{name}: a matrix of points does not say which games share a map or a seat; give a "
            "table of games with the columns 'bot_1', 'bot_2', 'map', 'seat' and 'result'"
        )
    return _read_points(points_or_games, name, bots)


class _Cells(Sequence[str]):
    """Names the cells of a square matrix, only when one is asked for."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __len__(self) -> int:
        return self._size**2

    def __getitem__(self, position: Any) -> Any:
        row, column = divmod(int(position), self._size)
        return f"row {row}, column {column}"


def _read_points(matrix: Any, name: str, bots: Sequence[str] | None) -> Comparisons:
    labels = None
    if hasattr(matrix, "columns") and hasattr(matrix, "index"):
        index, header = [[str(x) for x in labels] for labels in (matrix.index, matrix.columns)]
        if index != header:
            raise ValueError(
                f"{name}: has neither a column 'bot_1', as a table of games, nor the same labels "
                f"in rows and columns, as a matrix of points (rows {index[:4]}, columns "
                f"{header[:4]})"
            )
        labels = index
    if np.ma.is_masked(matrix):
        raise ValueError(f"{name}: has masked cells; write 0 where two bots did not meet")
    try:
        values = np.asarray(matrix, dtype=object if isinstance(matrix, list | tuple) else None)
    except ValueError:
        raise ValueError(f"{name}: rows of unequal length; give a square matrix") from None
    if values.ndim != 2 or values.shape[0] != values.shape[1] or values.shape[0] < 2:
        raise ValueError(
            f"{name}: expected a square matrix, points[i, j] those that bot i took from bot j, or "
            f"a table of games; got shape {values.shape}"
        )
    size = len(values)
    points = _validation.pool(values.ravel(), name, rows=_Cells(size)).reshape(size, size)
    for bad, what in ((points < 0, "negative"), (np.diag(np.diag(points)) != 0, "not 0")):
        if bad.any():
            row, column = np.argwhere(bad)[0].tolist()
            raise ValueError(
                f"{name}: row {row}, column {column} is {points[row, column]}, which is {what}; "
                "a bot takes points from others only, and never fewer than none"
            )
    if bots is not None:
        labels = _roster(bots)
        if len(labels) != size:
            raise ValueError(f"bots: has {len(labels)} names for a matrix of {size} rows")
    if labels is not None:
        array = np.array(labels, dtype=object)
        if len(_validation.groups(array, f"{name}, labels")) < size:
            raise ValueError(f"{name}: a label stands twice; each bot has one row")
    first, second = np.nonzero(np.triu(points + points.T))
    taken = points[first, second]
    return _comparisons(
        tuple(labels) if labels else tuple(map(str, range(size))),
        (first * size + second).astype(np.int64),
        taken,
        taken + points[second, first],
        np.full(len(first), np.nan),
        from_table=False,
    )


def _roster(bots: Sequence[str]) -> list[str]:
    if isinstance(bots, str) or not isinstance(bots, Sequence | np.ndarray):
        raise ValueError(f"bots: expected a sequence of names, got {bots!r}")
    names = [str(bot) for bot in bots]
    if len(set(names)) < len(names):
        raise ValueError("bots: a name stands twice; give each bot once")
    return names


def _read_games(
    table: Any,
    name: str,
    roster: Sequence[str] | None,
    by: str | None,
    seats: bool,
    each_game: bool,
) -> Comparisons:
    needed = ["bot_1", "bot_2", "result", *([by] if by else []), *(["seat"] if seats else [])]
    found = _validation.columns(table, needed, name)
    (a, b), bots = _codes([found["bot_1"], found["bot_2"]], f"{name}, columns 'bot_1' and 'bot_2'")
    if roster is not None:
        names = sorted(_roster(roster))
        unknown = sorted(set(bots) - set(names))
        if unknown:
            raise ValueError(f"bots: does not list {', '.join(map(repr, unknown))}, who played")
        place = np.array([names.index(bot) for bot in bots])
        a, b, bots = place[a], place[b], tuple(names)
    alone = np.flatnonzero(a == b)
    if alone.size:
        raise ValueError(
            f"{name}: row {alone[0]} has {bots[a[alone[0]]]!r} on both sides; drop it, or give "
            "the copy a name of its own"
        )
    result = _validation.pool(found["result"], f"{name}, column 'result'")
    _one_of(result, (0, 0.5, 1), f"{name}, column 'result'", "the points of bot_1 (1, 0.5 or 0)")
    swapped = a > b
    points = np.where(swapped, 1 - result, result)
    n, n_clusters = len(bots), 0
    # In place, here and below: new memory is what costs most in a table of many games.
    key = np.minimum(a, b)
    key *= n
    key += np.maximum(a, b)
    size = n * n
    if seats:
        seat = _validation.pool(found["seat"], f"{name}, column 'seat'")
        _one_of(seat, (1, 2), f"{name}, column 'seat'", "the seat of bot_1 (1 or 2)")
        key = 2 * key + ((seat == 1) != swapped)
        size *= 2
    if by or each_game:
        (cluster,), labels = (
            _codes([found[by]], f"{name}, column {by!r}") if by else ([np.arange(len(a))], ())
        )
        n_clusters = len(labels) if by else len(a)
        key += size * cluster
        size *= n_clusters
    if size <= min(_MOST_KEYS, 20 * len(key) + 10_000):
        games = np.bincount(key, minlength=size)
        unique = np.flatnonzero(games)
        sums = [add_up(key, x, size)[unique] for x in (points, result == 0.5)]
        games = games[unique]
    else:
        unique, row, games = np.unique(key, return_inverse=True, return_counts=True)
        sums = [add_up(row, x, len(unique)) for x in (points, result == 0.5)]
    rest = unique
    seat = np.zeros(len(unique))
    cluster = np.full(len(unique), -1)
    if n_clusters:
        cluster, rest = np.divmod(rest, size // n_clusters)
    if seats:
        rest, side = np.divmod(rest, 2)
        seat = 2.0 * side - 1
    first, second = np.divmod(rest, n)
    return Comparisons(
        bots, first, second, sums[0], games.astype(np.float64), sums[1], seat, cluster,
        n_clusters, from_table=True,
    )  # fmt: skip


def _one_of(values: FloatArray, allowed: tuple[float, ...], name: str, meaning: str) -> None:
    good = values == allowed[0]
    for value in allowed[1:]:
        good |= values == value
    if not good.all():
        row = int(np.argmin(good))
        raise ValueError(f"{name}: row {row} is {values[row]}; write {meaning}")


def _codes(columns: list[npt.NDArray[Any]], name: str) -> tuple[list[IntArray], tuple[str, ...]]:
    """Give numbers to the labels of columns that share them, in order of value or text."""
    length = len(columns[0])
    columns = [_whole_numbers(column) for column in columns]
    if all(column.dtype.kind in "iu" for column in columns):
        low = min(int(column.min()) for column in columns)
        span = max(int(column.max()) for column in columns) - low + 1
        if span > 4 * length * len(columns) + 1000:
            labels, codes = np.unique(np.concatenate(columns), return_inverse=True)
            return np.split(codes, len(columns)), tuple(map(str, labels.tolist()))
        columns = [column - low if low else column for column in columns]
        used = sum(np.bincount(column, minlength=span) for column in columns) > 0
        place = np.cumsum(used) - 1
        labels = np.flatnonzero(used) + low
        return [place[column] for column in columns], tuple(map(str, labels.tolist()))
    items: list[Any] = [item for column in columns for item in column.tolist()]
    types = set(map(type, items))
    if any(kind.__hash__ is None for kind in types):
        raise ValueError(f"{name}: a label is a list or the like; give text or numbers")
    if len(types) > 1:  # 1 and True and 1.0 are one key to a dictionary
        for column in columns:
            _validation.check_labels(column, name)
        items = list(map(str, items))
    seen: dict[Hashable, int] = {}
    raw = np.fromiter((seen.setdefault(x, len(seen)) for x in items), np.int64, len(items))
    where = np.empty(len(seen), dtype=np.intp)
    where[raw[::-1]] = np.arange(len(items) - 1, -1, -1) % length  # the first row of each
    unique = np.empty(len(seen), dtype=object)
    unique[:] = list(seen)
    _validation.check_labels(unique, name, rows=where)
    grouped = _validation.groups(unique, name)
    place = np.empty(len(seen), dtype=np.int64)
    for position, members in enumerate(grouped.values()):
        place[members] = position
    return np.split(place[raw], len(columns)), tuple(grouped)


def _whole_numbers(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a list of whole numbers as the array of them that it is."""
    if column.dtype.kind != "O" or set(map(type, column.tolist())) != {int}:
        return column
    values = np.array(column.tolist())
    return values if values.dtype.kind in "iu" else column
