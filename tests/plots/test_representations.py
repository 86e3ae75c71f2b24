"""What the artists of the figures about representations hold is what they are given."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from benchlib.ale.features import Region
from benchlib.plots import representations as figures
from benchlib.plots import style


@pytest.fixture
def three():
    with mpl.rc_context():
        style.use()
        figure, axes = plt.subplots(1, 3, figsize=(6, 2.5))
        yield axes
        figure.canvas.draw()
        plt.close(figure)


def titles(axes):
    return [ax.get_title(loc="left") for ax in axes]


def test_screens_show_their_pixels_and_the_grid(axes):
    colours = np.zeros((210, 160, 3))
    colours[5, 7] = 1, 0.5, 0
    marks = np.zeros((210, 160), dtype=bool)
    marks[3, 4] = True
    assert figures.screens({"screen": colours, "moved": marks}, axes, grid=True) is axes
    assert titles(axes) == ["screen", "moved"]
    assert axes[0].images[0].get_array()[5, 7].tolist() == [1, 0.5, 0]
    image = axes[1].images[0]
    assert np.argwhere(image.get_array()).tolist() == [[3, 4]]
    assert image.to_rgba(np.array([0.0, 1.0]))[:, 0].tolist() == [1, 0]  # black on white
    columns, rows = (part.get_segments() for part in axes[0].collections)
    assert [part[0, 0] for part in columns] == [10 * k - 0.5 for k in range(1, 16)]
    assert [part[0, 1] for part in rows] == [15 * k - 0.5 for k in range(1, 14)]


def test_screens_need_an_axes_each(axes):
    with pytest.raises(ValueError, match="zip"):
        figures.screens({"one": np.zeros((210, 160, 3))}, axes)


def test_cells_are_striped_with_their_colours(ax):
    colours = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [0, 0, 0.0]])
    occupied = np.zeros((14, 16, 6), dtype=bool)
    occupied[2, 3, [1, 4]] = True
    occupied[13, 15] = True  # six colours, of which four are drawn
    assert figures.cells(occupied, colours, ax, label="cells") is ax
    image = np.asarray(ax.images[0].get_array())
    height, width = image.shape[0] // 14, image.shape[1] // 16
    cell = image[2 * height : 3 * height, 3 * width : 4 * width]
    assert (cell[:, : width // 2] == colours[1]).all()
    assert (cell[:, width // 2 :] == colours[4]).all()
    last = image[13 * height :, 15 * width :]
    assert (last[0, :: width // 4] == colours[:4]).all()
    empty = (image == image[0, 0]).all(axis=2)
    assert empty.sum() == (14 * 16 - 2) * height * width
    assert titles([ax]) == ["cells"]


def test_features_met_are_named_at_their_ends(ax):
    met = {"basic8": np.arange(1, 21), "bass": np.arange(1, 21) ** 2}
    assert figures.features_met(met, ax) is ax
    for line, text, (label, counts) in zip(ax.lines, ax.texts, met.items(), strict=True):
        assert line.get_ydata().tolist() == counts.tolist()
        assert line.get_xdata().tolist() == list(range(1, 21))
        assert (text.get_text(), text.xy) == (label, (20, counts[-1]))
        assert to_hex(text.get_color()) == to_hex(line.get_color())
    assert len({line.get_marker() for line in ax.lines}) == 2
    assert ax.get_yscale() == "log"


def test_bits_and_pairs_by_hand(axes):
    # Bits 0, 2 and 3 of four are 1, so the pairs (2, 0), (3, 0) and (3, 2) are.
    assert figures.bits_and_pairs([1, 0, 1, 1], axes) is axes
    assert axes[0].images[0].get_array().tolist() == [[1, 0], [1, 1]]
    pairs = np.argwhere(axes[1].images[0].get_array()).tolist()
    assert pairs == [[2, 0], [3, 0], [3, 2]]
    assert titles(axes) == ["3 of 4 bits are 1", "3 pairs are 1"]


def test_locality_draws_shares_intervals_and_the_prediction(ax):
    distance, share = [3, 300], [0.98, 0.6]
    low, high = [0.97, 0.55], [0.99, 0.66]
    expected = ([1000, 1, 10], [0.4, 1, 0.9])
    figures.locality(distance, share, low, high, ax, expected=expected, labels=["pixel", "block"])
    dots, _, (bars,) = ax.containers[0]
    assert dots.get_xydata().tolist() == [[3, 0.98], [300, 0.6]]
    ends = [part[:, 1].tolist() for part in bars.get_segments()]
    assert ends == [pytest.approx([0.97, 0.99]), pytest.approx([0.55, 0.66])]
    (curve,) = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert curve.get_xydata().tolist() == [[1, 1], [10, 0.9], [1000, 0.4]]
    assert [(t.get_text(), t.xy[0]) for t in ax.texts] == [("pixel", 3), ("block", 300)]
    assert ax.get_xscale() == "log"


def test_classes_on_screen_mark_one_class(ax):
    picture = np.zeros((210, 160, 3))
    regions = [Region(-1, 5, 6, 4, 4), Region(0, 20, 30, 8, 7), Region(2, 50, 60, 10, 3)]
    assert figures.classes_on_screen(picture, regions, ax, marked=2, label="classes") is ax
    boxes = ax.patches
    assert [(b.get_x(), b.get_y(), b.get_width(), b.get_height()) for b in boxes] == [
        (r.left - 1.5, r.top - 1.5, r.width + 2, r.height + 2) for r in regions
    ]
    assert [b.get_linestyle() for b in boxes] == [":", "-", "-"]
    assert boxes[2].get_linewidth() > boxes[1].get_linewidth()
    assert to_hex(boxes[2].get_edgecolor()) != to_hex(boxes[1].get_edgecolor())
    assert [t.get_text() for t in ax.texts] == ["0", "2"]
    assert np.asarray(ax.images[0].get_array()).min() > 0.5  # paler than the picture


def test_merging_has_a_dot_for_each_sample(three):
    thresholds = [0.3, 0.5, 0.7]
    columns = {
        "all": [[0.2, 0.4], [0.1, 0.0], [0.0, 0.0]],
        "two": [[0.5, 0.7], [0.4, 0.2], [0.1, 0.1]],
        "classed": [[1.0, 0.9], [0.8, 0.8], [0.6, 0.7]],
    }
    assert figures.merging(thresholds, columns, three) is three
    for ax, (label, column) in zip(three, columns.items(), strict=True):
        mean, *samples = ax.lines
        assert mean.get_ydata() == pytest.approx(np.mean(column, axis=1))
        drawn = np.column_stack([line.get_ydata() for line in samples])
        assert drawn.tolist() == column
        assert titles([ax]) == [label]
        assert list(ax.get_xticks()) == thresholds
    assert len({ax.lines[1].get_marker() for ax in three}) == 3
    assert [bool(ax.get_xlabel()) for ax in three] == [False, True, False]
