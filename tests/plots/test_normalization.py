"""Figures about references hold the data they were given."""

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

from benchlib.plots import normalization as figures
from benchlib.plots import style


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_the_leader_is_marked_by_colour_and_in_words(ax):
    assert figures.leader_bars({"a": 1.0, "b": 2.5, "c": -0.5}, ax, xlabel="mean") is ax
    bars = ax.patches
    assert [bar.get_width() for bar in bars] == [1.0, 2.5, -0.5]
    colours = [to_hex(bar.get_facecolor()).upper() for bar in bars]
    assert colours == [style.GREY, style.BLUE, style.GREY]
    assert texts(ax) == ["1.00", "2.50  leads", "-0.50"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b", "c"]
    assert ax.get_xlim()[0] <= -0.5


def test_leaders_that_tie_are_all_marked(ax):
    figures.leader_bars({"a": 1.0, "b": 1.0}, ax, xlabel="median")
    assert texts(ax) == ["1.00  leads", "1.00  leads"]


def test_panels_that_share_their_rows_keep_the_order():
    figure, axes = plt.subplots(1, 2, sharey=True)
    for one in axes:
        figures.leader_bars({"first": 1.0, "last": 2.0}, one, xlabel="x")
    assert all(one.get_ylim()[0] > one.get_ylim()[1] for one in axes), "the first row is on top"
    plt.close(figure)


@pytest.mark.parametrize("linear_to", [None, 1.0])
def test_moved_scores_are_pairs_with_a_line(ax, linear_to):
    before, after = [0.5, -2.0, 40.0], [0.7, -1.0, 400.0]
    made = figures.moved_scores(
        ["go", "hex", "zaxxon"], before, after, ax,
        labels=("old", "new"), xlabel="score", linear_to=linear_to,
    )  # fmt: skip
    assert made is ax
    first, second = ax.get_lines()[:2]
    assert first.get_xdata().tolist() == before
    assert second.get_xdata().tolist() == after
    assert first.get_marker() != second.get_marker()
    ends = [segment[:, 0].tolist() for segment in ax.collections[0].get_segments()]
    assert ends == [[0.5, 0.7], [-2.0, -1.0], [40.0, 400.0]]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["old", "new"]
    assert ax.get_xscale() == ("linear" if linear_to is None else "symlog")
    low, high = ax.get_xlim()
    assert low < -2 < 400 < high
