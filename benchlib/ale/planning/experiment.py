"""Two experiments with planners: score against budget, and what merging duplicates buys."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pandas as pd

from benchlib import _validation
from benchlib.ale.emulator import ACTIONS, FRAME_SKIP, Emulator, play
from benchlib.ale.games import DESIGN_GAMES, find_games
from benchlib.ale.planning.bonuses import EXPLORATION, bonus_named
from benchlib.ale.planning.full_tree import full_tree
from benchlib.ale.planning.model import DISCOUNT, Decision, EmulatorModel
from benchlib.ale.planning.uct import UCT
from benchlib.ale.policies import constant_policy, random_policy
from benchlib.ale.runs import Cell, Record, run

__all__ = ["BUDGETS", "COLUMNS", "PLANNING_GAMES", "planner_table"]

#: The columns of `planner_table`.
COLUMNS = (
    "experiment",
    "planner",
    "merge",
    "budget",
    "unit",
    "game",
    "episode",
    "score",
    "frames",
    "decisions",
    "distinct_children",
    "mean_depth",
    "max_depth",
    "emulated_frames",
    "nodes",
)

#: Emulated frames of a decision in the experiment about budgets.
BUDGETS = (250, 500, 1000, 2000)

#: Its games: the five of the design and four others.
PLANNING_GAMES = (*DESIGN_GAMES, "boxing", "zaxxon", "hero", "montezumarevenge")

# The experiment about merging: its games, and its budgets with their units.
_MERGING_GAMES = ("beamrider", "seaquest")
_MERGING_BUDGETS = ((10, "simulations"), (1000, "frames"))

# In a cell, whose names can't be the table's "-".
_NONE = "none"
_SHOWN = {_NONE: "-"}

# What the planners are compared with. All but the random ones have no chance in them.
_BASELINES = ("random", "random_five", "const_noop", "const_best")

_Decide: TypeAlias = Callable[[EmulatorModel], Decision]


def planner_table(
    experiment: str,
    games: Iterable[str] | None = None,
    *,
    checkpoints: Path,
    seed: int,
    episodes: int,
    budgets: Iterable[int] | None = None,
    max_decisions: int = 300,
    depth_frames: int = 100,
    bonus: str = "usual",
    workers: int = 1,
) -> pd.DataFrame:
    """Play episodes with planners and record scores, trees and costs.

    Parameters
    ----------
    experiment : {"budget", "merging"}
        Which one. ``budget`` has the full tree and UCT at equal emulated frames a decision, and
        policies that look at nothing. ``merging`` has UCT with and without merged duplicates, at
        10 simulations a decision and at 1,000 emulated frames.
    games : iterable of str, optional
        Names of games. By default `PLANNING_GAMES` for ``budget``; Beam Rider and Seaquest for
        ``merging``.
    checkpoints : pathlib.Path
        Folder for the records. A run that was stopped goes on from it; both experiments can
        share it.
    seed : int
        Seed of the whole run. Episodes of one number in one game have the same seed under all
        conditions.
    episodes : int
        Episodes of each condition.
    budgets : iterable of int, optional
        Emulated frames a decision in ``budget``; by default `BUDGETS`.
    max_decisions : int, optional
        Decisions after which an episode is cut; the planners do not know of it.
    depth_frames : int, optional
        Depth of UCT's simulations (frames).
    bonus : {"usual", "printed"}, optional
        UCT's bonus, the same under all conditions.
    workers : int, optional
        Processes to use. The result does not depend on it.

    Returns
    -------
    pandas.DataFrame
        One row an episode. ``planner`` is ``full_tree``, ``uct``, ``random`` (a draw on every
        frame), ``random_five`` (on every fifth), ``const_noop``, or ``const_best``, the largest
        score of the 18 policies that keep to one action. ``merge`` is ``yes`` or ``no``.
        ``distinct_children``, ``mean_depth`` and ``nodes`` are means over the decisions of
        `Decision`'s numbers, ``max_depth`` is the largest, and ``emulated_frames`` the sum,
        without the frames that are played. The policies without a tree have ``-`` for ``merge``
        and ``unit``, and 0 for the numbers of trees.

    Raises
    ------
    ValueError
        If there is no such experiment or game, a number is out of range, or the folder belongs to
        a run with other settings.

    Notes
    -----
    UCT keeps its tree from one decision to the next. In ``budget`` it merges duplicates, as the
    source says of it; the full tree does not, of which the source says nothing.

    Cells are carried out in rounds of one episode, so that a run that is stopped has measured all
    conditions alike. What has no chance in it is played once.

    The paper's budgets are 500 simulations of 300 frames for UCT and 133,000 emulated frames for
    the full tree, with episodes of up to 18,000 frames.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.2 and appendix C.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from benchlib.ale import planning
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = planning.planner_table(
    ...         "budget", ["freeway"], checkpoints=Path(folder), seed=1, episodes=1,
    ...         budgets=[50], max_decisions=2, depth_frames=25,
    ...     )
    >>> table[["planner", "frames", "emulated_frames"]].values.tolist()[:3]
    [['full_tree', 10, 100], ['uct', 10, 100], ['random', 10, 0]]
    """
    _validation.positive_integer(episodes, "episodes")
    _validation.positive_integer(max_decisions, "max_decisions")
    _validation.positive_integer(depth_frames, "depth_frames")
    bonus_named(bonus)
    cells = _cells(experiment, games, budgets)
    settings = {
        "frame_skip": FRAME_SKIP,
        "discount": DISCOUNT,
        "exploration": EXPLORATION,
        "bonus": bonus,
        "depth_frames": depth_frames,
        "max_decisions": max_decisions,
        "ale_py": metadata.version("ale-py"),
        "numpy": metadata.version("numpy"),
    }
    work = partial(_episodes, max_decisions=max_decisions, depth_frames=depth_frames, bonus=bonus)
    for n in range(1, episodes + 1):
        records = run(
            {cell: 1 if cell[1].startswith("const") else n for cell in cells},
            work,
            checkpoints=checkpoints,
            settings=settings,
            seed=seed,
            workers=workers,
            seeds_by=_seeded,
            label=f"{experiment}, {n} of {episodes} episodes",
        )
    rows = [
        (
            *(int(name) if name.isdecimal() else _SHOWN.get(name, name) for name in cell),
            episode,
            *(record[name] for name in COLUMNS[len(cell) + 1 :]),
        )
        for cell in cells
        for episode, record in enumerate(records[cell])
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _cells(
    experiment: str, games: Iterable[str] | None, budgets: Iterable[int] | None
) -> tuple[Cell, ...]:
    """List the conditions, game by game."""
    if experiment == "budget":
        chosen = _games(games, PLANNING_GAMES)
        frames = _validation.positive_integers(BUDGETS if budgets is None else budgets, "budgets")
        conditions = [
            (planner, merge, str(budget), "frames")
            for budget in frames
            for planner, merge in (("full_tree", "no"), ("uct", "yes"))
        ]
        conditions += [(baseline, _NONE, "0", _NONE) for baseline in _BASELINES]
    elif experiment == "merging":
        chosen = _games(games, _MERGING_GAMES)
        if budgets is not None:
            raise ValueError("budgets: those of the experiment about merging are fixed; leave out")
        conditions = [
            ("uct", merge, str(budget), unit)
            for budget, unit in _MERGING_BUDGETS
            for merge in ("yes", "no")
        ]
    else:
        raise ValueError(f"experiment: expected 'budget' or 'merging', got {experiment!r}")
    return tuple((experiment, *condition, game) for game in chosen for condition in conditions)


def _games(games: Iterable[str] | None, default: tuple[str, ...]) -> tuple[str, ...]:
    return default if games is None else find_games(games)


def _seeded(cell: Cell) -> Cell:
    """Pair the conditions: the seed of an episode depends on the game alone."""
    return "planning", cell[-1]


def _episodes(
    cell: Cell,
    seeds: Sequence[np.random.SeedSequence],
    *,
    max_decisions: int,
    depth_frames: int,
    bonus: str,
) -> Iterator[Record]:
    _, planner, merge, budget, unit, game = cell
    for seed in seeds:
        rng = np.random.default_rng(seed)
        if planner in _BASELINES:
            yield _baseline_episode(planner, game, max_decisions, rng)
            continue
        if planner == "uct":
            search = UCT(
                simulations=int(budget) if unit == "simulations" else None,
                frames=int(budget) if unit == "frames" else None,
                depth_frames=depth_frames,
                bonus=bonus,
                merge=merge == "yes",
            )
            decide: _Decide = partial(search.decide, rng=rng)
        else:
            decide = partial(full_tree, frames=int(budget), merge=merge == "yes", rng=rng)
        yield _planned_episode(decide, game, max_decisions)


def _planned_episode(decide: _Decide, game: str, max_decisions: int) -> Record:
    model = EmulatorModel(Emulator(game))
    decisions: list[Decision] = []
    while len(decisions) < max_decisions and not model.over:
        decisions.append(decide(model))
        model.act(decisions[-1].action)

    def mean(name: str) -> float:
        return float(np.mean([getattr(decision, name) for decision in decisions]))

    return {
        "score": model.emulator.score,
        "frames": model.emulator.frames,
        "decisions": len(decisions),
        "distinct_children": mean("distinct_children"),
        "mean_depth": mean("depth"),
        "max_depth": max(decision.depth for decision in decisions),
        "emulated_frames": sum(decision.emulated_frames for decision in decisions),
        "nodes": mean("nodes"),
    }


def _baseline_episode(name: str, game: str, max_decisions: int, rng: np.random.Generator) -> Record:
    frame_skip = 1 if name == "random" else FRAME_SKIP
    actions = range(len(ACTIONS)) if name == "const_best" else range(1)
    played = [
        play(
            Emulator(game, max_frames=max_decisions * FRAME_SKIP),
            random_policy(rng=rng) if name.startswith("random") else constant_policy(action),
            frame_skip=frame_skip,
        )
        for action in actions
    ]
    best = max(played, key=lambda episode: episode.score)
    return {
        "score": best.score,
        "frames": best.frames,
        "decisions": -(-best.frames // frame_skip),
        "distinct_children": 0.0,
        "mean_depth": 0.0,
        "max_depth": 0,
        "emulated_frames": 0,
        "nodes": 0.0,
    }
