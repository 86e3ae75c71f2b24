"""Figures about aggregates hold the data they were given."""

import numpy as np
import pytest

from benchlib import aggregate, resampling
from benchlib.plots import aggregates as figures


def texts(ax):
    return [text.get_text() for text in ax.texts]


def legend(owner):
    (found,) = owner.legends if hasattr(owner, "legends") else [owner.get_legend()]
    return [text.get_text() for text in found.get_texts()]


@pytest.mark.parametrize("falling", [True, False])
def test_profiles_rise_where_thresholds_fall(ax, falling):
    levels = np.array([2.0, 1.0, 0.0])
    shares = {
        name: aggregate.score_distribution([scores], thresholds=levels)
        for name, scores in {"a": [0.2, 1.0, 3.0], "b": [0.1, 0.1, 0.1]}.items()
    }
    bands = {"a": (shares["a"] - 0.1, shares["a"] + 0.1)}
    made = figures.profiles(levels, shares, ax, xlabel="score", bands=bands, falling=falling)
    assert made is ax
    lines = ax.get_lines()
    for line, (name, share) in zip(lines, shares.items(), strict=True):
        assert line.get_label() == name
        assert line.get_xdata().tolist() == levels.tolist()
        assert line.get_ydata().tolist() == share.tolist()
    assert lines[0].get_linestyle() != lines[1].get_linestyle()
    assert ax.get_xlim() == ((2, 0) if falling else (0, 2))
    assert legend(ax.figure) == ["a", "b"]
    heights = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert heights.max() == pytest.approx(1.1)
    assert heights.min() == pytest.approx(1 / 3 - 0.1)


def test_profiles_without_a_legend_on_a_logarithmic_axis(ax):
    figures.profiles([10, 1, 0], {"a": [0, 0.5, 1]}, ax, xlabel="x", linear_to=1, legend=False)
    assert ax.figure.legends == []
    assert ax.get_xscale() == "symlog"


def test_influential_tasks_lead_from_the_mean(ax):
    found = aggregate.single_task_influence([[1, 2, 30, 3]], tasks=["a", "b", "zaxxon", "c"])
    assert figures.influential_tasks(found, ax, n_tasks=2) is ax
    dots, mean = ax.get_lines()
    assert dots.get_xdata().tolist() == found.without[:2].tolist() == [2, 35 / 3]
    assert set(mean.get_xdata()) == {9.0}
    ends = [sorted(segment[:, 0]) for segment in ax.collections[0].get_segments()]
    assert ends == [[2, 9], [9, pytest.approx(35 / 3)]]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["without zaxxon", "without a"]
    assert texts(ax) == ["all games: 9.00"]


def test_intervals_stand_in_rows_by_what_is_drawn(ax):
    scores = np.random.default_rng(1).normal(size=(12, 11))
    drawn = ({}, {"strata": None, "clusters": "tasks"})
    found = {
        f.__name__: [
            resampling.bootstrap_interval(scores, f, n_resamples=50, rng=1, **one) for one in drawn
        ]
        for f in (aggregate.mean, aggregate.iqm)
    }
    assert figures.drawn_intervals(found, ax, xlabel="score") is ax
    bars, points = ax.get_lines()[::2], ax.get_lines()[1::2]
    intervals = [one for row in found.values() for one in row]
    for bar, point, one in zip(bars, points, intervals, strict=True):
        assert list(bar.get_xdata()) == [one.low, one.high]
        assert list(point.get_xdata()) == [one.estimate]
        assert bar.get_ydata()[0] == point.get_ydata()[0]
    assert len({point.get_ydata()[0] for point in points}) == 4, "no two lie on each other"
    assert points[0].get_marker() != points[1].get_marker()
    assert legend(ax) == ["draw runs", "draw tasks"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["mean", "iqm"]


def test_coverage_has_whiskers_theory_and_a_promise(ax):
    shares = {"mean": ([0.86, 0.9], [0.02, 0.01]), "iqm": ([0.87, 0.91], [0.02, 0.01])}
    made = figures.coverage_of_intervals(
        [3, 10], shares, ax, xlabel="runs", nominal=0.95, expected=[0.89, 0.94], few=9.5
    )
    assert made is ax
    for container, (share, error) in zip(ax.containers, shares.values(), strict=True):
        points, _, (whiskers,) = container
        assert points.get_ydata().tolist() == share
        ends = [segment[:, 1].tolist() for segment in whiskers.get_segments()]
        assert ends[0] == pytest.approx([share[0] - 1.96 * error[0], share[0] + 1.96 * error[0]])
    assert texts(ax) == ["warned", "promised: 95%"]
    (theory,) = [line for line in ax.get_lines() if line.get_label() == "theory"]
    assert theory.get_ydata().tolist() == [0.89, 0.94]
    assert any(list(line.get_ydata()) == [0.95, 0.95] for line in ax.get_lines())
    shaded = ax.patches[0].get_extents().transformed(ax.transData.inverted())
    assert shaded.x1 == pytest.approx(9.5)


def test_one_series_without_theory_needs_no_legend(ax):
    figures.coverage_of_intervals([1, 2], {"a": ([1, 1], [0, 0])}, ax, xlabel="x", nominal=0.9)
    assert ax.get_legend() is None
