"""A lineage that measures itself against its own champion, and an old baseline beside it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.gates.stages import Stage, checked_stages
from benchlib.winrate import _checks

_PER_ELO = math.log(10) / 400
# A score may lie a rounding error outside what the draws allow.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Lineages:
    """Simulated lineages, all in Elo points since their first champion.

    Arrays have one row a lineage and one column for the start and for each candidate after it.

    Parameters
    ----------
    recorded : ndarray of float, shape (n_lineages, n_candidates + 1)
        The sum of what the promoted candidates measured against their champions in the last
        stage: what the record says.
    true : ndarray of float, shape (n_lineages, n_candidates + 1)
        The sum of their true gains over their champions.
    against_baseline : ndarray of float, shape (n_lineages, n_candidates + 1)
        The gain of the champion against the baseline, which no gate looks at.
    n_promoted, n_false : ndarray of int, shape (n_lineages,)
        Promotions, and those of candidates that were not better than their champion.
    """

    recorded: FloatArray
    true: FloatArray
    against_baseline: FloatArray
    n_promoted: npt.NDArray[np.int64]
    n_false: npt.NDArray[np.int64]


def simulate_lineages(
    stages: Stage | Sequence[Stage],
    *,
    n_candidates: int,
    mean_gain_elo: float,
    sd_gain_elo: float,
    transfer: float = 1.0,
    drift_elo: float = 0.0,
    draw_rate: float = 0.0,
    n_lineages: int,
    rng: np.random.Generator | int,
) -> Lineages:
    r"""Simulate lineages that promote through a gate, and watch them against an old baseline.

    Parameters
    ----------
    stages : Stage or sequence of Stage
        The gate.
    n_candidates : int
        Candidates that come to the gate, one after the other.
    mean_gain_elo, sd_gain_elo : float
        Mean and standard deviation of a candidate's true gain over the champion of its time.
    transfer : float, optional
        The part of a true gain over the champion that also counts against the baseline; 1 if
        strength were transitive.
    drift_elo : float, optional
        Standard deviation of what a promotion changes against the baseline besides, in either
        direction: habits that matter against this opponent alone.
    draw_rate : float, optional
        Share of games that end drawn.
    n_lineages : int
        Number of independent lineages.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.

    Returns
    -------
    Lineages
        The record, the true gains and the gains against the baseline, after each candidate.

    Raises
    ------
    ValueError
        If a number is out of range, there are no stages, or a gain was drawn that is too large
        beside the draws.

    Notes
    -----
    Games are independent. With a true gain :math:`\delta` the candidate's expected score is
    :math:`1/(1+10^{-\delta/400})`; draws leave it as it is and make results steadier. A promotion
    adds :math:`\delta` to the true gains and :math:`\tau\delta + \varepsilon` to the gain against
    the baseline. The record adds the Elo of the score in the last stage, with half a point put on
    either side so that a clean sweep stays finite. It is too high on average, since only good
    scores are recorded.

    Examples
    --------
    >>> from benchlib import gates
    >>> lineages = gates.simulate_lineages(
    ...     gates.Stage(512, 0.52), n_candidates=100, mean_gain_elo=0, sd_gain_elo=0,
    ...     n_lineages=500, rng=1,
    ... )
    >>> f"{lineages.n_false.mean():.0f} of 100 equal candidates promoted"
    '18 of 100 equal candidates promoted'
    >>> f"recorded {lineages.recorded[:, -1].mean():+.0f}, true {lineages.true[:, -1].mean():+.0f}"
    'recorded +392, true +0'
    """
    ordered = checked_stages(stages)
    steps = _validation.positive_integer(n_candidates, "n_candidates")
    size = _validation.positive_integer(n_lineages, "n_lineages")
    mean = _validation.finite(mean_gain_elo, "mean_gain_elo")
    spread = _validation.finite(sd_gain_elo, "sd_gain_elo", least=0)
    share, drift = (
        _validation.finite(transfer, "transfer"),
        _validation.finite(drift_elo, "drift_elo", least=0),
    )
    drawn = _checks.draws(draw_rate)
    generator = _validation.generator(rng)
    changes = np.zeros((3, size, steps + 1))
    n_promoted, n_false = (np.zeros(size, dtype=np.int64) for _ in range(2))
    for step in range(1, steps + 1):
        gain = generator.normal(mean, spread, size=size)
        won = _won_if_decided(gain, drawn)
        promoted = np.ones(size, dtype=bool)
        for stage in ordered:
            draws = generator.binomial(stage.n_games, drawn, size=size)
            points = draws / 2 + generator.binomial(stage.n_games - draws, won)
            promoted &= points >= stage.points_needed
        # Drawn for everyone, so that another gate meets the same drift.
        other = generator.normal(0.0, drift, size=size)
        measured = logit((points + 0.5) / (stage.n_games + 1)) / _PER_ELO
        changes[:, :, step] = np.stack((measured, gain, share * gain + other)) * promoted
        n_promoted += promoted
        n_false += promoted & (gain <= 0)
    recorded, true, against = np.cumsum(changes, axis=2)
    return Lineages(recorded, true, against, n_promoted, n_false)


def _won_if_decided(gain_elo: FloatArray, drawn: float) -> FloatArray:
    """Return the chance to win a game that is not drawn; 0 where all are."""
    score = expit(gain_elo * _PER_ELO)
    if (np.abs(score - 0.5) > (1 - drawn) / 2 + _ROUNDING).any():
        largest = gain_elo[np.abs(score - 0.5).argmax()]
        raise ValueError(
            f"draw_rate: {drawn:g} leaves no room for a gain of {largest:.4g} Elo; "
            "take fewer draws, or a smaller mean_gain_elo or sd_gain_elo"
        )
    return np.clip((score - drawn / 2) / (1 - drawn if drawn < 1 else 1), 0.0, 1.0)
