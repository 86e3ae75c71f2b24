"""What the artists hold is what the results say."""

from dataclasses import replace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from benchlib.compare import mean_contrast
from benchlib.plots import records, style
from benchlib.plots import retention as figures
from benchlib.results import ConfidenceInterval
from benchlib.retention import nested_agreement
from benchlib.studies import bbf_retention


@pytest.fixture
def axes():
    with mpl.rc_context():
        style.use()
        figure, axes = plt.subplots(3, 1)
        yield axes
        figure.canvas.draw()  # a layout that fails, fails here
        plt.close(figure)


@pytest.fixture
def ax(axes):
    return axes[0]


@pytest.fixture(scope="module")
def result():
    """Five games of noisy scores; the gap grows from the first to the last and is never zero."""
    rng = np.random.default_rng(2)
    rows = [
        (condition, f"game {game}", run, float(rng.normal(game * (condition == "new"))))
        for condition in ("new", "old")
        for game in range(5)
        for run in range(12)
    ]
    columns = dict(zip(("condition", "game", "run", "score"), zip(*rows, strict=True), strict=True))
    return nested_agreement(
        columns, conditions=("new", "old"), budgets=(2, 5, 10), n_resamples=400, rng=1
    )


def points(ax):
    """Scatter points of all collections that have some, one array a collection."""
    return [
        np.asarray(c.get_offsets())
        for c in ax.collections
        if c.get_paths() and len(c.get_offsets()) > 1
    ]


def marked(ax, marker):
    """Data of the first line drawn with this marker alone."""
    (line, *_) = (line for line in ax.lines if line.get_marker() == marker)
    return line


POOLS = ([0.1, 0.4, 0.4, 0.9], [0.0, 0.2, 0.3])


def test_record_clouds_show_every_record_and_the_means(ax):
    assert records.record_clouds(POOLS, ("new", "old"), ax, unit="points") is ax
    ax.figure.canvas.draw()  # swarms find their places when drawn
    drawn = points(ax)
    assert [sorted(cloud[:, 0]) for cloud in drawn] == [pytest.approx(pool) for pool in POOLS]
    for row, cloud in enumerate(drawn):
        assert np.abs(cloud[:, 1] - row).max() < 0.5
    means = [line.get_xdata()[0] for line in ax.lines]
    assert means == pytest.approx([np.mean(pool) for pool in POOLS])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["new", "old"]
    assert ax.get_xlabel() == "points"
    assert [text.get_text() for text in ax.texts] == ["mean 0.45", "mean 0.17"]


def test_record_clouds_show_what_is_kept(ax):
    kept = ([0.4, 0.9], [0.2])
    records.record_clouds(POOLS, ("new", "old"), ax, kept=kept)
    assert [len(cloud) for cloud in points(ax)] == [4, 3]
    chosen = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_xdata().tolist() for line in chosen] == [list(pool) for pool in kept]
    assert [line.get_ydata().tolist() for line in chosen] == [[0, 0], [1]]
    means = [line.get_xdata()[0] for line in ax.lines if line.get_marker() != "o"]
    assert means == pytest.approx([0.65, 0.2])


def test_record_clouds_of_real_records(ax):
    runs = bbf_retention.common_runs()
    game = runs[runs["game"] == "alien"]
    pools = [
        game.loc[game["condition"] == name, bbf_retention.SCORE]
        for name in bbf_retention.CONDITIONS
    ]
    records.record_clouds(pools, bbf_retention.CONDITIONS, ax)
    assert [len(cloud) for cloud in points(ax)] == [len(pool) for pool in pools]


def test_reference_gaps_are_sorted_and_told_apart(ax):
    assert records.reference_gaps(["b", "a", "d", "c"], [0.5, -2.0, 3.0, -0.1], ax) is ax
    down, up = marked(ax, "v"), marked(ax, "^")
    assert down.get_xydata().tolist() == [[0, -2.0], [1, -0.1]]
    assert up.get_xydata().tolist() == [[2, 0.5], [3, 3.0]]
    assert down.get_color() != up.get_color()
    assert [text.get_text() for text in ax.texts] == ["a", "d"]
    low, high = ax.get_ylim()
    assert low < -2 < 3 < high


def test_the_design_shows_nested_budgets(ax):
    assert records.design(ax, budgets=(2, 5, 10), names=("new", "old")) is ax
    kept = [line for line in ax.lines if to_hex(line.get_color()) != style.GREY.lower()]
    assert [len(line.get_xdata()) for line in kept] == [10, 10]
    boxes = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert len(boxes) == 6
    # Each box holds its budget's first records and no other.
    for box, n in zip(boxes, (2, 5, 10) * 2, strict=True):
        x = kept[0].get_xdata()
        inside = (x > box.get_x()) & (x < box.get_x() + box.get_width())
        assert inside.tolist() == [i < n for i in range(10)]
    written = [text.get_text() for text in ax.texts]
    assert {"2", "5", "10"} <= set(written)
    assert any(text.startswith("new:") for text in written)


def test_the_budget_curve_is_the_estimates(ax, result):
    # Uneven intervals, so that the two ends cannot be mixed up.
    means = [
        replace(mean, confidence_interval=ConfidenceInterval(mean.estimate - 0.2, 1.0, 0.95))
        for mean in map(mean_contrast, result.agreement)
    ]
    assert figures.budget_curve(result, means, ax) is ax
    for column, line in enumerate(ax.lines[: len(result.tasks)]):
        assert line.get_xdata().tolist() == [2, 5, 10]
        np.testing.assert_array_equal(line.get_ydata(), result.agreement[:, column])
    (container,) = ax.containers
    curve, caps, (bars,) = container
    np.testing.assert_array_equal(curve.get_xdata(), [2, 5, 10])
    np.testing.assert_array_equal(curve.get_ydata(), [mean.estimate for mean in means])
    ends = np.array([segment[:, 1] for segment in bars.get_segments()])
    intervals = [(m.confidence_interval.low, m.confidence_interval.high) for m in means]
    assert ends == pytest.approx(np.array(intervals))
    assert [cap.get_ydata() for cap in caps] == [
        pytest.approx(end) for end in np.array(intervals).T
    ]
    assert f"{means[0].estimate:.1%}" in [text.get_text() for text in ax.texts]


def test_wrong_directions_are_shares_of_all_draws(axes, result):
    assert figures.wrong_directions(result, axes) is axes
    for row, ax in enumerate(axes):
        wrong = 5 - result.n_tasks_agreeing[row]
        heights = [bar.get_height() for bar in ax.patches]
        assert sum(heights) == pytest.approx(1)
        places = [bar.get_x() + bar.get_width() / 2 for bar in ax.patches]
        assert np.dot(places, heights) == pytest.approx(wrong.mean())
        assert heights[0] == np.mean(wrong == 0)
        assert ax.lines[0].get_xdata()[0] == wrong.mean()
    assert [ax.get_title(loc="left").split()[0] for ax in axes] == ["2", "5", "10"]
    limits = {ax.get_xlim() for ax in axes}
    assert len(limits) == 1


def test_agreement_by_task_shows_the_least_sure_on_top(ax, result):
    assert figures.agreement_by_task(result, ax, n_tasks=3) is ax
    order = np.argsort(result.agreement[-1], kind="stable")[:3][::-1]
    names = [result.tasks[i] for i in order]
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    assert result.agreement[-1, order].tolist() == sorted(result.agreement[-1])[:3][::-1]
    for level, marker in enumerate("osD"):
        line = marked(ax, marker)
        np.testing.assert_array_equal(line.get_xdata(), result.agreement[level, order])
        assert line.get_ydata().tolist() == [0, 1, 2]
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["2 runs", "5 runs", "10 runs"]
    # The Monte Carlo error: 1.96 standard errors to each side.
    (container,) = ax.containers
    spans = [np.ptp(segment[:, 0]) for segment in container[2][0].get_segments()]
    share = result.agreement[:, order].ravel()
    assert spans == pytest.approx(2 * 1.96 * np.sqrt(share * (1 - share) / 400))


def test_agreement_against_ratio(ax, result):
    ratio = np.abs(result.reference_gap) / np.sqrt(result.expected_squared_error)
    curve = np.array([[0.0, 1.0, 2.0], [0.5, 0.84, 0.98]])
    labels = ["2 runs", "5 runs", "10 runs"]
    drawn = figures.agreement_against_ratio(ratio, result.agreement, labels, curve, ax)
    assert drawn is ax
    np.testing.assert_array_equal(ax.lines[0].get_xydata().T, curve)
    for level, marker in enumerate("osD"):
        expected = np.array([ratio[level], result.agreement[level]])
        np.testing.assert_array_equal(marked(ax, marker).get_xydata().T, expected)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == labels


def test_error_shares_read_from_top_to_bottom(ax):
    shares = [0.6, 0.3, 0.1]
    assert figures.error_shares(["first", "second", "rest"], shares, ax) is ax
    bars = sorted(ax.patches, key=lambda bar: -bar.get_y())
    assert [bar.get_width() for bar in bars] == shares
    assert bars[-1].get_facecolor() != bars[0].get_facecolor() == bars[1].get_facecolor()
    by_row = dict(zip(ax.get_yticks(), ax.get_yticklabels(), strict=True))
    assert [by_row[row].get_text() for row in (2, 1, 0)] == ["first", "second", "rest"]
    assert [text.get_text() for text in ax.texts] == ["60%", "30%", "10%"]


def test_the_style_is_the_palette():
    with mpl.rc_context():
        style.use()
        colours = [
            to_hex(colour).upper() for colour in mpl.rcParams["axes.prop_cycle"].by_key()["color"]
        ]
    assert colours == [style.BLUE, style.VERMILLION, style.GREEN, style.PURPLE, style.BLACK]
