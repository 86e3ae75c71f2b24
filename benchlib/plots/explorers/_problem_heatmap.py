"""The explorer of what every agent reached on every game."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from benchlib import datasets, information
from benchlib._validation import FloatArray
from benchlib.information import Cells
from benchlib.plots import style
from benchlib.plots.explorers._added_problem import moments
from benchlib.plots.explorers._frame import Explorer, explorer

__all__ = ["problem_heatmap"]

# The state in which it opens, and which its still shows: the measure takes this agent for others.
MEASURE, GAME, AGENT = "win", "freeway", "adrienctx"
NOUNS = {"win": "win rate", "score": "score"}
N_COLOURS = 16


def problem_heatmap() -> Explorer:
    """Make the explorer of win rates and scores of all agents on all games.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    Gains are those of `benchlib.information.information_bits` under "released", of one measure at a
    time; the page computes the row of `benchlib.information.channel_matrix` that belongs to the
    marked cell. Alike games stand together: they have the order of the leaves of the tree that
    average linkage makes of one minus their correlation. Cells without plays are taken as they
    stand, as in the paper.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.problem_heatmap().html.startswith('<bm-explorer kind="problem-heatmap">')
    True
    """
    cells = information.read_cells(
        datasets.load("gvgai_cells"), measures=tuple(NOUNS), no_plays="as_given"
    )
    by_measure: dict[str, Any] = {"gain": {}, "clustered": {}}
    for k, measure in enumerate(cells.measures):
        bits = information.information_bits(
            cells.mean[:, :, k], cells.sd[:, :, k], convention="released"
        )
        by_measure["gain"][measure] = bits.tolist()
        by_measure["clustered"][measure] = leaf_order(cells.mean[:, :, k])
    agent, game = cells.agents.index(AGENT), cells.problems.index(GAME)
    shown = cells.measures.index(MEASURE)
    value = cells.mean[agent, game, shown]
    return explorer(
        "problem-heatmap",
        question="What did every agent reach on every game, and who is hard to tell from it there?",
        data={
            "agents": list(cells.agents),
            "games": list(cells.problems),
            "plays": cells.n_plays.tolist(),
            "colours": [
                to_hex(colour) for colour in plt.get_cmap("cividis")(np.linspace(0, 1, N_COLOURS))
            ],
            "noun": NOUNS,
            **moments(cells),
            **by_measure,
            "initial": {"measure": MEASURE, "order": "clusters", "game": GAME, "agent": AGENT},
        },
        still=_still(cells, by_measure["clustered"][MEASURE]),
        alt=(
            f"A heat map of the win rates of {len(cells.agents)} agents, the best on top, on "
            f"{len(cells.problems)} games, alike ones together. On some games nearly all agents "
            f"win, on some nobody does. Marked is {AGENT} on {GAME}: {value:.4f}."
        ),
        description=(
            f"Win rates of {len(cells.agents)} agents on {len(cells.problems)} games; marked is "
            f"{AGENT} on {GAME}. On the page of the book, any cell can be marked by pointer or by "
            "arrow keys, and scores and other orders can be chosen."
        ),
    )


def leaf_order(values: FloatArray) -> list[int]:
    """Return the columns in an order in which those that correlate stand together."""
    correlation = information.correlation_matrix(values, constant="zero")
    distance = squareform(1 - correlation, checks=False)
    tree = linkage(distance, "average", optimal_ordering=True)
    return [int(place) for place in leaves_list(tree)]


def _still(cells: Cells, games: list[int]) -> Figure:
    rates = np.clip(cells.mean[:, :, cells.measures.index(MEASURE)], 0, 1)
    agents = np.argsort(-rates.sum(axis=1), kind="stable")
    place = games.index(cells.problems.index(GAME))
    row = agents.tolist().index(cells.agents.index(AGENT))
    with plt.rc_context():
        style.use()
        figure, ax = plt.subplots(figsize=(6, 3.8))
        image = ax.imshow(
            rates[agents][:, games], cmap="cividis", vmin=0, vmax=1, aspect="auto", rasterized=True
        )
        for colour, width in (("white", 3.0), ("black", 1.5)):
            ax.add_patch(Rectangle((place - 0.5, row - 0.5), 1, 1, fill=False, ec=colour, lw=width))
        ax.set_yticks(range(len(agents)), [cells.agents[k] for k in agents], fontsize=6)
        ax.set_xticks([place], [GAME])
        ax.grid(visible=False)
        ax.set(xlabel=f"{len(games)} games, alike ones together")
        figure.colorbar(image, label="mean win rate", pad=0.02)
    return figure
