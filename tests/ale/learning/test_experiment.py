import json
import logging
import os
import shutil
import signal
import threading
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
    # Stopped after one trial of one cell, and of the other cell nothing; then two go on.
    tables(tmp_path, (["basic"], ["freeway"]), trials=1)
    assert same(tables(tmp_path, workers=2), alone)


def n_records(folder):
    files = [path for path in folder.glob("*.json") if path.name != "settings.json"]
    return sum(len(json.loads(path.read_text())["records"]) for path in files)


def test_a_cluster_that_loses_a_worker_does_not_show(whole, tmp_path):
    # Two processes, of which one that is at work on a trial is killed when the first one is done.
    _, alone = whole
    killed_at, over = [], threading.Event()

    def kill_in_mid_run(client, pids):
        while not killed_at and not over.wait(0.005):
            n = n_records(tmp_path)
            busy = [worker for worker, work in client.processing().items() if work] if n else []
            if busy:
                os.kill(pids[busy[0]], signal.SIGKILL)
                killed_at.append(n)

    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)
        assert os.getpid() not in pids.values()
        killer = threading.Thread(target=kill_in_mid_run, args=[client, pids])
        killer.start()
        try:
            with joblib.parallel_config(backend="dask"):
                together = tables(tmp_path)
        finally:
            over.set()
            killer.join()
        assert set(client.run(os.getpid).values()) != set(pids.values())
    assert killed_at and killed_at[0] < n_records(tmp_path) == 4
    assert same(together, alone)


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
        ({"chosen": ([["ram"]], ["pong"])}, "representations: name some of"),
        ({"chosen": (None, ["pong"])}, "representations: give names in a fixed order, as a list"),
        ({"chosen": ({"ram", "lsh"}, ["pong"])}, "representations: give names in a fixed order"),
        ({"chosen": (["ram"], {"pong", "freeway"})}, "games: give names in a fixed order"),
        ({"chosen": (["ram"], 5)}, "games: give names in a fixed order, as a list, got 5"),
    ]:
        with pytest.raises(ValueError, match=message):
            tables(tmp_path / "never", **bad)
    assert not (tmp_path / "never").exists()


def test_a_record_cut_in_half_or_of_something_else_is_named(whole, tmp_path):
    folder, alone = whole
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "bass-freeway.json"
    content = path.read_text()
    first, second = json.loads(content)["records"]
    less = {name: value for name, value in second.items() if name != "n_rows"}
    shorter = second | {"training_scores": []}
    for records in ([first, {}], [first, 7], [first, less], [first, shorter]):
        path.write_text(json.dumps({"cell": ["bass", "freeway"], "records": records}))
        with pytest.raises(
            ValueError, match=r"checkpoints: record 1 of bass-freeway\.json is no trial .* remove"
        ):
            tables(tmp_path)
    path.write_text(content[: len(content) // 2])
    with pytest.raises(
        ValueError, match=r"checkpoints: .*bass-freeway\.json is damaged; remove it"
    ):
        tables(tmp_path)
    path.write_text(json.dumps({"cell": ["bass", "freeway"], "records": [first]}))
    assert same(tables(tmp_path), alone)


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
