"""Maps: the walls of a board, two start cells, and the way each cycle faces."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from numbers import Integral

from benchlib import _validation

Cell = tuple[int, int]

# Clockwise, so that half a turn is two places on. North is row 0.
DIRECTIONS = "NESW"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_HALF_TURN = str.maketrans("NESW", "SWNE")

_LARGEST_SIDE = 100


@dataclass(frozen=True)
class Map:
    """A start position.

    Parameters
    ----------
    width, height : int
        Size of the board in cells, at most 100 each. A border runs around it.
    walls : iterable of (int, int)
        Cells that are blocked from the start, as (column, row) from the top left.
    starts : pair of (int, int)
        Start cell of seat 1 and of seat 2.
    facings : str
        The direction, of N, E, S and W, that each seat's cycle faces at the start. It blocks
        nothing; it is what "forward" means to a bot that sees the board from its own seat.

    Raises
    ------
    ValueError
        If the size is out of range, a cell lies outside, the starts are not two different free
        cells, or a facing is no direction.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> board = lightcycles.Map(4, 3, walls=[(1, 1)], starts=((0, 0), (3, 2)))
    >>> print(board.text)
    A...
    .#..
    ...B
    """

    width: int
    height: int
    walls: tuple[Cell, ...] = ()
    starts: tuple[Cell, Cell] = ((0, 0), (1, 0))
    facings: str = "EW"

    def __post_init__(self) -> None:
        """Refuse what is no map, and put the walls in order."""
        for name in ("width", "height"):
            side = _validation.positive_integer(getattr(self, name), name)
            if side > _LARGEST_SIDE:
                raise ValueError(f"{name}: expected at most {_LARGEST_SIDE} cells, got {side}")
            object.__setattr__(self, name, side)
        walls = tuple(sorted({self._inside(cell, "walls", k) for k, cell in enumerate(self.walls)}))
        starts = tuple(self._inside(cell, "starts", k) for k, cell in enumerate(self.starts))
        if len(starts) != 2 or starts[0] == starts[1] or set(starts) & set(walls):
            raise ValueError(
                f"starts: {starts} are not two different cells without a wall; move one"
            )
        if (
            not isinstance(self.facings, str)
            or len(self.facings) != 2
            or not set(self.facings) <= set(DIRECTIONS)
        ):
            raise ValueError(
                f"facings: expected one letter of N, E, S and W a seat, such as 'EW', "
                f"got {self.facings!r}"
            )
        object.__setattr__(self, "walls", walls)
        object.__setattr__(self, "starts", starts)

    def _inside(self, cell: object, name: str, row: int) -> Cell:
        items = tuple(cell) if isinstance(cell, Sequence) and not isinstance(cell, str) else ()
        if (
            len(items) != 2
            or not all(isinstance(x, Integral) and not isinstance(x, bool) for x in items)
            or not (0 <= items[0] < self.width and 0 <= items[1] < self.height)
        ):
            raise ValueError(
                f"{name}: row {row} is {cell!r}, no cell of a board of {self.width} x "
                f"{self.height}; give (column, row), counted from 0"
            )
        return int(items[0]), int(items[1])

    @cached_property
    def id(self) -> str:
        """A name made from the content: equal maps have equal names."""
        text = f"{self.text}\n{self.facings}"
        return "m" + blake2b(text.encode(), digest_size=6).hexdigest()

    @property
    def text(self) -> str:
        """The board in letters: walls ``#``, free cells ``.``, the starts ``A`` and ``B``."""
        rows = [["."] * self.width for _ in range(self.height)]
        for x, y in self.walls:
            rows[y][x] = "#"
        for letter, (x, y) in zip("AB", self.starts, strict=True):
            rows[y][x] = letter
        return "\n".join("".join(row) for row in rows)

    @property
    def is_mirrored(self) -> bool:
        """Whether half a turn puts each seat in the other's place."""
        return rotate(self) == swap_seats(self)


def parse(text: str, *, facings: str = "EW") -> Map:
    """Read a map from letters.

    Parameters
    ----------
    text : str
        The rows, with spaces or line ends between them: ``#`` a wall, ``.`` a free cell, ``A``
        the start of seat 1, ``B`` that of seat 2.
    facings : str, optional
        As for `Map`.

    Returns
    -------
    Map
        The map.

    Raises
    ------
    ValueError
        If rows have different lengths, a letter is unknown, or a start is missing or doubled.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.parse("A.# #.B").is_mirrored
    True
    """
    rows = text.split() if isinstance(text, str) else []
    cells: dict[str, list[Cell]] = {letter: [] for letter in "#.AB"}
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"text: row {y} has {len(row)} cells and row 0 has {len(rows[0])}; "
                "make all rows equally long"
            )
        for x, letter in enumerate(row):
            if letter not in cells:
                raise ValueError(
                    f"text: row {y} has {letter!r}; use the letters '#', '.', 'A', 'B'"
                )
            cells[letter].append((x, y))
    for letter in "AB":
        if len(cells[letter]) != 1:
            raise ValueError(f"text: has {len(cells[letter])} times {letter!r}; give it one cell")
    return Map(len(rows[0]), len(rows), tuple(cells["#"]), (cells["A"][0], cells["B"][0]), facings)


def rotate(board: Map) -> Map:
    """Turn a map by 180 degrees; each seat stays with its cycle.

    Parameters
    ----------
    board : Map
        The map.

    Returns
    -------
    Map
        The turned map, facings included.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.rotate(lightcycles.parse("A.# ..B")).text.split()
    ['B..', '#.A']
    """

    def turned(cell: Cell) -> Cell:
        return board.width - 1 - cell[0], board.height - 1 - cell[1]

    return replace(
        board,
        walls=tuple(map(turned, board.walls)),
        starts=(turned(board.starts[0]), turned(board.starts[1])),
        facings=rotate_moves(board.facings),
    )


def rotate_moves(moves: str) -> str:
    """Turn directions by 180 degrees.

    Parameters
    ----------
    moves : str
        Letters of N, E, S and W; anything else stays.

    Returns
    -------
    str
        The turned directions.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.rotate_moves("NEE/SWW")
    'SWW/NEE'
    """
    return moves.translate(_HALF_TURN)


def swap_seats(board: Map) -> Map:
    """Let the seats change places.

    Parameters
    ----------
    board : Map
        The map.

    Returns
    -------
    Map
        The same board with start and facing of seat 1 given to seat 2, and the reverse.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.swap_seats(lightcycles.parse("A.# ..B")).text.split()
    ['B.#', '..A']
    """
    return replace(board, starts=board.starts[::-1], facings=board.facings[::-1])
