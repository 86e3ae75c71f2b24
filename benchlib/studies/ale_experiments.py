"""The experiments with learners and planners on the emulator, as they were planned.

What is measured, with which seeds, and by which rule it is judged was written to
``data/plans.jsonl`` before it was measured; this module carries it out.
"""

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from benchlib import ale, datasets
from benchlib.ale import learning, planning
from benchlib.datasets import build

__all__ = [
    "BUDGET_EPISODES",
    "MERGING_EPISODES",
    "SEEDS",
    "TRIALS",
    "learner_testing_games",
    "record_learners",
    "record_planners",
]

#: Seed of each part; no two parts share one.
SEEDS = {"design": 11, "testing": 12, "budget": 21, "merging": 22}

#: Learners of each representation on each game.
TRIALS = 5

#: Episodes of each condition.
BUDGET_EPISODES = 4
MERGING_EPISODES = 10

_N_TESTING_GAMES = 2


def learner_testing_games() -> tuple[str, ...]:
    """Name the testing games on which learners are measured.

    Returns
    -------
    tuple of str
        Those two with the shortest episodes, among the testing games in which random play scores
        in most of its episodes: learners meet rewards there, and trials are cheap.

    Notes
    -----
    The length of an episode is the median of Random's, in the table ``ale_baselines``. So the
    rule knows nothing of how well any learner does.
    """
    episodes = datasets.load("ale_baselines")
    random = episodes[(episodes["policy"] == "random") & (episodes["phase"] == "screen")]
    frames = random.groupby("game")["frames"].median()
    # More than half, which a median above 0 would not say of an even number of episodes.
    share = (random["score"] > 0).groupby(random["game"]).mean()
    scored = frames[[game for game in ale.TESTING_GAMES if share[game] > 0.5]]
    return tuple(scored.sort_values(kind="stable").index[:_N_TESTING_GAMES])


def record_learners(
    *,
    checkpoints: Path,
    workers: int = 1,
    trials: int = TRIALS,
) -> Path:
    """Carry out the experiment with learners, and write its tables to ``data``.

    Parameters
    ----------
    checkpoints : pathlib.Path
        Folder for the records; a run that was stopped goes on from it.
    workers : int, optional
        Processes to use.
    trials : int, optional
        Learners of each representation on each game.

    Returns
    -------
    pathlib.Path
        The table of episodes, ``ale_learners.csv``; ``ale_learner_memory.csv`` lies beside it.
    """
    parts = {"design": ale.DESIGN_GAMES, "testing": learner_testing_games()}
    made = [
        learning.learner_tables(
            list(learning.SETTINGS),
            games,
            checkpoints=Path(checkpoints) / part,
            seed=SEEDS[part],
            trials=trials,
            workers=workers,
        )
        for part, games in parts.items()
    ]
    episodes, memory = (pd.concat(tables) for tables in zip(*made, strict=True))
    build.record("ale_learner_memory", _texts(memory.to_dict("split")["data"]))
    return build.record("ale_learners", _texts(episodes.to_dict("split")["data"]))


def record_planners(
    *,
    checkpoints: Path,
    workers: int = 1,
    budget_episodes: int = BUDGET_EPISODES,
    merging_episodes: int = MERGING_EPISODES,
) -> Path:
    """Carry out both experiments with planners, and write their table to ``data``.

    Parameters
    ----------
    checkpoints : pathlib.Path
        Folder for the records; a run that was stopped goes on from it.
    workers : int, optional
        Processes to use.
    budget_episodes, merging_episodes : int, optional
        Episodes of each condition.

    Returns
    -------
    pathlib.Path
        The table, ``ale_planners.csv``.
    """
    numbers = {"merging": merging_episodes, "budget": budget_episodes}
    tables = [
        planning.planner_table(
            experiment,
            checkpoints=Path(checkpoints) / experiment,
            seed=SEEDS[experiment],
            episodes=episodes,
            workers=workers,
        )
        for experiment, episodes in numbers.items()
    ]
    return build.record("ale_planners", _texts(pd.concat(tables).to_dict("split")["data"]))


def _texts(rows: Iterable[Iterable[object]]) -> list[list[str]]:
    """Write numbers with 6 significant digits where they are means, and in full otherwise."""
    return [
        [format(value, ".6g") if isinstance(value, float) else str(value) for value in row]
        for row in rows
    ]
