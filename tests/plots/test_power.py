"""What the artists of the figures about power hold is what the results say."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

from benchlib import winrate
from benchlib.plots import power as figures
from benchlib.plots import style


@pytest.fixture
def axes():
    with mpl.rc_context():
        style.use()
        figure, axes = plt.subplots(2, 1)
        yield axes
        figure.canvas.draw()  # a layout that fails, fails here
        plt.close(figure)


@pytest.fixture
def ax(axes):
    return axes[0]


def test_measured_rates_shade_the_power_of_the_last_truth(axes):
    cases = {}
    for n in (96, 800):
        truths = {str(p): winrate.points_distribution(n, win_rate=p)[::2] for p in (0.5, 0.52)}
        needed = winrate.duel_power(0.02, n).points_needed / n
        cases[f"{n} games"] = (np.arange(n + 1) / n, truths, needed)
    assert figures.measured_rates(cases, axes) is axes
    for ax, (label, (rates, truths, needed)) in zip(axes, cases.items(), strict=True):
        *curves, line = ax.lines
        for curve, (name, chances) in zip(curves, truths.items(), strict=True):
            assert curve.get_label() == name
            assert np.array_equal(curve.get_xydata(), np.stack([rates, chances], axis=1))
        assert set(line.get_xdata()) == {needed}
        (area,) = ax.collections
        corners = np.concatenate([path.vertices for path in area.get_paths()])
        assert corners[:, 0].min() == pytest.approx(needed)
        assert corners[:, 1].max() == pytest.approx(truths["0.52"][rates >= needed].max())
        assert ax.get_title(loc="left") == label
        assert f"{needed:.3f}" in ax.texts[0].get_text()
        assert len({curve.get_linestyle() for curve in curves}) == 2


def test_games_for_gains_are_straight_on_logarithmic_axes(ax):
    gains = [1, 2, 5, 10, 20]
    curves = {
        "duel": [winrate.games_for_duel(g / 100) for g in gains],
        "versions": [winrate.games_per_version(g / 100) for g in gains],
    }
    assert figures.games_for_gains(gains, curves, ax, marks=(96, 800)) is ax
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    for line, (label, games) in zip(ax.lines[:2], curves.items(), strict=True):
        assert line.get_label() == label
        assert np.array_equal(line.get_xydata(), np.stack([gains, games], axis=1))
    assert [line.get_ydata()[0] for line in ax.lines[2:]] == [96, 800]
    assert [text.get_text() for text in ax.texts] == ["96 games", "800 games"]
    assert list(ax.get_xticks()) == [1, 2, 5, 10, 20]


def test_power_curves_mark_the_wanted_power_and_games(ax):
    n = np.arange(100, 130)
    curves = {
        test: [winrate.duel_power(0.1, int(k), test=test).power for k in n]
        for test in ("wilson", "exact")
    }
    curves["normal"] = [winrate.duel_power(0.1, int(k)).normal_power for k in n]
    assert figures.power_curves(n, curves, ax, target=0.8, mark=110) is ax
    target, mark, *lines = ax.lines
    assert set(target.get_ydata()) == {0.8}
    assert set(mark.get_xdata()) == {110}
    for line, (label, power) in zip(lines, curves.items(), strict=True):
        assert line.get_label() == label
        assert list(line.get_xdata()) == list(n)
        assert list(line.get_ydata()) == power
    assert [line.get_marker() for line in lines] == ["o", "s", "None"]


def test_exaggeration_points_out_the_named_tests(ax):
    named = {"short": (0.2, 2.2), "long": (0.8, 1.1)}
    assert figures.exaggeration([0.1, 0.5, 0.9], [3, 1.4, 1.05], ax, marks=named) is ax
    one, swarm, *marks = ax.lines
    assert set(one.get_ydata()) == {1}
    assert np.array_equal(swarm.get_xydata(), [(0.1, 3), (0.5, 1.4), (0.9, 1.05)])
    assert [tuple(mark.get_xydata()[0]) for mark in marks] == list(named.values())
    assert [text.get_text() for text in ax.texts] == list(named)
