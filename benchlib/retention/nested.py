"""Sign agreement of several tasks at nested budgets, simulated."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.retention._pools import pools_by_task
from benchlib.retention.expectation import variance_of_mean
from benchlib.retention.simulation import (
    Statistic,
    gap_of_pools,
    retained_statistics,
    signs_of_gaps,
)


@dataclass(frozen=True)
class NestedAgreement:
    """Sign agreement and squared error for several tasks and nested budgets.

    Arrays have one row a budget and one column a task, in the order of `budgets` and `tasks`.

    Parameters
    ----------
    tasks : tuple of str
        Tasks with a reference sign, sorted by name.
    tied_tasks : tuple of str
        Tasks whose full pools are tied: excluded, since there is no sign to preserve.
    budgets : tuple of int
        Records retained in each condition.
    n_records : ndarray of int, shape (2, n_tasks)
        Pool sizes of the two conditions.
    reference_gap : ndarray of float, shape (n_tasks,)
        Full-pool statistic of the first condition minus that of the second.
    n_agree, n_tied : ndarray of int, shape (n_budgets, n_tasks)
        Draws that agree with the reference sign, and draws that tie.
    simulated_squared_error : ndarray of float, shape (n_budgets, n_tasks)
        Mean squared difference between retained and reference gap over the draws.
    expected_squared_error : ndarray of float, shape (n_budgets, n_tasks)
        Its exact expectation; NaN for another statistic than `numpy.mean`, which has no such
        formula.
    n_tasks_agreeing : ndarray of int, shape (n_budgets, n_resamples)
        In each draw, the number of tasks that agree: a whole ranking at once.
    n_resamples : int
        Number of draws.
    """

    tasks: tuple[str, ...]
    tied_tasks: tuple[str, ...]
    budgets: tuple[int, ...]
    n_records: npt.NDArray[np.int64]
    reference_gap: FloatArray
    n_agree: npt.NDArray[np.int64]
    n_tied: npt.NDArray[np.int64]
    simulated_squared_error: FloatArray
    expected_squared_error: FloatArray
    n_tasks_agreeing: npt.NDArray[np.int64]
    n_resamples: int

    @property
    def agreement(self) -> FloatArray:
        """Share of draws that agree, shape (n_budgets, n_tasks)."""
        return self.n_agree / self.n_resamples

    @property
    def equal_task_agreement(self) -> FloatArray:
        """Mean agreement with equal weight for every task, shape (n_budgets,)."""
        return cast(FloatArray, self.n_agree.sum(axis=1) / (self.n_resamples * len(self.tasks)))


def nested_agreement(
    runs: Any,
    *,
    conditions: tuple[str, str],
    budgets: Sequence[int],
    n_resamples: int,
    rng: np.random.Generator | int,
    task: str = "game",
    score: str = "score",
    statistic: Statistic = np.mean,
    replace: bool = False,
) -> NestedAgreement:
    """Simulate, for every task, how nested budgets of retained records keep the full ranking.

    In each draw the records of both conditions are put in random order, independently; the
    first n of each are the sample of budget n, so a smaller budget is a part of a larger one.

    Parameters
    ----------
    runs : DataFrame or mapping of columns
        One row per run, with columns ``condition``, ``run`` and those named by `task` and
        `score`. Other conditions in it are left aside.
    conditions : tuple of two str
        The gap is the statistic (the mean) of the first minus that of the second.
    budgets : sequence of int
        Records retained in each condition.
    n_resamples : int
        Number of draws for each task.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it. It is used task by task in sorted order, for the
        first condition and then for the second.
    task, score : str, optional
        Names of the columns that hold the task and the score.
    statistic : callable, optional
        Summarizes the scores of a condition, called as ``statistic(scores, axis=1)``, such as
        `numpy.median`. The gap, the reference and its ties are then those of the statistic.
    replace : bool, optional
        Draw with replacement: the pools then stand for a population of runs (the bootstrap),
        not for the finite collection that they are, and budgets may exceed them.

    Returns
    -------
    NestedAgreement
        Counts, exact and simulated squared errors. The order of rows does not matter: records
        are sorted by task and run first.

    Raises
    ------
    ValueError
        If a column is missing, a score is not a finite number, a run stands twice, a task has
        runs of one condition only, or fewer than the largest budget, or the statistic does not
        give one finite number a sample.

    Notes
    -----
    A gap counts as a tie if it is no larger than the rounding error of two means. A tied
    draw does not agree; a task whose full pools are tied is excluded and named.

    Examples
    --------
    >>> from benchlib import retention
    >>> runs = {
    ...     "condition": ["new"] * 3 + ["old"] * 3,
    ...     "game": ["pong"] * 6,
    ...     "run": [1, 2, 3, 1, 2, 3],
    ...     "score": [20, 21, 12, 11, 15, 10],
    ... }
    >>> result = retention.nested_agreement(
    ...     runs, conditions=("new", "old"), budgets=(1, 3), n_resamples=100, rng=1
    ... )
    >>> float(result.agreement[1, 0])  # three of three records: nothing is left to chance
    1.0
    """
    sizes = _validation.positive_integers(budgets, "budgets")
    if not isinstance(replace, bool):
        raise ValueError(f"replace: expected True or False, got {replace!r}")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    generator = _validation.generator(rng)
    pools = pools_by_task(runs, conditions, 1 if replace else max(sizes), task, score)
    references = {name: gap_of_pools(a, b, statistic) for name, (a, b) in pools.items()}
    tied = tuple(name for name, gap in references.items() if gap == 0)
    tasks = tuple(name for name in pools if name not in tied)
    if not tasks:
        raise ValueError(f"runs: every task is tied in the full pools ({', '.join(tied)})")

    n_agree, n_tied, simulated, expected = (np.empty((len(sizes), len(tasks))) for _ in range(4))
    n_tasks_agreeing = np.zeros((len(sizes), draws), dtype=np.int64)
    for column, name in enumerate(tasks):
        a, b = pools[name]
        first, second = (
            retained_statistics(pool, sizes, draws, generator, statistic=statistic, replace=replace)
            for pool in (a, b)
        )
        gaps = first - second
        signs = signs_of_gaps(gaps, sizes, a, b)
        agrees = signs == np.sign(references[name])
        n_tasks_agreeing += agrees
        n_agree[:, column] = agrees.sum(axis=1)
        n_tied[:, column] = (signs == 0).sum(axis=1)
        simulated[:, column] = ((gaps - references[name]) ** 2).mean(axis=1)
        expected[:, column] = [
            sum(variance_of_mean(pool, n, replace=replace) for pool in (a, b))
            if statistic is np.mean
            else np.nan
            for n in sizes
        ]
    return NestedAgreement(
        tasks=tasks,
        tied_tasks=tied,
        budgets=sizes,
        n_records=np.array([[len(pools[name][side]) for name in tasks] for side in (0, 1)]),
        reference_gap=np.array([references[name] for name in tasks]),
        n_agree=n_agree.astype(np.int64),
        n_tied=n_tied.astype(np.int64),
        simulated_squared_error=simulated,
        expected_squared_error=expected,
        n_tasks_agreeing=n_tasks_agreeing,
        n_resamples=draws,
    )
