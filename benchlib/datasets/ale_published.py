"""Make ``ale_published``: scores on Atari games that others printed, each with its source."""

import csv
import math
from collections.abc import Iterator
from pathlib import Path

from benchlib.datasets.ale_files import (
    DATASET,
    FILES,
    GAMES,
    OPEN,
    OTHER_SPELLINGS,
    QUOTED,
    File,
)
from benchlib.datasets.datasheet import Column, Datasheet
from benchlib.datasets.sources import Source, located

__all__ = ["ALE_PUBLISHED", "game_name", "rows"]

_MISSING = frozenset({"", "-", "?", "na"})

ALE_PUBLISHED = Datasheet(
    name="ale_published",
    title="Published scores on Atari games",
    row="the score of one system on one game, as one source prints it",
    columns={
        "system": Column("str", "agent, planner or reference; the words are explained below"),
        "game": Column("str", "Atari game, in the spelling of `bbf_runs`"),
        "score": Column("float64", "mean game score (game points), every printed digit kept"),
        "sd": Column("float64", "standard deviation (game points), where printed", missing=True),
        "n_trials": Column(
            "float64",
            "independent trials behind the mean: trained agents, or episodes of a planner; nan "
            "where not known",
            missing=True,
        ),
        "protocol": Column("str", "how it was measured, as far as it is known"),
        "source": Column("str", "the file, or `quoted in the document`; see the words below"),
    },
    key=("system", "game", "source"),
    made_by=(
        "`benchlib data build`, from seven released files, and the rows that the document ale "
        "quotes; cells marked as missing are left out"
    ),
    source=(
        "bonetblai/rollout-iw, folder `aaai18-paper` (four files); maitchison/Atari-5, `NEAT.csv` "
        "and `dataset.csv`; `Atari-Human.csv`, found in maitchison/PPO; the document ale, a "
        "reading of Bellemare, Naddaf, Veness and Bowling (2013)"
    ),
    licence=(
        "BSD 3-Clause License for rollout-iw (copyright 2019 Blai Bonet), MIT License for Atari-5 "
        "(copyright 2022 Matthew Aitchison); maitchison/PPO names no licence that we found; the "
        "quoted rows are single figures of a paper"
    ),
    attribution=(
        "Bellemare, Naddaf, Veness and Bowling (2013), *The Arcade Learning Environment*, for full "
        "tree, UCT, the linear learners and baselines; Bandres, Bonet and Geffner (2018), "
        "*Planning with Pixels in (Almost) Real Time*, for the rollout-iw files; Aitchison, "
        "Sweetser and Hutter (2023), *Atari-5*; and the papers that the column `source` names"
    ),
    quirks=(
        "The same system can stand in several sources. Choose a source before a system.",
        "Of the 55 games of Bellemare et al. the planners have 54: Skiing is only quoted, as are "
        "all single representations (Basic, BASS, DISCO, LSH, RAM), with a few games each. "
        "Their full tables are released nowhere that we know of.",
        "Full tree and UCT are rounded to whole points in rollout-iw, and printed with a decimal "
        "in the paper.",
        "`Planning` is not the better of the two planners: on six games it is above both. On "
        "three of these it equals the best linear learner, and on Berzerk, Freeway and Private "
        "Eye it is above that too. It looks like the best of a whole row of the paper's table, "
        "learners and simple policies included; the file does not say so.",
        "`random` has four sources, which disagree. The two references of Atari-Human differ by "
        "more than 5% of the range from random to human in 11 games. Its own random score of "
        "Video Pinball is 0, where the others have about 15,000.",
        "`human` differs too: table5 and Atari-Human differ by a point or more in 31 of 49 games.",
        "`top human` stands in two sources with different scores; one heads it `_Human`.",
        "Blob-PROST min of table4 stands in table5 again, with other figures for Chopper Command "
        "and Road Runner.",
        "DQN of table5 and `Nature DQN` of Atari-5 are the same scores where both stand. Over what "
        "the deviations of DQN are taken is not said; that of Amidar is 3,024 at a mean of 739.5.",
        "`Prior+Duel hs` stands under two papers in Atari-5, with four games under both.",
        "2BFS has 330,800 points on Battle Zone, where IW(1) has 11,600; both are as printed.",
    ),
    words={
        "rollout-iw table_iw, table_ram, table4, table5": "four tables that Bandres, Bonet and "
        "Geffner (2018) released as files; they hold older results of others",
        "Atari-5 NEAT": "a table of neuro-evolution scores beside older results",
        "Atari-5 dataset": "62 systems on up to 57 games, collected by Aitchison et al.; after the "
        "colon the paper and year, or else the release's own label of a collection",
        "quoted in the document": "figures of Bellemare et al. (2013) that the document ale gives",
        "full tree": "breadth-first search in the emulator",
        "UCT": "tree search in the emulator that tries promising actions more often",
        "IW(1), 2BFS": "planners in the emulator that look for what is new in a state: one drops "
        "states without it, the other orders states by it and by score",
        "IW(1) on RAM": "IW(1) with bytes of memory as features",
        "best linear learner": "the best of five linear learners of Bellemare et al. on each game",
        "Basic, BASS, DISCO, LSH, RAM": "those five, by what they see",
        "best baseline": "the best simple policy of Bellemare et al. on each game",
        "B-PROS, B-PROST, Blob-PROST": "linear learners with pairs of offsets between colours in "
        "space, also in time, also of blobs; min and full are the sets of actions",
        "H-NEAT, NEAT, CNE, CMA-ES": "neuro-evolution; Object, Pixel and Noise say what it sees",
        "DQN random": "the random reference that its file heads `DQN_Random`",
        "noop, hs": "episodes start with a random number of idle steps, or where a human left off",
    },
)


def game_name(spelling: str) -> str:
    """Return a game's name in our spelling.

    Parameters
    ----------
    spelling : str
        As a source writes it.

    Returns
    -------
    str
        Lower case letters and digits; three abbreviations and variants are written out.

    Raises
    ------
    ValueError
        If no game of the table is meant.

    Examples
    --------
    >>> from benchlib.datasets.ale_published import game_name
    >>> game_name("Montezuma"), game_name("up n down")
    ('montezumarevenge', 'upndown')
    """
    letters = "".join(filter(str.isalnum, spelling)).lower()
    name = OTHER_SPELLINGS.get(letters, letters)
    if name not in GAMES:
        raise ValueError(f"game: {spelling!r} is no known game; add it or its spelling")
    return name


def rows(source: Path | None) -> list[list[str]]:
    """Read all published scores, every printed digit kept.

    Parameters
    ----------
    source : pathlib.Path or None
        A folder that holds the upstream files under ``ale/``; without it they are downloaded.

    Returns
    -------
    list of list of str
        Rows of the table ``ale_published`` in its column order: quoted ones first, then file
        by file and system by system, games by name.

    Raises
    ------
    ValueError
        If a file is not the released one, or a cell does not hold what it should.
    """
    quoted = [
        [system, game, score, "nan", n_trials, protocol, "quoted in the document"]
        for system, (protocol, n_trials, scores) in QUOTED.items()
        for game, score in scores.items()
    ]
    wide = [row for file in FILES for row in _wide(file, source)]
    return quoted + wide + sorted(_long(source), key=lambda row: (row[0].lower(), row))


def _wide(file: File, source: Path | None) -> Iterator[list[str]]:
    table = sorted(
        (game_name(record[file.game]), number, record)
        for number, record in enumerate(_records(file.source, source), start=2)
    )
    for system in file.systems:
        for game, number, record in table:
            place = f"{file.source.path}, row {number}"
            score = _printed(record, system.score, place)
            sd = _printed(record, system.sd, place) if system.sd else "nan"
            if score != "nan":
                yield [system.name, game, score, sd, system.n_trials, system.protocol, file.name]


def _long(source: Path | None) -> Iterator[list[str]]:
    for number, record in enumerate(_records(DATASET, source), start=2):
        score = _printed(record, "Score", f"{DATASET.path}, row {number}")
        title, date = record["Paper Title"].strip(), record["Date"]
        paper = f"{title} ({float(date):.0f})" if title else record["Source"].strip()
        game = game_name(record["Game"])
        label = f"Atari-5 dataset: {paper}"
        yield [record["Algorithm"].strip(), game, score, "nan", "nan", OPEN, label]


def _records(file: Source, source: Path | None) -> list[dict[str, str]]:
    # One file starts with a byte order mark and one has Windows line ends.
    lines = located(file, source).decode("utf-8-sig").splitlines()
    return list(csv.DictReader(lines))


def _printed(record: dict[str, str], column: str, place: str) -> str:
    """Return a printed number as it stands, or ``nan`` for a mark of a missing one."""
    text = (record.get(column) or "").strip() if column in record else None
    if text is None:
        raise ValueError(f"{place}: there is no column {column!r}")
    if text in _MISSING:
        return "nan"
    try:
        finite = math.isfinite(float(text))
    except ValueError:
        finite = False
    if not finite:
        raise ValueError(f"{place}, column {column!r}: {text!r} is not a finite number")
    return text
