"""Locality-sensitive hashing: screens that are alike share most of their features.

A screen becomes one long vector of bits. Each of many functions adds up a random sample of these
bits and hashes the sum; the entry of its table that it hits is its one active feature.
"""

import numba
import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib.ale.emulator import Emulator
from benchlib.ale.features.screens import HEIGHT, WIDTH, Screen, checked, screen_of

__all__ = ["N_SCREEN_BITS", "LshFeatures", "screen_bits"]

_BITS = 7  # of a colour
_PIXELS = HEIGHT * WIDTH

#: Length of the vector of bits that a screen becomes.
N_SCREEN_BITS = _BITS * _PIXELS


def screen_bits(screen: Screen) -> npt.NDArray[np.bool]:
    """Return a screen as one vector of bits.

    Parameters
    ----------
    screen : numpy.ndarray of uint8, shape (210, 160)
        As `screen_of` returns it.

    Returns
    -------
    numpy.ndarray of bool, shape (235200,)
        Bit b of the colour of pixel x in line y is entry x + 160 y + 33600 b.

    Raises
    ------
    ValueError
        If it is no screen.

    Notes
    -----
    The source gives the vector 7 x 210 x 160 entries, and its algorithm sets a single one for
    each pixel, with the index x + y h + I for a pixel of colour I. The two do not agree: that
    index gives many pairs of pixel and colour the same place, and reaches only a part of the
    vector. Here the size is taken at its word: seven planes, one for each bit of a colour, each as
    large as the screen. A pixel sets as many entries as its colour has bits that are 1, and the
    screen can be read back from the vector.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.4, algorithm 1.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import features
    >>> screen = np.zeros((210, 160), dtype=np.uint8)
    >>> screen[1, 3] = 10  # colour 5: bits 0 and 2
    >>> np.flatnonzero(features.screen_bits(screen)).tolist()
    [163, 67363]
    """
    colours = checked(screen, "screen").ravel() >> 1
    planes = [(colours >> bit) & 1 for bit in range(_BITS)]
    return np.concatenate(planes).astype(np.bool)


class LshFeatures:
    r"""Random projections of the screen, each hashed into a table of its own.

    Parameters
    ----------
    n_functions : int, optional
        How many functions; so many features are active on every screen.
    n_sampled : int, optional
        How many different bits of the screen each of them adds up.
    bin_width : int, optional
        How many neighbouring sums share an entry.
    table_size : int, optional
        Entries of each table.
    rng : numpy.random.Generator or int
        Where the samples and offsets come from.

    Attributes
    ----------
    name : str
        It is ``lsh``.
    n_features : int
        `n_functions` times `table_size`.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    Function i draws `n_sampled` of the bits of `screen_bits` without replacement, and an offset
    :math:`u_i` from 0 to w - 1, where w is `bin_width`. With :math:`s_i` the sum of its bits and
    M the size of its table, its active feature is entry

    .. math:: \left\lfloor (s_i + u_i) / w \right\rfloor \bmod M

    of its own table, which begins at feature :math:`iM`. If two screens are alike, most functions
    get nearly the same sum from them, and as the offsets differ, only some functions see them on
    two sides of an edge. This is how a screen resembles its neighbours and is told apart from
    them. Sums that are wM apart, 400 by default, collide.

    That projections are random and that they are hashed is what our source says; projections with
    entries 0 and 1, the hash and all four numbers are choices made here. No background is taken
    away.

    The sums are kept, and the next screen changes them only by the pixels that differ from the
    last one. They are whole numbers, so that the features depend on the screen alone.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.4.
    Datar, Immorlica, Indyk and Mirrokni (2004), for bins with a random offset.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import features
    >>> lsh = features.LshFeatures(n_functions=200, rng=1)
    >>> lsh.n_features
    10000
    >>> screen = np.zeros((210, 160), dtype=np.uint8)
    >>> first = lsh.of_screen(screen)
    >>> screen[100:108, 80:88] = 0x46
    >>> first.size, np.intersect1d(first, lsh.of_screen(screen)).size  # a small thing was added
    (200, 183)
    """

    name = "lsh"

    def __init__(
        self,
        *,
        n_functions: int = 2_000,
        n_sampled: int = 1_000,
        bin_width: int = 8,
        table_size: int = 50,
        rng: np.random.Generator | int,
    ) -> None:
        n = _validation.positive_integer(n_functions, "n_functions")
        k = _validation.positive_integer(n_sampled, "n_sampled")
        self._width = _validation.positive_integer(bin_width, "bin_width")
        self._size = _validation.positive_integer(table_size, "table_size")
        if k > N_SCREEN_BITS:
            raise ValueError(
                f"n_sampled: a screen has {N_SCREEN_BITS:,} bits, got {k:,}; sample fewer"
            )
        generator = _validation.generator(rng)
        self.n_features = n * self._size
        self._samples = np.stack(
            [generator.choice(N_SCREEN_BITS, k, replace=False, shuffle=False) for _ in range(n)]
        )
        self._offsets = generator.integers(self._width, size=n)
        self._first, self._users = _users_of_bits(self._samples, N_SCREEN_BITS)
        # The screen that the sums belong to: at first one without a bit.
        self._last = np.zeros(_PIXELS, dtype=np.uint8)
        self._sums = np.zeros(n, dtype=np.int64)

    def start(self) -> None:
        """Begin an episode: what is kept of the last screen changes no feature."""

    def active(self, emulator: Emulator) -> npt.NDArray[np.int64]:
        """Return the sorted indices of the features that are 1, one for each function."""
        return self.of_screen(screen_of(emulator))

    def of_screen(self, screen: Screen) -> npt.NDArray[np.int64]:
        """Return the features of a screen that are 1.

        Parameters
        ----------
        screen : numpy.ndarray of uint8, shape (210, 160)
            As `screen_of` returns it.

        Returns
        -------
        numpy.ndarray of int64, shape (n_functions,)
            Their indices, sorted.

        Raises
        ------
        ValueError
            If it is no screen.
        """
        pixels = checked(screen, "screen").ravel()
        _update(self._sums, self._last, pixels, self._first, self._users)
        entries = (self._sums + self._offsets) // self._width % self._size
        return np.arange(0, self.n_features, self._size) + entries


# Compiled: two million samples are turned into lists by bit, as a counting sort does it.
@numba.njit(cache=True)
def _users_of_bits(
    samples: npt.NDArray[np.int64], n_bits: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """List the functions that add up each bit: those of bit b start at place first[b]."""
    n, k = samples.shape
    first = np.zeros(n_bits + 1, dtype=np.int64)
    for i in range(n):
        for j in range(k):
            first[samples[i, j] + 1] += 1
    for bit in range(n_bits):
        first[bit + 1] += first[bit]
    free = first[:-1].copy()
    users = np.empty(n * k, dtype=np.int32)
    for i in range(n):
        for j in range(k):
            bit = samples[i, j]
            users[free[bit]] = i
            free[bit] += 1
    return first, users


# Compiled: of 33,600 pixels some hundreds change, and each changes some tens of sums.
@numba.njit(cache=True)
def _update(
    sums: npt.NDArray[np.int64],
    last: Screen,
    pixels: Screen,
    first: npt.NDArray[np.int64],
    users: npt.NDArray[np.int32],
) -> None:
    """Bring the sums from the last screen to this one, and remember this one."""
    n_pixels = pixels.size
    for pixel in range(n_pixels):
        if pixels[pixel] == last[pixel]:
            continue
        now, before = pixels[pixel] >> 1, last[pixel] >> 1
        for bit in range(_BITS):
            step = ((now >> bit) & 1) - ((before >> bit) & 1)
            if step != 0:
                entry = bit * n_pixels + pixel
                for place in range(first[entry], first[entry + 1]):
                    sums[users[place]] += step
        last[pixel] = pixels[pixel]
