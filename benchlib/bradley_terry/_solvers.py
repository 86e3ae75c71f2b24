"""The strengths that explain the points best: Zermelo's iteration, and Newton's method.

All work on pairs: `points` of `games` taken by `first` from `second`, and a Bradley-Terry
likelihood in which a draw is half a win and half a loss.
"""

from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.sparse import csr_array
from scipy.sparse.linalg import splu
from scipy.special import expit

from benchlib._validation import FloatArray
from benchlib.bradley_terry._games import IntArray, add_up

# The published program stops here; so does ours, and the two agree to the last printed digit.
_MM_TOLERANCE = 1e-13
_MM_ITERATIONS = 100_000

# A Newton step squares the error, so the last step may be this large.
_NEWTON_TOLERANCE = 1e-9
_NEWTON_ITERATIONS = 1000

# Up to this many bots a dense factorization is faster than conjugate gradients.
DENSE = 300
_CG_ITERATIONS = 200
_CG_TOLERANCE = 1e-9

_REMEDY = "the points are too one-sided for the computer's numbers; play more games or raise prior"


def canonical(
    n: int, first: IntArray, second: IntArray, points: FloatArray, games: FloatArray
) -> tuple[IntArray, IntArray, IntArray, FloatArray, FloatArray]:
    """Order bots and pairs by the data alone, so that names and rows do not change the sums.

    Returns the order of the bots, then the pairs in the new numbering. Bots are told apart by
    points and games, theirs and their opponents'; only bots alike in all that keep their order.
    """
    ends = ((points, games - points), (games, games))
    own = [add_up(first, x, n) + add_up(second, y, n) for x, y in ends]
    rank: FloatArray = np.zeros(n)
    for _ in range(2):
        met = [
            add_up(first, x * rank[second], n) + add_up(second, y * rank[first], n) for x, y in ends
        ]
        _, alike = np.unique(np.stack([*own, *met]), axis=1, return_inverse=True)
        rank = np.asarray(alike.ravel() + 1, dtype=np.float64)
    order = np.argsort(rank, kind="stable")
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    a, b = place[first], place[second]
    swapped = a > b
    low, high = np.where(swapped, b, a), np.where(swapped, a, b)
    taken = np.where(swapped, games - points, points)
    by_key = np.argsort(low * n + high)
    return order, low[by_key], high[by_key], taken[by_key], games[by_key]


def balance(n: int, first: IntArray, second: IntArray, flow: FloatArray) -> FloatArray:
    """Add up a flow over pairs: what each bot has as `first`, minus what it has as `second`."""
    return np.asarray(add_up(first, flow, n) - add_up(second, flow, n))


def centred(values: FloatArray, component: IntArray) -> FloatArray:
    """Subtract the mean of each component: ratings mean something only relative to others."""
    size = np.bincount(component)
    means = add_up(component, values, len(size)) / size
    return np.asarray(values - means[component])


def minorize(
    first: IntArray, second: IntArray, points: FloatArray, games: FloatArray, component: IntArray
) -> tuple[FloatArray, int]:
    """Fit by Zermelo's iteration: points divided by what one unit of strength would take."""
    n = len(component)
    won = add_up(first, points, n) + add_up(second, games - points, n)
    log_strength = np.zeros(n)
    for iteration in range(1, _MM_ITERATIONS + 1):
        strength = np.exp(log_strength)
        share = games / (strength[first] + strength[second])
        weight = add_up(first, share, n) + add_up(second, share, n)
        following = centred(np.log(won / weight), component)
        change = np.abs(following - log_strength).max()
        log_strength = following
        if change < _MM_TOLERANCE:
            return log_strength, iteration
    raise RuntimeError(
        f"method 'mm' did not converge in {_MM_ITERATIONS} iterations; use method 'newton'"
    )


def newton(
    first: IntArray,
    second: IntArray,
    points: FloatArray,
    games: FloatArray,
    component: IntArray,
    start: FloatArray | None = None,
) -> tuple[FloatArray, int]:
    """Fit by Newton's method with steps short enough never to overshoot."""
    n = len(component)
    if start is None:  # the log odds of a point, which would be right against equal opponents
        lost = games - points
        start = np.log(add_up(first, points, n) + add_up(second, lost, n))
        start -= np.log(add_up(first, lost, n) + add_up(second, points, n))
    log_strength = start
    for iteration in range(1, _NEWTON_ITERATIONS + 1):
        expected = expit(log_strength[first] - log_strength[second])
        gradient = balance(n, first, second, points - games * expected)
        weight = games * expected * (1 - expected)
        step = laplacian_solve(first, second, weight, gradient, component)
        reach = float(np.abs(step[first] - step[second]).max())
        log_strength = log_strength + step_length(reach) * step
        if reach < _NEWTON_TOLERANCE:
            return centred(log_strength, component), iteration
    raise RuntimeError(f"method 'newton' did not converge; {_REMEDY}")


def step_length(reach: float) -> float:
    """Shorten a step that moves some difference by `reach`, so that the likelihood must rise.

    The log-likelihood is generalized self-concordant, which makes log(1 + r) / r safe for every
    start (Sun and Tran-Dinh 2019), and leaves short steps whole.
    """
    return float(np.log1p(reach) / reach) if reach > 0 else 1.0


def laplacian_solve(
    first: IntArray, second: IntArray, weight: FloatArray, right: FloatArray, component: IntArray
) -> FloatArray:
    """Solve the weighted graph's Laplacian for a right side that sums to zero."""
    right = centred(right, component)
    if len(component) <= DENSE:
        matrix = grounded(first, second, weight, component)
        return centred(cho_solve(factored(matrix), right), component)
    solution = _conjugate_gradients(first, second, weight, right, component)
    if solution is None:
        solution = _sparse_solve(first, second, weight, right, component)
    return centred(solution, component)


def factored(matrix: FloatArray) -> Any:
    """Return the Cholesky factor for `cho_solve`, or say that there is none."""
    try:
        return cho_factor(matrix)
    except LinAlgError:
        raise RuntimeError(f"the equations cannot be solved; {_REMEDY}") from None


def grounded(
    first: IntArray, second: IntArray, weight: FloatArray, component: IntArray
) -> FloatArray:
    """Return the Laplacian with each component's free constant pinned, a positive matrix."""
    n = len(component)
    diagonal = add_up(first, weight, n) + add_up(second, weight, n)
    matrix: FloatArray = np.equal.outer(component, component) * (diagonal.mean() / n)
    matrix[first, second] -= weight
    matrix[second, first] -= weight
    matrix[np.diag_indices(n)] += diagonal
    return matrix


def _conjugate_gradients(
    first: IntArray, second: IntArray, weight: FloatArray, right: FloatArray, component: IntArray
) -> FloatArray | None:
    """Solve by conjugate gradients scaled by the diagonal; None if that takes too long."""
    n = len(component)
    diagonal = add_up(first, weight, n) + add_up(second, weight, n)
    # Pairs are sorted, so the weights are the rows of an upper triangle as they stand.
    start = np.searchsorted(first, np.arange(n + 1))
    upper = csr_array((weight, second, start), shape=(n, n))
    lower = upper.T
    solution = np.zeros(n)
    residual = right.copy()
    scaled = residual / diagonal
    direction = scaled.copy()
    product = float(residual @ scaled)
    goal = product * _CG_TOLERANCE**2
    for _ in range(_CG_ITERATIONS):
        if product <= goal:
            return solution
        image = diagonal * direction - upper @ direction - lower @ direction
        length = product / float(direction @ image)
        solution += length * direction
        residual -= length * image
        scaled = residual / diagonal
        previous, product = product, float(residual @ scaled)
        direction = scaled + (product / previous) * direction
    return None


def _sparse_solve(
    first: IntArray, second: IntArray, weight: FloatArray, right: FloatArray, component: IntArray
) -> FloatArray:
    """Solve directly, with the first bot of each component held at zero: for long chains."""
    n = len(component)
    free = np.ones(n, dtype=bool)
    free[np.unique(component, return_index=True)[1]] = False
    diagonal = add_up(first, weight, n) + add_up(second, weight, n)
    rows = np.concatenate([first, second, np.arange(n)])
    columns = np.concatenate([second, first, np.arange(n)])
    matrix = csr_array((np.concatenate([-weight, -weight, diagonal]), (rows, columns)))
    try:
        factor = splu(matrix.tocsc()[:, free][free].tocsc(), permc_spec="MMD_AT_PLUS_A")
    except RuntimeError:  # singular to working precision
        raise RuntimeError(f"the equations cannot be solved; {_REMEDY}") from None
    solution = np.zeros(n)
    solution[free] = factor.solve(right[free])
    return solution
