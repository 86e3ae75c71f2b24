"""Axes in the book's style, drawn at the end so that a layout that fails, fails in its test."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from benchlib.plots import style


@pytest.fixture
def ax():
    with mpl.rc_context():
        style.use()
        figure, axes = plt.subplots()
        yield axes
        figure.canvas.draw()
        plt.close(figure)


@pytest.fixture
def axes():
    with mpl.rc_context():
        style.use()
        figure, axes = plt.subplots(1, 2)
        yield axes
        figure.canvas.draw()
        plt.close(figure)
