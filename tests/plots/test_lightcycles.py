"""What the artists of the figures about light cycles hold is what the results say."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

from benchlib import lightcycles
from benchlib.plots import lightcycles as figures
from benchlib.plots import style


@pytest.fixture
def axes():
    with mpl.rc_context():
        style.use()
        figure, axes = plt.subplots(1, 3)
        yield axes
        figure.canvas.draw()  # a layout that fails, fails here
        plt.close(figure)


@pytest.fixture
def ax(axes):
    return axes[0]


def test_boards_show_walls_trails_and_crashes(axes):
    board = lightcycles.parse("A.#.. ..... ...#B")
    # Seat 1 runs into the wall in its second turn, seat 2 goes on.
    positions = lightcycles.replay(board, "EE/NN")
    shown = {"start": positions[0], "end": positions[-1]}
    assert figures.boards(shown, axes[:2]) is not None
    for ax, (label, position) in zip(axes, shown.items(), strict=False):
        assert ax.get_title(loc="left") == label
        walls = np.argwhere(ax.images[0].get_array() > 0)
        assert sorted((x, y) for y, x in walls.tolist()) == sorted(board.walls)
        assert [tuple(ax.get_xlim()), tuple(ax.get_ylim())] == [(-0.5, 4.5), (2.5, -0.5)]
        for seat in (0, 1):
            trail, begin, head = ax.lines[3 * seat : 3 * seat + 3]
            cells = [tuple(map(int, cell)) for cell in trail.get_xydata()]
            assert cells == list(position.trails[seat])
            assert tuple(begin.get_xydata()[0]) == board.starts[seat]
            assert tuple(head.get_xydata()[0]) == position.trails[seat][-1]
    assert [line.get_marker() for line in axes[0].lines[2::3]] == ["o", "s"]
    assert [line.get_marker() for line in axes[1].lines[2::3]] == ["X", "s"]
    one, two = axes[1].lines[0], axes[1].lines[3]
    assert one.get_linestyle() != two.get_linestyle()


def test_boards_need_an_axes_each(axes):
    position = lightcycles.start(lightcycles.parse("A.B"))
    with pytest.raises(ValueError, match="zip"):
        figures.boards({"one": position}, axes[:2])


def test_paired_results_count_every_map_once(ax):
    old = np.array([1, 1, 0.5, 0.5, 0.75, 0])
    new = np.array([1, 1, 1, 0.5, 0.5, 0])
    assert figures.paired_results(old, new, ax) is ax
    bubbles = [line for line in ax.lines if line.get_marker() in ("o", "^", "v")]
    found = {
        tuple(bubble.get_xydata()[0]): (bubble.get_marker(), text.get_text())
        for bubble, text in zip(bubbles, ax.texts, strict=True)
    }
    assert found == {
        (0, 0): ("o", "1"),
        (0.5, 0.5): ("o", "1"),
        (0.5, 1): ("^", "1"),
        (0.75, 0.5): ("v", "1"),
        (1, 1): ("o", "2"),
    }
    sizes = {tuple(b.get_xydata()[0]): b.get_markersize() for b in bubbles}
    assert sizes[1, 1] > sizes[0, 0]


@pytest.mark.parametrize("sign", [1, -1])
def test_difference_spread_hatches_the_wrong_sign(axes, sign):
    # Multiples of 0.05, of which 0.15 is no exact float: every value keeps its bar.
    values = sign * 0.05 * np.array([-2, -1, 0, 1, 1, 3, 3, 3])
    draws = {"separate": values, "shared": sign * np.array([0.05, 0.1])}
    figures.difference_spread(draws, axes[:2], truth=sign * 0.05, width=0.05, xlabel="difference")
    bars = {round((b.get_x() + b.get_width() / 2) / 0.05): b for b in axes[0].patches}
    heights = {place: bar.get_height() * 8 for place, bar in bars.items() if bar.get_height()}
    assert heights == {-2 * sign: 1, -sign: 1, 0: 1, sign: 2, 3 * sign: 3}
    assert {place for place, bar in bars.items() if bar.get_hatch()} == {-2 * sign, -sign}
    assert [ax.texts[0].get_text() for ax in axes[:2]] == ["wrong sign: 25.0%", "wrong sign: 0.0%"]
    assert set(axes[0].lines[0].get_xdata()) == {sign * 0.05}
    assert [ax.get_xlabel() for ax in axes[:2]] == ["", "difference"]


def test_design_effects_are_sorted_and_say_their_side(ax):
    effects = {"narrow": 1.6, "wide": 0.3, "nearly": 0.9}
    assert figures.design_effects(effects, ax, marked=("wide",)) is ax
    assert [y.get_text() for y in ax.get_yticklabels()] == ["wide", "nearly", "narrow"]
    dots = ax.lines[2::2]
    assert [float(dot.get_xdata()[0]) for dot in dots] == [0.3, 0.9, 1.6]
    assert [dot.get_marker() for dot in dots] == ["o", "o", "D"]
    assert [dot.get_markerfacecolor() != "white" for dot in dots] == [True, False, False]
    assert set(ax.lines[0].get_xdata()) == {1}


def test_score_columns_keep_rows_together(axes):
    nan = float("nan")
    columns = {
        "mirrored": ([0.8, 0.3], [0.7, 0.2], [0.9, 0.4]),
        "elsewhere": ([0.5, 0.5], [0.4, nan], [0.6, nan]),
        "panel": ([0.01, -0.02], [-0.01, -0.04], [0.03, 0.0]),
    }
    figures.score_columns(["a", "b"], columns, axes, marks=(0.5, 0.5, 0))
    assert [y.get_text() for y in axes[0].get_yticklabels()] == ["a", "b"]
    assert list(axes[0].get_yticks()) == [1, 0]
    for ax, (title, (estimate, low, high)), mark in zip(
        axes, columns.items(), (0.5, 0.5, 0), strict=True
    ):
        assert ax.get_title(loc="left") == title
        line, dots = ax.lines
        assert set(line.get_xdata()) == {mark}
        assert list(dots.get_xdata()) == estimate
        assert list(dots.get_ydata()) == [1, 0]
        segments = [part for part in ax.collections[0].get_segments() if len(part)]
        assert [part[:, 0].tolist() for part in segments] == [
            list(pair) for pair in zip(low, high, strict=True) if not np.isnan(pair).any()
        ]
    assert len({ax.lines[1].get_marker() for ax in axes}) == 3


def test_reward_and_panel_show_every_seed(axes):
    reward = np.array([[0.5, 0.6, 0.7], [0.5, 0.5, 0.8]])
    figures.reward_and_panel(reward, ([0.01, -0.02], [0.03, 0.02]), axes[:2], start=0.5)
    start, *traces = axes[0].lines
    assert set(start.get_ydata()) == {0.5}
    assert [list(trace.get_ydata()) for trace in traces] == reward.tolist()
    dots, _, (bars,) = axes[1].containers[0]
    assert list(dots.get_ydata()) == pytest.approx([1, -2])
    ends = [segment[:, 1].tolist() for segment in bars.get_segments()]
    assert ends == [pytest.approx([-2, 4]), pytest.approx([-4, 0])]
