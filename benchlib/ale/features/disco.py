"""DISCO: which objects are on the screen, where, and how they lie and move to each other."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from benchlib.ale.emulator import Emulator
from benchlib.ale.features.objects import ObjectClasses, find_classes, find_objects
from benchlib.ale.features.pairs import is_whole
from benchlib.ale.features.screens import (
    HEIGHT,
    WIDTH,
    Screen,
    checked,
    is_array,
    sampled_screens,
    screen_of,
)

__all__ = ["DiscoFeatures", "DiscoLayout", "disco_features", "prepare_disco", "velocities"]

#: Each position and velocity is seen through so many tilings, shifted by a quarter of a tile.
N_TILINGS = 4

#: Of more objects of one class, the lowest on the screen are considered: most players are there.
MAX_PER_CLASS = 16

#: An object that moves further than this between two decisions is taken for another one (pixels).
MAX_STEP = 24


class _Tiles(NamedTuple):
    """Tilings of one block: the size of a tile, the least values, and tiles of a tiling."""

    wide: int
    high: int
    least_x: int
    least_y: int
    n_columns: int
    n_rows: int

    @property
    def n_tiles(self) -> int:
        """Tiles of all tilings."""
        return N_TILINGS * self.n_columns * self.n_rows


def _tiles(size: tuple[int, int], least: tuple[int, int], most: tuple[int, int]) -> _Tiles:
    """Cover all values in every tiling. The sides of a tile are multiples of `N_TILINGS`."""
    n_columns, n_rows = (
        (b - a + side * (N_TILINGS - 1) // N_TILINGS) // side + 1
        for side, a, b in zip(size, least, most, strict=True)
    )
    return _Tiles(*size, *least, n_columns, n_rows)


_EDGE = (WIDTH - 1, HEIGHT - 1)
_ANY = np.iinfo(np.int64).max  # no limit to the number of a class
_PLACE = _tiles((20, 28), (0, 0), _EDGE)
_WAY = _tiles((20, 28), (1 - WIDTH, 1 - HEIGHT), _EDGE)
_MOTION = _tiles((8, 8), (-2 * MAX_STEP, -2 * MAX_STEP), (2 * MAX_STEP, 2 * MAX_STEP))


@dataclass(frozen=True)
class DiscoLayout:
    """Which feature of DISCO has which index.

    Parameters
    ----------
    n_classes : int
        Classes of objects.

    Attributes
    ----------
    n_pairs : int
        Pairs of classes, those of a class with itself among them.
    n_features : int
        All features.

    Raises
    ------
    ValueError
        If `n_classes` is no number of classes.

    Notes
    -----
    Four blocks follow each other: a class is there (a feature for each class); positions (for
    each class 4 tilings of 9 columns and 9 rows); relative positions (for each pair of classes
    4 tilings of 17 columns and 16 rows); relative velocities (for each pair 4 tilings of
    13 columns and 13 rows). In a tiling, tiles go from left to right, then from top to bottom.
    Pairs are ordered (0, 0), (0, 1), ..., (1, 1), (1, 2), ....

    Examples
    --------
    >>> from benchlib.ale.features import disco
    >>> layout = disco.DiscoLayout(2)
    >>> layout.n_pairs, layout.n_features
    (3, 5942)
    >>> layout.describe(1)
    'class 1 is there'
    >>> layout.describe(2)
    'class 0, tiling 0: x from 0 to 19, y from 0 to 27'
    """

    n_classes: int

    def __post_init__(self) -> None:
        # A game in which nothing ever moves has no classes.
        if not is_whole(self.n_classes) or self.n_classes < 0:
            raise ValueError(
                f"n_classes: expected a whole number of at least 0, got {self.n_classes!r}"
            )
        # Products of numpy's small integers overflow.
        object.__setattr__(self, "n_classes", int(self.n_classes))

    @property
    def n_pairs(self) -> int:
        """Pairs of classes."""
        return self.n_classes * (self.n_classes + 1) // 2

    @property
    def starts(self) -> tuple[int, int, int]:
        """Index of the first position, relative position and relative velocity."""
        ways = self.n_classes + self.n_classes * _PLACE.n_tiles
        return self.n_classes, ways, ways + self.n_pairs * _WAY.n_tiles

    @property
    def n_features(self) -> int:
        """All features."""
        return self.starts[2] + self.n_pairs * _MOTION.n_tiles

    def describe(self, index: int) -> str:
        """Say what a feature means.

        Parameters
        ----------
        index : int
            Its index.

        Returns
        -------
        str
            Which classes it is about, and the pixels of its tile.

        Raises
        ------
        ValueError
            If there is no such feature.
        """
        if not is_whole(index) or index not in range(self.n_features):
            raise ValueError(
                f"index: expected a number from 0 to {self.n_features - 1}, got {index!r}"
            )
        if index < self.n_classes:
            return f"class {index} is there"
        pairs = [(a, b) for a in range(self.n_classes) for b in range(a, self.n_classes)]
        places, ways, motions = self.starts
        if index < ways:
            group, rest = divmod(index - places, _PLACE.n_tiles)
            return f"class {group}, {_tile_name(_PLACE, rest)}"
        if index < motions:
            group, rest = divmod(index - ways, _WAY.n_tiles)
            return "class {} to {}, {}".format(*pairs[group], _tile_name(_WAY, rest))
        group, rest = divmod(index - motions, _MOTION.n_tiles)
        return "velocity of class {} to {}, {}".format(*pairs[group], _tile_name(_MOTION, rest))


def velocities(objects: NDArray[np.int64], before: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how far each object moved since the last decision.

    Parameters
    ----------
    objects, before : numpy.ndarray of int64, (n_objects, 3)
        Class, x and y of what is on the screen now, and of what was on it then.

    Returns
    -------
    numpy.ndarray, (n_objects, 2)
        Displacement from the nearest object of its class on the screen before (pixels across and
        down a decision); nan if none was within 24 pixels.

    Raises
    ------
    ValueError
        If an argument is no such table, or a place in it is outside the screen.

    Notes
    -----
    The source says nothing about how an object is recognised; the nearest of its class is taken
    here, of two alike the upper one, then the left one. Two objects may come from the same one.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale.features import disco
    >>> disco.velocities(np.array([[0, 54, 101]]), np.array([[0, 50, 100], [1, 54, 101]]))
    array([[4., 1.]])
    """
    return np.asarray(_moved(_in_order(objects, "objects"), _in_order(before, "before")))


def disco_features(
    objects: NDArray[np.int64], before: NDArray[np.int64], *, n_classes: int
) -> NDArray[np.int64]:
    """Return the features of a screen on which these objects were found.

    Parameters
    ----------
    objects, before : numpy.ndarray of int64, (n_objects, 3)
        Class, x and y of what is on the screen, and of what was on it at the last decision, in
        any order; none before the first.
    n_classes : int
        Classes of objects.

    Returns
    -------
    numpy.ndarray of int64
        Sorted, unique indices of the features that are 1; `DiscoLayout` says what they mean.

    Raises
    ------
    ValueError
        If an argument is no such table, or a class or place in it is out of range.

    Notes
    -----
    For each class: is it there, and the tiles in which its objects lie. For each two objects: the
    tiles of the way from one to the other, and those of the difference of their `velocities` if
    both have one. Of two classes the way leads from the one with the smaller number, in one class
    from the upper object, or from the left one at the same height.

    The source gives no sizes to us. Tiles of places and ways are 20 x 28 pixels here, those of
    velocities 8 x 8 pixels a decision, in 4 tilings each, shifted by a quarter of a tile both
    ways. Of more than 16 objects of one class the 16 lowest are considered.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.3.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale.features import disco
    >>> nothing = np.empty((0, 3), dtype=np.int64)
    >>> disco.disco_features(np.array([[0, 54, 101]]), nothing, n_classes=1)
    array([  0,  30, 111, 202, 283])
    """
    layout = DiscoLayout(n_classes)
    here = _in_order(objects, "objects", layout.n_classes)
    velocity = _moved(here, _in_order(before, "before", layout.n_classes))
    marks = np.zeros(layout.n_features, dtype=np.bool_)
    _mark(here, velocity, layout.n_classes, layout.starts, marks)
    return np.flatnonzero(marks)


class DiscoFeatures:
    """What DISCO sees of a game.

    Parameters
    ----------
    background : numpy.ndarray of uint8, (210, 160)
        What is always there.
    classes : ObjectClasses
        The classes of objects of the game.

    Attributes
    ----------
    name : str
        ``disco``.
    n_features : int
        How many features there are.

    Raises
    ------
    ValueError
        If the background is no screen.

    Notes
    -----
    It remembers the objects of the last screen that it looked at, so it is to look once a
    decision.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale.features import disco, screens
    >>> background = screens.estimate_background("freeway", n_screens=50, rng=1)
    >>> features = disco.prepare_disco("freeway", background, n_screens=50, rng=2)
    >>> features.start()
    >>> bool(features.active(ale.Emulator("freeway")).max() < features.n_features)
    True
    """

    def __init__(self, background: Screen, classes: ObjectClasses) -> None:
        self.name = "disco"
        self.background = checked(background, "background")
        self.classes = classes
        self.n_features = DiscoLayout(len(classes)).n_features
        self.start()

    def start(self) -> None:
        """Forget the last screen."""
        self._before = np.empty((0, 3), dtype=np.int64)

    def active(self, emulator: Emulator) -> NDArray[np.int64]:
        """Return the sorted, unique indices of the features that are 1.

        Parameters
        ----------
        emulator : Emulator
            A game, as far as it has been played.

        Returns
        -------
        numpy.ndarray of int64
            As `disco_features` gives them.
        """
        objects = find_objects(screen_of(emulator), self.background, self.classes)
        active = disco_features(objects, self._before, n_classes=len(self.classes))
        self._before = objects
        return active


def prepare_disco(
    game: str,
    background: Screen,
    *,
    n_screens: int = 36_000,
    n_classes: int = 10,
    rng: np.random.Generator | int,
) -> DiscoFeatures:
    """Find the classes of objects of a game in sampled play.

    Parameters
    ----------
    game : str
        Name of the game.
    background : numpy.ndarray of uint8, (210, 160)
        What is always there.
    n_screens : int, optional
        Screens of `sampled_screens` that are looked at.
    n_classes : int, optional
        At most so many classes; see `find_classes` for those that are kept.
    rng : numpy.random.Generator or int
        Where the actions of the sampled play come from.

    Returns
    -------
    DiscoFeatures
        The representation of this game.

    Raises
    ------
    ValueError
        If there is no such game, the background is no screen, or a number is below 1.

    Examples
    --------
    >>> from benchlib.ale.features import disco, screens
    >>> background = screens.estimate_background("freeway", n_screens=50, rng=1)
    >>> disco.prepare_disco("freeway", background, n_screens=50, rng=2).n_features > 0
    True
    """
    checked(background, "background")
    screens = sampled_screens(game, n_screens=n_screens, rng=rng)
    return DiscoFeatures(background, find_classes(screens, background, n_classes=n_classes))


def _in_order(objects: Any, name: str, n_classes: int | None = None) -> NDArray[np.int64]:
    """Return the table sorted by class, then y, then x, or say what is wrong with it."""
    if not is_array(objects, np.int64) or objects.ndim != 2:
        raise ValueError(f"{name}: expected a table of int64 with class, x and y of each object")
    if objects.shape[1] != 3:
        raise ValueError(f"{name}: expected 3 columns, class, x and y, got {objects.shape[1]}")
    most = _ANY if n_classes is None else n_classes - 1, *_EDGE
    outside = ((objects < 0) | (objects > most)).any(axis=1)
    if outside.any():
        row = int(outside.argmax())
        classes = "classes" if n_classes is None else f"classes below {n_classes}"
        raise ValueError(
            f"{name}: expected {classes}, x below {WIDTH} and y below {HEIGHT}, none of them "
            f"negative, but row {row} is {objects[row].tolist()}; take it from find_objects"
        )
    order = np.lexsort((objects[:, 1], objects[:, 2], objects[:, 0]))
    sorted_objects: NDArray[np.int64] = objects[order]
    return sorted_objects


def _tile_name(tiles: _Tiles, index: int) -> str:
    """Say which tiling a tile belongs to, and which values fall into it."""
    tiling, tile = divmod(index, tiles.n_columns * tiles.n_rows)
    row, column = divmod(tile, tiles.n_columns)
    x = tiles.least_x + column * tiles.wide - tiling * tiles.wide // N_TILINGS
    y = tiles.least_y + row * tiles.high - tiling * tiles.high // N_TILINGS
    return (
        f"tiling {tiling}: x from {x} to {x + tiles.wide - 1}, y from {y} to {y + tiles.high - 1}"
    )


# A loop over all pairs of objects on two screens.
@numba.njit(cache=True)
def _moved(objects: Any, before: Any) -> Any:
    found = np.full((len(objects), 2), np.nan)
    for i in range(len(objects)):
        nearest = MAX_STEP * MAX_STEP + 1
        for j in range(len(before)):
            if before[j, 0] == objects[i, 0]:
                x, y = objects[i, 1] - before[j, 1], objects[i, 2] - before[j, 2]
                if x * x + y * y < nearest:
                    nearest = x * x + y * y
                    found[i] = x, y
    return found


@numba.njit(cache=True)
def _mark_tiles(x: int, y: int, tiles: _Tiles, start: int, marks: Any) -> None:
    for tiling in range(N_TILINGS):
        column = (x - tiles.least_x + tiling * tiles.wide // N_TILINGS) // tiles.wide
        row = (y - tiles.least_y + tiling * tiles.high // N_TILINGS) // tiles.high
        marks[start + (tiling * tiles.n_rows + row) * tiles.n_columns + column] = True


# Some hundred objects make thousands of pairs.
@numba.njit(cache=True)
def _mark(
    objects: Any, velocity: Any, n_classes: int, starts: tuple[int, int, int], marks: Any
) -> None:
    """Mark the features of objects, which are in order."""
    places, ways, motions = starts
    of_place = N_TILINGS * _PLACE.n_columns * _PLACE.n_rows
    of_way = N_TILINGS * _WAY.n_columns * _WAY.n_rows
    of_motion = N_TILINGS * _MOTION.n_columns * _MOTION.n_rows
    n_objects = len(objects)
    kept = np.empty(n_objects, dtype=np.int64)
    n_kept = 0
    for i in range(n_objects):
        # The lowest of a class come last.
        last = i + MAX_PER_CLASS
        if last >= n_objects or objects[last, 0] != objects[i, 0]:
            kept[n_kept] = i
            n_kept += 1
    for i in range(n_kept):
        a = kept[i]
        class_a, x, y = objects[a]
        marks[class_a] = True
        _mark_tiles(x, y, _PLACE, places + class_a * of_place, marks)
        for b in kept[i + 1 : n_kept]:
            class_b = objects[b, 0]
            pair = class_a * n_classes - class_a * (class_a - 1) // 2 + class_b - class_a
            _mark_tiles(objects[b, 1] - x, objects[b, 2] - y, _WAY, ways + pair * of_way, marks)
            change_x = velocity[b, 0] - velocity[a, 0]
            if not np.isnan(change_x):
                change_y = velocity[b, 1] - velocity[a, 1]
                start = motions + pair * of_motion
                _mark_tiles(int(change_x), int(change_y), _MOTION, start, marks)
