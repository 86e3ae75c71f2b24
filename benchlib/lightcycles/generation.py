"""Maps from seeds, one a seed."""

from collections.abc import Iterable
from numbers import Integral

import numpy as np

from benchlib import _validation
from benchlib.lightcycles.maps import STEPS, Cell, Map

_MOST_TRIES = 1000


def generate(
    seeds: int | Iterable[int],
    *,
    mirrored: bool,
    width: int = 16,
    height: int = 12,
    n_walls: int = 0,
) -> list[Map]:
    """Make one map from each seed.

    Parameters
    ----------
    seeds : int or iterable of int
        Seeds, such as a range that a seed ledger reserves for one purpose.
    mirrored : bool
        Whether half a turn puts each seat in the other's place. Otherwise both starts are drawn
        by themselves, and so are the walls.
    width, height : int, optional
        Size of the board.
    n_walls : int, optional
        Number of wall cells; even on a mirrored map.

    Returns
    -------
    list of Map
        One map a seed, whatever the other seeds are. A free path joins the two starts.

    Raises
    ------
    ValueError
        If an argument is out of range, or the walls leave no room for two joined starts.

    Notes
    -----
    A board without walls has few mirrored maps: one for each cell of a half, up to rotation.
    Different seeds then give equal maps again and again, with equal names.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> one, two = lightcycles.generate([1, 2], mirrored=True, n_walls=10)
    >>> one == lightcycles.generate(1, mirrored=True, n_walls=10)[0], one.id == two.id
    (True, False)
    """
    if not isinstance(mirrored, bool):
        raise ValueError(f"mirrored: expected True or False, got {mirrored!r}")
    columns, rows = (
        _validation.positive_integer(x, n) for x, n in ((width, "width"), (height, "height"))
    )
    if isinstance(n_walls, bool) or not isinstance(n_walls, Integral) or n_walls < 0:
        raise ValueError(f"n_walls: expected a whole number of at least 0, got {n_walls!r}")
    if mirrored and n_walls % 2:
        raise ValueError(f"n_walls: a mirrored map has walls in pairs, got {n_walls}; make it even")
    if n_walls + 2 > columns * rows:
        raise ValueError(f"n_walls: {n_walls} walls leave no two cells free; use fewer")
    numbers = [seeds] if isinstance(seeds, Integral) else list(seeds)
    for row, seed in enumerate(numbers):
        if isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 0:
            raise ValueError(f"seeds: row {row} is {seed!r}; give whole numbers of at least 0")
    return [_one(int(seed), mirrored, columns, rows, int(n_walls)) for seed in numbers]


def _one(seed: int, mirrored: bool, width: int, height: int, n_walls: int) -> Map:
    rng = np.random.default_rng(seed)
    n = width * height
    for _ in range(_MOST_TRIES):
        order = rng.permutation(n)
        if mirrored:
            # Of each cell and its image, only the one drawn first counts; the centre is neither.
            place = np.argsort(order)
            first = order[place[order] < place[n - 1 - order]][: 1 + n_walls // 2]
            order = np.column_stack([first, n - 1 - first]).ravel()
        cells = [(int(k) % width, int(k) // width) for k in order[: 2 + n_walls]]
        if len(cells) == 2 + n_walls and joined(width, height, set(cells[2:]), cells[0], cells[1]):
            return Map(width, height, tuple(cells[2:]), (cells[0], cells[1]))
    raise ValueError(
        f"n_walls: {n_walls} walls on {width} x {height} cells leave no two starts joined "
        f"for seed {seed}; use fewer walls"
    )


def joined(width: int, height: int, walls: set[Cell], start: Cell, end: Cell) -> bool:
    """Say whether a path of free cells joins two cells."""
    seen, border = {start}, [start]
    while border:
        x, y = border.pop()
        for dx, dy in STEPS:
            cell = (x + dx, y + dy)
            inside = 0 <= cell[0] < width and 0 <= cell[1] < height
            if inside and cell not in seen and cell not in walls:
                seen.add(cell)
                border.append(cell)
    return end in seen
