"""The explorer of what one more game adds to a set of games."""

from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from benchlib import datasets, information
from benchlib.information import Cells
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLACK, BLUE, VERMILLION

__all__ = ["added_problem"]

# The state in which it opens, and which its still shows: the first games of the greedy choice, and
# one that looks better than the next of them as long as it is alone.
N_CHOSEN, N_SLOTS, CANDIDATE = 3, 4, "intersection"
CONVENTION: information.Convention = "released"


def added_problem() -> Explorer:
    """Make the explorer of what a game adds to a set, for all agents or all but one.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    The page computes `benchlib.information.joint_information_bits` of win rates and scores from the
    means and deviations of the table ``gvgai_cells``, under either convention. Cells without plays
    are taken as they stand, as in the paper.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.added_problem().html.startswith('<bm-explorer kind="added-problem">')
    True
    """
    cells = information.read_cells(datasets.load("gvgai_cells"), no_plays="as_given")
    chosen = information.select_problems(
        cells.mean,
        cells.sd,
        n_select=N_CHOSEN,
        convention=CONVENTION,
        problems=cells.problems,
    )
    places = [*chosen.positions, cells.problems.index(CANDIDATE)]
    bits = [
        0.0,
        *chosen.bits,
        information.joint_information_bits(
            cells.mean, cells.sd, convention=CONVENTION, chosen=places
        ),
    ]
    slots = [*chosen.problems, *[""] * (N_SLOTS - N_CHOSEN)]
    names = ", ".join(chosen.problems)
    return explorer(
        "added-problem",
        question="What does one more game tell about the agents that a set of games does not?",
        data={
            "agents": list(cells.agents),
            "games": list(cells.problems),
            **moments(cells),
            "initial": {
                **{f"game{k}": game for k, game in enumerate(slots, start=1)},
                "candidate": CANDIDATE,
                "agent": "",
                "convention": CONVENTION,
            },
        },
        still=_still([*chosen.problems, CANDIDATE], bits, chosen.upper_bound_bits),
        alt=(
            f"Bars as steps to the right, one a game: {names} reach {bits[-2]:.2f} bits, and "
            f"{CANDIDATE} adds {bits[-1] - bits[-2]:.3f}. A dashed line stands at "
            f"{chosen.upper_bound_bits:.2f} bits, where all {len(cells.agents)} agents are told "
            "apart."
        ),
        description=(
            f"What each of {names} adds to those before it, and what {CANDIDATE} would add: "
            f"{bits[-1] - bits[-2]:.3f} bits. On the page of the book, the games, the convention "
            "and an agent to leave out can be chosen."
        ),
    )


def moments(cells: Cells) -> dict[str, Any]:
    """Return means and deviations with one row an agent, every printed digit kept."""
    return {
        name: {measure: values[:, :, k].tolist() for k, measure in enumerate(cells.measures)}
        for name, values in (("mean", cells.mean), ("sd", cells.sd))
    }


def _still(games: list[str], bits: list[float], most: float) -> Figure:
    with plt.rc_context():
        style.use()
        figure, ax = plt.subplots(figsize=(6, 2.6))
        for row, (low, high) in enumerate(pairwise(bits)):
            last = row == len(games) - 1
            ax.barh(row, high - low, left=low, color=VERMILLION if last else BLUE, height=0.7)
            right = high < 0.8 * most
            ax.annotate(
                f"{high - low:+.3f}".replace("-", "−"),
                (high if right else low, row),
                xytext=(4 if right else -4, 0),
                textcoords="offset points",
                ha="left" if right else "right",
                va="center",
            )
        ax.axvline(most, color=BLACK, lw=1, ls="--")
        ax.set_yticks(range(len(games)), games)
        ax.set(xlabel="joint information gain (bits)", ylim=(len(games) - 0.5, -0.5))
    return figure
