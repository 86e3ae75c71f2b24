"""One number for many runs on many tasks."""

import math
from numbers import Real

import numpy as np
import numpy.typing as npt

from benchlib._validation import FloatArray
from benchlib.aggregate._checks import checked_scores

__all__ = ["iqm", "mean", "median", "optimality_gap", "trimmed_mean"]


def mean(scores: npt.ArrayLike) -> FloatArray:
    """Return the mean over runs and tasks.

    Parameters
    ----------
    scores : array_like of float, shape (..., n_runs, n_tasks)
        Scores on a common scale.

    Returns
    -------
    ndarray of float, shape (...)
        One task can carry it: see `single_task_influence`.

    Raises
    ------
    ValueError
        If there are fewer than two axes, no scores, or one that is masked or no finite number.

    Examples
    --------
    >>> from benchlib import aggregate
    >>> float(aggregate.mean([[0, 1], [2, 5]]))
    2.0
    """
    return np.asarray(checked_scores(scores).mean(axis=(-2, -1)))


def median(scores: npt.ArrayLike) -> FloatArray:
    """Return the median over tasks of the mean over runs.

    Parameters
    ----------
    scores : array_like of float, shape (..., n_runs, n_tasks)
        Scores on a common scale.

    Returns
    -------
    ndarray of float, shape (...)
        With an even number of tasks, the mean of the two in the middle. It does not notice what
        happens on the other tasks.

    Raises
    ------
    ValueError
        As in `mean`.

    Examples
    --------
    >>> from benchlib import aggregate
    >>> float(aggregate.median([[0, 1, 9], [2, 5, 9]]))
    3.0
    """
    return np.asarray(np.median(checked_scores(scores).mean(axis=-2), axis=-1))


def trimmed_mean(scores: npt.ArrayLike, *, proportion: float) -> FloatArray:
    r"""Return the mean of all scores but the lowest and the highest.

    Parameters
    ----------
    scores : array_like of float, shape (..., n_runs, n_tasks)
        Scores on a common scale.
    proportion : float
        Share cut from each end, from 0 to below one half; rounded down to whole scores.

    Returns
    -------
    ndarray of float, shape (...)
        Runs of all tasks are pooled before they are cut.

    Raises
    ------
    ValueError
        As in `mean`; or if the proportion is out of range.

    Notes
    -----
    Of :math:`N` scores, :math:`\lfloor p N \rfloor` are cut from each end, as scipy does.

    Examples
    --------
    >>> from benchlib import aggregate
    >>> float(aggregate.trimmed_mean([[0, 1], [2, 50]], proportion=0.25))
    1.5
    """
    values = checked_scores(scores)
    real = isinstance(proportion, Real) and not isinstance(proportion, bool)
    if not real or not 0 <= proportion < 0.5:
        raise ValueError(f"proportion: expected a number from 0 to below 0.5, got {proportion!r}")
    flat = values.reshape(*values.shape[:-2], -1)
    size = flat.shape[-1]
    cut = int(proportion * size)
    if cut:
        # Sorting all of it is several times faster than finding the two cuts with partition.
        flat = np.sort(flat, axis=-1)[..., cut : size - cut]
    return np.asarray(flat.mean(axis=-1))


def iqm(scores: npt.ArrayLike) -> FloatArray:
    """Return the interquartile mean: the mean of the middle half of all scores.

    Parameters
    ----------
    scores : array_like of float, shape (..., n_runs, n_tasks)
        Scores on a common scale.

    Returns
    -------
    ndarray of float, shape (...)
        Runs of all tasks are pooled before a quarter is cut from each end.

    Raises
    ------
    ValueError
        As in `mean`.

    References
    ----------
    Agarwal and others (2021).

    Examples
    --------
    >>> from benchlib import aggregate
    >>> float(aggregate.iqm([[0, 1, 2, 5], [0.5, 1, 3, 50], [1, 0.2, 2.5, 7]]))
    1.75
    """
    return trimmed_mean(scores, proportion=0.25)


def optimality_gap(scores: npt.ArrayLike, *, target: float = 1.0) -> FloatArray:
    r"""Return how far scores fall short of a target, on average.

    Parameters
    ----------
    scores : array_like of float, shape (..., n_runs, n_tasks)
        Scores on a common scale.
    target : float, optional
        The score that is good enough; more of it does not count.

    Returns
    -------
    ndarray of float, shape (...)
        The mean of :math:`\max(0, \text{target} - s)`; lower is better.

    Raises
    ------
    ValueError
        As in `mean`; or if the target is not finite.

    References
    ----------
    Agarwal and others (2021).

    Examples
    --------
    >>> from benchlib import aggregate
    >>> float(aggregate.optimality_gap([[0.5, 3.0]]))
    0.25
    """
    values = checked_scores(scores)
    real = isinstance(target, Real) and not isinstance(target, bool)
    if not real or not math.isfinite(target):
        raise ValueError(f"target: expected a finite score, got {target!r}")
    return np.asarray(np.maximum(0.0, target - values).mean(axis=(-2, -1)))
