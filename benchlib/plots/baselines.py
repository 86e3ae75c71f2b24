"""Figures about policies that look at nothing: where they lead, and what luck does to the best."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION, log_ticks, looks

__all__ = [
    "bias_by_episodes",
    "differences_in_errors",
    "episodes_needed",
    "policy_map",
    "screen_and_fresh",
]


def policy_map(
    shares: npt.ArrayLike,
    ax: Axes,
    *,
    tasks: Sequence[str],
    groups: Mapping[str, int],
) -> Axes:
    """Draw where every policy stands on every task, between the worst and the best of them.

    Parameters
    ----------
    shares : array_like of float, shape (n_policies, n_tasks)
        0 for the worst policy of a task and 1 for the best; NaN where all are alike.
    ax : matplotlib.axes.Axes
        Where to draw; tall, as it has one row a task.
    tasks : sequence of str
        Names of the rows, from the top down.
    groups : mapping of str to int
        Kinds of policies in the order of `shares`, and how many there are of each.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If `shares` has another number of policies or tasks.
    """
    table = np.asarray(shares, dtype=float)
    wanted = (sum(groups.values()), len(tasks))
    if table.shape != wanted:
        raise ValueError(
            f"shares: expected the shape {wanted}, as groups and tasks say, got {table.shape}"
        )
    image = ax.imshow(
        np.ma.masked_invalid(table.T), aspect="auto", cmap="cividis", vmin=0, vmax=1, alpha=0.9
    )
    row, policy = np.nonzero(table.T == 1)
    ax.plot(policy, row, "o", ms=3.2, mfc="white", mec=BLACK, mew=0.9)
    for k in np.flatnonzero(np.isnan(table).all(axis=0)).tolist():
        ax.annotate(
            "all alike", (table.shape[0] / 2 - 0.5, k), ha="center", va="center", fontsize=7.5
        )
    ends = np.cumsum(list(groups.values()))
    for end in ends[:-1].tolist():
        ax.axvline(end - 0.5, color="white", lw=3)
    middles = ends - np.array(list(groups.values())) / 2 - 0.5
    ax.set_xticks(middles, list(groups))
    ax.set_yticks(range(len(tasks)), tasks, fontsize=7.5)
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.spines[:].set_visible(False)
    bar = ax.figure.colorbar(image, ax=ax, location="bottom", aspect=45, shrink=0.8, pad=0.01)
    bar.set_label("mean score (0: worst policy of the game, 1: best)")
    return ax


def episodes_needed(
    needed: Mapping[str, Mapping[str, float]], ax: Axes, *, measured: int, n_named: int = 1
) -> Axes:
    """Draw how many episodes a reference needs on every task, sorted.

    Parameters
    ----------
    needed : mapping of str to mapping of str to float
        By scale, at most five, episodes by task.
    ax : matplotlib.axes.Axes
        Where to draw.
    measured : int
        Episodes that were played, drawn as a line.
    n_named : int, optional
        How many of the tasks that need most are named, of each scale.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five scales.
    """
    for (scale, by_task), (colour, marker) in zip(
        needed.items(), looks(needed, "needed"), strict=True
    ):
        names = sorted(by_task, key=lambda name: by_task[name])
        values = [by_task[name] for name in names]
        share = (np.arange(len(names)) + 0.5) / len(names)
        ax.plot(values, share, marker, ms=4.5, color=colour, ls="none", label=scale)
        for name, value, place in list(zip(names, values, share, strict=True))[-n_named:]:
            ax.annotate(
                name,
                (value, place),
                xytext=(6, 0),
                textcoords="offset points",
                ha="left",
                va="center",
                fontsize=8,
                color=colour,
            )
    ax.axvline(measured, color=BLACK, lw=0.9, ls=":")
    ax.annotate(
        f"{measured} episodes",
        (measured, 0.02),
        xytext=(4, 0),
        textcoords="offset points",
        fontsize=8.8,
    )
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:,g}")
    ax.set(xlabel="episodes needed", ylabel="share of games", ylim=(0, 1.04))
    ax.legend(loc="upper left")
    return ax


def differences_in_errors(
    differences: Mapping[str, Mapping[str, float]],
    ax: Axes,
    *,
    within: float,
    named: Collection[str],
) -> Axes:
    """Draw how far the numbers of several sources lie from ours, in standard errors.

    Parameters
    ----------
    differences : mapping of str to mapping of str to float
        By source, from the top down, the difference of each task.
    ax : matplotlib.axes.Axes
        Where to draw.
    within : float
        Differences up to this size are what chance makes; they are shaded.
    named : collection of str
        Tasks that are labelled wherever they lie beyond that.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    ax.axvspan(-within, within, color=GREY, alpha=0.18, lw=0)
    ax.axvline(0, color=BLACK, lw=0.8)
    for place, (_, by_task) in enumerate(differences.items()):
        values = np.array(list(by_task.values()))
        outside = np.abs(values) > within
        for chosen, colour, marker in ((~outside, BLUE, "o"), (outside, VERMILLION, "D")):
            ax.plot(values[chosen], np.full(chosen.sum(), place), marker, color=colour, ms=5,
                    alpha=0.75, mew=0)  # fmt: skip
        labels = [(by_task[name], name) for name in by_task if name in named]
        for k, (value, name) in enumerate(sorted(labels)):
            if abs(value) > within:
                ax.annotate(
                    name,
                    (value, place),
                    xytext=(0, 7 if k % 2 else -7),
                    textcoords="offset points",
                    ha="center",
                    va="bottom" if k % 2 else "top",
                    fontsize=8,
                )
    ax.set_xscale("symlog", linthresh=within, linscale=1.5)
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_yticks(range(len(differences)), list(differences))
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="published minus ours (standard errors)", ylim=(len(differences) - 0.4, -0.6))
    return ax


def screen_and_fresh(
    inflation: npt.ArrayLike,
    half_width: npt.ArrayLike,
    ax: Axes,
    *,
    tasks: Sequence[str],
    groups: Sequence[str],
    mean: tuple[float, float, float],
    n_named: int = 3,
) -> Axes:
    """Draw by how much the best of many fell when it was measured again, task by task.

    Parameters
    ----------
    inflation : array_like of float, shape (n_tasks,)
        First minus fresh measurement, in standard deviations of an episode.
    half_width : array_like of float, shape (n_tasks,)
        Half of the length of an interval of each.
    ax : matplotlib.axes.Axes
        Where to draw.
    tasks : sequence of str
        Names.
    groups : sequence of str
        The group of each task, at most four, told apart by colour and marker.
    mean : tuple of (float, float, float)
        The mean over tasks, and the ends of its interval.
    n_named : int, optional
        How many of the largest are named.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than four groups.
    """
    values, lengths = np.asarray(inflation, dtype=float), np.asarray(half_width, dtype=float)
    order = np.argsort(values, kind="stable")
    rows = np.arange(len(order))
    ax.axhline(0, color=BLACK, lw=0.8)
    ax.axhspan(mean[1], mean[2], color=VERMILLION, alpha=0.25, lw=0)
    ax.axhline(mean[0], color=VERMILLION, lw=1.6)
    ax.vlines(rows, (values - lengths)[order], (values + lengths)[order], color=GREY, lw=1.2)
    own = np.asarray(groups)[order]
    # The first colour of the series is that of the mean.
    kinds = sorted(set(groups))
    for group, (colour, marker) in zip(kinds, looks(kinds, "groups", skipped=1), strict=True):
        chosen = own == group
        ax.plot(rows[chosen], values[order][chosen], marker, color=colour, ms=5, ls="", label=group)
    ax.annotate(
        f"mean\n{mean[0]:.2f}",
        (1.13 * len(rows), mean[2]),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        color=VERMILLION,
    )
    ax.legend(loc="upper left")
    top = float((values + lengths).max())
    for k, row in enumerate(rows[-n_named:].tolist()):
        # In steps, above the whiskers, so that neighbours do not cover each other.
        ax.annotate(
            tasks[int(order[row])],
            (row, values[order[row]]),
            xytext=(row, top * (1.1 + 0.13 * k)),
            ha="right",
            va="center",
            fontsize=8.4,
            arrowprops={"arrowstyle": "-", "color": GREY, "lw": 0.7},
        )
    ax.set_xticks([])
    ax.set(
        xlabel="games, sorted",
        ylabel="screening minus fresh\n(standard deviations of an episode)",
        xlim=(-1, 1.13 * len(order)),
    )
    return ax


def bias_by_episodes(
    n_episodes: npt.ArrayLike,
    curves: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]],
    ax: Axes,
) -> Axes:
    """Draw how far an estimate of the best policy is off, against the episodes behind it.

    Parameters
    ----------
    n_episodes : array_like of int, shape (n,)
        Episodes of each policy, ascending.
    curves : mapping of str to (array_like, array_like)
        By estimate, at most five: its mean error in standard deviations of an episode, and the
        Monte Carlo error of that; both of shape (n,).
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five estimates.
    """
    x = np.asarray(n_episodes)
    ax.axhline(0, color=BLACK, lw=0.8)
    for (label, (value, error)), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        ax.errorbar(
            x,
            np.asarray(value, dtype=float),
            yerr=1.96 * np.asarray(error, dtype=float),
            marker=marker,
            color=colour,
            label=label,
        )
    log_ticks(ax, x.tolist(), [str(n) for n in x.tolist()])
    ax.set(
        xlabel="episodes of each policy", ylabel="too high by\n(standard deviations of an episode)"
    )
    ax.legend()
    return ax
