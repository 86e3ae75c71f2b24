"""What the artists of the figures about planners hold is what the results say."""

import math

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from benchlib.plots import planning as figures
from benchlib.plots import style


@pytest.fixture
def four():
    with mpl.rc_context():
        style.use()
        figure, axes = plt.subplots(1, 4, figsize=(6, 2.4))
        yield axes
        figure.canvas.draw()  # a layout that fails, fails here
        plt.close(figure)


def test_horizons_end_where_a_system_stops_to_look(ax):
    rows = {"UCT": (5.0, "22,610 points"), "full tree": (0.3, "0"), "learner": (0.0, "3,365")}
    assert figures.horizons(rows, ax) is ax
    assert [line.get_xdata().tolist() for line in ax.lines[::2]] == [[0, 5], [0, 0.3], [0, 0]]
    assert [label.get_text() for label in ax.get_yticklabels()] == list(rows)
    assert [text.get_text() for text in ax.texts] == ["22,610 points", "0", "3,365"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]


def test_bonuses_are_told_apart_by_more_than_colour(ax):
    visits = np.arange(1, 101)
    curves = {"usual": 1 / visits, "printed": np.log(visits)}
    assert figures.bonuses(visits, curves, ax, parent=100) is ax
    for line, values in zip(ax.lines, curves.values(), strict=True):
        np.testing.assert_allclose(line.get_ydata(), values)
    assert len({(line.get_marker(), line.get_linestyle()) for line in ax.lines}) == 2
    assert [text.get_text() for text in ax.texts] == ["usual", "printed"]


def test_chances_have_their_intervals(ax):
    curves = {
        "UCT": [[0.5, 0.4, 0.6], [0.7, 0.6, 0.8]],
        "full tree": [[0, 0, 0.1], [1, 0.9, 1]],
        "another": [[0.2, 0.1, 0.3], [0.2, 0.1, 0.3]],
    }
    assert figures.chances([10, 100], curves, ax, label="near") is ax
    for line, collection, values in zip(ax.lines, ax.collections, curves.values(), strict=True):
        assert line.get_ydata().tolist() == [share for share, _, _ in values]
        ends = [segment[:, 1].tolist() for segment in collection.get_segments()]
        assert ends == [[low, high] for _, low, high in values]
    assert len({(line.get_marker(), line.get_linestyle()) for line in ax.lines}) == 3
    assert ax.get_title(loc="left") == "near"


def test_scores_by_budget_show_both_planners_and_the_blind_level(axes):
    rows = [
        ("boxing", "uct", 500, 20.0, 15.0, 25.0),
        ("boxing", "uct", 250, 10.0, math.nan, math.nan),
        ("boxing", "full_tree", 250, 5.0, 5.0, 5.0),
        ("boxing", "full_tree", 500, 7.0, 6.0, 8.0),
        ("hero", "uct", 250, 0.0, 0.0, 0.0),
        ("hero", "full_tree", 250, 0.0, 0.0, 0.0),
    ]
    table = pd.DataFrame(rows, columns=["game", "planner", "budget", "score", "low", "high"])
    titles, blind = {"boxing": "Boxing", "hero": "H.E.R.O."}, {"boxing": 1.0, "hero": 0.0}
    assert figures.scores_by_budget(table, axes, titles=titles, blind=blind) is axes
    boxing, hero = axes
    assert boxing.lines[0].get_ydata()[0] == 1.0
    assert [line.get_ydata().tolist() for line in boxing.lines[1:]] == [[10, 20], [5, 7]]
    ends = boxing.collections[0].get_segments()[1]
    assert ends[:, 1].tolist() == [15, 25]
    assert [ax.get_title(loc="left") for ax in axes] == ["Boxing", "H.E.R.O."]
    low, high = hero.get_ylim()
    assert low < 0 < high  # all scores alike leave a picture
    assert {line.get_label() for line in boxing.lines[1:]} == {"UCT", "full tree"}


def test_differences_have_a_row_for_each_game_and_unit(four):
    quantities = {"depth": "depth", "score": "score", "a": "a", "b": "b"}
    rows = [
        (unit, game, quantity, 10.0 * k + j, 10.0 * k + j - 1, math.nan)
        for k, quantity in enumerate(quantities)
        for j, (game, unit) in enumerate(
            [(g, u) for g in ("beamrider", "seaquest") for u in ("simulations", "frames")]
        )
    ]
    table = pd.DataFrame(rows, columns=["unit", "game", "quantity", "difference", "low", "high"])
    titles = {"beamrider": "Beam Rider", "seaquest": "Seaquest"}
    assert figures.differences(table, four, quantities=quantities, titles=titles) is four
    for k, ax in enumerate(four):
        points = [(line.get_xdata()[0], line.get_ydata()[0]) for line in ax.lines[1:]]
        assert points == [(10 * k + j, j) for j in range(4)]
    words = [label.get_text() for label in four[0].get_yticklabels()]
    assert words[0] == "Beam Rider,\nequal simulations"
    assert words[3] == "Seaquest,\nequal frames"
    assert four[1].get_yticks().size == 0


def test_successors_show_every_count_and_the_mean(ax):
    counts = {"Freeway": [9, 9, 9], "Beam Rider": [1, 1, 4]}
    assert figures.successors(counts, ax, n_actions=18) is ax
    shown = [c.get_offsets().tolist() for c in ax.collections]
    assert shown == [[[9, 0]], [[1, 1], [4, 1]]]
    sizes = ax.collections[1].get_sizes()
    assert sizes[0] > sizes[1]
    assert [line.get_xdata()[0] for line in ax.lines] == [18, 9, 2]
