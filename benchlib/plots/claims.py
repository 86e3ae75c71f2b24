"""How the claims of each document came out, as stacked bars."""

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.patheffects import withStroke

from benchlib.claims import VERDICTS
from benchlib.plots.style import BLUE, GREEN, GREY, PURPLE, VERMILLION

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Face, hatch. Blue: as printed. Vermillion: not as printed. Purple: a smaller experiment.
# White and grey: nothing recomputed. The hatch tells what the colour doesn't.
_STYLE: dict[str, tuple[str, str]] = {
    "reproduced": (BLUE, ""),
    "truncated": (BLUE, "...."),
    "differs": (VERMILLION, ""),
    "holds": (GREEN, ""),
    "fails": (VERMILLION, "////"),
    "scaled": (PURPLE, ""),
    "setting": (GREY, ""),
    "not checkable": ("#D9D9D9", "\\\\\\\\"),
    "not yet": ("#FFFFFF", ""),
}
_DARK_FACES = {BLUE, VERMILLION, GREEN}


def verdict_bars(frame: pd.DataFrame, ax: "Axes") -> "Axes":
    """Draw one horizontal bar a document, divided by verdict.

    Parameters
    ----------
    frame : pandas.DataFrame
        From `benchlib.claims.evaluate`; the columns ``document`` and ``verdict`` are used.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The same axes. Documents stand in the order of the frame, verdicts in that of
        `benchlib.claims.VERDICTS`; every part carries its count.
    """
    documents = list(frame["document"].unique())
    counts = pd.crosstab(frame["document"], frame["verdict"]).reindex(
        index=documents, columns=list(VERDICTS), fill_value=0
    )
    left = pd.Series(0, index=documents)
    total = counts.sum(axis=1).max()
    for verdict, (face, hatch) in _STYLE.items():
        widths = counts[verdict]
        if not widths.any():
            continue
        bars = ax.barh(
            documents,
            widths,
            left=left,
            height=0.62,
            label=f"{verdict} ({widths.sum()})",
            facecolor=face,
            edgecolor="#FFFFFF" if face in _DARK_FACES and hatch else "#333333",
            hatch=hatch,
            linewidth=0.6,
        )
        # A part narrower than its count has it in the legend only.
        labels = [str(width) if width >= 0.04 * total else "" for width in widths]
        ink = "white" if face in _DARK_FACES else "black"
        for text in ax.bar_label(bars, labels, label_type="center", color=ink):
            # An outline in the bar's colour keeps digits legible on a hatch.
            text.set_path_effects([withStroke(linewidth=3, foreground=face)])
        left = left + widths
    ax.set_xlim(0, total)
    ax.invert_yaxis()
    ax.set_xlabel("claims")
    ax.grid(visible=False, axis="y")
    ax.legend(
        loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, handlelength=1.6
    )
    return ax
