"""Ratings fitted to the games of a panel."""

import math
from itertools import combinations, product

import numpy as np
import numpy.typing as npt
from scipy.stats import t

from benchlib import bradley_terry, winrate
from benchlib.claims.answers import Number, Scaled, Setting, Statement
from benchlib.claims.ledger import claim
from benchlib.studies import match_simulations

PAIR = ((0, 75), (25, 0))
CYCLE_WINS = 70
PANEL = ((0, 30, 12, 9), (10, 0, 22, 14), (8, 18, 0, 25), (11, 6, 15, 0))


def cycle() -> list[list[int]]:
    """Return the points of three bots of which each beats the next."""
    won, lost = CYCLE_WINS, 100 - CYCLE_WINS
    return [[0, won, lost], [lost, 0, won], [won, lost, 0]]


@claim("bot-cycle-length")
def shortest_cycle() -> Number:
    # A panel of clean sweeps has finite ratings exactly if a cycle joins all of its bots.
    return Number(next(n for n in range(2, 6) if any(map(_has_ratings, _sweeps(n)))))


def _sweeps(n: int) -> list[npt.NDArray[np.float64]]:
    """Return all tables of n bots in which one of each pair takes every point."""
    first, second = np.triu_indices(n, 1)
    tables = []
    for wins in product((0, 1), repeat=len(first)):
        table = np.zeros((n, n))
        table[first, second] = wins
        table[second, first] = 1 - np.array(wins)
        tables.append(table)
    return tables


def _has_ratings(points: npt.NDArray[np.float64]) -> bool:
    try:
        bradley_terry.fit(points)
    except ValueError:
        return False
    return True


@claim("bot-bt-share")
def share_of_strengths() -> Statement:
    strengths = np.array([0.2, 1.0, 3.0, 41.0])
    elo = bradley_terry.elo(np.log(strengths))
    chance = bradley_terry.expected_score(np.subtract.outer(elo, elo))
    share = strengths[:, None] / np.add.outer(strengths, strengths)
    return Statement(
        bool(np.allclose(chance, share, rtol=1e-12)),
        f"the expected score equals the share for the {len(strengths) ** 2} pairs of "
        + ", ".join(f"{s:g}" for s in strengths),
    )


@claim("bot-elo-equal")
def equal_ratings() -> Number:
    return Number(bradley_terry.expected_score(0.0))


@claim("bot-elo-191")
@claim("bot-elo-75-25")
@claim("bot-elo-75-25-assert")
def three_to_one() -> Number:
    return Number(bradley_terry.fit(PAIR).gap("0", "1"))


@claim("bot-elo-191-score")
def score_of_191() -> Number:
    return Number(bradley_terry.expected_score(191))


@claim("bot-elo-75-roundtrip")
def there_and_back() -> Number:
    return Number(bradley_terry.expected_score(three_to_one().value))


@claim("bot-elo-formula")
def base_ten_and_400() -> Statement:
    odds = [s / (1 - s) for s in bradley_terry.expected_score([-400.0, 0.0, 400.0, 800.0])]
    factors = np.array(odds[1:]) / odds[:-1]
    return Statement(
        bool(np.allclose(factors, 10, rtol=1e-12)),
        f"400 Elo more multiply the odds by {factors[0]:.12g}, wherever one starts",
    )


@claim("bot-bt-convergence")
def finite_ratings_exist() -> Statement:
    # Every result of three bots in which each took no point or one from each other.
    places = [(i, j) for i in range(3) for j in range(3) if i != j]
    agree = fitted = 0
    for taken in product((0, 1), repeat=len(places)):
        points = np.zeros((3, 3))
        points[tuple(zip(*places, strict=True))] = taken
        fits = _has_ratings(points)
        agree += fits == (not _a_group_lost_nothing(points))
        fitted += fits
    return Statement(
        agree == 2 ** len(places),
        f"{agree} of {2 ** len(places)} results of three bots agree; {fitted} of them have a fit",
        "a group that never met the others counts as having won and lost all of its games "
        "against them, of which there are none",
    )


def _a_group_lost_nothing(points: npt.NDArray[np.float64]) -> bool:
    n = len(points)
    for size in range(1, n):
        for group in combinations(range(n), size):
            rest = [k for k in range(n) if k not in group]
            if not points[np.ix_(rest, group)].any():
                return True
    return False


@claim("bot-cycle-zero")
def a_cycle_is_level() -> Number:
    return Number(
        float(np.abs(bradley_terry.fit(cycle()).elo).max()), "the largest of the three in size"
    )


@claim("bot-cycle-margin")
def margin_of_the_cycle() -> Setting:
    return Setting("benchlib.claims.bot.ratings:CYCLE_WINS")


def _panel_rating(bot: int) -> Number:
    return Number(float(bradley_terry.fit(PANEL).elo[bot]))


@claim("bot-panel-a")
def first_of_the_panel() -> Number:
    return _panel_rating(0)


@claim("bot-panel-b")
def second_of_the_panel() -> Number:
    return _panel_rating(1)


@claim("bot-panel-c")
def third_of_the_panel() -> Number:
    return _panel_rating(2)


@claim("bot-panel-d")
def last_of_the_panel() -> Number:
    return _panel_rating(3)


@claim("bot-panel-balance")
def expected_points_are_points() -> Statement:
    points = np.array(PANEL)
    ratings = bradley_terry.fit(PANEL)
    expected = (points + points.T) * bradley_terry.expected_score(ratings.elo_gaps)
    np.fill_diagonal(expected, 0)
    off = float(np.abs(expected.sum(axis=1) - points.sum(axis=1)).max())
    return Statement(
        off < 1e-6, "equal within the tolerance of 1e-6 points, and within 1e-9" if off < 1e-9
        else f"largest difference {off:.1e} points"
    )  # fmt: skip


@claim("bot-unbeaten-prior")
def unbeaten_with_prior() -> Number:
    log_strength = bradley_terry.fit([[0, 20], [0, 0]], prior=0.5).log_strength
    return Number(float(np.exp(log_strength[0] - log_strength[1])))


@claim("bot-bootstrap-maps")
def redraw_whole_maps() -> Scaled:
    bots, maps, spread, resamples = 4, 30, 250.0, 199
    found = match_simulations.rating_coverage(
        n_bots=bots, n_maps=maps, map_sd_elo=spread, n_panels=100, n_resamples=resamples, rng=1
    )
    by_game, by_map = (
        winrate.clopper_pearson_interval(hits, found.n) for hits in (found.by_game, found.by_map)
    )
    return Scaled(
        by_game.high < 0.95 and by_map.low <= 0.95 <= by_map.high,
        found.by_game / found.n,
        by_game.low,
        by_game.high,
        "coverage of a 95% interval for the rating gap of two equal bots if single games are "
        f"redrawn; with whole maps it is {found.by_map / found.n:.3f} ({by_map.low:.3f} to "
        f"{by_map.high:.3f}). {found.n} simulated panels of {bots} bots on {maps} maps, strength "
        f"varying by {spread:.0f} Elo from map to map, {resamples} refits each",
    )


@claim("bot-twin-noise")
def twins_differ_by_noise() -> Scaled:
    found = match_simulations.twin_gaps(
        {"a": 100, "b": 0, "c": -100}, "a", n_maps=40, n_panels=200, rng=1
    )
    n, spread = len(found.gap), float(found.gap.std(ddof=1))
    mean, half = float(found.gap.mean()), float(t.isf(0.025, n - 1)) * spread / math.sqrt(n)
    inside = winrate.clopper_pearson_interval(found.inside, n)
    return Scaled(
        abs(mean) <= half and inside.low <= 0.95 <= inside.high,
        mean,
        mean - half,
        mean + half,
        f"mean gap in Elo between a bot and its copy over {n} simulated panels of four on 40 maps; "
        f"single gaps vary by {spread:.1f} Elo, which the panels themselves put at "
        f"{float(np.median(found.standard_error)):.1f}, and {100 * found.inside / n:.1f}% of them "
        "are within the noise floor that the panel shows, at a level of 95%",
    )
