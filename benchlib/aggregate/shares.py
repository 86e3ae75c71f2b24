"""Shares: of runs that reach a threshold, and of runs that beat another system's."""

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.aggregate._checks import checked_scores
from benchlib.scores import check_named

__all__ = ["probability_of_improvement", "score_distribution"]


def score_distribution(scores: npt.ArrayLike, *, thresholds: npt.ArrayLike) -> FloatArray:
    """Return the share of runs that reach each threshold.

    Parameters
    ----------
    scores : array_like of float, shape (..., n_runs, n_tasks)
        Scores on a common scale.
    thresholds : array_like of float, shape (n_thresholds,)
        Scores to reach, in any order.

    Returns
    -------
    ndarray of float, shape (..., n_thresholds)
        Reaching a threshold exactly counts. With one run for each task it is the share of tasks,
        as in the score distributions of the ALE paper.

    Raises
    ------
    ValueError
        As in `mean`; or if thresholds are not one axis of finite numbers.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 4.2; Agarwal and others (2021).

    Examples
    --------
    >>> from benchlib import aggregate
    >>> aggregate.score_distribution([[0.2, 1.0, 3.0, 0.5]], thresholds=[2, 1, 0])
    array([0.25, 0.5 , 1.  ])
    """
    values = checked_scores(scores)
    wanted = "one axis of finite scores"
    levels = _validation.real_array(thresholds, "thresholds", expected=wanted)
    if levels.ndim != 1 or levels.size == 0:
        raise ValueError(f"thresholds: expected {wanted}, got shape {levels.shape}")
    flat = np.sort(values.reshape(*values.shape[:-2], -1), axis=-1)
    short = np.empty((*flat.shape[:-1], levels.size))
    for place in np.ndindex(flat.shape[:-1]):
        short[place] = np.searchsorted(flat[place], levels)
    size = flat.shape[-1]
    return np.asarray((size - short) / size)


def probability_of_improvement(x: npt.ArrayLike, y: npt.ArrayLike) -> FloatArray:
    r"""Return how often a run of one system beats a run of another on the same task.

    Parameters
    ----------
    x, y : array_like of float, shape (..., n_runs, n_tasks)
        Scores of two systems on the same tasks, in the same order; numbers of runs may differ.
        Raw scores do as well as normalized ones.

    Returns
    -------
    ndarray of float, shape (...)
        The mean over tasks of :math:`\Pr(X > Y) + \frac12 \Pr(X = Y)` for one run of each.

    Raises
    ------
    ValueError
        As in `mean`; or if the two have different numbers of tasks, or DataFrames different
        columns.

    Notes
    -----
    It says how often, not by how much: a system that is a hair better everywhere reaches 1.

    References
    ----------
    Mann and Whitney (1947); Agarwal and others (2021).

    Examples
    --------
    >>> from benchlib import aggregate
    >>> float(aggregate.probability_of_improvement([[2, 5]], [[1, 5]]))
    0.75
    """
    first, second = checked_scores(x, "x"), checked_scores(y, "y")
    if first.shape[-1] != second.shape[-1]:
        raise ValueError(
            f"y: has {second.shape[-1]} tasks and x has {first.shape[-1]}; give both the same "
            "tasks in the same order"
        )
    check_named(y, "y", _validation.column_names(x))
    try:
        in_front = np.broadcast_shapes(first.shape[:-2], second.shape[:-2])
    except ValueError:
        raise ValueError(
            f"y: has the axes {second.shape[:-2]} in front and x has {first.shape[:-2]}; give both "
            "the same"
        ) from None
    # Twice the probability in whole numbers: comparisons are bytes, and their sums exact.
    wins = np.zeros(in_front + first.shape[-1:])
    for k in range(second.shape[-2]):
        other = second[..., [k], :]
        wins += (first > other).sum(axis=-2) + (first >= other).sum(axis=-2)
    return np.asarray(wins.mean(axis=-1) / (2 * first.shape[-2] * second.shape[-2]))
