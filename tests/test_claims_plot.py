import matplotlib.pyplot as plt
import pandas as pd
import pytest

from benchlib.claims import VERDICTS
from benchlib.plots.claims import verdict_bars

COUNTS = {
    ("bbf", "reproduced"): 30,
    ("bbf", "differs"): 20,
    ("bbf", "fails"): 1,
    ("bot", "not yet"): 40,
}


@pytest.fixture
def ax():
    figure, axes = plt.subplots()
    rows = [pair for pair, count in COUNTS.items() for _ in range(count)]
    yield verdict_bars(pd.DataFrame(rows, columns=["document", "verdict"]), axes)
    plt.close(figure)


def test_the_bars_are_the_counts(ax):
    drawn = {}
    for container, text in zip(ax.containers, ax.get_legend().get_texts(), strict=True):
        verdict = text.get_text().rsplit(" ", 1)[0]
        for document, bar in zip(("bbf", "bot"), container, strict=True):
            if bar.get_width():
                drawn[document, verdict] = (bar.get_x(), bar.get_width())
    assert {key: width for key, (_, width) in drawn.items()} == COUNTS
    # Each part begins where the one before it ended.
    assert [drawn["bbf", v][0] for v in ("reproduced", "differs", "fails")] == [0, 30, 50]


def test_counts_are_written_where_there_is_room(ax):
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["30", "20", "40"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "reproduced (30)",
        "differs (20)",
        "fails (1)",
        "not yet (40)",
    ]


def test_documents_read_from_top_to_bottom(ax):
    assert [label.get_text() for label in ax.get_yticklabels()] == ["bbf", "bot"]
    assert ax.yaxis_inverted()


def test_no_two_verdicts_look_alike():
    figure, axes = plt.subplots()
    frame = pd.DataFrame({"document": "bbf", "verdict": list(VERDICTS)})
    verdict_bars(frame, axes)
    looks = {(bars[0].get_facecolor(), bars[0].get_hatch()) for bars in axes.containers}
    assert len(looks) == len(VERDICTS)
    plt.close(figure)
