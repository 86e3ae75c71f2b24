"""Repeated checks against an old baseline: what a drop means, and when to take a new one."""

import math

from scipy.stats import norm

from benchlib import _validation
from benchlib.winrate import _checks


def clear_drop(
    n_games: int,
    *,
    n_before: int = 1,
    n_after: int = 1,
    n_comparisons: int = 1,
    win_rate: float = 0.5,
    confidence_level: float = 0.95,
) -> float:
    r"""Return the smallest drop of the win rate between checks that is more than noise.

    Parameters
    ----------
    n_games : int
        Independent games of each check.
    n_before, n_after : int, optional
        Checks that are averaged before and after the drop.
    n_comparisons : int, optional
        How many such drops were looked at before this one was noticed, itself included.
    win_rate : float, optional
        Win rate against the baseline around which the checks lie.
    confidence_level : float, optional
        One minus the probability that any of the comparisons is called a change by chance.

    Returns
    -------
    float
        A difference of win rates; a smaller one is noise.

    Raises
    ------
    ValueError
        If a number is out of range, or the win rate is 0 or 1.

    Notes
    -----
    The normal approximation, :math:`z \sqrt{p (1-p) / g}\,\sqrt{1/a + 1/b}` for :math:`a` checks
    before and :math:`b` after. The level is shared out among the comparisons (Bonferroni), and
    both directions count, because a rise is noticed as well.

    Examples
    --------
    >>> from benchlib import gates
    >>> one, three = gates.clear_drop(800), gates.clear_drop(800, n_before=3, n_after=3)
    >>> f"{100 * one:.1f} points in two checks, {100 * three:.1f} between three and three"
    '4.9 points in two checks, 2.8 between three and three'
    """
    n = _checks.games(n_games)
    before = _validation.positive_integer(n_before, "n_before")
    after = _validation.positive_integer(n_after, "n_after")
    comparisons = _validation.positive_integer(n_comparisons, "n_comparisons")
    rate = _validation.fraction(win_rate, "win_rate")
    level = _validation.fraction(confidence_level, "confidence_level")
    z = float(norm.isf((1 - level) / 2 / comparisons))
    return z * math.sqrt(rate * (1 - rate) / n * (1 / before + 1 / after))


def elo_standard_error(win_rate: float, *, n_games: int) -> float:
    r"""Return the standard error, in Elo points, of a gap measured against one opponent.

    Parameters
    ----------
    win_rate : float
        True win rate against the opponent.
    n_games : int
        Independent games.

    Returns
    -------
    float
        In Elo points.

    Raises
    ------
    ValueError
        If there are no games, or the win rate is 0 or 1, where no gap can be measured.

    Notes
    -----
    :math:`\frac{400}{\ln 10} / \sqrt{g\,p(1-p)}`, by the delta method. An opponent that is beaten
    nearly always measures badly: at a win rate of :math:`p` the same error needs
    :math:`1 / 4p(1-p)` times the games that an even opponent needs. That is the time for a newer
    baseline beside the old one.

    Examples
    --------
    >>> from benchlib import gates
    >>> [round(gates.elo_standard_error(p, n_games=800), 1) for p in (0.5, 0.9, 0.99)]
    [12.3, 20.5, 61.7]
    """
    n, rate = _checks.games(n_games), _validation.fraction(win_rate, "win_rate")
    return 400 / math.log(10) / math.sqrt(n * rate * (1 - rate))
