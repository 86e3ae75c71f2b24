"""Objects on a screen: regions that differ from the background, sorted into classes by shape."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchlib import _validation
from benchlib.ale.features.screens import is_array
from benchlib.ale.features.shapes import (
    Key,
    Shape,
    check_shape,
    connected,
    key_of,
    most_alike,
    shape_of,
)

__all__ = [
    "ObjectClasses",
    "Region",
    "find_classes",
    "find_objects",
    "find_regions",
    "shared_classes",
]

#: A region is no object if it has fewer pixels (a flicker, a splinter of something covered) or a
#: box of more than half the screen's width or height (the sea changing its colour).
MIN_PIXELS = 6

#: On a screen in uproar only the largest regions are looked at.
MAX_REGIONS = 128

# While shapes are counted, so many are held. Beyond, the rarest are forgotten: in a game that
# scrolls, most of a hundred thousand shapes are seen once.
_MAX_SHAPES = 50_000

# So many of the most frequent shapes are compared with each other.
_MAX_COMPARED = 1_000

# So many answers for shapes that were met in play are kept.
_MAX_ANSWERS = 50_000


class Region(NamedTuple):
    """A connected part of a screen that differs from the background.

    Parameters
    ----------
    object_class : int
        Its class, or -1 for a shape like none of the prototypes.
    left, top, width, height : int
        Its box (pixels).
    """

    object_class: int
    left: int
    top: int
    width: int
    height: int


# Arrays have no single answer to whether they are equal.
@dataclass(frozen=True, eq=False)
class ObjectClasses:
    """Classes of objects, each known by the shape of a prototype.

    Parameters
    ----------
    prototypes : tuple of numpy.ndarray, each (height, width) of bool
        The most frequent shape of each class; a class is its place in this list.
    counts : tuple of int
        How many regions of each class were seen on the sampled screens, in shapes that took part.
    merged : tuple of tuple of numpy.ndarray
        The shapes that took part and fall in the class, the most frequent first. `find_classes`
        says which shapes take part.
    n_screens : int
        Screens that were sampled.
    threshold : float
        Likeness from which on a shape is of a prototype's class.

    See Also
    --------
    find_classes : Finds the classes of a game.
    """

    prototypes: tuple[Shape, ...]
    counts: tuple[int, ...]
    merged: tuple[tuple[Shape, ...], ...]
    n_screens: int
    threshold: float
    _answers: dict[Key, int] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.prototypes)

    def class_of(self, shape: Shape) -> int:
        """Return the class of a shape.

        Parameters
        ----------
        shape : numpy.ndarray of bool, (height, width)
            Which pixels of its box belong to the object.

        Returns
        -------
        int
            The class of the prototype that it is most like, the more frequent one of two; -1 if
            it is like none.

        Raises
        ------
        ValueError
            If the shape is no table of truth values, or has no pixel.
        """
        check_shape(shape, "shape")
        return self._class_of(key_of(shape))

    def _class_of(self, key: Key) -> int:
        # Sprites come in few shapes, so almost every question has been asked before.
        answer = self._answers.get(key)
        if answer is None:
            if len(self._answers) >= _MAX_ANSWERS:
                self._answers.clear()
            answer = most_alike(shape_of(key), self.prototypes, self.threshold)
            self._answers[key] = answer
        return answer


def find_classes(
    screens: Iterable[NDArray[np.uint8]],
    background: NDArray[np.uint8],
    *,
    n_classes: int = 10,
    threshold: float = 0.5,
    least: float = 0.01,
) -> ObjectClasses:
    """Find the classes of objects that are seen on sampled screens.

    Parameters
    ----------
    screens : iterable of numpy.ndarray of uint8, each (height, width)
        The sampled screens. They are looked at one by one and not kept.
    background : numpy.ndarray of uint8, (height, width)
        What is always there.
    n_classes : int, optional
        The most frequent so many are kept.
    threshold : float, optional
        Shapes of at least this `likeness` are merged.
    least : float, optional
        A class must be seen at least so often a screen.

    Returns
    -------
    ObjectClasses
        The classes, the most frequent first.

    Raises
    ------
    ValueError
        If there is no screen, one is not like the background, or a number is out of range.

    Notes
    -----
    The source leaves open how regions are filtered and shapes are merged; here it is so:

    - A region is a set of pixels that differ from the background and touch, also at corners.
      Colour plays no part, neither here nor in classes: sprites have lines of several colours,
      and regions of one colour would cut them into slices. The price is that two things that
      touch are one region, which mostly is like no prototype; and where something of the
      background is gone, its gap is a region too.
    - Regions of fewer than 6 pixels, or larger than half the screen either way, are dropped.
    - A shape is which pixels of its box the region fills. From the most frequent shape to the
      rarest, each one founds a class unless it is like the founder of an earlier one. Founders are
      prototypes; shapes are compared with them alone, so that a chain of small changes does not
      join two ends. The 1,000 most frequent shapes take part. While they are counted, at most
      50,000 are held; beyond, at least the rarer half is forgotten.
    - The most frequent classes are kept, and a shape belongs to the one it is most like.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.3.

    Examples
    --------
    A ball of 4 x 4 pixels moves over an empty screen.

    >>> import numpy as np
    >>> from benchlib.ale.features import objects
    >>> background = np.zeros((210, 160), dtype=np.uint8)
    >>> screens = np.stack([background] * 3)
    >>> for place, screen in zip((10, 20, 30), screens):
    ...     screen[place : place + 4, place : place + 4] = 64
    >>> classes = objects.find_classes(screens, background)
    >>> len(classes), classes.counts
    (1, (3,))
    """
    _check_screen(background, "background", None)
    keep = _validation.positive_integer(n_classes, "n_classes")
    share = _validation.fraction(threshold, "threshold")
    rate = _validation.finite(least, "least", least=0)
    seen: Counter[Key] = Counter()
    n_screens = 0
    for screen in screens:
        _check_screen(screen, f"screens: number {n_screens}", background)
        n_screens += 1
        seen.update(key_of(shape) for _, shape in _regions(screen, background))
        while len(seen) > _MAX_SHAPES:
            # At least half goes each time, so that this is seldom done.
            rare = sorted(seen.values())[_MAX_SHAPES // 2]
            seen = Counter({key: count for key, count in seen.items() if count > rare})
    if not n_screens:
        raise ValueError("screens: there are none; sample some play")
    # Ties in frequency must not depend on which shape was met first.
    ranked = sorted(seen.items(), key=lambda item: (-item[1], item[0]))[:_MAX_COMPARED]
    shapes = [shape_of(key) for key, _ in ranked]
    founders: list[Shape] = []
    totals: list[int] = []
    for shape, (_, count) in zip(shapes, ranked, strict=True):
        found = most_alike(shape, founders, share)
        if found < 0:
            founders.append(shape)
            totals.append(0)
            found = len(founders) - 1
        totals[found] += count
    order = sorted(range(len(founders)), key=lambda i: -totals[i])[:keep]
    prototypes = [founders[i] for i in order if totals[i] >= rate * n_screens]
    # A shape whose founder was dropped may be like one that was kept.
    merged: list[list[Shape]] = [[] for _ in prototypes]
    counts = [0] * len(prototypes)
    for shape, (_, count) in zip(shapes, ranked, strict=True):
        found = most_alike(shape, prototypes, share)
        if found >= 0:
            merged[found].append(shape)
            counts[found] += count
    order = sorted(range(len(prototypes)), key=lambda i: -counts[i])
    return ObjectClasses(
        prototypes=tuple(prototypes[i] for i in order),
        counts=tuple(counts[i] for i in order),
        merged=tuple(tuple(merged[i]) for i in order),
        n_screens=n_screens,
        threshold=share,
    )


def find_regions(
    screen: NDArray[np.uint8], background: NDArray[np.uint8], classes: ObjectClasses
) -> tuple[Region, ...]:
    """Return the regions of a screen with their boxes and classes.

    Parameters
    ----------
    screen, background : numpy.ndarray of uint8, (height, width)
        What is seen, and what is always there.
    classes : ObjectClasses
        The classes of the game.

    Returns
    -------
    tuple of Region
        Sorted by class, then from top to bottom and left to right; those of no class first.

    Raises
    ------
    ValueError
        If the screen is not like the background.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale.features import objects
    >>> background = np.zeros((210, 160), dtype=np.uint8)
    >>> screen = background.copy()
    >>> screen[100:104, 50:60] = 64
    >>> classes = objects.find_classes([screen], background)
    >>> objects.find_regions(screen, background, classes)
    (Region(object_class=0, left=50, top=100, width=10, height=4),)
    """
    _check_screen(background, "background", None)
    _check_screen(screen, "screen", background)
    found = [
        Region(classes._class_of(key_of(shape)), left, top, shape.shape[1], shape.shape[0])
        for (top, left), shape in _regions(screen, background)
    ]
    return tuple(sorted(found, key=lambda r: (r.object_class, r.top, r.left, r.width, r.height)))


def shared_classes(regions: Iterable[Region]) -> dict[int, tuple[Region, ...]]:
    """Return which regions of a screen share a class.

    Parameters
    ----------
    regions : iterable of Region
        As `find_regions` returns them.

    Returns
    -------
    dict of int to tuple of Region
        The classes of which there are two regions or more, and these. To a learner they are
        things of one kind, be they fish, a life that is left, or the gauge of oxygen.

    Examples
    --------
    >>> from benchlib.ale.features.objects import Region, shared_classes
    >>> fish, life = Region(0, 59, 115, 8, 7), Region(0, 74, 22, 7, 8)
    >>> diver = Region(1, 9, 90, 8, 9)
    >>> shared_classes([fish, life, diver]) == {0: (fish, life)}
    True
    """
    groups: dict[int, list[Region]] = {}
    for region in regions:
        if region.object_class >= 0:
            groups.setdefault(region.object_class, []).append(region)
    return {number: tuple(group) for number, group in sorted(groups.items()) if len(group) > 1}


def find_objects(
    screen: NDArray[np.uint8], background: NDArray[np.uint8], classes: ObjectClasses
) -> NDArray[np.int64]:
    """Return the objects on a screen and where they are.

    Parameters
    ----------
    screen, background : numpy.ndarray of uint8, (height, width)
        What is seen, and what is always there.
    classes : ObjectClasses
        The classes of the game.

    Returns
    -------
    numpy.ndarray of int64, (n_objects, 3)
        Class, x and y of each: the centre of its box (pixels, rounded down), sorted by class,
        then y, then x. A region of no class is no object.

    Raises
    ------
    ValueError
        If the screen is not like the background.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale.features import objects
    >>> background = np.zeros((210, 160), dtype=np.uint8)
    >>> screen = background.copy()
    >>> screen[100:104, 50:60] = 64
    >>> classes = objects.find_classes([screen], background)
    >>> objects.find_objects(screen, background, classes)
    array([[  0,  54, 101]])
    """
    found = sorted(
        (r.object_class, r.top + (r.height - 1) // 2, r.left + (r.width - 1) // 2)
        for r in find_regions(screen, background, classes)
        if r.object_class >= 0
    )
    return np.array(found, dtype=np.int64).reshape(-1, 3)[:, [0, 2, 1]]


def _regions(
    screen: NDArray[np.uint8], background: NDArray[np.uint8]
) -> list[tuple[tuple[int, int], Shape]]:
    """Return the regions that may be objects: the corner (top, left) of each, and its shape."""
    height, width = screen.shape
    labels, found = connected(screen != background, MIN_PIXELS)
    found = found[(found[:, 3] * 2 <= height) & (found[:, 4] * 2 <= width)]
    if len(found) > MAX_REGIONS:
        found = found[np.argsort(-found[:, 5], kind="stable")[:MAX_REGIONS]]
    return [
        ((top, left), labels[top : top + h, left : left + w] == label)
        for label, top, left, h, w, _ in found.tolist()
    ]


def _check_screen(screen: Any, name: str, like: NDArray[np.uint8] | None) -> None:
    if not is_array(screen, np.uint8) or screen.ndim != 2:
        raise ValueError(f"{name}: expected a two-dimensional array of uint8, a palette index each")
    if like is None and not screen.size:
        raise ValueError(f"{name}: has no pixels")
    if like is not None and screen.shape != like.shape:
        raise ValueError(
            f"{name}: its shape is {screen.shape}, that of the background {like.shape}; "
            "give both of one game"
        )
