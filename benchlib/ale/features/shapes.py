"""Shapes of things on a screen: which pixels hang together, and which shapes are alike."""

from collections.abc import Iterable
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from benchlib.ale.features.screens import is_array

__all__ = ["likeness"]

#: Which pixels of its box a thing fills.
Shape = NDArray[np.bool_]

#: A shape to look up: its height, its width, its bits.
Key = tuple[int, int, bytes]


def likeness(a: Shape, b: Shape) -> float:
    """Return how alike two shapes are.

    Parameters
    ----------
    a, b : numpy.ndarray of bool, (height, width)
        The shapes; each may have its own box.

    Returns
    -------
    float
        From 0 (nothing in common) to 1 (the same shape, or mirrored).

    Raises
    ------
    ValueError
        If a shape is not a non-empty table of truth values, or has no pixel.

    Notes
    -----
    The boxes are laid on each other centre on centre, and the pixels in both are divided by the
    pixels in either (intersection over union). Where the centres can meet only up to half a
    pixel, all ways count. So does ``b`` with left and right changed: the console draws a sprite
    mirrored at will, and a fish that turns round is the same fish. The best of all these is the
    likeness. Size matters: a small square is not like a large one.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale.features.shapes import likeness
    >>> likeness(np.ones((4, 4), dtype=bool), np.ones((4, 5), dtype=bool))
    0.8
    """
    check_shape(a, "a")
    check_shape(b, "b")
    # As every other shape is stored, so that one compiled version serves all.
    return float(_likeness(shape_of(key_of(a)), shape_of(key_of(b))))


def check_shape(shape: Any, name: str) -> None:
    """Refuse what is no shape."""
    if not is_array(shape, np.bool_) or shape.ndim != 2:
        raise ValueError(f"{name}: expected a two-dimensional array of truth values")
    if not shape.any():
        raise ValueError(f"{name}: has no pixel; give the shape of a region")


def key_of(shape: Shape) -> Key:
    """Return a shape as something that can be looked up."""
    return *shape.shape, np.packbits(shape).tobytes()


def shape_of(key: Key) -> Shape:
    """Return the shape of a key."""
    height, width, bits = key
    flat = np.unpackbits(np.frombuffer(bits, dtype=np.uint8), count=height * width)
    shape: Shape = flat.reshape(height, width).astype(np.bool_)
    shape.flags.writeable = False  # it becomes part of a result
    return shape


def most_alike(shape: Shape, prototypes: Iterable[Shape], threshold: float) -> int:
    """Return the place of the prototype that a shape is most like, or -1."""
    best, most = -1, threshold
    for place, prototype in enumerate(prototypes):
        value = _likeness(shape, prototype)
        if value > most or (best < 0 and value == most):
            best, most = place, value
    return best


# A flood over neighbours, which finds boxes and sizes on its way. scipy.ndimage.label with
# find_objects and a count takes six times as long.
@numba.njit(cache=True)
def connected(foreground: Any, min_pixels: int) -> tuple[Any, Any]:
    """Label the regions; for each, return its label, top, left, height, width and pixels."""
    height, width = foreground.shape
    labels = np.zeros((height, width), dtype=np.int32)
    found = np.empty((height * width // min_pixels, 6), dtype=np.int64)
    queue = np.empty(height * width, dtype=np.int32)
    label = kept = 0
    for start_y in range(height):
        for start_x in range(width):
            if not foreground[start_y, start_x] or labels[start_y, start_x]:
                continue
            label += 1
            labels[start_y, start_x] = label
            top, bottom, left, right = start_y, start_y, start_x, start_x
            queue[0] = start_y * width + start_x
            first, last = 0, 1
            while first < last:
                y, x = divmod(queue[first], width)
                first += 1
                top, bottom = min(top, y), max(bottom, y)
                left, right = min(left, x), max(right, x)
                for near_y in range(max(y - 1, 0), min(y + 2, height)):
                    for near_x in range(max(x - 1, 0), min(x + 2, width)):
                        if foreground[near_y, near_x] and not labels[near_y, near_x]:
                            labels[near_y, near_x] = label
                            queue[last] = near_y * width + near_x
                            last += 1
            if last >= min_pixels:
                found[kept] = (label, top, left, bottom - top + 1, right - left + 1, last)
                kept += 1
    return labels, found[:kept]


# Classes are found by some hundred thousand comparisons of this kind.
@numba.njit(cache=True)
def _likeness(a: Any, b: Any) -> float:
    """Return the largest intersection over union; `likeness` says of what."""
    (height_a, width_a), (height_b, width_b) = a.shape, b.shape
    both = a.sum() + b.sum()
    most = 0
    # Rows and columns of `a` above and left of `b`; the two roundings of a centre between pixels.
    for down in range((height_a - height_b) // 2, (height_a - height_b + 1) // 2 + 1):
        for across in range((width_a - width_b) // 2, (width_a - width_b + 1) // 2 + 1):
            plain = mirrored = 0
            for y in range(max(0, -down), min(height_b, height_a - down)):
                for x in range(max(0, -across), min(width_b, width_a - across)):
                    if a[y + down, x + across]:
                        plain += b[y, x]
                        mirrored += b[y, width_b - 1 - x]
            most = max(most, plain, mirrored)
    share: float = most / (both - most)
    return share
