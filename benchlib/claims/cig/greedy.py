"""The ten games that the greedy procedure chooses."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from benchlib import information
from benchlib._validation import FloatArray
from benchlib.claims.answers import Number, Statement
from benchlib.claims.cig.cells import MEASURES, cells, greedy_ten, joint, ranked
from benchlib.claims.cig.correlations import drawn
from benchlib.claims.ledger import claim
from benchlib.information import Convention
from benchlib.information._kernels import REPLACEMENT

# Of the seeds 1 to 40, with one start each, the first whose search leads furthest.
SEARCH_SEED = 7
RULES: tuple[Convention, ...] = ("released", "gaussian")
N_RANDOM_SETS = 4000


@claim("cig-majority-3-4")
def most_of_the_information() -> Statement:
    bits = greedy_ten().bits
    shares = bits / greedy_ten().upper_bound_bits
    return Statement(
        bool(shares[2] > 0.5),
        f"{shares[2]:.0%} of log2 {len(cells().agents)} with three games, {shares[3]:.0%} with "
        "four",
        f"more than half is reached by two games already ({shares[1]:.0%}); of what the greedy ten "
        f"give, three games have {bits[2] / bits[-1]:.0%} and four {bits[3] / bits[-1]:.0%}",
    )


@claim("cig-intersection-absent")
def intersection_is_not_chosen() -> Statement:
    chosen = "intersection" in greedy_ten().problems
    return Statement(
        not chosen,
        f"rank {ranked(*MEASURES).index('intersection') + 1} by itself, "
        f"{'chosen' if chosen else 'not chosen'}",
    )


@claim("cig-not-individual-ten")
def not_the_ten_best_games() -> Statement:
    shared = set(greedy_ten().problems) & set(ranked(*MEASURES)[:10])
    best = joint(*ranked(*MEASURES)[:10])
    return Statement(
        len(shared) < 10,
        len(shared),
        f"games that both have; the ten best single games give {best:.4f} bits together, the "
        f"greedy ten {greedy_ten().bits[-1]:.4f}",
    )


@claim("cig-clusters-differ")
@cache
def chosen_from_many_clusters() -> Statement:
    rng = np.random.default_rng(1)
    counts, means, few = [], [], []
    for measure in MEASURES:
        cluster = drawn(measure)
        counts.append(len(np.unique(cluster[list(greedy_ten().positions)])))
        sets = np.array(
            [len(np.unique(rng.choice(cluster, 10, replace=False))) for _ in range(N_RANDOM_SETS)]
        )
        means.append(sets.mean())
        few.append(np.mean(sets <= counts[-1]))
    largest = np.bincount(drawn("score")[list(greedy_ten().positions)]).max()
    return Statement(
        min(counts) > 4,
        f"{counts[0]} of 8 by win rate, {counts[1]} of 8 by score",
        f"we ask for more than half of the clusters of both matrices. {largest} of the ten are in "
        f"one cluster by score. Ten random games are in {means[0]:.1f} and {means[1]:.1f} clusters "
        f"on average, and in no more than the greedy ten in {few[0]:.0%} and {few[1]:.0%} of "
        f"{N_RANDOM_SETS:,} draws",
    )


@claim("cig-small-set-enough")
def ten_against_all() -> Statement:
    ten, everything = float(greedy_ten().bits[-1]), joint()
    games = range(len(cells().problems))
    taken = [
        int((_beliefs(games, rule).argmax(axis=1) != np.arange(len(cells().agents))).sum())
        for rule in RULES
    ]
    plain = [_gain_without_replacement(chosen) for chosen in (games, greedy_ten().positions)]
    return Statement(
        ten > 0.9 * everything,
        f"{ten:.4f} bits from ten games, {everything:.4f} from all",
        "ten games seem to give more than all, which no information can. The replaced zeros are "
        f"not the cause: left at zero, all give {plain[0]:.4f} and the ten {plain[1]:.4f}. The "
        f"measure asks how sure beliefs are and not how right: with all games {taken[0]} agents "
        "are taken for another one, and one more game can make a wrong belief less sure. With "
        f"variances added {taken[1]} are, all games give {joint(convention='gaussian'):.4f}, and "
        f"the ten that are greedy there {greedy_ten('gaussian').bits[-1]:.4f}",
    )


def _beliefs(games: Sequence[int], convention: Convention) -> FloatArray:
    """Return the confusion matrix of several games together."""
    table = cells()
    mean, sd = (x[:, list(games)].reshape(len(x), -1) for x in (table.mean, table.sd))
    return information.channel_matrix(mean, sd, convention=convention)


def _gain_without_replacement(games: Sequence[int]) -> float:
    matrix = _beliefs(games, "released")
    matrix = np.where(matrix == REPLACEMENT, 0.0, matrix)
    logs = np.log2(matrix, out=np.zeros_like(matrix), where=matrix > 0)
    return float(np.log2(len(matrix)) + (matrix * logs).sum() / len(matrix))


@claim("cig-handful")
def a_handful() -> Statement:
    share = greedy_ten().bits[4] / greedy_ten().upper_bound_bits
    return Statement(
        bool(share > 0.9),
        float(share),
        f"of log2 {len(cells().agents)} with the first five; ten have "
        f"{greedy_ten().bits[-1] / greedy_ten().upper_bound_bits:.3f}",
    )


@claim("cig-greedy-optimal")
@cache
def ten_best_games() -> Number:
    table = cells()
    found = information.search_problems(
        table.mean,
        table.sd,
        n_select=10,
        convention="released",
        n_restarts=1,
        rng=SEARCH_SEED,
        problems=table.problems,
    )
    shared = len(set(found.problems) & set(greedy_ten().problems))
    return Number(
        float(found.bits[-1]),
        f"the greedy ten are not the ten best; {', '.join(found.problems)} give more, and share "
        f"{shared} games with them. They are what a search by swaps found; even better sets may "
        f"exist, up to {found.upper_bound_bits:.4f} bits",
    )


@claim("cig-depends-on-agents")
@cache
def another_agent_another_set() -> Statement:
    table = cells()
    without = information.leave_one_agent_out(
        table.mean, table.sd, n_select=10, convention="released", problems=table.problems
    )
    shared = [len(set(chosen.problems) & set(greedy_ten().problems)) for chosen in without]
    same = shared.count(10)
    return Statement(
        same < len(without),
        f"{same} of {len(without)} sets stay the same if one agent is left out",
        f"the others share {min(shared)} games or more with the greedy ten",
    )
