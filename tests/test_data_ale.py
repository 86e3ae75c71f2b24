"""The builder of the published scores, on made-up files, and what the real table says of itself."""

import hashlib
from dataclasses import replace

import pytest

from benchlib import ale, datasets
from benchlib.datasets import ale_published
from benchlib.datasets.ale_files import GAMES, OTHER_SPELLINGS, File, System
from benchlib.datasets.sources import Source

# Every way in which the seven files write a game, where it is not our name with spaces.
SPELLINGS = {
    "James bond": "jamesbond",
    "james bond 007": "jamesbond",
    "fishing": "fishingderby",
    "fishing derby": "fishingderby",
    "montezuma": "montezumarevenge",
    "montezuma revenge": "montezumarevenge",
    "up n down": "upndown",
    "riverraid": "riverraid",
}
ATARI5 = "Atari-5 dataset"


@pytest.fixture
def release(monkeypatch, tmp_path):
    """Return a function that makes two texts the only released files."""

    def make(wide, long="Algorithm,Score,Paper Title,Date,Game,Source\n"):
        sources = []
        for name, text in (("wide.csv", wide), ("long.csv", long)):
            content = text.encode()
            (tmp_path / name).write_bytes(content)
            digest = hashlib.sha256(content).hexdigest()
            sources.append(Source(name, "https://example.org", digest))
        systems = (System("one", "one.avg", "one.sd", "24", "indoors"), System("two", "two"))
        monkeypatch.setattr(
            ale_published, "FILES", (File("a wide file", sources[0], "rom", systems),)
        )
        monkeypatch.setattr(ale_published, "DATASET", sources[1])
        monkeypatch.setattr(ale_published, "QUOTED", {})
        return tmp_path

    return make


@pytest.fixture(scope="module")
def table():
    return datasets.load("ale_published")


def test_digits_are_kept_and_missing_scores_left_out(release):
    lines = ["rom,one.avg,one.sd,two", "zaxxon,10.0,0.50,?", "James bond,-3,na,", "pong,na,na,7"]
    folder = release("\ufeff" + "\r\n".join(lines))
    assert ale_published.rows(folder) == [
        ["one", "jamesbond", "-3", "nan", "24", "indoors", "a wide file"],
        ["one", "zaxxon", "10.0", "0.50", "24", "indoors", "a wide file"],
        ["two", "pong", "7", "nan", "nan", "not stated in the file", "a wide file"],
    ]


def test_systems_in_rows_are_named_with_their_paper(release):
    folder = release(
        "rom,one.avg,one.sd,two\n",
        "Algorithm,Score,Paper Title,Date,Game,Source\n"
        "New ,1.50,On Play,2019.0,pong,Web\nBold,2,,,pong,LABEL\n",
    )
    assert [[*row[:3], row[6]] for row in ale_published.rows(folder)] == [
        ["Bold", "pong", "2", f"{ATARI5}: LABEL"],
        ["New", "pong", "1.50", f"{ATARI5}: On Play (2019)"],
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rom,one.avg,one.sd,two\npong,1,1,x\n", r"wide.csv, row 2, column 'two': 'x' is not"),
        ("rom,one.avg,one.sd,two\npong,inf,1,1\n", r"row 2, column 'one.avg': 'inf' is not a fin"),
        ("rom,one.avg,two\npong,1,1\n", r"wide.csv, row 2: there is no column 'one.sd'"),
        ("rom,one.avg,one.sd,two\nchess,1,1,1\n", r"game: 'chess' is no known game"),
    ],
)
def test_other_files_are_refused(release, text, message):
    with pytest.raises(ValueError, match=message):
        ale_published.rows(release(text))


def test_changed_files_are_refused(release, monkeypatch):
    folder = release("rom,one.avg,one.sd,two\n")
    other = replace(ale_published.DATASET, sha256="0" * 64)
    monkeypatch.setattr(ale_published, "DATASET", other)
    with pytest.raises(ValueError, match="upstream may have changed"):
        ale_published.rows(folder)


@pytest.mark.parametrize(("spelling", "name"), SPELLINGS.items())
def test_a_game_has_one_name(spelling, name):
    assert ale_published.game_name(spelling) == name


def test_names_are_those_of_the_other_tables(table):
    assert set(table["game"]) == set(GAMES)
    assert set(OTHER_SPELLINGS.values()) <= set(GAMES)
    assert set(datasets.load("bbf_runs")["game"]) <= set(GAMES)
    assert set(ale.GAMES) <= set(GAMES)


def wide(table, source):
    return table[table["source"] == source].pivot(index="game", columns="system", values="score")


def test_the_planners_have_all_games_but_skiing(table):
    planners = wide(table, "rollout-iw table_iw")
    assert set(ale.GAMES) - set(planners.index) == {"skiing"}
    assert planners.notna().all(axis=None)


def test_what_the_datasheet_says_of_planning(table):
    planners = wide(table, "rollout-iw table_iw")[["full tree", "UCT"]].max(axis=1)
    neat = wide(table, "Atari-5 NEAT")
    planning, learner = (
        neat[c].reindex(planners.index) for c in ("Planning", "best linear learner")
    )
    above = planning > planners + 0.5
    assert (abs(planning - planners)[~above] <= 0.5).all()
    assert above.sum() == 6
    assert (planning == learner)[above].sum() == 3
    beyond = planning.index[above & (planning > learner)]
    assert set(beyond) == {"berzerk", "freeway", "privateeye"}


def test_what_the_datasheet_says_of_references(table):
    references = wide(table, "Atari-Human")
    span = references["human"] - references["random"]
    assert (abs(references["DQN random"] - references["random"]) > 0.05 * span).sum() == 11
    assert references.loc["videopinball", "random"] == 0
    others = table[
        (table["game"] == "videopinball") & table["system"].isin(["random", "DQN random"])
    ]
    assert ((others["score"] > 14_000) | (others["score"] == 0)).all()
    assert (table["system"] == "random").groupby(table["source"]).any().sum() == 4
    table5 = wide(table, "rollout-iw table5")
    apart = abs(table5["human"] - references["human"].reindex(table5.index))
    assert (len(table5), (apart >= 1).sum()) == (49, 31)


def test_what_the_datasheet_says_of_scores_that_stand_twice(table):
    table4, table5 = (wide(table, f"rollout-iw table{k}") for k in (4, 5))
    twice = table4["Blob-PROST min"].reindex(table5.index)
    assert set(table5.index[table5["Blob-PROST min"] != twice]) == {"choppercommand", "roadrunner"}
    nature = table[table["system"] == "Nature DQN"].set_index("game")["score"]
    both = nature.index.intersection(table5.index)
    assert len(both) > 40
    assert (nature[both] == table5.loc[both, "DQN"]).all()
    hs = table[table["system"] == "Prior+Duel hs"]
    assert hs["source"].nunique() == 2
    assert hs["game"].duplicated().sum() == 4
    released = table[table["source"].str.startswith(ATARI5)]
    assert (released["system"].nunique(), released["game"].nunique()) == (62, 57)


def test_quoted_rows_agree_with_released_ones_but_for_the_random_reference(table):
    def of(*sources):
        return table[table["source"].isin(sources)].set_index(["system", "game"])["score"]

    quoted = of("quoted in the document")
    released = of("rollout-iw table_iw", "Atari-5 NEAT")
    both = quoted.index.intersection(released.index)
    assert len(both) == 6
    assert both[quoted[both] != released[both]].tolist() == [("random", "hero")]
