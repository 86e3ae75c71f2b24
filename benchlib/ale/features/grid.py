"""Which colours are where on a coarse grid: Basic, BASS, and the two sets between them.

The source changes two things at once: Basic has 128 colours, BASS has eight and pairs of
features. All four combinations are here, alike in everything else.
"""

from dataclasses import dataclass

import numba
import numpy as np
import numpy.typing as npt

from benchlib.ale.emulator import Emulator
from benchlib.ale.features.pairs import n_with_pairs, with_pairs
from benchlib.ale.features.screens import (
    HEIGHT,
    WIDTH,
    Screen,
    checked,
    palette_size,
    screen_of,
)

__all__ = ["N_COLUMNS", "N_ROWS", "GridFeatures", "grid_features", "occupied_cells"]

#: Cells of the grid; each is 10 pixels wide and 15 lines high.
N_COLUMNS, N_ROWS = 16, 14


def occupied_cells(screen: Screen, background: Screen, *, n_colours: int) -> npt.NDArray[np.bool]:
    """Return which colours each cell of the grid shows in front of the background.

    Parameters
    ----------
    screen : numpy.ndarray of uint8, shape (210, 160)
        As `screen_of` returns it.
    background : numpy.ndarray of uint8, shape (210, 160)
        As `estimate_background` returns it.
    n_colours : {8, 128}
        Size of the palette.

    Returns
    -------
    numpy.ndarray of bool, shape (14, 16, n_colours)
        For each row and column of cells and each colour, whether some pixel of the cell has this
        colour and differs from the background.

    Raises
    ------
    ValueError
        If one of the two is no screen, or there is no such palette.

    Notes
    -----
    The source leaves open whether colours are reduced before or after the background is taken
    away. Here the background is taken away first, in 128 colours, so that both palettes look at
    the same pixels, and a comparison of palettes compares nothing else. It follows that a pixel
    counts also where it differs from the background in hue alone and eight colours cannot tell
    the two apart, and that no background in eight colours is needed.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.1 and A.2.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import features
    >>> background = np.zeros((210, 160), dtype=np.uint8)
    >>> screen = background.copy()
    >>> screen[15:30, 25:32] = 0x46  # the second row of cells, across an edge
    >>> np.argwhere(features.occupied_cells(screen, background, n_colours=8)).tolist()
    [[1, 2, 3], [1, 3, 3]]
    """
    size = palette_size(n_colours)
    return _occupied(checked(screen, "screen"), checked(background, "background"), size)


def grid_features(
    screen: Screen, background: Screen, *, n_colours: int, pairs: bool
) -> npt.NDArray[np.int64]:
    """Return the features of a screen that are 1.

    Parameters
    ----------
    screen : numpy.ndarray of uint8, shape (210, 160)
        As `screen_of` returns it.
    background : numpy.ndarray of uint8, shape (210, 160)
        As `estimate_background` returns it.
    n_colours : {8, 128}
        Size of the palette.
    pairs : bool
        Whether every two active features make another one.

    Returns
    -------
    numpy.ndarray of int64
        Their indices, sorted: for m colours in cells m, with pairs m(m + 1)/2.

    Raises
    ------
    ValueError
        If one of the two is no screen, or there is no such palette.

    Notes
    -----
    Colour c in row i and column j of the grid is feature (16 i + j) `n_colours` + c, so there are
    n = 224 `n_colours` of them. A pair is unordered and has the index that `pair_index` gives.
    Which colours are where is a question for `occupied_cells`.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.1 and A.2.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import features
    >>> background = np.zeros((210, 160), dtype=np.uint8)
    >>> screen = background.copy()
    >>> screen[:15, 5:15] = 0x46  # colour 3 of eight, in the first two cells
    >>> features.grid_features(screen, background, n_colours=8, pairs=False).tolist()
    [3, 11]
    >>> features.grid_features(screen, background, n_colours=8, pairs=True).tolist()
    [3, 11, 1850]
    >>> features.pair_index(3, 11, n=16 * 14 * 8)
    1850
    """
    cells = occupied_cells(screen, background, n_colours=n_colours)
    singles = np.flatnonzero(cells)
    return with_pairs(singles, cells.size) if pairs else singles


@dataclass(frozen=True, eq=False)
class GridFeatures:
    """Basic, BASS, or one of the two sets between them.

    Parameters
    ----------
    name : str
        As in `PALETTE_DESIGN`.
    background : numpy.ndarray of uint8, shape (210, 160)
        As `estimate_background` returns it.
    n_colours : {8, 128}
        Size of the palette.
    pairs : bool
        Whether every two active features make another one.

    Attributes
    ----------
    n_features : int
        How many features there are.

    Raises
    ------
    ValueError
        If the background is no screen, or there is no such palette.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale import features
    >>> emulator = ale.Emulator("freeway")
    >>> background = features.screen_of(emulator)
    >>> bass = features.GridFeatures("bass", background, n_colours=8, pairs=True)
    >>> bass.n_features
    1606528
    >>> bass.active(emulator).size  # nothing is in front of the background
    0
    """

    name: str
    background: Screen
    n_colours: int
    pairs: bool

    def __post_init__(self) -> None:
        palette_size(self.n_colours)
        checked(self.background, "background")

    @property
    def n_features(self) -> int:
        """How many features there are."""
        n = N_ROWS * N_COLUMNS * palette_size(self.n_colours)
        return n_with_pairs(n) if self.pairs else n

    def start(self) -> None:
        """Begin an episode: nothing is remembered."""

    def active(self, emulator: Emulator) -> npt.NDArray[np.int64]:
        """Return the sorted indices of the features that are 1."""
        return grid_features(
            screen_of(emulator), self.background, n_colours=self.n_colours, pairs=self.pairs
        )


# Compiled: one pass over the pixels, of which nearly all are background.
@numba.njit(cache=True)
def _occupied(screen: Screen, background: Screen, n_colours: int) -> npt.NDArray[np.bool]:
    found = np.zeros((N_ROWS, N_COLUMNS, n_colours), dtype=np.bool_)
    mask = n_colours - 1
    height, width = HEIGHT // N_ROWS, WIDTH // N_COLUMNS
    for row in range(N_ROWS):
        for y in range(row * height, (row + 1) * height):
            for column in range(N_COLUMNS):
                for x in range(column * width, (column + 1) * width):
                    if screen[y, x] != background[y, x]:
                        found[row, column, (screen[y, x] >> 1) & mask] = True
    return found
