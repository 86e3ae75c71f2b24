"""Sign agreement without simulation: every possible sample counted."""

from dataclasses import dataclass
from decimal import Decimal
from math import comb, gcd
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.retention._pools import checked_pool
from benchlib.retention._sums import IntArray, bin_width, n_pairs_above, sums_of_samples

__all__ = ["AgreementCurve", "ExactAgreement", "sign_agreement", "sign_agreement_curve"]

Storage = Literal["float64", "float32"]


@dataclass(frozen=True)
class ExactAgreement:
    """The probability that the sign of the retained gap is that of the reference gap.

    Parameters
    ----------
    estimate : float
        The probability; NaN if the reference is a tie.
    error_bound : float
        The probability differs from `estimate` by no more than this. Zero where it is exact.
    tie_probability : float
        Probability that the retained gap is a tie; NaN where it is not exact.
    reference_gap : float
        Mean of all of x minus mean of all of y.
    n : int
        Records retained in each condition.
    warnings : tuple of str
        Why the estimate is not defined, if it is not.
    """

    estimate: float
    error_bound: float
    tie_probability: float
    reference_gap: float
    n: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class AgreementCurve:
    """Sign agreement for every number of retained records.

    Parameters
    ----------
    n : ndarray of int, shape (max_n,)
        Records retained in each condition: 1, 2, … up to the largest.
    estimate, error_bound, tie_probability : ndarray of float, shape (max_n,)
        As in `ExactAgreement`.
    reference_gap : float
        Mean of all of x minus mean of all of y.
    warnings : tuple of str
        Why the estimates are not defined, if they are not.
    """

    n: IntArray
    estimate: FloatArray
    error_bound: FloatArray
    tie_probability: FloatArray
    reference_gap: float
    warnings: tuple[str, ...] = ()


def sign_agreement(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    n: int,
    unit: float | None = None,
    stored_as: Storage = "float64",
) -> ExactAgreement:
    """Compute how often `n` retained records a side give the sign of the full gap.

    Parameters
    ----------
    x, y : array_like of float, shape (n_x,) and (n_y,)
        Scores of all runs of the two conditions on one task. Their order does not matter.
    n : int
        Records retained in each condition, without replacement.
    unit : float, optional
        All scores are whole multiples of it, up to the rounding of `stored_as`. Without it the
        scores are taken as the decimals they print as.
    stored_as : {"float64", "float32"}, optional
        The type in which the scores were once stored; it matters only where `unit` is given.

    Returns
    -------
    ExactAgreement
        The value and a bound of its error.

    Raises
    ------
    ValueError
        If a score is not a finite number or not a multiple of `unit`, if its storage cannot
        tell two multiples apart, or a pool has fewer than `n` records.

    Notes
    -----
    See `sign_agreement_curve`, which this is the last point of.

    Examples
    --------
    >>> from benchlib import retention
    >>> result = retention.sign_agreement([3, 5, 9], [1, 4, 4], n=2)
    >>> result.estimate, result.error_bound
    (0.8889, 0.0)
    """
    size = _validation.positive_integer(n, "n")
    curve = sign_agreement_curve(x, y, max_n=size, unit=unit, stored_as=stored_as)
    return ExactAgreement(
        estimate=float(curve.estimate[-1]),
        error_bound=float(curve.error_bound[-1]),
        tie_probability=float(curve.tie_probability[-1]),
        reference_gap=curve.reference_gap,
        n=size,
        warnings=curve.warnings,
    )


def sign_agreement_curve(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    max_n: int,
    unit: float | None = None,
    stored_as: Storage = "float64",
) -> AgreementCurve:
    r"""Compute sign agreement for 1, 2, … `max_n` retained records at once.

    Parameters
    ----------
    x, y : array_like of float, shape (n_x,) and (n_y,)
        Scores of all runs of the two conditions on one task. Their order does not matter.
    max_n : int
        The largest number of records retained in each condition.
    unit : float, optional
        All scores are whole multiples of it, up to the rounding of `stored_as`. Without it the
        scores are taken as the decimals they print as.
    stored_as : {"float64", "float32"}, optional
        The type in which the scores were once stored; it matters only where `unit` is given.

    Returns
    -------
    AgreementCurve
        The values and bounds of their errors.

    Raises
    ------
    ValueError
        If a score is not a finite number or not a multiple of `unit`, if its storage cannot
        tell two multiples apart, or a pool has fewer than `max_n` records.

    Notes
    -----
    Scores become whole numbers. The number :math:`c_n(s)` of samples of :math:`n` records with
    sum :math:`s` is the coefficient of :math:`z^n w^s` in :math:`\prod_i (1 + z w^{x_i})`, built
    up record by record for all :math:`n` together. Both conditions retain equally many records,
    so comparing means is comparing sums, in whole numbers and without rounding.

    Where the sums would need too much memory, scores are put into bins. What the bins can hide
    is at most the sum of the :math:`n` largest roundings of each pool, so counting the pairs
    beyond that on either side encloses the probability.

    Examples
    --------
    >>> from benchlib import retention
    >>> curve = retention.sign_agreement_curve([0, 0, 5], [2, 2, 2], max_n=3)
    >>> curve.estimate.round(3)  # more records, less agreement
    array([0.667, 0.333, 1.   ])
    """
    largest = _validation.positive_integer(max_n, "max_n")
    if unit is not None:
        _validation.positive(unit, "unit")
    if stored_as not in ("float64", "float32"):
        raise ValueError(f"stored_as: expected 'float64' or 'float32', got {stored_as!r}")
    a, b = (checked_pool(values, name, largest) for values, name in ((x, "x"), (y, "y")))
    gap = float(np.sort(a).mean() - np.sort(b).mean())
    first, second = _whole_numbers(a, b, unit, stored_as, largest)
    direction = _sign(int(first.sum()) * len(b) - int(second.sum()) * len(a))
    sizes = np.arange(1, largest + 1)
    pairs = [comb(len(a), n) * comb(len(b), n) for n in sizes.tolist()]
    if direction < 0:
        first, second = second, first

    width = max(bin_width(first, largest), bin_width(second, largest))
    binned = [
        np.rint(pool / width).astype(np.int64) if width > 1 else pool for pool in (first, second)
    ]
    # What rounding to bins can hide in a sum of n records, at most, for both pools together.
    rounding = [
        np.sort(np.abs(pool - bins * width))[::-1][:largest]
        for pool, bins in zip((first, second), binned, strict=True)
    ]
    hidden = np.cumsum(rounding, axis=1).sum(axis=0).tolist()
    ahead, behind = (sums_of_samples(pool, largest) for pool in binned)
    sure, possible, tied = [], [], []
    for n, total in zip(sizes.tolist(), pairs, strict=True):
        above, below = ahead[n - 1], behind[n - 1]
        # Whole bins, so both thresholds are rounded down.
        sure.append(n_pairs_above(above, below, hidden[n - 1] // width) / total)
        possible.append(n_pairs_above(above, below, -hidden[n - 1] // width) / total)
        losses = n_pairs_above(below, above, 0)
        tied.append((total - n_pairs_above(above, below, 0) - losses) / total)
    estimate = (np.array(sure) + np.array(possible)) / 2
    error_bound = (np.array(possible) - np.array(sure)) / 2
    warnings: tuple[str, ...] = ()
    if direction == 0:
        gap, estimate = 0.0, np.full(largest, np.nan)
        warnings = ("the full pools are tied, so there is no sign to preserve",)
    return AgreementCurve(
        n=sizes,
        estimate=estimate,
        error_bound=error_bound,
        tie_probability=np.array(tied) if width == 1 else np.full(largest, np.nan),
        reference_gap=gap,
        warnings=warnings,
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _whole_numbers(
    a: FloatArray, b: FloatArray, unit: float | None, stored_as: Storage, largest: int
) -> tuple[IntArray, IntArray]:
    """Return both pools in whole steps of their common lattice, from a common origin."""
    if unit is None:
        numbers = _decimals((a, b))
    else:
        numbers = [_multiples(pool, unit, stored_as, name) for pool, name in ((a, "x"), (b, "y"))]
    origin = min(map(min, numbers))
    step = gcd(*(number - origin for pool in numbers for number in pool)) or 1
    steps = [[(number - origin) // step for number in pool] for pool in numbers]
    if max(map(max, steps)) * largest >= 2**61:
        raise ValueError(
            "x, y: the scores have too many digits to be counted; give the unit of which they "
            "are multiples, or simulate the agreement"
        )
    first, second = (np.array(pool, dtype=np.int64) for pool in steps)
    return first, second


def _decimals(pools: tuple[FloatArray, FloatArray]) -> list[list[int]]:
    """Return the decimals that scores print as, in whole steps of the smallest one needed."""
    printed = [[Decimal(repr(value)) for value in pool.tolist()] for pool in pools]
    exponents = [number.as_tuple().exponent for pool in printed for number in pool]
    smallest = min(exponent for exponent in exponents if isinstance(exponent, int))
    return [[int(number.scaleb(-smallest)) for number in pool] for pool in printed]


def _multiples(pool: FloatArray, unit: float, stored_as: Storage, name: str) -> list[int]:
    spacing = np.abs(np.spacing(pool.astype(stored_as))).astype(np.float64)
    coarse = np.flatnonzero(spacing >= unit)
    if coarse.size:
        row = coarse[0]
        raise ValueError(
            f"{name}: row {row} is {pool[row]}, where {stored_as} numbers are {spacing[row]} "
            f"apart and cannot tell multiples of {unit} from each other; give the true unit, "
            "or simulate the agreement"
        )
    multiples = np.rint(pool / unit)
    # Half a step of the storage, and what dividing and multiplying by the unit can add.
    allowed = spacing / 2 + 4 * np.spacing(np.abs(pool))
    off = np.flatnonzero(np.abs(multiples * unit - pool) > allowed)
    if off.size:
        row = off[0]
        raise ValueError(
            f"{name}: row {row} is {pool[row]}, which is not a multiple of {unit}; "
            "give the unit of the scores, or leave it out"
        )
    return [int(value) for value in multiples]
