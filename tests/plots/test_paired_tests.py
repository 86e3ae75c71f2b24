"""What the artists of the figures of paired tests hold is what the results say."""

import numpy as np
import pytest

from benchlib import compare
from benchlib.plots import paired_tests as figures

RUNS = {
    "go": ([9, 10, 11, 10], [5, 7, 6, 6]),
    "hex": ([1, 2, 3, 2], [2, 3, 1, 3]),
    "nim": ([3, 3, 3], [3, 3, 3]),
    "tag": ([0.1, 0.2, 0.1], [9, 8, 9]),
}


@pytest.fixture
def tests():
    return [compare.welch(a, b, alpha=0.01) for a, b in RUNS.values()]


def drawn(ax, tests, **options):
    return figures.differences(
        list(RUNS),
        [t.estimate for t in tests],
        [t.confidence_interval.low for t in tests],
        [t.confidence_interval.high for t in tests],
        [t.verdict for t in tests],
        ax,
        **options,
    )


def test_differences_stand_sorted_with_their_verdicts_and_intervals(ax, tests):
    assert drawn(ax, tests) is ax
    by_word = {line.get_label(): line for line in ax.lines if not line.get_label().startswith("_")}
    assert set(by_word) == {"better: 1", "worse: 1", "not different: 1", "undetermined: 1"}
    places = dict(zip(sorted(range(4), key=lambda i: tests[i].estimate), range(4), strict=True))
    for i, test in enumerate(tests):
        line = by_word[f"{test.verdict}: 1"]
        assert line.get_xydata().tolist() == [[places[i], pytest.approx(test.estimate)]]
    segments = [s for lines in ax.collections for s in lines.get_segments()]
    ends = [(s[0][1], s[1][1]) for s in segments if len(s) and np.isfinite(s).all()]
    wanted = [t.confidence_interval for t in tests if t.verdict != "undetermined"]
    assert sorted(ends) == [
        pytest.approx((w.low, w.high)) for w in sorted(wanted, key=lambda w: w.low)
    ]
    looks = {(line.get_color(), line.get_marker()) for line in by_word.values()}
    assert len({marker for _, marker in looks}) == len(by_word)
    assert [t.get_text() for t in ax.figure.legends[0].get_texts()] == list(by_word)


def test_a_margin_is_a_band_and_named_tasks_are_written_once(ax, tests):
    drawn(ax, tests, margin=0.5, named=["go", "tag"])
    (band,) = ax.patches
    assert (band.get_y(), band.get_height()) == (-0.5, 1)
    assert sorted(text.get_text() for text in ax.texts) == ["go", "tag"]


def test_without_a_margin_there_is_no_band(ax, tests):
    drawn(ax, tests)
    assert not ax.patches
    assert not ax.texts


def test_counts_against_runs_label_every_curve_without_overlap(ax):
    n = [3, 30, 300]
    counts = {"better": [0, 5, 20], "worse": [0, 2, 6], "not different": [32, 25, 6]}
    assert figures.counts_against_runs(n, counts, ax, mark=30) is ax
    mark, *curves = ax.lines
    assert set(mark.get_xdata()) == {30}
    data = {tuple(line.get_ydata()): tuple(line.get_xdata()) for line in curves}
    assert data == {tuple(values): tuple(n) for values in counts.values()}
    assert ax.get_xscale() == "log"
    labels = {text.get_text(): text for text in ax.texts}
    assert set(labels) == {*counts, "30 runs"}
    heights = sorted(labels[word].xy[1] for word in counts)
    assert min(np.diff(heights)) > 1.5
    assert labels["better"].xy[1] == 20


def test_power_curves_and_the_level(ax):
    effects, curves = [0, 1, 2], {"3 runs": [0.01, 0.1, 0.3], "24 runs": [0.01, 0.8, 1.0]}
    assert figures.power_against_effect(effects, curves, ax, alpha=0.01) is ax
    level, *lines = ax.lines
    assert set(level.get_ydata()) == {0.01}
    for line, (label, power) in zip(lines, curves.items(), strict=True):
        assert line.get_label() == label
        assert line.get_xydata().tolist() == [
            list(pair) for pair in zip(effects, power, strict=True)
        ]
    assert len({line.get_marker() for line in lines}) == 2
