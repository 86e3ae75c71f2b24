"""Views of the published scores that several claims need."""

from functools import cache

import pandas as pd

from benchlib import datasets

__all__ = [
    "DOCUMENT",
    "LEARNERS",
    "NEAT",
    "PLANNERS",
    "REFERENCES",
    "SUCCESSORS",
    "score",
    "scores",
]

DOCUMENT = "quoted in the document"
NEAT = "Atari-5 NEAT"
PLANNERS = "rollout-iw table_iw"
REFERENCES = "Atari-Human"
SUCCESSORS = "rollout-iw table4"
#: The five representations.
LEARNERS = ("Basic", "BASS", "DISCO", "LSH", "RAM")


@cache
def scores(source: str) -> pd.DataFrame:
    """Return the scores of a source.

    Parameters
    ----------
    source : str
        As in the table ``ale_published``.

    Returns
    -------
    pandas.DataFrame
        A row a game and a column a system; nan where the source has no score.
    """
    table = datasets.load("ale_published")
    return table[table["source"] == source].pivot(index="game", columns="system", values="score")


def score(source: str, system: str, game: str) -> float:
    """Return one score.

    Parameters
    ----------
    source, system, game : str
        As in the table ``ale_published``.

    Returns
    -------
    float
        In game points; nan where the source has the game and the system and not this score.
    """
    return float(scores(source)[system][game])
