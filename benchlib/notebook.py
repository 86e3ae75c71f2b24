"""What notebooks need: setup, values for the prose, tables, and the metadata of chapters."""

import base64
import html
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pandas as pd
from IPython.display import HTML, display
from matplotlib_inline.backend_inline import set_matplotlib_formats
from myst_nb import glue

from benchlib.plots import style

__all__ = ["chapters", "check", "setup", "show", "table", "without_solutions"]

# The keys of the metadata field "book" that every chapter fills.
CHAPTER_KEYS = (
    "question",
    "goals",
    "prerequisites",
    "reading_minutes",
    "running_seconds",
    "exercises",
)


def setup() -> None:
    """Give every figure of the notebook the book's look, as sharp vector graphics."""
    style.use()
    # No date in the file: the same figure is the same file.
    set_matplotlib_formats("svg", metadata={"Date": None})


def show(values: Mapping[str, tuple[str, Any, str]]) -> HTML:
    """Show values as a small table, and make each available to the prose.

    Parameters
    ----------
    values : mapping of str to (str, value, str)
        The key for the prose, then a label, the value and its format, such as ``".2f"``.

    Returns
    -------
    IPython.display.HTML
        Labels and formatted values, to be the last expression of a cell.
    """
    rows = []
    for key, (label, value, spec) in values.items():
        # As a plain number: the prose could not format "np.float64(0.5)".
        glue(key, value.item() if isinstance(value, np.generic) else value, display=False)
        cells = (html.escape(label), html.escape(format(value, spec)))
        rows.append("<tr><th scope='row'>{}</th><td>{}</td></tr>".format(*cells))
    return HTML(f"<table class='bm-values'><tbody>{''.join(rows)}</tbody></table>")


def check(holds: bool, sentence: str) -> None:
    """Stop the notebook if a sentence of its prose is not true of the results.

    In a live session, where a reader may have changed a constant, it says which sentence no
    longer holds and goes on.

    Parameters
    ----------
    holds : bool
        Whether the results bear the sentence out.
    sentence : str
        The sentence, in short.

    Raises
    ------
    AssertionError
        If it does not hold and the notebook is not run by a reader in Jupyter.
    """
    if holds:
        return
    if "JPY_SESSION_NAME" not in os.environ:  # set for the kernels of a live Jupyter session
        raise AssertionError(f"no longer true: {sentence}")
    text = f"With these settings the text is no longer right: {sentence}"
    display(HTML(f"<p class='bm-note'>{html.escape(text)}</p>"))


def table(
    frame: pd.DataFrame,
    *,
    name: str,
    caption: str,
    formats: Mapping[str, str] | None = None,
    filter_columns: Sequence[str] = (),
    shown: Sequence[str] | None = None,
) -> HTML:
    """Show a table that can be sorted, filtered and downloaded as CSV.

    Parameters
    ----------
    frame : DataFrame
        What to show; the index is left out.
    name : str
        Name of the downloaded file, without ending.
    caption : str
        What the table is, as a sentence.
    formats : mapping of str to str, optional
        Format of a column, such as ``{"agreement": ".3f"}``. The download keeps full precision.
    filter_columns : sequence of str, optional
        Columns offered as filters.
    shown : sequence of str, optional
        Columns to show, in this order; the download has all of them.

    Returns
    -------
    IPython.display.HTML
        To be the last expression of a cell. It is a plain table where scripts do not run.

    Raises
    ------
    ValueError
        If `frame` is no DataFrame, or a column to format, filter by or show is not in it.
    """
    if not isinstance(frame, pd.DataFrame):
        raise ValueError(f"frame: expected a DataFrame, got {type(frame).__name__}")
    specs, complete = dict(formats or {}), frame
    unknown = [c for c in (*specs, *filter_columns, *(shown or ())) if c not in frame.columns]
    if unknown:
        raise ValueError(f"frame: has no column {', '.join(map(repr, unknown))}")
    frame = complete if shown is None else complete[list(shown)]
    numeric = {c for c in frame.columns if pd.api.types.is_numeric_dtype(frame[c])}
    head = "".join(
        f"<th scope='col'{_numeric(c in numeric)}>{html.escape(str(c))}</th>" for c in frame.columns
    )
    body = "".join(
        "<tr>"
        + "".join(
            _cell(value, specs.get(column, ""), column in numeric)
            for column, value in zip(frame.columns, row, strict=True)
        )
        + "</tr>"
        for row in frame.itertuples(index=False)
    )
    filters = (
        f" data-filter='yes' data-filter-columns='{html.escape(','.join(filter_columns))}'"
        if filter_columns
        else ""
    )
    data = base64.b64encode(complete.to_csv(index=False).encode("utf-8")).decode("ascii")
    return HTML(
        f"<figure class='bm-table' data-name='{html.escape(name)}'>"
        f"<div class='bm-table-frame' tabindex='0' role='region' "
        f"aria-label='{html.escape(caption, quote=True)}'>"
        f"<table{filters}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        f"<figcaption>{html.escape(caption)} "
        f"<a download='{html.escape(name)}.csv' href='data:text/csv;base64,{data}'>"
        f"Download {html.escape(name)}.csv</a></figcaption></figure>"
    )


def _numeric(numeric: bool) -> str:
    return " class='num'" if numeric else ""


def _cell(value: Any, spec: str, numeric: bool) -> str:
    if pd.isna(value):
        return f"<td{_numeric(numeric)}></td>"
    text = html.escape(format(value, spec) if spec else str(value))
    key = f" data-sort='{value!r}'" if numeric and spec else ""
    return f"<td{_numeric(numeric)}{key}>{text}</td>"


def without_solutions(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return a copy of a notebook without its solutions.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        A notebook with gated ``solution-start`` and ``solution-end`` directives, each in a cell
        of its own.

    Returns
    -------
    nbformat.NotebookNode
        The cells outside the gates.

    Raises
    ------
    ValueError
        If a gate is not closed, closed without being open, or a solution has no gates.
    """
    kept, inside = [], False
    for position, cell in enumerate(notebook.cells):
        if "{solution}" in cell.source:
            raise ValueError(
                f"notebook: cell {position}: a solution without gates would stay; "
                "use solution-start and solution-end, each in a cell of its own"
            )
        gate = re.search(r"\{solution-(start|end)\}", cell.source)
        if gate and (gate[1] == "start") == inside:
            raise ValueError(f"notebook: cell {position}: solution-{gate[1]} out of order")
        inside = gate[1] == "start" if gate else inside
        if not inside and not gate:
            kept.append(cell)
    if inside:
        raise ValueError("notebook: a solution-start has no solution-end")
    return nbformat.NotebookNode({**notebook, "cells": kept})


def chapters(folder: Path) -> pd.DataFrame:
    """Return what teachers plan with: the metadata of every chapter.

    Parameters
    ----------
    folder : pathlib.Path
        The folder of notebooks.

    Returns
    -------
    DataFrame
        One row a notebook: path below `folder`, title, and the fields of its metadata "book".

    Raises
    ------
    ValueError
        If there is no such folder, or a notebook lacks a field or a title.
    """
    if not folder.is_dir():
        raise ValueError(f"folder: there is no folder {folder}")
    rows = []
    for path in sorted(folder.rglob("*.ipynb")):
        if ".ipynb_checkpoints" in path.parts:
            continue
        notebook = nbformat.read(path, as_version=4)
        book = notebook.metadata.get("book", {})
        missing = [key for key in CHAPTER_KEYS if key not in book]
        title = re.match(r"# (.+)", notebook.cells[0].source)
        if missing or not title:
            raise ValueError(f"{path.name}: no {', '.join(missing) or 'title'} in the notebook")
        rows.append({"path": path.relative_to(folder).as_posix(), "title": title[1], **book})
    return pd.DataFrame(rows)
