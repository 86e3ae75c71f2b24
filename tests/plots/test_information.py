"""Figures about what games measure hold the data they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from benchlib.plots import information


def texts(ax):
    return [text.get_text() for text in ax.texts]


def points(ax):
    """Return what is drawn as markers alone, as pairs."""
    lines = [line for line in ax.get_lines() if line.get_linestyle() == "None"]
    return [line.get_xydata().tolist() for line in lines]


def test_leads_are_sorted_and_those_without_one_stand_out(ax):
    assert information.leads(["a", "b", "c"], [3.0, 0.0, 5.0], ax, xlabel="lead") is ax
    first, never, _zero = ax.get_lines()
    assert first.get_xydata().tolist() == [[3, 1], [5, 2]]
    assert never.get_xydata().tolist() == [[0, 0]], "a lead of zero is none"
    assert first.get_marker() != never.get_marker()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "a", "c"]


def test_agents_in_a_plane_and_the_names_of_some(ax):
    where = {"labels": {"b": (7, 0)}, "xlabel": "x", "ylabel": "y"}
    assert information.agent_plane([1, 2, 3], [4, 5, 6], ["a", "b", "c"], ax, **where) is ax
    assert points(ax) == [[[1, 4], [3, 6]], [[2, 5]]]
    assert texts(ax) == ["b"]
    assert ax.texts[0].xy == (2, 5)


def test_a_map_is_put_in_the_order_of_clusters(ax):
    matrix = np.array([[1, 0.2, -0.5], [0.2, 1, np.nan], [-0.5, np.nan, 1]])
    assert information.correlation_map(matrix, [2, 1, 2], ax, xlabel="wins") is ax
    (picture,) = ax.images
    shown = picture.get_array()
    assert shown[0].tolist() == [1, 0.2, None], "the game of cluster 1 comes first"
    assert shown[1].tolist() == [0.2, 1, -0.5]
    assert picture.get_clim() == (-1, 1), "white is no correlation"
    red, _, _, _ = picture.to_rgba(np.array([-1.0]))[0]
    assert red > 0.3 > picture.to_rgba(np.array([1.0]))[0][0]
    assert [line.get_ydata()[0] for line in ax.get_lines()[::2]] == [0.5]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["1", "2"]
    assert ax.get_xticks().tolist() == [0, 1.5]


def test_histograms_are_shares_of_pairs(ax):
    pools = {"wins": [-0.9, 0.1, 0.2, 0.3], "scores": [0.6, 0.7]}
    bins = [-1, 0, 0.5, 1]
    assert information.correlation_histogram(pools, ax, noise=0.38, bins=bins) is ax
    _zero, wins, scores = ax.get_lines()
    assert wins.get_xdata().tolist() == [-0.5, 0.25, 0.75]
    assert wins.get_ydata().tolist() == [0.25, 0.75, 0]
    assert scores.get_ydata().tolist() == [0, 0, 1]
    assert wins.get_marker() != scores.get_marker()
    band = ax.patches[0]
    assert (band.get_x(), band.get_x() + band.get_width()) == (-0.38, 0.38)


def test_outcomes_peak_at_their_means(ax):
    assert information.outcome_curves((0.9, 0.1), 0.1, ("A", "B"), ax, xlabel="result") is ax
    first, second = ax.get_lines()
    for line, mean in ((first, 0.9), (second, 0.1)):
        assert line.get_xdata()[line.get_ydata().argmax()] == pytest.approx(mean, abs=0.005)
        inside = line.get_ydata() > np.exp(-0.5)
        assert np.ptp(line.get_xdata()[inside]) == pytest.approx(0.2, abs=0.011)
    assert first.get_linestyle() != second.get_linestyle()
    assert texts(ax) == ["A\n0.90", "B\n0.10"]
    assert [text.get_ha() for text in ax.texts] == ["left", "right"], "names stand outside"


def test_beliefs_carry_their_numbers(ax):
    assert information.belief_matrix([[0.9, 0.1], [0.25, 0.75]], ("A", "B"), ax) is ax
    assert ax.images[0].get_array().tolist() == [[0.9, 0.1], [0.25, 0.75]]
    assert texts(ax) == ["0.900", "0.100", "0.250", "0.750"]
    assert [text.get_position() for text in ax.texts] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert to_hex(ax.texts[0].get_color()) != to_hex(ax.texts[1].get_color()), "legible on both"


def test_gains_stand_beside_the_line_of_equality(ax):
    where = {"labels": {"b": (0, -7)}, "xlabel": "wins", "ylabel": "scores"}
    assert information.gain_scatter([0.1, 1.2], [0.3, 0.4], ["a", "b"], ax, **where) is ax
    line = ax.get_lines()[0]
    assert line.get_xydata().tolist() == [[0, 0], [1.2, 1.2]]
    assert points(ax) == [[[0.1, 0.3]], [[1.2, 0.4]]]
    assert texts(ax) == ["b"]
    assert ax.texts[0].get_va() == "top", "a name below its point hangs from there"


@pytest.mark.parametrize(("limit", "gone"), [(1074, 1), (1e6, 0)])
def test_surprises_beyond_the_limit_have_a_replacement(ax, limit, gone):
    options = {"limit": limit, "replacement": 16.6, "xlabel": "entries"}
    assert information.surprises([[5000.0, 2.0], [1.0, 900.0]], ax, **options) is ax
    kept, lost, *replaced = points(ax)
    assert kept + lost == [[1, 1], [2, 2], [3, 900], [4, 5000]]
    assert len(lost) == gone
    assert replaced == [[[4, 16.6]]] * gone
    assert ax.get_yscale() == "log"
