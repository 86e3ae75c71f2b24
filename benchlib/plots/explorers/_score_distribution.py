"""The explorer of how many games reach a threshold."""

from collections.abc import Sequence
from typing import Literal

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from benchlib import aggregate
from benchlib._validation import FloatArray
from benchlib.plots import aggregates, style
from benchlib.plots.explorers._aggregate_ranking import (
    PLANNERS,
    SOURCES,
    game_groups,
    normalized,
    published,
)
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLACK

__all__ = ["score_distribution"]

# Sets of systems, each with the label of its choice.
SETS = {
    "kinds": ("two planners, two learners", ("UCT", "full tree", "DQN", "best linear learner")),
    "planners": ("four planners", PLANNERS),
    "learners": ("four learners", ("DQN", "Blob-PROST full", "B-PROS", "best linear learner")),
}
Scale = Literal["human", "random", "systems"]
SCALES: tuple[Scale, ...] = ("human", "random", "systems")
# Steps of a twentieth up to 1, and wider ones beyond.
_BEYOND = (1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 8)
_TENS = [step * 10.0**power for power in (1, 2, 3) for step in (1, 1.5, 2, 3, 5, 7)]
THRESHOLDS = (-5, -2, -1, -0.5, -0.2, -0.1, *(k / 20 for k in range(21)), *_BEYOND, *_TENS, 1e4)
# The state in which it opens, and which its still shows.
SCALE: Scale = "human"
SET, GAMES, THRESHOLD = "planners", "testing", 1.0


def score_distribution() -> Explorer:
    """Make the explorer of the share of games in which systems reach a threshold.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    Scores are those of the explorer of rankings, on the same games, put on a scale by
    `benchlib.normalization.normalize`; the page counts as `benchlib.aggregate.score_distribution`
    does. Thresholds fall from left to right unless the other direction is chosen, as in Figure 4 of
    Bellemare, Naddaf, Veness and Bowling (2013).

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.score_distribution().html.startswith('<bm-explorer kind="score-distribution">')
    True
    """
    table, left_out = published(tuple(SOURCES))
    tables = {key: _told_apart(table, names) for key, (_, names) in SETS.items()}
    groups = {key: game_groups(part) for key, part in tables.items()}
    systems, places = SETS[SET][1], groups[SET][GAMES]
    opened = normalized(tables[SET], systems, SCALE).scores[:, places]
    shares = aggregate.score_distribution(opened[:, None], thresholds=[THRESHOLD])[:, 0]
    order = np.argsort(-shares, kind="stable")
    reached = ", ".join(f"{systems[k]} {shares[k]:.1%}" for k in order)
    return explorer(
        "score-distribution",
        question="In how many games does a system reach a score, and does one lead throughout?",
        data={
            "sets": {
                key: {
                    "label": label,
                    "systems": list(names),
                    "groups": groups[key],
                    "scores": {
                        scale: normalized(tables[key], names, scale).scores.tolist()
                        for scale in SCALES
                    },
                }
                for key, (label, names) in SETS.items()
            },
            "thresholds": list(THRESHOLDS),
            "initial": {
                "set": SET,
                "scale": SCALE,
                "games": GAMES,
                "direction": "falling",
                "threshold": THRESHOLDS.index(THRESHOLD),
            },
        },
        still=_still(opened, systems),
        alt=(
            f"Curves of {len(systems)} systems that rise from left to right while the threshold "
            f"falls: the share of {len(places)} testing games that reach it. At human play, "
            f"a threshold of {THRESHOLD:g}: {reached}."
        ),
        description=(
            f"Share of {len(places)} testing games in which each planner reaches a "
            "threshold, with 0 for random and 1 for human play. A share that reaches "
            f"{THRESHOLD:g}: {reached}. {len(left_out)} games are left out, in which random play "
            "scores 0 or less. On the page of the book, systems, scale, games, direction and "
            "threshold can be chosen."
        ),
    )


def _told_apart(table: pd.DataFrame, systems: Sequence[str]) -> pd.DataFrame:
    """Leave out games on which all systems score the same: between them is no scale."""
    scores = table[list(systems)]
    return table[scores.max(axis=1) > scores.min(axis=1)]


def _still(scores: FloatArray, systems: tuple[str, ...]) -> Figure:
    # Curves are steps: both sides of each score are drawn.
    levels = np.unique(np.concatenate([scores.ravel(), np.nextafter(scores.ravel(), np.inf)]))
    shares = aggregate.score_distribution(scores[:, None], thresholds=levels)
    with plt.rc_context():
        style.use()
        figure, ax = plt.subplots(figsize=(6, 3.2))
        aggregates.profiles(
            levels,
            dict(zip(systems, shares, strict=True)),
            ax,
            xlabel="threshold (0 random play, 1 human play)",
            linear_to=1,
        )
        ax.axvline(THRESHOLD, color=BLACK, lw=0.8)
        ax.set_ylabel("games that reach it")
    return figure
