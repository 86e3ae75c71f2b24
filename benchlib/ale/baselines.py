"""Measure the 37 baseline policies, and measure the best of them again.

The best of many noisy measurements is too good: it was chosen for its luck as well. So the
policies that lead a game are played again on fresh episodes, which tell how much of the lead stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path

import numpy as np
import pandas as pd

from benchlib import _validation
from benchlib.ale.emulator import FRAME_SKIP, MAX_FRAMES, Emulator, play
from benchlib.ale.games import GAMES, find_games
from benchlib.ale.policies import BASELINES, REPEAT_PROBABILITY, Baseline
from benchlib.ale.runs import Cell, Record, run

__all__ = ["COLUMNS", "baseline_table"]

COLUMNS = ("phase", "policy", "action", "game", "episode", "score", "frames")

# A policy without chance is played twice with different seeds, to show that it is one.
_DETERMINISTIC_EPISODES = 2

_BASELINES = {(baseline.policy, baseline.action): baseline for baseline in BASELINES}


def baseline_table(
    games: Iterable[str] | None = None,
    *,
    checkpoints: Path,
    seed: int,
    policies: Iterable[Baseline] = BASELINES,
    episodes: int = 10,
    random_episodes: int = 30,
    best: int = 3,
    fresh_episodes: int = 10,
    max_frames: int = MAX_FRAMES,
    workers: int = 1,
) -> pd.DataFrame:
    """Play every baseline policy on some games, and the best of each game again.

    Parameters
    ----------
    games : iterable of str, optional
        Names of games; all 55 by default.
    checkpoints : pathlib.Path
        Folder for the records. A run that was stopped goes on from it.
    seed : int
        Seed of the whole run.
    policies : iterable of Baseline, optional
        Some of `BASELINES` instead of all 37.
    episodes : int, optional
        Episodes of each Perturb policy.
    random_episodes : int, optional
        Episodes of Random, which is the usual reference of a scale.
    best : int, optional
        How many policies of each game are measured again: those with the largest mean score.
    fresh_episodes : int, optional
        Their episodes then.
    max_frames : int, optional
        Frames after which an episode ends.
    workers : int, optional
        Processes to use. The result does not depend on it.

    Returns
    -------
    pandas.DataFrame
        Columns ``phase, policy, action, game, episode, score, frames``; one row an episode. The
        first measurement is the phase ``screen``, the second one ``fresh``. Const has two
        episodes in each, whatever was asked for.

    Raises
    ------
    ValueError
        If there is no such game, a number is out of range, or the folder belongs to a run with
        other settings.

    Notes
    -----
    Random and Const come first, then Perturb in rounds of 1, 2, 4, … episodes, so that a run that
    is stopped early has measured all games alike.

    Equal means are ordered as in `BASELINES`.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.1.2.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from benchlib import ale
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = ale.baseline_table(
    ...         ["pong"], checkpoints=Path(folder), seed=1, policies=ale.BASELINES[:3],
    ...         random_episodes=3, best=1, fresh_episodes=2, max_frames=20,
    ...     )
    >>> table.groupby(["phase", "policy"], sort=False).size().to_dict()
    {('screen', 'random'): 3, ('screen', 'const'): 4, ('fresh', 'random'): 2}
    """
    chosen = _games(games)
    numbers = {"perturb": episodes, "random": random_episodes, "const": _DETERMINISTIC_EPISODES}
    for name, value in (("episodes", episodes), ("random_episodes", random_episodes)):
        _validation.positive_integer(value, name)
    asked = set(policies)
    measured = tuple(baseline for baseline in BASELINES if baseline in asked)
    if not asked or len(asked) > len(measured):
        raise ValueError("policies: name some of `ale.BASELINES`")
    if _validation.positive_integer(best, "best") > len(measured):
        raise ValueError(f"best: there are {len(measured)} policies, got {best}")
    _validation.positive_integer(fresh_episodes, "fresh_episodes")
    carry_out = partial(
        run,
        work=partial(_episodes, max_frames=_validation.positive_integer(max_frames, "max_frames")),
        checkpoints=checkpoints,
        settings=_settings(max_frames),
        seed=seed,
        workers=workers,
    )

    screen = {
        _cell("screen", baseline, game): numbers[baseline.policy]
        for baseline in measured
        for game in chosen
    }
    perturb = {cell: n for cell, n in screen.items() if cell[1] == "perturb"}
    carry_out({c: n for c, n in screen.items() if c not in perturb}, label="random and const")
    for n in _rounds(episodes):
        carry_out(dict.fromkeys(perturb, n), label=f"perturb, {n} of {episodes} episodes")
    first = _table(carry_out(screen, label="screen"))

    fresh = {
        _cell("fresh", baseline, game): (
            _DETERMINISTIC_EPISODES if baseline.deterministic else fresh_episodes
        )
        for game in chosen
        for baseline in _best(first[first["game"] == game], measured)[:best]
    }
    return _table(carry_out(screen, label="screen") | carry_out(fresh, label="fresh"))


def _games(games: Iterable[str] | None) -> tuple[str, ...]:
    if games is None:
        return tuple(GAMES)
    asked = find_games(games)
    return tuple(name for name in GAMES if name in asked)


def _settings(max_frames: int) -> Record:
    return {
        "frame_skip": FRAME_SKIP,
        "max_frames": max_frames,
        "repeat_probability": REPEAT_PROBABILITY,
        "ale_py": metadata.version("ale-py"),
        "numpy": metadata.version("numpy"),
    }


def _rounds(episodes: int) -> Iterator[int]:
    n = 1
    while n < episodes:
        yield n
        n *= 2
    yield episodes


def _cell(phase: str, baseline: Baseline, game: str) -> Cell:
    return phase, baseline.policy, baseline.action, game


def _episodes(
    cell: Cell, seeds: Sequence[np.random.SeedSequence], *, max_frames: int
) -> Iterator[Record]:
    _, policy, action, game = cell
    baseline = _BASELINES[policy, action]
    for seed in seeds:
        rng = np.random.default_rng(seed)
        emulator = Emulator(game, seed=int(rng.integers(2**31)), max_frames=max_frames)
        episode = play(emulator, baseline.start(rng), frame_skip=baseline.frame_skip)
        yield {"score": episode.score, "frames": episode.frames}


def _best(screen: pd.DataFrame, policies: Iterable[Baseline]) -> list[Baseline]:
    means = screen.groupby(["policy", "action"])["score"].mean()
    return sorted(policies, key=lambda b: -means[b.policy, b.action])


def _table(records: dict[Cell, tuple[Record, ...]]) -> pd.DataFrame:
    """One row an episode: screen before fresh, policies as in `BASELINES`, games by name."""
    phases, policies, games = ("screen", "fresh"), list(_BASELINES), list(GAMES)

    def place(cell: Cell) -> tuple[int, int, int]:
        phase, policy, action, game = cell
        return phases.index(phase), policies.index((policy, action)), games.index(game)

    rows = [
        (*cell, episode, record["score"], record["frames"])
        for cell in sorted(records, key=place)
        for episode, record in enumerate(records[cell])
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))
