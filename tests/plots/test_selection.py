"""What the figures about choosing the best hold is what they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from benchlib.plots import selection, style


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_versions_are_sorted_and_the_best_is_marked(ax):
    rates, low, high = [0.5, 0.56, 0.45], [0.4, 0.5, 0.3], [0.6, 0.7, 0.5]
    assert selection.measured_versions(rates, low, high, ax) is ax
    rest, best = ax.get_lines()[:2]
    assert rest.get_xdata().tolist() == [0.45, 0.5]
    assert best.get_xydata().tolist() == [[0.56, 2]]
    assert to_hex(best.get_color()).upper() == style.VERMILLION
    assert best.get_marker() != rest.get_marker()
    segments = [s[:, 0].tolist() for c in ax.collections for s in c.get_segments()]
    assert segments == [[0.3, 0.5], [0.4, 0.6], [0.5, 0.7]]
    assert texts(ax) == ["the one to ship: 0.560"]


def test_distributions_carry_their_points_and_means(ax):
    x = np.linspace(0, 1, 101)
    chances = {
        "one": np.exp(-((x - 0.5) ** 2) * 200),
        "best": np.exp(-((x - 0.6) ** 2) * 300) * 1.2,
    }
    means = {"one": 0.5, "best": 0.6}
    assert selection.score_distributions(x, chances, means, ax) is ax
    for line, label in zip(ax.get_lines(), chances, strict=True):
        assert line.get_ydata().tolist() == chances[label].tolist()
    assert len({line.get_linestyle() for line in ax.get_lines()}) == 2
    assert texts(ax) == ["one\nmean 0.500", "best\nmean 0.600"]
    low, high = ax.get_xlim()
    assert 0 < low < 0.4
    assert 0.7 < high < 1, "what is impossible is cut off"


@pytest.mark.parametrize("reference", [None, (0.5, "mean")])
def test_curves_over_the_number_of_versions(ax, reference):
    curves = {"a": [0.5, 0.6, 0.7], "b": [0.5, 0.55, 0.6]}
    shown = selection.curves_by_versions(
        [1, 10, 100], curves, ax, ylabel="rate", reference=reference
    )
    assert shown is ax
    for line, (_, values) in zip(ax.get_lines(), curves.items(), strict=False):
        assert line.get_xdata().tolist() == [1, 10, 100]
        assert line.get_ydata().tolist() == values
    assert texts(ax) == ["a", "b"] + (["mean"] if reference else [])
    assert [tick.get_text() for tick in ax.get_xticklabels()] == [
        "1",
        "2",
        "5",
        "10",
        "20",
        "50",
        "100",
    ]
    markers = [line.get_marker() for line in ax.get_lines()[:2]]
    assert len(set(markers)) == 2


def test_tuning_shows_mean_spread_and_truth(ax):
    path = np.array([[0.5, 0.5, 0.5], [0.5, 0.6, 0.7]])
    assert selection.tuning_paths({"100 maps": path}, ax, truth=0.5) is ax
    mean, truth = ax.get_lines()
    assert mean.get_ydata() == pytest.approx([0.5, 0.6])
    assert truth.get_xydata().tolist() == [[0, 0.5], [1, 0.5]]
    (band,) = ax.collections
    corners = band.get_paths()[0].vertices
    at_end = corners[corners[:, 0] == 1][:, 1]
    assert (at_end.min(), at_end.max()) == pytest.approx(tuple(np.quantile(path[1], [0.05, 0.95])))
    assert texts(ax) == ["100 maps", "on fresh maps"]
