"""Figures about misleading results hold the data they were given."""

import pandas as pd
import pytest

from benchlib.plots import misleading


def test_reported_and_checked_stand_one_above_the_other(ax):
    rows = [("a", (0.8, 0.7, 0.9), (0.5, 0.45, 0.55)), ("b", (1.0, 0.9, 1.0), (0.6, 0.5, 0.7))]
    assert misleading.reported_and_checked(rows, ax) is ax
    lines = [line for line in ax.get_lines() if len(line.get_xdata()) == 2][:4]
    ends = [list(line.get_xdata()) for line in lines]
    assert ends == [[0.7, 0.9], [0.45, 0.55], [0.9, 1.0], [0.5, 0.7]]
    dots = [line for line in ax.get_lines() if len(line.get_xdata()) == 1]
    assert [dot.get_xdata()[0] for dot in dots] == [0.8, 0.5, 1.0, 0.6]
    assert dots[0].get_marker() != dots[1].get_marker()
    assert dots[0].get_ydata()[0] < 0 < dots[1].get_ydata()[0]
    assert ax.get_ylim()[0] > ax.get_ylim()[1], "the first row is on top"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    assert [text.get_text() for text in ax.texts] == ["reported", "checked"]


def test_late_moves_have_a_dot_each_and_a_mean(ax):
    table = pd.DataFrame(
        {"n_workers": [4, 1, 4, 1], "n_moves": [10, 10, 20, 10], "n_late": [9, 0, 10, 2]}
    )
    assert misleading.late_shares(table, ax) is ax
    one, mean_one, four, mean_four = ax.get_lines()
    assert one.get_ydata().tolist() == [0.0, 0.2]
    assert four.get_ydata().tolist() == [0.9, 0.5]
    assert list(mean_one.get_ydata()) == pytest.approx([0.1, 0.1])
    assert list(mean_four.get_ydata()) == pytest.approx([0.7, 0.7])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "4"]
