"""Sign agreement by simulated retention draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.retention._pools import checked_pool, pools_by_task, reference_gap, rounding_error
from benchlib.retention.expectation import variance_of_mean

# Draws are made in blocks of about this many records, so that memory stays bounded.
_BLOCK = 2_000_000


@dataclass(frozen=True)
class SignAgreement:
    """How often the sign of the retained gap is that of the reference gap.

    Parameters
    ----------
    estimate : float
        Share of draws that agree; NaN if the reference is a tie.
    standard_error : float
        Monte Carlo standard error of `estimate`.
    n_agree, n_tied, n_resamples : int
        Draws that agree, draws whose gap is tied, and all draws.
    reference_gap : float
        Mean of all of x minus mean of all of y; 0.0 if they are tied.
    warnings : tuple of str
        Why the estimate is not defined, if it is not.
    """

    estimate: float
    standard_error: float
    n_agree: int
    n_tied: int
    n_resamples: int
    reference_gap: float
    warnings: tuple[str, ...] = ()


def simulated_sign_agreement(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    n: int,
    n_resamples: int,
    rng: np.random.Generator | int,
) -> SignAgreement:
    """Simulate how often `n` retained records a side give the sign of the full gap.

    Parameters
    ----------
    x, y : array_like of float, shape (n_x,) and (n_y,)
        Scores of all runs of the two conditions on one task. Their order does not matter.
    n : int
        Records retained in each condition, without replacement.
    n_resamples : int
        Number of draws.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.

    Returns
    -------
    SignAgreement
        A draw that ties does not agree. If the reference is a tie, no sign can be preserved:
        the estimate is NaN and `warnings` says so.

    Raises
    ------
    ValueError
        If a score is not a finite number, or a pool has fewer than `n` records.

    Notes
    -----
    A gap counts as a tie if it is no larger than the rounding error of the two means, so that
    scores like 0.1 and 0.2 tie where their decimals do.

    Examples
    --------
    >>> from benchlib import retention
    >>> result = retention.simulated_sign_agreement(
    ...     [3, 5, 9], [1, 2, 4], n=2, n_resamples=1000, rng=1
    ... )
    >>> result.reference_gap > 0, 0.8 < result.estimate <= 1
    (True, True)
    """
    budget = _validation.positive_integer(n, "n")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    generator = _validation.generator(rng)
    # Records are exchangeable here, so sorting them makes the result independent of their order.
    a, b = (np.sort(checked_pool(v, k, budget)) for v, k in ((x, "x"), (y, "y")))
    reference = reference_gap(a, b)
    gaps = _retained_means(a, (budget,), draws, generator) - _retained_means(
        b, (budget,), draws, generator
    )
    signs = _signs(gaps, (budget,), a, b)
    n_agree = int(np.count_nonzero(signs == np.sign(reference)))
    n_tied = int(np.count_nonzero(signs == 0))
    if reference == 0:
        reason = "the full pools are tied, so there is no sign to preserve"
        return SignAgreement(np.nan, np.nan, 0, n_tied, draws, 0.0, (reason,))
    share = n_agree / draws
    error = float(np.sqrt(share * (1 - share) / draws))
    return SignAgreement(share, error, n_agree, n_tied, draws, reference)


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
        Full-pool mean of the first condition minus that of the second.
    n_agree, n_tied : ndarray of int, shape (n_budgets, n_tasks)
        Draws that agree with the reference sign, and draws that tie.
    simulated_squared_error : ndarray of float, shape (n_budgets, n_tasks)
        Mean squared difference between retained and reference gap over the draws.
    expected_squared_error : ndarray of float, shape (n_budgets, n_tasks)
        Its exact expectation.
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
) -> NestedAgreement:
    """Simulate, for every task, how nested budgets of retained records keep the full ranking.

    In each draw the records of both conditions are put in random order, independently; the
    first n of each are the sample of budget n, so a smaller budget is a part of a larger one.

    Parameters
    ----------
    runs : DataFrame or mapping of columns
        One row a run, with columns ``condition``, ``run`` and those named by `task` and
        `score`. Other conditions in it are left aside.
    conditions : tuple of two str
        The gap is the mean of the first minus the mean of the second.
    budgets : sequence of int
        Records retained in each condition.
    n_resamples : int
        Number of draws for each task.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it. It is used task by task in sorted order, for the
        first condition and then for the second.
    task, score : str, optional
        Names of the columns that hold the task and the score.

    Returns
    -------
    NestedAgreement
        Counts, exact and simulated squared errors. The order of rows does not matter: records
        are sorted by task and run first.

    Raises
    ------
    ValueError
        If a column is missing, a score is not a finite number, a run stands twice, a task has
        runs of one condition only, or fewer than the largest budget.

    Notes
    -----
    A gap counts as a tie if it is no larger than the rounding error of the two means. A tied
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
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    generator = _validation.generator(rng)
    pools = pools_by_task(runs, conditions, max(sizes), task, score)
    references = {name: reference_gap(a, b) for name, (a, b) in pools.items()}
    tied = tuple(name for name, gap in references.items() if gap == 0)
    tasks = tuple(name for name in pools if name not in tied)
    if not tasks:
        raise ValueError(f"runs: every task is tied in the full pools ({', '.join(tied)})")

    n_agree, n_tied, simulated, expected = (np.empty((len(sizes), len(tasks))) for _ in range(4))
    n_tasks_agreeing = np.zeros((len(sizes), draws), dtype=np.int64)
    for column, name in enumerate(tasks):
        a, b = pools[name]
        gaps = _retained_means(a, sizes, draws, generator) - _retained_means(
            b, sizes, draws, generator
        )
        signs = _signs(gaps, sizes, a, b)
        agrees = signs == np.sign(references[name])
        n_tasks_agreeing += agrees
        n_agree[:, column] = agrees.sum(axis=1)
        n_tied[:, column] = (signs == 0).sum(axis=1)
        simulated[:, column] = ((gaps - references[name]) ** 2).mean(axis=1)
        expected[:, column] = [variance_of_mean(a, n) + variance_of_mean(b, n) for n in sizes]
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


def _retained_means(
    pool: FloatArray, budgets: tuple[int, ...], draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return the means of the first n of randomly ordered records, shape (n_budgets, draws)."""
    size = len(pool)
    means = np.empty((len(budgets), draws))
    block = max(1, _BLOCK // size)
    for start in range(0, draws, block):
        stop = min(start + block, draws)
        # Rows are permuted one after the other, so blocks give the same draws as one array.
        order = rng.permuted(np.tile(np.arange(size), (stop - start, 1)), axis=1)
        for row, n in enumerate(budgets):
            means[row, start:stop] = pool[order[:, :n]].mean(axis=1)
    return means


def _signs(
    gaps: FloatArray, budgets: tuple[int, ...], a: FloatArray, b: FloatArray
) -> npt.NDArray[np.float64]:
    limits = np.array([rounding_error(n, a, b) for n in budgets])
    return np.where(np.abs(gaps) <= limits[:, None], 0.0, np.sign(gaps))
