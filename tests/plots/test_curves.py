"""Curves and intervals hold the data they were given."""

import numpy as np
from matplotlib.colors import to_hex

from benchlib.compare import mean_contrast
from benchlib.plots import curves, style


def test_curves_and_background_carry_their_points(ax):
    shown = {"mean": ([1, 2, 3], [0.5, 0.7, 0.9]), "one": ([1, 2], [0.2, 1.0])}
    assert curves.agreement_curves(shown, ax, background=[([1, 3], [0.3, 0.4])]) is ax
    pale, first, second, _coin = ax.get_lines()
    assert pale.get_ydata().tolist() == [0.3, 0.4]
    assert first.get_ydata().tolist() == [0.5, 0.7, 0.9]
    assert second.get_xdata().tolist() == [1, 2]
    assert [text.get_text() for text in ax.texts] == ["one", "mean"], "from top to bottom"
    assert first.get_marker() != second.get_marker()
    assert ax.get_ylim()[0] < 0.2, "nothing is cut off below"


def test_needed_runs_are_bars_with_their_numbers(ax):
    assert curves.runs_needed({"1": 25, "2": 0, "more": 6}, ax) is ax
    assert [bar.get_height() for bar in ax.patches] == [25, 0, 6]
    assert [text.get_text() for text in ax.texts] == ["25", "", "6"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "more"]


def test_intervals_are_sorted_and_one_stands_out(ax):
    rng = np.random.default_rng(1)
    estimates = {
        name: mean_contrast(rng.normal(mean, 1, 9))
        for name, mean in zip("abc", (2, 9, 5), strict=True)
    }
    assert curves.intervals(estimates, ax, highlight="c", xlabel="mean") is ax
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "c", "b"]
    bars, dots = ax.get_lines()[::2], ax.get_lines()[1::2]
    for row, name in enumerate("acb"):
        ends = estimates[name].confidence_interval
        assert bars[row].get_xdata().tolist() == [ends.low, ends.high]
        assert dots[row].get_xdata().tolist() == [estimates[name].estimate]
        assert (to_hex(dots[row].get_color()).upper() == style.BLUE) == (name == "c")
