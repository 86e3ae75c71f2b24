"""What the artists of the figures about win rates hold is what the results say."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from benchlib import winrate
from benchlib.plots import style
from benchlib.plots import winrate as figures


@pytest.fixture
def ax(axes):
    return axes[0]


def test_points_chances_mark_the_observed_tail(axes):
    cases = {
        name: (
            winrate.points_distribution(10, win_rate=p)[::2],
            winrate.chance_of_at_least(6, 10, win_rate=p),
        )
        for name, p in (("equal", 0.5), ("better", 0.55))
    }
    assert figures.points_chances(cases, axes, reached=6) is axes
    for ax, (label, (chances, tail)) in zip(axes, cases.items(), strict=True):
        heights = {round(b.get_x() + b.get_width() / 2): b.get_height() for b in ax.patches}
        assert [heights[w] for w in range(11)] == pytest.approx(list(chances))
        marked = [b for b in ax.patches if b.get_hatch()]
        assert {round(b.get_x() + b.get_width() / 2) for b in marked} == set(range(6, 11))
        assert sum(b.get_height() for b in marked) == pytest.approx(tail)
        assert ax.get_title(loc="left") == label
        assert f"{tail:.1%}" in ax.texts[0].get_text()


def test_interval_rows_stand_in_the_order_given(ax):
    rows = {f"{w} of {g}": (w / g, winrate.wilson_interval(w, g)) for w, g in ((6, 10), (60, 100))}
    assert figures.interval_rows(rows, ax, mark=0.5, xlabel="win rate") is ax
    mark, *drawn = ax.lines
    assert set(mark.get_xdata()) == {0.5}
    assert [y.get_text() for y in ax.get_yticklabels()] == list(rows)
    assert list(ax.get_yticks()) == [2, 1]
    for place, (bar, dot), (rate, ends) in zip(
        (2, 1), (drawn[:2], drawn[2:]), rows.values(), strict=True
    ):
        assert list(bar.get_xdata()) == [ends.low, ends.high]
        assert set(bar.get_ydata()) == {place}
        assert list(dot.get_xdata()) == [rate]
    assert [t.get_text() for t in ax.texts[:2]] == ["0.31", "0.83"]


def test_coverage_panels_shade_what_is_missing(axes):
    rates = np.linspace(0.01, 0.99, 99)
    methods = {"Wald": winrate.wald_interval, "exact": winrate.clopper_pearson_interval}
    curves = {name: winrate.coverage(f, rates, n_games=10) for name, f in methods.items()}
    assert figures.coverage_panels(rates, curves, axes, nominal=0.95) is axes
    for ax, (name, covered) in zip(axes, curves.items(), strict=True):
        curve, line = ax.lines
        assert list(curve.get_xdata()) == pytest.approx(list(rates))
        assert list(curve.get_ydata()) == pytest.approx(list(covered))
        assert set(line.get_ydata()) == {0.95}
        assert ax.get_title(loc="left") == name
    shaded = [sum(len(path.vertices) for path in ax.collections[0].get_paths()) for ax in axes]
    assert shaded[0] > 0
    assert shaded[1] == 0


def test_width_ratios_tell_series_apart_without_colour(ax):
    curves = {
        "10 to 40": (np.arange(11) / 10, np.linspace(3, 2, 11)),
        "100 to 400": (np.arange(101) / 100, np.linspace(4, 2, 101)),
        "1,000 to 4,000": (np.arange(1001) / 1000, np.linspace(4, 2, 1001)),
    }
    assert figures.width_ratios(curves, ax, limit=2) is ax
    limit, *lines = ax.lines
    assert set(limit.get_ydata()) == {2}
    for line, (label, (rates, ratios)) in zip(lines, curves.items(), strict=True):
        assert line.get_label() == label
        assert np.array_equal(line.get_xydata(), np.stack([rates, ratios], axis=1))
    assert [line.get_marker() for line in lines] == ["o", "", ""]
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 3


def test_scenario_coverage_has_an_error_bar_on_every_value(ax):
    names = ["independent", "shared"]
    methods = {"by game": ([0.95, 0.9], [0.01, 0.02]), "by map": ([0.94, 0.95], [0.01, 0.01])}
    assert figures.scenario_coverage(names, methods, ax, nominal=0.95) is ax
    assert [y.get_text() for y in ax.get_yticklabels()] == names
    assert len(ax.containers) == 2
    for container, (label, (covered, error)) in zip(ax.containers, methods.items(), strict=True):
        dots, _, (bars,) = container
        assert container.get_label() == label
        assert list(dots.get_xdata()) == covered
        assert list(dots.get_ydata()) == [1, 0]
        ends = np.array([segment[:, 0] for segment in bars.get_segments()])
        assert ends.mean(axis=1) == pytest.approx(covered)
        assert np.ptp(ends, axis=1) == pytest.approx(2 * 1.96 * np.array(error))
    assert len({c[0].get_marker() for c in ax.containers}) == 2
    assert {to_hex(c[0].get_color()).upper() for c in ax.containers} <= {c for c, _ in style.SERIES}
