"""Two outlooks of the paper, each tried out on a small scale."""

from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from benchlib import compare, datasets, information
from benchlib._validation import FloatArray
from benchlib.claims.answers import Scaled
from benchlib.claims.ledger import claim

N_SPLITS = 50
N_RANDOM_SETS = 50
N_WORLDS = 200
N_AGENTS = 27
N_PLAYS = 100
# How hard the games of the family are, in units of the spread of the agents' abilities.
DIFFICULTIES = np.linspace(-4, 4, 17)
STEEPNESS = 2.0


@claim("cig-transfer-ale")
@cache
def atari_games() -> Scaled:
    rng = np.random.default_rng(1)
    runs = _runs()
    n_agents, n_games, _ = runs.shape
    n_runs = np.isfinite(runs).sum(axis=2, keepdims=True)
    lead = np.empty((N_SPLITS, n_agents))
    hits = np.empty((N_SPLITS, 2))
    for k in range(N_SPLITS):
        # A random half of the runs to choose by, one of the others to be recognized.
        key = np.where(np.isfinite(runs), rng.random(runs.shape), 2.0)
        order = np.take_along_axis(runs, key.argsort(axis=2), axis=2)
        half = np.arange(runs.shape[2]) < n_runs // 2
        mean = order.mean(axis=2, where=half)
        sd = order.std(axis=2, where=half, ddof=1)
        new = np.take_along_axis(order, n_runs // 2, axis=2)[:, :, 0]
        # Runs that happen to agree must not make a condition infinitely sure.
        unit = mean.std(axis=0)
        sd = np.maximum(sd, 0.01 * np.where(unit > 0, unit, 1.0))
        chosen = information.select_problems(mean, sd, n_select=10, convention="released")
        sets = [np.array(chosen.positions)]
        sets += [rng.choice(n_games, 10, replace=False) for _ in range(N_RANDOM_SETS)]
        right = [_recognized(new, mean, sd, games) for games in sets]
        hits[k] = np.mean(right[0]), np.mean(right[1:])
        lead[k] = right[0] - np.mean(right[1:], axis=0)
    found = compare.mean_contrast(lead.mean(axis=0))
    ends = found.confidence_interval
    ten, other = hits.mean(axis=0)
    return Scaled(
        ends.low > 0,
        found.estimate,
        ends.low,
        ends.high,
        f"{n_agents} conditions of BBF on {n_games} Atari games instead of different algorithms. "
        "Ten games are chosen from a random half of the runs; then a condition is recognized by a "
        f"fresh run of each of them in {ten:.1%} of cases, by random tens in {other:.1%}. The "
        f"difference is averaged over {N_SPLITS} halvings, its 95% interval is over conditions, "
        "of which eight may be the same runs at eight moments",
    )


def _runs() -> FloatArray:
    """Return scores of shape (n_conditions, n_games, n_runs), filled up with nan."""
    table = datasets.load("bbf_runs")
    place = table.groupby(["condition", "game"]).cumcount()
    wide = table.assign(place=place).pivot(
        index=["condition", "game"], columns="place", values="score"
    )
    n_conditions = table["condition"].nunique()
    return wide.sort_index().to_numpy().reshape(n_conditions, -1, wide.shape[1])


def _recognized(
    new: FloatArray, mean: FloatArray, sd: FloatArray, games: npt.NDArray[np.int64]
) -> FloatArray:
    """Say of each condition whether it is the likeliest origin of its own new runs."""
    x, m, s = (np.take(values, games, axis=1) for values in (new, mean, sd))
    likelihood = (-0.5 * ((x[:, None] - m) / s) ** 2 - np.log(s)).sum(axis=2)
    return np.asarray(likelihood.argmax(axis=1) == np.arange(len(new)), dtype=np.float64)


@claim("cig-auto-games")
def designed_games() -> Scaled:
    rng = np.random.default_rng(1)
    lead = np.empty(N_WORLDS)
    for k in range(N_WORLDS):
        ability = rng.normal(size=(N_AGENTS, 1))
        rates = expit(STEEPNESS * (ability - DIFFICULTIES))
        seen = rng.binomial(N_PLAYS, rates) / N_PLAYS
        best = int(information.win_information_bits(seen).argmax())
        true = information.win_information_bits(rates)
        lead[k] = true[best] - true.mean()
    found = compare.mean_contrast(lead)
    ends = found.confidence_interval
    return Scaled(
        ends.low > 0,
        found.estimate,
        ends.low,
        ends.high,
        f"a made-up family of games that differ in one parameter, their difficulty, at "
        f"{len(DIFFICULTIES)} values; {N_AGENTS} agents win by ability minus difficulty. The "
        f"difficulty with most information in {N_PLAYS} plays of each agent is taken: its true "
        "information about the agent, in bits a play, less that of a difficulty taken at random. "
        f"Mean and 95% interval over {N_WORLDS} sets of agents",
    )
