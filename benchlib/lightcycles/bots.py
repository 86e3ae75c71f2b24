"""Bots: what they look at in a move, and how they break ties."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib.lightcycles import _kernel
from benchlib.lightcycles.maps import DIRECTIONS

Frame = Literal["seat", "heading", "absolute"]

FEATURES = ("own", "rival", "room", "walls", "distance", "contested", "straight")
VORONOI = (1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_FRAMES = {"absolute": _kernel.ABSOLUTE, "seat": _kernel.SEAT, "heading": _kernel.HEADING}
_OWN_LETTERS = "FRBL"
_MOST_KEPT = 4


@dataclass(frozen=True)
class Bot:
    """A bot that scores its moves by a weighted sum and takes the best.

    Parameters
    ----------
    name : str
        What records call it. The name does not influence how it plays.
    weights : sequence of float, shape (7,)
        Weights of what it sees in a move, after its own cycle has moved and with the other
        standing: ``own`` and ``rival``, the cells that itself and the other reach first;
        ``room``, all cells that it can reach; ``walls``, blocked sides of the new cell, 0 to 3;
        ``distance``, rows plus columns between the heads; ``contested``, 1 if the other can enter
        the same cell in this turn; ``straight``, 1 if it keeps its heading.
    order : str, optional
        Which of several best moves it takes: the first in this order. Letters F, R, B, L
        (forward, right, back, left) in a frame of its own, N, E, S, W in the absolute one.
    frame : {"seat", "heading", "absolute"}, optional
        What forward means: the way that the map lets its seat face, for the whole game; its last
        move; or nothing, as north is the same for both seats.
    epsilon : float, optional
        Share of the ties that it breaks by lot instead.
    seed : int, optional
        Makes its lots different from those of its twin.
    lookahead : bool, optional
        Score each move by the worst that any reply of the other can make of it, a collision of
        the heads counting 0.
    top_k, proposer : int and sequence of float, optional
        If `top_k` is not 0, the bot sees no other moves than the best `top_k` of a bot with the
        weights `proposer` and the same order, which it then ranks by its own weights.

    Raises
    ------
    ValueError
        If an option is not as described.

    Notes
    -----
    A bot without randomness makes the same move in the same position. In a frame of its own it
    makes the turned move in the turned position; in the absolute frame a tie spoils that.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.Bot("chaser", weights=(0, 0, 0, 0, -1, 0, 0)).order
    'FRBL'
    """

    name: str
    weights: tuple[float, ...]
    order: str = _OWN_LETTERS
    frame: Frame = "seat"
    epsilon: float = 0.0
    seed: int = 0
    lookahead: bool = False
    top_k: int = 0
    proposer: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse what is no bot, and keep plain numbers."""
        if not isinstance(self.name, str) or not self.name.strip():
            raise ValueError(f"name: expected a name for the bot, got {self.name!r}")
        if self.frame not in _FRAMES:
            raise ValueError(f"frame: expected one of {', '.join(_FRAMES)}, got {self.frame!r}")
        letters = DIRECTIONS if self.frame == "absolute" else _OWN_LETTERS
        if not isinstance(self.order, str) or sorted(self.order) != sorted(letters):
            raise ValueError(
                f"order: expected the letters {', '.join(letters)} in some order for the frame "
                f"{self.frame!r}, got {self.order!r}"
            )
        share = self.epsilon
        if isinstance(share, bool) or not isinstance(share, Real) or not 0 <= share <= 1:
            raise ValueError(f"epsilon: expected a share from 0 to 1, got {share!r}")
        for name, most in (("seed", 2**63 - 1), ("top_k", _MOST_KEPT)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, Integral) or not 0 <= value <= most:
                raise ValueError(f"{name}: expected a whole number from 0 to {most}, got {value!r}")
        if (self.top_k == 0) != (self.proposer is None):
            raise ValueError("top_k: goes with a proposer, whose best moves it keeps; give both")
        if self.top_k and self.lookahead:
            raise ValueError("lookahead: a bot that re-ranks proposals does not look ahead")
        for name in ("weights", "proposer"):
            values = getattr(self, name)
            if values is not None:
                object.__setattr__(self, name, _weights(values, name))

    @property
    def is_random(self) -> bool:
        """Whether lots decide some of its moves."""
        return self.epsilon > 0

    def with_ties(self, order: str, *, frame: Frame = "seat", name: str = "") -> "Bot":
        """Return the same bot with another way to break ties.

        Parameters
        ----------
        order, frame : str
            As for `Bot`.
        name : str, optional
            Its name; by default this bot's name and the order, ``voronoi_rblf``.

        Returns
        -------
        Bot
            The variant.
        """
        called = name or f"{self.name}_{str(order).lower()}"
        return replace(self, name=called, order=order, frame=frame)

    def named(self, name: str) -> "Bot":
        """Return the same bot under another name, such as a copy for a match with itself.

        Parameters
        ----------
        name : str
            The other name.

        Returns
        -------
        Bot
            The copy.
        """
        return replace(self, name=name)


def _weights(values: Sequence[float], name: str) -> tuple[float, ...]:
    array = _validation.pool(values, name)
    if len(array) != len(FEATURES):
        raise ValueError(
            f"{name}: expected {len(FEATURES)} weights ({', '.join(FEATURES)}), got {len(array)}"
        )
    return tuple(array.tolist())


def encoded(player: Bot) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Return a bot as the numbers and codes that the compiled game reads."""
    letters = DIRECTIONS if player.frame == "absolute" else _OWN_LETTERS
    proposer = player.proposer or (0.0,) * len(FEATURES)
    numbers = np.array([*player.weights, *proposer, player.epsilon])
    order = [letters.index(letter) for letter in player.order]
    codes = [*order, _FRAMES[player.frame], player.top_k, int(player.lookahead)]
    return numbers, np.array(codes, dtype=np.int64)
