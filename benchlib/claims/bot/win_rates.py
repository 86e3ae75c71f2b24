"""What a win rate from some games says."""

import math

import numpy as np

from benchlib import bradley_terry, sequential, winrate
from benchlib.claims.answers import Number, Statement
from benchlib.claims.ledger import claim

RATES = np.linspace(0.01, 0.99, 99)
GAMES = (10, 100, 1000)


def multiplier() -> float:
    """Return the normal multiplier that the intervals use, read off one of them."""
    interval = winrate.wald_interval(1, 2)
    return (interval.high - interval.low) / 2 / math.sqrt(0.25 / 2)


def half_width(points: float, n_games: int) -> float:
    """Return half the width of Wilson's interval."""
    interval = winrate.wilson_interval(points, n_games)
    return (interval.high - interval.low) / 2


@claim("bot-p6of10-even")
def six_of_ten_if_even() -> Number:
    return Number(100 * winrate.chance_of_at_least(6, 10, win_rate=0.5))


@claim("bot-p6of10-55")
def six_of_ten_if_better() -> Number:
    return Number(100 * winrate.chance_of_at_least(6, 10, win_rate=0.55))


@claim("bot-ten-games-indistinct")
def ten_games_tell_nothing() -> Statement:
    # No rule for ten games does better than the best threshold: likelihood rises with the wins.
    even, better = (winrate.points_distribution(10, win_rate=rate) for rate in (0.5, 0.55))
    right = 0.5 + float(np.abs(better - even).sum()) / 4
    power = winrate.duel_power(0.05, 10).power
    return Statement(
        right < 0.6 and power < 0.8,
        f"the best rule names the right one of the two in {100 * right:.1f}% of matches; "
        f"a test at 95% detects the better one in {100 * power:.1f}%",
        "guessing is right in half of them; we ask for less than 60%, and for less than the "
        "usual power of 80%",
    )


@claim("bot-draw-half")
def a_draw_is_half() -> Statement:
    # The outcomes loss, draw and win, each for certain.
    elo = [sequential.elo_of(sure, model="logistic") for sure in np.eye(3)]
    scores = [bradley_terry.expected_score(value) for value in elo]
    return Statement(scores == [0.0, 0.5, 1.0], ", ".join(f"{score:g}" for score in scores))


@claim("bot-draws-less-variable")
def draws_are_less_variable() -> Statement:
    drawn = 0.3
    points = np.array([0, 0.5, 1])
    excess = []
    for rate in np.linspace(drawn / 2, 1 - drawn / 2, 71):
        chances = winrate.points_distribution(1, win_rate=rate, draw_rate=drawn)
        excess.append(rate * (1 - rate) - float(chances @ (points - rate) ** 2))
    ratio = 1 / np.sqrt(1 - drawn)
    kept = winrate.coverage(winrate.wilson_interval, [0.5], n_games=100, draw_rate=drawn)
    return Statement(
        bool(np.allclose(excess, drawn / 4)),
        f"{100 * drawn:.0f}% draws take {drawn / 4:g} off the variance of a game at every rate",
        f"between even bots the interval is then {ratio:.2f} times as wide as need be, and covers "
        f"{100 * kept[0]:.1f}% with 100 games",
    )


@claim("bot-z")
def normal_multiplier() -> Number:
    return Number(multiplier())


@claim("bot-interval-coverage")
def coverage_is_nominal() -> Statement:
    covered = [100 * winrate.coverage(winrate.wilson_interval, RATES, n_games=n) for n in GAMES]
    ranges = [f"{x.min():.1f}% to {x.max():.1f}%" for x in covered]
    even = [f"{x[len(RATES) // 2]:.1f}%" for x in covered]
    means = [f"{x.mean():.1f}%" for x in covered]
    worst = winrate.minimum_coverage(winrate.wilson_interval, n_games=100)
    return Statement(
        all(bool((x.round() == 95).all()) for x in covered),
        "; ".join(f"{found} with {n}" for found, n in zip(ranges, GAMES, strict=True)) + " games",
        f"exact coverage of Wilson's interval at true rates from {RATES[0]:g} to {RATES[-1]:g}. At "
        f"a rate of 0.5 it is {', '.join(even)}, on average {', '.join(means)}; with 100 games it "
        f"falls to {worst.estimate:.1%} at a rate of {worst.win_rate:.4f}. 95% is the nominal "
        "level: a number of wins is whole, so coverage jumps with the rate and the games, around "
        "95% and not at it",
    )


@claim("bot-wilson-inside")
def wilson_stays_inside() -> Statement:
    intervals = [
        winrate.wilson_interval(halves / 2, n) for n in range(1, 61) for halves in range(2 * n + 1)
    ]
    low, high = min(i.low for i in intervals), max(i.high for i in intervals)
    return Statement(
        low >= 0 and high <= 1,
        f"{low:g} to {high:g} over the {len(intervals)} results of up to 60 games",
    )


@claim("bot-wilson-small")
def wilson_keeps_its_coverage() -> Statement:
    said, better = [], True
    for n in (5, 10, 20, 50):
        wilson, wald = (
            winrate.coverage(interval, RATES, n_games=n)
            for interval in (winrate.wilson_interval, winrate.wald_interval)
        )
        edge = (RATES < 0.1) | (RATES > 0.9)
        off = [
            float(np.abs(covered[part] - 0.95).mean())
            for part in (slice(None), edge)
            for covered in (wilson, wald)
        ]
        better &= off[0] < off[1] and off[2] < off[3] and bool(wilson.min() > wald.min())
        said.append(f"{100 * wilson.min():.0f}% against {100 * wald.min():.0f}% with {n}")
    return Statement(
        better,
        "; ".join(said) + " games",
        f"lowest coverage at true rates from {RATES[0]:g} to {RATES[-1]:g}, Wilson against the "
        "textbook interval. It is also nearer to 95% on average, over all these "
        "rates and over those beyond 0.1 and 0.9",
    )


@claim("bot-wilson-pull")
def wilson_is_pulled() -> Statement:
    shifts = []
    for n in GAMES:
        interval = winrate.wilson_interval(0.8 * n, n)
        shifts.append(0.8 - (interval.low + interval.high) / 2)
    return Statement(
        0.3 > shifts[0] > shifts[1] > shifts[2] > 0 and shifts[0] > 0.05 and shifts[-1] < 0.01,
        ", ".join(f"{shift:.4f} with {n}" for shift, n in zip(shifts, GAMES, strict=True))
        + " games",
        "how far the centre lies towards one half from an observed rate of 0.8; we take more "
        "than 0.05 as noticeable and less than 0.01 as not",
    )


@claim("bot-four-times-halves")
def four_times_the_games() -> Number:
    wald = [winrate.wald_interval(k * 55, k * 100) for k in (1, 4)]
    exact = (wald[0].high - wald[0].low) / (wald[1].high - wald[1].low)
    return Number(
        half_width(55, 100) / half_width(220, 400),
        f"55 of 100 against 220 of 400. The textbook interval gives {exact:.4f}; Wilson's comes "
        f"near 2 with many games only: {half_width(6, 10) / half_width(24, 40):.2f} for 6 of 10 "
        f"against 24 of 40, and {half_width(10, 10) / half_width(40, 40):.2f} if all games are won",
    )


@claim("bot-variance-peak")
def variance_is_largest_at_half() -> Number:
    points = np.array([0, 0.5, 1])
    variances = [
        float(winrate.points_distribution(1, win_rate=rate) @ (points - rate) ** 2)
        for rate in RATES
    ]
    return Number(float(RATES[int(np.argmax(variances))]))
