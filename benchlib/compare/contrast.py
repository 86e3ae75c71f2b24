"""A mean of differences, one for each task."""

import math

import numpy as np
import numpy.typing as npt
from scipy.stats import norm, t
from statsmodels.api import OLS

from benchlib import _validation
from benchlib.results import ConfidenceInterval, Estimate

__all__ = ["mean_contrast"]

# With fewer, Student's t is so much wider than the normal distribution that it shows.
_FEW_TASKS = 10


def mean_contrast(differences: npt.ArrayLike, *, confidence_level: float = 0.95) -> Estimate:
    r"""Estimate a mean of differences, one for each task, with an HC3 standard error.

    Parameters
    ----------
    differences : array_like of float, shape (n_tasks,)
        One difference for each task; every task counts equally.
    confidence_level : float, optional
        Nominal level of the interval.

    Returns
    -------
    Estimate
        The mean, its HC3 standard error and the normal interval, in the unit of the
        differences. `n` is the number of tasks; with fewer than 10 a warning says how often the
        interval holds the truth.

    Raises
    ------
    ValueError
        If there are fewer than two differences or one is not a finite number.

    Notes
    -----
    This is the intercept-only least-squares model. Each task has leverage :math:`1/n`, so HC3
    reduces to :math:`\sqrt{\sum_i e_i^2} / (n - 1) = s / \sqrt{n - 1}`, a little wider than the
    textbook :math:`s / \sqrt{n}`. The interval treats tasks as draws from a population of tasks.
    It holds no uncertainty about the training of the systems on each task.

    References
    ----------
    White (1980); MacKinnon and White (1985).

    Examples
    --------
    >>> from benchlib import compare
    >>> contrast = compare.mean_contrast([0.0, 0.1, 0.2])
    >>> round(contrast.estimate, 6), round(contrast.standard_error, 6)
    (0.1, 0.070711)
    """
    level = _validation.fraction(confidence_level, "confidence_level")
    # Sorted, so that not even the last bit depends on the order of the tasks.
    values = np.sort(_validation.pool(differences, "differences"))
    if len(values) < 2:
        raise ValueError("differences: one task has no spread; give at least two")
    # Around their middle, so that equal differences have a standard error of exactly zero.
    centre = values[len(values) // 2]
    # In units of the largest distance from it, so that tiny squares do not vanish.
    scale = float(np.abs(values - centre).max()) or 1.0
    fit = OLS((values - centre) / scale, np.ones(len(values))).fit(cov_type="HC3", use_t=False)
    low, high = centre + scale * fit.conf_int(alpha=1 - level)[0]
    warnings: tuple[str, ...] = ()
    if len(values) < _FEW_TASKS:
        n = len(values)
        reach = float(norm.isf((1 - level) / 2)) * math.sqrt(n / (n - 1))
        warnings = (
            f"{n} tasks: if differences are normal, the normal interval holds the truth in "
            f"{1 - 2 * t.sf(reach, n - 1):.1%} of cases and not in {level:.1%}",
        )
    return Estimate(
        estimate=float(centre + scale * fit.params[0]),
        standard_error=float(scale * fit.bse[0]),
        confidence_interval=ConfidenceInterval(float(low), float(high), level),
        n=len(values),
        method="intercept-only least squares, HC3, normal interval",
        warnings=warnings,
    )
