"""What notebooks call: values for the prose, tables with a download, chapters for teachers."""

import base64
import csv
import io
import re
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from benchlib import notebook
from benchlib.plots import style

NASTY = "<b>\"a\" & 'b'</b>"


def soup(shown) -> BeautifulSoup:
    return BeautifulSoup(shown.data, "html.parser")


@pytest.fixture
def glued(monkeypatch) -> dict:
    """Collect what is made available to the prose."""
    found = {}

    def glue(key, value, *, display):
        assert not display
        found[key] = value

    monkeypatch.setattr(notebook, "glue", glue)
    return found


def test_show_glues_the_value_and_shows_the_format(glued):
    page = soup(notebook.show({"third": ("a third", 1 / 3, ".2f"), "n": ("runs", 2082, ",d")}))
    assert glued == {"third": 1 / 3, "n": 2082}
    assert [th.text for th in page.find_all("th")] == ["a third", "runs"]
    assert [td.text for td in page.find_all("td")] == ["0.33", "2,082"]


@pytest.mark.parametrize(
    "value", [np.float64(0.25), np.int64(3), np.float32(0.5), np.mean([1.0, 2.0]), np.bool_(True)]
)
def test_show_glues_plain_numbers(glued, value):
    # The page formats what the value prints as, and "np.float64(0.25)" is no number there.
    notebook.show({"key": ("label", value, "")})
    assert type(glued["key"]) in (bool, int, float)
    assert glued["key"] == value


def test_show_escapes_labels_and_values(glued):
    shown = notebook.show({"key": (NASTY, NASTY, "")})
    page = soup(shown)
    assert page.th.text == page.td.text == NASTY
    assert page.b is None
    assert glued == {"key": NASTY}


def test_show_refuses_a_format_that_does_not_fit(glued):
    with pytest.raises(ValueError, match="format"):
        notebook.show({"key": ("label", "text", ".2f")})


FRAME = pd.DataFrame(
    {
        "name": ["plain", 'quo"te', "com,ma", "new\nline", NASTY],
        "share": [1 / 3, 0.1 + 0.2, 1e-300, float("nan"), -2.0],
        "runs": [5, 4, 3, 2, 1],
    }
)


def table(frame=FRAME, **options):
    return soup(notebook.table(frame, **{"name": "cups", "caption": "All cups.", **options}))


def test_the_download_is_the_frame_at_full_precision():
    link = table(formats={"share": ".1f"}).find("a", download=True)
    assert link["download"] == "cups.csv"
    kind, _, encoded = link["href"].partition(",")
    assert kind == "data:text/csv;base64"
    content = base64.b64decode(encoded).decode("utf-8")
    header, *rows = csv.reader(io.StringIO(content, newline=""))
    assert header == FRAME.columns.tolist()
    assert [row[0] for row in rows] == FRAME["name"].tolist()
    shares = [float(row[1]) if row[1] else None for row in rows]
    assert shares == [None if pd.isna(x) else x for x in FRAME["share"]]
    assert [int(row[2]) for row in rows] == FRAME["runs"].tolist()


def test_the_download_keeps_letters_of_every_language():
    frame = pd.DataFrame({"name": ["Pöppel", "碁"]})
    encoded = table(frame).find("a", download=True)["href"].partition(",")[2]
    assert base64.b64decode(encoded).decode("utf-8") == "name\nPöppel\n碁\n"


def test_cells_are_formatted_and_sort_by_the_full_value():
    page = table(formats={"share": ".1f"})
    rows = [tr.find_all("td") for tr in page.tbody.find_all("tr")]
    assert [row[0].text for row in rows] == FRAME["name"].tolist()
    assert [row[1].text for row in rows] == ["0.3", "0.3", "0.0", "", "-2.0"]
    sorts = [row[1].get("data-sort") for row in rows]
    assert sorts[3] is None
    assert [float(s) for s in sorts if s] == FRAME["share"].dropna().tolist()
    assert all("data-sort" not in row[2].attrs for row in rows)
    assert [row[2].text for row in rows] == ["5", "4", "3", "2", "1"]
    assert page.find("b") is None


def test_number_columns_are_marked_in_head_and_body():
    page = table()
    assert [th.get("class") for th in page.thead.find_all("th")] == [None, ["num"], ["num"]]
    assert [td.get("class") for td in page.tbody.tr.find_all("td")] == [None, ["num"], ["num"]]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_a_missing_cell_is_empty_in_every_column(missing):
    frame = pd.DataFrame({"number": pd.Series([1.5, missing], dtype="Float64"), "text": ["a", ""]})
    frame["mixed"] = pd.Series(["a", missing], dtype=object)
    frame["string"] = pd.Series(["a", missing], dtype="str")
    cells = [td.text for td in table(frame).tbody.find_all("tr")[1].find_all("td")]
    assert cells == [""] * 4


def test_numpy_scalars_sort_as_plain_numbers():
    frame = pd.DataFrame({"share": pd.Series([np.float64(0.25), np.int64(3)], dtype=object)})
    page = table(frame.astype("float64"), formats={"share": ".1f"})
    assert [td["data-sort"] for td in page.tbody.find_all("td")] == ["0.25", "3.0"]


def test_caption_and_name_are_escaped():
    page = table(caption=NASTY, name='c"u')
    assert page.find(role="region")["aria-label"] == NASTY
    assert page.figcaption.text.startswith(NASTY)
    assert page.figure["data-name"] == 'c"u'
    assert page.find("a", download=True)["download"] == 'c"u.csv'


def test_filters_are_offered_for_the_columns_asked_for():
    assert "data-filter" not in table().table.attrs
    attributes = table(filter_columns=("name", "runs")).table.attrs
    assert attributes["data-filter"] == "yes"
    assert attributes["data-filter-columns"] == "name,runs"


@pytest.mark.parametrize(
    "options", [{"formats": {"nothing": "d"}}, {"filter_columns": ["nothing"]}]
)
def test_an_unknown_column_is_refused(options):
    with pytest.raises(ValueError, match="frame: has no column 'nothing'"):
        table(**options)


def test_an_empty_frame_is_a_head_without_rows():
    page = table(FRAME.head(0))
    assert [th.text for th in page.thead.find_all("th")] == FRAME.columns.tolist()
    assert page.tbody.tr is None


def gate(which: str):
    return new_markdown_cell(f"```{{solution-{which}}}{' label' * (which == 'start')}\n```")


def test_solutions_are_taken_out_and_the_rest_is_kept():
    before, after = new_markdown_cell("# Title"), new_code_cell("1 + 1")
    whole = new_notebook(
        cells=[
            before,
            gate("start"),
            new_code_cell("42"),
            gate("end"),
            after,
            gate("start"),
            gate("end"),
        ],
        metadata={"book": {"exercises": 2}},
    )
    count = len(whole.cells)
    stripped = notebook.without_solutions(whole)
    assert stripped.cells == [before, after]
    assert stripped.metadata == whole.metadata
    assert len(whole.cells) == count
    nbformat.validate(stripped)


@pytest.mark.parametrize(
    ("gates", "message"),
    [
        (["start"], "solution-start has no solution-end"),
        (["end"], "cell 0: solution-end out of order"),
        (["start", "start", "end", "end"], "cell 1: solution-start out of order"),
        (["start", "end", "end"], "cell 2: solution-end out of order"),
    ],
)
def test_a_gate_out_of_order_is_an_error(gates, message):
    with pytest.raises(ValueError, match=message):
        notebook.without_solutions(new_notebook(cells=[gate(which) for which in gates]))


BOOK = {
    "question": "How many?",
    "goals": ["Count."],
    "prerequisites": [],
    "reading_minutes": 3,
    "running_seconds": 1,
    "exercises": 0,
}


def save(path, title="# A title", book=BOOK):
    path.parent.mkdir(parents=True, exist_ok=True)
    metadata = {"book": book} if book is not None else {}
    nbformat.write(new_notebook(cells=[new_markdown_cell(title)], metadata=metadata), path)


def test_chapters_lists_every_notebook_but_checkpoints(tmp_path):
    save(tmp_path / "b.ipynb", "# Second\n\nText.")
    save(tmp_path / "a" / "x.ipynb", "# First")
    save(tmp_path / "a" / ".ipynb_checkpoints" / "x.ipynb", "no title")
    frame = notebook.chapters(tmp_path)
    assert frame["path"].tolist() == ["a/x.ipynb", "b.ipynb"]
    assert frame["title"].tolist() == ["First", "Second"]
    assert frame.loc[0, list(BOOK)].to_dict() == BOOK


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"title": "no heading"}, "x.ipynb: no title"),
        ({"book": None}, "x.ipynb: no question, goals, prerequisites, reading_minutes"),
        ({"book": {k: v for k, v in BOOK.items() if k != "goals"}}, "x.ipynb: no goals in the"),
    ],
)
def test_an_incomplete_chapter_is_named(tmp_path, options, message):
    save(tmp_path / "x.ipynb", **options)
    with pytest.raises(ValueError, match=message):
        notebook.chapters(tmp_path)


def test_setup_uses_the_style_of_the_book_and_undated_vector_graphics(monkeypatch):
    asked = []
    # The real function would start a shell in this process.
    monkeypatch.setattr(
        notebook, "set_matplotlib_formats", lambda *kinds, **options: asked.append((kinds, options))
    )
    with mpl.rc_context():
        notebook.setup()
        colours = plt.rcParams["axes.prop_cycle"].by_key()["color"]
    assert colours[0].upper().lstrip("#") == style.BLUE.lstrip("#")
    assert asked == [(("svg",), {"metadata": {"Date": None}})]


def test_the_download_has_the_columns_that_are_not_shown():
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    html = notebook.table(frame, name="t", caption="Two.", shown=["b"]).data
    data = re.search(r"base64,([^']+)", html)[1]
    downloaded = pd.read_csv(io.BytesIO(base64.b64decode(data)))
    assert downloaded.equals(frame)
    assert "<th scope='col'>b</th>" in html
    assert ">a</th>" not in html


def test_a_solution_without_gates_is_refused():
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("```{solution} ex\n```")])
    with pytest.raises(ValueError, match="cell 0: a solution without gates would stay"):
        notebook.without_solutions(nb)


def test_chapters_of_no_folder():
    with pytest.raises(ValueError, match="there is no folder"):
        notebook.chapters(Path("nowhere"))


def test_a_table_is_made_of_a_frame():
    with pytest.raises(ValueError, match="frame: expected a DataFrame, got list"):
        notebook.table([1], name="t", caption="One.")


def test_check_stops_a_run_and_tells_a_reader(monkeypatch, capsys):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    notebook.check(True, "all is well")
    with pytest.raises(AssertionError, match="no longer true: all is well"):
        notebook.check(False, "all is well")
    monkeypatch.setenv("JPY_SESSION_NAME", "a live session")
    shown = []
    monkeypatch.setattr(notebook, "display", shown.append)
    notebook.check(False, "all < well")
    assert "no longer right: all &lt; well" in shown[0].data
