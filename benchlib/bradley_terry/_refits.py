"""Many refits at once, each to its own points on the same pairs of bots."""

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from benchlib._validation import FloatArray
from benchlib.bradley_terry import _solvers
from benchlib.bradley_terry._games import Comparisons, IntArray

_TOLERANCE = 1e-9
_ITERATIONS = 1000


def connected(pairs: Comparisons, points: FloatArray, games: FloatArray) -> npt.NDArray[np.bool_]:
    """Say for each resample whether every bot reaches every other along "took points from"."""
    n, size = len(pairs.bots), len(points)
    took = np.zeros((size, n, n), dtype=np.float32)
    took[:, pairs.first, pairs.second] = points > 0
    took[:, pairs.second, pairs.first] = games > points
    good = np.ones(size, dtype=bool)
    for graph in (took, took.transpose(0, 2, 1)):
        reached = np.zeros((size, 1, n), dtype=np.float32)
        reached[:, 0, 0] = 1
        while True:
            following = np.minimum(reached + reached @ graph, 1)
            np.ceil(following, out=following)
            if (following == reached).all():
                break
            reached = following
        good &= reached.all(axis=(1, 2))
    return good


def refit(
    pairs: Comparisons,
    points: FloatArray,
    games: FloatArray,
    component: IntArray,
    start: FloatArray,
) -> FloatArray:
    """Fit many sets of points on the same pairs at once by Newton's method."""
    n, first, second = len(pairs.bots), pairs.first, pairs.second
    if n > _solvers.DENSE:
        fits = [_solvers.newton(first, second, p, g, component, start) for p, g in
                zip(points, games, strict=True)]  # fmt: skip
        return np.stack([found for found, _ in fits])
    ends = np.zeros((len(first), n))
    ends[np.arange(len(first)), first] = 1
    ends[np.arange(len(first)), second] = -1
    log_strength = np.tile(start, (len(points), 1))
    pin = np.equal.outer(component, component) / n
    active = np.arange(len(points))
    for _ in range(_ITERATIONS):
        now, n_games = log_strength[active], games[active]
        expected = expit(now[:, first] - now[:, second])
        gradient = (points[active] - n_games * expected) @ ends
        weight = n_games * expected * (1 - expected)
        diagonal = weight @ np.abs(ends)
        matrix = diagonal.mean(axis=1)[:, None, None] * pin
        matrix[:, first, second] -= weight
        matrix[:, second, first] -= weight
        matrix[:, np.arange(n), np.arange(n)] += diagonal
        try:
            step = np.linalg.solve(matrix, gradient[..., None])[..., 0]
        except np.linalg.LinAlgError:
            break
        reach = np.abs(step[:, first] - step[:, second]).max(axis=1)
        length = np.array([_solvers.step_length(r) for r in reach.tolist()])
        log_strength[active] = now + length[:, None] * step
        active = active[reach >= _TOLERANCE]
        if not active.size:
            return np.stack([_solvers.centred(row, component) for row in log_strength])
    raise RuntimeError("a refit did not converge; play more maps or give a prior")
