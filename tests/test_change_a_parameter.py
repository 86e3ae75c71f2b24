"""A reader changes the constants of a chapter, runs everything, and is not stopped."""

import warnings
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
# For each chapter, a line of its setup cell and what a reader might write there.
CHANGES = {
    "bbf/retention": (
        "SEED, N_RESAMPLES, BUDGETS = 20261107, 4000, (2, 5, 10)",
        "SEED, N_RESAMPLES, BUDGETS = 1, 300, (3, 8, 12)",
    ),
    "bbf/exact_agreement": (
        "SEED, N_RESAMPLES, BUDGETS = 20261107, 4000, (2, 5, 10)",
        "SEED, N_RESAMPLES, BUDGETS = 1, 300, (3, 8, 12)",
    ),
    "bot/win_rate": ("WON, PLAYED, NOMINAL = 6, 10, 0.95", "WON, PLAYED, NOMINAL = 7, 12, 0.9"),
    "bot/games_needed": (
        "GAIN, LEVEL, POWER = 0.05, 0.95, 0.8",
        "GAIN, LEVEL, POWER = 0.06, 0.9, 0.7",
    ),
    "bot/ratings": (
        "SEED, N_PANELS, N_RESAMPLES = 20261107, 200, 99",
        "SEED, N_PANELS, N_RESAMPLES = 3, 40, 49",
    ),
    "bot/best_of_many": (
        "SEED, N_VERSIONS, N_GAMES, N_RUNS = 20261107, 10, 200, 4000",
        "SEED, N_VERSIONS, N_GAMES, N_RUNS = 3, 6, 100, 500",
    ),
    "bot/gates_and_sequential": (
        "SEED, N_GAMES, PASS_MARK, N_CANDIDATES = 20261107, 512, 0.52, 100",
        "SEED, N_GAMES, PASS_MARK, N_CANDIDATES = 3, 400, 0.53, 50",
    ),
    "bot/ladder": (
        "SEED, N_TEAMS, N_REPEATS = 20261107, 400, 20_000",
        "SEED, N_TEAMS, N_REPEATS = 3, 100, 2000",
    ),
    "bot/pairing": (
        "SEED, N_DRAWS, N_RUNS, N_MAPS, POOL = 20261130, 10_000, 200, 100, 2000",
        "SEED, N_DRAWS, N_RUNS, N_MAPS, POOL = 3, 500, 60, 60, 500",
    ),
    "bot/mirror": (
        "SEED, N_MAPS, N_STEPS, N_SEEDS = 20261201, 50, 40, 6",
        "SEED, N_MAPS, N_STEPS, N_SEEDS = 3, 20, 10, 3",
    ),
    "bot/misleading": (
        "SEED, N_MAPS, N_STEPS = 20261107, 100, 60",
        "SEED, N_MAPS, N_STEPS = 3, 40, 20",
    ),
    "cig/what_games_measure": (
        "SEED, N_SELECT, N_RESAMPLES = 20261130, 10, 400",
        "SEED, N_SELECT, N_RESAMPLES = 3, 8, 60",
    ),
    "cig/by_hand": (
        "SEED, N_DRAWS, WIDTH = 20261201, 20_000, 0.01",
        "SEED, N_DRAWS, WIDTH = 3, 2000, 0.02",
    ),
    "cig/choosing_ten": (
        "SEED, N_SELECT, N_RESTARTS, N_RESAMPLES = 20261130, 10, 20, 60",
        "SEED, N_SELECT, N_RESTARTS, N_RESAMPLES = 3, 8, 3, 10",
    ),
    "cig/audit": (
        "SEED, N_SELECT, N_SETS, N_DRAWS = 20261130, 10, 40, 40",
        "SEED, N_SELECT, N_SETS, N_DRAWS = 3, 8, 10, 10",
    ),
    "cig/atari": (
        "SEED, N_SHUFFLES, N_SPLITS, N_RESAMPLES = 20261130, 200, 100, 40",
        "SEED, N_SHUFFLES, N_SPLITS, N_RESAMPLES = 3, 40, 20, 10",
    ),
    "ale/normalization": (
        "SEED, N_SIMULATIONS = 20261108, 4000",
        "SEED, N_SIMULATIONS = 3, 400",
    ),
    "ale/aggregates": (
        "SEED, N_RESAMPLES, N_SIMULATIONS = 20261109, 2000, 300",
        "SEED, N_RESAMPLES, N_SIMULATIONS = 3, 300, 40",
    ),
    "ale/paired_tests": (
        "SEED, ALPHA, MARGIN, N_DRAWS = 20261107, 0.01, 0.1, 2000",
        "SEED, ALPHA, MARGIN, N_DRAWS = 3, 0.05, 0.2, 300",
    ),
    "ale/reading_results": (
        "SEED, N_LEARNERS, N_BASELINES, N_DRAWS = 20261107, 5, len(ale.BASELINES), 20_000",
        "SEED, N_LEARNERS, N_BASELINES, N_DRAWS = 3, 4, 20, 2000",
    ),
    "ale/baselines": (
        "SEED, N_DRAWS, SHARE = 20261130, 400, 0.05",
        "SEED, N_DRAWS, SHARE = 3, 40, 0.1",
    ),
    "ale/representations": (
        "SEED, N_FREEWAY, N_SEAQUEST, N_STEPS = 20261107, 500, 500, 400",
        "SEED, N_FREEWAY, N_SEAQUEST, N_STEPS = 3, 100, 150, 100",
    ),
    "ale/learning": (
        'SEED, GAME, N_EPISODES, N_SIMULATIONS = 20261130, "spaceinvaders", 8, 300',
        'SEED, GAME, N_EPISODES, N_SIMULATIONS = 3, "freeway", 3, 40',
    ),
    "ale/planning": (
        "SEED, N_BEFORE, N_SIMULATIONS, DEPTH_FRAMES = 2, 70, 24, 100",
        "SEED, N_BEFORE, N_SIMULATIONS, DEPTH_FRAMES = 3, 40, 12, 50",
    ),
    "ale/merging": (
        "SEED, N_STATES, N_SIMULATIONS, DEPTH_FRAMES = 4, 6, 24, 100",
        "SEED, N_STATES, N_SIMULATIONS, DEPTH_FRAMES = 3, 4, 12, 50",
    ),
}


def run(name, change, monkeypatch, *, live):
    if live:
        monkeypatch.setenv("JPY_SESSION_NAME", "as in JupyterLab")
    else:
        monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    path = NOTEBOOKS / f"{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    declared, changed = change
    (setup,) = (cell for cell in notebook.cells if declared in cell.source)
    setup.source = setup.source.replace(declared, changed)
    client = NotebookClient(notebook, timeout=120, allow_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the client's own, about event loops and encryption
        client.execute(cwd=path.parent)
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    errors = [f"{o.ename}: {o.evalue}" for o in outputs if o.output_type == "error"]
    notes = [o for o in outputs if "no longer right" in str(o.get("data", {}).get("text/html"))]
    return errors, notes


@pytest.mark.parametrize("name", CHANGES)
def test_other_constants_run_through_in_a_live_session(name, monkeypatch):
    errors, _ = run(name, CHANGES[name], monkeypatch, live=True)
    assert errors == []


def test_a_sentence_that_no_longer_holds_is_named(monkeypatch):
    _, notes = run("bbf/retention", CHANGES["bbf/retention"], monkeypatch, live=True)
    assert notes


def test_without_a_reader_a_false_sentence_is_an_error(monkeypatch):
    errors, _ = run("bbf/retention", CHANGES["bbf/retention"], monkeypatch, live=False)
    assert any("no longer true" in error for error in errors)


def test_every_chapter_is_changed():
    chapters = {str(p.relative_to(NOTEBOOKS).with_suffix("")) for p in NOTEBOOKS.glob("*/*.ipynb")}
    assert chapters == CHANGES.keys()
