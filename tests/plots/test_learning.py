"""Figures about learners hold what they were given."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from benchlib.plots import learning as figures
from benchlib.plots import style
from benchlib.results import ConfidenceInterval, Estimate


def estimate(value, half=1.0):
    ends = ConfidenceInterval(value - half, value + half, 0.95)
    return Estimate(value, half / 2, ends, 5, "made up")


def words(ax):
    return [text.get_text() for text in ax.texts]


def colour(line):
    return to_hex(line.get_color()).upper()


def test_curves_have_their_label_and_a_band_only_if_given(ax):
    curves = {
        "BASS": {"x": [5, 15], "mean": [1.0, 3.0], "low": [0.0, 2.0], "high": [2.0, 4.0]},
        "Basic": {"x": [5, 15], "mean": [1.0, 2.9]},
    }
    assert figures.learning_curves(curves, ax, xlabel="episode", ylabel="score") is ax
    assert [line.get_ydata().tolist() for line in ax.lines] == [[1.0, 3.0], [1.0, 2.9]]
    assert len({line.get_marker() for line in ax.lines}) == 2
    (band,) = ax.collections
    edges = band.get_paths()[0].vertices
    assert (edges[:, 1].min(), edges[:, 1].max()) == (0.0, 4.0)
    # From the lowest up, and apart though their ends nearly coincide.
    assert words(ax) == ["Basic", "BASS"]
    low, high = (text.xy[1] for text in ax.texts)
    assert high - low >= 0.07 * np.ptp(ax.get_ylim()) * 0.99


def test_the_leader_of_each_game_stands_out(axes):
    scores = {"Go": {"ram": estimate(2.0), "lsh": estimate(3.0)}}
    assert figures.scores_by_game(scores, axes, names={"ram": "RAM", "lsh": "LSH"}) is axes
    panel, spare = axes
    assert not spare.get_visible()
    blind, *drawn = panel.lines
    assert list(blind.get_xdata()) == [1, 1]
    bars, dots = drawn[::2], drawn[1::2]
    assert [list(line.get_xdata()) for line in bars] == [[1.0, 3.0], [2.0, 4.0]]
    assert [line.get_xdata()[0] for line in dots] == [2.0, 3.0]
    assert [line.get_marker() for line in dots] == ["o", "D"]
    assert [colour(line) for line in dots] == [style.GREY.upper(), style.BLUE]
    assert [label.get_text() for label in panel.get_yticklabels()] == ["RAM", "LSH"]
    assert panel.get_title(loc="left") == "Go"
    low, high = panel.get_ylim()
    assert low > high  # the first learner is on top


def test_a_tie_has_no_leader_and_one_trial_no_bar(axes):
    both = dict.fromkeys(("ram", "lsh"), estimate(2.0, np.nan))
    panel, _ = figures.scores_by_game({"Go": both}, axes, names={"ram": "RAM", "lsh": "LSH"})
    _, *drawn = panel.lines
    assert [line.get_marker() for line in drawn[1::2]] == ["o", "o"]
    assert all(np.isnan(line.get_xdata()).all() for line in drawn[::2])


@pytest.mark.parametrize("adjusted", [0.04, 0.06, np.nan])
def test_only_findings_are_filled(axes, adjusted):
    columns = ["contrast", "game", "estimate", "low", "high", "adjusted"]
    found = pd.DataFrame(
        [("pairs", "hex", 1.0, 0.5, 1.5, adjusted), ("palette", "go", -2.0, -3.0, -1.0, 0.9)],
        columns=columns,
    )
    made = figures.contrasts_by_game(found, axes, titles={"go": "Go", "hex": "Hex"}, alpha=0.05)
    assert made is axes
    first, second = axes
    assert (first.get_title(loc="left"), second.get_title(loc="left")) == ("pairs", "palette")
    _, bar, dot = first.lines
    assert list(bar.get_xdata()) == [0.5, 1.5]
    assert (dot.get_xdata()[0], dot.get_ydata()[0]) == (1.0, 1)
    is_finding = adjusted < 0.05
    assert dot.get_marker() == ("D" if is_finding else "o")
    assert (dot.get_markerfacecolor() == "white") == (not is_finding)
    assert [line.get_ydata()[0] for line in second.lines[1:]] == [0, 0]


def test_shares_of_verdicts_and_the_planned_number(ax):
    shares = {"1 deviation": [0.0, 0.5], "2 deviations": [0.2, 1.0]}
    assert figures.verdicts_by_trials([5, 20], shares, ax, planned=5) is ax
    first, second, line = ax.lines
    assert first.get_ydata().tolist() == [0.0, 0.5]
    assert second.get_ydata().tolist() == [0.2, 1.0]
    assert first.get_marker() != second.get_marker()
    assert list(line.get_xdata()) == [5, 5]
    assert words(ax) == ["planned: 5"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["5", "20"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(shares)


def test_memory_stands_beside_score(ax):
    rows = {"basic": 2000.0, "bass": 300_000.0}
    scores = {"bass": estimate(1.5), "basic": estimate(1.0, half=0.5)}
    assert figures.memory_and_score(rows, scores, ax, ylabel="score") is ax
    bars, dots = ax.lines[::2], ax.lines[1::2]
    assert [(line.get_xdata()[0], line.get_ydata()[0]) for line in dots] == [
        (2000.0, 1.0),
        (300_000.0, 1.5),
    ]
    assert [list(line.get_ydata()) for line in bars] == [[0.5, 1.5], [0.5, 2.5]]
    assert words(ax) == ["basic", "bass"]
    assert [text.xy for text in ax.texts] == [(2000.0, 1.5), (300_000.0, 0.5)]
    assert [text.get_va() for text in ax.texts] == ["bottom", "top"]
    assert ax.get_xscale() == "log"


def test_no_series_is_left_out_without_a_word(ax, axes):
    curve = {"x": [1, 2], "mean": [1.0, 2.0]}
    with pytest.raises(ValueError, match="curves: at most 5 can be told apart, got 6"):
        figures.learning_curves({str(k): curve for k in range(6)}, ax, xlabel="x", ylabel="y")
    with pytest.raises(ValueError, match="shares: at most 5"):
        figures.verdicts_by_trials([1], {str(k): [0.5] for k in range(6)}, ax, planned=1)
    scores = {str(k): {"ram": estimate(1.0)} for k in range(3)}
    with pytest.raises(ValueError, match="axes: expected at least 3, one a game, got 2"):
        figures.scores_by_game(scores, axes, names={"ram": "RAM"})
