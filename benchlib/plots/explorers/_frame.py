"""What every explorer puts on a page: question, still picture, and data for its script."""

import base64
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from benchlib._validation import FloatArray
from benchlib.plots import style

__all__ = ["Explorer", "explorer"]


@dataclass(frozen=True)
class Explorer:
    """A piece of a page, shown when it is the last expression of a cell.

    Parameters
    ----------
    html : str
        What the page contains.
    """

    html: str = field(repr=False)

    def _repr_html_(self) -> str:
        return self.html


def explorer(
    kind: str,
    *,
    question: str,
    data: Mapping[str, Any],
    still: Figure,
    alt: str,
    description: str,
) -> Explorer:
    """Make an explorer out of data, and a still picture for where scripts don't run.

    Parameters
    ----------
    kind : str
        Name of the script ``book/_static/explorers/<kind>.js`` that knows what to do.
    question : str
        The question it answers, one line.
    data : mapping
        What the script gets: numbers, texts, None, lists and mappings of them.
    still : matplotlib.figure.Figure
        What is seen without scripts, in print and in JupyterLab. It is closed.
    alt : str
        What the still shows, for who can't see it.
    description : str
        One line below the still that says what it shows.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Raises
    ------
    ValueError
        If the kind is not a file name, a text is empty, or the data hold NaN or infinity, for
        which the page has no number.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> from benchlib.plots import explorers
    >>> shown = explorers.explorer(
    ...     "coin",
    ...     question="How often does a coin show heads?",
    ...     data={"p": 0.5},
    ...     still=plt.figure(),
    ...     alt="An empty picture, in this example.",
    ...     description="An empty picture.",
    ... )
    >>> shown.html.startswith('<bm-explorer kind="coin">')
    True
    """
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", kind):
        raise ValueError(f"kind: expected lower-case words joined by hyphens, got {kind!r}")
    for name, text in (("question", question), ("alt", alt), ("description", description)):
        if not text.strip():
            raise ValueError(f"{name}: is empty; say it in a sentence")
    try:
        numbers = json.dumps(data, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except ValueError as error:
        raise ValueError(f"data: {error}; use None where there is no number") from None
    # A script block ends at the first "</", wherever it stands.
    numbers = numbers.replace("<", "\\u003c")
    picture = base64.b64encode(_svg(still)).decode("ascii")
    return Explorer(
        f'<bm-explorer kind="{kind}"><p class="bm-question">{escape(question)}</p>'
        f'<figure class="bm-still"><div><img alt="{escape(alt)}" '
        f'src="data:image/svg+xml;base64,{picture}"></div>'
        f"<figcaption>{escape(description)}</figcaption></figure>"
        f'<script type="application/json">{numbers}</script></bm-explorer>'
    )


def _svg(figure: Figure) -> bytes:
    """Return a figure as a file that is the same for the same figure, and close it."""
    file = io.BytesIO()
    with plt.rc_context():
        style.use()
        figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)
    return file.getvalue()


def uniform(seed: int, n: int) -> FloatArray:
    """Return numbers from 0 to below 1 by Mulberry32, the generator of the page."""
    mask = np.uint64(2**32 - 1)
    # The state grows by a constant, so all of them are known at once. Products wrap at 64 bits,
    # which leaves the lower 32 as they should be.
    state = (np.uint64(seed) + np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x6D2B79F5)) & mask
    t = (state ^ (state >> np.uint64(15))) * (state | np.uint64(1)) & mask
    t ^= (t + ((t ^ (t >> np.uint64(7))) * (t | np.uint64(61)))) & mask
    return np.asarray((t ^ (t >> np.uint64(14))) / 2**32, dtype=np.float64)
