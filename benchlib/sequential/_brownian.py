"""First passage of a Brownian motion with drift through one of two bounds, by images."""

import math

import numpy as np
from scipy.special import log_ndtr

__all__ = ["probability_at_least"]

# Images further away than this many standard deviations add less than rounding does.
_FAR = 9.0


def _images(drift: float, time: float, width: float) -> np.ndarray:
    reach = _FAR * math.sqrt(time) + abs(drift) * time
    most = math.ceil(reach / (2 * width)) + 1
    return np.arange(-most, most + 1)


def probability_of_upper(drift: float, time: float, lower: float, upper: float) -> float:
    """Return P(the upper bound is reached by `time`, and before the lower one).

    The motion starts at 0 with variance 1 per unit of time, and lower < 0 < upper.
    """
    width = upper - lower
    c = upper + 2 * _images(drift, time, width) * width
    distance, root = np.abs(c), math.sqrt(time)
    # A passage through a single bound at that distance, weighted as an image of the nearest one.
    terms = np.exp(drift * (upper - distance) + log_ndtr((drift * time - distance) / root))
    terms += np.exp(drift * (upper + distance) + log_ndtr((-drift * time - distance) / root))
    return float(np.clip((np.sign(c) * terms).sum(), 0, 1))


def probability_inside(
    drift: float, time: float, lower: float, upper: float, value: float
) -> float:
    """Return P(no bound is reached by `time`, and the motion is then above `value`)."""
    width, root = upper - lower, math.sqrt(time)
    shifts = 2 * _images(drift, time, width) * width
    total = 0.0
    for sign, centre in ((1, shifts), (-1, 2 * upper + shifts)):
        a, b = ((end - centre - drift * time) / root for end in (value, upper))
        # From the side on which both tails are small, so that their difference keeps its digits.
        a, b = np.where(a > 0, -b, a), np.where(a > 0, -a, b)
        parts = np.exp(drift * centre + log_ndtr(b)) - np.exp(drift * centre + log_ndtr(a))
        total += sign * float(parts.sum())
    return min(max(total, 0.0), 1.0)


def probability_at_least(
    drift: float,
    *,
    time: float,
    lower: float,
    upper: float,
    decision: int,
    value: float = 0.0,
) -> float:
    """Return P(a test ends at least as high as the observed one).

    An end at the upper bound is the higher the earlier it comes, one at the lower bound the higher
    the later; between them are the tests that are still going on at `time`, in the order of their
    values. `decision` is 1, -1 or 0.
    """
    if decision < 0:
        return 1 - probability_of_upper(-drift, time, -upper, -lower)
    reached = probability_of_upper(drift, time, lower, upper)
    if decision > 0:
        return reached
    return min(reached + probability_inside(drift, time, lower, upper, value), 1.0)
