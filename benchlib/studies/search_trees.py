"""How the tree of one decision grows, simulation by simulation."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchlib import _validation, ale
from benchlib.ale.planning import UCT, Decision, EmulatorModel, Model, TreeNode
from benchlib.ale.planning.model import returned

__all__ = ["Growth", "Simulation", "growth", "random_position"]


@dataclass(frozen=True)
class Simulation:
    """One simulation of a growing tree.

    Parameters
    ----------
    path : tuple of int
        Its way: places in `Growth.nodes`, the root first.
    new : int
        The node that it added, -1 if none.
    merged : tuple of (int, int)
        Actions that turned out to lead to the same state as an earlier one, with the place of the
        node that they share.
    returns : tuple of float
        Discounted return from each step of the path on (points), the first from the root.
    scale : float
        By what returns are divided from now on: the largest absolute one so far (points).
    frames : int
        Emulated frames.
    """

    path: tuple[int, ...]
    new: int
    merged: tuple[tuple[int, int], ...]
    returns: tuple[float, ...]
    scale: float
    frames: int


@dataclass(frozen=True)
class Growth:
    """How the tree of a decision grew, simulation by simulation.

    Parameters
    ----------
    nodes : tuple of TreeNode
        The tree in the end.
    simulations : tuple of Simulation
        In their order.
    decision : Decision
        What came of it.
    """

    nodes: tuple[TreeNode, ...]
    simulations: tuple[Simulation, ...]
    decision: Decision


class _Remembered:
    """A model that plays each step once, and knows it from then on; so it must be deterministic."""

    def __init__(self, model: Model) -> None:
        self._model, self._known = model, dict[tuple[Hashable, int], Any]()
        self.n_actions, self.frames_emulated = model.n_actions, 0
        state = model.save()
        self._now = (state, model.key(state), model.over)

    @property
    def over(self) -> bool:
        return bool(self._now[2])

    def act(self, action: int) -> float:
        step = self._now[1], action
        if step not in self._known:
            model, before = self._model, self._model.frames_emulated
            model.restore(self._now[0])
            reward, state = model.act(action), model.save()
            then = (state, model.key(state), model.over)
            self._known[step] = reward, then, model.frames_emulated - before
        reward, self._now, frames = self._known[step]
        self.frames_emulated += frames
        return float(reward)

    def save(self) -> Any:
        return self._now

    def restore(self, state: Any) -> None:
        self._now = state

    def key(self, state: Any) -> Hashable:
        key: Hashable = state[1]
        return key


def random_position(
    game: str, n_decisions: int, *, rng: np.random.Generator | int
) -> EmulatorModel:
    """Play a game at random for some decisions, to have a state in which to decide.

    Parameters
    ----------
    game : str
        Name of the game.
    n_decisions : int
        Decisions before.
    rng : numpy.random.Generator or int
        Where the actions come from.

    Returns
    -------
    EmulatorModel
        The game as far as it was played.

    Raises
    ------
    ValueError
        If there is no such game, or it is over by then.

    Examples
    --------
    >>> from benchlib.studies import search_trees
    >>> search_trees.random_position("freeway", 3, rng=1).emulator.frames
    15
    """
    model = EmulatorModel(ale.Emulator(game))
    n = _validation.positive_integer(n_decisions, "n_decisions")
    for action in _validation.generator(rng).integers(model.n_actions, size=n).tolist():
        model.act(action)
        if model.over:
            raise ValueError(f"n_decisions: {game} is over before {n_decisions}; take fewer")
    return model


def growth(
    model: Model, *, n_simulations: int, depth_frames: int = 100, merge: bool = True, seed: int
) -> Growth:
    """Record how UCT's tree of one decision grows, simulation by simulation.

    Parameters
    ----------
    model : Model
        The game in the state to decide in; it is left in that state.
    n_simulations : int
        How many.
    depth_frames : int, optional
        Their depth (frames).
    merge : bool, optional
        Whether equal states of sisters are merged.
    seed : int
        Of the planner's random numbers.

    Returns
    -------
    Growth
        The nodes in the end, and what each simulation did.

    Raises
    ------
    ValueError
        If an input is out of range, or the episode is over.

    Notes
    -----
    With equal seeds the tree of k simulations is what the tree of k + 1 was one before. So the
    planner decides once with each number, on a model that remembers every step and so plays it
    once, and two trees that follow each other are compared.

    Examples
    --------
    >>> from benchlib.studies import search_trees
    >>> model = search_trees.random_position("freeway", 3, rng=1)
    >>> found = search_trees.growth(model, n_simulations=4, depth_frames=20, seed=1)
    >>> len(found.nodes), [one.new for one in found.simulations]
    (5, [1, 2, 3, 4])
    """
    n = _validation.positive_integer(n_simulations, "n_simulations")
    if isinstance(seed, np.random.Generator):
        raise ValueError(
            "seed: expected a whole number, by which each tree begins alike, got a generator"
        )
    trees: list[dict[tuple[int, ...], TreeNode]] = [{(): TreeNode(-1, (), 0, 0.0, 0, math.nan)}]
    frames = [0]
    with returned(model):
        remembered = _Remembered(model)
        for k in range(1, n + 1):
            planner = UCT(simulations=k, depth_frames=depth_frames, merge=merge)
            decision = planner.decide(remembered, rng=seed)
            trees.append(_named(planner.tree()))
            frames.append(decision.emulated_frames)

    place = {name: k for k, name in enumerate(trees[-1])}
    found, scale = [], 0.0
    for k in range(1, n + 1):
        old, tree = trees[k - 1], trees[k]
        before = {name: (old[name].visits, old[name].actions) if name in old else (0, ())
                  for name in tree}  # fmt: skip
        path = [name for name in tree if tree[name].visits > before[name][0]]
        # A mean that has one visit more gives away the return of that visit.
        returns = [
            tree[name].value * tree[name].visits
            - (old[name].value * old[name].visits if name in old else 0.0)
            for name in path[1:]
        ]
        scale = max([scale, *(abs(value) for value in returns)])
        found.append(
            Simulation(
                path=tuple(place[name] for name in path),
                new=next((place[name] for name in path if name not in old), -1),
                merged=tuple(
                    (action, place[name])
                    for name in tree
                    for action in tree[name].actions[max(1, len(before[name][1])) :]
                ),
                returns=tuple(round(value, 9) + 0.0 for value in returns),
                scale=round(scale, 9),
                frames=frames[k] - frames[k - 1],
            )
        )
    return Growth(tuple(trees[-1].values()), tuple(found), decision)


def _named(tree: tuple[TreeNode, ...]) -> dict[tuple[int, ...], TreeNode]:
    """Name each node by the first actions that lead to it, which stay as the tree grows."""
    names: list[tuple[int, ...]] = []
    for node in tree:
        names.append((*names[node.parent], node.actions[0]) if node.parent >= 0 else ())
    return dict(zip(names, tree, strict=True))
