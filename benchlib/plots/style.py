"""The look that all figures share."""

from collections.abc import Sequence, Sized
from importlib.resources import files

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

__all__ = ["BLACK", "BLUE", "GREEN", "GREY", "PURPLE", "SERIES", "VERMILLION", "use"]

# At least 3:1 on white, and apart under the common colour-vision deficiencies.
BLUE, VERMILLION, GREEN, PURPLE, BLACK = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000"
GREY = "#8C8C8C"
# A colour and a marker for each of up to five series: colour is never the only channel.
SERIES = tuple(zip((VERMILLION, BLUE, GREEN, PURPLE, BLACK), "osDv^", strict=True))


def use() -> None:
    """Make the book's style the default of matplotlib for this process."""
    plt.style.use(str(files("benchlib.plots") / "bench.mplstyle"))


def looks(labels: Sized, name: str, *, skipped: int = 0) -> tuple[tuple[str, str], ...]:
    """Return a colour and a marker for each series, or refuse more than there are."""
    left = SERIES[skipped:]
    if len(labels) > len(left):
        raise ValueError(
            f"{name}: at most {len(left)} can be told apart, got {len(labels)}; draw some of them, "
            "or several panels"
        )
    return left[: len(labels)]


def log_ticks(
    ax: Axes, places: Sequence[float], labels: Sequence[str], *, fontsize: float | None = None
) -> None:
    """Make the horizontal axis logarithmic, with a tick at each of some places and nowhere else."""
    ax.set_xscale("log")
    ax.set_xticks(places, labels, fontsize=fontsize)
    ax.minorticks_off()
