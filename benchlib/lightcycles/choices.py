"""One move of a bot, with what it saw."""

import math
from dataclasses import dataclass

import numpy as np

from benchlib import _validation
from benchlib.lightcycles import _kernel
from benchlib.lightcycles.bots import FEATURES, Bot, encoded
from benchlib.lightcycles.game import Position, flat, padded
from benchlib.lightcycles.maps import DIRECTIONS
from benchlib.lightcycles.roster import known


@dataclass(frozen=True)
class Choice:
    """What a bot sees in a position, and what it does.

    Parameters
    ----------
    move : str
        The direction it takes.
    scores : dict of str to float
        Score of each direction that it considered.
    features : dict of str to tuple of float
        The seven features of each direction with a free cell, before any reply.
    tied : str
        The best directions, in the order of its preference; one letter if there is no tie, none
        if no cell is free.
    """

    move: str
    scores: dict[str, float]
    features: dict[str, tuple[float, ...]]
    tied: str


def choose(
    player: Bot | str,
    position: Position,
    *,
    seat: int,
    rng: np.random.Generator | int | None = None,
) -> Choice:
    """Let a bot choose its move, and show what it saw.

    Parameters
    ----------
    player : Bot or str
        The bot, or its name.
    position : Position
        A position of a game that is not over.
    seat : {1, 2}
        The bot's seat.
    rng : numpy.random.Generator or int, optional
        Source of lots; needed by a bot with randomness.

    Returns
    -------
    Choice
        The move, and the scores behind it.

    Raises
    ------
    ValueError
        If the bot or seat is unknown, the game is over, or a bot with randomness has no `rng`.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> board = lightcycles.parse("... A.. ... ..B")
    >>> choice = lightcycles.choose("voronoi", lightcycles.start(board), seat=1)
    >>> choice.move, choice.scores
    ('E', {'N': -3.0, 'E': 3.0, 'S': 1.0})
    """
    chosen = known(player, "player")
    if seat not in (1, 2) or isinstance(seat, bool):
        raise ValueError(f"seat: expected 1 or 2, got {seat!r}")
    if position.result is not None:
        raise ValueError("position: the game is over; take an earlier position")
    if chosen.is_random and rng is None:
        raise ValueError(f"rng: {chosen.name!r} breaks ties by lot; give a generator or a seed")
    state = np.zeros(1, dtype=np.uint64)
    if rng is not None:
        state[0] = _validation.generator(rng).integers(2**64, dtype=np.uint64)
    blocked, stride = padded(position)
    head, rival = (flat(position.trails[k][-1], stride) for k in (seat - 1, 2 - seat))
    heading = DIRECTIONS.index(position.headings[seat - 1])
    facing = DIRECTIONS.index(position.map.facings[seat - 1])
    room, scores = _kernel.scratch(len(blocked)), np.empty(4)
    move = _kernel.choose(
        blocked, stride, head, rival, heading, facing, *encoded(chosen), state, scores, room
    )
    features = {}
    for k, offset in enumerate((-stride, 1, stride, -1)):
        target = head + offset
        if not blocked[target]:
            blocked[target] = 1
            everything = np.ones(len(FEATURES))
            _kernel.measure(blocked, stride, target, rival, k == heading, everything, room)
            blocked[target] = 0
            features[DIRECTIONS[k]] = tuple(room[_kernel.FOUND].tolist())
    base = {"absolute": 0, "seat": facing, "heading": heading}[chosen.frame]
    preference = [DIRECTIONS[(base + k) % 4] for k in encoded(chosen)[1][:4]]
    found = {DIRECTIONS[k]: float(scores[k]) for k in range(4) if scores[k] > -math.inf}
    best = max(found.values(), default=math.nan)
    tied = "".join(d for d in preference if found.get(d) == best)
    return Choice(DIRECTIONS[move], found, features, tied)
