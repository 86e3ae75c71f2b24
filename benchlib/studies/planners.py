"""What the experiments with planners say, and the rule by which merging is judged."""

import math
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt
import pandas as pd

from benchlib import _validation, ale
from benchlib.ale import planning
from benchlib.studies import learners

__all__ = [
    "PAPER",
    "RULE",
    "MergingVerdict",
    "full_depth",
    "merging_contrasts",
    "merging_verdict",
    "score_by_budget",
]

#: What a decision had in the paper: UCT's simulations and their depth (frames), frames of the full
#: tree, and about so many seconds.
PAPER = {"simulations": 500, "depth_frames": 300, "tree_frames": 133_000, "seconds": 15}

#: Name of the rule, in ``data/plans.jsonl``, by which merging is judged.
RULE = "merging of equal states"

_LEVEL = 0.95
_QUANTITIES = ("distinct_children", "mean_depth", "frames_per_decision", "score")

# What tells an episode of an experiment from the others, and what is averaged over them.
_KEY = ["planner", "merge", "budget", "unit", "game", "episode"]
_NUMBERS = (
    "score", "decisions", "distinct_children", "mean_depth", "max_depth", "emulated_frames"
)  # fmt: skip


def score_by_budget(episodes: pd.DataFrame) -> pd.DataFrame:
    """Summarize the experiment on budgets of the table ``ale_planners``.

    Parameters
    ----------
    episodes : pandas.DataFrame
        One row an episode, with the columns of `planning.planner_table`.

    Returns
    -------
    pandas.DataFrame
        One row for each game, planner and budget: ``game``, ``planner``, ``budget`` (frames a
        decision), ``n`` (episodes), ``score`` with ``low`` and ``high`` (the 95% t interval of the
        mean over episodes, nan with one episode), ``spent`` (emulated frames a decision),
        ``mean_depth`` and ``max_depth`` (decisions).

    Raises
    ------
    ValueError
        If a column is missing, the table has no such episodes or one of them twice, or a number
        is not finite.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.ale import planning
    >>> from benchlib.studies import planners
    >>> row = ("budget", "uct", "yes", 250, "frames", "boxing")
    >>> rest = (1500, 300, 9.0, 2.5, 4, 75_000, 46.0)
    >>> table = pd.DataFrame(
    ...     [(*row, 0, 10, *rest), (*row, 1, 14, *rest)], columns=list(planning.COLUMNS)
    ... )
    >>> planners.score_by_budget(table)[["n", "score", "spent"]].values.tolist()
    [[2.0, 12.0, 250.0]]
    """
    rows = _of_experiment(episodes, "budget")
    found = []
    for (game, planner, budget), own in rows.groupby(["game", "planner", "budget"]):
        low, high = _interval(own["score"].to_numpy())
        found.append(
            {
                "game": game,
                "planner": planner,
                "budget": budget,
                "n": len(own),
                "score": float(own["score"].mean()),
                "low": low,
                "high": high,
                "spent": float(own["emulated_frames"].sum() / own["decisions"].sum()),
                "mean_depth": float(own["mean_depth"].mean()),
                "max_depth": int(own["max_depth"].max()),
            }
        )
    return pd.DataFrame(found)


def merging_contrasts(episodes: pd.DataFrame) -> pd.DataFrame:
    """Contrast UCT with and without merged states, episode by episode.

    Parameters
    ----------
    episodes : pandas.DataFrame
        As for `score_by_budget`, with the experiment on merging.

    Returns
    -------
    pandas.DataFrame
        One row for each unit of the budget, game and quantity: ``unit``, ``budget``, ``game``,
        ``quantity`` (``distinct_children``, ``mean_depth``, ``frames_per_decision`` or ``score``),
        ``n`` (pairs), the means ``merged`` and ``apart``, and their ``difference`` with ``low``,
        ``high`` (the 95% t interval over pairs, nan with one) and ``sd`` (of the differences).

    Raises
    ------
    ValueError
        As for `score_by_budget`, or if no episode was played under both conditions.

    Notes
    -----
    Episodes of one number have the same random numbers under both conditions. An episode that has
    no partner yet is left out.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchlib.ale import planning
    >>> from benchlib.studies import planners
    >>> rest = (1500, 300, 9.0, 2.0, 4, 300_000, 46.0)
    >>> table = pd.DataFrame(
    ...     [
    ...         ("merging", "uct", merge, 1000, "frames", "seaquest", k, score, *rest)
    ...         for merge, scores in {"yes": (60, 80), "no": (40, 20)}.items()
    ...         for k, score in enumerate(scores)
    ...     ],
    ...     columns=list(planning.COLUMNS),
    ... )
    >>> found = planners.merging_contrasts(table).set_index("quantity")
    >>> float(found["difference"]["score"]), int(found["n"]["score"])
    (40.0, 2)
    """
    rows = _of_experiment(episodes, "merging")
    rows = rows.assign(frames_per_decision=rows["emulated_frames"] / rows["decisions"])
    found = []
    for (unit, budget, game), own in rows.groupby(["unit", "budget", "game"], sort=False):
        for quantity in _QUANTITIES:
            wide = own.pivot(index="episode", columns="merge", values=quantity)
            pairs = wide.reindex(columns=["yes", "no"]).dropna().to_numpy(dtype=float)
            if not len(pairs):
                continue
            difference = pairs[:, 0] - pairs[:, 1]
            low, high = _interval(difference)
            found.append(
                {
                    "unit": unit,
                    "budget": budget,
                    "game": game,
                    "quantity": quantity,
                    "n": len(pairs),
                    "merged": float(pairs[:, 0].mean()),
                    "apart": float(pairs[:, 1].mean()),
                    "difference": float(difference.mean()),
                    "low": low,
                    "high": high,
                    "sd": float(difference.std(ddof=1)) if len(pairs) > 1 else math.nan,
                }
            )
    if not found:
        raise ValueError("episodes: none was played both with and without merging")
    return pd.DataFrame(found)


@dataclass(frozen=True)
class MergingVerdict:
    """What the rule that was written beforehand says of merging.

    Parameters
    ----------
    n_episodes, planned : int
        Pairs in the condition that has fewest, of those that the rule looks at, and the number
        after which it speaks.
    deeper : tuple of str
        The units (``simulations``, ``frames``) at which merging buys depth; empty before.
    above, below : tuple of str
        Games in which, at equal frames, the interval of the score lies above 0, and below.
    word : str
        ``not reached`` before the planned number; then ``no depth``, ``useful depth``, ``depth
        without shown use`` or ``depth at a loss``.
    """

    n_episodes: int
    planned: int
    deeper: tuple[str, ...]
    above: tuple[str, ...]
    below: tuple[str, ...]
    word: str


def merging_verdict(episodes: pd.DataFrame, *, planned: int) -> MergingVerdict:
    """Judge merging by the rule of ``data/plans.jsonl``, once the planned number is reached.

    Parameters
    ----------
    episodes : pandas.DataFrame
        As for `merging_contrasts`.
    planned : int
        The look of the rule: pairs of episodes in each condition. Further ones are left out.

    Returns
    -------
    MergingVerdict
        Its `word` is the verdict.

    Raises
    ------
    ValueError
        As for `merging_contrasts`, or if `planned` is below 2.

    Notes
    -----
    Merging buys depth at a budget if the interval of depth lies above 0 in both games, and useful
    depth if, besides, at equal emulated frames the interval of the score lies above 0 in one game
    at least and below 0 in none. Where depth is bought at equal frames and a score is below 0, of
    which the rule says only that it is not useful, the word is ``depth at a loss``.

    Examples
    --------
    >>> from benchlib.studies import planners
    >>> planners.MergingVerdict(3, 10, (), (), (), "not reached").word
    'not reached'
    """
    if _validation.positive_integer(planned, "planned") < 2:
        raise ValueError("planned: one pair has no interval; plan at least two")
    rows = _of_experiment(episodes, "merging")
    games = rows["game"].nunique()
    table = merging_contrasts(rows[rows["episode"] < planned])
    complete = table.groupby("unit")["game"].nunique().eq(games)
    all_there = games > 1 and {"simulations", "frames"} <= set(complete.index[complete])
    n = int(table["n"].min()) if all_there else 0
    if n < planned:
        return MergingVerdict(n, planned, (), (), (), "not reached")
    depth = table[table["quantity"] == "mean_depth"]
    lowest = depth.groupby("unit", sort=False)["low"].min()
    deeper = tuple(str(unit) for unit in lowest.index[lowest > 0])
    scores = table[(table["quantity"] == "score") & (table["unit"] == "frames")]
    above = tuple(scores["game"][scores["low"] > 0])
    below = tuple(scores["game"][scores["high"] < 0])
    if "frames" not in deeper:
        word = "no depth"
    elif below:
        word = "depth at a loss"
    else:
        word = "useful depth" if above else "depth without shown use"
    return MergingVerdict(planned, planned, deeper, above, below, word)


def full_depth(
    frames: float, *, n_actions: int = len(ale.ACTIONS), n_children: float | None = None
) -> float:
    r"""Return how many decisions a full tree looks ahead with a budget of frames.

    Parameters
    ----------
    frames : float
        Emulated frames of a decision; at least those of one level.
    n_actions : int, optional
        Actions of the game, each of which is tried at every node.
    n_children : float, optional
        Different states that they lead to from a node, above 1; by default as many as actions.

    Returns
    -------
    float
        Complete levels, and the share of the next one that is tried.

    Raises
    ------
    ValueError
        If an input is out of range.

    Notes
    -----
    Level k costs :math:`a b^{k-1}` decisions of five frames, with a actions and b children of each
    node: that an action leads to a state which is there already is known once it was tried, so
    merging saves what lies below.

    Examples
    --------
    >>> from benchlib.studies import planners
    >>> planners.full_depth(5 * (18 + 18 * 18))
    2.0
    >>> planners.full_depth(5 * (18 + 18 * 3), n_children=3)
    2.0
    """
    level: float = _validation.positive_integer(n_actions, "n_actions")
    width = level if n_children is None else _validation.finite(n_children, "n_children")
    left = _validation.finite(frames, "frames") / ale.FRAME_SKIP
    if not 1 < width <= n_actions:
        raise ValueError(
            f"n_children: expected a number above 1 and at most that of actions, {n_actions}, got "
            f"{width!r}"
        )
    if left < level:
        raise ValueError(
            f"frames: expected those of one level at least, {ale.FRAME_SKIP * n_actions}, got "
            f"{frames!r}"
        )
    depth = 0
    while left >= level:
        depth, left, level = depth + 1, left - level, level * width
    return depth + left / level


def _of_experiment(episodes: pd.DataFrame, name: str) -> pd.DataFrame:
    missing = [column for column in planning.COLUMNS if column not in episodes.columns]
    if missing:
        raise ValueError(f"episodes: has no column {', '.join(map(repr, missing))}")
    rows = episodes[episodes["experiment"] == name]
    if rows.empty:
        raise ValueError(f"episodes: has none of the experiment {name!r}")
    again = rows.index[rows.duplicated(_KEY)]
    if len(again):
        raise ValueError(
            f"episodes: row {again[0]} has the same condition and number as one before it; give "
            "each episode once"
        )
    for column in _NUMBERS:
        _validation.pool(rows[column], f"episodes, column {column}")
    return rows


def _interval(values: npt.NDArray[Any]) -> tuple[float, float]:
    """Return the t interval of a mean; of one value it is nan."""
    if len(values) < 2:
        return math.nan, math.nan
    interval = learners.mean_over_trials(values, confidence_level=_LEVEL).confidence_interval
    return interval.low, interval.high
