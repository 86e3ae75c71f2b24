"""The experiment that compares representations under one learner."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache, partial
from importlib import metadata
from pathlib import Path

import numpy as np
import pandas as pd

from benchlib import _validation
from benchlib.ale.emulator import FRAME_SKIP
from benchlib.ale.features import FeatureSet, prepare
from benchlib.ale.games import find_games
from benchlib.ale.learning.sarsa import SETTINGS, TRACE_CUT
from benchlib.ale.learning.trials import play_trial
from benchlib.ale.runs import Cell, Record, run, seed_sequence

__all__ = ["EPISODE_COLUMNS", "MEMORY_COLUMNS", "learner_tables"]

EPISODE_COLUMNS = ("representation", "game", "trial", "phase", "episode", "score", "frames")
MEMORY_COLUMNS = (
    "representation",
    "game",
    "trial",
    "n_features",
    "n_rows",
    "weight_bytes",
    "mean_active",
)

_PHASES = ("training", "frozen")


def learner_tables(
    representations: Iterable[str],
    games: Iterable[str],
    *,
    checkpoints: Path,
    seed: int,
    trials: int = 5,
    training_episodes: int = 100,
    frozen_episodes: int = 30,
    max_decisions: int = 1000,
    n_background: int = 18_000,
    n_classes: int = 36_000,
    workers: int = 1,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Train a learner with each representation on each game, and measure what it learned.

    Parameters
    ----------
    representations : iterable of str
        Names of representations, as `SETTINGS` has them.
    games : iterable of str
        Names of games.
    checkpoints : pathlib.Path
        Folder for the records. A run that was stopped goes on from it. On a cluster it must be
        one that all machines see.
    seed : int
        Seed of the whole run.
    trials : int, optional
        Learners for each representation and game.
    training_episodes, frozen_episodes : int, optional
        Episodes of each trial with learning, and after them without.
    max_decisions : int, optional
        Decisions after which an episode is cut.
    n_background, n_classes : int, optional
        Screens of sampled play for the background, and for DISCO's classes of objects.
    workers : int, optional
        Processes to use. The result does not depend on it.

    Returns
    -------
    episodes : pandas.DataFrame
        Columns ``representation, game, trial, phase, episode, score, frames``; one row an episode.
        The phase is ``training`` or ``frozen``.
    memory : pandas.DataFrame
        Columns ``representation, game, trial, n_features, n_rows, weight_bytes, mean_active``; one
        row a trial.

    Raises
    ------
    ValueError
        If there is no such representation or game, a number is out of range, the folder belongs to
        a run with other settings, or a file in it is damaged.
    ArithmeticError
        If the values of actions have grown beyond all numbers.

    Notes
    -----
    The trials are made in rounds, the first of every representation and game before the second of
    any, so that a run that is stopped early has measured all alike.

    The sampled play depends on the seed and the game alone: all representations and trials of a
    game have the same background. The draws of a learner depend on the seed, the game and the
    number of the trial: trials of one number are paired across representations.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from benchlib.ale import learning
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     episodes, memory = learning.learner_tables(
    ...         ["basic", "ram"], ["freeway"], checkpoints=Path(folder), seed=1, trials=1,
    ...         training_episodes=2, frozen_episodes=1, max_decisions=10, n_background=20,
    ...     )
    >>> episodes.groupby(["representation", "phase"], sort=False).size().tolist()
    [2, 1, 2, 1]
    >>> memory["n_features"].tolist()
    [28672, 524800]
    """
    chosen = known_representations(representations)
    cells = [(name, game) for game in find_games(games) for name in chosen]
    limits = {
        "training_episodes": training_episodes,
        "frozen_episodes": frozen_episodes,
        "max_decisions": max_decisions,
        "n_background": n_background,
        "n_classes": n_classes,
    }
    limits = {name: _validation.positive_integer(value, name) for name, value in limits.items()}
    n_trials = _validation.positive_integer(trials, "trials")
    records: dict[Cell, tuple[Record, ...]] = {}
    for n in range(1, n_trials + 1):
        records = run(
            dict.fromkeys(cells, n),
            partial(_trials, seed=seed, limits=limits),
            checkpoints=checkpoints,
            settings=_settings(limits),
            seed=seed,
            workers=workers,
            seeds_by=_game_alone,
            label=f"trial {n} of {n_trials}",
        )
    return _tables(records, limits)


def known_representations(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names as a tuple, if each is one of `SETTINGS` and there once."""
    asked = _validation.listed(names, "representations")
    unknown = [name for name in asked if not isinstance(name, str) or name not in SETTINGS]
    if not asked or unknown or len(set(asked)) < len(asked):
        raise ValueError(
            f"representations: name some of {', '.join(SETTINGS)}, each once, got {asked}"
        )
    return asked


def _game_alone(cell: Cell) -> Cell:
    return cell[1:]


def _settings(limits: Record) -> Record:
    versions = {name: metadata.version(name) for name in ("ale-py", "numpy", "numba")}
    learners = {name: asdict(settings) for name, settings in SETTINGS.items()}
    return {
        **limits,
        "frame_skip": FRAME_SKIP,
        "trace_cut": TRACE_CUT,
        "learners": learners,
        **versions,
    }


def _trials(
    cell: Cell,
    seeds: Sequence[np.random.SeedSequence],
    *,
    seed: int,
    limits: Mapping[str, int],
) -> Iterator[Record]:
    representation, game = cell
    prepared = _features(representation, game, seed, limits["n_background"], limits["n_classes"])
    for own in seeds:
        trial = play_trial(
            prepared,
            game,
            SETTINGS[representation],
            training_episodes=limits["training_episodes"],
            frozen_episodes=limits["frozen_episodes"],
            max_decisions=limits["max_decisions"],
            rng=np.random.default_rng(own),
        )
        played = {phase: getattr(trial, phase) for phase in _PHASES}
        yield {
            **{f"{phase}_scores": [e.score for e in played[phase]] for phase in _PHASES},
            **{f"{phase}_frames": [e.frames for e in played[phase]] for phase in _PHASES},
            "n_features": prepared.n_features,
            "n_rows": trial.n_rows,
            "weight_bytes": trial.weight_bytes,
            "mean_active": trial.mean_active,
        }


def _features(
    representation: str, game: str, seed: int, n_background: int, n_classes: int
) -> FeatureSet:
    # Features remember the last screen, so each thread of a process has its own.
    return _prepared(
        representation, game, seed, n_background, n_classes, thread=threading.get_ident()
    )


# Sampled play takes longer than some trials. The cells of a game come one after another, so a
# process needs few of them at a time; the background of all of them is kept by `prepare`.
@lru_cache(maxsize=8)
def _prepared(
    representation: str,
    game: str,
    seed: int,
    n_background: int,
    n_classes: int,
    *,
    thread: int,  # noqa: ARG001  it tells entries apart
) -> FeatureSet:
    # An integer, so that all representations of a game sample the same play.
    own = int(seed_sequence(seed, ("features", game), 0).generate_state(1)[0])
    return prepare(representation, game, rng=own, n_background=n_background, n_classes=n_classes)


def _tables(
    records: dict[Cell, tuple[Record, ...]], limits: Mapping[str, int]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """One row an episode and one row a trial, in the order of the cells."""
    episodes, memory = [], []
    for (name, game), made in records.items():
        for trial, record in enumerate(made):
            if not _is_trial(record, limits):
                raise ValueError(
                    f"checkpoints: record {trial} of {name}-{game}.json is no trial of this run; "
                    "remove the file, and it is made again"
                )
            memory.append((name, game, trial, *(record[c] for c in MEMORY_COLUMNS[3:])))
            for phase in _PHASES:
                scores, frames = record[f"{phase}_scores"], record[f"{phase}_frames"]
                episodes += [
                    (name, game, trial, phase, episode, *played)
                    for episode, played in enumerate(zip(scores, frames, strict=True))
                ]
    return (
        pd.DataFrame(episodes, columns=list(EPISODE_COLUMNS)),
        pd.DataFrame(memory, columns=list(MEMORY_COLUMNS)),
    )


def _is_trial(record: Record, limits: Mapping[str, int]) -> bool:
    """Return whether a record has what a table needs; others may have written to the file."""
    if not isinstance(record, Mapping) or not record.keys() >= {*MEMORY_COLUMNS[3:]}:
        return False
    lists = [
        (record.get(f"{phase}_{what}"), limits[f"{phase}_episodes"])
        for phase in _PHASES
        for what in ("scores", "frames")
    ]
    return all(isinstance(played, list) and len(played) == n for played, n in lists)
