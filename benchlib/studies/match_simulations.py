"""Simulated matches between equal bots: what a shared map does to errors and intervals."""

import math
from dataclasses import dataclass

import numpy as np

from benchlib import _validation, bradley_terry, simulate, winrate
from benchlib._validation import FloatArray

__all__ = [
    "MapCoverage",
    "SharedMaps",
    "TwinGaps",
    "difference_on_maps",
    "match_coverage",
    "pair_variance_ratios",
    "rating_coverage",
    "twin_gaps",
]


@dataclass(frozen=True)
class MapCoverage:
    """How often two intervals hold the truth, with the map and with the game as the unit.

    Parameters
    ----------
    by_map, by_game : int
        Simulated intervals that hold it.
    n : int
        Simulated matches or panels.
    design_effect : float
        Mean over the matches of the variance between maps relative to that of coin flips; NaN
        for panels.
    """

    by_map: int
    by_game: int
    n: int
    design_effect: float = np.nan


@dataclass(frozen=True)
class SharedMaps:
    """Variance of the measured difference of two versions.

    Parameters
    ----------
    shared, separate : float
        If both play the same maps, and if each plays maps of its own.
    chance : float
        What the luck of single games alone would give.
    n : int
        Simulated comparisons.
    """

    shared: float
    separate: float
    chance: float
    n: int


@dataclass(frozen=True)
class TwinGaps:
    """Rating gaps between a bot and its exact copy.

    Parameters
    ----------
    gap : ndarray of float, shape (n_panels,)
        Measured gaps in Elo.
    standard_error : ndarray of float, shape (n_panels,)
        What each panel says about the error of its gap.
    inside : int
        Panels whose gap lies within the noise floor that they show.
    """

    gap: FloatArray
    standard_error: FloatArray
    inside: int


def difference_on_maps(
    gain_elo: float,
    *,
    n_maps: int,
    map_sd_elo: float,
    n_comparisons: int,
    rng: np.random.Generator | int,
) -> SharedMaps:
    """Compare two versions by one game of each on every map, against one opponent.

    Parameters
    ----------
    gain_elo : float
        True gain of the new version over the old one, which is as strong as the opponent.
    n_maps : int
        Maps that each version plays.
    map_sd_elo : float
        Standard deviation of what a map is worth to both versions alike.
    n_comparisons : int
        Simulated comparisons, at least 2.
    rng : numpy.random.Generator or int
        Source of the draws, or a seed for it.

    Returns
    -------
    SharedMaps
        Variances of the difference of the two win rates.

    Raises
    ------
    ValueError
        If there are too few maps or comparisons, or an argument is impossible.

    Examples
    --------
    >>> from benchlib.studies import match_simulations
    >>> found = match_simulations.difference_on_maps(
    ...     35, n_maps=50, map_sd_elo=300, n_comparisons=2000, rng=1
    ... )
    >>> found.shared < found.separate
    True
    """
    maps = _validation.positive_integer(n_maps, "n_maps")
    n = _several(n_comparisons, "n_comparisons")
    if not math.isfinite(gain_elo):
        raise ValueError(f"gain_elo: expected a finite number, got {gain_elo!r}")
    if not 0 <= map_sd_elo < math.inf:
        raise ValueError(f"map_sd_elo: expected a finite number of at least 0, got {map_sd_elo!r}")
    generator = _validation.generator(rng)
    # The maps of the old version, and those that a new version would draw for itself.
    map_elo = generator.normal(0, map_sd_elo, (2, n, maps))
    old, new = (bradley_terry.expected_score(map_elo + gain) for gain in (0.0, gain_elo))
    lots = generator.random((3, n, maps))
    results = (lots[0] < old[0], lots[1] < new[0], lots[2] < new[1])
    rates = [won.mean(axis=1) for won in results]
    luck = [float((p * (1 - p)).mean()) / maps for p in (old[0], new[0])]
    return SharedMaps(
        shared=float((rates[1] - rates[0]).var(ddof=1)),
        separate=float((rates[2] - rates[0]).var(ddof=1)),
        chance=sum(luck),
        n=n,
    )


def match_coverage(
    *,
    n_maps: int,
    map_sd_elo: float = 0.0,
    seat_elo: float = 0.0,
    draw_rate: float = 0.0,
    n_matches: int,
    rng: np.random.Generator | int,
) -> MapCoverage:
    """Count how often an interval for the win rate holds 0.5 between equal bots.

    Parameters
    ----------
    n_maps : int
        Maps of a match, each played in both seats.
    map_sd_elo, seat_elo, draw_rate : float, optional
        As in `simulate.panel_games`: bots that suit some maps make the two games of a map alike,
        a better seat makes them unlike.
    n_matches : int
        Simulated matches.
    rng : numpy.random.Generator or int
        Source of the games, or a seed for it.

    Returns
    -------
    MapCoverage
        For `winrate.map_interval`, and for Wilson's interval over all games.

    Raises
    ------
    ValueError
        If there are too few maps, or an argument is impossible in `simulate.panel_games`.

    Examples
    --------
    >>> from benchlib.studies import match_simulations
    >>> alike = match_simulations.match_coverage(
    ...     n_maps=50, map_sd_elo=300, n_matches=200, rng=1
    ... )
    >>> alike.by_game < alike.by_map
    True
    """
    points = _seat_pairs(n_maps, n_matches, map_sd_elo, seat_elo, draw_rate, rng)
    on = np.repeat(np.arange(n_maps), 2)
    found = [winrate.map_interval({"map": on, "points": match.ravel()}) for match in points]
    hits = [
        sum(interval.low <= 0.5 <= interval.high for interval in intervals)
        for intervals in (
            [match.confidence_interval for match in found],
            [match.wilson_interval for match in found],
        )
    ]
    effect = float(np.mean([match.design_effect for match in found]))
    return MapCoverage(hits[0], hits[1], len(points), effect)


def pair_variance_ratios(
    *,
    n_maps: int,
    map_sd_elo: float = 0.0,
    seat_elo: float = 0.0,
    draw_rate: float = 0.0,
    n_matches: int,
    rng: np.random.Generator | int,
) -> FloatArray:
    """Compare the variance of seat pairs with that of two independent games.

    Parameters
    ----------
    n_maps, map_sd_elo, seat_elo, draw_rate, n_matches, rng
        As in `match_coverage`.

    Returns
    -------
    ndarray of float, shape (n_matches,)
        Variance of the points of a pair, in five classes, divided by twice the variance of the
        points of a game, in three. NaN for a match in which every game ended alike.

    Raises
    ------
    ValueError
        If there are too few maps, or an argument is impossible in `simulate.panel_games`.

    Examples
    --------
    >>> from benchlib.studies import match_simulations
    >>> ratios = match_simulations.pair_variance_ratios(
    ...     n_maps=200, seat_elo=200, n_matches=50, rng=1
    ... )
    >>> bool(ratios.mean() < 1)
    True
    """
    points = _seat_pairs(n_maps, n_matches, map_sd_elo, seat_elo, draw_rate, rng)
    pairs = points.sum(axis=2).var(axis=1, ddof=1)
    games = points.reshape(len(points), -1).var(axis=1, ddof=1)
    ratios = np.full(len(points), np.nan)
    np.divide(pairs, 2 * games, out=ratios, where=games > 0)
    return ratios


def rating_coverage(
    *,
    n_bots: int,
    n_maps: int,
    map_sd_elo: float,
    n_panels: int,
    n_resamples: int,
    rng: np.random.Generator | int,
) -> MapCoverage:
    """Count how often a bootstrap interval of the gap between two equal bots holds 0.

    Parameters
    ----------
    n_bots : int
        Equal bots in a panel.
    n_maps : int
        Maps on which each meets every other in both seats.
    map_sd_elo : float
        Standard deviation of a bot's strength from map to map.
    n_panels, n_resamples : int
        Simulated panels, and refits of each.
    rng : numpy.random.Generator or int
        Source of games and resamples, or a seed for it.

    Returns
    -------
    MapCoverage
        For whole maps redrawn, and for single games redrawn.

    Raises
    ------
    ValueError
        If an argument is impossible in `simulate.panel_games` or `bradley_terry.bootstrap`.

    Examples
    --------
    >>> from benchlib.studies import match_simulations
    >>> found = match_simulations.rating_coverage(
    ...     n_bots=4, n_maps=20, map_sd_elo=300, n_panels=20, n_resamples=50, rng=1
    ... )
    >>> found.by_game < found.by_map
    True
    """
    generator = _validation.generator(rng)
    panels = _validation.positive_integer(n_panels, "n_panels")
    hits = dict.fromkeys(("map", "game"), 0)
    for _ in range(panels):
        games = simulate.panel_games(
            np.zeros(n_bots), n_maps=n_maps, map_sd_elo=map_sd_elo, rng=generator
        )
        games["game"] = np.arange(len(games))
        for unit in hits:
            sample = bradley_terry.bootstrap(games, by=unit, n_resamples=n_resamples, rng=generator)
            interval = sample.gap("0", "1").confidence_interval
            hits[unit] += interval.low <= 0 <= interval.high
    return MapCoverage(hits["map"], hits["game"], panels)


def twin_gaps(
    elo: dict[str, float],
    bot: str,
    *,
    n_maps: int,
    n_panels: int,
    rng: np.random.Generator | int,
) -> TwinGaps:
    """Enter a bot twice, many times over, and record the gap between it and its copy.

    Parameters
    ----------
    elo : dict of str to float
        True ratings of a panel without the copy.
    bot : str
        The bot to be copied.
    n_maps : int
        Maps on which each meets every other in both seats.
    n_panels : int
        Simulated panels.
    rng : numpy.random.Generator or int
        Source of the games, or a seed for it.

    Returns
    -------
    TwinGaps
        Gaps, their errors, and how many of them the noise floor of the panel explains.

    Raises
    ------
    ValueError
        If the bot is not in the panel, or an argument is impossible in `simulate.panel_games`.

    Examples
    --------
    >>> from benchlib.studies import match_simulations
    >>> twins = match_simulations.twin_gaps(
    ...     {"a": 100, "b": 0}, "a", n_maps=40, n_panels=30, rng=1
    ... )
    >>> bool(abs(twins.gap.mean()) < twins.gap.std())
    True
    """
    generator = _validation.generator(rng)
    panels = _validation.positive_integer(n_panels, "n_panels")
    if bot not in elo:
        raise ValueError(f"bot: {bot!r} is not among the bots {', '.join(elo)}")
    twin = f"{bot} twin"
    floors = []
    for _ in range(panels):
        games = simulate.panel_games({**elo, twin: elo[bot]}, n_maps=n_maps, rng=generator)
        floors.append(bradley_terry.noise_floor(games, bot, twin))
    return TwinGaps(
        gap=np.array([floor.gap.estimate for floor in floors]),
        standard_error=np.array([floor.gap.standard_error for floor in floors]),
        inside=sum(abs(floor.gap.estimate) <= floor.smallest_gap_elo for floor in floors),
    )


def _seat_pairs(
    n_maps: int,
    n_matches: int,
    map_sd_elo: float,
    seat_elo: float,
    draw_rate: float,
    rng: np.random.Generator | int,
) -> FloatArray:
    """Play matches between two equal bots; return points of shape (n_matches, n_maps, 2)."""
    maps = _several(n_maps, "n_maps")
    matches = _validation.positive_integer(n_matches, "n_matches")
    # One long match on maps that share nothing is as good as many.
    games = simulate.panel_games(
        [0.0, 0.0],
        n_maps=maps * matches,
        map_sd_elo=map_sd_elo,
        seat_elo=seat_elo,
        draw_rate=draw_rate,
        rng=rng,
    )
    ordered = games.sort_values(["map", "seat"])["result"].to_numpy(dtype=np.float64)
    return np.asarray(ordered.reshape(matches, maps, 2))


def _several(value: int, name: str) -> int:
    number = _validation.positive_integer(value, name)
    if number < 2:
        raise ValueError(f"{name}: one shows no spread; take at least two")
    return number
