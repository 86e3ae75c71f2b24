"""What a set of features is, and how each of the sets is made ready for a game."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib.ale.emulator import Emulator
from benchlib.ale.features.disco import prepare_disco
from benchlib.ale.features.grid import GridFeatures
from benchlib.ale.features.lsh import LshFeatures
from benchlib.ale.features.ram import RamFeatures
from benchlib.ale.features.screens import Screen, estimate_background
from benchlib.ale.games import find_game

__all__ = ["PALETTE_DESIGN", "REPRESENTATIONS", "FeatureSet", "prepare"]

#: The five representations of the source.
REPRESENTATIONS = ("basic", "bass", "disco", "lsh", "ram")

#: The palette and the pairs of features, each changed on its own: number of colours, and pairs.
PALETTE_DESIGN: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {"basic8": (8, False), "basic": (128, False), "bass": (8, True), "bass128": (128, True)}
)


class FeatureSet(Protocol):
    """Binary features of a game: a learner sees the game as those that are 1.

    Attributes
    ----------
    name : str
        Name of the representation.
    n_features : int
        How many features there are; their indices lie in 0 .. n_features - 1.
    """

    @property
    def name(self) -> str:
        """Name of the representation."""

    @property
    def n_features(self) -> int:
        """How many features there are."""

    def start(self) -> None:
        """Forget what was seen before; called before the first look of an episode."""

    def active(self, emulator: Emulator) -> npt.NDArray[np.int64]:
        """Return the sorted, unique indices of the features that are 1."""


def prepare(
    representation: str,
    game: str,
    *,
    rng: np.random.Generator | int,
    n_background: int = 18_000,
    n_classes: int = 36_000,
) -> FeatureSet:
    """Make a representation ready for a game.

    Parameters
    ----------
    representation : str
        One of `REPRESENTATIONS`, or of `PALETTE_DESIGN`.
    game : str
        Name of the game.
    rng : numpy.random.Generator or int
        Where the sampled play and the random projections come from.
    n_background : int, optional
        Screens from which the background is estimated; LSH and RAM have none.
    n_classes : int, optional
        Screens in which DISCO looks for classes of objects.

    Returns
    -------
    FeatureSet
        Whose `active` looks at an emulator that plays this game.

    Raises
    ------
    ValueError
        If there is no such representation or game, or a number is below 1.

    Notes
    -----
    With the same integer as `rng`, all representations of a game have the same background, and it
    is estimated only once in a process.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.1 and appendix C.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale import features
    >>> basic = features.prepare("basic", "freeway", rng=1, n_background=30)
    >>> basic.n_features
    28672
    >>> basic.start()
    >>> basic.active(ale.Emulator("freeway")).size > 0
    True
    """
    known = tuple(dict.fromkeys((*REPRESENTATIONS, *PALETTE_DESIGN)))
    if representation not in known:
        raise ValueError(
            f"representation: there is no {representation!r}; choose among {', '.join(known)}"
        )
    name = find_game(game).name
    n_background = _validation.positive_integer(n_background, "n_background")
    n_classes = _validation.positive_integer(n_classes, "n_classes")
    # Two numbers are drawn for every representation, so that the background is the same whatever
    # else is random.
    of_background, of_rest = _validation.generator(rng).integers(2**63, size=2).tolist()
    if representation == "ram":
        return RamFeatures()
    if representation == "lsh":
        return LshFeatures(rng=of_rest)
    background = _background(name, n_background, of_background)
    if representation == "disco":
        return prepare_disco(name, background, n_screens=n_classes, rng=of_rest)
    n_colours, pairs = PALETTE_DESIGN[representation]
    return GridFeatures(representation, background, n_colours=n_colours, pairs=pairs)


# One entry is a screen, so that all games have room.
@lru_cache(maxsize=64)
def _background(game: str, n_screens: int, seed: int) -> Screen:
    background = estimate_background(game, n_screens=n_screens, rng=seed)
    background.flags.writeable = False  # it is shared
    return background
