"""The noise of a live ladder: the spread of identical resubmissions, and a rule that allows for it.

A live score is read once a submission, and the opponents are not ours to choose. What can be known
is how far identical code moves; everything here rests on such resubmissions, taken as independent
and normal around the strength of the bot.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import chi2, nct, norm, t

from benchlib import _validation
from benchlib.results import ConfidenceInterval

__all__ = ["GapInBand", "LiveRule", "NoiseBand", "gap_in_band", "noise_band", "plan_live_rule"]

_MOST_SUBMISSIONS = 1_000_000
_FARTHEST = 1e4
_NO_SPREAD = "all scores are the same, so the spread is unknown: give them with more digits"


@dataclass(frozen=True)
class NoiseBand:
    """How far identical code moves on a ladder, in the units of its scores.

    Parameters
    ----------
    sd : float
        Standard deviation of the score of one submission.
    sd_interval : ConfidenceInterval
        For the true standard deviation; NaN where the scores show no spread.
    half_width : float
        Where the difference between two equal bots, submitted anew, stays within.
    confidence_level : float
        The probability that it does.
    n_first, n_second : int
        Submissions that are averaged for either bot.
    n : int
        Resubmissions that the band rests on.
    warnings : tuple of str
        What the reader must know before using it.
    """

    sd: float
    sd_interval: ConfidenceInterval
    half_width: float
    confidence_level: float
    n_first: int
    n_second: int
    n: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class GapInBand:
    """A gap between two bots beside the noise of their scores.

    Parameters
    ----------
    gap : float
        The gap, as given.
    inside : bool or None
        Whether it is inside the band; None where there is no band.
    p_value : float
        Probability of a gap at least as large, in either direction, between equal bots.
    band : NoiseBand
        The band.
    warnings : tuple of str
        What the reader must know before using it.
    """

    gap: float
    inside: bool | None
    p_value: float
    band: NoiseBand
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class LiveRule:
    """A rule for a live test: accept if the mean score rises by at least the margin.

    Parameters
    ----------
    n_submissions : int
        Submissions of each version.
    margin : float
        The smallest accepted difference of the means, new minus old, in units of the score.
    false_acceptance : float
        Probability of accepting a version that changed nothing.
    gain : float
        The real gain that the rule was planned for.
    power : float
        Probability of accepting a version with that gain, if the standard deviation is `sd`.
    sd : float
        Standard deviation of one submission's score.
    n_scores : int or None
        Resubmissions that it was estimated from; None if it was taken as known.
    """

    n_submissions: int
    margin: float
    false_acceptance: float
    gain: float
    power: float
    sd: float
    n_scores: int | None

    def acceptance_probability(self, gain: float, *, sd: float) -> float:
        r"""Return how often this margin accepts a version, for any true gain and spread.

        Parameters
        ----------
        gain : float
            True gain of the new version.
        sd : float
            True standard deviation of one submission's score.

        Returns
        -------
        float
            :math:`\Phi\bigl((g - m) / (\sigma\sqrt{2/n})\bigr)` for a margin :math:`m`.
        """
        spread = _validation.positive(sd, "sd") * math.sqrt(2 / self.n_submissions)
        return float(norm.sf((self.margin - _validation.finite(gain, "gain")) / spread))

    def text(self, old: str = "the old version", new: str = "the new version") -> str:
        """Return the rule in words, to be written down before the first submission.

        Parameters
        ----------
        old, new : str, optional
            Names of the versions.

        Returns
        -------
        str
            The text, for instance for `preregistration.write_rule`.
        """
        known = "taken as known" if self.n_scores is None else f"from {self.n_scores} resubmissions"
        margin, sd, gain = map(_digits, (self.margin, self.sd, self.gain))
        times = "once" if self.n_submissions == 1 else f"{self.n_submissions} times"
        return (
            f"Submit {old} and {new} {times} each, in turn, and read each score at the "
            f"same age. Accept {new} if its mean score is at least {margin} higher; "
            f"else keep {old}. Planned with a standard deviation of {sd} ({known}): "
            f"accepts no change with probability {self.false_acceptance:.3g}, and a gain of "
            f"{gain} with probability {self.power:.3g}."
        )


def noise_band(
    scores: npt.ArrayLike, *, n_first: int = 1, n_second: int = 1, confidence_level: float = 0.95
) -> NoiseBand:
    r"""Estimate how far apart two equal bots come out on a live ladder.

    Parameters
    ----------
    scores : array_like of float, shape (n,)
        Live scores of at least two submissions of identical code, read at the same age.
    n_first, n_second : int, optional
        Submissions whose mean is compared, of either bot.
    confidence_level : float, optional
        Probability that the difference of two equal bots is inside.

    Returns
    -------
    NoiseBand
        The standard deviation with its interval, and the half-width of the band.

    Raises
    ------
    ValueError
        If there are fewer than two scores, or a number is out of range.

    Notes
    -----
    With :math:`k` scores and their standard deviation :math:`s`, the difference of means of
    :math:`a` and :math:`b` further submissions of equal bots has the variance
    :math:`\sigma^2 (1/a + 1/b)` and is independent of :math:`s`. Divided by
    :math:`s\sqrt{1/a + 1/b}` it has a :math:`t` distribution with :math:`k-1` degrees of freedom,
    so that

    .. math:: t_{k-1}\, s\, \sqrt{1/a + 1/b}

    holds the level exactly, over repetitions of the :math:`k` resubmissions and of the comparison;
    :math:`\sqrt 2` for two single submissions. The mean of all `scores` may be one of the two
    means, but a single one of them may not, because it is part of :math:`s`. The interval for
    :math:`\sigma` is that of :math:`(k-1)s^2/\sigma^2 \sim \chi^2_{k-1}`.

    References
    ----------
    Hahn and Meeker (1991), Statistical Intervals.

    Examples
    --------
    >>> from benchlib import ladder
    >>> band = ladder.noise_band([24.1, 25.3, 24.6])
    >>> f"sd {band.sd:.2f}, equal bots within {band.half_width:.1f} points"
    'sd 0.60, equal bots within 3.7 points'
    """
    values = _validation.pool(scores, "scores")
    n = len(values)
    if n < 2:
        raise ValueError("scores: one score shows no spread; submit the same code at least twice")
    first = _validation.positive_integer(n_first, "n_first")
    second = _validation.positive_integer(n_second, "n_second")
    level = _validation.fraction(confidence_level, "confidence_level")
    if np.ptp(values) == 0:
        nowhere = ConfidenceInterval(math.nan, math.nan, level)
        return NoiseBand(0.0, nowhere, math.nan, level, first, second, n, (_NO_SPREAD,))
    # Sorted, so that the order of the resubmissions does not show in the last digits.
    # In units of their range, so that tiny squares do not vanish.
    unit = float(np.ptp(values))
    sd = unit * float(((np.sort(values) - values.min()) / unit).std(ddof=1))
    tail = (1 - level) / 2
    low, high = (sd * math.sqrt((n - 1) / chi2.isf(q, n - 1)) for q in (tail, 1 - tail))
    half_width = float(t.isf(tail, n - 1)) * sd * math.sqrt(1 / first + 1 / second)
    return NoiseBand(sd, ConfidenceInterval(low, high, level), half_width, level, first, second, n)


def gap_in_band(
    gap: float,
    scores: npt.ArrayLike,
    *,
    n_first: int = 1,
    n_second: int = 1,
    confidence_level: float = 0.95,
) -> GapInBand:
    """Compare a gap between two bots with the noise of identical resubmissions.

    Parameters
    ----------
    gap : float
        Difference of the two live scores, or of two means.
    scores, n_first, n_second, confidence_level
        As in `noise_band`; the gap is one between further submissions.

    Returns
    -------
    GapInBand
        Whether the gap is inside the band, and its p-value.

    Raises
    ------
    ValueError
        If the gap is not finite, or an argument is impossible in `noise_band`.

    Notes
    -----
    A gap inside the band does not show that the bots are equal: a wide band holds everything.

    Examples
    --------
    >>> from benchlib import ladder
    >>> found = ladder.gap_in_band(0.58, [24.1, 25.3, 24.6])
    >>> found.inside, round(found.p_value, 2)
    (True, 0.57)
    """
    difference = _validation.finite(gap, "gap")
    band = noise_band(scores, n_first=n_first, n_second=n_second, confidence_level=confidence_level)
    if math.isnan(band.half_width):
        return GapInBand(difference, None, math.nan, band, band.warnings)
    # In float64, where a gap of too many deviations is infinite and not an error.
    with np.errstate(over="ignore"):
        deviations = np.float64(abs(difference)) / band.sd
    statistic = deviations / math.sqrt(1 / band.n_first + 1 / band.n_second)
    p_value = min(1.0, 2 * float(t.sf(statistic, band.n - 1)))
    return GapInBand(difference, abs(difference) <= band.half_width, p_value, band)


def plan_live_rule(
    gain: float,
    *,
    sd: float,
    n_scores: int | None = None,
    n_submissions: int | None = None,
    alpha: float = 0.05,
    power: float = 0.8,
) -> LiveRule:
    r"""Plan a live test of a new version against the old one, before it is submitted.

    Parameters
    ----------
    gain : float
        The real gain that matters, in units of the score.
    sd : float
        Standard deviation of the score of one submission.
    n_scores : int, optional
        Resubmissions that `sd` was estimated from, at least two; left out, it is taken as known.
    n_submissions : int, optional
        Submissions of each version; by default as few as give the power.
    alpha : float, optional
        Probability of accepting a version that changed nothing.
    power : float, optional
        Wanted probability of accepting the gain; not used if `n_submissions` is given.

    Returns
    -------
    LiveRule
        Number of submissions, margin and both probabilities.

    Raises
    ------
    ValueError
        If a number is out of range, or more than a million submissions would be needed.

    Notes
    -----
    The margin is :math:`q\, s \sqrt{2/n}` for :math:`n` submissions of each version, with the
    normal quantile :math:`q = z_{1-\alpha}` for a known standard deviation and
    :math:`q = t_{k-1,\,1-\alpha}` for one from :math:`k` resubmissions. Either way the false
    acceptance is exactly :math:`\alpha` for normal scores; with an estimate this is a mean over
    what the resubmissions may show, and `LiveRule.acceptance_probability` says what the margin
    does for a given truth. The power at a gain :math:`g` is

    .. math:: \mathrm{E}\,\Phi\Bigl(\frac{g}{\sigma\sqrt{2/n}} - q \frac{s}{\sigma}\Bigr),

    with :math:`s/\sigma = 1` or the root of :math:`\chi^2_{k-1}/(k-1)`, which is a tail of the
    noncentral :math:`t` distribution; the true :math:`\sigma` is put at `sd`.

    Examples
    --------
    >>> from benchlib import ladder
    >>> rule = ladder.plan_live_rule(1.5, sd=1.0)
    >>> f"{rule.n_submissions} of each, margin {rule.margin:.2f}, power {rule.power:.0%}"
    '6 of each, margin 0.95, power 83%'
    """
    real_gain = _validation.positive(gain, "gain")
    spread = _validation.positive(sd, "sd")
    false_acceptance = _validation.fraction(alpha, "alpha")
    if n_scores is not None and _validation.positive_integer(n_scores, "n_scores") < 2:
        raise ValueError("n_scores: one score shows no spread; leave it out if sd is known")
    quantile = float(
        norm.isf(false_acceptance) if n_scores is None else t.isf(false_acceptance, n_scores - 1)
    )

    def reached(n: int) -> float:
        return _mean_power(real_gain / spread / math.sqrt(2 / n), quantile, n_scores)

    if n_submissions is not None:
        number = _validation.positive_integer(n_submissions, "n_submissions")
    else:
        wanted = _validation.fraction(power, "power")
        number = 1
        while reached(number) < wanted:
            number *= 2
            if number > _MOST_SUBMISSIONS:
                raise ValueError(
                    f"gain: {real_gain:g} is too small beside sd = {spread:g} to be seen in "
                    f"{_MOST_SUBMISSIONS:,} submissions; plan for a larger one"
                )
        few = number // 2  # too few, or none
        while number - few > 1:
            middle = (few + number) // 2
            few, number = (few, middle) if reached(middle) >= wanted else (middle, number)
    margin = quantile * spread * math.sqrt(2 / number)
    return LiveRule(number, margin, false_acceptance, real_gain, reached(number), spread, n_scores)


def _mean_power(shift: float, quantile: float, n_scores: int | None) -> float:
    """Return the power for a gain of `shift` standard errors, over the estimates of the sd."""
    if n_scores is None:
        return float(norm.cdf(shift - quantile))
    # Beyond this far any margin is passed; scipy's tail is NaN at some larger shifts.
    return float(nct.sf(quantile, n_scores - 1, min(shift, _FARTHEST * max(1.0, abs(quantile)))))


def _digits(value: float) -> str:
    """Write a score to three digits, and to no fewer than stand before its point."""
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"
