"""How alike two agents look on a problem: logarithms of the kernel, under each convention."""

import math
from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray

Convention = Literal["released", "gaussian"]

# An impossible pair: far below any logarithm of a kernel, and far from overflow in a sum.
_NEVER = -1e300
# Beyond this a squared gap would overflow, and the pair is impossible anyway.
_FAR = 1e140

# The released program computes probabilities themselves. One that is too small for a double
# becomes exactly zero, and every exact zero is then replaced by this value.
UNDERFLOW = -1074 * math.log(2)
REPLACEMENT = 1e-5

# About this many kernels are held at once while entropies are computed.
_BLOCK = 200_000


def checked_convention(convention: str) -> Convention:
    """Return a known convention, or list them."""
    for known in get_args(Convention):
        if isinstance(convention, str) and convention == known:
            return known  # type: ignore[no-any-return]
    raise ValueError(
        f"convention: expected 'released' (deviations added, as the paper's program) or "
        f"'gaussian' (variances added), got {convention!r}"
    )


def checked_table(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    convention: Convention,
    *,
    names: Sequence[str] | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Return means and deviations, both of shape (n_agents, n_problems, n_measures)."""
    arrays = [
        _validation.real_array(values, name, nan=True)
        for values, name in ((mean, "mean"), (sd, "sd"))
    ]
    if arrays[0].shape != arrays[1].shape:
        raise ValueError(
            f"sd: has shape {arrays[1].shape} and mean has {arrays[0].shape}; give each mean its "
            "standard deviation"
        )
    shape = arrays[0].shape
    if not 2 <= len(shape) <= 3 or 0 in shape or shape[0] < 2:
        raise ValueError(
            f"mean: expected shape (n_agents, n_problems) or (n_agents, n_problems, n_measures) "
            f"with at least two agents, got {shape}"
        )
    if names is not None and (isinstance(names, str) or len(names) != shape[1]):
        raise ValueError(
            f"problems: {len(set(names))} different names for {shape[1]} problems; give each "
            "problem one name of its own"
        )
    means, deviations = (array.reshape(*shape[:2], -1) for array in arrays)
    for values, name in ((means, "mean"), (deviations, "sd")):
        bad = ~np.isfinite(values) | (np.abs(values) > 1e150)
        if bad.any():
            where = np.argwhere(bad)[0]
            raise ValueError(
                f"{name}: {_cell(where, names)} is {values[tuple(where)]}; give a finite number, "
                "or leave the problem out"
            )
    negative = deviations < 0
    if negative.any():
        where = np.argwhere(negative)[0]
        raise ValueError(
            f"sd: {_cell(where, names)} is {deviations[tuple(where)]}; a standard deviation is at "
            "least 0"
        )
    if convention == "released" and not deviations.all():
        where = np.argwhere(deviations == 0)[0]
        raise ValueError(
            f"sd: {_cell(where, names)} is 0, and convention 'released' divides by it; the "
            "released table adds 0.001 to each, or use convention='gaussian'"
        )
    return means, deviations


def position(value: object, size: int, name: str, what: str) -> int:
    """Return one whole number from 0 to below the size."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or value not in range(size):
        raise ValueError(f"{name}: {value!r} is no position; there are {size} {what}, from 0 on")
    return int(value)  # type: ignore[call-overload, no-any-return]


def positions(values: object, size: int, name: str) -> list[int]:
    """Return positions of problems, in the order given."""
    if not isinstance(values, Iterable):
        raise ValueError(f"{name}: expected positions of problems in a list, got {values!r}")
    return [position(value, size, name, "problems") for value in values]


def _cell(where: npt.NDArray[np.intp], names: Sequence[str] | None) -> str:
    agent, problem, measure = where.tolist()
    named = f"problem {problem}" if names is None else f"problem {names[problem]!r}"
    return f"agent {agent}, {named}, measure {measure}"


def log_kernels(mean: FloatArray, sd: FloatArray, convention: Convention) -> FloatArray:
    """Return log kernels of shape (n_problems, n_agents, n_agents), summed over the measures.

    A constant is left out that cancels when rows are normalized. Row a is the agent whose mean
    was observed, column b the agent that is considered as its origin.
    """
    n, n_problems, n_measures = mean.shape
    total = np.zeros((n_problems, n, n))
    size = max(1, _BLOCK // (n * n))
    for start in range(0, n_problems, size):
        block = slice(start, start + size)
        for k in range(n_measures):
            total[block] += _one_measure(mean[:, block, k].T, sd[:, block, k].T, convention)
    return total


def _one_measure(mean: FloatArray, sd: FloatArray, convention: Convention) -> FloatArray:
    first, second = sd[:, :, None], sd[:, None, :]
    spread = first + second if convention == "released" else np.hypot(first, second)
    gap = np.abs(mean[:, :, None] - mean[:, None, :])
    if spread.all():
        return _log_normal(gap, spread)
    # An agent that never varies is infinitely sure of its mean: those that share it, and never
    # vary either, share the belief, and nobody else has any.
    certain = spread == 0
    sure = np.diagonal(certain, axis1=1, axis2=2)[:, :, None]
    kernel = np.where(sure, _NEVER, _log_normal(gap, np.where(certain, 1.0, spread)))
    kernel[certain & (gap == 0)] = 0.0
    return kernel


def _log_normal(gap: FloatArray, spread: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):
        scaled = np.minimum(gap / spread, _FAR)
    scaled *= scaled
    scaled *= -0.5
    scaled -= np.log(spread)
    return scaled


def beliefs(log_kernel: FloatArray, convention: Convention) -> FloatArray:
    """Normalize each row of log kernels to probabilities, under the convention's rule."""
    shifted = log_kernel - log_kernel.max(axis=-1, keepdims=True)
    weight = np.exp(shifted)
    total = weight.sum(axis=-1, keepdims=True)
    belief = np.asarray(weight / total, dtype=np.float64)
    if convention == "released":
        belief[shifted - np.log(total) < UNDERFLOW] = REPLACEMENT
    return belief


def gains(
    log_kernels: FloatArray, convention: Convention, *, known: FloatArray | None = None
) -> FloatArray:
    """Return the information gain in bits of each problem, beside what is `known` already.

    The entropy of a row needs no logarithm of single probabilities: with shifted log kernels l
    and weights e = exp(l), it is log sum(e) - sum(e l) / sum(e).
    """
    n_problems, n, _ = log_kernels.shape
    found = np.empty(n_problems)
    size = max(1, _BLOCK // (n * n))
    for start in range(0, n_problems, size):
        block = log_kernels[start : start + size]
        shifted = block + known if known is not None else block.copy()
        shifted -= shifted.max(axis=-1, keepdims=True)
        weight = np.exp(shifted)
        total = weight.sum(axis=-1)
        entropy = np.log(total)
        if convention == "released":
            replaced = (shifted < (entropy + UNDERFLOW)[..., None]).sum(axis=-1)
            entropy -= replaced * (REPLACEMENT * math.log(REPLACEMENT))
        entropy -= np.einsum("...b,...b->...", weight, np.maximum(shifted, -1e4)) / total
        found[start : start + size] = math.log2(n) - entropy.mean(axis=-1) / math.log(2)
    # Rounding takes the gain of agents that are all alike a hair below zero; so does, in the
    # released convention, the replacement, and the released program puts zero there as well.
    return np.maximum(found, 0.0)
