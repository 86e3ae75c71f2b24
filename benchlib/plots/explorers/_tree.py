"""The explorer of a search tree that grows on one decision."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from benchlib import _validation
from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLACK, BLUE, GREY

if TYPE_CHECKING:
    from benchlib.studies.search_trees import Growth

__all__ = ["tree"]


def tree(growths: Mapping[str, "Growth"], *, game: str, depth_frames: int) -> Explorer:
    """Make the explorer of how UCT's tree of one decision grows.

    Parameters
    ----------
    growths : mapping of str to Growth
        By what distinguishes them, such as "merged": trees of the same decision with the usual
        bonus. It opens with the first, fully grown.
    game : str
        The game's title.
    depth_frames : int
        Depth of the simulations (frames).

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Raises
    ------
    ValueError
        If there is no growth, one without simulations, or `depth_frames` is below 1.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> from benchlib.studies import search_trees
    >>> model = search_trees.random_position("freeway", 3, rng=1)
    >>> growth = search_trees.growth(model, n_simulations=3, depth_frames=20, seed=1)
    >>> shown = explorers.tree({"merged": growth}, game="Freeway", depth_frames=20)
    >>> shown.html.startswith('<bm-explorer kind="tree">')
    True
    """
    from benchlib import ale
    from benchlib.ale.planning import EXPLORATION

    _validation.positive_integer(depth_frames, "depth_frames")
    if not isinstance(growths, Mapping) or not all([growths, *map(_grew, growths.values())]):
        raise ValueError("growths: give at least one, each with simulations")
    name, first = next(iter(growths.items()))
    n = len(first.simulations)
    most = max(first.decision.visits)
    what = (
        f"the tree of one decision in {game} after {n} simulations of {depth_frames} frames, "
        f"equal states {name}: {len(first.nodes)} nodes, {first.decision.depth} decisions deep"
    )
    return explorer(
        "tree",
        question="How does a search tree grow, and what does it choose?",
        data={
            "game": game,
            "depthFrames": depth_frames,
            "exploration": EXPLORATION,
            "actions": list(ale.ACTIONS),
            "trees": {key: _sent(key, one) for key, one in growths.items()},
            "initial": {"tree": name, "step": n},
        },
        still=_still(first),
        alt=(
            f"An outline: {what}. The nodes of the root stand below each other with the actions "
            "that lead to them, and with visits and mean return; few of them have nodes below."
        ),
        description=(
            f"{what[0].upper()}{what[1:]}. The root's most visited child has {most} visits, and "
            f"{ale.ACTIONS[first.decision.action]} is played. On the page of the book, the tree "
            "can be grown step by step."
        ),
    )


def _grew(growth: "Growth") -> bool:
    return bool(getattr(growth, "simulations", ()))


def _sent(label: str, growth: "Growth") -> dict[str, Any]:
    return {
        "label": label,
        "nodes": [
            {"parent": n.parent, "depth": n.depth, "action": n.actions[0] if n.actions else -1}
            for n in growth.nodes
        ],
        "simulations": [
            {
                "path": list(one.path),
                "new": one.new,
                "merged": [list(pair) for pair in one.merged],
                "returns": list(one.returns),
                "scale": one.scale,
                "frames": one.frames,
            }
            for one in growth.simulations
        ],
        "played": growth.decision.action,
    }


def _rows(growth: "Growth") -> dict[int, int]:
    """Return the row of each node: below its parent, after its elder sisters and theirs."""
    found: dict[int, int] = {}
    waiting = [0]
    while waiting:
        place = waiting.pop()
        found[place] = len(found)
        below = [k for k, node in enumerate(growth.nodes) if node.parent == place]
        waiting += below[::-1]
    return found


def _still(growth: "Growth") -> Figure:
    from benchlib import ale

    row = _rows(growth)
    nodes = growth.nodes
    # A deep tree is drawn narrower, so that names and numbers stay apart.
    indent = min(1.0, 3 / max(1, growth.decision.depth))
    with plt.rc_context():
        style.use()
        figure, ax = plt.subplots(figsize=(6.4, 0.6 + 0.19 * len(nodes)))
        for place, node in enumerate(nodes):
            x, y = indent * node.depth, row[place]
            if node.parent >= 0:
                above = indent * nodes[node.parent].depth, row[node.parent]
                ax.plot([above[0], above[0], x], [above[1], y, y], color=GREY, lw=0.9, zorder=1)
            ax.plot(x, y, "o", color=BLUE, ms=3 + 1.2 * node.visits**0.5)
            names = " = ".join(ale.ACTIONS[action] for action in node.actions[:2]) or "now"
            more = len(node.actions) - 2
            text = names + (f" = {more} more" if more > 0 else "")
            ax.text(x + 0.22, y, text, va="center", fontsize=8, color=BLACK)
            numbers = (f"{node.visits}", f"{node.value:.1f}" if node.parent >= 0 else "")
            for column, number in zip((6.2, 7.2), numbers, strict=True):
                ax.text(column, y, number, va="center", ha="right", fontsize=8)
        for column, head in ((6.2, "visits"), (7.2, "mean return")):
            ax.text(column, -1.3, head, ha="right", va="center", fontsize=8, color=GREY)
        ax.set(xlim=(-0.2, 7.3), ylim=(len(nodes) - 0.3, -2))
        ax.axis("off")
    return figure
