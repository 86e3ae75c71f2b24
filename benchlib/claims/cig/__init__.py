"""The claims of the information gain paper (document cig), recomputed."""

from benchlib.claims.cig import (
    correlations,
    data,
    elsewhere,
    greedy,
    measure,
    table_one,
    table_two,
)

__all__ = [
    "correlations",
    "data",
    "elsewhere",
    "greedy",
    "measure",
    "table_one",
    "table_two",
]
