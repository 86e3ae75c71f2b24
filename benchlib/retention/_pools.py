"""Pools of run records: checked, in canonical order, with their reference gap."""

from collections.abc import Iterable, Set
from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray


def checked_pool(values: npt.ArrayLike, name: str, budget: int) -> FloatArray:
    """Return a pool that holds at least `budget` finite scores."""
    pool = _validation.pool(values, name)
    if len(pool) < budget:
        raise ValueError(
            f"{name}: has {len(pool)} records, fewer than the {budget} to retain; "
            "choose a smaller budget or add runs"
        )
    return pool


def pools_by_task(
    runs: Any, conditions: tuple[str, str], budget: int, task: str, score: str
) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Return both pools of every task, tasks by name and records by run."""
    # A set has no order, and the order is the sign of the gap.
    listed = isinstance(conditions, Iterable) and not isinstance(conditions, str | Set)
    pair = tuple(conditions) if listed else ()
    texts = all(isinstance(name, str) for name in pair)
    if len(pair) != 2 or not texts or pair[0] == pair[1]:
        raise ValueError(f"conditions: expected two different names, got {conditions!r}")
    table = _validation.columns(runs, ("condition", task, "run", score), "runs")
    by_condition = _validation.groups(table["condition"], "runs, column 'condition'")
    for condition in pair:
        if condition not in by_condition:
            raise ValueError(
                f"conditions: runs has no condition {condition!r}; "
                f"it has {', '.join(map(repr, by_condition))}"
            )
    pools = [
        _pools_of_condition(
            {name: values[by_condition[condition]] for name, values in table.items()},
            by_condition[condition],
            condition,
            task,
            score,
        )
        for condition in pair
    ]
    for here, other in ((0, 1), (1, 0)):
        alone = sorted(set(pools[here]) - set(pools[other]))
        if alone:
            raise ValueError(
                f"runs: {task} {', '.join(map(repr, alone))} has runs of {pair[here]!r} "
                f"but none of {pair[other]!r}; drop it, or check the spelling"
            )
    for condition, by_task in zip(pair, pools, strict=True):
        for name, pool in by_task.items():
            if len(pool) < budget:
                raise ValueError(
                    f"runs: condition {condition!r} has {len(pool)} records on {task} {name!r}, "
                    f"fewer than the budget of {budget}; choose smaller budgets or drop the {task}"
                )
    return {name: (pools[0][name], pools[1][name]) for name in pools[0]}


def _pools_of_condition(
    table: dict[str, npt.NDArray[Any]],
    positions: npt.NDArray[np.intp],
    condition: str,
    task: str,
    score: str,
) -> dict[str, FloatArray]:
    for column in (task, "run"):
        _validation.check_labels(table[column], f"runs, column {column!r}", rows=positions)
    pools = {}
    for name, rows in _validation.groups(table[task], f"runs, column {task!r}").items():
        labels = [
            f"condition {condition!r}, {task} {name!r}, run {table['run'][row]} "
            f"(row {positions[row]})"
            for row in rows
        ]
        scores = _validation.pool(table[score][rows], f"runs, column {score!r}", rows=labels)
        try:
            order = np.argsort(table["run"][rows], kind="stable")
        except TypeError:
            raise ValueError(
                f"runs, column 'run': condition {condition!r}, {task} {name!r} mixes numbers and "
                "text, which have no order; write all labels in one way"
            ) from None
        ordered = table["run"][rows][order]
        repeated = np.flatnonzero(ordered[1:] == ordered[:-1])
        if repeated.size:
            raise ValueError(
                f"runs: {labels[order[repeated[0] + 1]]} stands twice; "
                "each run of a condition gives one record a task"
            )
        pools[name] = scores[order]
    return pools


def rounding_error(n: int, a: FloatArray, b: FloatArray) -> float:
    """Bound the error of a gap of means of n numbers, each within half an ulp of its decimal."""
    largest = float(np.abs(a).max() + np.abs(b).max())
    return (n + 2) * float(np.finfo(np.float64).eps) / 2 * largest
