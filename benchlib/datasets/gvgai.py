"""Tables from the information gain paper; ``gvgai_cells`` is made from its released one."""

import csv
from pathlib import Path

from benchlib.datasets.datasheet import Column, Datasheet
from benchlib.datasets.sources import Source, located

__all__ = ["GVGAI_CELLS", "GVGAI_CLUSTERS", "rows"]

_RELEASED = Source(
    "gvgai/Combined_raw_data.csv",
    "https://raw.githubusercontent.com/stepmat/ContinuousInformationGain/master/Code/"
    "Combined_raw_data.csv",
    "859a5e20ac4cb8b12714c628dffaec5a5802b53bfab10406168717d6e0338047",
)
_N_AGENTS, _N_GAMES = 27, 108
# The release has no header. Each of our columns, and where it stands there.
_ORDER = {
    "agent": 0,
    "game": 1,
    "n_plays": 2,
    "win_mean": 3,
    "win_sd": 6,
    "score_mean": 4,
    "score_sd": 7,
    "time_mean": 5,
    "time_sd": 8,
}

GVGAI_CELLS = Datasheet(
    name="gvgai_cells",
    title="27 agents on 108 games of the General Video Game AI framework",
    row="one agent on one game: means and standard deviations over all its recorded plays",
    columns={
        "agent": Column("str", "agent, in the release's spelling"),
        "game": Column("str", "game, in the release's spelling"),
        "n_plays": Column("int64", "recorded plays"),
        "win_mean": Column(
            "float64", "mean result of a play: 1 is a win and 0 is none, with the quirks below"
        ),
        "win_sd": Column("float64", "standard deviation of the results, plus 0.001"),
        "score_mean": Column("float64", "mean score at the end of a play (points of the game)"),
        "score_sd": Column("float64", "standard deviation of the scores, at least 0.001"),
        "time_mean": Column("float64", "mean length of a play (time steps of the game)"),
        "time_sd": Column("float64", "standard deviation of the lengths (time steps)"),
    },
    key=("agent", "game"),
    made_by="`benchlib data build`, from the released table; every printed digit is kept",
    source=(
        "stepmat/ContinuousInformationGain, file `Code/Combined_raw_data.csv`: plays recorded for "
        "the paper on 243 processor cores, 40 ms for an action, at most 2,000 time steps a play"
    ),
    licence=(
        "the release stands in a repository under the GNU General Public License 3.0, and this "
        "table of its figures is passed on under the same licence"
    ),
    attribution=(
        "Stephenson, Anderson, Khalifa, Levine, Renz, Togelius and Salge (2020), *A Continuous "
        "Information Gain Measure to Find the Most Discriminatory Problems for AI Benchmarking*"
    ),
    quirks=(
        "Three cells have no plays: ICELab on beltmanager and on chopper, Return42 on ikaruga. "
        "Their means are printed as 0 and their deviations as 0.001.",
        "40 mean results of a play are below 0, though a play is said to end in a win or a loss. "
        "Mean and deviation together tell that some plays of seven games were recorded with a "
        "result of -1, and how many; what they were is not said. In the framework's own code -1 "
        "stands for a play without a winner.",
        "Deviations are never below 0.001, and that is no floor: where all results are 0 or 1, the "
        "released value is the standard deviation of the results (divided by the number of "
        "plays) plus 0.001, to the last printed digits.",
        "Only means and standard deviations are released, so what score and result have to do "
        "with each other within a play is not known.",
    ),
)

GVGAI_CLUSTERS = Datasheet(
    name="gvgai_clusters",
    title="Clusters of the 108 games, as drawn in the information gain paper",
    row="one game in one of the two drawn correlation matrices",
    columns={
        "measure": Column("str", "win or score: what the matrix correlates"),
        "game": Column("str", "game, as in `gvgai_cells`"),
        "cluster": Column("int64", "drawn cluster, numbered from 1 at the left and top"),
        "place": Column("int64", "place of the game within its cluster as drawn, from 1"),
    },
    key=("measure", "game"),
    made_by="read off the drawn figures by hand, in drawn order, so no command makes it",
    source=(
        "stepmat/ContinuousInformationGain, the two drawn matrices of the paper's Figure 1: only "
        "which games are named between which lines, and in which order"
    ),
    licence=GVGAI_CELLS.licence,
    attribution=GVGAI_CELLS.attribution,
    quirks=(
        "The colours of the matrices are not in the table.",
        "The clusters are not given as data anywhere. All of them come out exactly when games are "
        "clustered by Ward's method with the distance (1 - r) / 2 and cut at 0.8, games on which "
        "all agents are alike taken as uncorrelated.",
    ),
)


def rows(source: Path | None) -> list[list[str]]:
    """Read all released cells, every printed digit kept.

    Parameters
    ----------
    source : pathlib.Path or None
        A folder that holds the upstream file under ``gvgai/``; without it it is downloaded.

    Returns
    -------
    list of list of str
        Rows of the table ``gvgai_cells`` in its column order, sorted by agent and game.

    Raises
    ------
    ValueError
        If the file is not the released one, or a row does not hold what it should.
    """
    lines = located(_RELEASED, source).decode("utf-8").splitlines()
    released = [[field.strip() for field in row] for row in csv.reader(lines)]
    for number, row in enumerate(released, start=1):
        if len(row) != len(_ORDER):
            raise ValueError(f"{_RELEASED.path}, row {number}: expected {len(_ORDER)} fields")
    cells = sorted([row[place] for place in _ORDER.values()] for row in released)
    if len({(agent, game) for agent, game, *_ in cells}) != _N_AGENTS * _N_GAMES:
        raise ValueError(
            f"{_RELEASED.path}: expected {_N_AGENTS} agents on {_N_GAMES} games, each cell once"
        )
    return cells
