"""Same maps, both seats."""

import inspect
import math

import numpy as np
from scipy.stats import chi2, t

from benchlib import bradley_terry, sequential, winrate
from benchlib.claims.answers import Scaled, Statement
from benchlib.claims.ledger import claim
from benchlib.studies import match_simulations

N_MATCHES = 1000


@claim("bot-pair-map-difficulty")
def shared_maps() -> Scaled:
    gain, maps, spread = 35, 100, 300
    found = match_simulations.difference_on_maps(
        gain, n_maps=maps, map_sd_elo=spread, n_comparisons=4000, rng=1
    )
    # Of a sample variance, in units of what chance alone gives.
    ratio, freedom = found.shared / found.chance, found.n - 1
    low, high = (ratio * freedom / chi2.isf(q, freedom) for q in (0.025, 0.975))
    separate = found.separate / found.chance
    return Scaled(
        low <= 1 <= high < separate,
        ratio,
        low,
        high,
        f"variance of the difference of two versions {gain} Elo apart on {maps} shared maps, in "
        "units of what the luck of single games gives: with 1 nothing of the maps is left. On "
        f"maps of their own it is {separate:.2f}. {found.n} simulated comparisons; a map is worth "
        f"{spread} Elo (standard deviation) to both alike",
    )


@claim("bot-seat-swap")
def swapped_seats() -> Statement:
    means = []
    for gain in (0, 100):
        for seat in (0, 100, 200):
            games = [
                sequential.game_probabilities(gain + side * seat, draw_rate=0.0) for side in (1, -1)
            ]
            pair = sequential.pair_probabilities(*games)
            means.append(float(pair @ np.linspace(0, 1, 5)))
    equal, better = means[:3], means[3:]
    return Statement(
        bool(np.allclose(equal, 0.5, atol=1e-12)) and min(better) > 0.5,
        f"equal bots score {equal[2]:.4f} over both seats whatever a seat is worth",
        "a bot that is 100 Elo stronger scores "
        + ", ".join(f"{score:.4f}" for score in better)
        + " if a seat is worth 0, 100 and 200 Elo: the advantage cancels as a bias, and a large "
        "one still makes the result look a little closer",
    )


@claim("bot-seats-narrow")
def two_games_as_one() -> Scaled:
    maps = 50
    alike = match_simulations.match_coverage(
        n_maps=maps, map_sd_elo=150, n_matches=N_MATCHES, rng=1
    )
    unlike = match_simulations.match_coverage(n_maps=maps, seat_elo=200, n_matches=N_MATCHES, rng=2)
    # Coin flips in the same number of games: what the interval holds where nothing is shared.
    fair = float(winrate.coverage(winrate.wilson_interval, [0.5], n_games=2 * maps)[0])
    found = [winrate.clopper_pearson_interval(x.by_game, x.n) for x in (alike, unlike)]
    return Scaled(
        found[0].high < fair and found[1].high < fair,
        unlike.by_game / unlike.n,
        found[1].low,
        found[1].high,
        f"coverage of Wilson's interval over all games of equal bots on {maps} maps, if a seat is "
        f"worth 200 Elo: more than the {fair:.3f} of independent games, since swapped seats make "
        "the two results of a map unlike, and the interval is too wide (variance "
        f"{unlike.design_effect:.2f} times that of coin flips). It is too narrow where a map suits "
        f"one bot in both seats: at 150 Elo (standard deviation a bot) it covers "
        f"{alike.by_game / alike.n:.3f}, with variance {alike.design_effect:.2f}. The interval "
        f"between maps covers {unlike.by_map / unlike.n:.3f} and {alike.by_map / alike.n:.3f}. "
        f"{N_MATCHES} simulated matches each",
    )


@claim("bot-map-unit")
def the_map_is_the_unit() -> Statement:
    units = {
        function.__name__: inspect.signature(function).parameters["by"].default
        for function in (
            winrate.map_interval,
            bradley_terry.standard_errors,
            bradley_terry.bootstrap,
            bradley_terry.noise_floor,
        )
    }
    return Statement(
        set(units.values()) == {"map"},
        f"the default unit of {', '.join(units)} is the {units['map_interval']}",
    )


@claim("bot-pentanomial")
def pairs_in_five_classes() -> Scaled:
    maps, seat, drawn = 100, 200, 0.3
    ratios = match_simulations.pair_variance_ratios(
        n_maps=maps, seat_elo=seat, draw_rate=drawn, n_matches=N_MATCHES, rng=1
    )
    mean = float(ratios.mean())
    half = float(t.isf(0.025, len(ratios) - 1) * ratios.std(ddof=1) / math.sqrt(len(ratios)))
    # The five classes are those of the test itself, and its bounds are in normalized Elo.
    sides = [sequential.game_probabilities(side * seat, draw_rate=drawn) for side in (1, -1)]
    classes = sequential.pair_probabilities(*sides)
    test = sequential.gsprt(
        np.round(1000 * classes), elo0=0, elo1=5, model="normalized", alpha=0.05, beta=0.05
    )
    return Scaled(
        len(classes) == 5 and math.isfinite(test.llr) and mean + half < 1,
        mean,
        mean - half,
        mean + half,
        f"variance of the points of a seat pair, counted in {len(classes)} classes, relative to "
        f"that of two independent games: {len(ratios)} simulated matches of equal bots on {maps} "
        f"maps, a seat worth {seat} Elo, {100 * drawn:.0f}% draws. Our generalized test takes the "
        "same classes and bounds in normalized Elo; how the framework itself does it is quoted, "
        "not checked",
    )
