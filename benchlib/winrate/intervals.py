"""Intervals for a win rate that treat every game as an independent coin flip."""

import math

from scipy.special import betainccinv, betaincinv
from scipy.stats import norm

from benchlib import _validation
from benchlib.results import ConfidenceInterval
from benchlib.winrate import _checks

__all__ = [
    "clopper_pearson_interval",
    "jeffreys_interval",
    "wald_interval",
    "wilson_interval",
]


def wilson_interval(
    points: float, n_games: int, *, confidence_level: float = 0.95
) -> ConfidenceInterval:
    r"""Return the Wilson score interval of a win rate.

    Parameters
    ----------
    points : float
        Points won: 1 a win, 0.5 a draw.
    n_games : int
        Games played.
    confidence_level : float, optional
        Nominal level.

    Returns
    -------
    ConfidenceInterval
        The interval, within 0 and 1.

    Raises
    ------
    ValueError
        If no games were played, or `n_games` games cannot give `points`.

    Notes
    -----
    The interval holds the rates :math:`p` that a score test does not reject,
    :math:`|\hat p - p| \le z \sqrt{p(1-p)/g}`. Its ends are the roots of a quadratic,

    .. math:: \frac{\hat p + z^2/2g \pm z\sqrt{\hat p(1-\hat p)/g + z^2/4g^2}}{1 + z^2/g}.

    The variance of a game with draws is smaller than :math:`p(1-p)`, so with draws and otherwise
    independent games it is wider than it need be. Games that share a map are not independent;
    see `map_interval`.

    References
    ----------
    Wilson (1927); Brown, Cai and DasGupta (2001).

    Examples
    --------
    >>> from benchlib import winrate
    >>> interval = winrate.wilson_interval(55, 100)
    >>> f"{interval.low:.4f} {interval.high:.4f}"
    '0.4524 0.6439'
    """
    won, n, level = _checked(points, n_games, confidence_level)
    z = float(norm.isf((1 - level) / 2))
    return ConfidenceInterval(_wilson_low(won, n, z), 1 - _wilson_low(n - won, n, z), level)


def _wilson_low(won: float, n: int, z: float) -> float:
    rate = won / n
    half = z * math.sqrt(won / n * (n - won) / n / n + (z / (2 * n)) ** 2)
    # The roots multiply to the last term of the quadratic. This way the lower end of 0 points is
    # 0, not the rounding error of a difference, and mirrored results have mirrored intervals.
    return rate * rate / (rate + z * z / (2 * n) + half)


def wald_interval(
    points: float, n_games: int, *, confidence_level: float = 0.95
) -> ConfidenceInterval:
    r"""Return the textbook interval, rate plus or minus normal standard errors.

    Parameters
    ----------
    points : float
        Points won: 1 a win, 0.5 a draw.
    n_games : int
        Games played.
    confidence_level : float, optional
        Nominal level.

    Returns
    -------
    ConfidenceInterval
        The interval, which may leave 0 to 1 and has no width if all games were won or lost.

    Raises
    ------
    ValueError
        If no games were played, or `n_games` games cannot give `points`.

    Notes
    -----
    :math:`\hat p \pm z\sqrt{\hat p(1-\hat p)/g}`. It is here to be compared with the others:
    `coverage` shows where it fails.

    Examples
    --------
    >>> from benchlib import winrate
    >>> winrate.wald_interval(10, 10)  # ten wins, and no doubt left: wrong
    ConfidenceInterval(low=1.0, high=1.0, confidence_level=0.95)
    """
    won, n, level = _checked(points, n_games, confidence_level)
    rate = won / n
    half = float(norm.isf((1 - level) / 2)) * math.sqrt(rate * ((n - won) / n) / n)
    return ConfidenceInterval(rate - half, rate + half, level)


def clopper_pearson_interval(
    points: float, n_games: int, *, confidence_level: float = 0.95
) -> ConfidenceInterval:
    r"""Return the interval of the win rates that an exact binomial test does not reject.

    Parameters
    ----------
    points : float
        Points won: 1 a win, 0.5 a draw.
    n_games : int
        Games played.
    confidence_level : float, optional
        Nominal level; without draws the coverage is nowhere lower.

    Returns
    -------
    ConfidenceInterval
        The interval, within 0 and 1.

    Raises
    ------
    ValueError
        If no games were played, or `n_games` games cannot give `points`.

    Notes
    -----
    With :math:`w` wins the ends are the :math:`\alpha/2` quantile of the beta distribution
    :math:`(w, g - w + 1)` and the :math:`1 - \alpha/2` quantile of :math:`(w + 1, g - w)`.
    Half points are put into the same formula. The guarantee is proven for whole wins only.

    References
    ----------
    Brown, Cai and DasGupta (2001).

    Examples
    --------
    >>> from benchlib import winrate
    >>> interval = winrate.clopper_pearson_interval(6, 10)
    >>> f"{interval.low:.4f} {interval.high:.4f}"
    '0.2624 0.8784'
    """
    won, n, level = _checked(points, n_games, confidence_level)
    tail, lost = (1 - level) / 2, n - won
    low = float(betaincinv(won, lost + 1, tail)) if won else 0.0
    high = float(betainccinv(won + 1, lost, tail)) if lost else 1.0
    return ConfidenceInterval(low, high, level)


def jeffreys_interval(
    points: float, n_games: int, *, confidence_level: float = 0.95
) -> ConfidenceInterval:
    r"""Return the equal-tailed interval of the posterior under the Jeffreys prior.

    Parameters
    ----------
    points : float
        Points won: 1 a win, 0.5 a draw.
    n_games : int
        Games played.
    confidence_level : float, optional
        Nominal level.

    Returns
    -------
    ConfidenceInterval
        The interval, within 0 and 1.

    Raises
    ------
    ValueError
        If no games were played, or `n_games` games cannot give `points`.

    Notes
    -----
    The posterior is a beta distribution :math:`(w + 1/2, g - w + 1/2)`. As usual, the lower end
    is 0 where no point was won and the upper end 1 where none was lost.

    References
    ----------
    Brown, Cai and DasGupta (2001).

    Examples
    --------
    >>> from benchlib import winrate
    >>> interval = winrate.jeffreys_interval(6, 10)
    >>> f"{interval.low:.4f} {interval.high:.4f}"
    '0.3037 0.8469'
    """
    won, n, level = _checked(points, n_games, confidence_level)
    tail, lost = (1 - level) / 2, n - won
    low = float(betaincinv(won + 0.5, lost + 0.5, tail)) if won else 0.0
    high = float(betainccinv(won + 0.5, lost + 0.5, tail)) if lost else 1.0
    return ConfidenceInterval(low, high, level)


def _checked(points: float, n_games: int, confidence_level: float) -> tuple[float, int, float]:
    n = _checks.games(n_games)
    return (
        _checks.points(points, n),
        n,
        _validation.fraction(confidence_level, "confidence_level"),
    )
