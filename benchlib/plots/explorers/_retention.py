"""The explorer of retained runs."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from benchlib._validation import FloatArray
from benchlib.plots import records, style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLUE, GREY, VERMILLION
from benchlib.studies.bbf_retention import CONDITIONS

__all__ = ["retention"]

# The state in which it opens, and which its still shows.
GAME, N = "kangaroo", 2


def retention(
    runs: pd.DataFrame,
    agreement: pd.DataFrame,
    *,
    conditions: tuple[str, str] = CONDITIONS,
    game: str = GAME,
    n: int = N,
) -> Explorer:
    """Make the explorer of how often a few retained runs name the right system.

    Parameters
    ----------
    runs : DataFrame
        Columns ``condition, game, score``, as in the table ``bbf_runs``.
    agreement : DataFrame
        Exact agreement for each game and each n from 1 up, as in the table ``bbf_agreement``.
        Games whose full pools are tied are left out.
    conditions : tuple of two str, optional
        The pair of conditions to show.
    game : str, optional
        The game it opens with.
    n : int, optional
        The number of retained runs it opens with.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Raises
    ------
    ValueError
        If a game lacks runs or a value of n, or the state to open with is not in the tables.
    """
    names = _short_names(*conditions)
    pools = {key: rows["score"].to_numpy() for key, rows in runs.groupby(["condition", "game"])}
    pair = (agreement["first"] == conditions[0]) & (agreement["second"] == conditions[1])
    decided = agreement[pair & agreement["agreement"].notna()].sort_values(["game", "n"])
    games: list[dict[str, Any]] = []
    for name, curve in decided.groupby("game"):
        missing = [c for c in conditions if (c, name) not in pools]
        if missing:
            raise ValueError(f"runs: game {name!r} has no runs of {', '.join(map(repr, missing))}")
        if curve["n"].tolist() != list(range(1, len(curve) + 1)):
            raise ValueError(f"agreement: game {name!r} needs one row for each n from 1 up")
        games.append(
            {
                "game": name,
                "scores": [_shortest(pools[c, name]) for c in conditions],
                "gap": float(curve["reference_gap"].iloc[0]),
                "agreement": curve["agreement"].tolist(),
                "tie": [None if np.isnan(p) else p for p in curve["tie_probability"].tolist()],
            }
        )
    # The least sure first: the lowest agreement on average over n.
    games.sort(key=lambda entry: float(np.mean(entry["agreement"])))
    opening = next((entry for entry in games if entry["game"] == game), None)
    if opening is None or not 1 <= n <= len(opening["agreement"]):
        raise ValueError(
            f"agreement: has no row of {conditions[0]!r} and {conditions[1]!r} for the game "
            f"{game!r} and n = {n} to open with"
        )
    return explorer(
        "retention",
        question="How often do a few retained runs name the right system?",
        data={"conditions": names, "games": games, "initial": {"game": game, "n": n}},
        still=_retention_still(opening, names),
        alt=(
            f"Dot plot of all runs of {game}, {names[0]} above {names[1]}, each with its mean. "
            "Below it a curve of sign agreement against the number of retained runs, from "
            f"{opening['agreement'][0]:.0%} at one run to {opening['agreement'][-1]:.0%} at "
            f"{len(opening['agreement'])}."
        ),
        description=(
            f"All runs of {game}, and how often n retained runs of each give the sign of the gap "
            "of all runs. On the page of the book, any game and any n can be chosen."
        ),
    )


def _short_names(first: str, second: str) -> tuple[str, str]:
    """Drop the words that both names begin with: they tell nothing apart."""
    a, b = first.split(), second.split()
    while len(a) > 1 and len(b) > 1 and a[0] == b[0]:
        a, b = a[1:], b[1:]
    return " ".join(a), " ".join(b)


def _shortest(scores: FloatArray) -> list[float]:
    """Return scores with the fewest digits that their storage can tell apart."""
    single = scores.astype(np.float32)
    return [
        float(str(short)) if short == score else float(score)
        for short, score in zip(single, scores, strict=True)
    ]


def _retention_still(entry: Mapping[str, Any], names: tuple[str, str]) -> Figure:
    with plt.rc_context():
        style.use()
        figure, (above, below) = plt.subplots(2, 1, figsize=(6, 4.6), height_ratios=(3, 2))
        records.record_clouds(entry["scores"], names, above, unit="score of a run (game points)")
        sizes = np.arange(1, len(entry["agreement"]) + 1)
        below.plot(sizes, entry["agreement"], "o-", color=BLUE if entry["gap"] > 0 else VERMILLION)
        below.axhline(0.5, color=GREY, lw=0.8, ls=":")
        below.annotate(
            "a coin", (sizes[-1], 0.5), xytext=(0, 3), textcoords="offset points", ha="right"
        )
        below.set(xlabel="runs retained of each", ylabel="sign agreement", ylim=(None, 1.02))
        below.set_xticks(sizes)
        below.yaxis.set_major_formatter("{x:.0%}")
    return figure
