"""From a table of scores, one row a run, to a matrix, or what is wrong with it.

A matrix of scores has shape (n_runs, n_tasks). Aggregates need one, and most mistakes happen on
the way: a task spelled two ways, two protocols in one column, a task that one system never played.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray

__all__ = ["ScoreMatrix", "checked_matrix", "read_matrices", "read_matrix"]


#: What a matrix of scores is, for messages.
EXPECTED = (
    "a matrix of numbers, one row a run and one column a task (a table with unequal numbers of "
    "runs goes through scores.read_matrix)"
)


@dataclass(frozen=True)
class ScoreMatrix:
    """Scores of one system.

    Parameters
    ----------
    scores : ndarray of float, shape (n_runs, n_tasks)
        Runs in the order of their labels.
    tasks : tuple of str
        Names of the columns, sorted.
    """

    scores: FloatArray
    tasks: tuple[str, ...]


def read_matrix(
    table: Any,
    *,
    task: str = "game",
    run: str = "run",
    score: str = "score",
    n_runs: int | None = None,
    same: Sequence[str] = (),
) -> ScoreMatrix:
    """Arrange the runs of one system as a matrix.

    Parameters
    ----------
    table : DataFrame or mapping of columns
        One row a run on one task.
    task, run, score : str, optional
        Names of the columns.
    n_runs : int, optional
        Keep the first runs of each task, in the order of their labels. By default all, and then
        every task must have equally many.
    same : sequence of str, optional
        Columns that must hold one value, such as ``"protocol"``: mixed rows are refused.

    Returns
    -------
    ScoreMatrix
        Whatever the order of the rows.

    Raises
    ------
    ValueError
        If a column is missing, a score is not finite, a run stands twice, a task is spelled two
        ways, tasks have different numbers of runs or too few, or a column of `same` is mixed.

    Examples
    --------
    >>> from benchlib import scores
    >>> table = {"game": ["go", "go", "hex", "hex"], "run": [1, 2, 1, 2], "score": [3, 4, 8, 9]}
    >>> scores.read_matrix(table).scores
    array([[3., 8.],
           [4., 9.]])
    """
    found = _validation.columns(table, [task, run, score, *same], "table")
    _check_same(found, same)
    rows = _spelled(found[task], f"table, column {task!r}")
    values = _validation.pool(found[score], f"table, column {score!r}")
    ordered = {}
    for name, members in rows.items():
        labels = _validation.groups(found[run][members], f"table, column {run!r}")
        twice = [label for label, places in labels.items() if len(places) > 1]
        if twice:
            raise ValueError(
                f"table: run {twice[0]!r} stands twice on {name!r}; give each run one row a task"
            )
        ordered[name] = members[_in_order(found[run][members])]
    counts = {name: len(members) for name, members in ordered.items()}
    if n_runs is None and len(set(counts.values())) > 1:
        few, many = min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)
        raise ValueError(
            f"table: {few!r} has {counts[few]} runs and {many!r} has {counts[many]}; give n_runs "
            "to keep the first of each, or add the missing ones"
        )
    size = (
        next(iter(counts.values()))
        if n_runs is None
        else _validation.positive_integer(n_runs, "n_runs")
    )
    short = [name for name, count in counts.items() if count < size]
    if short:
        raise ValueError(
            f"n_runs: {size} asked for, and {short[0]!r} has {counts[short[0]]}; ask for fewer or "
            "leave the task out"
        )
    matrix = np.stack([values[members[:size]] for members in ordered.values()], axis=1)
    return ScoreMatrix(matrix, tuple(ordered))


def read_matrices(
    table: Any,
    *,
    system: str = "system",
    task: str = "game",
    run: str = "run",
    score: str = "score",
    n_runs: int | None = None,
    same: Sequence[str] = (),
) -> dict[str, ScoreMatrix]:
    """Arrange the runs of several systems as matrices with the same tasks.

    Parameters
    ----------
    table : DataFrame or mapping of columns
        One row a run of one system on one task.
    system : str, optional
        Name of the column that names systems.
    task, run, score, n_runs, same
        As in `read_matrix`.

    Returns
    -------
    dict of str to ScoreMatrix
        By system, in sorted order.

    Raises
    ------
    ValueError
        As in `read_matrix`; or if a system lacks a task that another has.

    Examples
    --------
    >>> from benchlib import scores
    >>> table = {"system": ["a", "b"], "game": ["go", "go"], "run": [1, 1], "score": [3, 4]}
    >>> {name: matrix.scores.tolist() for name, matrix in scores.read_matrices(table).items()}
    {'a': [[3.0]], 'b': [[4.0]]}
    """
    found = _validation.columns(table, [system, task, run, score, *same], "table")
    # Over the whole table first: two systems under two protocols are mixed as well.
    _check_same(found, same)
    everything = _spelled(found[task], f"table, column {task!r}")
    matrices = {}
    for name, rows in _spelled(found[system], f"table, column {system!r}").items():
        part = {column: values[rows] for column, values in found.items()}
        try:
            matrices[name] = read_matrix(part, task=task, run=run, score=score, n_runs=n_runs)
        except ValueError as error:
            raise ValueError(f"system {name!r}: {error}") from None
        missing = [one for one in everything if one not in matrices[name].tasks]
        if missing:
            raise ValueError(
                f"table: {name!r} has no runs on {', '.join(map(repr, missing[:4]))}, and others "
                "have; compare on the tasks that all share, and say which were left out"
            )
    return matrices


def checked_matrix(
    scores: npt.ArrayLike, name: str = "scores", *, tasks: Sequence[str] | None = None
) -> FloatArray:
    """Return a matrix of scores, or say what it is instead.

    Parameters
    ----------
    scores : array_like of float, shape (n_runs, n_tasks)
        One row a run, one column a task.
    name : str, optional
        What messages call it.
    tasks : sequence of str, optional
        Names of the columns: their number must fit, which catches a transposed matrix; and so
        must the names of a DataFrame.

    Returns
    -------
    ndarray of float, shape (n_runs, n_tasks)
        The same numbers.

    Raises
    ------
    ValueError
        If it is not a matrix, is empty, ragged, holds something that is not a finite number or
        is masked, or does not fit the tasks.

    Examples
    --------
    >>> from benchlib import scores
    >>> scores.checked_matrix([[1, 2], [3, 4]], tasks=["go", "hex"]).shape
    (2, 2)
    """
    # A copy, since results keep it.
    array = np.array(_validation.real_array(scores, name, expected=EXPECTED, nan=True))
    if array.ndim != 2 or array.size == 0:
        raise ValueError(
            f"{name}: expected shape (n_runs, n_tasks), got {array.shape}; write one run as "
            "[[…]], one row"
        )
    if tasks is not None and array.shape[1] != len(tasks):
        turned = "; it looks transposed" if array.shape[0] == len(tasks) else ""
        raise ValueError(
            f"{name}: has {array.shape[1]} columns for {len(tasks)} tasks{turned}; expected one "
            "row a run and one column a task"
        )
    check_named(scores, name, tasks)
    bad = ~(np.abs(array) <= 1e150)
    if bad.any():
        row, column = np.argwhere(bad)[0].tolist()
        task = f"task {column}" if tasks is None else f"task {tasks[column]!r}"
        raise ValueError(
            f"{name}: run {row}, {task} is {array[row, column]}; give a finite score, or leave the "
            "run or the task out and say so"
        )
    return array


def check_named(values: Any, name: str, tasks: Sequence[str] | None) -> None:
    """Refuse a DataFrame or Series whose own names are not the tasks, in their order."""
    own = _validation.column_names(values)
    if own is None or tasks is None or len(own) != len(tasks):  # a length is told elsewhere
        return
    for place, (one, task) in enumerate(zip(own, tasks, strict=True)):
        if one != str(task):
            raise ValueError(
                f"{name}: its own name at position {place} is {one!r} and the task is {task!r}; "
                "put the tasks in one order, or give a plain array if the names mean the same"
            )


def _check_same(found: Mapping[str, npt.NDArray[Any]], same: Sequence[str]) -> None:
    for column in same:
        kinds = list(_validation.groups(found[column], f"table, column {column!r}"))
        if len(kinds) > 1:
            raise ValueError(
                f"table, column {column!r}: mixes {', '.join(map(repr, kinds[:4]))}; scores under "
                "different conditions are not comparable, so keep one"
            )


def _spelled(labels: npt.NDArray[Any], name: str) -> dict[str, npt.NDArray[np.intp]]:
    """Return the rows of every label, and refuse two spellings of one name."""
    rows = _validation.groups(labels, name)
    seen: dict[str, str] = {}
    for label in rows:
        plain = re.sub(r"[\W_]+", "", label).casefold()
        if plain and plain in seen:
            raise ValueError(
                f"{name}: {seen[plain]!r} and {label!r} look like one name spelled two ways; "
                "write it one way"
            )
        seen[plain] = label
    return rows


def _in_order(labels: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Order labels by number where all are numbers, else by text."""
    texts = np.array([str(label) for label in labels.tolist()])
    try:
        # The text as well, so that 1 and 01 do not stay in the order of the rows.
        numbers = np.array([float(label) for label in labels.tolist()])
        return np.lexsort((texts, numbers))
    except (TypeError, ValueError):
        return np.argsort(texts, kind="stable")
