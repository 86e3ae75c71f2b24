"""A reader changes the constants of a chapter, runs everything, and is not stopped."""

import warnings
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

CHAPTERS = Path(__file__).parents[1] / "notebooks" / "bbf"
DECLARED = "SEED, N_RESAMPLES, BUDGETS = 20261107, 4000, (2, 5, 10)"


def run(name, constants, monkeypatch, *, live):
    if live:
        monkeypatch.setenv("JPY_SESSION_NAME", "as in JupyterLab")
    else:
        monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    notebook = nbformat.read(CHAPTERS / f"{name}.ipynb", as_version=4)
    (setup,) = (cell for cell in notebook.cells if DECLARED in cell.source)
    setup.source = setup.source.replace(DECLARED, f"SEED, N_RESAMPLES, BUDGETS = {constants}")
    client = NotebookClient(notebook, timeout=120, allow_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the client's own, about event loops and encryption
        client.execute(cwd=CHAPTERS)
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    errors = [f"{o.ename}: {o.evalue}" for o in outputs if o.output_type == "error"]
    notes = [o for o in outputs if "no longer right" in str(o.get("data", {}).get("text/html"))]
    return errors, notes


@pytest.mark.parametrize("name", ["retention", "exact_agreement"])
def test_other_constants_run_through_in_a_live_session(name, monkeypatch):
    errors, notes = run(name, "1, 300, (3, 8, 12)", monkeypatch, live=True)
    assert errors == []
    # Some sentence hangs on the declared constants, and the reader is told.
    assert notes or name == "exact_agreement"


def test_without_a_reader_a_false_sentence_is_an_error(monkeypatch):
    errors, _ = run("retention", "1, 300, (3, 8, 12)", monkeypatch, live=False)
    assert any("no longer true" in error for error in errors)
