"""Figures about planners: how far they look, what they score, and what merging changes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from benchlib.plots.style import BLACK, BLUE, GREEN, GREY, VERMILLION, log_ticks

__all__ = ["bonuses", "chances", "differences", "horizons", "scores_by_budget", "successors"]

# Colour, marker and dashes of each planner.
_LOOK: dict[str, dict[str, Any]] = {
    "uct": {"color": BLUE, "marker": "o", "ls": "-"},
    "full_tree": {"color": VERMILLION, "marker": "s", "ls": "--"},
}
_UNITS: dict[str, dict[str, Any]] = {
    "simulations": {"color": GREEN, "marker": "D"},
    "frames": {"color": BLUE, "marker": "o"},
}


def horizons(rows: Mapping[str, tuple[float, str]], ax: Axes) -> Axes:
    """Draw how many seconds of play each system looks ahead before it acts.

    Parameters
    ----------
    rows : mapping of str to (float, str)
        By system, from the top down: the seconds, and what stands beside them.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    longest = max(seconds for seconds, _ in rows.values())
    for place, (seconds, words) in enumerate(rows.values()):
        ax.plot([0, seconds], [place, place], color=BLUE, lw=5, solid_capstyle="butt")
        ax.plot(seconds, place, "o", color=BLUE, ms=7)
        ax.annotate(words, (seconds, place), xytext=(9, 0), textcoords="offset points", va="center")
    ax.set_yticks(range(len(rows)), list(rows))
    ax.tick_params(axis="y", length=0)
    ax.set(
        xlabel="how far it looks ahead before it acts (seconds of play)",
        xlim=(-0.02 * longest, 1.35 * longest),
        ylim=(len(rows) - 0.4, -0.6),
    )
    return ax


def bonuses(
    visits: npt.ArrayLike, curves: Mapping[str, npt.ArrayLike], ax: Axes, *, parent: int
) -> Axes:
    """Draw bonuses of a child against its visits.

    Parameters
    ----------
    visits : array_like of int, shape (n,)
        Of the child, ascending.
    curves : mapping of str to array_like of float, shape (n,)
        The bonus by its name, at most two.
    ax : matplotlib.axes.Axes
        Where to draw.
    parent : int
        Visits of the parent.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x = np.asarray(visits)
    for (name, values), look in zip(curves.items(), _LOOK.values(), strict=False):
        y = np.asarray(values, dtype=float)
        ax.plot(x, y, markevery=max(1, len(x) // 9), ms=4.5, **look)
        ax.annotate(
            name,
            (x[-1], y[-1]),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=look["color"],
        )
    ax.set(
        xlabel=f"visits of the child, of {parent} of its parent",
        ylabel="bonus (largest return = 1)",
        xlim=(0, 1.22 * x[-1]),
    )
    return ax


def chances(
    budgets: npt.ArrayLike, curves: Mapping[str, npt.ArrayLike], ax: Axes, *, label: str
) -> Axes:
    """Draw how often planners choose the best action, against their budgets.

    Parameters
    ----------
    budgets : array_like of float, shape (n,)
        Emulated frames of a decision, ascending.
    curves : mapping of str to array_like of float, shape (n, 3)
        By planner, at most three: the share, and both ends of its interval.
    ax : matplotlib.axes.Axes
        Where to draw.
    label : str
        What stands above.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x = np.asarray(budgets, dtype=float)
    styles = (*_LOOK.values(), {"color": GREEN, "marker": "D", "ls": ":"})
    for shift, (name, values), look in zip((0.96, 1.0, 1.04), curves.items(), styles, strict=False):
        share, low, high = np.asarray(values, dtype=float).T
        ax.vlines(shift * x, low, high, color=look["color"], lw=1.2)
        ax.plot(shift * x, share, ms=5, label=name, **look)
    log_ticks(ax, x.tolist(), [f"{budget:g}" for budget in x])
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_title(label)
    ax.set(xlabel="emulated frames of a decision", ylim=(-0.06, 1.06))
    return ax


def scores_by_budget(
    table: pd.DataFrame,
    axes: Sequence[Axes],
    *,
    titles: Mapping[str, str],
    blind: Mapping[str, float],
) -> Sequence[Axes]:
    """Draw, game by game, scores of planners against their budgets.

    Parameters
    ----------
    table : pandas.DataFrame
        Columns ``game``, ``planner`` (``uct`` or ``full_tree``), ``budget``, ``score``, ``low``
        and ``high``; an end that is nan is not drawn.
    axes : sequence of matplotlib.axes.Axes
        One for each game.
    titles : mapping of str to str
        What stands above each game's panel; its order is that of the panels.
    blind : mapping of str to float
        A score by game, to be drawn as a level: what playing without looking reaches.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    for ax, (game, title) in zip(axes, titles.items(), strict=True):
        ax.axhline(blind[game], color=GREY, lw=1.2, ls=":")
        own = table[table["game"] == game]
        for shift, (planner, look) in zip((0.97, 1.03), _LOOK.items(), strict=True):
            rows = own[own["planner"] == planner].sort_values("budget")
            x, y = shift * rows["budget"].to_numpy(), rows["score"].to_numpy(dtype=float)
            low, high = (rows[end].to_numpy(dtype=float) for end in ("low", "high"))
            ax.vlines(x, low, high, color=look["color"], lw=1)
            ax.plot(x, y, ms=4, label=planner.replace("_", " ").replace("uct", "UCT"), **look)
        budgets = sorted(set(own["budget"]))
        log_ticks(ax, budgets, [f"{budget:g}" for budget in budgets], fontsize=7.5)
        ax.set_title(title, fontsize=8.8)
        # Intervals of few episodes would leave nothing to be seen of the scores.
        values = np.append(own["score"].to_numpy(dtype=float), blind[game])
        margin = 0.35 * float(np.ptp(values)) or 1.0
        ax.set_ylim(float(values.min()) - margin, float(values.max()) + margin)
    return axes


def differences(
    contrasts: pd.DataFrame,
    axes: Sequence[Axes],
    *,
    quantities: Mapping[str, str],
    titles: Mapping[str, str],
) -> Sequence[Axes]:
    """Draw paired differences with their intervals, a panel for each quantity.

    Parameters
    ----------
    contrasts : pandas.DataFrame
        Columns ``unit`` (``simulations`` or ``frames``), ``game``, ``quantity``, ``difference``,
        ``low`` and ``high``; an end that is nan is not drawn.
    axes : sequence of matplotlib.axes.Axes
        One for each quantity.
    quantities : mapping of str to str
        Label of each quantity, in the order of the panels.
    titles : mapping of str to str
        Label of each game, from the top down.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    rows = [(game, unit) for game in titles for unit in _UNITS]
    for ax, (quantity, label) in zip(axes, quantities.items(), strict=True):
        ax.axvline(0, color=BLACK, lw=0.8)
        own = contrasts[contrasts["quantity"] == quantity]
        found = {(row["game"], row["unit"]): row for row in own.to_dict("records")}
        for place, (game, unit) in enumerate(rows):
            row = found[game, unit]
            ax.hlines(place, row["low"], row["high"], color=_UNITS[unit]["color"], lw=2)
            ax.plot(row["difference"], place, ms=6, **_UNITS[unit])
        ax.set(xlabel=label, ylim=(len(rows) - 0.5, -0.5))
        ax.set_yticks([])
        ax.margins(x=0.15)
        ax.locator_params(axis="x", nbins=4)
    words = [f"{titles[game]},\nequal {unit}" for game, unit in rows]
    axes[0].set_yticks(range(len(rows)), words)
    axes[0].tick_params(axis="y", length=0)
    return axes


def successors(counts: Mapping[str, npt.ArrayLike], ax: Axes, *, n_actions: int) -> Axes:
    """Draw how many different states the actions lead to, for some states of each game.

    Parameters
    ----------
    counts : mapping of str to array_like of int, (n_states,)
        By game, from the top down.
    ax : matplotlib.axes.Axes
        Where to draw.
    n_actions : int
        Number of actions, the largest count possible.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    ax.axvline(n_actions, color=GREY, ls=":")
    ax.annotate(
        f"{n_actions} actions", (n_actions, -0.55), xytext=(-4, 0), ha="right", va="center",
        textcoords="offset points", color="0.4", fontsize=8.5,
    )  # fmt: skip
    for place, own in enumerate(counts.values()):
        values, times = np.unique(np.asarray(own), return_counts=True)
        ax.scatter(values, np.full(len(values), place), s=14 + 70 * times / times.sum(), color=BLUE)
        mean = float(np.mean(np.asarray(own)))
        ax.plot([mean, mean], [place - 0.3, place + 0.3], color=VERMILLION, lw=2)
    ax.set_yticks(range(len(counts)), list(counts))
    ax.tick_params(axis="y", length=0)
    ax.set_xticks(range(0, n_actions + 1, 3))
    ax.set(
        xlabel="different states after one decision",
        xlim=(0, n_actions + 0.8),
        ylim=(len(counts) - 0.5, -0.9),
    )
    return ax
