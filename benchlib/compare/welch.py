"""Two systems on one task: whether they differ, and whether they are alike enough."""

import math
from dataclasses import dataclass
from numbers import Integral, Real

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr, stdtrit

from benchlib import _validation
from benchlib.results import ConfidenceInterval

__all__ = ["Equivalence", "WelchTest", "equivalence", "welch", "welch_from_stats"]

# Spread of this relative size is what rounding leaves of runs that are all the same.
_ROUNDING = 1e-14


@dataclass(frozen=True)
class WelchTest:
    """Welch's test of two means.

    Parameters
    ----------
    estimate : float
        Mean of the first minus mean of the second.
    standard_error : float
        Of the estimate.
    statistic, df : float
        t and its degrees of freedom; NaN where neither side varies.
    p_value : float
        Two-tailed; NaN where neither side varies.
    confidence_interval : ConfidenceInterval
        Of the difference of means, at level 1 - alpha.
    alpha : float
        Level of the test.
    verdict : {"better", "worse", "not different", "undetermined"}
        Of the first beside the second; undetermined where the test is not defined.
    warnings : tuple of str
        What the reader must know before using it.
    """

    estimate: float
    standard_error: float
    statistic: float
    df: float
    p_value: float
    confidence_interval: ConfidenceInterval
    alpha: float
    verdict: str
    warnings: tuple[str, ...] = ()


def welch(a: npt.ArrayLike, b: npt.ArrayLike, *, alpha: float) -> WelchTest:
    """Test whether two systems have the same mean, from their runs.

    Parameters
    ----------
    a, b : array_like of float, shape (n_runs,)
        Scores of the runs of each system on one task, two or more; numbers may differ.
    alpha : float
        Level of the two-tailed test; 0.01 in the ALE paper.

    Returns
    -------
    WelchTest
        Defined also where a side does not vary.

    Raises
    ------
    ValueError
        If a side has fewer than two runs or a score is not finite.

    References
    ----------
    Welch (1947); Bellemare, Naddaf, Veness and Bowling (2013), section 4.3.

    Examples
    --------
    >>> from benchlib import compare
    >>> found = compare.welch([9, 10, 11, 10], [5, 7, 6, 6], alpha=0.01)
    >>> found.verdict, round(found.p_value, 4)
    ('better', 0.0005)
    """
    return welch_from_stats(*run_summary(a, "a"), *run_summary(b, "b"), alpha=alpha)


def run_summary(values: npt.ArrayLike, name: str) -> tuple[float, float, int]:
    """Return mean, standard deviation and number of runs, exact where all runs are equal."""
    runs = np.sort(_validation.pool(values, name))
    if len(runs) < 2:
        raise ValueError(f"{name}: one run has no spread; give at least two")
    # Around the middle run: equal runs have a deviation of exactly zero, whatever their value.
    centre = runs[len(runs) // 2]
    away = runs - centre
    unit = float(np.abs(away).max()) or 1.0
    mean = float(centre) + unit * (math.fsum((away / unit).tolist()) / len(runs))
    return mean, unit * float((away / unit).std(ddof=1)), len(runs)


def welch_from_stats(
    mean_1: float, sd_1: float, n_1: int, mean_2: float, sd_2: float, n_2: int, *, alpha: float
) -> WelchTest:
    r"""Test whether two systems have the same mean, from published summaries.

    Parameters
    ----------
    mean_1, sd_1, n_1 : float, float, int
        Mean over runs, standard deviation (with n - 1) and number of runs of the first system.
    mean_2, sd_2, n_2 : float, float, int
        The same of the second.
    alpha : float
        Level of the two-tailed test.

    Returns
    -------
    WelchTest
        Where neither side varies, the difference stands but t, p and interval are NaN, and the
        verdict is "undetermined": no spread was seen, so there is nothing to weigh it against.

    Raises
    ------
    ValueError
        If a number is not finite, a deviation negative, or a side has fewer than two runs.

    Notes
    -----
    :math:`t = (\bar x - \bar y) / \sqrt{s_x^2/n_x + s_y^2/n_y}`, with the degrees of freedom of
    Welch and Satterthwaite. A published "sd" may be a standard error: then multiply by
    :math:`\sqrt n` first.

    References
    ----------
    Welch (1947); Satterthwaite (1946).

    Examples
    --------
    >>> from benchlib import compare
    >>> compare.welch_from_stats(10, 2, 24, 9, 2, 24, alpha=0.01).verdict
    'not different'
    """
    level = 1 - _validation.fraction(alpha, "alpha")
    unit = 0.0
    for side, (mean, sd, n) in enumerate(((mean_1, sd_1, n_1), (mean_2, sd_2, n_2)), start=1):
        for value, name in ((mean, f"mean_{side}"), (sd, f"sd_{side}")):
            real = isinstance(value, Real) and not isinstance(value, bool)
            if not real or not math.isfinite(value) or abs(value) > 1e150:
                raise ValueError(f"{name}: expected a finite number, got {value!r}")
        if sd < 0:
            raise ValueError(f"sd_{side}: a standard deviation is at least 0, got {sd!r}")
        if isinstance(n, bool) or not isinstance(n, Integral) or n < 2:
            raise ValueError(f"n_{side}: expected a whole number of at least 2 runs, got {n!r}")
        unit = max(unit, float(sd))
    # In units of the larger deviation, so that tiny squares do not vanish.
    spread = unit or 1.0
    squares = [(float(sd) / spread) ** 2 / int(n) for sd, n in ((sd_1, n_1), (sd_2, n_2))]
    difference = float(mean_1) - float(mean_2)
    total = math.fsum(squares)
    error = spread * math.sqrt(total)
    if error <= _ROUNDING * max(abs(mean_1), abs(mean_2), np.finfo(float).tiny):
        nothing = ConfidenceInterval(math.nan, math.nan, level)
        told = "neither side varies, so the test is not defined"
        return WelchTest(
            difference, error, math.nan, math.nan, math.nan, nothing, alpha, "undetermined", (told,)
        )
    shares = [square / total for square in squares]
    df = 1 / math.fsum(share**2 / (int(n) - 1) for share, n in zip(shares, (n_1, n_2), strict=True))
    statistic = difference / error
    p_value = float(2 * stdtr(df, -abs(statistic)))
    half = float(stdtrit(df, (1 + level) / 2)) * error
    direction = "better" if difference > 0 else "worse"
    verdict = direction if p_value <= alpha else "not different"
    one_sided = 0 in (sd_1, sd_2)
    warnings = ("one side does not vary: its runs may be copies of one run",) if one_sided else ()
    interval = ConfidenceInterval(difference - half, difference + half, level)
    return WelchTest(difference, error, statistic, df, p_value, interval, alpha, verdict, warnings)


@dataclass(frozen=True)
class Equivalence:
    """Whether two means are alike within a margin.

    Parameters
    ----------
    difference : WelchTest
        The two-tailed test beside it.
    margin : float
        What counts as alike, in the unit of the scores.
    p_value : float
        The larger of the two one-sided p-values; NaN where neither side varies.
    equivalent : bool
        Whether it is at most alpha.
    confidence_interval : ConfidenceInterval
        At level 1 - 2 alpha: it lies within the margin exactly if they are equivalent.
    """

    difference: WelchTest
    margin: float
    p_value: float
    equivalent: bool
    confidence_interval: ConfidenceInterval


def equivalence(a: npt.ArrayLike, b: npt.ArrayLike, *, margin: float, alpha: float) -> Equivalence:
    """Test whether two systems are alike within a margin that was stated beforehand.

    Parameters
    ----------
    a, b : array_like of float, shape (n_runs,)
        Scores of the runs of each system on one task.
    margin : float
        The largest difference that does not matter, in the unit of the scores.
    alpha : float
        Level of each of the two one-sided tests, below 0.5.

    Returns
    -------
    Equivalence
        "Not different" does not mean alike: few noisy runs are never different. This test asks
        for evidence that the difference is small.

    Raises
    ------
    ValueError
        As in `welch`; or if the margin is not above 0, or alpha not below 0.5.

    References
    ----------
    Schuirmann (1987).

    Examples
    --------
    >>> from benchlib import compare
    >>> compare.equivalence([5.0, 5.1, 4.9], [5.0, 5.2, 5.1], margin=1, alpha=0.05).equivalent
    True
    """
    within = _validation.positive(margin, "margin")
    level = _validation.fraction(alpha, "alpha")
    if level >= 0.5:
        raise ValueError(f"alpha: expected a number below 0.5, got {alpha!r}")
    # Two one-sided tests at alpha are one interval at 1 - 2 alpha.
    wide = welch(a, b, alpha=2 * level)
    p_value = math.nan
    if not math.isnan(wide.df):
        p_value = float(stdtr(wide.df, (abs(wide.estimate) - within) / wide.standard_error))
    return Equivalence(
        difference=welch(a, b, alpha=level),
        margin=within,
        p_value=p_value,
        equivalent=bool(p_value <= level),
        confidence_interval=wide.confidence_interval,
    )
