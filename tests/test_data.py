"""The tables: as listed, as described, every digit kept, and nothing else accepted."""

import csv
import hashlib
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from benchlib import datasets
from benchlib.datasets import bbf, build
from benchlib.datasets.catalog import DATASHEETS, Column, Datasheet
from benchlib.datasets.sources import Source, located

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"

SHEET = Datasheet(
    name="cups",
    title="Cups",
    row="one cup",
    columns={
        "name": Column("str", "its name"),
        "size": Column("int64", "how many"),
        "mass": Column("float64", "in grams"),
    },
    key=("name", "size"),
    made_by="hand",
    source="none",
    licence="none",
    attribution="none",
    quirks=(),
)


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_the_tables_are_those_of_the_checkout():
    assert datasets.folder() == DATA
    assert {f"{name}.csv" for name in datasets.names()} == {p.name for p in DATA.glob("*.csv")}
    assert datasets.verify() == datasets.names()


def test_the_readme_is_generated(tmp_path):
    assert build.write_readme(tmp_path).read_bytes() == (DATA / "README.md").read_bytes()


def test_the_checksums_are_those_of_the_tables():
    assert datasets.checksums() == {p.name: sha(p.read_bytes()) for p in DATA.glob("*.csv")}


@pytest.mark.parametrize("name", datasets.names())
def test_a_datasheet_covers_its_table(name):
    sheet = datasets.describe(name)
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    assert list(sheet.columns) == header
    assert set(sheet.key) <= set(header)
    facts = [sheet.title, sheet.row, sheet.made_by, sheet.source, sheet.licence, sheet.attribution]
    assert all(facts)
    assert all(column.description for column in sheet.columns.values())
    text = sheet.to_markdown()
    assert all(f"| `{column}` |" in text for column in header)
    assert all(fact in text for fact in facts[1:])


@pytest.mark.parametrize("name", datasets.names())
def test_text_keeps_every_digit(name):
    table = datasets.load(name, as_text=True)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.to_numpy().tolist())
    assert buffer.getvalue().encode("utf-8") == (DATA / f"{name}.csv").read_bytes()


def test_numbers_are_the_nearest_floats():
    text = datasets.load("bbf_runs", as_text=True)
    table = datasets.load("bbf_runs")
    assert table["run"].dtype == "int64"
    for column in ("score", "normalized_score"):
        assert table[column].dtype == "float64"
        assert table[column].tolist() == [float(value) for value in text[column]]


@pytest.fixture
def copied(monkeypatch, tmp_path) -> Path:
    """Read the tables from a copy that may be spoiled."""
    for path in DATA.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(datasets, "folder", lambda: tmp_path)
    return tmp_path


def test_a_changed_byte_is_refused(copied):
    path = copied / "bbf_runs.csv"
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"table bbf_runs: .* is not the file that checksums"):
        datasets.load("bbf_runs")
    with pytest.raises(ValueError, match="table bbf_runs"):
        datasets.verify()


def test_an_unlisted_table_is_refused(copied):
    (copied / "checksums.txt").write_text("")
    with pytest.raises(ValueError, match="not the file that checksums"):
        datasets.load("claims")


def test_a_listed_stranger_is_refused(copied):
    with (copied / "checksums.txt").open("a") as file:
        file.write(f"{sha(b'x')}  stranger.csv\n")
    with pytest.raises(ValueError, match=r"without a datasheet: \['stranger.csv'\]"):
        datasets.verify()


def test_a_missing_table_says_how_to_make_it(copied):
    (copied / "claims.csv").unlink()
    with pytest.raises(FileNotFoundError, match="`benchlib data build` makes it"):
        datasets.load("claims")


@pytest.mark.parametrize("function", [datasets.load, datasets.describe])
def test_an_unknown_name_lists_the_known_ones(function):
    known = ", ".join(datasets.names())
    with pytest.raises(ValueError, match=f"name: there is no table 'runs'.*{known}"):
        function("runs")


def read(tmp_path: Path, text: str):
    path = tmp_path / "cups.csv"
    path.write_text(text, encoding="utf-8")
    return datasets.read_table(path, SHEET)


def test_a_sound_table_is_read(tmp_path):
    table = read(tmp_path, "name,size,mass\nNA,1,0.1\n,2,1e3\n")
    assert table["name"].tolist() == ["NA", ""]
    assert table["size"].tolist() == [1, 2]
    assert table["mass"].tolist() == [0.1, 1000.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,size\na,1\n", "table cups: the columns are name, size, where name, size, mass"),
        ("name,size,mass,x\na,1,2,3\n", "the columns are name, size, mass, x"),
        ("size,name,mass\n1,a,2\n", "the columns are size, name, mass"),
        ("name,size,mass\na,1,2\nb,1,2\na,1,3\n", r"table cups: row 4 .*\('a', '1'\)"),
        ("name,size,mass\na,1,2\nb,2,heavy\n", "row 3, column mass: 'heavy' is not a number"),
        ("name,size,mass\na,1.5,2\n", "row 2, column size: '1.5' is not a number"),
        ("name,size,mass\na,1,\n", "table cups: row 2, column mass: '' is not a number"),
    ],
)
def test_an_unsound_table_is_named_by_row_and_column(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        read(tmp_path, text)


def test_located_gives_the_expected_bytes_only(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"right")
    source = Source("a.csv", "https://example.org/a.csv", sha(b"right"))
    assert located(source, tmp_path) == b"right"
    (tmp_path / "a.csv").write_bytes(b"wrong")
    with pytest.raises(ValueError, match=f"a.csv: the content has SHA-256 {sha(b'wrong')}"):
        located(source, tmp_path)
    (tmp_path / "a.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"leave the folder out to download .*example"):
        located(source, tmp_path)


def test_located_downloads_and_checks(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"right")
    address = (tmp_path / "a.csv").as_uri()
    assert located(Source("a.csv", address, sha(b"right")), None) == b"right"
    with pytest.raises(ValueError, match="upstream may have changed"):
        located(Source("a.csv", address, sha(b"other")), None)


HEADER = ",seed,game,GameScoreAverage,GameScoreNormalized\n"


@pytest.fixture
def upstream(monkeypatch, tmp_path):
    """Return a function that makes a folder of two released files the only upstream."""

    def make(first: str, second: str) -> Path:
        folder = tmp_path / "upstream"
        (folder / "bbf").mkdir(parents=True)
        conditions = {}
        for name, text in (("new", first), ("old", second)):
            content = text.encode("utf-8")
            (folder / "bbf" / f"{name}.csv").write_bytes(content)
            conditions[name] = Source(f"bbf/{name}.csv", "https://example.org", sha(content))
        monkeypatch.setattr(bbf, "CONDITIONS", conditions)
        monkeypatch.setattr(build, "BUILDERS", {"bbf_runs": bbf.rows})
        return folder

    return make


def test_build_orders_rows_and_keeps_digits(upstream, tmp_path):
    folder = upstream(
        HEADER + "0,12,pong,1.50,0.10\n1,3,pong,2,1e-3\n2,7,alien,3.0,-0.0\n",
        HEADER + "0,5,alien,4.00,2.000\n",
    )
    out = tmp_path / "out"
    made = build.build_all(source=folder, output=out)
    assert [path.name for path in made] == ["bbf_runs.csv"]
    assert {path.name for path in out.iterdir()} == {"bbf_runs.csv", "checksums.txt", "README.md"}
    expected = (
        b"condition,game,run,score,normalized_score\n"
        b"new,alien,7,3.0,-0.0\n"
        b"new,pong,3,2,1e-3\n"
        b"new,pong,12,1.50,0.10\n"
        b"old,alien,5,4.00,2.000\n"
    )
    assert made[0].read_bytes() == expected
    assert (out / "checksums.txt").read_text() == f"{sha(expected)}  bbf_runs.csv\n"
    assert len(datasets.read_table(made[0], DATASHEETS["bbf_runs"])) == 4


GOOD = HEADER + "0,1,pong,1,1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER.replace("game", "title") + "0,1,pong,1,1\n", r"bbf/old.csv: the columns are .*ti"),
        (HEADER[:-1] + ",extra\n0,1,pong,1,1,1\n", "bbf/old.csv: the columns are"),
        ("", "bbf/old.csv: the columns are None"),
        (GOOD + "1,2,pong,nan,1\n", "bbf/old.csv, row 3: a score is not finite"),
        (GOOD + "1,2,pong,1,inf\n", "bbf/old.csv, row 3: a score is not finite"),
        (GOOD + "1,2,pong,high,1\n", "bbf/old.csv, row 3: unreadable .*'high'"),
        (GOOD + "1,two,pong,1,1\n", "bbf/old.csv, row 3: unreadable .*'two'"),
        (GOOD + "1,2,pong,1\n", "bbf/old.csv, row 3: unreadable"),
    ],
)
def test_build_refuses_what_it_does_not_know_and_writes_nothing(upstream, tmp_path, text, message):
    folder, out = upstream(GOOD, text), tmp_path / "out"
    with pytest.raises(ValueError, match=message):
        build.build_all(source=folder, output=out)
    assert not out.exists()


def test_build_needs_every_upstream_file(upstream, tmp_path):
    folder = upstream(GOOD, GOOD)
    (folder / "bbf" / "old.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"old\.csv is missing"):
        build.build_all(source=folder, output=tmp_path / "out")


def test_every_release_has_its_own_file_and_checksum():
    sources = list(bbf.CONDITIONS.values())
    assert len(sources) == len({s.sha256 for s in sources}) == len({s.url for s in sources})
    assert set(datasets.load("bbf_runs")["condition"]) == set(bbf.CONDITIONS)


@pytest.mark.skipif(
    "BENCHLIB_UPSTREAM" not in os.environ,
    reason="BENCHLIB_UPSTREAM names no folder of upstream files",
)
def test_the_release_gives_the_tables_to_the_byte(tmp_path):
    for name in set(datasets.names()) - set(build.BUILDERS):
        (tmp_path / f"{name}.csv").write_bytes((DATA / f"{name}.csv").read_bytes())
        build.accept(name, output=tmp_path)
    build.build_all(source=Path(os.environ["BENCHLIB_UPSTREAM"]), output=tmp_path)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {
        p.name: p.read_bytes() for p in DATA.iterdir() if p.name != "plans.jsonl"
    }


USE_WHEEL = """
import sys
from importlib.resources import files
from pathlib import Path

root = Path(sys.argv[1])
sys.path.insert(0, str(root))
import benchlib
from benchlib import claims, datasets

assert Path(benchlib.__file__).is_relative_to(root), benchlib.__file__
assert datasets.folder() == root / "benchlib" / "_data"
assert datasets.verify() == datasets.names()
assert (files("benchlib.plots") / "bench.mplstyle").is_file()
assert len(claims.read_lock()) == len(datasets.load("claims"))
print(len(datasets.load("bbf_runs")))
"""


def test_the_wheel_brings_its_tables(tmp_path):
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps"]
    subprocess.run(
        [*pip, "--no-build-isolation", "--no-cache-dir", "--wheel-dir", tmp_path, ROOT],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("benchlib-*.whl")
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    done = subprocess.run(
        [sys.executable, "-c", USE_WHEEL, unpacked],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(datasets.load("bbf_runs"))


def test_building_does_not_sign_a_corrupted_table(copied, upstream, monkeypatch):
    table = copied / "bbf_agreement.csv"
    table.write_bytes(table.read_bytes().replace(b"0.", b"0.9", 1))
    folder = upstream(HEADER + "0,1,pong,1,0.1\n", HEADER + "0,5,pong,4,2\n")
    build.build_all(source=folder, output=copied)
    with pytest.raises(ValueError, match=r"table bbf_agreement: .* accept it with"):
        datasets.load("bbf_agreement")
    build.accept("bbf_agreement", output=copied)
    assert len(datasets.load("bbf_agreement"))


def test_accepting_refuses_what_does_not_fit(copied):
    table = copied / "bbf_runs.csv"
    before = (copied / "checksums.txt").read_text()
    for old, new, message in (
        (b",1032.5,", b",nan,", "row 2, column score: 'nan' is not finite"),
        (b",1032.5,", b",1_032.5,", "row 2, column score: '1_032.5' is not a number"),
        (b",11623,", b", 11623,", "row 2, column run: ' 11623' is not a number"),
        (b",1032.5,", b",inf,", "row 2, column score: 'inf' is not finite"),
    ):
        original = table.read_bytes()
        table.write_bytes(original.replace(old, new, 1))
        with pytest.raises(ValueError, match=message):
            build.accept("bbf_runs", output=copied)
        table.write_bytes(original)
    assert (copied / "checksums.txt").read_text() == before


def test_a_malformed_list_of_checksums(copied):
    (copied / "checksums.txt").write_text("what is this\n")
    with pytest.raises(ValueError, match=r"checksums\.txt, line 1: expected a SHA-256 and a file"):
        datasets.verify()


def test_a_failed_download_names_the_way_out(monkeypatch):
    def fail(*arguments, **options):
        raise OSError("no route")

    monkeypatch.setattr("urllib.request.urlopen", fail)
    with pytest.raises(OSError, match=r"x\.csv can't be downloaded .* --source"):
        located(Source("a/x.csv", "https://example.org/x.csv", "0" * 64), None)
