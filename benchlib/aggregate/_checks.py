"""Scores with any axes in front, or what is wrong with them."""

import math

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.scores import EXPECTED


def checked_scores(scores: npt.ArrayLike, name: str = "scores") -> FloatArray:
    values = _validation.real_array(scores, name, expected=EXPECTED, nan=True)
    if values.ndim < 2 or values.size == 0:
        raise ValueError(
            f"{name}: expected shape (n_runs, n_tasks), got {values.shape}; write one run as "
            "[[…]], one row"
        )
    # A sum notices what is not finite without a pass that makes a new array.
    with np.errstate(invalid="ignore", over="ignore"):
        total = float(values.sum())
    if not math.isfinite(total):
        if np.isfinite(values).all():
            raise ValueError(f"{name}: too large, their sum overflows; rescale the scores")
        place = tuple(np.argwhere(~np.isfinite(values))[0].tolist())
        raise ValueError(
            f"{name}: run {place[-2]}, task {place[-1]} is {values[place]}; give a finite score, "
            "or leave the run or the task out and say so"
        )
    return values
