"""Explorers: a still picture and data, brought to life by a script of the page.

Each explorer has a function here and a script in ``book/_static/explorers``. Where scripts don't
run, as in print and in JupyterLab, the still remains.
"""

from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.explorers._retention import retention

__all__ = ["Explorer", "explorer", "retention"]
