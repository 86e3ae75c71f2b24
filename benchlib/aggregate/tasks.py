"""What a mean owes to single tasks, and which tasks it may be taken over."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchlib._validation import FloatArray
from benchlib.scores import check_named, checked_matrix

__all__ = ["SingleTaskInfluence", "single_task_influence", "task_groups"]


# A sum of this relative size is what rounding leaves of means that cancel out.
_ROUNDING = 1e-14


@dataclass(frozen=True)
class SingleTaskInfluence:
    """How much the mean over tasks owes to each of them.

    Parameters
    ----------
    tasks : tuple of str
        The most influential first.
    share : ndarray of float, shape (n_tasks,)
        Part of the sum of task means that a task contributes; they sum to 1. NaN where the sum
        is zero but for rounding. With negative means a part may be negative or above 1.
    without : ndarray of float, shape (n_tasks,)
        The mean of all other tasks.
    mean : float
        The mean of all.
    """

    tasks: tuple[str, ...]
    share: FloatArray
    without: FloatArray
    mean: float


def single_task_influence(scores: npt.ArrayLike, *, tasks: Sequence[str]) -> SingleTaskInfluence:
    """Say what the mean would be without each task.

    Parameters
    ----------
    scores : array_like of float, shape (n_runs, n_tasks)
        Scores on a common scale.
    tasks : sequence of str
        Names of the columns.

    Returns
    -------
    SingleTaskInfluence
        Sorted by how far the mean moves when a task is left out.

    Raises
    ------
    ValueError
        As in `mean`; or if there are fewer than two tasks, or names do not fit.

    Examples
    --------
    >>> from benchlib import aggregate
    >>> found = aggregate.single_task_influence([[1, 1, 10]], tasks=["go", "hex", "zaxxon"])
    >>> found.tasks[0], found.mean, float(found.without[0])
    ('zaxxon', 4.0, 1.0)
    """
    if isinstance(tasks, str):
        raise ValueError(f"tasks: expected a sequence of names, got the text {tasks!r}")
    names = [*map(str, tasks)]
    values = checked_matrix(scores)
    if values.shape[1] != len(names) or len(names) < 2:
        raise ValueError(
            f"tasks: {len(names)} names for scores of shape {values.shape}; expected (n_runs, "
            "n_tasks) with two tasks or more"
        )
    if len(set(names)) < len(names):
        raise ValueError(f"tasks: a name stands twice among {names}; give each task its own")
    check_named(scores, "scores", names)
    means = values.mean(axis=0)
    total = math.fsum(means.tolist())
    without = (total - means) / (len(names) - 1)
    order = sorted(
        range(len(names)), key=lambda k: (-abs(without[k] - total / len(names)), names[k])
    )
    size = math.fsum(np.abs(means).tolist())
    share = means / total if abs(total) > _ROUNDING * size else np.full(len(names), np.nan)
    return SingleTaskInfluence(
        tuple(names[k] for k in order), share[order], without[order], total / len(names)
    )


def task_groups(
    tasks: Sequence[str], *, design: Sequence[str]
) -> Mapping[str, npt.NDArray[np.intp]]:
    """Return the columns of design tasks, testing tasks and all.

    Parameters
    ----------
    tasks : sequence of str
        Names of the columns of a matrix of scores.
    design : sequence of str
        Tasks on which the system was developed: its scores there say how well it was fitted.

    Returns
    -------
    dict of str to ndarray of int
        Positions for "testing", which is the headline, "design" and "all". A group that is empty
        is left out.

    Raises
    ------
    ValueError
        If a design task is not among the tasks, or a text is given instead of names.

    Examples
    --------
    >>> from benchlib import aggregate
    >>> {k: v.tolist() for k, v in aggregate.task_groups(["go", "hex"], design=["hex"]).items()}
    {'testing': [0], 'design': [1], 'all': [0, 1]}
    """
    for given, what in ((tasks, "tasks"), (design, "design")):
        if isinstance(given, str):
            raise ValueError(f"{what}: expected a sequence of names, got the text {given!r}")
    unknown = [name for name in design if name not in tasks]
    if unknown:
        raise ValueError(
            f"design: {', '.join(map(repr, unknown[:4]))} is not among the tasks; check the "
            "spelling, or leave it out"
        )
    used = np.array([name in design for name in tasks], dtype=bool)
    groups = {
        "testing": np.flatnonzero(~used),
        "design": np.flatnonzero(used),
        "all": np.arange(len(tasks)),
    }
    return {name: places for name, places in groups.items() if places.size}
