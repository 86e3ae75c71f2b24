"""The released table, and what many claims ask of it, computed once."""

from functools import cache

import numpy as np
import numpy.typing as npt
import pandas as pd

from benchlib import datasets, information
from benchlib._validation import FloatArray
from benchlib.information import Convention

MEASURES = ("win", "score")
ADDED = 0.001  # what the release adds to each standard deviation, see the datasheet


@cache
def released() -> pd.DataFrame:
    """Return the released cells as a table."""
    return datasets.load("gvgai_cells")


@cache
def cells(*measures: str) -> information.Cells:
    """Return the released cells as arrays; those without plays as the paper's program took them."""
    return information.read_cells(released(), measures=measures or MEASURES, no_plays="as_given")


@cache
def gains(*measures: str, convention: Convention = "released") -> FloatArray:
    """Return the gain of every game by these measures, all of them if none is named."""
    table = cells(*measures)
    return information.information_bits(table.mean, table.sd, convention=convention)


@cache
def greedy_ten(convention: Convention = "released") -> information.Selection:
    """Return the ten games that the greedy procedure chooses."""
    table = cells()
    return information.select_problems(
        table.mean, table.sd, n_select=10, convention=convention, problems=table.problems
    )


def joint(*games: str, convention: Convention = "released") -> float:
    """Return the joint gain of these games, of all games if none is named."""
    table = cells()
    chosen = [column(game) for game in games] or None
    return information.joint_information_bits(
        table.mean, table.sd, convention=convention, chosen=chosen
    )


def column(game: str) -> int:
    """Return where a game stands."""
    return cells().problems.index(game)


def names(columns: npt.ArrayLike) -> tuple[str, ...]:
    """Return the games at these positions, or where a mask is true."""
    return tuple(np.array(cells().problems, dtype=object)[np.asarray(columns)])


def ranked(*measures: str) -> tuple[str, ...]:
    """Return all games by falling gain."""
    return names(np.argsort(-gains(*measures), kind="stable"))


@cache
def printed() -> dict[str, str]:
    """Return the printed values of all claims by id."""
    table = datasets.load("claims")
    return dict(zip(table["id"], table["printed"], strict=True))
