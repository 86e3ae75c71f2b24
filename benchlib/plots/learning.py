"""Figures about learners: curves, who leads where, contrasts trial by trial, power and memory."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, log_ticks, looks
from benchlib.results import Estimate

__all__ = [
    "contrasts_by_game",
    "learning_curves",
    "memory_and_score",
    "scores_by_game",
    "verdicts_by_trials",
]


def learning_curves(
    curves: Mapping[str, Mapping[str, npt.ArrayLike]], ax: Axes, *, xlabel: str, ylabel: str
) -> Axes:
    """Draw how scores change as learners play, with a band where one is given.

    Parameters
    ----------
    curves : mapping of str to mapping of str to array_like
        By learner, at most five: ``x`` and ``mean``, and ``low`` and ``high`` for a band.
    ax : matplotlib.axes.Axes
        Where to draw.
    xlabel, ylabel : str
        Labels of the axes.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five learners.
    """
    ends = []
    for (label, curve), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        x, mean = (np.asarray(curve[name], dtype=float) for name in ("x", "mean"))
        if "low" in curve:
            ax.fill_between(
                x, np.asarray(curve["low"]), np.asarray(curve["high"]), color=colour, alpha=0.18,
                lw=0,
            )  # fmt: skip
        ax.plot(x, mean, color=colour, marker=marker, ms=4.5)
        ends.append((float(mean[-1]), float(x[-1]), label, colour))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    bottom, top = ax.get_ylim()
    place = -np.inf
    for value, x_end, label, colour in sorted(ends):
        place = max(value, place + 0.07 * (top - bottom))
        ax.annotate(
            label, (x_end, place), xytext=(7, 0), textcoords="offset points", va="center",
            color=colour,
        )  # fmt: skip
    return ax


def scores_by_game(
    estimates: Mapping[str, Mapping[str, Estimate]],
    axes: Sequence[Axes],
    *,
    names: Mapping[str, str],
) -> Sequence[Axes]:
    """Draw the score of every learner on every game with its interval, a panel for each game.

    Parameters
    ----------
    estimates : mapping of str to mapping of str to Estimate
        By game and learner, on the scale of blind play, whose best is drawn as a line at 1. The
        one learner with the largest estimate is marked; of several, no one is. An interval that is
        NaN is not drawn.
    axes : sequence of matplotlib.axes.Axes
        At least as many as games; further ones are made invisible.
    names : mapping of str to str
        Learners, from the top down, and their labels.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are fewer axes than games.
    """
    if len(axes) < len(estimates):
        raise ValueError(f"axes: expected at least {len(estimates)}, one a game, got {len(axes)}")
    for ax, (game, by_learner) in zip(axes, estimates.items(), strict=False):
        scores = [by_learner[name].estimate for name in names]
        best = max(scores) if scores.count(max(scores)) == 1 else None
        ax.axvline(1, color=GREY, lw=0.9, ls=":")
        for row, name in enumerate(names):
            found = by_learner[name]
            ends = found.confidence_interval
            leads = found.estimate == best
            colour = BLUE if leads else GREY
            ax.plot([ends.low, ends.high], [row, row], color=colour, lw=1.4)
            ax.plot(found.estimate, row, "D" if leads else "o", color=colour, ms=5)
        ax.set_title(game, fontsize=8.8)
        ax.set_yticks(range(len(names)), list(names.values()))
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(names) - 0.5, -0.5)
    for ax in list(axes)[len(estimates) :]:
        ax.set_visible(False)
    return axes


def contrasts_by_game(
    found: pd.DataFrame, axes: Sequence[Axes], *, titles: Mapping[str, str], alpha: float
) -> Sequence[Axes]:
    """Draw paired differences with their intervals, a panel for each contrast.

    Parameters
    ----------
    found : pandas.DataFrame
        Columns ``contrast, game, estimate, low, high, adjusted``, on a common scale.
    axes : sequence of matplotlib.axes.Axes
        One for each contrast, sharing their rows.
    titles : mapping of str to str
        Names of the games, from the top down.
    alpha : float
        Differences with an adjusted p-value below it are filled, the others hollow.

    Returns
    -------
    sequence of matplotlib.axes.Axes
        The axes given.
    """
    rows = {game: row for row, game in enumerate(titles)}
    for ax, (contrast, own) in zip(axes, found.groupby("contrast", sort=False), strict=True):
        ax.axvline(0, color=BLACK, lw=0.8)
        for game, estimate, low, high, adjusted in own[
            ["game", "estimate", "low", "high", "adjusted"]
        ].itertuples(index=False):
            row, is_finding = rows[game], adjusted < alpha
            colour = VERMILLION if is_finding else BLUE
            ax.plot([low, high], [row, row], color=colour, lw=1.4)
            ax.plot(
                estimate, row, "D" if is_finding else "o", ms=5, color=colour,
                mfc=colour if is_finding else "white",
            )  # fmt: skip
        ax.set_title(str(contrast), fontsize=8.8)
        ax.set_yticks(range(len(titles)), list(titles.values()))
        ax.tick_params(axis="y", length=0)
        ax.set_ylim(len(titles) - 0.5, -0.5)
    return axes


def verdicts_by_trials(
    n_trials: npt.ArrayLike, shares: Mapping[str, npt.ArrayLike], ax: Axes, *, planned: int
) -> Axes:
    """Draw how often a rule finds what is there, against the number of trials.

    Parameters
    ----------
    n_trials : array_like of int, shape (n,)
        Numbers of trials, ascending.
    shares : mapping of str to array_like of float, shape (n,)
        By true effect, at most five, the share of experiments that find it.
    ax : matplotlib.axes.Axes
        Where to draw.
    planned : int
        The number of trials that was planned, drawn as a line.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five effects.
    """
    x = np.asarray(n_trials)
    for (label, share), (colour, marker) in zip(
        shares.items(), looks(shares, "shares"), strict=True
    ):
        ax.plot(x, np.asarray(share, dtype=float), color=colour, marker=marker, label=label)
    ax.axvline(planned, color=GREY, lw=0.9, ls=":")
    ax.annotate(
        f"planned: {planned}", (planned, 1.02), xytext=(3, 0), textcoords="offset points",
        fontsize=8.8,
    )  # fmt: skip
    log_ticks(ax, x.tolist(), [str(n) for n in x.tolist()])
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set(xlabel="trials", ylabel="experiments that support pairs", ylim=(-0.03, 1.1))
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return ax


def memory_and_score(
    rows_met: Mapping[str, float], scores: Mapping[str, Estimate], ax: Axes, *, ylabel: str
) -> Axes:
    """Draw what learners score against how many features they have weights for.

    Parameters
    ----------
    rows_met : mapping of str to float
        Features that were met, by learner.
    scores : mapping of str to Estimate
        Scores of the same learners.
    ax : matplotlib.axes.Axes
        Where to draw.
    ylabel : str
        What the score is.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    for k, name in enumerate(sorted(rows_met, key=lambda name: rows_met[name])):
        x, found = rows_met[name], scores[name]
        ends = found.confidence_interval
        ax.plot([x, x], [ends.low, ends.high], color=GREY, lw=1.4)
        ax.plot(x, found.estimate, "o", color=BLUE, ms=6)
        # Above and below in turn, as neighbours may be close.
        above = k % 2 == 0
        ax.annotate(
            name,
            (x, ends.high if above else ends.low),
            xytext=(0, 4 if above else -4),
            textcoords="offset points",
            ha="center",
            va="bottom" if above else "top",
        )
    ax.set_xscale("log")
    ax.margins(x=0.2, y=0.15)
    ax.set(xlabel="features met, each with 18 weights", ylabel=ylabel)
    return ax
