"""Aggregates with bootstrap intervals, beside rliable on the same runs and resamples."""

from harness import Case, Work

PEERS = ("rliable==1.2.0", "pandas<3")
AGGREGATE_DRAWS, CURVE_DRAWS = 50_000, 2000
# rliable takes minutes, so it makes only these resamples of all; each costs the same.
PEER_AGGREGATE_DRAWS, PEER_CURVE_DRAWS, PEER_PAIR_DRAWS = 1000, 200, 20
N_THRESHOLDS = 81


def runs(condition="RR8 BBF"):
    """Return 15 normalized runs on the games of a condition, without our package's help."""
    import csv
    from pathlib import Path

    import numpy as np

    rows = {}
    path = Path(__file__).resolve().parents[1] / "data" / "bbf_runs.csv"
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["condition"] == condition:
                rows.setdefault(row["game"], []).append(
                    (int(row["run"]), float(row["normalized_score"]))
                )
    return np.array([[score for _, score in sorted(rows[g])[:15]] for g in sorted(rows)]).T


def thresholds():
    """Return the scores of the profile, none of which a run has exactly.

    Reaching a threshold counts for us, and for rliable only exceeding it does.
    """
    import numpy as np

    return np.linspace(0, 8, N_THRESHOLDS) + 0.0123


def aggregates():
    """Prepare four aggregates with intervals, from the same resamples."""
    import numpy as np

    from benchlib import aggregate, resampling

    scores = runs()
    names = (aggregate.mean, aggregate.median, aggregate.iqm, aggregate.optimality_gap)

    def four(x):
        return np.stack([one(x) for one in names], axis=-1)

    def work():
        found = resampling.bootstrap_interval(scores, four, n_resamples=AGGREGATE_DRAWS, rng=1)
        return np.stack([found.estimate, found.low, found.high], axis=-1).ravel().tolist()

    return work


def peer_aggregates():
    """Prepare the same with rliable."""
    import numpy as np
    from rliable import library, metrics

    scores = {"x": runs()}

    def four(x):
        return np.array(
            [
                metrics.aggregate_mean(x),
                metrics.aggregate_median(x),
                metrics.aggregate_iqm(x),
                metrics.aggregate_optimality_gap(x),
            ]
        )

    def work():
        np.random.seed(1)  # noqa: NPY002  # rliable draws from the global state
        point, interval = library.get_interval_estimates(scores, four, reps=PEER_AGGREGATE_DRAWS)
        return [x for k in range(4) for x in (point["x"][k], *interval["x"][:, k])]

    return work


def profile():
    """Prepare a score distribution with a band."""
    from benchlib import aggregate, resampling

    scores, levels = runs(), thresholds()

    def curve(s):
        return aggregate.score_distribution(s, thresholds=levels)

    def work():
        found = resampling.bootstrap_interval(scores, curve, n_resamples=CURVE_DRAWS, rng=1)
        return [*found.estimate, *found.low, *found.high]

    return work


def peer_profile():
    """Prepare the same with rliable."""
    import numpy as np
    from rliable import library

    scores, levels = {"x": runs()}, thresholds()

    def work():
        np.random.seed(1)  # noqa: NPY002
        curve, band = library.create_performance_profile(scores, levels, reps=PEER_CURVE_DRAWS)
        return [*curve["x"], *band["x"][0], *band["x"][1]]

    return work


def shared():
    """Return the runs of two conditions on the games that both have."""
    return runs(), runs("RR8 without resets")


def improvement():
    """Prepare the probability of improvement with its interval."""
    from benchlib import aggregate, resampling

    x, y = shared()

    def work():
        found = resampling.bootstrap_interval(
            (x, y), aggregate.probability_of_improvement, n_resamples=CURVE_DRAWS, rng=1
        )
        return [found.estimate, found.low, found.high]

    return work


def peer_improvement():
    """Prepare the same with rliable."""
    import numpy as np
    from rliable import library, metrics

    pair = {"x,y": shared()}

    def work():
        np.random.seed(1)  # noqa: NPY002
        point, interval = library.get_interval_estimates(
            pair, metrics.probability_of_improvement, reps=PEER_PAIR_DRAWS
        )
        return [point["x,y"], *interval["x,y"].ravel()]

    return work


def case(what, mine, peer, share, ratio, tolerance):
    """Compare one computation with rliable's."""
    return Case(
        what=what,
        ours=Work(mine, repetitions=3),
        peer=Work(peer, share=share, repetitions=3),
        peer_name="rliable",
        peer_needs=PEERS,
        tolerance=tolerance,
        limit_ratio=1 / ratio,
        note="estimates and both ends of intervals; rliable makes "
        f"{share:.1%} of the resamples, its time is scaled to all",
    )


CASES = [
    case(
        f"four aggregates of 15 x 55 runs, {AGGREGATE_DRAWS:,} resamples",
        aggregates, peer_aggregates, PEER_AGGREGATE_DRAWS / AGGREGATE_DRAWS, 8, 0.02,
    ),
    case(
        f"score distribution at {N_THRESHOLDS} thresholds, {CURVE_DRAWS:,} resamples",
        profile, peer_profile, PEER_CURVE_DRAWS / CURVE_DRAWS, 8, 0.03,
    ),
    case(
        f"probability of improvement, {CURVE_DRAWS:,} resamples",
        improvement, peer_improvement, PEER_PAIR_DRAWS / CURVE_DRAWS, 50, 0.03,
    ),
]  # fmt: skip
