"""Three small things that every page needs.

Under the title of a notebook page stands where to get it and how to run it again. The line belongs
to the page only: in JupyterLab the reader already has the notebook. And an id is made unique: each
exercise and solution comes with a section of the same id. A figure opens alone on a click, so that
its small print can be read on a phone.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

LINE = (
    '<p class="bm-rerun"><a href="{link}" download>Download this notebook</a>'
    "<span>Run it again: <code>make lab</code>, then open <code>{path}</code></span></p>"
)

FIGURE = re.compile(r'(<figure[^>]*>\s*)(<img [^>]*src="([^"]+)"[^>]*>)')
ALONE = r'\1<a class="bm-alone" href="\3" title="Open this figure alone">\2</a>'


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


class UniqueIds(SphinxPostTransform):
    """Drop the ids that every exercise and solution repeats; nothing links to them."""

    default_priority = 900

    def run(self, **_: object) -> None:
        """Change the page in place."""
        for section in self.document.findall(nodes.section):
            if section["ids"] in (["exercise-content"], ["solution-content"]):
                section["ids"] = []


def open_figures_alone(
    _app: Sphinx, _page: str, _template: str, context: dict[str, object], _doctree: object
) -> None:
    """Link each figure to its file; only the finished page knows where that is."""
    if isinstance(context.get("body"), str):
        context["body"] = FIGURE.sub(ALONE, context["body"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx about them."""
    app.connect("doctree-resolved", add_line)
    app.connect("html-page-context", open_figures_alone)
    app.add_post_transform(UniqueIds)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
