"""Constrained maximum likelihood on counts of outcomes, for many tables of counts at once.

Among all distributions on the outcomes that satisfy a hypothesis, the most likely one divides each
observed share by ``1 + x * g``, where ``g`` is the gradient of the hypothesis and ``x`` a number
that makes the result sum to 1. The loss is what the hypothesis costs in mean log-likelihood.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from benchlib._validation import FloatArray

__all__ = ["expectation_loss", "t_value_loss"]

_MOST_STEPS = 200
# The valleys are wide where |t| is at most 1, which is 350 Elo, and narrow beyond.
_GRID, _FINE_GRID = 16, 128


def tilts(shares: FloatArray, gradients: FloatArray) -> FloatArray:
    """Return x with sum(shares * g / (1 + x * g)) = 0, one for each row.

    Each row of `gradients` needs values on both sides of zero, each row of `shares` sums to 1.
    """
    g = np.broadcast_to(gradients, shares.shape)
    # No probability exceeds 1, so 1 + x * g is at least the share: this brackets the root.
    with np.errstate(divide="ignore"):
        ends = (shares - 1) / g
    low = np.where(g > 0, ends, -np.inf).max(axis=1)
    high = np.where(g < 0, ends, np.inf).min(axis=1)
    x = np.zeros(len(shares))
    active = np.arange(len(shares))
    for _ in range(_MOST_STEPS):
        p, h, at = shares[active], g[active], x[active]
        weights = h / (1 + at[:, None] * h)
        terms = p * weights
        slope, curvature = terms.sum(axis=1), (terms * weights).sum(axis=1)
        # The loss is stationary in x, so its error is of the order of this square.
        rough = slope * slope > 1e-21 * curvature
        # The probabilities are not: a step must be small beside the distance to a pole.
        rough |= np.abs(slope) * np.abs(weights).max(axis=1) > 1e-11 * curvature
        rough &= high[active] - low[active] > 1e-15 * np.abs(at)
        active, at, slope, curvature = (v[rough] for v in (active, at, slope, curvature))
        if not len(active):
            return x
        low[active] = np.where(slope > 0, at, low[active])
        high[active] = np.where(slope > 0, high[active], at)
        following = at + slope / curvature
        inside = (low[active] < following) & (following < high[active])
        middle = (low[active] + high[active]) / 2
        x[active] = np.where(inside, following, middle)
    raise RuntimeError(f"the constrained likelihood did not converge in {_MOST_STEPS} steps")


def losses(shares: FloatArray, gradients: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the loss and the most likely distribution for which the gradients average zero."""
    scaled = tilts(shares, gradients)[:, None] * gradients
    return (shares * np.log1p(scaled)).sum(axis=1), shares / (1 + scaled)


def expectation_loss(shares: FloatArray, scores: FloatArray, target: float) -> FloatArray:
    """Return what it costs that the mean score is `target`, in mean log-likelihood."""
    return losses(shares, np.broadcast_to(scores - target, shares.shape))[0]


def t_value_loss(shares: FloatArray, scores: FloatArray, target: float) -> FloatArray:
    """Return what it costs that (mean - 1/2) / sd is `target`, in mean log-likelihood.

    With y the score less 1/2, a mean of at least t standard deviations is the union, over d > 0,
    of the half-spaces in which g(d) = y - d/2 - t² (y - d)² / (2 d) has a mean of at least zero;
    the best d is the mean of y. This leaves a search in one dimension. From one side the set is
    convex and the answer unique; from the other it is not, and a grid finds the right valley.
    """
    if target == 0:
        return expectation_loss(shares, scores, 0.5)
    if target < 0:  # seen from the opponent's seat
        shares, target = shares[:, ::-1], -target
    y = scores - 0.5
    mean, square = shares @ y, shares @ (y * y)
    beyond = (mean > 0) & (mean * mean * (1 + target**2) > target**2 * square)
    loss = np.full(len(shares), np.inf)
    for rows, valleys in (
        (np.flatnonzero(beyond), _from_above),
        (np.flatnonzero(~beyond), _from_below),
    ):
        if len(rows):
            which, *bracket = valleys(shares[rows], y, target)
            found = _search(shares[rows[which]], y, target, *bracket)
            np.minimum.at(loss, rows[which], found)
    return loss


def _gradients(y: FloatArray, t: float, d: FloatArray) -> FloatArray:
    at = d[..., None]
    return y - at / 2 - t * t * (y - at) ** 2 / (2 * at)


def _from_above(p: FloatArray, y: FloatArray, t: float) -> tuple[npt.NDArray[Any], ...]:
    """Return rows, a start for d and the ends of its bracket; the observed t value is larger."""
    mean, square = p @ y, p @ (y * y)
    # Between the ends the half-spaces exclude the observed shares.
    half = np.sqrt(np.maximum(mean**2 - t * t * square / (1 + t * t), 0))
    # The lower end in a form that does not cancel.
    low = t * t * square / (1 + t * t) / (mean + half)
    return np.arange(len(p)), mean, low, mean + half


def _from_below(p: FloatArray, y: FloatArray, t: float) -> tuple[npt.NDArray[Any], ...]:
    """Return the same for every valley of every row; the observed t value is smaller."""
    grid = _grid(y, t)
    tables = np.repeat(p, len(grid), axis=0)
    gradients = np.tile(_gradients(y, t, grid), (len(p), 1))
    found = losses(tables, gradients)[0].reshape(len(p), len(grid))
    walled = np.pad(found, ((0, 0), (1, 1)), constant_values=np.inf)
    rows, at = np.nonzero((found <= walled[:, :-2]) & (found <= walled[:, 2:]))
    ends = np.concatenate([grid[:1] / 2, grid, y[-1:]])
    return rows, grid[at], ends[at], ends[at + 2]


def _grid(y: FloatArray, t: float) -> FloatArray:
    """Return values of d at which the hypothesis can hold: near each score above 1/2."""
    reach = 1 / np.hypot(1, t)
    parts: list[list[float]] = []
    for top in y[y > 0].tolist():
        low = top * t * t / (1 + t * t) / (1 + reach)  # top * (1 - reach), without cancelling
        high = min(top * (1 + reach), float(y[-1]))
        if parts and low < parts[-1][1]:  # the neighbourhoods of two scores overlap
            parts[-1][1] = high
        else:
            parts.append([low, high])
    points = _GRID if t <= 1 else _FINE_GRID
    return np.concatenate([np.geomspace(low, high, points + 2)[1:-1] for low, high in parts])


def _search(
    p: FloatArray, y: FloatArray, t: float, d: FloatArray, low: FloatArray, high: FloatArray
) -> FloatArray:
    """Return the loss at the d that is the mean of y under its own most likely distribution."""
    loss = np.empty(len(p))
    active = np.arange(len(p))
    previous = np.full((2, len(p)), np.nan)
    for step in range(_MOST_STEPS):
        loss[active], likely = losses(p[active], _gradients(y, t, d))
        mean = likely @ y
        gap = mean - d
        low, high = np.where(gap > 0, d, low), np.where(gap > 0, high, d)
        open_ = (np.abs(gap) > 1e-10 * d) & (high - low > 1e-14 * d)
        if not open_.any():
            return loss
        with np.errstate(divide="ignore", invalid="ignore"):
            following = d - gap * (d - previous[0]) / (gap - previous[1])
        for other in (mean, (low + high) / 2):
            inside = (low < following) & (following < high)
            following = np.where(inside, following, other)
        if step % 4 == 3:  # so that the bracket shrinks whatever the other steps do
            following = (low + high) / 2
        previous = np.stack([d, gap])[:, open_]
        active, d, low, high = active[open_], following[open_], low[open_], high[open_]
    raise RuntimeError(f"the search for the mean did not converge in {_MOST_STEPS} steps")
