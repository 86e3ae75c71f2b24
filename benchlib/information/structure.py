"""How problems resemble each other, and whom a choice of problems crowns."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.spatial.distance import squareform

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.information._kernels import position

__all__ = ["Crowning", "cluster_problems", "correlation_matrix", "crowning_problems"]

_ROUNDING = 1e-9
# The largest lead in the solver's units: its tolerances are absolute, about a millionth.
_SOLVER_LEAD = 1e3


def correlation_matrix(
    values: npt.ArrayLike, *, constant: Literal["nan", "zero"] = "nan"
) -> FloatArray:
    """Return how problems correlate over agents.

    Parameters
    ----------
    values : array_like of float, shape (n_agents, n_problems)
        Mean result of each agent, of at least two.
    constant : {"nan", "zero"}, optional
        What a problem correlates with others on which all agents are alike. It has no
        correlation, so "nan"; "zero" takes it as unrelated, which clustering needs. With itself
        every problem correlates 1.

    Returns
    -------
    ndarray of float, shape (n_problems, n_problems)
        Pearson correlations.

    Raises
    ------
    ValueError
        If the shape is wrong or a value is not finite.

    Examples
    --------
    >>> from benchlib import information
    >>> information.correlation_matrix([[0, 1, 5], [1, 0, 5]])
    array([[ 1., -1., nan],
           [-1.,  1., nan],
           [nan, nan,  1.]])
    """
    if constant not in ("nan", "zero"):
        raise ValueError(f"constant: expected 'nan' or 'zero', got {constant!r}")
    table = _table(values)
    varies = (table != table[0]).any(axis=0)
    centred = table - table.mean(axis=0)
    # The largest gap as unit, so that squares neither overflow nor vanish.
    unit = np.where(varies, np.abs(centred).max(axis=0), 1.0)
    scaled = centred / np.where(unit > 0, unit, 1.0)
    length = np.sqrt((scaled**2).sum(axis=0))
    scaled = scaled / np.where(length > 0, length, 1.0)
    found: FloatArray = np.clip(scaled.T @ scaled, -1.0, 1.0)
    empty = np.nan if constant == "nan" else 0.0
    found[~varies] = empty
    found[:, ~varies] = empty
    np.fill_diagonal(found, 1.0)
    return found


def cluster_problems(
    correlation: npt.ArrayLike,
    *,
    threshold: float,
    linkage_method: Literal["average", "complete", "single", "ward"] = "average",
) -> npt.NDArray[np.int64]:
    """Group problems by hierarchical clustering of their correlations.

    Parameters
    ----------
    correlation : array_like of float, shape (n_problems, n_problems)
        As from ``correlation_matrix(…, constant="zero")``.
    threshold : float
        Clusters are merged while their distance, one minus the correlation, is at most this.
    linkage_method : {"average", "complete", "single", "ward"}, optional
        What the distance of two clusters is. The published clusters of the GVGAI games come out
        with "ward" and threshold 1.6, which is 0.8 for half of our distance.

    Returns
    -------
    ndarray of int, shape (n_problems,)
        Cluster of each problem, numbered from 1 in the order of their first problem.

    Raises
    ------
    ValueError
        If the matrix is not one of correlations.

    Examples
    --------
    >>> from benchlib import information
    >>> information.cluster_problems([[1, 0.9, 0], [0.9, 1, 0], [0, 0, 1]], threshold=0.8)
    array([1, 1, 2])
    """
    matrix = _validation.real_array(correlation, "correlation", nan=True)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise ValueError(f"correlation: expected a square matrix, got shape {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError(
            "correlation: has undefined entries; use correlation_matrix(…, constant='zero')"
        )
    if not np.allclose(matrix, matrix.T) or not np.allclose(np.diag(matrix), 1):
        raise ValueError("correlation: expected a symmetric matrix with ones on its diagonal")
    if np.abs(matrix).max() > 1 + _ROUNDING:
        row, column = np.argwhere(np.abs(matrix) > 1 + _ROUNDING)[0].tolist()
        raise ValueError(
            f"correlation: row {row}, column {column} is {matrix[row, column]}; a correlation is "
            "between -1 and 1, so give no covariances or distances"
        )
    if linkage_method not in ("average", "complete", "single", "ward"):
        raise ValueError(
            "linkage_method: expected 'average', 'complete', 'single' or 'ward', "
            f"got {linkage_method!r}"
        )
    distance = np.clip(1 - (matrix + matrix.T) / 2, 0, None)
    np.fill_diagonal(distance, 0)
    tree = linkage(squareform(distance, checks=False), linkage_method)
    label = fcluster(tree, _validation.positive(threshold, "threshold"), criterion="distance")
    _, first = np.unique(label, return_index=True)
    number = np.empty(len(first) + 1, dtype=np.int64)
    number[label[np.sort(first)]] = np.arange(1, len(first) + 1)
    return number[label]


@dataclass(frozen=True)
class Crowning:
    """A choice of problems that puts one agent first.

    Parameters
    ----------
    positions : tuple of int
        The problems.
    margin : float
        How far the agent's mean over them is above the next one's; not above 0 if no choice of
        this size puts it first.
    exact : bool
        Whether no other choice has a larger margin, by more than a billionth of the largest lead
        on one problem; otherwise the time limit ended the search.
    """

    positions: tuple[int, ...]
    margin: float
    exact: bool


def crowning_problems(
    values: npt.ArrayLike, *, agent: int, n_select: int, time_limit: float = 10.0
) -> Crowning:
    r"""Find the problems on which one agent comes out furthest ahead.

    Parameters
    ----------
    values : array_like of float, shape (n_agents, n_problems)
        Mean result of each agent, on scales that may be averaged, such as win rates.
    agent : int
        Position of the agent to crown.
    n_select : int
        How many problems to choose.
    time_limit : float, optional
        Seconds after which the best choice so far is returned.

    Returns
    -------
    Crowning
        The choice and the agent's lead on it.

    Raises
    ------
    ValueError
        If the agent or so many problems do not exist.
    RuntimeError
        If no choice at all is found within the time limit.

    Notes
    -----
    The integer program :math:`\max t` with :math:`\sum_g x_g (v_{ag} - v_{bg}) \ge k t` for every
    other agent b, :math:`\sum_g x_g = k` and :math:`x_g \in \{0, 1\}`.

    Examples
    --------
    >>> from benchlib import information
    >>> information.crowning_problems([[0.9, 0.1, 0.5], [0.5, 0.5, 0.6]], agent=0, n_select=1)
    Crowning(positions=(0,), margin=0.4, exact=True)
    """
    table = _table(values)
    n, n_problems = table.shape
    agent = position(agent, n, "agent", "agents")
    size = _validation.positive_integer(n_select, "n_select")
    if size > n_problems:
        raise ValueError(f"n_select: {n_select} of {n_problems} problems can't be chosen")
    lead = np.delete(table[agent] - table, agent, axis=0)
    unit = (float(np.abs(lead).max()) or 1.0) / _SOLVER_LEAD
    rows = np.column_stack([lead / unit, np.full(n - 1, -float(size))])
    count = np.append(np.ones(n_problems), 0.0)[None]
    found = milp(
        np.append(np.zeros(n_problems), -1.0),
        constraints=[LinearConstraint(rows, lb=0), LinearConstraint(count, size, size)],
        integrality=np.append(np.ones(n_problems), 0),
        bounds=Bounds(
            np.append(np.zeros(n_problems), -np.inf), np.append(np.ones(n_problems), np.inf)
        ),
        options={
            "time_limit": _validation.positive(time_limit, "time_limit"),
            "mip_rel_gap": 0.0,  # else a choice that is a little worse may count as the best
        },
    )
    if found.x is None:
        raise RuntimeError("no choice was found in time; raise time_limit")
    positions = np.flatnonzero(found.x[:-1] > 0.5)
    # From the data again, since the solver's own margin carries its tolerance.
    margin = float(lead[:, positions].mean(axis=1).min())
    return Crowning(tuple(positions.tolist()), margin, exact=found.status == 0)


def _table(values: npt.ArrayLike) -> FloatArray:
    table = _validation.real_array(values, "values", nan=True)
    if table.ndim != 2 or len(table) < 2 or table.shape[1] == 0:
        raise ValueError(
            f"values: expected shape (n_agents, n_problems) with two agents or more, got "
            f"{table.shape}"
        )
    bad = ~(np.abs(table) <= 1e150)
    if bad.any():
        agent, problem = np.argwhere(bad)[0].tolist()
        raise ValueError(
            f"values: agent {agent}, problem {problem} is {table[agent, problem]}; give a finite "
            "number"
        )
    return table
