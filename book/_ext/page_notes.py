"""Two small things that every page needs.

Under the title of a notebook page stands where to get it and how to run it again. The line belongs
to the page only: in JupyterLab the reader already has the notebook. And an id is made unique: each
exercise and solution comes with a section of the same id.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

LINE = (
    '<p class="bm-rerun"><a href="{link}" download>Download this notebook</a>'
    "<span>Run it again: <code>make lab</code>, then open <code>{path}</code></span></p>"
)


def add_line(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Insert the line after the title of a page that was written as a notebook."""
    source = Path(app.env.doc2path(docname))
    title = next(doctree.findall(nodes.title), None)
    if app.builder.format != "html" or source.suffix != ".ipynb" or title is None:
        return
    up = "../" * docname.count("/")
    line = LINE.format(link=escape(f"{up}_sources/{docname}.ipynb"), path=f"{docname}.ipynb")
    section = title.parent
    section.insert(section.index(title) + 1, nodes.raw("", line, format="html"))


def make_ids_unique(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Drop the ids that every exercise and solution repeats; nothing links to them."""
    for section in doctree.findall(nodes.section):
        if section["ids"] in (["exercise-content"], ["solution-content"]):
            section["ids"] = []


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to the moment when a page is complete."""
    app.connect("doctree-resolved", add_line)
    app.connect("doctree-resolved", make_ids_unique)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
