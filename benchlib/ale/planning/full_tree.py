"""Breadth-first search: try everything, as deep as the budget allows."""

import math
from collections.abc import Hashable
from typing import Any

import numpy as np

from benchlib import _validation
from benchlib.ale.planning.model import DISCOUNT, Decision, Model, check_start, returned, take

__all__ = ["full_tree"]


def full_tree(
    model: Model,
    *,
    frames: int,
    discount: float = DISCOUNT,
    merge: bool = False,
    rng: np.random.Generator | int,
) -> Decision:
    r"""Choose an action by a tree of all actions that grows level by level.

    Parameters
    ----------
    model : Model
        The game in the state to decide in; it is left in that state.
    frames : int
        Budget: no decision is tried any more once so many frames are emulated. The last one may
        begin below it, so at most the frames of one decision less one are spent on top.
    discount : float, optional
        What a point is worth one decision later, above 0 and at most 1.
    merge : bool, optional
        Whether actions that lead from a node to the same state with the same reward share a
        child. The tree then reaches further; on the levels that both trees complete, values are
        the same.
    rng : numpy.random.Generator or int
        Orders the nodes of a level and breaks ties.

    Returns
    -------
    Decision
        The action with the largest value; one of them at random if there are several.

    Raises
    ------
    ValueError
        If an input is out of range, the episode is over, or a reward is not finite.

    Notes
    -----
    With reward r(s, a) and next state s', the value of an action is

    .. math:: Q(s, a) = r(s, a) + \gamma V(s'), \qquad V(s) = \max_a Q(s, a),

    and V is 0 for a node of which nothing was tried. So what lies beyond the tree counts as 0.

    The source leaves open in which order a level is expanded, which decides what a budget that
    ends within a level leaves out. Here the nodes of a level come in random order, and so do the
    actions of a node; a node whose actions were tried in part has the largest value of those.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.2.1.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale import planning
    >>> model = planning.EmulatorModel(ale.Emulator("freeway"))
    >>> decision = planning.full_tree(model, frames=200, rng=1)
    >>> decision.emulated_frames, decision.nodes, decision.depth
    (200, 41, 2)
    """
    limit = _validation.positive_integer(frames, "frames")
    gamma = check_discount(discount)
    generator = _validation.generator(rng)
    check_start(model)
    before = model.frames_emulated
    end = before + limit

    # Node k > 0 is reached from node parents[k] < k with rewards[k].
    parents, rewards, depths = [-1], [0.0], [0]
    of_action: dict[int, int] = {}  # the root's children
    outcomes: set[tuple[Hashable, float]] = set()  # theirs
    with returned(model) as start:
        level: list[tuple[int, Any]] = [(0, start)]
        while level and model.frames_emulated < end:
            following: list[tuple[int, Any]] = []
            order = generator.permutation(len(level)).tolist()
            while order and model.frames_emulated < end:
                node, state = level[place := order.pop()]
                level[place] = (node, None)  # a state is large and needed only once
                known: dict[tuple[Hashable, float], int] = {}
                for action in generator.permutation(model.n_actions).tolist():
                    if model.frames_emulated >= end:
                        break
                    model.restore(state)
                    reward = take(model, action)
                    reached = model.save()
                    child = len(parents)
                    if merge or node == 0:
                        outcome = (model.key(reached), reward)
                        if merge:
                            child = known.setdefault(outcome, child)
                        if node == 0:
                            of_action[action] = child
                            outcomes.add(outcome)
                    if child == len(parents):
                        parents.append(node)
                        rewards.append(reward)
                        depths.append(depths[node] + 1)
                        if not model.over:
                            following.append((child, reached))
            level = following

    q, tried = _back_up(parents, rewards, gamma)
    values, visits = [math.nan] * model.n_actions, [0] * model.n_actions
    for action, child in of_action.items():
        values[action], visits[action] = q[child], tried[child]
    largest = max(values[action] for action in of_action)
    best = sorted(action for action in of_action if values[action] == largest)
    return Decision(
        action=best[int(generator.integers(len(best)))],
        values=tuple(values),
        visits=tuple(visits),
        children=len(set(of_action.values())),
        distinct_children=len(outcomes),
        nodes=len(parents),
        depth=depths[-1],
        emulated_frames=model.frames_emulated - before,
    )


def _back_up(
    parents: list[int], rewards: list[float], discount: float
) -> tuple[list[float], list[int]]:
    """Return for each node the value of the action that leads to it, and the nodes from it on."""
    best = [-math.inf] * len(parents)
    values, sizes = [0.0] * len(parents), [1] * len(parents)
    for node in range(len(parents) - 1, 0, -1):  # children before their parents
        beyond = best[node] if sizes[node] > 1 else 0.0
        values[node] = rewards[node] + discount * beyond
        parent = parents[node]
        best[parent] = max(best[parent], values[node])
        sizes[parent] += sizes[node]
    return values, sizes


def check_discount(discount: float) -> float:
    """Return a discount above 0 and at most 1."""
    value = _validation.finite(discount, "discount")
    if not 0 < value <= 1:
        raise ValueError(f"discount: expected a number above 0 and at most 1, got {discount!r}")
    return value
