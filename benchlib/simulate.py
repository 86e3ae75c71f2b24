"""Data whose truth is known, to try statistics on."""

import math
from collections.abc import Mapping
from itertools import combinations
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from benchlib import _validation
from benchlib._validation import FloatArray

__all__ = ["panel_games"]

_ELO_PER_LOG_UNIT = 400 / math.log(10)


def panel_games(
    elo: npt.ArrayLike | Mapping[str, float],
    *,
    n_maps: int,
    map_sd_elo: float = 0.0,
    seat_elo: float = 0.0,
    draw_rate: float = 0.0,
    cycle_elo: npt.ArrayLike = 0.0,
    twin_of: Mapping[str, str] | None = None,
    rng: np.random.Generator | int,
) -> pd.DataFrame:
    r"""Play a round robin: every bot meets every other on every map, once in each seat.

    Parameters
    ----------
    elo : array_like of float, shape (n_bots,), or mapping of str to float
        True ratings in Elo; a Series with names is a mapping. Without names the bots are called
        0, 1, 2 and so on.
    n_maps : int
        Number of maps.
    map_sd_elo : float, optional
        Standard deviation of a bot's strength from map to map, in Elo: what makes the games of
        one map alike.
    seat_elo : float, optional
        What sitting in seat 1 rather than level is worth, in Elo.
    draw_rate : float, optional
        Share of the games between equals that are drawn. The more one side is ahead, the fewer.
    cycle_elo : float or array_like of float, shape (n_bots, n_bots), optional
        What the ratings do not tell. A number: each bot does so much better against the next in
        order, and the last against the first. A matrix: entry [i, j] is by how much i does better
        against j than its rating says, with entry [j, i] its opposite.
    twin_of : mapping of str to str, optional
        Which bots are exact copies, and of whom: on every map they are as strong as the other. A
        copy of a copy is one of the original.
    rng : numpy.random.Generator or int
        Source of the games, or a seed for it.

    Returns
    -------
    DataFrame
        One row a game: ``bot_1``, ``bot_2``, ``map``, ``seat`` (that of ``bot_1``, 1 or 2) and
        ``result`` (the points of ``bot_1``).

    Raises
    ------
    ValueError
        If there are fewer than two bots, two have one name, copies differ, or an argument is
        impossible.

    Notes
    -----
    On its map, a pair with a gap of :math:`d` Elo has the expected score
    :math:`p = 1 / (1 + 10^{-d/400})`, drawn or not: with draw rate :math:`r` a game is drawn
    with probability :math:`2 r \min(p, 1 - p)` and won with :math:`p` minus half of that. So
    draws leave the ratings as they are. Strengths that differ from map to map do not: averaged
    over maps, results are a little closer to even than `elo` says, except among equals.

    Examples
    --------
    >>> from benchlib import bradley_terry, simulate
    >>> games = simulate.panel_games({"new": 100, "old": 0}, n_maps=2000, rng=1)
    >>> len(games), round(bradley_terry.fit(games).gap("new", "old"), -1)
    (4000, 100.0)
    """
    names, strengths = _ratings(elo)
    n, maps = len(strengths), _validation.positive_integer(n_maps, "n_maps")
    spread = _validation.finite(map_sd_elo, "map_sd_elo")
    if spread < 0:
        raise ValueError(f"map_sd_elo: expected at least 0, got {map_sd_elo!r}")
    drawn = _validation.finite(draw_rate, "draw_rate")
    if not 0 <= drawn <= 1:
        raise ValueError(f"draw_rate: expected a share from 0 to 1, got {draw_rate!r}")
    seat, cycle = _validation.finite(seat_elo, "seat_elo"), _cycle(cycle_elo, n)
    twins = _twins({} if twin_of is None else twin_of, names, strengths, cycle)
    generator = _validation.generator(rng)

    pairs = np.array(list(combinations(range(n), 2)))
    first, second = np.tile(pairs, (2 * maps, 1)).T
    on = np.repeat(np.arange(maps), 2 * len(pairs))
    side = np.tile(np.repeat([1, 2], len(pairs)), maps)
    gap = strengths[first] - strengths[second] + cycle[first, second]
    gap += np.where(side == 1, seat, -seat)
    if spread:
        local = generator.normal(0, spread, (maps, n))
        for twin, original in twins:
            local[:, twin] = local[:, original]
        gap += local[on, first] - local[on, second]
    with np.errstate(over="ignore"):  # a hopeless game is lost for certain
        expected = 1 / (1 + np.exp(-gap / _ELO_PER_LOG_UNIT))
    half_drawn = drawn * np.minimum(expected, 1 - expected)
    lot = generator.random(len(gap))
    # Half a point for each of two hurdles; they are one where nothing is drawn.
    result = np.add(lot < expected - half_drawn, lot < expected + half_drawn, dtype=float) / 2
    return pd.DataFrame(
        {"bot_1": names[first], "bot_2": names[second], "map": on, "seat": side, "result": result}
    )


def _ratings(elo: npt.ArrayLike | Mapping[str, float]) -> tuple[npt.NDArray[Any], FloatArray]:
    """Return the names, or numbers, of the bots and their ratings."""
    named = _validation.column_names(elo)  # of a Series
    if isinstance(elo, Mapping) or named:
        given = list(elo if named is None else named)  # type: ignore[arg-type]
        labels = np.array(given, dtype=object)
        twice = [rows for rows in _validation.groups(labels, "elo").values() if len(rows) > 1]
        if twice:
            pair = " and ".join(repr(given[row]) for row in twice[0][:2])
            raise ValueError(f"elo: {pair} are one name; give each bot a name of its own")
        names: npt.NDArray[Any] = np.array([str(name) for name in given])
        values = _validation.pool(list(elo.values()) if isinstance(elo, Mapping) else elo, "elo")
    else:
        values = _validation.pool(elo, "elo")
        names = np.arange(len(values))
    if len(values) < 2:
        raise ValueError("elo: a panel has at least two bots; add one")
    return names, values


def _twins(
    twin_of: Mapping[str, str],
    names: npt.NDArray[Any],
    strengths: FloatArray,
    cycle: FloatArray,
) -> list[tuple[int, int]]:
    """Return the places of every copy and of its original."""
    if not isinstance(twin_of, Mapping):
        raise ValueError(f"twin_of: expected a mapping of copies to originals, got {twin_of!r}")
    place = {str(name): k for k, name in enumerate(names)}
    originals: dict[int, int] = {}
    for pair in twin_of.items():
        for name in pair:
            if str(name) not in place:
                raise ValueError(f"twin_of: {name!r} is not among the bots {', '.join(place)}")
        twin, original = (place[str(name)] for name in pair)
        if strengths[twin] != strengths[original]:
            raise ValueError(
                f"twin_of: {pair[0]!r} and {pair[1]!r} have different ratings; give copies the same"
            )
        other = np.delete(cycle[twin] - cycle[original], [twin, original])
        if other.any() or cycle[twin, original]:
            raise ValueError(
                f"twin_of: {pair[0]!r} and {pair[1]!r} differ in cycle_elo; give copies the same "
                "entries against every other bot, and 0 against each other"
            )
        originals[twin] = original
    return [(twin, _root(twin, originals)) for twin in originals]


def _root(twin: int, originals: Mapping[int, int]) -> int:
    """Follow copies of copies to the bot that all are copies of."""
    seen = [twin]
    while seen[-1] in originals and originals[seen[-1]] not in seen:
        seen.append(originals[seen[-1]])
    # Copies of each other, in a ring, are all copies of the first of them.
    closed = seen[-1] in originals
    return min(seen[seen.index(originals[seen[-1]]) :]) if closed else seen[-1]


def _cycle(cycle_elo: npt.ArrayLike, n: int) -> FloatArray:
    """Return what each bot does better against each other than the ratings say."""
    if isinstance(cycle_elo, Real):
        size = _validation.finite(cycle_elo, "cycle_elo")
        if size and n < 3:
            raise ValueError("cycle_elo: a cycle has at least three bots; add one, or write 0")
        ring = np.roll(np.eye(n), 1, axis=1)
        return np.asarray(size * (ring - ring.T), dtype=np.float64)
    matrix = _validation.real_array(cycle_elo, "cycle_elo", expected="numbers", nan=True)
    if matrix.shape != (n, n):
        raise ValueError(f"cycle_elo: expected a number or shape ({n}, {n}), got {matrix.shape}")
    if not np.isfinite(matrix).all() or not np.array_equal(matrix, -matrix.T):
        raise ValueError(
            "cycle_elo: entry [j, i] must be the finite opposite of entry [i, j]; "
            "write matrix - matrix.T"
        )
    return matrix
