"""Figures about choosing the best of several measured versions."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLUE, GREY, VERMILLION, looks

__all__ = ["curves_by_versions", "measured_versions", "score_distributions", "tuning_paths"]


def measured_versions(
    rates: npt.ArrayLike, low: npt.ArrayLike, high: npt.ArrayLike, ax: Axes
) -> Axes:
    """Draw the measured rate of every version with its interval, sorted, the best one marked.

    Parameters
    ----------
    rates, low, high : array_like of float, shape (n_versions,)
        Measured win rates and the ends of their intervals.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    order = np.argsort(np.asarray(rates), kind="stable")
    values, below, above = (np.asarray(x)[order] for x in (rates, low, high))
    rows = np.arange(len(values))
    for chosen, colour, marker in ((rows[:-1], GREY, "o"), (rows[-1:], VERMILLION, "D")):
        ax.hlines(chosen, below[chosen], above[chosen], color=colour, lw=1.6)
        ax.plot(values[chosen], chosen, marker, color=colour, ms=6, ls="none")
    ax.axvline(0.5, color=GREY, lw=0.8, ls=":")
    ax.annotate(
        f"the one to ship: {values[-1]:.3f}",
        (values[-1], rows[-1]),
        xytext=(0, 7),
        textcoords="offset points",
        ha="center",
        color=VERMILLION,
    )
    ax.set(xlabel="measured win rate", yticks=[], ylabel="versions", ylim=(-0.7, len(rows) + 0.3))
    ax.spines["left"].set_visible(False)
    return ax


def score_distributions(
    rates: npt.ArrayLike, chances: Mapping[str, npt.ArrayLike], means: Mapping[str, float], ax: Axes
) -> Axes:
    """Draw how likely each measured rate is, for several ways to get one, with their means.

    Parameters
    ----------
    rates : array_like of float, shape (n_rates,)
        Possible rates, ascending.
    chances : mapping of str to array_like of float, shape (n_rates,)
        Probabilities by label.
    means : mapping of str to float
        Mean rate by label.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    x = np.asarray(rates)
    for (label, chance), colour, dash in zip(
        chances.items(), (BLUE, VERMILLION), ("-", "--"), strict=False
    ):
        y = np.asarray(chance)
        ax.fill_between(x, y, color=colour, alpha=0.15, lw=0)
        ax.plot(x, y, color=colour, ls=dash)
        ax.vlines(means[label], 0, y.max(), color=colour, lw=1, ls=dash)
        # The first stands to the left of its mean, out of the way of the second.
        side = -1 if label == next(iter(chances)) else 1
        ax.annotate(
            f"{label}\nmean {means[label]:.3f}",
            (means[label], y.max()),
            xytext=(4 * side, 3),
            textcoords="offset points",
            color=colour,
            ha="right" if side < 0 else "left",
            va="bottom",
        )
    shown = np.max([np.asarray(chance) for chance in chances.values()], axis=0)
    seen = x[shown > 1e-4 * shown.max()]
    ax.set(
        xlabel="measured win rate",
        ylabel="probability",
        yticks=[],
        xlim=(seen.min(), seen.max()),
        ylim=(0, shown.max() * 1.3),
    )
    return ax


def curves_by_versions(
    versions: npt.ArrayLike,
    curves: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    ylabel: str,
    reference: tuple[float, str] | None = None,
) -> Axes:
    """Draw quantities against the number of versions that were compared.

    Parameters
    ----------
    versions : array_like of int, shape (n_points,)
        Numbers of versions, ascending.
    curves : mapping of str to array_like of float, shape (n_points,)
        Values by the label at the right end.
    ax : matplotlib.axes.Axes
        Where to draw.
    ylabel : str
        What is drawn, with its unit.
    reference : tuple of (float, str), optional
        A value to draw as a dotted line, and the label at its end.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    x = np.asarray(versions)
    for (label, curve), (colour, marker) in zip(
        curves.items(), looks(curves, "curves"), strict=True
    ):
        y = np.asarray(curve)
        ax.plot(x, y, color=colour, marker=marker, ms=4.5)
        ax.annotate(
            label, (x[-1], y[-1]), xytext=(8, 0), textcoords="offset points", color=colour,
            va="center",
        )  # fmt: skip
    if reference is not None:
        ax.plot(x[[0, -1]], [reference[0]] * 2, color=GREY, lw=1.2, ls=":")
        ax.annotate(
            reference[1],
            (x[-1], reference[0]),
            xytext=(8, 0),
            textcoords="offset points",
            color="#555555",
            va="center",
        )
    ax.set(xscale="log", xlabel="versions compared", ylabel=ylabel, xlim=(x[0] * 0.9, x[-1] * 3.2))
    ticks = [n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if x[0] <= n <= x[-1]]
    ax.set_xticks(ticks, labels=[str(n) for n in ticks])
    ax.minorticks_off()
    return ax


def tuning_paths(paths: Mapping[str, npt.ArrayLike], ax: Axes, *, truth: float) -> Axes:
    """Draw the score on reused maps against the number of looks at them, and the truth.

    Parameters
    ----------
    paths : mapping of str to array_like of float, shape (n_looks + 1, n_runs)
        Validation score before any look and after each, by label: the mean and the middle 90%
        of the runs are drawn.
    ax : matplotlib.axes.Axes
        Where to draw.
    truth : float
        True win rate of every version in every run.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five paths.
    """
    last = 0
    for (label, path), (colour, _) in zip(paths.items(), looks(paths, "paths"), strict=True):
        scores = np.asarray(path)
        steps = np.arange(len(scores))
        last = max(last, int(steps[-1]))
        low, high = np.quantile(scores, [0.05, 0.95], axis=1)
        ax.fill_between(steps, low, high, color=colour, alpha=0.18, lw=0)
        mean = scores.mean(axis=1)
        ax.plot(steps, mean, color=colour)
        ax.annotate(
            label, (steps[-1], mean[-1]), xytext=(7, 0), textcoords="offset points", color=colour,
            va="center",
        )  # fmt: skip
    ax.plot([0, last], [truth, truth], color=GREY, lw=1.2, ls=":")
    ax.annotate(
        "on fresh maps",
        (last, truth),
        xytext=(7, 0),
        textcoords="offset points",
        color="#555555",
        va="center",
    )
    ax.set(xlabel="candidates compared on the same maps", ylabel="win rate", xlim=(0, last * 1.28))
    ax.set_xticks([tick for tick in ax.get_xticks() if tick <= last])
    return ax
