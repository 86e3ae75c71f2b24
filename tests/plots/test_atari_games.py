import numpy as np
import pytest

from benchlib.plots import atari_games as figures


def test_gains_stand_beside_their_range_from_the_top_down(ax):
    games, gain = ["boxing", "venture", "pong"], [0.9, 0.8, 0.1]
    figures.gains_beside_chance(games, gain, [0, 0.3, 0], [0.1, 0.7, 0.05], ax, marked={"venture"})
    plain, special = ax.lines
    assert plain.get_xdata().tolist() == [0.9, 0.1]
    assert plain.get_ydata().tolist() == [0, 2]
    assert special.get_xdata().tolist() == [0.8]
    assert special.get_marker() != plain.get_marker()
    segments = ax.collections[0].get_segments()
    assert np.array(segments)[:, :, 0].tolist() == [[0, 0.1], [0.3, 0.7], [0, 0.05]]
    assert [t.get_text() for t in ax.get_yticklabels()] == games
    assert ax.yaxis_inverted()


def test_without_marked_games_there_is_one_kind_of_dot(ax):
    figures.gains_beside_chance(["boxing"], [0.9], [0], [0.1], ax)
    assert len(ax.lines) == 1


def test_curves_carry_their_errors_and_the_level(ax):
    curves = {"own": [0.1, 0.01], "common": [0.02, 0.001]}
    errors = {"own": [0.01, 0.001], "common": [0.002, 0.0001]}
    figures.curves_over_runs([3, 30], curves, ax, ylabel="y", errors=errors, line=(5, "all"))
    drawn = {c.get_label(): c for c in ax.containers}
    for name, values in curves.items():
        line, _, (bars,) = drawn[name].lines
        assert line.get_ydata().tolist() == values
        ends = np.array(bars.get_segments())[:, :, 1]
        np.testing.assert_allclose(np.ptp(ends, axis=1), 2 * np.array(errors[name]))
    assert ax.texts[0].get_text() == "all"
    assert [t.get_text() for t in ax.get_xticklabels()] == ["3", "30"]
    markers = {c.lines[0].get_marker() for c in ax.containers}
    assert len(markers) == 2


def test_rates_are_in_percent_with_chance(ax):
    figures.recognition_rates(["five", "all"], [0.25, 0.5], [0.01, 0.02], ax, chance=1 / 18)
    assert ax.containers[0].lines[0].get_xdata().tolist() == [25, 50]
    assert [t.get_text() for t in ax.texts[:2]] == ["25%", "50%"]
    assert ax.lines[-1].get_xdata()[0] == pytest.approx(100 / 18)


def test_named_sets_stand_where_they_are(ax):
    random = np.linspace(0, 1, 50)
    figures.set_gains(random, {"released": 0.9, "greedy": 1.5}, ax, xlabel="bits", n_bins=10)
    assert sum(bar.get_height() for bar in ax.patches) == 50
    assert [line.get_xdata()[0] for line in ax.lines[::2]] == [0.9, 1.5]
    assert [t.get_text() for t in ax.texts] == ["released", "greedy"]
    heights = [line.get_ydata()[0] for line in ax.lines[1::2]]
    assert heights[0] > heights[1], "labels stand at heights of their own"
