"""Figures of reported results: scores beside what they cost, rows of tables, lucky maxima."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from benchlib.plots.style import BLACK, BLUE, GREY, SERIES, looks

__all__ = ["overstatement", "scores_and_costs", "values_by_task"]

# Grey closes the row: it is for what stands outside the comparison.
_SERIES = (*SERIES, (GREY, "P"))


def scores_and_costs(rows: Mapping[str, tuple[float, str]], ax: Axes) -> Axes:
    """Draw scores of systems in one task, each with what it was allowed to use.

    Parameters
    ----------
    rows : mapping of str to (float, str)
        By system, from the top down: its score, and a note on its means.
    ax : matplotlib.axes.Axes
        Where to draw; the axis of scores is linear near zero and logarithmic beyond 100.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.
    """
    places = np.arange(len(rows))
    scores = np.array([score for score, _ in rows.values()])
    ax.hlines(places, 0, scores, color=BLUE, lw=2)
    ax.plot(scores, places, "o", color=BLUE)
    for place, (score, note) in zip(places, rows.values(), strict=True):
        ax.annotate(
            f"{score:,.1f}",
            (score, place),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
        )
        ax.annotate(
            note,
            (0, place),
            xytext=(3, 8),
            textcoords="offset points",
            va="bottom",
            fontsize=8.8,
            color="#555555",
        )
    ax.set_xscale("symlog", linthresh=100)
    ax.set_yticks(places, list(rows))
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="mean score (points)", ylim=(len(rows) - 0.6, -0.7))
    ax.set_xlim(-12, float(scores.max()) * 6)
    ax.xaxis.set_major_formatter("{x:,.0f}")
    return ax


def values_by_task(
    tasks: Sequence[str],
    values: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    unit: str,
    zero: float | None = None,
) -> Axes:
    """Draw what several systems or sources have on some tasks, one row a task.

    Parameters
    ----------
    tasks : sequence of str
        Names, from the top down.
    values : mapping of str to array_like of float, shape (n_tasks,)
        Values by system or source, at most six; NaN where there is none.
    ax : matplotlib.axes.Axes
        Where to draw.
    unit : str
        Label of the axis of values.
    zero : float, optional
        A value drawn as a dotted line.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than six systems.
    """
    if len(values) > len(_SERIES):
        raise ValueError(f"values: at most {len(_SERIES)} systems can be told apart in one figure")
    rows = np.arange(len(tasks))
    table = np.array([np.asarray(column, dtype=float) for column in values.values()])
    ax.hlines(rows, np.nanmin(table, axis=0), np.nanmax(table, axis=0), color=GREY, lw=1, alpha=0.6)
    if zero is not None:
        ax.axvline(zero, color=BLACK, lw=0.9, ls=":")
    # A little apart, so that equal values do not hide each other.
    shifts = np.linspace(-0.2, 0.2, len(values))
    for (label, column), (colour, marker), shift in zip(
        values.items(), _SERIES, shifts, strict=False
    ):
        ax.plot(column, rows + shift, marker, color=colour, ls="none", label=label)
    ax.set_yticks(rows, tasks)
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel=unit, ylim=(len(rows) - 0.5, -0.5))
    columns = len(values) if len(values) <= 4 else 3
    ax.figure.legend(loc="outside upper center", ncols=columns, columnspacing=1, handletextpad=0.2)
    return ax


def overstatement(
    n_candidates: npt.ArrayLike,
    curves: Mapping[str, npt.ArrayLike],
    ax: Axes,
    *,
    marks: Mapping[str, tuple[float, float]],
) -> Axes:
    """Draw how far the best of several equal candidates comes out above what it is.

    Parameters
    ----------
    n_candidates : array_like of int, shape (n,)
        Numbers of candidates, ascending.
    curves : mapping of str to array_like of float, shape (n,)
        Overstatement by label.
    ax : matplotlib.axes.Axes
        Where to draw.
    marks : mapping of str to (float, float)
        Places to point out, by label: number of candidates and overstatement.

    Returns
    -------
    matplotlib.axes.Axes
        The axes given.

    Raises
    ------
    ValueError
        If there are more than five curves.
    """
    numbers = np.asarray(n_candidates)
    for (label, values), (colour, _), dashes in zip(
        curves.items(), looks(curves, "curves"), ("-", "--", "-.", ":", "-"), strict=False
    ):
        heights = np.asarray(values)
        ax.plot(numbers, heights, color=colour, ls=dashes, label=label)
        ax.annotate(
            label,
            (numbers[-1], heights[-1]),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            annotation_clip=False,
        )
    for label, (x, y) in marks.items():
        ax.plot(x, y, "D", color=BLACK, ms=5)
        ax.annotate(label, (x, y), xytext=(4, -5), textcoords="offset points", va="top")
    ax.set(xlabel="candidates, all equally good", ylabel="overstatement", ylim=(0, None))
    return ax
