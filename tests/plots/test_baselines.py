"""Figures about policies that look at nothing hold what they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from benchlib.plots import baselines as figures
from benchlib.plots import style


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_a_map_marks_the_best_policies_and_tasks_without_a_range(ax):
    shares = [[0.0, 1.0, np.nan], [1.0, 0.5, np.nan], [1.0, 0.0, np.nan]]
    made = figures.policy_map(
        shares, ax, tasks=["go", "hex", "chess"], groups={"Random": 1, "Const": 2}
    )
    assert made is ax
    (image,) = ax.images
    assert image.get_clim() == (0, 1)
    assert np.allclose(image.get_array()[:2].filled(-1), [[0, 1, 1], [1, 0.5, 0]])
    assert image.get_array()[2].mask.all()
    # Column and row of every circle: in go two policies share the best mean.
    circles = ax.lines[0]
    assert set(zip(circles.get_xdata(), circles.get_ydata(), strict=True)) == {
        (1, 0),
        (2, 0),
        (0, 1),
    }
    assert words(ax) == ["all alike"]
    assert ax.texts[0].xy == (1.0, 2)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["go", "hex", "chess"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["Random", "Const"]
    assert ax.get_xticks().tolist() == [0, 1.5]
    assert ax.lines[1].get_xdata() == [0.5, 0.5]


def test_episodes_needed_are_sorted_and_the_largest_named(ax):
    needed = {"to human": {"go": 3.0, "hex": 0.5}, "policies": {"go": 40.0, "hex": 900.0}}
    assert figures.episodes_needed(needed, ax, measured=30) is ax
    first, second, line = ax.lines
    assert list(first.get_xdata()) == [0.5, 3.0]
    assert list(second.get_xdata()) == [40.0, 900.0]
    assert first.get_ydata().tolist() == [0.25, 0.75]
    assert first.get_marker() != second.get_marker()
    assert list(line.get_xdata()) == [30, 30]
    assert words(ax) == ["go", "hex", "30 episodes"]
    assert ax.get_xscale() == "log"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(needed)


def test_differences_are_told_apart_by_colour_and_marker(ax):
    differences = {"file a": {"go": 1.0, "hex": -2.0}, "file b": {"go": 40.0, "hex": 0.0}}
    assert figures.differences_in_errors(differences, ax, within=3, named={"go"}) is ax
    assert words(ax) == ["go"]  # where it lies within, it has no label
    assert ax.texts[0].xy == (40.0, 1)
    points = [
        (x, y, line.get_marker())
        for line in ax.lines
        if line.get_linestyle() == "None"
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]
    assert sorted(points) == [(-2, 0, "o"), (0, 1, "o"), (1, 0, "o"), (40, 1, "D")]
    band = ax.patches[0].get_extents().transformed(ax.transData.inverted())
    assert (round(band.x0, 6), round(band.x1, 6)) == (-3, 3)
    low, high = ax.get_ylim()
    assert low > high  # the first source is on top


def test_falls_are_sorted_with_their_intervals_and_mean(ax):
    made = figures.screen_and_fresh(
        [0.5, -0.1, 0.2], [0.4, 0.3, 0.2], ax,
        tasks=["go", "hex", "chess"], groups=["Perturb", "Random", "Perturb"],
        mean=(0.2, 0.1, 0.3), n_named=2,
    )  # fmt: skip
    assert made is ax
    perturb, random = ax.lines[-2:]
    assert random.get_ydata().tolist() == [-0.1]
    assert perturb.get_ydata().tolist() == [0.2, 0.5]
    assert perturb.get_xdata().tolist() == [1, 2]
    assert perturb.get_marker() != random.get_marker()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["Perturb", "Random"]
    whiskers = [segment[:, 1] for segment in ax.collections[0].get_segments()]
    assert np.allclose(whiskers, [[-0.4, 0.2], [0.0, 0.4], [0.1, 0.9]])
    assert words(ax) == ["mean\n0.20", "chess", "go"]
    assert ax.lines[1].get_ydata() == [0.2, 0.2]
    band = ax.patches[0].get_extents().transformed(ax.transData.inverted())
    assert np.allclose([band.y0, band.y1], [0.1, 0.3])


def test_bias_has_a_curve_and_whiskers_for_each_estimate(ax):
    curves = {"screen": ([0.4, 0.2], [0.01, 0.02]), "fresh": ([0.0, 0.0], [0.01, 0.01])}
    assert figures.bias_by_episodes([2, 10], curves, ax) is ax
    lines = [container[0] for container in ax.containers]
    assert [line.get_ydata().tolist() for line in lines] == [[0.4, 0.2], [0.0, 0.0]]
    whiskers = ax.containers[0][2][0].get_segments()
    assert np.allclose([s[:, 1] for s in whiskers], [[0.3804, 0.4196], [0.1608, 0.2392]])
    assert len({line.get_marker() for line in lines}) == 2
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "10"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["screen", "fresh"]


@pytest.mark.parametrize("value", [5.0, -5.0])
def test_a_difference_beyond_chance_is_vermillion(ax, value):
    figures.differences_in_errors({"a": {"go": value}}, ax, within=3, named=())
    (line,) = (x for x in ax.lines if len(x.get_xdata()) == 1)
    assert to_hex(line.get_color()).upper() == style.VERMILLION


def test_no_series_is_left_out_without_a_word(ax):
    with pytest.raises(ValueError, match="needed: at most 5 can be told apart, got 6"):
        figures.episodes_needed({str(k): {"go": 1.0} for k in range(6)}, ax, measured=1)
    with pytest.raises(ValueError, match="curves: at most 5"):
        figures.bias_by_episodes([1], {str(k): ([0.0], [0.1]) for k in range(6)}, ax)
    with pytest.raises(ValueError, match="groups: at most 4 can be told apart, got 5"):
        figures.screen_and_fresh(
            [0.1] * 5, [0.1] * 5, ax, tasks=list("abcde"), groups=list("vwxyz"), mean=(0, -1, 1)
        )


def test_a_map_of_another_shape_is_refused(ax):
    with pytest.raises(ValueError, match=r"shares: expected the shape \(3, 1\), .* got \(2, 1\)"):
        figures.policy_map([[0.0], [1.0]], ax, tasks=["go"], groups={"Random": 1, "Const": 2})
