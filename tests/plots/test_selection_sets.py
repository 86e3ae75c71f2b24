"""What the figures about sets of problems hold is what they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from benchlib.plots import selection_sets, style
from benchlib.results import ConfidenceInterval, Estimate


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_ranked_keeps_order_and_marks_by_colour_and_shape(ax):
    names, values = ["freeway", "invest", "aliens"], [1.9, 1.6, 0.2]
    shown = selection_sets.ranked(
        names, values, ax, xlabel="bits", marked={"invest"}, notes={"aliens": "left out"},
        reference=(0.5, "half"),
    )  # fmt: skip
    assert shown is ax
    rest, marked = ax.get_lines()[:2]
    assert rest.get_xydata().tolist() == [[1.9, 0], [0.2, 2]]
    assert marked.get_xydata().tolist() == [[1.6, 1]]
    assert to_hex(marked.get_color()).upper() == style.VERMILLION
    assert marked.get_marker() != rest.get_marker()
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    assert ax.yaxis_inverted(), "the first name is on top"
    assert texts(ax) == ["left out", "half"]
    stems = [s.tolist() for c in ax.collections for s in c.get_segments()]
    assert stems == [[[0, 0], [1.9, 0]], [[0, 2], [0.2, 2]], [[0, 1], [1.6, 1]]]


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("markers", [False, True])
def test_curves_carry_their_points_and_names(ax, logarithmic, markers):
    curves = {"one": [1.0, 2.0, 3.0], "other": [0.5, 2.5, 3.01], "short": [0.1, 0.2]}
    shown = selection_sets.labelled_curves(
        [1, 10, 100], curves, ax, xlabel="plays", ylabel="bits", logarithmic=logarithmic,
        markers=markers, reference=(4.75, "at most"),
    )  # fmt: skip
    assert shown is ax
    for line, values in zip(ax.get_lines(), curves.values(), strict=False):
        assert line.get_ydata().tolist() == values
        assert line.get_xdata().tolist() == [1, 10, 100][: len(values)]
    looks = {(str(line.get_marker()), str(line.get_linestyle())) for line in ax.get_lines()[:3]}
    assert len(looks) == 3, "colour is not the only difference"
    assert sorted(texts(ax)) == ["at most", "one", "other", "short"]
    heights = sorted(text.xy[1] for text in ax.texts if text.get_text() in ("one", "other"))
    assert heights[1] - heights[0] > 0.3, "labels of curves that end together are apart"
    assert ax.get_xscale() == ("log" if logarithmic else "linear")
    assert ax.get_ylim()[1] > 4.75


@pytest.mark.parametrize("extras", [False, True])
def test_two_quantities_name_the_chosen_dots(ax, extras):
    x, y, names = np.array([0.1, 0.5, 0.7]), np.array([0.3, 1.2, 0.6]), ["a", "b", "c"]
    shown = selection_sets.two_quantities(
        x, y, names, ax, xlabel="x", ylabel="y", labels={"b": (5, 0), "c": (-5, 2)},
        diagonal=extras, line=(1, "one bit") if extras else None,
    )  # fmt: skip
    assert shown is ax
    rest, named = ax.get_lines()[:2]
    assert rest.get_xydata().tolist() == [[0.1, 0.3]]
    assert named.get_xydata().tolist() == [[0.5, 1.2], [0.7, 0.6]]
    assert named.get_marker() != rest.get_marker()
    if extras:
        diagonal, line = ax.get_lines()[2:]
        assert diagonal.get_xdata().tolist() == diagonal.get_ydata().tolist() == [0.3, 0.7]
        assert set(line.get_ydata()) == {1}
    else:
        assert len(ax.get_lines()) == 2
    assert texts(ax) == (["one bit"] if extras else []) + ["b", "c"]
    assert [t.get_ha() for t in ax.texts[-2:]] == ["left", "right"]


def test_labels_of_curves_that_end_at_zero_stay_on_the_axes(ax):
    curves = {"one": [1.0, 0.0], "other": [0.5, 0.0], "high": [0.2, 0.9]}
    selection_sets.labelled_curves([0, 1], curves, ax, xlabel="difficulty", ylabel="bits")
    heights = {text.get_text(): text.xy[1] for text in ax.texts}
    assert min(heights.values()) >= 0
    assert abs(heights["one"] - heights["other"]) > 0.05
    assert heights["high"] == pytest.approx(0.9), "a label with room stays at its curve"


@pytest.mark.parametrize("repeated", [False, True])
def test_followed_settings_show_intervals_and_ring_the_best(ax, repeated):
    def estimates(*values):
        return [
            Estimate(v, 0.1, ConfidenceInterval(v - 0.1, v + 0.2, 0.95), 50, "made") for v in values
        ]

    curves = {"one play": estimates(0.4, 0.6, 0.3), "the measure": estimates(0.2, 0.1, 0.15)}
    (fresh,) = estimates(0.5)
    shown = selection_sets.followed(
        [0, 10, 20], curves, ax, xlabel="walls", ylabel="bits",
        again=(10, fresh, "fresh maps") if repeated else None,
    )  # fmt: skip
    assert shown is ax
    first, ring, second, other_ring, *rest = ax.get_lines()
    assert first.get_ydata().tolist() == [0.4, 0.6, 0.3]
    assert second.get_ydata().tolist() == [0.2, 0.1, 0.15]
    assert np.abs(first.get_xdata() - [0, 10, 20]).max() < 1
    assert first.get_marker() != second.get_marker()
    assert ring.get_ydata().tolist() == [0.6]
    assert other_ring.get_ydata().tolist() == [0.2]
    spans = [s[:, 1].tolist() for c in ax.collections for s in c.get_segments()]
    expected = [[v - 0.1, v + 0.2] for v in (0.4, 0.6, 0.3, 0.2, 0.1, 0.15)]
    expected += [[0.4, 0.7]] if repeated else []
    np.testing.assert_allclose(spans, expected)
    assert texts(ax) == ["one play", "the measure"] + (["fresh maps"] if repeated else [])
    assert [line.get_ydata().tolist() for line in rest] == ([[0.5]] if repeated else [])
    assert ax.get_ylim()[1] > 0.8
