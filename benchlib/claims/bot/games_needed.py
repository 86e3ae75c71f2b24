"""How many games a decision needs."""

import math

import numpy as np

from benchlib import winrate
from benchlib.claims.answers import Number, Setting, Statement
from benchlib.claims.ledger import claim

# Games of the question "should we swap to 800 games instead of 96?".
SMALLER, LARGER = 96, 800


@claim("bot-two-gains")
def two_gains() -> Statement:
    small, large = winrate.games_for_duel(0.05), winrate.games_for_duel(0.2)
    return Statement(
        small > 10 * large,
        f"{small} games for 5 points, {large} for 20",
        "we ask for ten times as many",
    )


@claim("bot-alpha")
def false_alarms() -> Number:
    duels = {n: winrate.duel_power(0.0, n) for n in (10, SMALLER, 785, LARGER)}
    return Number(
        100 * duels[785].false_alarm,
        "exact, for 785 games and Wilson's interval, half of it on either side; "
        + ", ".join(f"{100 * d.false_alarm:.2f} with {n}" for n, d in duels.items() if n != 785)
        + " games, since the number of wins is whole",
    )


@claim("bot-power-common")
def usual_power() -> Setting:
    return Setting("benchlib.winrate.sample_size:games_for_duel.__kwdefaults__[power]", scale=100)


@claim("bot-inverse-square")
def half_the_gain() -> Number:
    return Number(winrate.games_for_duel(0.025) / winrate.games_for_duel(0.05))


@claim("bot-duel-05")
@claim("bot-out-games-duel")
def duel_of_five_points() -> Number:
    n = winrate.games_for_duel(0.05)
    wilson, exact = (winrate.duel_power(0.05, n, test=test) for test in ("wilson", "exact"))
    return Number(
        n,
        f"the normal approximation gives these games a power of {wilson.normal_power:.4f}; exact "
        f"it is {wilson.power:.4f} if Wilson's interval decides (from {wilson.points_needed:g} "
        f"points on) and {exact.power:.4f} for the exact binomial test "
        f"(from {exact.points_needed:g})",
    )


@claim("bot-per-version-05")
@claim("bot-out-games-per")
def version_of_five_points() -> Number:
    return Number(winrate.games_per_version(0.05))


@claim("bot-per-version-factor")
def versions_against_duel() -> Number:
    return Number(winrate.games_per_version(0.05) / winrate.games_for_duel(0.05))


@claim("bot-rho-05")
@claim("bot-out-games-shared")
def version_on_shared_maps() -> Number:
    return Number(winrate.games_per_version(0.05, correlation=0.5))


@claim("bot-rho-factor")
def correlation_factor() -> Statement:
    p, worst = 0.55, 0.0
    for rho in (-0.5, 0.0, 0.3, 0.5, 0.9):
        # Both win, one of them, none: the joint chances of two results with this correlation.
        both = p * p + rho * p * (1 - p)
        difference = 2 * (p - both)  # its square is 1 if just one of them wins
        worst = max(worst, abs(difference - 2 * p * (1 - p) * (1 - rho)))
    rhos = (0.0, 0.2, 0.5, 0.8)
    games = [winrate.games_per_version(0.05, correlation=rho) for rho in rhos]
    return Statement(
        worst < 1e-12
        and all(abs(n - (1 - rho) * games[0]) < 1 for n, rho in zip(games, rhos, strict=True)),
        ", ".join(f"{n} games at {rho:g}" for n, rho in zip(games, rhos, strict=True)),
        "games per version for 5 points, by correlation; the variance of the difference, from the "
        "joint chances of two correlated results, has the factor to the last digit",
    )


@claim("bot-mde-duel-96")
def detectable_in_small_duel() -> Number:
    return Number(100 * winrate.minimum_detectable_effect(SMALLER))


@claim("bot-mde-duel-800")
def detectable_in_large_duel() -> Number:
    return Number(100 * winrate.minimum_detectable_effect(LARGER))


@claim("bot-mde-per-96")
def detectable_between_versions() -> Number:
    return Number(100 * winrate.minimum_detectable_effect(SMALLER, comparison="versions"))


@claim("bot-mde-per-800")
def detectable_between_long_versions() -> Number:
    return Number(100 * winrate.minimum_detectable_effect(LARGER, comparison="versions"))


@claim("bot-swap-96")
def smaller_sample() -> Setting:
    return Setting("benchlib.claims.bot.games_needed:SMALLER")


@claim("bot-800-not-enough")
def large_duel_is_too_small() -> Statement:
    needed = {gain: winrate.games_for_duel(gain / 100) for gain in (2, 3, 4)}
    return Statement(
        min(needed.values()) > LARGER,
        "; ".join(f"{n} games for {gain} points" for gain, n in needed.items()),
        "we take two to four points for a few; between two versions it is twice the games",
    )


@claim("bot-duel-02")
def duel_of_two_points() -> Statement:
    n = winrate.games_for_duel(0.02)
    return Statement(
        n < 5000 and round(n, -3) == 5000,
        n,
        f"the document rounds in words, the formula gives {n}: below 5000, and 5000 to the "
        "nearest thousand",
    )


@claim("bot-ceil-guard")
def guard_before_rounding_up() -> Statement:
    # Without its guard a whole number of games, 100 say, may come out as 101.
    gains = np.arange(1, 1000) / 2000
    shift = 2 * winrate.minimum_detectable_effect(100) * math.sqrt(100)
    theirs = [math.ceil(shift**2 * 0.25 / gain**2 - 1e-9) for gain in gains]
    ours = [winrate.games_for_duel(gain) for gain in gains.tolist()]
    exact = [shift / (2 * math.sqrt(n)) for n in range(4, 2000)]
    whole = [winrate.games_for_duel(effect) for effect in exact if effect <= 0.5]
    kept = [n for n in range(4, 2000) if shift / (2 * math.sqrt(n)) <= 0.5]
    return Statement(
        theirs == ours and whole == kept,
        f"the same number of games at {len(gains)} gains from 0.05 to 49.95 points; "
        f"{len(whole)} gains that need a whole number of games give that number",
        "theirs takes off 1e-9 of a game, ours 1e-12 of the number of games, which also serves "
        "for numbers so large that rounding errors exceed 1e-9",
    )
