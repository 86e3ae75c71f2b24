"""Normalization and aggregates: what follows from printed scores."""

from functools import cache

import numpy as np
import pandas as pd

from benchlib import aggregate, ale, datasets, normalization
from benchlib.claims.ale.published import (
    DOCUMENT,
    NEAT,
    PLANNERS,
    REFERENCES,
    SUCCESSORS,
    score,
    scores,
)
from benchlib.claims.answers import Number, Statement
from benchlib.claims.ledger import claim

_ADDED = "DQN"
_ADDED_FROM = "rollout-iw table5"
_ENOUGH_GAMES = 40  # for a set of systems to be looked at
_MADE_UP_LOW = 0.0  # of the baseline set; the document gives its best scores only


def _between(table: pd.DataFrame) -> pd.DataFrame:
    """Normalize systems between each other: rows are games, columns systems."""
    games = list(table.index)
    reference = normalization.reference(
        "systems", tasks=games, policies=table.to_numpy().T, protocol="as printed", source="table"
    )
    found = normalization.normalize(table.to_numpy().T, reference=reference)
    return pd.DataFrame(found.scores.T, index=games, columns=table.columns)


@claim("ale-norm-range")
def best_baseline_is_one() -> Number:
    # Any set of policies will do as baselines; these have no game in which all are equal.
    table = scores(SUCCESSORS).dropna()
    reference = normalization.reference(
        "baselines",
        tasks=list(table.index),
        policies=table.to_numpy().T,
        protocol="as printed",
        source=SUCCESSORS,
    )
    best = normalization.normalize([reference.high], reference=reference).scores
    more = normalization.normalize([reference.high + 1], reference=reference).scores
    if not (more > 1).all():
        raise ArithmeticError("a score above the best baseline is not above one")
    return Number(
        best.max() if best.max() == best.min() else np.nan,
        f"the best of a set of policies, on each of {len(table)} games, and a point more is above "
        "one on each",
    )


@claim("ale-inter-bounds")
def between_algorithms() -> Number:
    table = scores(SUCCESSORS).dropna()
    found = _between(table)
    if not ((found >= 0) & (found <= 1)).all(axis=None):
        raise ArithmeticError("a score between algorithms is outside 0 and 1")
    human = scores(REFERENCES).reindex(table.index)[["random", "human"]].dropna()
    share = (table.loc[human.index].max(axis=1) - human["random"]) / (
        human["human"] - human["random"]
    )
    weak = str(share.idxmin())
    return Number(
        found.max(axis=1).min(),
        f"best of {table.shape[1]} systems, on every one of {len(table)} games; on "
        f"{ale.GAMES[weak].title} that system is {share.min():.1%} of the way from random play to "
        "a human",
    )


@claim("ale-inter-comparator")
def another_system_moves_the_scores() -> Statement:
    table = scores(SUCCESSORS).join(scores(_ADDED_FROM)[_ADDED]).dropna()
    four = table.drop(columns=_ADDED)
    change = (_between(table)[four.columns] - _between(four)).abs()
    moved = int((change > 1e-12).any(axis=1).sum())
    before, after = (float(_between(x)["Blob-PROST full"].mean()) for x in (four, table))
    return Statement(
        moved > 0,
        f"adding {_ADDED} to {four.shape[1]} systems moves scores of the others in {moved} of "
        f"{len(table)} games",
        f"the mean of Blob-PROST full goes from {before:.3f} to {after:.3f}, though "
        "it plays as before",
    )


@claim("ale-zero-range")
def small_ranges() -> Statement:
    best = score(DOCUMENT, "best baseline", "zaxxon")
    lsh = score(DOCUMENT, "LSH", "zaxxon")
    one, two = (
        float(normalization.normalize([[lsh]], low=[_MADE_UP_LOW], high=[high]).scores[0, 0])
        for high in (best, best + 1)
    )
    none = scores(NEAT)["random"]
    empty = [ale.GAMES[game].title for game in none.index[none == 0] if game in ale.GAMES]
    return Statement(
        abs(one / two - 1) > 0.1,
        f"{one / two:g} times the score for one point more of range",
        f"the range is {best:g} points on Zaxxon, if the worst simple policy has "
        f"{_MADE_UP_LOW:g}: LSH is at {one:g}, and at {two:g} if the best one had a point more. "
        f"With 0 and random play as the ends, the range of {NEAT} is 0 in {', '.join(empty)}, "
        "where no score is defined",
    )


@claim("ale-lsh-mean")
def zaxxon_in_the_mean() -> Statement:
    best = score(DOCUMENT, "best baseline", "zaxxon")
    lsh = score(DOCUMENT, "LSH", "zaxxon")
    games = list(ale.GAMES)
    # All other games at 1, as if LSH tied with the best simple policy everywhere.
    row = np.where(np.array(games) == "zaxxon", lsh / (best - _MADE_UP_LOW), 1.0)
    found = aggregate.single_task_influence([row], tasks=games)
    part = row.max() / len(games)
    return Statement(
        part > 1,
        part,
        f"Zaxxon alone adds this to the mean over {len(games)} games: {lsh:g} / {best:g} = "
        f"{row.max():g}, if the worst simple policy has {_MADE_UP_LOW:g}. With scores of 1, those "
        f"of the best simple policy, on all other games the mean would be {found.mean:.1f} with "
        f"Zaxxon and {found.without[0]:g} without. That no other representation has as much is "
        "due to its being the best learner there; their scores are not released",
    )


@cache
def leaders() -> dict[str, tuple[str, float, str, float]]:
    """Return, for each released set of systems, the leader by mean and by median."""
    reference = scores(REFERENCES)
    found = {}
    apart = {"human", "random", "top human", "Human Ref", "Planning", "best linear learner"}
    # The document's rows are too few, and Atari-5 has the neuro-evolution twice.
    skipped = {DOCUMENT, REFERENCES, "Atari-5 dataset: NEAT"}
    for source in datasets.load("ale_published")["source"].unique():
        if source in skipped:
            continue
        table = scores(source)
        table = table[[name for name in table if name not in apart]].dropna()
        games = sorted(set(table.index) & set(reference.index))
        if table.shape[1] < 2 or len(games) < _ENOUGH_GAMES:
            continue
        ends = reference.loc[games]
        z = normalization.normalize(
            table.loc[games].to_numpy().T, low=ends["random"], high=ends["human"]
        ).scores
        mean, median = aggregate.mean(z[:, None]), aggregate.median(z[:, None])
        first, second = int(np.argmax(mean)), int(np.argmax(median))
        names = [str(name) for name in table]
        found[source] = names[first], float(mean[first]), names[second], float(median[second])
    return found


@claim("ale-summary-changes")
def mean_and_median() -> Statement:
    found = leaders()
    apart = [source for source, (mean, _, median, _) in found.items() if mean != median]
    by_mean, mean, by_median, median = found[PLANNERS]
    return Statement(
        PLANNERS in apart,
        f"among four planners {by_mean} leads by mean ({mean:.2f}) and {by_median} by median "
        f"({median:.2f})",
        "on the scale from random play to a human. The two leaders differ in "
        f"{len(apart)} of {len(found)} released sets of two systems or more on at "
        f"least {_ENOUGH_GAMES} games",
    )


@claim("ale-bass-basic-rest")
def undecided_games() -> Statement:
    claims = datasets.load("claims").set_index("id")["printed"]

    def rest(other: str) -> int:
        decided = (int(claims[f"ale-bass-{other}-{way}"]) for way in ("better", "worse"))
        return len(ale.GAMES) - sum(decided)

    return Statement(
        rest("basic") > 0,
        f"{rest('basic')} of {len(ale.GAMES)} games",
        f"what is left of the printed counts; against DISCO {rest('disco')} are left",
    )
