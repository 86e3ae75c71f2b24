"""What a machine with too much to do makes of bots that have a time limit."""

import time
from dataclasses import dataclass

import numpy as np
from joblib import Parallel, delayed

from benchlib import _validation
from benchlib._validation import FloatArray
from benchlib.lightcycles.choices import choose
from benchlib.lightcycles.game import start
from benchlib.lightcycles.generation import generate

# All workers begin together, this long after the last of them could have been started.
_HEAD_START_SECONDS = 0.5
_CALIBRATION_CALLS = 200


@dataclass(frozen=True)
class LateMoves:
    """How often bots were late.

    Parameters
    ----------
    n_workers : int
        Bots that thought at the same time, each in a process of its own.
    n_moves : int
        Moves of all bots together.
    n_late : int
        Moves that took longer than the limit.
    limit_seconds : float
        The limit.
    seconds : ndarray of float, shape (n_workers, n_moves / n_workers)
        How long each move took.
    """

    n_workers: int
    n_moves: int
    n_late: int
    limit_seconds: float
    seconds: FloatArray

    @property
    def share(self) -> float:
        """Share of the moves that were late."""
        return self.n_late / self.n_moves


def late_moves(
    n_workers: int, *, n_moves: int = 100, limit_seconds: float = 0.02, load: float = 0.5
) -> LateMoves:
    """Let bots think for a fixed amount of work under a time limit, several at once.

    Parameters
    ----------
    n_workers : int
        Processes that think at the same time.
    n_moves : int, optional
        Moves of each of them.
    limit_seconds : float, optional
        Longest time that a move may take.
    load : float, optional
        Share of the limit that the work of a move takes when nothing else runs.

    Returns
    -------
    LateMoves
        The moves and how many were late. It is a measurement of this machine and what else it
        was doing, and no two are the same.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    The work of a move is a number of decisions of the bot ``lookahead`` in one position, chosen
    beforehand so that it takes `load` of the limit in one process alone, by the fastest of
    several trials.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> found = lightcycles.late_moves(1, n_moves=5, limit_seconds=60, load=0.0001)
    >>> found.n_moves, found.n_late
    (5, 0)
    """
    workers = _validation.positive_integer(n_workers, "n_workers")
    moves = _validation.positive_integer(n_moves, "n_moves")
    limit = _validation.positive(limit_seconds, "limit_seconds")
    share = _validation.fraction(load, "load")
    _think(1, 1, 0.0)  # compile
    fastest = min(_think(1, _CALIBRATION_CALLS, 0.0)[0] for _ in range(5)) / _CALIBRATION_CALLS
    n_calls = max(1, round(share * limit / fastest))
    with Parallel(n_jobs=workers) as parallel:
        parallel(delayed(_think)(1, 1, 0.0) for _ in range(4 * workers))  # start and compile
        begin = time.time() + _HEAD_START_SECONDS
        found = parallel(delayed(_think)(moves, n_calls, begin) for _ in range(workers))
    seconds = np.array(found)
    return LateMoves(workers, seconds.size, int((seconds > limit).sum()), limit, seconds)


def _think(n_moves: int, n_calls: int, begin: float) -> list[float]:
    (board,) = generate(1, mirrored=True)
    position = start(board)
    time.sleep(max(0.0, begin - time.time()))
    taken = []
    for _ in range(n_moves):
        before = time.perf_counter()
        for _ in range(n_calls):
            choose("lookahead", position, seat=1)
        taken.append(time.perf_counter() - before)
    return taken
