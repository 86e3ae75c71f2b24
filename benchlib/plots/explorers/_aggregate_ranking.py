"""The explorer of who leads under which reference and aggregate."""

from collections.abc import Sequence
from typing import Literal

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from benchlib import aggregate, datasets, normalization
from benchlib._validation import FloatArray
from benchlib.normalization import NormalizedScores
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLUE, GREY, VERMILLION

__all__ = ["aggregate_ranking"]

_PLANNERS, _SUCCESSORS = "rollout-iw table_iw", "rollout-iw table4"
# A system stands in several sources; the reference and its human are from one.
REFERENCES = "Atari-Human"
SOURCES = {
    "IW(1)": _PLANNERS,
    "2BFS": _PLANNERS,
    "UCT": _PLANNERS,
    "full tree": _PLANNERS,
    "DQN": "rollout-iw table5",
    "Blob-PROST full": _SUCCESSORS,
    "B-PROS": _SUCCESSORS,
    "best linear learner": "Atari-5 NEAT",
    "human": REFERENCES,
}
PLANNERS = tuple(name for name, source in SOURCES.items() if source == _PLANNERS)
SYSTEMS = tuple(name for name in SOURCES if name != "B-PROS")
# The state in which it opens, and which its still shows: the lead is due to one game.
REFERENCE: Literal["human"] = "human"
AGGREGATE, GAMES = "mean", "testing"


def aggregate_ranking() -> Explorer:
    """Make the explorer of how systems rank under a reference and an aggregate.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    The page computes `benchlib.normalization.normalize` and the functions of `benchlib.aggregate`
    from scores of the table ``ale_published``. It uses the games of Bellemare, Naddaf, Veness and
    Bowling (2013) that all systems have and on which every reference makes a scale, so that a
    change of reference changes nothing else. A game is led by all who have its highest score.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.aggregate_ranking().html.startswith('<bm-explorer kind="aggregate-ranking">')
    True
    """
    table, left_out = published(SYSTEMS)
    titles, groups = game_titles(table), game_groups(table)
    shown = normalized(table.iloc[groups[GAMES]], SYSTEMS, REFERENCE)
    means = _means(shown.scores)
    first, second = list(means)[:2]
    leader = SYSTEMS.index(first)
    most = aggregate.single_task_influence([shown.scores[leader]], tasks=shown.tasks).tasks[0]
    without = _means(np.delete(shown.scores, shown.tasks.index(most), axis=1))
    after = next(iter(without))
    lead = (
        f"{first} leads with a mean of {means[first]:.2f}, ahead of {second} with "
        f"{means[second]:.2f}"
    )
    rest = f"without {titles[most]}, {after} has the highest mean, {without[after]:.2f}"
    return explorer(
        "aggregate-ranking",
        question="Who leads, and how much of it is due to the scale, the aggregate and one game?",
        data={
            "systems": list(SYSTEMS),
            "planners": list(PLANNERS),
            "games": list(titles.values()),
            "groups": groups,
            "scores": [table[name].tolist() for name in SYSTEMS],
            "ends": reference_ends(table),
            "initial": {
                "reference": REFERENCE,
                "aggregate": AGGREGATE,
                "games": GAMES,
                "without": "",
            },
        },
        still=_still(means, without, titles[most]),
        alt=(
            f"Bars of the mean human-normalized score of {len(SYSTEMS)} systems over "
            f"{len(shown.tasks)} testing games, the highest on top: {lead}. A diamond in each row "
            f"marks the mean without {titles[most]}: {rest}."
        ),
        description=(
            f"Means over {len(shown.tasks)} testing games, with 0 for random and 1 for human play: "
            f"{lead}; {rest}. Planners may try actions in the emulator, the others may not. "
            f"{len(left_out)} games are left out, in which random play scores 0 or less. On the "
            "page of the book, the reference, the aggregate, the games and the systems can be "
            "chosen."
        ),
    )


def published(systems: Sequence[str]) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return scores, random and human play on common games, and games that have no scale.

    A row is a game of the ALE paper; the games left out have a random score of 0 or less, which
    can't be the unit of a scale.
    """
    # The emulator, which the games come with, is loaded by those who look at one.
    from benchlib import ale

    by_source = {
        source: rows.pivot(index="game", columns="system", values="score")
        for source, rows in datasets.load("ale_published").groupby("source")
    }
    table = pd.DataFrame({name: by_source[SOURCES[name]][name] for name in systems})
    people = by_source[REFERENCES][["random", "human"]].add_suffix(" play")
    table = table.join(people).dropna()
    table = table[table.index.isin(list(ale.GAMES))].sort_index()
    usable = (table["random play"] > 0) & (table["human play"] > table["random play"])
    return table[usable], tuple(table.index[~usable])


def normalized(
    table: pd.DataFrame, systems: Sequence[str], name: Literal["human", "random", "systems"]
) -> NormalizedScores:
    """Return one row a system on the scale of a reference, one column a game."""
    scores = table[list(systems)].to_numpy().T
    reference = normalization.reference(
        name,
        tasks=list(table.index),
        protocol="as printed; they differ between sources",
        source=REFERENCES,
        random=table["random play"],
        human=table["human play"],
        policies=scores,
    )
    return normalization.normalize(scores, reference=reference)


def reference_ends(table: pd.DataFrame) -> dict[str, dict[str, list[float]]]:
    """Return what becomes 0 and 1 under the references that systems do not change."""
    random, human = table["random play"].tolist(), table["human play"].tolist()
    return {
        "human": {"low": random, "high": human},
        "random": {"low": [0.0] * len(random), "high": random},
    }


def game_titles(table: pd.DataFrame) -> dict[str, str]:
    """Return the titles of the games of a table, in its order."""
    from benchlib import ale

    return {game: ale.GAMES[game].title for game in table.index}


def game_groups(table: pd.DataFrame) -> dict[str, list[int]]:
    """Return the rows of testing games, design games and all."""
    from benchlib import ale

    games = list(table.index)
    design = [game for game in ale.DESIGN_GAMES if game in games]
    found = aggregate.task_groups(games, design=design)
    return {name: places.tolist() for name, places in found.items()}


def _means(scores: FloatArray) -> dict[str, float]:
    """Return the mean of each system, the highest first."""
    found = dict(zip(SYSTEMS, aggregate.mean(scores[:, None]).tolist(), strict=True))
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _still(means: dict[str, float], without: dict[str, float], title: str) -> Figure:
    with plt.rc_context():
        style.use()
        figure, ax = plt.subplots(figsize=(6, 3.2))
        for row, (name, mean) in enumerate(means.items()):
            ax.barh(row, mean, height=0.66, color=GREY if row else BLUE)
            right = (max(mean, without[name]), row)
            ax.annotate(
                f"{mean:.2f}", right, xytext=(7, 0), textcoords="offset points", va="center"
            )
        places = [without[name] for name in means]
        label = f"without {title}"
        ax.plot(places, range(len(means)), "D", color=VERMILLION, mec="white", label=label)
        names = [f"{name}, planner" if name in PLANNERS else name for name in means]
        ax.set_yticks(range(len(means)), names)
        ax.tick_params(axis="y", length=0)
        ax.set(xlabel="mean of scores (0 random play, 1 human play)")
        ax.set_ylim(len(means) - 0.5, -0.5)
        ax.margins(x=0.1)
        ax.legend(loc="lower right")
    return figure
