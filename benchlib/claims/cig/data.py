"""What the released cells are."""

from functools import cache

import numpy as np
import numpy.typing as npt

from benchlib import information
from benchlib._validation import FloatArray
from benchlib.claims.answers import Number, Statement
from benchlib.claims.cig.cells import ADDED, MEASURES, cells, column, names, released
from benchlib.claims.ledger import claim

LONGEST = 2000  # time steps
NEARLY = 2  # agents that "almost all" may leave out
RARE = 0.05  # a win rate that counts as losing; one minus it, as winning


@claim("cig-agents")
def number_of_agents() -> Number:
    return Number(len(cells().agents))


@claim("cig-games-total")
def number_of_games() -> Number:
    return Number(len(cells().problems))


@claim("cig-library-size")
def size_of_the_library() -> Statement:
    n = len(cells().problems)
    return Statement(n > 100, n)


@claim("cig-steps")
def longest_play() -> Statement:
    mean = released()["time_mean"]
    full = released()[mean == LONGEST]
    return Statement(
        bool(mean.max() <= LONGEST),
        f"no mean length is above {mean.max():g}, and {len(full)} are equal to it",
        f"only means are released; in {int((full['time_sd'] == 0).sum())} of those cells every "
        "play ran until the limit",
    )


@claim("cig-playthroughs")
def all_plays() -> Number:
    return Number(int(cells().n_plays.sum()))


@claim("cig-per-pair")
def plays_of_a_pair() -> Number:
    empty = int((cells().n_plays == 0).sum())
    return Number(float(cells().n_plays.mean()), f"over all pairs, with {empty} that have no plays")


@claim("cig-data-gaps")
def unequal_amounts() -> Statement:
    plays = cells().n_plays
    empty = np.argwhere(plays == 0)
    pairs = ", ".join(f"{cells().agents[a]} on {cells().problems[g]}" for a, g in empty)
    values = {float(x) for a, g in empty for x in cells().mean[a, g]}
    return Statement(
        bool(plays.min() < plays.max()),
        f"{len(empty)} pairs have no plays, the others from {plays[plays > 0].min()} to "
        f"{plays.max():,}",
        f"without plays are {pairs}; they stand in the table with mean results and scores of "
        f"{', '.join(f'{x:g}' for x in sorted(values))}, and the paper's program takes them for "
        "agents that always lose. That crashes are the cause can't be seen in the table",
    )


def other_results() -> tuple[FloatArray, FloatArray]:
    """Return the plays of each cell with a result of -1, and how far from whole they come out."""
    mean, sd = cells().mean[:, :, 0], cells().sd[:, :, 0] - ADDED
    # With results -1, 0 and 1 the mean square is the share of -1 plus that of 1.
    lost = cells().n_plays * (sd**2 + mean**2 - mean) / 2
    return lost.round(), np.abs(lost - lost.round())


@claim("cig-win-rate-range")
def a_win_or_a_loss() -> Statement:
    below = int((cells().mean[:, :, 0] < 0).sum())
    other, remainder = other_results()
    games = names(other.any(axis=0))
    return Statement(
        below == 0,
        f"{below} of {cells().n_plays.size:,} pairs have a mean result below 0",
        f"means and deviations fit {int(other.sum()):,} plays with a result of -1, in "
        f"{int((other > 0).sum())} pairs of {len(games)} games ({', '.join(games)}), whole numbers "
        f"of plays to within {remainder.max():.0e}; what such a play was is not said",
    )


@claim("cig-sd-floor")
def smallest_deviation() -> Statement:
    sd = cells().sd
    at = [int((sd[:, :, k] == ADDED).sum()) for k in range(len(MEASURES))]
    mean = cells().mean[:, :, 0]
    plain = (other_results()[0] == 0) & (mean > 0) & (mean < 1)
    added = sd[:, :, 0][plain] - np.sqrt(mean[plain] * (1 - mean[plain]))
    exact = int((np.abs(added - ADDED) < 1e-7).sum())
    return Statement(
        bool(sd.min() == ADDED),
        f"smallest {sd.min():g}, in {at[0]} pairs by win rate and {at[1]} by score",
        f"it is not a floor but was added to every deviation: in {exact:,} of the {len(added):,} "
        f"pairs with some wins and some losses the released one is the deviation of the results "
        f"plus {ADDED}",
    )


@claim("cig-noise")
def plays_vary() -> Statement:
    varies = (cells().sd > ADDED).any(axis=2)
    return Statement(
        bool(varies.mean() > 0.5), f"{int(varies.sum()):,} of {varies.size:,} pairs have spread"
    )


@claim("cig-two-signals")
def two_signals() -> Statement:
    signals = [x.removesuffix("_mean") for x in released().columns if x.endswith("_mean")]
    return Statement(
        len(cells().measures) == 2 and set(MEASURES) <= set(signals),
        f"{len(cells().measures)}: {' and '.join(MEASURES)}",
        f"the release has {len(signals)} ({', '.join(signals)}); the length of a play is used "
        "nowhere",
    )


@claim("cig-nearly-all-lose")
def games_that_most_lose() -> Statement:
    return _one_sided(cells().mean[:, :, 0] <= RARE, f"at most {RARE:.0%}")


@claim("cig-nearly-all-win")
def games_that_most_win() -> Statement:
    return _one_sided(cells().mean[:, :, 0] >= 1 - RARE, f"at least {1 - RARE:.0%}")


def _one_sided(such: npt.NDArray[np.bool_], rate: str) -> Statement:
    n = len(cells().agents)
    few = such.sum(axis=0) >= n - NEARLY
    named = f" ({', '.join(names(few))})" if few.sum() < 5 else ""
    return Statement(
        bool(few.any()),
        f"{int(few.sum())} games{named}",
        f"in which at least {n - NEARLY} of {n} agents win {rate} of their plays; all {n} do in "
        f"{int(such.all(axis=0).sum())} of them",
    )


@claim("cig-invest-unwinnable")
def nobody_wins_invest() -> Statement:
    place = column("invest")
    best = float(cells().mean[:, place, 0].max())
    return Statement(
        best == 0,
        f"no win in {int(cells().n_plays[:, place].sum()):,} plays"
        if best == 0
        else f"{best:g} is the highest win rate",
    )


def single_winners() -> frozenset[int]:
    """Return the agents that alone have the highest win rate in some game."""
    rates = cells().mean[:, :, 0]
    best = rates == rates.max(axis=0)
    return frozenset(best[:, best.sum(axis=0) == 1].argmax(axis=0).tolist())


@claim("cig-different-winners")
def agents_that_win_a_game() -> Statement:
    n = len(single_winners())
    return Statement(
        n > 1, f"{n} of {len(cells().agents)} agents alone have the highest win rate in some game"
    )


@claim("cig-svd")
@cache
def nearly_anyone_can_win() -> Statement:
    rates = cells().mean[:, :, 0]
    one = single_winners()
    rest = [k for k in range(len(rates)) if k not in one]
    ten = [information.crowning_problems(rates, agent=k, n_select=10) for k in rest]
    never = [k for k, found in zip(rest, ten, strict=True) if found.margin <= 0]
    proven = all(found.exact for found in ten)
    first = len(rates) - len(never)
    return Statement(
        first / len(rates) > 0.8,
        f"{first} of {len(rates)} agents: {len(one)} by one game, {first - len(one)} more by ten",
        "by mean win rate over the games chosen; an integer program finds the choice with the "
        "largest lead, where a singular value decomposition only suggests one. No ten games put "
        f"{', '.join(cells().agents[k] for k in never)} first"
        + (", which is proven" if proven else ", as far as was searched"),
    )
