"""What the two programs print, and what they assert and set."""

import math

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

from benchlib import bradley_terry, sequential, winrate
from benchlib.claims.answers import Number, Setting, Statement
from benchlib.claims.bot.ratings import PAIR, PANEL
from benchlib.claims.bot.win_rates import multiplier
from benchlib.claims.ledger import claim

SOLVERS = "benchlib.bradley_terry._solvers"


def lines(*, confidence_level: float = 0.95, power: float = 0.8) -> tuple[str, str, str]:
    """Return the three lines of numbers that the programs print."""
    wilson = [
        winrate.wilson_interval(points, n, confidence_level=confidence_level)
        for points, n in ((55, 100), (6, 10))
    ]
    limits = [f"[{x.low:.4f}, {x.high:.4f}]" for x in wilson]
    duel = winrate.games_for_duel(0.05, confidence_level=confidence_level, power=power)
    separate, shared = (
        winrate.games_per_version(
            0.05, correlation=rho, confidence_level=confidence_level, power=power
        )
        for rho in (0.0, 0.5)
    )
    gap = bradley_terry.fit(PAIR).gap("0", "1")
    panel = " ".join(f"{rating:+.1f}" for rating in bradley_terry.fit(PANEL).elo)
    return (
        f"55/100: {limits[0]}  6/10: {limits[1]}",
        f"games: duel {duel}, per version {separate} (separate maps) or {shared} (shared, 0.5)",
        f"75-25: {gap:+.1f} Elo  panel: {panel}",
    )


@claim("bot-zconf")
def constant_for_confidence() -> Statement:
    printed = 1.959964
    rounded = lines(confidence_level=2 * float(norm.cdf(printed)) - 1)
    return _constant(printed, multiplier(), rounded)


@claim("bot-zpower")
def constant_for_power() -> Statement:
    printed = 0.841621
    both = 2 * winrate.minimum_detectable_effect(100) * math.sqrt(100)
    return _constant(printed, both - multiplier(), lines(power=float(norm.cdf(printed))))


def _constant(printed: float, ours: float, rounded: tuple[str, str, str]) -> Statement:
    return Statement(
        round(ours, 6) == printed and rounded == lines(),
        f"{ours:.10f}",
        "the programs use the value with six decimals, we use all digits; the lines that they "
        "print are the same with either",
    )


@claim("bot-w55-assert-low")
@claim("bot-wilson-55-100-out-low")
def low_of_fifty_five() -> Number:
    return Number(winrate.wilson_interval(55, 100).low)


@claim("bot-w55-assert-high")
@claim("bot-wilson-55-100-out-high")
def high_of_fifty_five() -> Number:
    return Number(winrate.wilson_interval(55, 100).high)


@claim("bot-w6-assert-low")
@claim("bot-wilson-6-10-out-low")
def low_of_six() -> Number:
    return Number(winrate.wilson_interval(6, 10).low)


@claim("bot-w6-assert-high")
@claim("bot-wilson-6-10-out-high")
def high_of_six() -> Number:
    return Number(winrate.wilson_interval(6, 10).high)


@claim("bot-w55-includes-half")
def includes_half() -> Statement:
    interval = winrate.wilson_interval(55, 100)
    return Statement(
        interval.low < 0.5 < interval.high, f"{interval.low:.5f} to {interval.high:.5f}"
    )


@claim("bot-prior-form")
def prior_is_added_each_way() -> Statement:
    # Bots 1 and 3 never met: nothing is added between them.
    points = np.array([[0, 5, 0], [3, 0, 6], [0, 1, 0]], dtype=float)
    met = (points + points.T) > 0
    fitted = bradley_terry.fit(points, prior=0.5).elo
    by_hand = bradley_terry.fit(points + 0.5 * met).elo
    everywhere = bradley_terry.fit(points + 0.5 * ~np.eye(3, dtype=bool)).elo
    return Statement(
        bool(np.allclose(fitted, by_hand, atol=1e-9) and not np.allclose(fitted, everywhere)),
        "the ratings with a prior of 0.5 are those of half a point more each way between the "
        "bots that met",
    )


@claim("bot-unbeaten-infinite")
def unbeaten_without_prior() -> Statement:
    points = [[0.0, 20.0], [0.0, 0.0]]
    printed, iterations = zermelo_as_printed(points)
    try:
        bradley_terry.fit(points)
        refusal = ""
    except ValueError as error:
        refusal = str(error)
    ratings = [bradley_terry.fit(points, prior=prior).gap("0", "1") for prior in (1e-2, 1e-4, 1e-6)]
    return Statement(
        not np.isfinite(printed).any() and "infinite" in refusal,
        f"the gap is {', '.join(f'{gap:.0f}' for gap in ratings)} Elo with a prior of 0.01, 0.0001 "
        "and 0.000001, without end; without a prior ours refuses",
        "the likelihood rises for ever with the gap. The programs do not say so: the strength of "
        "the winless bot becomes 0, its logarithm pulls the mean to minus infinity, the division "
        "by a zero mean makes infinity and 0/0, and as a comparison with NaN is false the loop "
        f"takes it for convergence after {iterations} iterations and returns "
        f"{' and '.join(map(str, printed.tolist()))} as the two ratings",
    )


def zermelo_as_printed(points: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], int]:
    """Follow the document's iteration without a prior, in double precision, unguarded.

    Returns the ratings and the number of iterations. This is what `bradley_terry.fit` with method
    "mm" does for a panel that has finite ratings; it is here to see what becomes of one that
    has none.
    """
    table = np.asarray(points, dtype=np.float64)
    games = table + table.T
    strength = np.ones(len(table))
    iteration = 0
    with np.errstate(all="ignore"):
        while iteration < 100_000:
            iteration += 1
            weight = np.where(games > 0, games / np.add.outer(strength, strength), 0).sum(axis=1)
            following = table.sum(axis=1) / weight
            following = following / np.exp(np.log(following).mean())
            change = 0.0
            for step in np.abs(np.log(following / strength)):
                # The larger of the two, as the languages compare: NaN is never larger.
                change = float(step) if change < step else change
            strength = following
            if change < 1e-13:
                break
        ratings: npt.NDArray[np.float64] = 400 * np.log10(strength)
    return ratings, iteration


@claim("bot-iter-cap")
def iteration_limit() -> Setting:
    return Setting(
        f"{SOLVERS}:_MM_ITERATIONS",
        'of method "mm"; the default is Newton\'s method, which needs far fewer',
    )


@claim("bot-tol")
def tolerance() -> Setting:
    return Setting(f"{SOLVERS}:_MM_TOLERANCE", 'of method "mm"')


@claim("bot-sprt-low")
def lower_bound() -> Statement:
    bounds = sequential.wald_bounds(alpha=0.05, beta=0.05)
    return Statement(math.isclose(bounds.lower, -math.log(19), rel_tol=1e-12), bounds.lower)


@claim("bot-sprt-high")
def upper_bound() -> Statement:
    bounds = sequential.wald_bounds(alpha=0.05, beta=0.05)
    return Statement(math.isclose(bounds.upper, math.log(19), rel_tol=1e-12), bounds.upper)
