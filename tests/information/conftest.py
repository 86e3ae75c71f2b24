"""Tables of agents on problems for the tests of information."""

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from benchlib import datasets, information


@pytest.fixture(scope="session")
def gvgai():
    """All cells as released, those without plays included."""
    return information.read_cells(datasets.load("gvgai_cells"), no_plays="as_given")


@st.composite
def tables(draw, *, least_sd=0.05, measures=(1, 2)):
    """Means and deviations of some agents on some problems."""
    shape = (draw(st.integers(2, 5)), draw(st.integers(1, 4)), draw(st.sampled_from(measures)))
    numbers = st.floats(-3, 3, allow_nan=False).map(lambda x: round(x, 3))
    spreads = st.floats(least_sd, 2, allow_nan=False).map(lambda x: round(x, 3))
    return (
        draw(arrays.arrays(np.float64, shape, elements=numbers)),
        draw(arrays.arrays(np.float64, shape, elements=spreads)),
    )
