"""Draw how the time of the greedy ten grows: `python performance/growth.py`."""

import sys
import time
from pathlib import Path

from information import large

HERE = Path(__file__).resolve().parent
PROBLEMS = (50, 100, 200, 400, 800, 1600)
AGENTS = (12, 25, 50, 100, 200)


def seconds(n_problems, n_agents):
    """Return the shorter of two times."""
    timed = large(n_problems, n_agents)
    times = []
    for _ in range(2):
        start = time.perf_counter()
        timed()
        times.append(time.perf_counter() - start)
    print(f"{n_problems} problems, {n_agents} agents: {min(times):.3f} s", file=sys.stderr)
    return min(times)


def main():
    """Measure both series and draw them beside lines of growth."""
    from matplotlib import pyplot as plt

    from benchlib.plots import style

    style.use()
    _, axes = plt.subplots(1, 2, figsize=(6, 2.8), sharey=True, layout="constrained")
    series = (
        (PROBLEMS, [seconds(k, 27) for k in PROBLEMS], 1, "problems (27 agents)"),
        (AGENTS, [seconds(108, k) for k in AGENTS], 2, "agents (108 problems)"),
    )
    for ax, (sizes, times, power, label) in zip(axes, series, strict=True):
        ax.loglog(sizes, times, "o-")
        guide = [times[-1] * (k / sizes[-1]) ** power for k in sizes]
        ax.loglog(sizes, guide, "--", color="0.5")
        ax.annotate(
            "linear" if power == 1 else "square", (sizes[0], guide[0]), color="0.4", va="top"
        )
        ax.set_xlabel(label)
    axes[0].set_ylabel("greedy ten (s)")
    plt.savefig(HERE / "information_growth.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
