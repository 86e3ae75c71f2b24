"""Which bots the games compare: checked before anything is fitted."""

from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from benchlib.bradley_terry._games import Comparisons, IntArray

# A message names at most this many bots of a group.
_NAMED = 6


def components(pairs: Comparisons, prior: float, name: str) -> IntArray:
    """Return the component of every bot, or say why ratings would not be finite.

    Without a prior, every bot must be reachable from every other along "took points from"
    (Ford 1957). A prior gives points both ways wherever two bots met, and joins nothing else.
    """
    n = len(pairs.bots)
    met = np.zeros(n, dtype=bool)
    met[pairs.first] = met[pairs.second] = True
    if not met.all():
        raise ValueError(
            f"{name}: {_names(pairs, ~met)} never played, so no game says how strong; "
            "drop the bot or let it play"
        )
    n_islands, island = _parts(pairs.first, pairs.second, n, "weak")
    if prior > 0:
        return _in_order(island)
    if n_islands > 1:
        groups = "; ".join(_names(pairs, island == k) for k in _leading(island))
        raise ValueError(
            f"{name}: {n_islands} groups of bots never met each other ({groups}), so no game "
            "compares them; play games between the groups, or fit them one by one"
        )
    lost = pairs.games - pairs.points
    took, gave = pairs.points > 0, lost > 0
    if (took & gave).all():
        return island
    winner = np.concatenate([pairs.first[took], pairs.second[gave]])
    loser = np.concatenate([pairs.second[took], pairs.first[gave]])
    n_parts, part = _parts(winner, loser, n, "strong")
    if n_parts == 1:
        return island
    raise ValueError(
        f"{name}: {_one_sided(pairs, winner, loser, part)}, so the best ratings are infinite; "
        "play more games, or give a prior (0.5 adds one drawn game to every pair that met)"
    )


def _parts(
    first: IntArray, second: IntArray, n: int, connection: Literal["weak", "strong"]
) -> tuple[int, IntArray]:
    graph = csr_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(n, n))
    count, label = connected_components(graph, directed=True, connection=connection)
    return int(count), label.astype(np.int64)


def _in_order(label: IntArray) -> IntArray:
    """Give numbers to the parts by their first bot."""
    order = _leading(label, most=len(label))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place[label]


def _leading(label: IntArray, most: int = 4) -> IntArray:
    """Return the parts in the order of their first bots."""
    unique, start = np.unique(label, return_index=True)
    return unique[np.argsort(start)][:most]


def _one_sided(pairs: Comparisons, winner: IntArray, loser: IntArray, part: IntArray) -> str:
    """Name the groups that lost no point to the rest, and those that took none from it."""
    crossing = part[winner] != part[loser]
    said = []
    for edge_end, single, several in (
        (loser, "lost no point to anybody", "lost no point to the rest"),
        (winner, "took no point from anybody", "took no point from the rest"),
    ):
        ends = np.setdiff1d(np.unique(part), part[edge_end[crossing]])
        alone = np.isin(part, [k for k in ends if (part == k).sum() == 1])
        if alone.any():
            said.append(f"{_names(pairs, alone)} {single}")
        together = [k for k in _leading(part, len(part)) if k in ends and (part == k).sum() > 1]
        said += [f"the group {_names(pairs, part == k)} {several}" for k in together]
    return ", ".join(said)


def _names(pairs: Comparisons, chosen: npt.NDArray[np.bool_]) -> str:
    names = [repr(pairs.bots[k]) for k in np.flatnonzero(chosen)]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
