"""The rules, one turn at a time."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchlib.lightcycles import _kernel
from benchlib.lightcycles.maps import DIRECTIONS, STEPS, Cell, Map, rotate, rotate_moves


@dataclass(frozen=True)
class Position:
    """A moment of a game.

    Parameters
    ----------
    map : Map
        Where it is played.
    trails : pair of tuple of (int, int)
        Cells of each seat's trail, from its start to its head.
    headings : str
        The direction of each seat's last move; at first the way it faces.
    crashed : pair of bool
        Which cycles have crashed; the trail of one that crashed ends before what it hit.
    """

    map: Map
    trails: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    headings: str
    crashed: tuple[bool, bool] = (False, False)

    @property
    def result(self) -> float | None:
        """Points of seat 1 when the game is over: 1, 0.5 or 0; None before."""
        return (1 + self.crashed[1] - self.crashed[0]) / 2 if any(self.crashed) else None

    @property
    def blocked(self) -> frozenset[Cell]:
        """Cells that crash a cycle: walls and both trails. So does leaving the board."""
        return frozenset(self.map.walls).union(*self.trails)

    @property
    def text(self) -> str:
        """The board in letters: walls ``#``, trails ``a`` and ``b``, heads ``A`` and ``B``."""
        rows = [["."] * self.map.width for _ in range(self.map.height)]
        for x, y in self.map.walls:
            rows[y][x] = "#"
        for letter, trail in zip("ab", self.trails, strict=True):
            for x, y in trail:
                rows[y][x] = letter
            x, y = trail[-1]
            rows[y][x] = letter.upper()
        return "\n".join("".join(row) for row in rows)


def start(board: Map) -> Position:
    """Return the position before the first turn.

    Parameters
    ----------
    board : Map
        The map.

    Returns
    -------
    Position
        Both cycles on their start cells.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> print(lightcycles.start(lightcycles.parse("A.# ..B")).text)
    A.#
    ..B
    """
    return Position(board, ((board.starts[0],), (board.starts[1],)), board.facings)


def step(position: Position, move_1: str, move_2: str) -> Position:
    """Play one turn: both cycles move at the same time.

    Parameters
    ----------
    position : Position
        A position of a game that is not over.
    move_1, move_2 : str
        The directions of seat 1 and seat 2: N, E, S or W.

    Returns
    -------
    Position
        The position after the turn.

    Raises
    ------
    ValueError
        If the game is over, or a move is no direction.

    Notes
    -----
    Each cycle enters the next cell in its direction and leaves a trail that stays.

    - A cycle crashes if that cell is a wall, outside the board, or part of a trail: its own, the
      other's, or the cell that the other's head is just leaving.
    - Both crash if they enter the same cell. Two heads side by side that go at each other both
      hit a trail, so both crash as well: cycles never pass through each other.
    - If one cycle crashes, the other wins; if both crash in one turn, the game is drawn.

    A cycle must move. One without a free cell crashes, and the game is drawn if neither has one.
    Every turn fills two cells or ends the game, so a game ends.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> position = lightcycles.start(lightcycles.parse("A.B"))
    >>> lightcycles.step(position, "E", "W").result  # the same cell
    0.5
    >>> lightcycles.step(position, "E", "E").result  # seat 2 leaves the board
    1.0
    """
    if position.result is not None:
        raise ValueError("position: the game is over; take an earlier position")
    targets = []
    for seat, move in enumerate((move_1, move_2)):
        if not isinstance(move, str) or len(move) != 1 or move not in DIRECTIONS:
            raise ValueError(f"move_{seat + 1}: expected one of N, E, S and W, got {move!r}")
        (x, y), (dx, dy) = position.trails[seat][-1], STEPS[DIRECTIONS.index(move)]
        targets.append((x + dx, y + dy))
    blocked, same = position.blocked, targets[0] == targets[1]
    board = position.map
    crashed = [
        same or target in blocked or not (0 <= target[0] < board.width)
        or not (0 <= target[1] < board.height)
        for target in targets
    ]  # fmt: skip
    trails = [
        trail if crash else (*trail, target)
        for trail, target, crash in zip(position.trails, targets, crashed, strict=True)
    ]
    return Position(board, (trails[0], trails[1]), move_1 + move_2, (crashed[0], crashed[1]))


def replay(board: Map, moves: str) -> list[Position]:
    """Play recorded moves again.

    Parameters
    ----------
    board : Map
        The map of the game.
    moves : str
        Directions of seat 1, a slash, and as many of seat 2: ``"NNE/SSW"``.

    Returns
    -------
    list of Position
        The positions before the first turn and after every turn.

    Raises
    ------
    ValueError
        If the moves are not as described, or go on after the end of the game.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> *_, last = lightcycles.replay(lightcycles.parse("A..B ...."), "ES/WS")
    >>> last.text.split()
    ['aabb', '.AB.']
    """
    halves = moves.split("/") if isinstance(moves, str) else []
    if len(halves) != 2 or len(halves[0]) != len(halves[1]):
        raise ValueError(
            f"moves: expected as many directions of each seat, such as 'NNE/SSW', got {moves!r}"
        )
    positions = [start(board)]
    for turn, (one, two) in enumerate(zip(*halves, strict=True)):
        if positions[-1].result is not None:
            raise ValueError(f"moves: the game is over after {turn} turns; drop the moves after")
        for move in (one, two):
            if move not in DIRECTIONS:
                raise ValueError(f"moves: turn {turn} has {move!r}; use N, E, S and W")
        positions.append(step(positions[-1], one, two))
    return positions


def rotate_position(position: Position) -> Position:
    """Turn a position by 180 degrees; each seat stays with its cycle.

    Parameters
    ----------
    position : Position
        The position.

    Returns
    -------
    Position
        The turned position.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> position = lightcycles.start(lightcycles.parse("A.# ..B"))
    >>> lightcycles.rotate_position(position).map == lightcycles.rotate(position.map)
    True
    """
    width, height = position.map.width, position.map.height
    one, two = (
        tuple((width - 1 - x, height - 1 - y) for x, y in trail) for trail in position.trails
    )
    return Position(
        rotate(position.map), (one, two), rotate_moves(position.headings), position.crashed
    )


def owners(position: Position) -> npt.NDArray[np.int8]:
    """Say which seat reaches each free cell first: the Voronoi territories.

    Parameters
    ----------
    position : Position
        The position.

    Returns
    -------
    ndarray of int8, shape (height, width)
        1 or 2 for the seat whose head needs fewer moves to the cell, around everything blocked;
        0 for cells that both reach in equally many moves, that neither reaches, or that are
        blocked.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.owners(lightcycles.start(lightcycles.parse("A.B..")))
    array([[0, 0, 0, 2, 2]], dtype=int8)
    """
    blocked, stride = padded(position)
    room = _kernel.scratch(len(blocked))
    heads = [flat(trail[-1], stride) for trail in position.trails]
    _kernel.spread(blocked, stride, heads[0], heads[1], room)
    owner = room[_kernel.OWNER]
    found = np.where((blocked == 1) | (owner == 3), 0, owner)
    return found.reshape(-1, stride)[1:-1, 1:-1].astype(np.int8)


def flat(cell: Cell, stride: int) -> int:
    """Return the place of a cell in the flat board with its border."""
    return (cell[1] + 1) * stride + cell[0] + 1


def padded(position: Position) -> tuple[npt.NDArray[np.uint8], int]:
    """Return the flat board with its border, 1 where blocked, and the length of a row."""
    board = position.map
    cells = np.ones((board.height + 2, board.width + 2), dtype=np.uint8)
    cells[1:-1, 1:-1] = 0
    for x, y in position.blocked:
        cells[y + 1, x + 1] = 1
    return cells.ravel(), board.width + 2
