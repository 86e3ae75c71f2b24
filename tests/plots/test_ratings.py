"""What the figures about ratings hold is what the fits say."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.patches import FancyArrowPatch

from benchlib import bradley_terry, simulate
from benchlib.plots import ratings
from benchlib.results import ConfidenceInterval, Estimate

CIRCLE = [[0, 30, 70], [70, 0, 30], [30, 70, 0]]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_an_arrow_goes_from_winner_to_loser(ax):
    assert ratings.who_beats_whom(CIRCLE, ["a", "b", "c"], ax) is ax
    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    places = [np.array(line.get_xydata()[0]) for line in ax.get_lines()]
    drawn = set()
    for arrow in arrows:
        ends = arrow._posA_posB  # where it was asked to start and to end
        drawn.add(tuple(int(np.argmin([np.hypot(*(p - end)) for p in places])) for end in ends))
    assert drawn == {(0, 2), (1, 0), (2, 1)}
    assert texts(ax) == ["70–30"] * 3 + ["a", "b", "c"]
    assert places[0] == pytest.approx([0, 1]), "the first is on top"


def test_a_level_pair_has_no_arrow(ax):
    ratings.who_beats_whom([[0, 5], [5, 0]], ["a", "b"], ax)
    assert len(ax.patches) == 0


def test_paths_end_where_they_end(ax):
    paths = {"one": ([1, 10, 100], [0.0, 5, 9]), "two": ([1, 2], [3.0, 4])}
    assert ratings.iteration_paths(paths, ax) is ax
    lines = ax.get_lines()
    assert lines[0].get_xydata().tolist() == [[1, 0], [10, 5], [100, 9]]
    assert lines[1].get_xydata().tolist() == [[100, 9]]
    assert lines[2].get_ydata().tolist() == [3, 4]
    assert lines[1].get_marker() != lines[3].get_marker()
    assert texts(ax) == ["one", "two"]
    assert ax.get_xscale() == "log"
    assert ax.get_xticks().tolist() == [1, 10, 100]


def test_lines_over_the_prior(ax):
    assert ratings.prior_lines([0.1, 1], {"x": [300, 100], "y": [200, 50]}, ax) is ax
    assert [line.get_ydata().tolist() for line in ax.get_lines()] == [[300, 100], [200, 50]]
    assert texts(ax) == ["x", "y"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["0.1", "1"]
    assert ax.get_ylim()[0] == 0


def estimate(value, half):
    return Estimate(value, half / 2, ConfidenceInterval(value - half, value + half, 0.95), 9, "x")


def test_both_intervals_of_every_bot_the_best_on_top(ax):
    wide = {"a": estimate(5, 4), "b": estimate(-5, 3)}
    narrow = {"a": estimate(5, 2), "b": estimate(-5, 1)}
    assert ratings.paired_intervals(wide, narrow, ("by map", "by game"), ax) is ax
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b", "a"]
    bars = [c for c in ax.collections if isinstance(c, LineCollection)]
    ends = [[segment[:, 0].tolist() for segment in bar.get_segments()] for bar in bars]
    assert ends == [[[-8, -2], [1, 9]], [[-6, -4], [3, 7]]]
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["by map", "by game"]


def test_residuals_stand_in_both_cells_of_a_pair_with_opposite_signs(ax):
    found = bradley_terry.pair_residuals(CIRCLE, by=None)
    assert ratings.residual_matrix(found, ["2", "0", "1"], ax) is ax
    (image,) = ax.get_images()
    shown = np.ma.filled(image.get_array(), np.nan)
    expected = 139  # 20 points of 100 level games, in Elo
    assert np.isnan(np.diag(shown)).all()
    assert shown == pytest.approx(-shown.T, nan_ok=True)
    assert shown[0] == pytest.approx([np.nan, -expected, expected], nan_ok=True, abs=0.1)
    assert image.get_clim() == pytest.approx((-expected, expected), abs=0.1), "white is zero"
    assert sorted(texts(ax)) == ["+139"] * 3 + ["−139"] * 3
    assert [label.get_text() for label in ax.get_yticklabels()] == ["2", "0", "1"]


def test_a_residual_near_zero_has_no_minus(ax):
    found = bradley_terry.pair_residuals(CIRCLE, by=None)
    near = replace(found, residual_elo=np.array([-0.3, 20.0, -20.0]))
    ratings.residual_matrix(near, ["0", "1", "2"], ax)
    assert texts(ax).count("+0") == 2


def test_levels_from_the_strongest_down(ax):
    games = simulate.panel_games(
        [300, 250, 200, 10, 0, -10, -200, -250, -300], n_maps=40, rng=1
    )  # fmt: skip
    found = bradley_terry.intransitivity(games, n_levels=3, n_resamples=99, rng=1)
    assert ratings.levels(found, ax) is ax
    ladder, cycle = ax.get_lines()
    assert ladder.get_xdata().tolist() == [level.transitive_elo for level in found.levels]
    assert cycle.get_xdata().tolist() == [level.cyclic_elo for level in found.levels]
    assert ladder.get_ydata().tolist() == [2, 1, 0]
    labels = dict(zip(ax.get_yticks(), ax.get_yticklabels(), strict=True))
    assert [labels[k].get_text() for k in (2, 1, 0)] == ["strongest 3", "middle 3", "weakest 3"]
    assert ladder.get_marker() != cycle.get_marker()
