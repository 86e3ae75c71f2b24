"""The look that all figures share."""

from importlib.resources import files

import matplotlib.pyplot as plt

__all__ = ["BLACK", "BLUE", "GREEN", "GREY", "PURPLE", "SERIES", "VERMILLION", "use"]

# At least 3:1 on white, and apart under the common colour-vision deficiencies.
BLUE, VERMILLION, GREEN, PURPLE, BLACK = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000"
GREY = "#8C8C8C"
# A colour and a marker for each of up to five series: colour is never the only channel.
SERIES = tuple(zip((VERMILLION, BLUE, GREEN, PURPLE, BLACK), "osDv^", strict=True))


def use() -> None:
    """Make the book's style the default of matplotlib for this process."""
    plt.style.use(str(files("benchlib.plots") / "bench.mplstyle"))
