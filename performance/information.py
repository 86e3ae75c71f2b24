"""Information gain of a table and the greedy ten, beside the plain arithmetic of the paper."""

from harness import Case, Work

# The plain loop is slow, so it looks at these games only; each game costs the same.
LOOP_GAMES = 12


def released():
    """Return means and deviations of the released cells, result and score."""
    from benchlib import datasets, information

    cells = information.read_cells(datasets.load("gvgai_cells"), no_plays="as_given")
    return cells.mean, cells.sd


def ours():
    """Prepare the combined gain of all 108 games."""
    from benchlib import information

    mean, sd = released()
    return lambda: information.information_bits(mean, sd, convention="released")[:LOOP_GAMES]


def loop():
    """Prepare the same by loops over agents and high-precision densities, as a script would."""
    import math

    from scipy.stats import norm

    mean, sd = released()

    def gain(game):
        n = len(mean)
        entropy = 0.0
        for a in range(n):
            density = [1.0] * n
            for b in range(n):
                for k in range(2):
                    density[b] *= norm(mean[b, game, k], sd[a, game, k] + sd[b, game, k]).pdf(
                        mean[a, game, k]
                    )
            total = sum(density)
            for value in density:
                p = value / total or 1e-5
                entropy -= p * math.log2(p)
        return max(0.0, math.log2(n) - entropy / n)

    return lambda: [gain(game) for game in range(LOOP_GAMES)]


def greedy():
    """Prepare the greedy ten of the 108 games."""
    from benchlib import information

    mean, sd = released()
    return lambda: information.select_problems(
        mean, sd, n_select=10, convention="released"
    ).bits.tolist()


def table(n_problems, n_agents):
    """Return a made-up table, one measure."""
    import numpy as np

    rng = np.random.default_rng(4)
    mean = rng.normal(size=(n_agents, n_problems))
    return mean, rng.uniform(0.1, 1, size=mean.shape)


def large(n_problems=1000, n_agents=200):
    """Prepare the greedy ten of a large table."""
    from benchlib import information

    mean, sd = table(n_problems, n_agents)
    return lambda: information.select_problems(
        mean, sd, n_select=10, convention="gaussian"
    ).bits.tolist()


CASES = [
    Case(
        what="information gain of 108 games, result and score, 27 agents",
        ours=Work(ours),
        peer=Work(loop, share=LOOP_GAMES / 108, repetitions=3),
        peer_name="plain loop over densities",
        tolerance=1e-9,
        limit_seconds=0.1,
        note=f"the loop computes {LOOP_GAMES} of 108 games, its time is scaled to all",
    ),
    Case(
        what="greedy ten of 108 games",
        ours=Work(greedy),
        limit_seconds=0.2,
        note="the paper's program computes every candidate of every step by such a loop",
    ),
    Case(
        what="greedy ten of 1,000 problems, 200 agents",
        ours=Work(large, repetitions=3),
        limit_seconds=10,
        note="one process; at most 2 GB are required",
    ),
]
