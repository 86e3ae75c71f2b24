"""How games resemble each other, and the clusters that are drawn."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from benchlib import datasets, information
from benchlib._validation import FloatArray
from benchlib.claims.answers import Statement
from benchlib.claims.cig.cells import MEASURES, cells, column, names
from benchlib.claims.ledger import claim

THRESHOLD = 0.8
STRONG = 0.5  # a correlation beyond this counts as strong, below it as weak
FIRST = (1, 2, 3)


@cache
def correlations(measure: str) -> FloatArray:
    """Return the correlation of every two games, nan on the diagonal and where undefined."""
    found = information.correlation_matrix(cells().mean[:, :, MEASURES.index(measure)])
    np.fill_diagonal(found, np.nan)
    return found


@cache
def drawn(measure: str) -> npt.NDArray[np.int64]:
    """Return the drawn cluster of every game."""
    table = datasets.load("gvgai_clusters")
    one = table[table["measure"] == measure].set_index("game")["cluster"]
    return one.loc[list(cells().problems)].to_numpy()


class Tree(NamedTuple):
    """Games merged by Ward's method with the distance (1 - r) / 2."""

    cluster: npt.NDArray[np.int64]  # of each game, cut at the threshold
    low: float  # the threshold could be as low as this, or up to `high`, with the same clusters
    high: float
    in_drawn_order: int  # groups merged by the tree whose games are drawn side by side
    n_merged: int

    def is_drawn(self, measure: str) -> bool:
        """Say whether the clusters are the drawn ones, whatever their numbers."""
        pairs = set(zip(self.cluster.tolist(), drawn(measure).tolist(), strict=True))
        return len(pairs) == len(np.unique(self.cluster)) == len(np.unique(drawn(measure)))


@cache
def tree(measure: str) -> Tree:
    """Cluster the games by one measure."""
    values = cells().mean[:, :, MEASURES.index(measure)]
    distance = (1 - information.correlation_matrix(values, constant="zero")) / 2
    np.fill_diagonal(distance, 0)
    merges = linkage(squareform(distance, checks=False), "ward")
    heights = merges[:, 2]
    table = datasets.load("gvgai_clusters")
    order = table[table["measure"] == measure].sort_values(["cluster", "place"])["game"].tolist()
    groups = [[order.index(game)] for game in cells().problems]
    for first, second in merges[:, :2].astype(int):
        groups.append(groups[first] + groups[second])
    merged = groups[len(order) :]
    return Tree(
        cluster=fcluster(merges, THRESHOLD, "distance").astype(np.int64),
        low=float(heights[heights <= THRESHOLD].max()),
        high=float(heights[heights > THRESHOLD].min()),
        in_drawn_order=sum(max(g) - min(g) + 1 == len(g) for g in merged),
        n_merged=len(merged),
    )


def share(such: npt.NDArray[np.bool_], of: FloatArray) -> float:
    """Return the share of the defined correlations."""
    return float(such.sum() / np.isfinite(of).sum())


@claim("cig-cluster-threshold")
def threshold_of_the_clustering() -> Statement:
    trees = [tree(measure) for measure in MEASURES]
    low, high = max(t.low for t in trees), min(t.high for t in trees)
    same = all(t.is_drawn(m) for t, m in zip(trees, MEASURES, strict=True))
    counts = " and ".join(str(len(np.unique(t.cluster))) for t in trees)
    return Statement(
        same,
        f"cut at {THRESHOLD}: {counts} clusters, "
        + ("all as drawn" if same else "not all as drawn")
        + f"; so at every threshold from {low:.3f} to {high:.3f}",
        "the text names the threshold and not the method. By Ward's method with the distance "
        "(1 - r) / 2, games on which all agents are alike taken as uncorrelated, it gives the "
        "drawn clusters",
    )


@claim("cig-clusters-win")
def clusters_by_win_rate() -> Statement:
    return _clusters("win")


@claim("cig-clusters-score")
def clusters_by_score() -> Statement:
    return _clusters("score")


def _clusters(measure: str) -> Statement:
    found, given = tree(measure), drawn(measure)
    return Statement(
        found.is_drawn(measure),
        len(np.unique(given)),
        f"read off the figure; clustering the cells gives {len(np.unique(found.cluster))}, the "
        "same game by game" + ("" if found.is_drawn(measure) else " in part only"),
    )


@claim("cig-fig1-match")
def figure_one() -> Statement:
    said, all_same = [], True
    for measure in MEASURES:
        found = tree(measure)
        all_same &= found.is_drawn(measure) and found.in_drawn_order == found.n_merged
        said.append(f"{found.in_drawn_order} of {found.n_merged} by {measure}")
    return Statement(
        all_same,
        f"groups of our cluster tree that are drawn side by side: {', '.join(said)}",
        "the colours are not in the table, so the order of the games is compared and not the "
        "picture: a tree of these correlations, down to its pairs of games, fits the drawn order",
    )


@claim("cig-fifth-cluster")
def fifth_cluster() -> Statement:
    r, cluster = correlations("win"), drawn("win")
    means = {
        int(k): float(np.nanmean(r[np.ix_(cluster == k, cluster != k)])) for k in np.unique(cluster)
    }
    inside = cluster == 5
    outside = r[np.ix_(inside, ~inside)]
    alike = [k for k in names(inside) if np.ptp(cells("win").mean[:, column(k), 0]) == 0]
    others = min(mean for k, mean in means.items() if k != 5)
    return Statement(
        means[5] < 0,
        means[5],
        f"for every other cluster the mean with the rest is at least {others:.3f}. Only "
        f"{share(outside < 0, outside):.0%} of the fifth's correlations are negative, and "
        f"{len(alike)} of its {int(inside.sum())} games have none, since all agents are alike on "
        f"them ({', '.join(alike)})",
    )


@claim("cig-fifth-members")
def members_of_the_fifth() -> Statement:
    found = {game: int(drawn("win")[column(game)]) for game in ("plants", "invest")}
    best = float(cells("win").mean[:, column("plants"), 0].max())
    return Statement(
        set(found.values()) == {5},
        ", ".join(f"{game} in cluster {k}" for game, k in found.items()),
        f"the best agent wins {best:.1%} of its plays of plants",
    )


@claim("cig-puzzles")
def puzzles() -> Statement:
    games = ("zenpuzzle", *(game for game in cells().problems if game.endswith("koban")))
    found = {game: int(drawn("win")[column(game)]) for game in games}
    return Statement(
        set(found.values()) <= set(FIRST),
        ", ".join(f"{game} in {k}" for game, k in found.items()),
        "the two games that are named, and those whose name says that they are of their kind; "
        f"what the other games of these {int(np.isin(drawn('win'), FIRST).sum())} are is not in "
        "the table",
    )


@claim("cig-win-mostly-uncorrelated")
def weak_correlations() -> Statement:
    r, cluster = correlations("win"), drawn("win")
    within = (cluster[:, None] == cluster) & np.isin(cluster, FIRST)[:, None]
    rest = np.where(within, np.nan, r)
    weak = share(np.abs(rest) < STRONG, rest)
    return Statement(
        weak > 0.5,
        float(np.nanmedian(rest)),
        f"median over pairs outside these clusters, {weak:.0%} of them weaker than {STRONG}; "
        f"within the three clusters it is {np.nanmedian(r[within]):.2f}",
    )


@claim("cig-score-mostly-blue")
def positive_correlations() -> Statement:
    r = correlations("score")
    positive, strong = share(r > 0, r), share(r > STRONG, r)
    wins = correlations("win")
    return Statement(
        positive > 0.5,
        positive,
        f"positive, but weak: the median is {np.nanmedian(r):.2f}, and {strong:.0%} are above "
        f"{STRONG}. Of win rates {share(wins > 0, wins):.0%} are positive, with a median of "
        f"{np.nanmedian(wins):.2f}, so the two matrices differ less than they are said to",
    )


@claim("cig-score-first-three")
def first_clusters_by_score() -> Statement:
    r, cluster = correlations("score"), drawn("score")
    outside = [r[np.ix_(cluster == k, cluster != k)] for k in FIRST]
    negative = [share(x < 0, x) for x in outside]
    strong = [share(x < -STRONG, x) for x in outside]
    means = ", ".join(f"{np.nanmean(x):.2f}" for x in outside)
    return Statement(
        min(strong) > 0.9,
        f"negative are {', '.join(f'{x:.0%}' for x in negative)} of the correlations of clusters "
        "1, 2 and 3 with other games",
        f"we ask for more than 90% below {-STRONG}; there are "
        f"{', '.join(f'{x:.0%}' for x in strong)}. On average they are {means}: only the second "
        "cluster leans to the negative side, and slightly",
    )


@claim("cig-anticorrelated-score")
def against_the_majority() -> Statement:
    r = correlations("score")
    negative = (r < 0).sum(axis=1) / np.isfinite(r).sum(axis=1)
    most = int(negative.argmax())
    against = negative > 0.5
    return Statement(
        bool(against.any()),
        f"{int(against.sum())} games",
        f"{', '.join(names(against))}: each correlates negatively with more than half of the "
        f"others, {names([most])[0]} with {negative[most]:.0%}, at {np.nanmean(r[most]):.2f} on "
        "average",
    )


def score_with_result() -> FloatArray:
    """Return how score and win rate correlate over agents, for every game where they do."""
    both = np.concatenate([cells().mean[:, :, 0], cells().mean[:, :, 1]], axis=1)
    n = len(cells().problems)
    return np.diagonal(information.correlation_matrix(both), offset=n).copy()


@claim("cig-win-score-correlated")
def score_follows_result() -> Statement:
    r = score_with_result()
    weak, undefined = int((r < STRONG).sum()), names(np.isnan(r))
    return Statement(
        bool(np.nanmedian(r) > STRONG and weak > 0),
        float(np.nanmedian(r)),
        f"median over games; in {weak} games it is below {STRONG}, and in {len(undefined)} there "
        f"is none, since all agents are alike ({', '.join(undefined)})",
    )


@claim("cig-deceptive")
def score_against_result() -> Statement:
    r = score_with_result()
    against = np.flatnonzero(r < 0)
    order = against[np.argsort(r[against])]
    listed = zip(names(order), r[order], strict=True)
    return Statement(
        len(against) >= 3,
        f"{len(against)} games with a negative correlation, {int((r < STRONG).sum())} below "
        f"{STRONG}",
        ", ".join(f"{game} {value:.2f}" for game, value in listed),
    )


@claim("cig-intersection-like-freeway")
def intersection_like_freeway() -> Statement:
    found = {m: correlations(m)[column("freeway"), column("intersection")] for m in MEASURES}
    below = [
        share(correlations(m)[column("freeway")] < r, correlations(m)[column("freeway")])
        for m, r in found.items()
    ]
    return Statement(
        min(found.values()) > STRONG,
        ", ".join(f"{r:.3f} by {m}" for m, r in found.items()),
        "freeway correlates less with "
        + " and ".join(f"{x:.0%}" for x in below)
        + " of the other games",
    )
