"""From a table of cells, one agent on one problem each, to arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray

__all__ = ["Cells", "read_cells"]

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cells:
    """Means and standard deviations of every agent on every problem.

    Parameters
    ----------
    agents, problems, measures : tuple of str
        Names in sorted order, measures in the order asked for.
    mean, sd : ndarray of float, shape (n_agents, n_problems, n_measures)
        Of one play.
    n_plays : ndarray of int, shape (n_agents, n_problems)
        Plays that the means rest on.
    warnings : tuple of str
        What was done about cells without plays.
    """

    agents: tuple[str, ...]
    problems: tuple[str, ...]
    measures: tuple[str, ...]
    mean: FloatArray
    sd: FloatArray
    n_plays: IntArray
    warnings: tuple[str, ...] = ()


def read_cells(
    table: Any,
    *,
    measures: Sequence[str] = ("win", "score"),
    agent: str = "agent",
    problem: str = "game",
    no_plays: Literal["refuse", "as_given", "drop_problem", "drop_agent"] = "refuse",
) -> Cells:
    """Arrange a table of cells as arrays, and say what happens to cells without plays.

    Parameters
    ----------
    table : DataFrame or mapping of columns
        One row a cell, with the columns `agent`, `problem`, ``n_plays``, and for each measure
        ``<measure>_mean`` and ``<measure>_sd``.
    measures : sequence of str, optional
        Which measures to take.
    agent, problem : str, optional
        Names of the columns that name them.
    no_plays : {"refuse", "as_given", "drop_problem", "drop_agent"}, optional
        What to do with a cell whose ``n_plays`` is 0: refuse it; take the mean and deviation that
        stand in it, as the paper did; or leave out its problem, or its agent.

    Returns
    -------
    Cells
        In sorted order of agents and problems, whatever the order of the rows.

    Raises
    ------
    ValueError
        If a column is missing, a cell is missing or stands twice, a number is impossible, or a
        cell has no plays and `no_plays` is "refuse".

    Examples
    --------
    >>> from benchlib import datasets, information
    >>> cells = information.read_cells(
    ...     datasets.load("gvgai_cells"), measures=["win"], no_plays="drop_problem"
    ... )
    >>> cells.mean.shape
    (27, 105, 1)
    """
    rules = ("refuse", "as_given", "drop_problem", "drop_agent")
    if no_plays not in rules:
        raise ValueError(f"no_plays: expected one of {rules}, got {no_plays!r}")
    wanted = (measures,) if isinstance(measures, str) else tuple(measures)
    if not wanted:
        raise ValueError("measures: is empty; name at least one, such as 'score'")
    numbers = ["n_plays", *(f"{m}_{part}" for m in wanted for part in ("mean", "sd"))]
    found = _validation.columns(table, [agent, problem, *numbers], "table")
    places, names = [], []
    for column in (agent, problem):
        labels = _validation.groups(found[column], f"table, column {column!r}")
        place = np.empty(len(found[column]), dtype=np.int64)
        for position, members in enumerate(labels.values()):
            place[members] = position
        places.append(place)
        names.append(tuple(labels))
    rows, columns = places
    shape = (len(names[0]), len(names[1]))
    count = np.zeros(shape, dtype=np.int64)
    np.add.at(count, (rows, columns), 1)
    for bad, what in ((count == 0, "is missing"), (count > 1, "stands twice")):
        if bad.any():
            a, p = np.argwhere(bad)[0]
            raise ValueError(
                f"table: the cell of {names[0][a]!r} on {names[1][p]!r} {what}; give every agent "
                "one row for every problem"
            )
    arrays = {}
    for name in numbers:
        values = _validation.pool(found[name], f"table, column {name!r}")
        arrays[name] = np.empty(shape)
        arrays[name][rows, columns] = values
    plays = arrays["n_plays"]
    if (plays < 0).any() or (plays % 1 != 0).any():
        a, p = np.argwhere((plays < 0) | (plays % 1 != 0))[0]
        raise ValueError(
            f"table, column 'n_plays': {names[0][a]!r} on {names[1][p]!r} has {plays[a, p]:g}; "
            "give a whole number of plays"
        )
    keep_agents, keep_problems, warnings = _kept(plays == 0, names, no_plays)
    mean, sd = (
        np.stack([arrays[f"{m}_{part}"] for m in wanted], axis=2)[keep_agents][:, keep_problems]
        for part in ("mean", "sd")
    )
    return Cells(
        agents=tuple(np.array(names[0], dtype=object)[keep_agents]),
        problems=tuple(np.array(names[1], dtype=object)[keep_problems]),
        measures=wanted,
        mean=mean,
        sd=sd,
        n_plays=plays[keep_agents][:, keep_problems].astype(np.int64),
        warnings=warnings,
    )


def _kept(
    empty: npt.NDArray[np.bool_], names: list[tuple[str, ...]], rule: str
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], tuple[str, ...]]:
    keep: list[npt.NDArray[np.bool_]] = [np.ones(size, dtype=bool) for size in empty.shape]
    if not empty.any():
        return keep[0], keep[1], ()
    said = ", ".join(f"{names[0][a]!r} on {names[1][p]!r}" for a, p in np.argwhere(empty)[:6])
    if rule == "refuse":
        raise ValueError(
            f"table: no plays of {said}; choose no_plays='drop_problem', 'drop_agent', or "
            "'as_given' if its mean and deviation mean something"
        )
    done = "taken as they stand"
    if rule != "as_given":
        axis = 1 if rule == "drop_problem" else 0
        keep[axis] = np.logical_not(empty.any(axis=1 - axis))
        done = f"{'problems' if axis else 'agents'} left out"
        if not keep[axis].any():
            raise ValueError(f"table: no plays of {said}, and {rule!r} leaves nothing")
    return keep[0], keep[1], (f"no plays of {said}: {done}",)
