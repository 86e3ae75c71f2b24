import subprocess
import sys
from pathlib import Path

import pytest

import benchlib
from benchlib import datasets
from benchlib.cli import main
from benchlib.datasets import build


def test_version(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"benchlib {benchlib.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["data"], ["nothing"], ["claims", "--nothing"]])
def test_a_wrong_command_line(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert "usage: benchlib" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["claims", "--document", "xyz"], "benchlib: unknown document 'xyz'; choose from bbf"),
        (["claims", "--update", "--document", "bbf"], "benchlib: --update accepts all documents"),
    ],
)
def test_an_error_is_one_line(arguments, message, capsys):
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(message)
    assert printed.err.count("\n") == 1


def test_data_build_passes_its_folders_on(monkeypatch, capsys, tmp_path):
    seen = {}

    def build_all(*, source, output):
        seen.update(source=source, output=output)
        return (tmp_path / "a.csv",)

    monkeypatch.setattr(build, "build_all", build_all)
    assert main(["data", "build", "--source", "up", "--output", str(tmp_path)]) == 0
    assert seen == {"source": Path("up"), "output": tmp_path}
    assert capsys.readouterr().out == f"{tmp_path / 'a.csv'}\n"
    assert main(["data", "build"]) == 0
    assert seen == {"source": None, "output": None}


def test_data_verify(monkeypatch, capsys):
    assert main(["data", "verify"]) == 0
    assert capsys.readouterr().out == f"{len(datasets.names())} tables verified\n"

    def changed():
        raise ValueError("table bbf_runs:\n was changed")

    monkeypatch.setattr(datasets, "verify", changed)
    assert main(["data", "verify"]) == 2
    assert capsys.readouterr().err == "benchlib: table bbf_runs: was changed\n"


def test_python_m_benchlib():
    done = subprocess.run(
        [sys.executable, "-m", "benchlib", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"benchlib {benchlib.__version__}\n"
