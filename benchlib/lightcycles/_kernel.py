"""Whole games, compiled.

A board is a flat array with a closed border, so that no cell needs to know where the edge is, and
a rotation by 180 degrees turns cell i into cell n - 1 - i. Everything compiled is in this file:
numba's cache notices a changed file, but not a change in another file that it calls.
"""

from typing import Any

import numba
import numpy as np

# Directions are 0 north, 1 east, 2 south, 3 west.
N_FEATURES = 7
OWN, RIVAL, ROOM, WALLS, DISTANCE, CONTESTED, STRAIGHT = range(N_FEATURES)

# Where a bot's options stand in its array of whole numbers, after the order of directions.
FRAME, TOP_K, LOOKAHEAD = 4, 5, 6
ABSOLUTE, SEAT, HEADING = range(3)

# Scratch arrays that every search uses again, and their places in the tuple.
OWNER, LEVEL, QUEUE, FOUND = range(4)

# Better than any territory: the rival has no move left.
_WON = 1e9


def scratch(n_cells: int) -> tuple[Any, Any, Any, Any]:
    """Return the arrays that a search needs on a board of so many cells."""
    return (
        np.zeros(n_cells, dtype=np.uint8),
        np.zeros(n_cells, dtype=np.int16),
        np.zeros(n_cells, dtype=np.int16),
        np.zeros(N_FEATURES),
    )


@numba.njit(cache=True)
def spread(blocked: Any, stride: int, head_1: int, head_2: int, room: Any) -> tuple[int, int]:
    """Label the cells by who reaches them first, and count them.

    One breadth-first search from both heads at once: a cell takes over the labels of all
    neighbours that reach it in the same number of moves, so 3 means both. `head_2` of -1 is
    nobody. The heads stand on blocked cells, which do not count.
    """
    owner, level, queue = room[OWNER], room[LEVEL], room[QUEUE]
    # Level 0 is a free cell not yet reached. Everything blocked, the heads among it, is level 1,
    # at which no cell is reached.
    level[:] = blocked
    offsets = (-stride, 1, stride, -1)
    queue[0] = head_1
    owner[head_1] = 1
    heads = 1
    if head_2 >= 0:
        queue[1] = head_2
        owner[head_2] = 2
        heads = 2
    first, last = 0, heads
    mine = theirs = 0
    while first < last:
        cell = queue[first]
        # Every cell of the level before has been taken out by now: the label is complete.
        label = owner[cell]
        if first >= heads:
            mine += label == 1
            theirs += label == 2
        first += 1
        reached = level[cell] + 1
        for offset in offsets:
            other = cell + offset
            known = level[other]
            if known == 0:
                level[other] = reached
                owner[other] = label
                queue[last] = other
                last += 1
            elif known == reached:
                owner[other] |= label
    return mine, theirs


@numba.njit(cache=True)
def measure(
    blocked: Any, stride: int, head: int, rival: int, straight: bool, weights: Any, room: Any
) -> float:
    """Return the weighted sum of the features of standing on `head`.

    The features are left in the scratch arrays; a search that has no weight is not made.
    """
    found = room[FOUND]
    found[:] = 0
    if weights[OWN] != 0 or weights[RIVAL] != 0:
        mine, theirs = spread(blocked, stride, head, rival, room)
        found[OWN] = mine
        found[RIVAL] = theirs
    if weights[ROOM] != 0:
        found[ROOM] = spread(blocked, stride, head, -1, room)[0]
    walls = 0
    for offset in (-stride, 1, stride, -1):
        walls += blocked[head + offset]
    found[WALLS] = walls - 1  # the cell it came from
    found[DISTANCE] = abs(head // stride - rival // stride) + abs(head % stride - rival % stride)
    found[CONTESTED] = found[DISTANCE] == 1
    found[STRAIGHT] = straight
    score = 0.0
    for k in range(N_FEATURES):
        score += weights[k] * found[k]
    return score


@numba.njit(cache=True)
def score_moves(
    blocked: Any,
    stride: int,
    head: int,
    rival: int,
    heading: int,
    weights: Any,
    lookahead: bool,
    scores: Any,
    room: Any,
) -> None:
    """Score the move in each direction with the rival standing, or against its best reply."""
    offsets = (-stride, 1, stride, -1)
    for move in range(4):
        scores[move] = -np.inf
        target = head + offsets[move]
        if blocked[target]:
            continue
        straight = move == heading
        blocked[target] = 1
        if lookahead:
            worst = _WON
            for offset in offsets:
                reply = rival + offset
                if reply == target:  # both would crash: level
                    worst = min(worst, 0.0)
                elif not blocked[reply]:
                    blocked[reply] = 1
                    score = measure(blocked, stride, target, reply, straight, weights, room)
                    worst = min(worst, score)
                    blocked[reply] = 0
            scores[move] = worst
        else:
            scores[move] = measure(blocked, stride, target, rival, straight, weights, room)
        blocked[target] = 0


@numba.njit(cache=True)
def keep_best(scores: Any, order: Any, base: int, n_kept: int) -> Any:
    """Say which moves are the best few, ties by the order of directions."""
    kept = np.zeros(4, dtype=np.bool_)
    for _ in range(n_kept):
        best = -1
        for k in range(4):
            move = (base + order[k]) % 4
            if kept[move] or scores[move] == -np.inf:
                continue
            if best < 0 or scores[move] > scores[best]:
                best = move
        if best >= 0:
            kept[best] = True
    return kept


@numba.njit(cache=True)
def draw(state: Any) -> float:
    """Return a number from 0 up to 1 and move the state on (splitmix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return float(z >> np.uint64(11)) / 9007199254740992.0  # 2 to the 53


@numba.njit(cache=True)
def choose(
    blocked: Any,
    stride: int,
    head: int,
    rival: int,
    heading: int,
    facing: int,
    numbers: Any,
    codes: Any,
    state: Any,
    scores: Any,
    room: Any,
) -> int:
    """Return the direction that a bot takes; without a free cell it goes straight on.

    `scores` is left with the scores compared, minus infinity for moves not considered.
    """
    base = 0
    if codes[FRAME] == SEAT:
        base = facing
    elif codes[FRAME] == HEADING:
        base = heading
    weights = numbers[:N_FEATURES]
    if codes[TOP_K]:
        proposal = numbers[N_FEATURES : 2 * N_FEATURES]
        score_moves(blocked, stride, head, rival, heading, proposal, False, scores, room)
        kept = keep_best(scores, codes, base, codes[TOP_K])
        score_moves(blocked, stride, head, rival, heading, weights, False, scores, room)
        scores[~kept] = -np.inf
    else:
        score_moves(
            blocked, stride, head, rival, heading, weights, codes[LOOKAHEAD] > 0, scores, room
        )
    top = scores.max()
    chosen: int = heading
    if top == -np.inf:
        return chosen
    ties = np.empty(4, dtype=np.int64)
    n = 0
    for k in range(4):
        move = (base + codes[k]) % 4
        if scores[move] == top:
            ties[n] = move
            n += 1
    epsilon = numbers[2 * N_FEATURES]
    chosen = ties[0]
    if n > 1 and epsilon > 0 and draw(state) < epsilon:
        chosen = ties[int(draw(state) * n)]
    return chosen


@numba.njit(cache=True)
def play(
    boards: Any,
    stride: int,
    starts: Any,
    facings: Any,
    numbers: Any,
    codes: Any,
    states: Any,
    moves: Any,
    lengths: Any,
    halves: Any,
    room: Any,
) -> None:
    """Play one game on each board, between the same two bots in the same seats.

    Fills `moves[game, seat, turn]`, the `lengths`, and the half points of seat 1.
    """
    scores = np.zeros(4)
    offsets = (-stride, 1, stride, -1)
    for game in range(boards.shape[0]):
        blocked = boards[game].copy()
        heads = starts[game].copy()
        headings = facings[game].copy()
        blocked[heads[0]] = 1
        blocked[heads[1]] = 1
        turn = 0
        while True:
            # Neither sees the other's move of this turn: the board changes after both chose.
            for seat in range(2):
                headings[seat] = choose(
                    blocked,
                    stride,
                    heads[seat],
                    heads[1 - seat],
                    headings[seat],
                    facings[game, seat],
                    numbers[seat],
                    codes[seat],
                    states[game, seat : seat + 1],
                    scores,
                    room,
                )
                moves[game, seat, turn] = headings[seat]
            turn += 1
            target_1 = heads[0] + offsets[headings[0]]
            target_2 = heads[1] + offsets[headings[1]]
            crashed_1 = blocked[target_1] or target_1 == target_2
            crashed_2 = blocked[target_2] or target_1 == target_2
            if crashed_1 or crashed_2:
                break
            heads[0] = target_1
            heads[1] = target_2
            blocked[target_1] = 1
            blocked[target_2] = 1
        lengths[game] = turn
        halves[game] = 1 + int(crashed_2) - int(crashed_1)
