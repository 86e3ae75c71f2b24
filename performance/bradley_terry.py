"""Bradley-Terry ratings of many games, from the same index arrays for every tool."""

from harness import Case, Work

SEED = 20261107
PANEL = (100, 100_000)
LADDER = (2_000, 1_000_000)
DENSE = "choix, dense I-LSR"
PEERS = ("evalica==0.4.2", "choix==0.4.1")


def games(n_bots, n_games):
    """Return both bots of every game and the points of the first: wins, losses, no draws."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    log_strength = rng.normal(0, 0.7, n_bots)
    first = rng.integers(n_bots, size=n_games)
    second = (first + rng.integers(1, n_bots, size=n_games)) % n_bots
    chance = 1 / (1 + np.exp(log_strength[second] - log_strength[first]))
    return first, second, (rng.random(n_games) < chance).astype(float)


def summary(log_strength):
    """Return what two tools must agree on: some of the centred log strengths."""
    centred = log_strength - log_strength.mean()
    return centred[:: max(1, len(centred) // 10)].tolist()


def ours(size):
    """Prepare our fit, the counting of pairs included."""
    from benchlib import bradley_terry

    first, second, result = games(*size)
    table = {"bot_1": first, "bot_2": second, "result": result}

    def fit():
        ratings = bradley_terry.fit(table)
        order = sorted(range(size[0]), key=lambda k: int(ratings.bots[k]))
        return summary(ratings.log_strength[order])

    return fit


def evalica(size):
    """Prepare evalica's compiled fit; it takes integers and winners."""
    import evalica as tool
    import numpy as np

    first, second, result = games(*size)
    winners = [tool.Winner.X if point else tool.Winner.Y for point in result]
    index = tool.pd.Index(range(size[0]))

    def fit():
        found = tool.bradley_terry(
            first, second, winners, index=index, tolerance=1e-10, limit=100_000
        )
        return summary(np.log(found.scores.loc[index].to_numpy()))

    return fit


def choix(size):
    """Prepare choix's dense I-LSR on a matrix of wins, which is counted in the timed part."""
    import choix as tool
    import numpy as np

    first, second, result = games(*size)

    def fit():
        wins = np.zeros((size[0], size[0]))
        winner = np.where(result > 0, first, second)
        loser = np.where(result > 0, second, first)
        np.add.at(wins, (winner, loser), 1)
        return summary(tool.ilsr_pairwise_dense(wins))

    return fit


def matrix(size):
    """Return wins[i, j], the games that i won against j."""
    import numpy as np

    first, second, result = games(*size)
    wins = np.zeros((size[0], size[0]))
    np.add.at(wins, (np.where(result > 0, first, second), np.where(result > 0, second, first)), 1)
    return wins


def ours_alone(size):
    """Prepare our fit of games that are counted already."""
    from benchlib import bradley_terry

    wins = matrix(size)
    return lambda: summary(bradley_terry.fit(wins).log_strength)


def choix_alone(size):
    """Prepare choix's fit of games that are counted already."""
    import choix as tool

    wins = matrix(size)
    return lambda: summary(tool.ilsr_pairwise_dense(wins))


def case(size, mine, peer, name, limit_ratio=None):
    """Compare one tool with ours at one size."""
    start = "a matrix of wins" if mine is ours_alone else "index arrays"
    return Case(
        what=f"Bradley-Terry: {size[0]:,} bots, {size[1]:,} games, from {start}",
        ours=Work(lambda: mine(size)),
        peer=Work(lambda: peer(size), repetitions=5 if size is PANEL else 3),
        peer_name=name,
        peer_needs=PEERS,
        tolerance=1e-4,
        limit_ratio=limit_ratio,
        note="centred log strengths, equal within 1e-4",
    )


CASES = [
    case(PANEL, ours, evalica, "evalica", limit_ratio=1),
    case(PANEL, ours, choix, DENSE),
    case(PANEL, ours_alone, choix_alone, DENSE),
    case(LADDER, ours, evalica, "evalica", limit_ratio=5),
    case(LADDER, ours, choix, DENSE, limit_ratio=1),
    case(LADDER, ours_alone, choix_alone, DENSE),
]
