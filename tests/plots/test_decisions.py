"""Figures about gates and sequential tests hold the data they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from benchlib import gates, sequential
from benchlib.plots import decisions, style


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_lineages_are_bands_with_their_middle(ax):
    bands = {
        "record": ([0, 1, 2], [0, 3, 6], [0, 5, 9]),
        "truth": ([0, -1, -1], [0, 0, 0], [0, 1, 1]),
    }
    assert decisions.lineage_bands(bands, ax) is ax
    record, truth, _zero = ax.get_lines()
    assert record.get_ydata().tolist() == [0, 3, 6]
    assert truth.get_xdata().tolist() == [0, 1, 2]
    assert record.get_linestyle() != truth.get_linestyle()
    areas = [area.get_paths()[0].vertices[:, 1] for area in ax.collections]
    assert (areas[0].min(), areas[0].max()) == (0, 9)
    assert (areas[1].min(), areas[1].max()) == (-1, 1)
    assert texts(ax) == ["truth", "record"], "from bottom to top"


def test_labels_of_lineages_that_end_together_stay_apart(ax):
    same = ([0, 1], [0, 10], [0, 20])
    decisions.lineage_bands({"a": same, "b": same, "c": same}, ax)
    heights = [text.xy[1] for text in ax.texts]
    bottom, top = ax.get_ylim()
    assert (np.diff(heights) > 0.05 * (top - bottom)).all()


def test_promotion_curves_carry_rates_and_probabilities(ax):
    rates, weights = [0.46, 0.48, 0.5, 0.52, 0.54], [1, 2, 4, 2, 1]
    found = {
        name: gates.evaluate(stages, rates, weights=weights)
        for name, stages in (
            ("one", gates.Stage(512, 0.52)),
            ("two", [gates.Stage(512, 0.52), gates.Stage(512, 0.51)]),
        )
    }
    assert decisions.promotion_curves(found, ax) is ax
    for line, (name, result) in zip(ax.get_lines(), found.items(), strict=False):
        assert line.get_label() == name
        assert line.get_xdata().tolist() == rates
        assert line.get_ydata().tolist() == result.promotion_probability.tolist()
    first, second = ax.get_lines()[:2]
    assert first.get_linestyle() != second.get_linestyle()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["one", "two"]
    (area,) = ax.collections
    heights = area.get_paths()[0].vertices[:, 1]
    assert heights.max() == pytest.approx(0.3), "the commonest strength is the highest"


def test_false_alarms_stand_beside_the_promise(ax):
    assert decisions.false_alarms([1, 2, 3], [0.05, 0.08, 0.1], [0.01] * 3, ax, nominal=0.05) is ax
    (bars,) = ax.containers
    assert bars[0].get_ydata().tolist() == [0.05, 0.08, 0.1]
    ends = [segment[:, 1].tolist() for segment in bars[2][0].get_segments()]
    assert ends[0] == pytest.approx([0.05 - 1.96 * 0.01, 0.05 + 1.96 * 0.01])
    assert texts(ax) == ["promised: 5%"]
    assert list(ax.get_lines()[-1].get_ydata()) == [0.05, 0.05]


def test_walks_start_at_zero_and_end_in_the_colour_of_their_bound(ax):
    bounds = sequential.wald_bounds(alpha=0.05, beta=0.05)
    paths = [[1.0, 2.0, 3.1], [-1.0, -3.0], [0.5, -0.5]]
    assert decisions.walks(paths, bounds, ax) is ax
    lines, ends = ax.get_lines()[:6:2], ax.get_lines()[1:6:2]
    for line, path in zip(lines, paths, strict=True):
        assert line.get_ydata().tolist() == [0.0, *path]
    assert [end.get_marker() for end in ends] == ["^", "v", "o"]
    colours = [to_hex(end.get_color()).upper() for end in ends]
    assert colours == [style.GREEN, style.VERMILLION, style.GREY]
    levels = [line.get_ydata()[0] for line in ax.get_lines()[6:8]]
    assert levels == [bounds.upper, bounds.lower]
    assert texts(ax) == ["accept H1", "accept H0"]


def test_lengths_are_means_with_errors_and_a_fixed_length(ax):
    setting = {"elo0": 0, "elo1": 200, "model": "logistic", "alpha": 0.1, "beta": 0.1}
    tests = [
        sequential.operating_characteristics(
            sequential.game_probabilities(elo, draw_rate=0),
            **setting,
            n_simulations=50,
            max_steps=500,
            rng=1,
        )
        for elo in (0, 200)
    ]
    assert decisions.lengths([0, 200], tests, ax, fixed=90) is ax
    (bars,) = ax.containers
    assert bars[0].get_ydata().tolist() == [test.mean_steps for test in tests]
    ends = bars[2][0].get_segments()[0][:, 1]
    assert np.diff(ends) == pytest.approx(2 * 1.96 * tests[0].mean_steps_standard_error)
    deciles = [line for line in ax.get_lines() if line.get_linestyle() == ":"]
    assert deciles[0].get_ydata().tolist() == [np.quantile(test.steps, 0.9) for test in tests]
    assert "fixed length" in texts(ax)
    assert [90, 90] in [list(line.get_ydata()) for line in ax.get_lines()]
