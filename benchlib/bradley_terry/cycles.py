"""A measure of how non-transitive a panel is, as a whole and by level of strength."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchlib import _validation
from benchlib.bradley_terry._panel import PanelFit
from benchlib.bradley_terry.ratings import ELO_PER_LOG_UNIT, checked_prior

# Below three bots nothing goes round.
_SMALLEST_LEVEL = 3


@dataclass(frozen=True)
class Intransitivity:
    """How much of a panel's results goes in circles.

    Parameters
    ----------
    cyclic_elo : float
        Root mean square of what pairs do beyond the ratings, noise taken off, in Elo.
    transitive_elo : float
        Root mean square of the rating gaps of the pairs, noise taken off, in Elo.
    cyclic_share : float
        Cyclic part of the two squares together: 0 for a ladder, 1 for a pure cycle; NaN if
        neither is beyond noise.
    p_value : float
        Probability of residuals as large as these if nothing but noise went in circles.
    n_triples, n_cyclic_triples : int
        Triples of bots that all met without a level pair, and those in which each beat one of
        the others. They are plain counts: noise makes cycles among bots of similar strength.
    bots : tuple of str
        Whom it speaks about, from the strongest to the weakest.
    levels : tuple of Intransitivity
        The same for groups of bots of similar strength, the strongest first, each group fitted
        to its own games.
    warnings : tuple of str
        What the reader must know before using it; the reason of a NaN.
    """

    cyclic_elo: float
    transitive_elo: float
    cyclic_share: float
    p_value: float
    n_triples: int
    n_cyclic_triples: int
    bots: tuple[str, ...]
    levels: tuple["Intransitivity", ...] = ()
    warnings: tuple[str, ...] = ()


def intransitivity(
    points_or_games: Any,
    *,
    by: str | None = "map",
    prior: float = 0.0,
    n_levels: int = 1,
    n_resamples: int,
    rng: np.random.Generator | int,
) -> Intransitivity:
    r"""Measure how much of a panel's results goes in circles, beyond noise.

    Parameters
    ----------
    points_or_games : DataFrame, mapping of columns, or array_like of shape (n_bots, n_bots)
        As for `fit`.
    by : str or None, optional
        As for `pair_residuals`.
    prior : float, optional
        As for `fit`.
    n_levels : int, optional
        Groups of bots of similar strength to measure by themselves, of at least three bots.
    n_resamples : int
        Draws of noise for the p-value.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it; used for the whole panel first, then by level.

    Returns
    -------
    Intransitivity
        For the whole panel, and for each level if there are several.

    Raises
    ------
    ValueError
        As for `fit`; or if there are too few bots for the levels.

    Notes
    -----
    A pair with :math:`n` games, rating gap :math:`d` and expected score :math:`p` weighs
    :math:`w = n p (1 - p)`. Its residual :math:`r` is a difference of :math:`r / w` in log-odds.
    At the best fit the residuals flow in circles, and
    :math:`\sum w (d + r/w)^2 = \sum w d^2 + \sum r^2/w`: a ladder and a cycle, without overlap.
    Noise adds to both. What it adds is estimated from the spread of each pair's points between
    maps, and taken off. The p-value compares :math:`\sum r^2/w` with normal noise of the same
    spread.

    References
    ----------
    Jiang, Lim, Yao and Ye (2011); Czarnecki and others (2020).

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> cycle = [[0, 70, 30], [30, 0, 70], [70, 30, 0]]
    >>> found = bradley_terry.intransitivity(cycle, by=None, n_resamples=999, rng=1)
    >>> found.cyclic_share, found.n_cyclic_triples, found.p_value < 0.01
    (1.0, 1, True)
    """
    count = _validation.positive_integer(n_levels, "n_levels")
    draws = _validation.positive_integer(n_resamples, "n_resamples")
    generator = _validation.generator(rng)
    panel = PanelFit(points_or_games, by, checked_prior(prior))
    n = len(panel.pairs.bots)
    if count > 1 and n < _SMALLEST_LEVEL * count:
        raise ValueError(
            f"n_levels: {count} levels of at least {_SMALLEST_LEVEL} bots need "
            f"{_SMALLEST_LEVEL * count} bots, and there are {n}; choose fewer levels"
        )
    if count > 1 and panel.component.any():
        raise ValueError(
            "n_levels: the bots fall into components without a common order of strength; fit each "
            "by itself, or write n_levels=1"
        )
    whole = _measure(panel, draws, generator)
    if count == 1:
        return whole
    order = np.argsort(-panel.log_strength, kind="stable")
    levels = []
    for members in np.array_split(order, count):
        names = tuple(panel.pairs.bots[k] for k in members)
        try:
            levels.append(_measure(panel.part(np.sort(members)), draws, generator))
        except ValueError as error:
            reason = str(error).removeprefix("points_or_games: ")
            levels.append(replace(_UNDEFINED, bots=names, warnings=(reason,)))
    return replace(whole, levels=tuple(levels))


_UNDEFINED = Intransitivity(math.nan, math.nan, math.nan, math.nan, 0, 0, ())


def _measure(panel: PanelFit, draws: int, rng: np.random.Generator) -> Intransitivity:
    pairs, weight = panel.pairs, panel.weight
    order = np.argsort(-panel.log_strength, kind="stable")
    n_triples, n_cyclic = _triples(panel)
    bare = replace(
        _UNDEFINED,
        bots=tuple(pairs.bots[k] for k in order),
        n_triples=n_triples,
        n_cyclic_triples=n_cyclic,
    )
    n_components = int(panel.component.max()) + 1
    if len(pairs.first) - len(order) + n_components == 0:
        reason = "no bots met each other in a circle, so nothing can go round"
        return replace(bare, warnings=(*panel.warnings, reason))
    noise, taken = panel.noise()
    cyclic = float(((panel.residual**2 - noise) / weight).sum())
    ladder = float((weight * panel.gap**2 - taken / weight).sum())
    both = max(cyclic, 0) + max(ladder, 0)
    scale = ELO_PER_LOG_UNIT / math.sqrt(float(weight.sum()))
    largest = float((panel.residual**2 / weight).sum())
    drawn = panel.draws(draws, rng)
    told = () if both else ("the bots are level within noise: neither part is beyond it",)
    return replace(
        bare,
        cyclic_elo=scale * math.sqrt(max(cyclic, 0)),
        transitive_elo=scale * math.sqrt(max(ladder, 0)),
        cyclic_share=max(cyclic, 0) / both if both else math.nan,
        # A draw that equals the data up to rounding counts as one as large.
        p_value=(1 + int((drawn >= largest * (1 - 1e-12)).sum())) / (draws + 1),
        warnings=(*panel.warnings, *told),
    )


def _triples(panel: PanelFit) -> tuple[int, int]:
    """Count triples of bots that all met without a level pair, and those that form a cycle."""
    pairs = panel.pairs
    beats = np.zeros((len(pairs.bots),) * 2)
    above = np.sign(pairs.points - pairs.games / 2)
    beats[pairs.first, pairs.second] = above > 0
    beats[pairs.second, pairs.first] = above < 0
    decided = beats + beats.T
    return (
        round(float(np.einsum("ij,ji", decided @ decided, decided)) / 6),
        round(float(np.einsum("ij,ji", beats @ beats, beats)) / 3),
    )
