"""Screens as agents see them, their colours, and what is background.

Everything is sampled in all 128 colours; fewer colours are a reading of the same screens.
"""

from collections.abc import Iterable, Iterator
from numbers import Integral
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib.ale.emulator import ACTIONS, Emulator

__all__ = [
    "HEIGHT",
    "PALETTES",
    "SECAM",
    "WIDTH",
    "Screen",
    "common_background",
    "estimate_background",
    "palette_colours",
    "sampled_screens",
    "screen_of",
]

#: Lines of a screen, and pixels of a line.
HEIGHT, WIDTH = 210, 160

#: The palettes, by their number of colours.
PALETTES = (8, 128)

#: What a SECAM television makes of the three bits of luminance.
SECAM = ("black", "blue", "red", "magenta", "green", "cyan", "yellow", "white")

#: A screen: a byte for each pixel, of which the lowest bit is never set.
Screen = npt.NDArray[np.uint8]

# Decisions of one episode of sampled play, and the longest time that an action is held in it.
_EPISODE = 1_000
_LONGEST_HOLD = 20


def screen_of(emulator: Emulator) -> Screen:
    """Return what the emulator shows.

    Parameters
    ----------
    emulator : Emulator
        A game, as far as it has been played.

    Returns
    -------
    numpy.ndarray of uint8, shape (210, 160)
        A copy, with the line at the top first.

    Notes
    -----
    Features are laid out for 210 lines. Carnival has 214 of them, Journey Escape 230 and Pooyan
    220; of these the 210 in the middle are kept, so that as much is lost at the top, where there
    is little but the score, as at the bottom.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale import features
    >>> features.screen_of(ale.Emulator("pooyan")).shape
    (210, 160)
    """
    shown: Screen = emulator.interface.getScreen()
    top = (shown.shape[0] - HEIGHT) // 2
    return shown[top : top + HEIGHT].copy()


def is_array(value: Any, dtype: npt.DTypeLike) -> bool:
    """Return whether it is an array of this type. One with a mask is none: nothing would see it."""
    plain = isinstance(value, np.ndarray) and not isinstance(value, np.ma.MaskedArray)
    return plain and value.dtype == dtype


def described(value: Any) -> str:
    """Say what was given instead of an array."""
    if isinstance(value, np.ndarray) and not isinstance(value, np.ma.MaskedArray):
        return f"{value.dtype} of shape {value.shape}"
    return type(value).__name__


def checked(screen: Screen, name: str) -> Screen:
    """Return a screen whose rows lie one behind the other, or say what is wrong with it."""
    if not is_array(screen, np.uint8):
        raise ValueError(
            f"{name}: expected an array of uint8, got {described(screen)}; take it from screen_of"
        )
    if screen.shape != (HEIGHT, WIDTH):
        raise ValueError(
            f"{name}: expected the shape {(HEIGHT, WIDTH)}, got {screen.shape}; "
            "take it from screen_of"
        )
    screen = np.ascontiguousarray(screen)
    # Eight pixels at a time: a check must not take longer than the features.
    if np.bitwise_or.reduce(screen.view(np.uint64), axis=None) & np.uint64(0x0101010101010101):
        row, column = np.argwhere(screen & 1)[0].tolist()
        raise ValueError(
            f"{name}: line {row}, pixel {column} is {screen[row, column]}, but the lowest bit of "
            "a colour is never set; give the bytes of getScreen, not numbers of colours or greys"
        )
    return screen


def palette_size(n_colours: int) -> int:
    """Return a number of colours, or refuse one that no palette has."""
    # An integer of Python: products of numpy's small ones overflow.
    if not isinstance(n_colours, Integral) or n_colours not in PALETTES:
        raise ValueError(f"n_colours: expected 8 or 128, got {n_colours!r}")
    return int(n_colours)


def palette_colours(screen: Screen, *, n_colours: int) -> npt.NDArray[np.uint8]:
    """Return the colour of each pixel in a palette.

    Parameters
    ----------
    screen : numpy.ndarray of uint8, shape (210, 160)
        As `screen_of` returns it.
    n_colours : {8, 128}
        Size of the palette.

    Returns
    -------
    numpy.ndarray of uint8, shape (210, 160)
        Numbers of colours, from 0.

    Raises
    ------
    ValueError
        If it is no screen, or there is no such palette.

    Notes
    -----
    A byte holds four bits of hue, three of luminance and one that is not used. The 128 colours
    are the byte without its last bit. The eight are those of SECAM televisions, on which the
    luminance alone names the colour, and hue is lost; `SECAM` has their names.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendix A.1.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import features
    >>> screen = np.full((210, 160), 0x46, dtype=np.uint8)  # hue 4, luminance 3
    >>> int(features.palette_colours(screen, n_colours=128)[0, 0])
    35
    >>> features.SECAM[features.palette_colours(screen, n_colours=8)[0, 0]]
    'magenta'
    """
    mask = palette_size(n_colours) - 1
    return ((checked(screen, "screen") >> 1) & mask).astype(np.uint8)


def sampled_screens(
    game: str, *, n_screens: int, rng: np.random.Generator | int
) -> Iterator[Screen]:
    """Play a game without looking at it, and show every decision's screen.

    Parameters
    ----------
    game : str
        Name of the game.
    n_screens : int
        How many screens.
    rng : numpy.random.Generator or int
        Where the actions come from.

    Returns
    -------
    iterator of numpy.ndarray of uint8, shape (210, 160)
        What an agent would see before each decision, one after the other.

    Raises
    ------
    ValueError
        If there is no such game, or `n_screens` is below 1.

    Notes
    -----
    In the source, a player's recorded trajectory is followed for a random time before actions are
    drawn at random. There are no recordings here. What replaces them is play that holds its
    actions, and so gets further than one that trembles: of an episode of 1,000 decisions, a
    number drawn from 0 to 1,000 belongs to the first part, in which an action drawn from all 18
    is held for a number of decisions drawn from 1 to 20, and then another one. In the rest,
    every decision is drawn from all 18. When the game is over or the 1,000 decisions are made,
    another episode begins. Screens of both parts count.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.1.

    Examples
    --------
    >>> from benchlib.ale import features
    >>> screens = list(features.sampled_screens("freeway", n_screens=3, rng=1))
    >>> len(screens), screens[0].shape
    (3, (210, 160))
    """
    n_left = _validation.positive_integer(n_screens, "n_screens")
    return _screens(Emulator(game), game, n_left, _validation.generator(rng))


def _screens(
    emulator: Emulator, game: str, n_left: int, rng: np.random.Generator
) -> Iterator[Screen]:
    while True:
        for action in _blind_actions(rng):
            yield screen_of(emulator)
            n_left -= 1
            if not n_left:
                return
            emulator.act(action)
            if emulator.over:
                break
        emulator = Emulator(game)


def _blind_actions(rng: np.random.Generator) -> Iterator[int]:
    """Draw the actions of one episode of sampled play."""
    n_held = int(rng.integers(_EPISODE + 1))
    left = n_held
    while left:
        hold = min(int(rng.integers(1, _LONGEST_HOLD + 1)), left)
        yield from [int(rng.integers(len(ACTIONS)))] * hold
        left -= hold
    yield from rng.integers(len(ACTIONS), size=_EPISODE - n_held).tolist()


def common_background(screens: Iterable[Screen]) -> Screen:
    """Return the most common colour of each pixel.

    Parameters
    ----------
    screens : iterable of numpy.ndarray of uint8, shape (210, 160)
        Looked at one by one, and not kept.

    Returns
    -------
    numpy.ndarray of uint8, shape (210, 160)
        The background, as a screen. Of colours that are equally common, the smaller byte.

    Raises
    ------
    ValueError
        If there is no screen, or one of them is none.

    Examples
    --------
    >>> import numpy as np
    >>> from benchlib.ale import features
    >>> shown = [np.full((210, 160), byte, dtype=np.uint8) for byte in (8, 6, 6, 8)]
    >>> int(features.common_background(shown)[0, 0])
    6
    """
    counts = np.zeros((HEIGHT * WIDTH, PALETTES[-1]), dtype=np.uint32)
    n_screens = 0
    for n_screens, screen in enumerate(screens, start=1):
        _count_colours(checked(screen, f"screens: number {n_screens - 1}").ravel(), counts)
    if not n_screens:
        raise ValueError("screens: is empty; give at least one")
    # The first maximum is the smallest colour.
    background: Screen = (counts.argmax(axis=1) << 1).astype(np.uint8)
    return background.reshape(HEIGHT, WIDTH)


def estimate_background(
    game: str, *, n_screens: int = 18_000, rng: np.random.Generator | int
) -> Screen:
    """Return the background of a game, as sampled play shows it.

    Parameters
    ----------
    game : str
        Name of the game.
    n_screens : int, optional
        How many screens of `sampled_screens` are looked at.
    rng : numpy.random.Generator or int
        Where the actions come from.

    Returns
    -------
    numpy.ndarray of uint8, shape (210, 160)
        The most common colour of each pixel.

    Raises
    ------
    ValueError
        If there is no such game, or `n_screens` is below 1.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.1 and appendix C.

    Examples
    --------
    >>> from benchlib.ale import features
    >>> background = features.estimate_background("freeway", n_screens=30, rng=1)
    >>> int(background[100, 80])  # the grey of the road
    6
    """
    return common_background(sampled_screens(game, n_screens=n_screens, rng=rng))


# Compiled: an index array for 33,600 pixels takes numpy five times as long.
@numba.njit(cache=True)
def _count_colours(screen: Screen, counts: npt.NDArray[np.uint32]) -> None:
    for pixel in range(screen.size):
        counts[pixel, screen[pixel] >> 1] += np.uint32(1)
