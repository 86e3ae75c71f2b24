"""Numbers of games, points and rates, or what is wrong with them."""

import math
from numbers import Real

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray

# Beyond this, half points are no longer told apart in floating point.
_MOST_GAMES = 2**51

# Every possible result is listed in memory.
_MOST_LISTED = 1_000_000

# A rate such as 1 - 0.3 / 2 may lie a rounding error outside what the draws allow.
_ROUNDING = 1e-12

# A rate so close to 0 is taken as 0: scipy's binomial distribution overflows at some of them.
_TINY = 1e-300


def games(n_games: int, *, listed: bool = False) -> int:
    """Return a number of games; `listed` if an array over all results will be made."""
    number = _validation.positive_integer(n_games, "n_games")
    most = _MOST_LISTED if listed else _MOST_GAMES
    if number > most:
        raise ValueError(f"n_games: expected at most {most:,} games, got {number:,}")
    return number


def points(value: float, n_games: int) -> float:
    """Return points that the number of games can give: 0, 0.5, 1, … `n_games`."""
    is_number = isinstance(value, Real) and not isinstance(value, bool | np.bool)
    if not is_number or not math.isfinite(value):
        raise ValueError(f"points: expected a finite number, got {value!r}")
    if not 0 <= value <= n_games:
        raise ValueError(
            f"points: {n_games} games give between 0 and {n_games} points, got {value!r}; "
            "count 1 a win and 0.5 a draw"
        )
    if 2 * value != int(2 * value):
        raise ValueError(
            f"points: got {value!r}, which is no multiple of 0.5; count 1 a win and 0.5 a draw, "
            "and give points, not a rate"
        )
    return float(value)


def draws(draw_rate: float) -> float:
    """Return a share of drawn games, 0 and 1 included."""
    is_number = isinstance(draw_rate, Real) and not isinstance(draw_rate, bool | np.bool)
    if not is_number or not 0 <= draw_rate <= 1:
        raise ValueError(f"draw_rate: expected a number from 0 to 1, got {draw_rate!r}")
    return float(draw_rate)


def rates(values: npt.ArrayLike, draw_rate: float, name: str) -> FloatArray:
    """Return true win rates that are possible beside the share of draws."""
    array = _validation.pool(values, name)
    half = (1 - draw_rate) / 2
    off = np.flatnonzero(np.abs(array - 0.5) > half + _ROUNDING)
    if off.size:
        row = int(off[0])
        remedy = f"with draw_rate={draw_rate} it lies" if draw_rate else "a win rate lies"
        raise ValueError(
            f"{name}: row {row} is {array[row]}; {remedy} between {0.5 - half:g} and {0.5 + half:g}"
        )
    return _no_tiny(np.clip(array, 0.5 - half, 0.5 + half))


def rate(value: float, draw_rate: float, name: str) -> float:
    """Return one true win rate that is possible beside the share of draws."""
    if isinstance(value, bool | np.bool) or not isinstance(value, Real):
        raise ValueError(f"{name}: expected a number between 0 and 1, got {value!r}")
    half = (1 - draw_rate) / 2
    if not abs(value - 0.5) <= half + _ROUNDING:
        beside = f" with draw_rate={draw_rate}" if draw_rate else ""
        raise ValueError(
            f"{name}: expected a win rate between {0.5 - half:g} and {0.5 + half:g}{beside}, "
            f"got {value!r}"
        )
    return float(_no_tiny(np.clip(np.float64(value), 0.5 - half, 0.5 + half)))


def _no_tiny(rates: npt.ArrayLike) -> FloatArray:
    return np.where(np.asarray(rates) < _TINY, 0.0, rates)
