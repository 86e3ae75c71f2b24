"""UCT: simulations that look longer at what has paid so far."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchlib import _validation
from benchlib.ale.planning.bonuses import bonus_named
from benchlib.ale.planning.full_tree import check_discount
from benchlib.ale.planning.model import DISCOUNT, Decision, Model, check_start, returned, take

__all__ = ["UCT", "TreeNode"]


@dataclass(frozen=True)
class TreeNode:
    """A node of the tree of a decision.

    Parameters
    ----------
    parent : int
        Place of its parent in the tree, -1 for the root.
    actions : tuple of int
        The actions that lead to it, in the order in which they were tried; several if merged.
    depth : int
        Decisions from the root.
    reward : float
        Reward of the step that leads to it (points).
    visits : int
        Simulations that went through it.
    value : float
        Mean of their discounted returns from that step on (points); nan for the root.
    """

    parent: int
    actions: tuple[int, ...]
    depth: int
    reward: float
    visits: int
    value: float


class _Node:
    """A state of the tree, with the step that leads to it."""

    __slots__ = (
        "children",
        "frames",
        "key",
        "of_action",
        "over",
        "reward",
        "state",
        "total",
        "untried",
        "visits",
    )

    def __init__(self, model: Model, state: Any, key: Hashable, reward: float, frames: int) -> None:
        # Large; dropped when nothing starts here any more.
        self.state = None if model.over else state
        self.key = key
        self.over = model.over
        self.reward = reward
        self.frames = frames  # of the step that leads here
        self.untried = list(range(model.n_actions))
        self.of_action: dict[int, _Node] = {}
        self.children: list[_Node] = []  # each once, in the order in which they were found
        self.visits = 0
        self.total = 0.0  # of the returns from the step on

    @property
    def mean(self) -> float:
        return self.total / self.visits


class UCT:
    """A planner that builds its tree by simulations, and can keep it for the next decision.

    Parameters
    ----------
    simulations : int, optional
        Simulations of each decision. Give either this or `frames`.
    frames : int, optional
        Budget of emulated frames of each decision. What is under way when it is spent ends there,
        so at most the frames of one step less one are spent on top.
    depth_frames : int, optional
        Frames from the root at which a simulation ends, tree and rollout together. The step that
        reaches them is played out.
    discount : float, optional
        What a point is worth one decision later, above 0 and at most 1.
    bonus : {"usual", "printed"}, optional
        See `bonus`.
    merge : bool, optional
        Whether actions that lead from a node to the same state with the same reward share a
        child.
    reuse : bool, optional
        Whether the tree below the chosen action is kept for the next decision.

    Raises
    ------
    ValueError
        If an input is out of range, or not exactly one of `simulations` and `frames` is given.

    Notes
    -----
    A simulation goes down from the root by the largest sum of mean return and bonus. At the first
    node with untried actions it tries one of them, at random, and plays on with uniformly random
    actions. Its discounted return is added to every node on its way. The planner chooses the
    root action with the most visits; of several the one with the larger mean, then one at random.

    The source leaves much open. Here:

    - Returns are divided by the largest absolute return of any step in the tree so far, so that
      they lie between -1 and 1 whatever a game's points are worth, and the bonus means the same
      in every game. A kept tree keeps this scale. On it C = 0.1 is small: beside a child near 1,
      one whose first return was 0 hardly gets a second visit.
    - Of equal sums, the child that was found first is taken.
    - A simulation whose new action turns out to be a duplicate goes on with another untried
      action of the same node, and if there is none, down to a child. The frames of the duplicate
      count; the action has its share of its sibling's child and is not tried again. If the budget
      of frames ends there, the simulation is left out.
    - The state of each node is saved, so that going down the tree costs no frames.
    - The last simulation of a budget of frames can be cut. Its return is that of what was played.
    - A simulation that ends within the tree costs no frames. So that a tree without an open end
      comes to an end, a budget of frames is also the largest number of simulations.
    - Counts and sums of a kept tree are kept as they are, also those of simulations that ended
      less deep from the new root. It is used again if the model is in the state that the chosen
      action led to; after anything else, and after a search that was broken off, a new tree is
      begun. States are told apart by their keys alone, so take a new planner for another game.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), section 3.2.1 and appendices B and C.

    Examples
    --------
    >>> from benchlib import ale
    >>> from benchlib.ale import planning
    >>> model = planning.EmulatorModel(ale.Emulator("freeway"))
    >>> planner = planning.UCT(simulations=3, depth_frames=20)
    >>> decision = planner.decide(model, rng=1)
    >>> decision.nodes, sum(node.visits for node in planner.tree() if node.depth == 1)
    (4, 3)
    >>> reward = model.act(decision.action)
    >>> planner.decide(model, rng=2).nodes  # one node was kept
    4
    """

    def __init__(
        self,
        *,
        simulations: int | None = None,
        frames: int | None = None,
        depth_frames: int = 300,
        discount: float = DISCOUNT,
        bonus: str = "usual",
        merge: bool = True,
        reuse: bool = True,
    ) -> None:
        if (simulations is None) == (frames is None):
            raise ValueError(
                "simulations, frames: give exactly one of the two, got "
                f"simulations={simulations!r} and frames={frames!r}"
            )
        # The number of simulations that is never exceeded, and that of frames if there is one.
        if frames is None:
            assert simulations is not None
            self._most = _validation.positive_integer(simulations, "simulations")
            self._frames: int | None = None
        else:
            self._most = self._frames = _validation.positive_integer(frames, "frames")
        self._depth_frames = _validation.positive_integer(depth_frames, "depth_frames")
        self._discount = check_discount(discount)
        self._bonus = bonus_named(bonus)
        self._merge, self._reuse = bool(merge), bool(reuse)
        self._kept: _Node | None = None  # where the next decision is expected to start
        self._root: _Node | None = None  # where the last one started
        self._scale = 0.0  # the largest absolute return in the tree

    def decide(self, model: Model, *, rng: np.random.Generator | int) -> Decision:
        """Choose an action.

        Parameters
        ----------
        model : Model
            The game in the state to decide in; it is left in that state.
        rng : numpy.random.Generator or int
            Where the draws come from.

        Returns
        -------
        Decision
            The action with the most visits.

        Raises
        ------
        ValueError
            If the episode is over, or a reward is not finite.
        """
        generator = _validation.generator(rng)
        check_start(model)
        before = model.frames_emulated
        end = math.inf if self._frames is None else before + self._frames
        with returned(model) as start:
            root = self._start(model, start)
            # What a search that is broken off leaves doesn't add up; nothing goes on from it.
            self._root = self._kept = None
            for _ in range(self._most):
                if model.frames_emulated >= end:
                    break
                self._simulate(model, root, end, generator)

        most = max((child.visits, child.mean) for child in root.children)
        best = [child for child in root.children if (child.visits, child.mean) == most]
        chosen = best[int(generator.integers(len(best)))]
        self._root, self._kept = root, chosen if self._reuse else None
        actions = range(model.n_actions)
        of_action = root.of_action
        tree = _breadth_first(root)
        return Decision(
            action=next(action for action, child in of_action.items() if child is chosen),
            values=tuple(of_action[a].mean if a in of_action else math.nan for a in actions),
            visits=tuple(of_action[a].visits if a in of_action else 0 for a in actions),
            children=len(root.children),
            distinct_children=len({(child.key, child.reward) for child in root.children}),
            nodes=len(tree),
            depth=tree[-1][2],
            emulated_frames=model.frames_emulated - before,
        )

    def tree(self) -> tuple[TreeNode, ...]:
        """Return the tree by which the last decision was made.

        Returns
        -------
        tuple of TreeNode
            The root first, then level by level; empty before the first decision, or if the last
            one was broken off.
        """
        if self._root is None:
            return ()
        found = _breadth_first(self._root)
        return tuple(
            TreeNode(
                parent=parent,
                actions=()
                if parent < 0
                else tuple(a for a, child in found[parent][0].of_action.items() if child is node),
                depth=depth,
                reward=node.reward if parent >= 0 else 0.0,
                visits=node.visits,
                value=node.mean if parent >= 0 else math.nan,
            )
            for node, parent, depth in found
        )

    def _start(self, model: Model, state: Any) -> _Node:
        """Return the root: the kept node if the game came to it, or a new one."""
        key = model.key(state)
        if self._kept is not None and self._kept.key == key:
            return self._kept
        self._scale = 0.0
        return _Node(model, state, key, 0.0, 0)

    def _simulate(self, model: Model, root: _Node, end: float, rng: np.random.Generator) -> None:
        """Carry out a simulation, and add its return to the nodes on its way."""
        path, depth, tail = [root], 0, 0.0
        while not path[-1].over and depth < self._depth_frames:
            node = path[-1]
            if node.untried:
                new = self._expand(model, node, end, rng)
                if new is not None:
                    path.append(new)
                    tail = self._roll_out(model, depth + new.frames, end, rng)
                    break
                if model.frames_emulated >= end:
                    return
            node = self._select(node)
            path.append(node)
            depth += node.frames
        root.visits += 1
        for node in reversed(path[1:]):
            tail = node.reward + self._discount * tail
            node.visits += 1
            node.total += tail
            self._scale = max(self._scale, abs(tail))

    def _expand(
        self, model: Model, node: _Node, end: float, rng: np.random.Generator
    ) -> _Node | None:
        """Try untried actions up to the first that leads to a new child, if there is one."""
        while node.untried and model.frames_emulated < end:
            action = node.untried.pop(int(rng.integers(len(node.untried))))
            before = model.frames_emulated
            model.restore(node.state)
            reward = take(model, action)
            state = model.save()
            child = _Node(model, state, model.key(state), reward, model.frames_emulated - before)
            if not node.untried:
                node.state = None
            twin = next(
                (c for c in node.children if (c.key, c.reward) == (child.key, reward)), None
            )
            if twin is None or not self._merge:
                node.of_action[action] = child
                node.children.append(child)
                return child
            node.of_action[action] = twin
        return None

    def _select(self, node: _Node) -> _Node:
        """Return the child with the largest sum of mean return and bonus."""
        scale, visits, reward = self._scale or 1.0, node.visits, self._bonus
        return max(node.children, key=lambda c: c.mean / scale + reward(visits, c.visits))

    def _roll_out(self, model: Model, depth: int, end: float, rng: np.random.Generator) -> float:
        """Play at random from the present state and return the discounted return."""
        total, weight = 0.0, 1.0
        last = min(end, model.frames_emulated + self._depth_frames - depth)
        while model.frames_emulated < last and not model.over:
            total += weight * take(model, int(rng.integers(model.n_actions)))
            weight *= self._discount
        return total


def _breadth_first(root: _Node) -> list[tuple[_Node, int, int]]:
    """Return all nodes with the place of their parent and their depth."""
    found = [(root, -1, 0)]
    for place, (node, _, depth) in enumerate(found):  # grows while it is read
        found += [(child, place, depth + 1) for child in node.children]
    return found
