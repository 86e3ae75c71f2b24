"""Scores with any axes in front, or what is wrong with them."""

import math

import numpy as np
import numpy.typing as npt

from benchlib._validation import FloatArray


def checked_scores(scores: npt.ArrayLike, name: str = "scores") -> FloatArray:
    try:
        array = np.asarray(scores)
        if array.dtype.kind not in "iuf":
            raise TypeError
        values = array.astype(np.float64, copy=False)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name}: expected a matrix of numbers, one row a run and one column a task; a table "
            "with unequal numbers of runs goes through scores.read_matrix"
        ) from None
    if values.ndim < 2 or values.size == 0:
        raise ValueError(
            f"{name}: expected shape (n_runs, n_tasks), got {values.shape}; write one run as "
            "[[…]], one row"
        )
    # A sum notices what is not finite without a pass that makes a new array.
    with np.errstate(invalid="ignore", over="ignore"):
        total = float(values.sum())
    if not math.isfinite(total) and not np.isfinite(values).all():
        place = tuple(np.argwhere(~np.isfinite(values))[0].tolist())
        raise ValueError(
            f"{name}: run {place[-2]}, task {place[-1]} is {values[place]}; give a finite score, "
            "or leave the run or the task out and say so"
        )
    return values
