import json
import logging
from concurrent.futures import ThreadPoolExecutor

import distributed
import joblib
import pandas as pd
import pytest

from benchlib.ale import features, learning
from benchlib.ale.learning import experiment

SMALL = {
    "seed": 1,
    "trials": 2,
    "training_episodes": 1,
    "frozen_episodes": 1,
    "max_decisions": 20,
    "n_background": 30,
    "n_classes": 30,
}
PHASES = ("training", "frozen")
CHOSEN = (["basic", "bass"], ["freeway"])


def tables(folder, chosen=CHOSEN, **options):
    return learning.learner_tables(*chosen, checkpoints=folder, **(SMALL | options))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    return folder, tables(folder)


def same(one, other):
    return all(a.equals(b) for a, b in zip(one, other, strict=True))


def test_a_row_for_every_episode_and_every_trial(whole):
    _, (episodes, memory) = whole
    assert tuple(episodes.columns) == learning.EPISODE_COLUMNS
    assert tuple(memory.columns) == learning.MEMORY_COLUMNS
    counts = episodes.groupby(["representation", "game", "trial", "phase"]).size()
    assert counts.unstack("phase").to_dict("list") == {"frozen": [1] * 4, "training": [1] * 4}
    assert not episodes.duplicated(["representation", "game", "trial", "phase", "episode"]).any()
    assert (episodes["frames"] == 100).all()
    assert memory[["representation", "trial"]].to_numpy().tolist() == [
        ["basic", 0],
        ["basic", 1],
        ["bass", 0],
        ["bass", 1],
    ]
    assert memory["n_features"].tolist() == [28_672] * 2 + [1792 * 1793 // 2] * 2
    assert (memory["n_rows"] <= memory["n_features"]).all()
    assert (memory["n_rows"] >= memory["mean_active"]).all()


def test_no_record_holds_a_time(whole):
    folder, _ = whole
    record = json.loads((folder / "basic-freeway.json").read_text())["records"][0]
    assert set(record) == {
        *(f"{phase}_{what}" for phase in PHASES for what in ("scores", "frames")),
        *learning.MEMORY_COLUMNS[3:],
    }


def test_workers_and_stops_do_not_show(whole, tmp_path):
    _, alone = whole
    experiment._prepared.cache_clear()
    assert same(tables(tmp_path / "two", workers=2), alone)
    # Stopped after one trial of one cell, and of the other cell nothing.
    tables(tmp_path / "stopped", (["basic"], ["freeway"]), trials=1)
    assert same(tables(tmp_path / "stopped"), alone)


def test_a_cluster_does_not_show(whole, tmp_path):
    # Threads of one process; `tests/ale/test_runs.py` has a cluster of processes, and kills one.
    _, alone = whole
    experiment._prepared.cache_clear()
    with (
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=2,
            processes=False,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        assert same(tables(tmp_path), alone)


def test_trials_come_in_rounds(tmp_path, monkeypatch):
    made = []

    def work(cell, seeds, **options):
        for _ in seeds:
            made.append(cell)
            played = {f"{phase}_{what}": [5] for phase in PHASES for what in ("scores", "frames")}
            yield played | dict.fromkeys(learning.MEMORY_COLUMNS[3:], 1)

    monkeypatch.setattr(experiment, "_trials", work)
    tables(tmp_path, (["basic", "basic8"], ["pong", "freeway"]), trials=3)
    one_round = [(r, g) for g in ("pong", "freeway") for r in ("basic", "basic8")]
    assert made == one_round * 3


def test_the_same_learner_under_two_names_has_the_same_trials(tmp_path, monkeypatch):
    def prepare(representation, game, **options):
        return features.prepare("basic", game, rng=options["rng"], n_background=30)

    monkeypatch.setattr(experiment, "prepare", prepare)
    experiment._prepared.cache_clear()
    episodes, memory = tables(tmp_path, (["bass", "bass128"], ["freeway"]), trials=1)
    experiment._prepared.cache_clear()
    for table in (episodes, memory):
        one, other = (group.iloc[:, 1:] for _, group in table.groupby("representation"))
        assert one.reset_index(drop=True).equals(other.reset_index(drop=True))


def test_threads_do_not_share_what_features_remember():
    asked = "basic", "freeway", 1, 30, 30
    here = experiment._features(*asked)
    assert experiment._features(*asked) is here
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(experiment._features, *asked).result() is not here


def test_hostile_input(tmp_path):
    for bad, message in [
        ({"trials": 0}, "trials: expected a whole number of at least 1"),
        ({"training_episodes": 1.5}, "training_episodes: expected a whole number"),
        ({"frozen_episodes": 0}, "frozen_episodes: expected a whole number"),
        ({"max_decisions": True}, "max_decisions: expected a whole number"),
        ({"n_background": 0}, "n_background: expected a whole number"),
        ({"n_classes": "many"}, "n_classes: expected a whole number"),
        ({"seed": -1}, "seed: expected a whole number of at least 0"),
        ({"workers": 0}, "workers: expected a whole number"),
        ({"chosen": (["basics"], ["freeway"])}, "representations: name some of basic, bass"),
        ({"chosen": ([], ["freeway"])}, "representations: name some of"),
        ({"chosen": (["ram", "ram"], ["freeway"])}, "representations: .* each once"),
        ({"chosen": (["ram"], [])}, "games: name at least one game"),
        ({"chosen": (["ram"], ["pong", "pong"])}, "games: .* each once"),
        ({"chosen": (["ram"], ["chess"])}, "there is no"),
    ]:
        with pytest.raises(ValueError, match=message):
            tables(tmp_path / "never", **bad)
    assert not list((tmp_path / "never").glob("ram*"))


def test_another_run_needs_another_folder(whole):
    folder, _ = whole
    with pytest.raises(ValueError, match="belongs to a run with max_decisions 20 and not 21"):
        tables(folder, max_decisions=21)


def test_the_budget_adds_up(monkeypatch):
    monkeypatch.setattr("benchlib.ale.learning.budget._decide", lambda *_: 0.3)
    table = learning.learning_budget(
        "ram", mean_decisions=1000, game="freeway", n_decisions=300, rng=1
    )
    # 55 games, 30 trials, 5,500 episodes of 1,000 decisions of 1 ms.
    wanted = pd.DataFrame(
        {"representation": ["ram"], "milliseconds": [1.0], "core_hours": [55 * 30 * 5500 / 3600]}
    )
    pd.testing.assert_frame_equal(table, wanted)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mean_decisions": 0}, "mean_decisions: expected a positive number"),
        ({"mean_decisions": 3601}, "mean_decisions: an episode has at most 3600"),
        ({"n_decisions": 0}, "n_decisions: expected a whole number"),
        ({"rng": None}, "rng: expected"),
    ],
)
def test_hostile_budgets(options, message):
    with pytest.raises(ValueError, match=message):
        learning.learning_budget(["ram"], **({"mean_decisions": 100, "rng": 1} | options))
