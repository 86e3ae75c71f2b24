"""Refits of a panel and simulated sequential tests: many repetitions of small work."""

from harness import Case, Work

N_REFITS = 1000
N_TESTS = 10_000
# The loop is slow, so it makes only these refits of all; each refit costs the same.
LOOP_REFITS = 20


def panel():
    """Return a round robin of 20 bots on 50 maps, both seats."""
    import numpy as np

    rng = np.random.default_rng(3)
    log_strength = rng.normal(0, 0.5, 20)
    pairs = np.array([(a, b) for a in range(20) for b in range(20) if a != b])
    first, second = np.tile(pairs, (50, 1)).T
    chance = 1 / (1 + np.exp(log_strength[second] - log_strength[first]))
    return {
        "bot_1": first,
        "bot_2": second,
        "map": np.repeat(np.arange(50), len(pairs)),
        "result": (rng.random(len(first)) < chance).astype(float),
    }


def refits():
    """Prepare our bootstrap by map: weights on tables that are counted once per map."""
    from benchlib import bradley_terry

    games = panel()

    def bootstrap():
        sample = bradley_terry.bootstrap(games, n_resamples=N_REFITS, rng=1)
        return spread(sample.replicates)

    return bootstrap


def loop():
    """Prepare the plain loop: the rows of the drawn maps are put together and fitted again."""
    import numpy as np

    from benchlib import bradley_terry

    games = panel()
    rows = [np.flatnonzero(games["map"] == k) for k in range(50)]

    def bootstrap():
        rng = np.random.default_rng(1)
        fits = []
        for _ in range(LOOP_REFITS):
            chosen = np.concatenate([rows[k] for k in rng.integers(50, size=50)])
            fits.append(bradley_terry.fit({key: x[chosen] for key, x in games.items()}).elo)
        return spread(np.array(fits))

    return bootstrap


def spread(replicates):
    """Return the mean standard deviation of the ratings, in Elo."""
    return [replicates.std(axis=0, ddof=1).mean()]


def tests(model):
    """Prepare simulated tests of equal bots on pairs of games, 20% draws, bounds 0 and 100 Elo."""
    from benchlib import sequential

    probabilities = sequential.pair_probabilities([0.4, 0.2, 0.4])

    def simulate():
        found = sequential.operating_characteristics(
            probabilities, elo0=0, elo1=100, model=model, alpha=0.05, beta=0.05,
            n_simulations=N_TESTS, max_steps=5000, rng=1,
        )  # fmt: skip
        assert not found.undecided
        return [found.accept_h1, found.mean_steps]

    return simulate


CASES = [
    Case(
        what=f"bootstrap by map: {N_REFITS:,} refits of 20 bots",
        ours=Work(refits, repetitions=3),
        peer=Work(loop, share=LOOP_REFITS / N_REFITS, repetitions=3),
        peer_name="plain loop over our fit",
        # Both estimate one standard deviation, the loop from so few refits.
        tolerance=4,
        limit_seconds=2,
        note=f"the loop makes {LOOP_REFITS} of {N_REFITS:,} refits, its time is scaled to all",
    ),
    Case(
        what=f"{N_TESTS:,} simulated GSPRTs of pairs, logistic, equal bots, bounds 0 and 100",
        ours=Work(lambda: tests("logistic"), repetitions=3),
        limit_seconds=5,
        note="20% draws, a look after every pair",
    ),
    Case(
        what=f"{N_TESTS:,} simulated GSPRTs, normalized: the same",
        ours=Work(lambda: tests("normalized"), repetitions=3),
        note="20% draws, a look after every pair",
    ),
]
