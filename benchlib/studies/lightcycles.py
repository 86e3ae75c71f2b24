"""Light cycles as a case: mirrors, changed ties, a learner on its own mirror, crowded machines."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import t

from benchlib import _validation, lightcycles
from benchlib._validation import FloatArray
from benchlib.lightcycles import Bot, Map
from benchlib.results import ConfidenceInterval, Estimate

__all__ = [
    "MirrorTraining",
    "copies",
    "late_moves_in_turn",
    "move_agreement",
    "panel_gap",
    "tie_changes",
    "train_on_mirror",
]

# Small boards: a game is short, and a hundred of them take some hundredths of a second.
_BOARD = {"width": 12, "height": 8, "n_walls": 8}


@dataclass(frozen=True)
class MirrorTraining:
    """Learners that were trained against their own original on mirrored maps.

    Parameters
    ----------
    reward : ndarray of float, shape (n_learners, n_steps + 1)
        Share of the points taken from the original on the training maps, as kept by each step.
    mirror : ndarray of float, shape (n_learners,)
        The same on mirrored maps that were not trained on.
    gap : ndarray of float, shape (n_learners,)
        Share of the points taken from a panel, minus that of the original on the same maps.
    """

    reward: FloatArray
    mirror: FloatArray
    gap: FloatArray

    def mean(self, name: str) -> Estimate:
        """Average a final value over the learners, with a t interval between them.

        Parameters
        ----------
        name : str
            ``"reward"``, ``"mirror"`` or ``"gap"``.

        Returns
        -------
        Estimate
            Mean, standard error and 95% interval. Learners share no map, so they are independent.

        Raises
        ------
        ValueError
            If there is no such value.
        """
        if name not in ("reward", "mirror", "gap"):
            raise ValueError(f"name: expected reward, mirror or gap, got {name!r}")
        values = self.reward[:, -1] if name == "reward" else getattr(self, name)
        return _mean(values, "t interval between learners")


def copies(
    bots: Iterable[Bot | str], maps: Sequence[Map], *, rng: np.random.Generator | int
) -> pd.DataFrame:
    """Let bots play exact copies of themselves.

    Parameters
    ----------
    bots : iterable of Bot or str
        The bots, or their names.
    maps : sequence of Map
        Maps, each played in both seats.
    rng : numpy.random.Generator or int
        Source of lots, or a seed for it. A copy draws the lots of its own seat.

    Returns
    -------
    DataFrame
        One row a bot: ``bot, n_games, n_level, n_mirrored, n_distinct``. Mirrored are games in
        which each seat made the turned moves of the other.

    Raises
    ------
    ValueError
        If a bot or a map is none.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> from benchlib.studies import lightcycles as study
    >>> maps = lightcycles.generate(range(10), mirrored=True, n_walls=8)
    >>> study.copies(["voronoi", "voronoi_absolute"], maps, rng=1)["n_mirrored"].tolist()
    [20, 0]
    """
    generator = _validation.generator(rng)
    rows = []
    for name in bots:
        bot = lightcycles.bot(name) if isinstance(name, str) else name
        games = lightcycles.play_pairs([(bot, bot.named(f"{bot.name} copy"))], maps, rng=generator)
        report = lightcycles.match_report(games)
        level = int((games["result"] == 0.5).sum())
        rows.append((bot.name, report.n_games, level, report.n_mirrored, report.n_distinct))
    return pd.DataFrame(rows, columns=["bot", "n_games", "n_level", "n_mirrored", "n_distinct"])


def tie_changes(
    original: Bot | str,
    orders: Iterable[str],
    maps: Sequence[Map],
    *,
    rng: np.random.Generator | int,
) -> pd.DataFrame:
    """Change nothing but the order of ties, and play the original.

    Parameters
    ----------
    original : Bot or str
        The original.
    orders : iterable of str
        Orders of ties, in the frame of the seat.
    maps : sequence of Map
        Maps, each played in both seats.
    rng : numpy.random.Generator or int
        Source of lots, or a seed for it.

    Returns
    -------
    DataFrame
        One row an order: ``order, won, level, lost, estimate, low, high, n_distinct``, counted
        for the changed bot; the interval is that of ``lightcycles.match_report``.

    Raises
    ------
    ValueError
        If an order is none, or a bot or a map.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> from benchlib.studies import lightcycles as study
    >>> maps = lightcycles.generate(range(10), mirrored=True, n_walls=8)
    >>> found = study.tie_changes("careful", ["FRBL", "LFRB"], maps, rng=1)
    >>> found["level"].tolist()
    [20, 2]
    """
    bot = lightcycles.bot(original) if isinstance(original, str) else original
    chosen = list(orders)
    generator = _validation.generator(rng)
    rows = []
    for order in chosen:
        changed = bot.with_ties(order, name=f"{bot.name} with ties {order}")
        games = lightcycles.play_pairs([(changed, bot)], maps, rng=generator)
        report = lightcycles.match_report(games)
        counts = [int((games["result"] == points).sum()) for points in (1, 0.5, 0)]
        ends = report.confidence_interval
        rows.append((order, *counts, report.estimate, ends.low, ends.high, report.n_distinct))
    names = ["order", "won", "level", "lost", "estimate", "low", "high", "n_distinct"]
    return pd.DataFrame(rows, columns=names)


def panel_gap(
    bot_1: Bot | str,
    bot_2: Bot | str,
    panel: Iterable[Bot | str],
    maps: Sequence[Map],
    *,
    rng: np.random.Generator | int,
) -> Estimate:
    """Compare two bots by what they take from a panel on the same maps.

    Parameters
    ----------
    bot_1, bot_2 : Bot or str
        The bots to compare.
    panel : iterable of Bot or str
        Their opponents.
    maps : sequence of Map
        Maps, each played in both seats. Equal maps count once.
    rng : numpy.random.Generator or int
        Source of lots, or a seed for it.

    Returns
    -------
    Estimate
        Share of the points of `bot_1` minus that of `bot_2`, with a 95% t interval between maps.

    Raises
    ------
    ValueError
        If a bot or a map is none, the two have one name or stand in the panel, or there are
        fewer than two different maps.

    Notes
    -----
    With :math:`d_m` the mean difference on map :math:`m` over opponents and seats, the estimate
    is the mean of the :math:`d_m`, and its standard error their standard deviation divided by
    the square root of the number of maps.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> from benchlib.studies import lightcycles as study
    >>> maps = lightcycles.generate(range(20), mirrored=False)
    >>> gap = study.panel_gap("voronoi", "wall_hugger", ["cutter", "random"], maps, rng=1)
    >>> gap.confidence_interval.low > 0
    True
    """
    unique = list({board.id: board for board in maps}.values())
    if len(unique) < 2:
        raise ValueError("maps: one map shows no spread; take at least two different ones")
    opponents = list(panel)
    pairs = [(bot, other) for bot in (bot_1, bot_2) for other in opponents]
    games = lightcycles.play_pairs(pairs, unique, rng=rng)
    # Rows come in the order of pairs, maps and seats.
    shape = (2, len(opponents), len(unique), 2)
    points = games["result"].to_numpy(dtype=np.float64).reshape(shape).mean(axis=(1, 3))
    return _mean(points[0] - points[1], "t interval between maps")


def train_on_mirror(
    original: Bot | str,
    panel: Iterable[Bot | str],
    *,
    n_learners: int,
    n_steps: int,
    n_maps: int,
    n_test_maps: int,
    first_seed: int,
    rng: np.random.Generator | int,
) -> MirrorTraining:
    """Train capped learners against their own original from mirrored starts, and test them.

    Parameters
    ----------
    original : Bot or str
        The original, which also proposes the moves.
    panel : iterable of Bot or str
        Opponents of the test.
    n_learners : int
        Learners to train, at least 2.
    n_steps : int
        Changes that each tries.
    n_maps, n_test_maps : int
        Mirrored maps to train on, and maps of each of the two tests.
    first_seed : int
        First map seed; every learner has the next ``n_maps + 2 * n_test_maps`` to itself.
    rng : numpy.random.Generator or int
        Source of the changes and of lots, or a seed for it.

    Returns
    -------
    MirrorTraining
        Rewards, and what became of them on other maps and against other bots. The panel plays on
        maps that are not mirrored. Boards are 12 x 8 cells with 8 walls.

    Raises
    ------
    ValueError
        If a number is too small, or a bot is none or cannot be the original of a learner.

    Examples
    --------
    >>> from benchlib.studies import lightcycles as study
    >>> found = study.train_on_mirror(
    ...     "voronoi", ["cutter"], n_learners=2, n_steps=10, n_maps=5, n_test_maps=5,
    ...     first_seed=0, rng=1,
    ... )
    >>> found.reward.shape
    (2, 11)
    """
    learners = _several(n_learners, "n_learners")
    train = _validation.positive_integer(n_maps, "n_maps")
    test = _several(n_test_maps, "n_test_maps")
    generator = _validation.generator(rng)
    bot = lightcycles.bot(original) if isinstance(original, str) else original
    opponents = list(panel)
    rewards, mirrors, gaps = [], [], []
    for k in range(learners):
        first = first_seed + k * (train + 2 * test)
        seeds = np.split(np.arange(first, first + train + 2 * test), [train, train + test])
        boards, mirrored = (
            lightcycles.generate(part.tolist(), mirrored=True, **_BOARD) for part in seeds[:2]
        )
        other = lightcycles.generate(seeds[2].tolist(), mirrored=False, **_BOARD)
        tuning = lightcycles.tune(bot, boards, original=bot, n_steps=n_steps, rng=generator)
        games = lightcycles.play_pairs([(tuning.bot, bot)], mirrored, rng=generator)
        rewards.append(tuning.reward)
        mirrors.append(float(games["result"].mean()))
        gaps.append(panel_gap(tuning.bot, bot, opponents, other, rng=generator).estimate)
    return MirrorTraining(np.array(rewards), np.array(mirrors), np.array(gaps))


def move_agreement(
    student: Bot | str, teacher: Bot | str, games: pd.DataFrame, maps: Sequence[Map]
) -> Estimate:
    """Count how often a bot would make the move that a teacher made.

    Parameters
    ----------
    student, teacher : Bot or str
        The bots; the student draws no lots.
    games : DataFrame
        Games of the teacher, as ``lightcycles.play_pairs`` makes them.
    maps : sequence of Map
        The maps of these games.

    Returns
    -------
    Estimate
        Share of the teacher's moves that are the student's as well, with a 95% t interval
        between maps.

    Raises
    ------
    ValueError
        If the teacher is in none of the games, a map is missing, or there are fewer than two.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> from benchlib.studies import lightcycles as study
    >>> maps = lightcycles.generate(range(5), mirrored=False, width=8, height=6)
    >>> games = lightcycles.play_pairs([("voronoi", "cutter")], maps, rng=1)
    >>> study.move_agreement("voronoi", "voronoi", games, maps).estimate
    1.0
    """
    name = teacher if isinstance(teacher, str) else teacher.name
    boards = {board.id: board for board in maps}
    by_map: dict[str, list[float]] = {}
    for row in games.to_dict("records"):
        if name not in (row["bot_1"], row["bot_2"]):
            continue
        if row["map"] not in boards:
            raise ValueError(f"maps: {row['map']} is missing; give all maps of the games")
        seat = row["seat"] if row["bot_1"] == name else 3 - row["seat"]
        made = row["moves"].split("/")[seat - 1]
        # The last position is that after the game, without a move.
        positions = lightcycles.replay(boards[row["map"]], row["moves"])[:-1]
        agreed = [
            lightcycles.choose(student, position, seat=seat).move == move
            for position, move in zip(positions, made, strict=True)
        ]
        by_map.setdefault(row["map"], []).append(float(np.mean(agreed)))
    if len(by_map) < 2:
        raise ValueError(
            f"games: {name!r} has games on {len(by_map)} maps; at least two are needed"
        )
    return _mean(np.array([np.mean(x) for x in by_map.values()]), "t interval between maps")


def late_moves_in_turn(
    n_workers: Iterable[int],
    *,
    n_blocks: int,
    n_moves: int = 40,
    rng: np.random.Generator | int,
) -> pd.DataFrame:
    """Measure late moves with several numbers of workers, again and again in random order.

    Parameters
    ----------
    n_workers : iterable of int
        Numbers of bots that think at the same time.
    n_blocks : int
        How often each number is measured. What else the machine does then hits all alike.
    n_moves : int, optional
        Moves of each bot.
    rng : numpy.random.Generator or int
        Source of the order within a block, or a seed for it.

    Returns
    -------
    DataFrame
        One row a measurement: ``block, n_workers, n_moves, n_late``, as from
        ``lightcycles.late_moves``. No two runs are the same.

    Raises
    ------
    ValueError
        If a number is too small.

    Examples
    --------
    >>> from benchlib.studies import lightcycles as study
    >>> study.late_moves_in_turn([1], n_blocks=1, n_moves=2, rng=1)["n_moves"].tolist()
    [2]
    """
    counts = _validation.positive_integers(n_workers, "n_workers")
    blocks = _validation.positive_integer(n_blocks, "n_blocks")
    generator = _validation.generator(rng)
    rows = []
    for block in range(1, blocks + 1):
        for workers in generator.permutation(counts).tolist():
            found = lightcycles.late_moves(workers, n_moves=n_moves)
            rows.append((block, workers, found.n_moves, found.n_late))
    table = pd.DataFrame(rows, columns=["block", "n_workers", "n_moves", "n_late"])
    return table.sort_values(["block", "n_workers"], ignore_index=True)


def _mean(values: FloatArray, method: str) -> Estimate:
    n, mean = len(values), float(values.mean())
    error = float(values.std(ddof=1)) / math.sqrt(n)
    half = float(t.isf(0.025, n - 1)) * error
    return Estimate(mean, error, ConfidenceInterval(mean - half, mean + half, 0.95), n, method)


def _several(value: int, name: str) -> int:
    number = _validation.positive_integer(value, name)
    if number < 2:
        raise ValueError(f"{name}: one shows no spread; take at least two")
    return number
