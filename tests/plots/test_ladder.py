"""Figures about the ladder hold the data they were given."""

import numpy as np
import pytest
from scipy.stats import norm

from benchlib.plots import ladder


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_rises_and_falls_are_apart_in_marker_and_side(ax):
    assert ladder.local_and_live([10, 20, 30], [1.0, -2.0, 0.0], ax) is ax
    rose, fell, _zero = ax.get_lines()
    assert (rose.get_xdata().tolist(), rose.get_ydata().tolist()) == ([10], [1.0])
    assert (fell.get_xdata().tolist(), fell.get_ydata().tolist()) == ([20, 30], [-2.0, 0.0])
    assert rose.get_marker() != fell.get_marker()
    assert texts(ax) == ["the live score rose", "the live score fell"]


def test_widths_are_labelled_where_they_are_wide(ax):
    assert ladder.band_widths([2, 5, 20], [17.97, 3.93, 2.96], ax, known=2.77) is ax
    line, known = ax.get_lines()
    assert line.get_ydata().tolist() == [17.97, 3.93, 2.96]
    assert list(known.get_ydata()) == [2.77, 2.77]
    assert texts(ax) == ["18.0", "3.9", "spread known: 2.8"]
    assert ax.get_ylim()[0] == 0


def test_neighbours_stand_beside_the_spread(ax):
    assert ladder.neighbours((0.4, 5.0), ax, sd=0.8, labels={5.0: "second"}) is ax
    curve, *gaps = ax.get_lines()
    x, y = curve.get_xdata(), curve.get_ydata()
    assert y == pytest.approx(norm.pdf(x, scale=0.8))
    assert [gap.get_xdata()[0] for gap in gaps] == [0.4, 5.0]
    assert "second" in texts(ax)
    assert x.max() > 5.0, "the farthest neighbour is in the picture"


def test_silence_curves_carry_their_probabilities(ax):
    gains = np.array([0.0, 1.0, 2.0])
    curves = {"own": [0.5, 0.2, 0.0], "shared": [0.7, 0.4, 0.1]}
    assert ladder.silence(gains, curves, ax) is ax
    own, shared, _zero = ax.get_lines()
    assert own.get_ydata().tolist() == [0.5, 0.2, 0.0]
    assert shared.get_xdata().tolist() == [0.0, 1.0, 2.0]
    assert own.get_marker() != shared.get_marker()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["own", "shared"]
