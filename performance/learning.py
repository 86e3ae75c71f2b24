"""A decision of SARSA on some 5,000 features, beside the plain algorithm in numpy.

100 cells of the grid are active, five of which change from one decision to the next; with all
their pairs this makes 5,050 features, as in BASS on a busy screen. The plain algorithm keeps the
same traces, but moves the weights of all of them at every decision, as it is printed.
"""

from harness import Case, Work

SEED = 20261130
N_CELLS = 16 * 14 * 8
N_ACTIVE = 100
N_CHANGED = 5
N_ACTIONS = 18
# As many decisions as traces last several times over.
DECISIONS = 500
WARM_UP = 10


def screens():
    """Return the features of each decision, and the points of each."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    cells, features = rng.permutation(N_CELLS)[:N_ACTIVE], []
    first, second = np.triu_indices(N_ACTIVE, 1)
    for _ in range(DECISIONS + WARM_UP):
        others = np.setdiff1d(np.arange(N_CELLS), cells)
        cells = np.concatenate([cells[N_CHANGED:], rng.permutation(others)[:N_CHANGED]])
        ordered = np.sort(cells)
        pairs = N_CELLS + ordered[first] * N_CELLS + ordered[second]
        features.append(np.concatenate([ordered, pairs]))
    return features, rng.integers(-1, 2, size=len(features)).astype(float).tolist()


def ours():
    """Prepare our learner, compiled and with a few decisions behind it."""
    from benchlib.ale import learning

    features, points = screens()
    agent = learning.Sarsa(N_ACTIONS, learning.SETTINGS["bass"], SEED)
    agent.start(features[0])
    for reward, active in zip(points[1:WARM_UP], features[1:WARM_UP], strict=True):
        agent.step(reward, active)

    def play():
        actions = [
            agent.step(reward, active)
            for reward, active in zip(points[WARM_UP:], features[WARM_UP:], strict=True)
        ]
        return [*actions, *agent.values(features[-1]).tolist()]

    return play


def plain():
    """Prepare the plain algorithm; a dictionary gives features their rows before it starts."""
    import numpy as np

    features, points = screens()
    rows_of: dict = {}
    all_rows = [
        np.array([rows_of.setdefault(f, len(rows_of)) for f in active.tolist()])
        for active in features
    ]
    rng = np.random.default_rng(SEED)
    weights, traces = np.zeros((2, len(rows_of), N_ACTIONS))
    decay, cut, exploration, discount = 0.999 * 0.9, 0.01, 0.05, 0.999
    rate = 0.5 / len(all_rows[0])

    def choose(rows):
        # One after the other, as ours: the last bits decide between nearly equal values.
        values = np.cumsum(weights[rows], axis=0)[-1]
        explore, pick = rng.random(), rng.random()
        if explore < exploration:
            return int(pick * N_ACTIONS), values
        best = np.flatnonzero(values == values.max())
        return int(best[int(pick * best.size)]), values

    rows = all_rows[0]
    action, _ = choose(rows)
    live = np.empty(0, np.int64)

    def step(reward, after):
        nonlocal rows, action, live
        chosen, values = choose(after)
        traces[rows, action] = 1
        live = np.union1d(live, rows)
        now = np.cumsum(weights[rows, action])[-1]
        weights[live] += rate * (reward + discount * values[chosen] - now) * traces[live]
        faded = traces[live] * decay
        faded[faded < cut] = 0
        traces[live] = faded
        live = live[faded.any(axis=1)]
        rows, action = after, chosen
        return chosen

    for reward, after in zip(points[1:WARM_UP], all_rows[1:WARM_UP], strict=True):
        step(reward, after)

    def play():
        actions = [
            step(reward, after)
            for reward, after in zip(points[WARM_UP:], all_rows[WARM_UP:], strict=True)
        ]
        return [*actions, *np.cumsum(weights[rows], axis=0)[-1].tolist()]

    return play


CASES = [
    Case(
        what=f"{DECISIONS} decisions of SARSA with 5,050 active features",
        ours=Work(ours),
        peer=Work(plain, repetitions=1),
        peer_name="the plain algorithm in numpy",
        tolerance=1e-9,
        # A decision in a millisecond.
        limit_seconds=DECISIONS * 1e-3,
        note=f"{N_CHANGED} of {N_ACTIVE} cells change at every decision",
    ),
]
