"""The commands that train and search, on episodes of a few decisions."""

import pandas as pd
import pytest

from benchlib.ale import learning, planning
from benchlib.cli import main


def test_learn_writes_two_tables(tmp_path, monkeypatch):
    seen = {}
    made = learning.learner_tables

    def short(*names, **options):
        seen.update(options)
        return made(*names, **options, n_background=20)

    monkeypatch.setattr(learning, "learner_tables", short)
    arguments = ["ale", "learn", "--games", "freeway", "--representations", "basic", "ram"]
    arguments += ["--trials", "1", "--training-episodes", "2", "--frozen-episodes", "1"]
    arguments += ["--max-decisions", "4", "--seed", "3", "--checkpoints", str(tmp_path / "c")]
    output, memory = tmp_path / "out" / "episodes.csv", tmp_path / "out" / "memory.csv"
    assert main([*arguments, "--output", str(output), "--memory", str(memory)]) == 0
    assert seen["seed"] == 3
    episodes = pd.read_csv(output)
    assert tuple(episodes.columns) == learning.EPISODE_COLUMNS
    assert episodes["phase"].tolist() == 2 * ["training", "training", "frozen"]
    assert (episodes["frames"] == 20).all()
    assert pd.read_csv(memory)["representation"].tolist() == ["basic", "ram"]
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("more", [[], ["--games", "freeway", "--budgets", "50"]])
def test_plan(tmp_path, more, monkeypatch):
    made = planning.planner_table
    asked = []

    def short(experiment, games, **options):
        asked.append((games, options["budgets"]))
        return made(experiment, ["freeway"], **(options | {"budgets": [40], "episodes": 1}))

    monkeypatch.setattr(planning, "planner_table", short)
    output = tmp_path / "planners.csv"
    arguments = ["ale", "plan", *more, "--max-decisions", "2", "--depth-frames", "20"]
    arguments += ["--checkpoints", str(tmp_path / "c"), "--output", str(output)]
    assert main(arguments) == 0
    assert asked == [(["freeway"], [50]) if more else (None, None)]
    assert tuple(pd.read_csv(output).columns) == planning.COLUMNS


def test_cost(capsys, monkeypatch):
    table = pd.DataFrame({"representation": ["ram"], "milliseconds": [0.8123], "core_hours": [9.6]})
    asked = {}

    def budget(names, **options):
        asked.update(options, names=names)
        return table

    monkeypatch.setattr(learning, "learning_budget", budget)
    assert main(["ale", "cost", "--mean-decisions", "700"]) == 0
    assert asked["mean_decisions"] == 700
    assert len(asked["names"]) == 5
    assert capsys.readouterr().out.split()[-3:] == ["ram", "0.81", "10.0"]


def test_unknown_names(tmp_path, capsys):
    folders = ["--checkpoints", str(tmp_path / "c"), "--output", str(tmp_path / "t.csv")]
    for name in ("learn", "plan"):
        assert main(["ale", name, "--games", "tetris", *folders]) == 2
        assert "there is no game 'tetris'" in capsys.readouterr().err
        assert not (tmp_path / "t.csv").exists()
