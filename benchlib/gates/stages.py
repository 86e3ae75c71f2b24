"""What a gate of one or more stages promotes, exactly."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.winrate import _checks
from benchlib.winrate.outcomes import tails


@dataclass(frozen=True)
class Stage:
    """One test of a candidate against the champion, on maps that no other stage uses.

    Parameters
    ----------
    n_games : int
        Games played.
    pass_mark : float
        The lowest measured win rate that passes, itself included.

    Raises
    ------
    ValueError
        If there are no games, or the mark is not between 0 and 1.

    Examples
    --------
    >>> from benchlib import gates
    >>> gates.Stage(512, 0.52).points_needed  # 0.52 of 512 is 266.24
    266.5
    """

    n_games: int
    pass_mark: float

    def __post_init__(self) -> None:
        """Refuse impossible settings, and keep plain numbers."""
        object.__setattr__(self, "n_games", _checks.games(self.n_games, listed=True))
        object.__setattr__(self, "pass_mark", _validation.fraction(self.pass_mark, "pass_mark"))

    @property
    def points_needed(self) -> float:
        """The fewest points that pass; without draws the next whole number."""
        # The mark is meant as the decimal that it prints as: 0.55 of 100 games are 55 points.
        return math.ceil(2 * self.n_games * Fraction(repr(self.pass_mark))) / 2


@dataclass(frozen=True)
class GateRates:
    """What a gate does to candidates of known strength.

    Shares and means are over candidates that come to the gate, weighted.

    Parameters
    ----------
    win_rates, weights : ndarray of float, shape (n_rates,)
        True win rates against the champion, and the share of candidates that has each.
    pass_probability : ndarray of float, shape (n_stages, n_rates)
        Probability to pass each stage, for a candidate that plays it.
    promotion_probability : ndarray of float, shape (n_rates,)
        Probability to pass all of them.
    promoted : float
        Share of candidates that is promoted.
    false_promotions : float
        Share of candidates that is promoted without being better than the champion.
    true_promotions, missed : float
        Share of candidates that is better and promoted, and better and stopped.
    expected_gain : float
        Mean true gain of the champion from one candidate, as a difference of win rates.
    gain_of_promoted : float
        Mean true gain of those promoted; NaN if nothing is.
    expected_games : float
        Mean games played for one candidate.
    warnings : tuple of str
        Why a value is not defined, if one is not.
    """

    win_rates: FloatArray
    weights: FloatArray
    pass_probability: FloatArray
    promotion_probability: FloatArray
    promoted: float
    false_promotions: float
    true_promotions: float
    missed: float
    expected_gain: float
    gain_of_promoted: float
    expected_games: float
    warnings: tuple[str, ...] = ()


def evaluate(
    stages: Stage | Sequence[Stage],
    win_rates: npt.ArrayLike,
    *,
    weights: npt.ArrayLike | None = None,
    draw_rate: float = 0.0,
) -> GateRates:
    r"""Compute what a gate promotes, without simulation.

    Parameters
    ----------
    stages : Stage or sequence of Stage
        Stages in order; a candidate that fails one plays no further.
    win_rates : array_like of float, shape (n_rates,)
        True win rates against the champion among the candidates.
    weights : array_like of float, shape (n_rates,), optional
        How common each of them is, in any unit; alike if left out.
    draw_rate : float, optional
        Share of games that end drawn.

    Returns
    -------
    GateRates
        Probabilities for each rate, and their means over the candidates.

    Raises
    ------
    ValueError
        If there are no stages, a rate is impossible, or the weights do not fit.

    Notes
    -----
    Games are independent, and so are stages, because each has maps of its own. The chance of
    promotion is then the product :math:`\prod_k \Pr(W_k \ge m_k g_k)`. A candidate of exactly the
    champion's strength counts as a false promotion.

    Examples
    --------
    >>> from benchlib import gates
    >>> screen, confirm = gates.Stage(512, 0.52), gates.Stage(2048, 0.52)
    >>> one = gates.evaluate(screen, [0.5])
    >>> two = gates.evaluate([screen, confirm], [0.5])
    >>> f"{100 * one.false_promotions:.1f} and {100 * two.false_promotions:.1f} of 100 candidates"
    '17.7 and 0.6 of 100 candidates'
    """
    ordered = checked_stages(stages)
    drawn = _checks.draws(draw_rate)
    rates = _checks.rates(win_rates, drawn, "win_rates")
    shares = _shares(weights, len(rates))
    passing = np.array(
        [tails(stage.points_needed, stage.n_games, rates, drawn) for stage in ordered]
    )
    reached = np.cumprod(passing, axis=0)
    through = reached[-1]
    # The first stage is always played, each later one by those that passed all before.
    games = ordered[0].n_games + sum(
        stage.n_games * before for stage, before in zip(ordered[1:], reached[:-1], strict=True)
    )
    better = rates > 0.5
    promoted = _mean(through, shares)
    gain = _mean(through * (rates - 0.5), shares)
    warnings: tuple[str, ...] = ()
    if promoted == 0:
        warnings = ("no candidate is promoted, so there is no gain of the promoted",)
    return GateRates(
        win_rates=rates,
        weights=shares,
        pass_probability=passing,
        promotion_probability=through,
        promoted=promoted,
        false_promotions=_mean(through * ~better, shares),
        true_promotions=_mean(through * better, shares),
        missed=_mean((1 - through) * better, shares),
        expected_gain=gain,
        gain_of_promoted=gain / promoted if promoted else math.nan,
        expected_games=_mean(np.broadcast_to(games, rates.shape), shares),
        warnings=warnings,
    )


def checked_stages(stages: Stage | Sequence[Stage]) -> list[Stage]:
    """Return one or several stages as a list, or say what is none."""
    if not isinstance(stages, Stage | list | tuple):
        raise ValueError(f"stages: expected one or a list of gates.Stage, got {stages!r}")
    ordered = [stages] if isinstance(stages, Stage) else list(stages)
    if not ordered:
        raise ValueError("stages: is empty; give at least one gates.Stage(n_games, pass_mark)")
    for row, stage in enumerate(ordered):
        if not isinstance(stage, Stage):
            raise ValueError(
                f"stages: row {row} is {stage!r}; give a gates.Stage(n_games, pass_mark)"
            )
    return ordered


def _shares(weights: npt.ArrayLike | None, n_rates: int) -> FloatArray:
    if weights is None:
        return np.full(n_rates, 1 / n_rates)
    values = _validation.pool(weights, "weights")
    if len(values) != n_rates:
        raise ValueError(f"weights: {len(values)} of them for {n_rates} win_rates; give as many")
    if (values < 0).any():
        row = int(values.argmin())
        raise ValueError(f"weights: row {row} is {values[row]}; give shares of at least 0")
    total = math.fsum(values.tolist())
    if total == 0:
        raise ValueError("weights: are all 0; give at least one candidate a share")
    return values / total


def _mean(values: npt.NDArray[np.floating], shares: FloatArray) -> float:
    """Return a weighted mean that does not depend on the order of the candidates."""
    return math.fsum((values * shares).tolist())
