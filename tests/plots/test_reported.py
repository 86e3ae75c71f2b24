"""What the artists of the figures of reported results hold is what the tables say."""

import numpy as np
import pytest

from benchlib import gates
from benchlib.plots import reported as figures


def test_scores_and_costs_write_score_and_note_beside_each_system(ax):
    rows = {"UCT": (22610.0, "a model"), "learner": (3365.1, "its own play"), "tree": (0.0, "too")}
    assert figures.scores_and_costs(rows, ax) is ax
    (dots,) = ax.lines
    assert dots.get_xdata().tolist() == [22610, 3365.1, 0]
    assert dots.get_ydata().tolist() == [0, 1, 2]
    assert [text.get_text() for text in ax.get_yticklabels()] == list(rows)
    written = [text.get_text() for text in ax.texts]
    assert written == ["22,610.0", "a model", "3,365.1", "its own play", "0.0", "too"]
    low, high = ax.get_xlim()
    assert low < 0
    assert high > 22610
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first row is on top


def test_values_by_task_keep_each_value_in_its_row(ax):
    values = {name: [i, np.nan, 2 * i] for i, name in enumerate("abcdef")}
    values["a"] = [0, 5, 9]
    assert figures.values_by_task(["x", "y", "z"], values, ax, unit="points", zero=1) is ax
    dotted, *series = ax.lines
    assert set(dotted.get_xdata()) == {1}
    for line, (name, column) in zip(series, values.items(), strict=True):
        assert line.get_label() == name
        assert np.array_equal(line.get_xdata(), column, equal_nan=True)
        assert np.abs(line.get_ydata() - [0, 1, 2]).max() < 0.25
    assert len({line.get_marker() for line in series}) == 6
    ends = [tuple(segment[:, 0]) for segment in ax.collections[0].get_segments()]
    assert ends == [(0, 5), (5, 5), (2, 10)]
    assert ax.get_xlabel() == "points"
    assert [text.get_text() for text in ax.figure.legends[0].get_texts()] == list(values)


def test_more_series_than_looks_are_refused(ax):
    with pytest.raises(ValueError, match="values: at most 6 systems"):
        figures.values_by_task(["x"], {name: [1] for name in "abcdefg"}, ax, unit="points")


def test_overstatement_draws_curves_and_points_out_marks(ax):
    numbers = np.arange(1, 6)
    curves = {
        f"{n} episodes": [gates.best_of([0.5] * k, n_games=n).overstatement for k in numbers]
        for n in (4, 16)
    }
    marks = {"best of 3": (3, curves["4 episodes"][2])}
    assert figures.overstatement(numbers, curves, ax, marks=marks) is ax
    *lines, mark = ax.lines
    for line, (label, values) in zip(lines, curves.items(), strict=True):
        assert line.get_label() == label
        assert line.get_xydata().tolist() == [list(p) for p in zip(numbers, values, strict=True)]
    assert len({line.get_linestyle() for line in lines}) == 2
    assert mark.get_xydata().tolist() == [[3, curves["4 episodes"][2]]]
    assert [text.get_text() for text in ax.texts] == [*curves, "best of 3"]
    assert ax.get_ylim()[0] == 0
