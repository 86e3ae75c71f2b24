"""Measure how good game-playing agents are, and know how far that can be trusted.

The package is read by module: ``from benchlib import retention`` and then
``retention.nested_agreement(...)``. Importing a statistics module loads numpy, scipy and
statsmodels and nothing that draws.
"""

__version__ = "0.1.0"
