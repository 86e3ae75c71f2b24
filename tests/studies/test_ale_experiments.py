"""The recorded experiments on the emulator: what is asked of it, and what is written."""

from pathlib import Path

import pandas as pd
import pytest

from benchlib import ale, datasets, preregistration
from benchlib.ale import learning, planning
from benchlib.cli import main
from benchlib.datasets import build
from benchlib.studies import ale_experiments


@pytest.fixture
def written(monkeypatch):
    """Keep tables instead of writing them to the folder of data."""
    tables = {}

    def keep(name, rows):
        tables[name] = rows
        return Path(f"{name}.csv")

    monkeypatch.setattr(build, "record", keep)
    return tables


def test_testing_games_meet_rewards_and_are_the_shortest_of_these():
    games = ale_experiments.learner_testing_games()
    assert len(games) == 2
    assert set(games) <= set(ale.TESTING_GAMES)
    table = datasets.load("ale_baselines")
    random = table[(table["policy"] == "random") & (table["phase"] == "screen")]
    medians = random.groupby("game")[["score", "frames"]].median().drop([*ale.DESIGN_GAMES])
    longest = medians["frames"][list(games)].max()
    assert (medians["score"][list(games)] > 0).all()
    assert ((medians["frames"] >= longest) | (medians["score"] <= 0)).drop([*games]).all()


def test_half_of_the_episodes_are_not_most_of_them(monkeypatch):
    # The median of 0, 0, 1, 1 is above 0.
    scores = dict.fromkeys(ale.TESTING_GAMES, (0, 0, 0, 1))
    scores |= {"pong": (0, 0, 1, 1), "hero": (0, 1, 1, 1), "qbert": (0, 2, 2, 2)}
    frames = {"pong": 1, "hero": 9, "qbert": 5}
    rows = [
        ("random", "screen", game, score, frames.get(game, 2))
        for game, own in scores.items()
        for score in own
    ]
    table = pd.DataFrame(rows, columns=["policy", "phase", "game", "score", "frames"])
    monkeypatch.setattr(datasets, "load", lambda _: table)
    assert ale_experiments.learner_testing_games() == ("qbert", "hero")


def test_the_seeds_are_those_of_the_plan():
    plan = preregistration.read(datasets.folder() / "plans.jsonl")
    planned = {name.split(", ")[1]: r for name, r in plan.ranges.items()}
    wanted = {"design games": "design", "testing games": "testing"}
    seeds = {wanted.get(name, name.removesuffix("s")): r.first for name, r in planned.items()}
    assert seeds == ale_experiments.SEEDS
    assert all(r.first == r.last for r in planned.values())
    looks = {name: rule.looks for name, rule in plan.rules.items()}
    assert looks == {
        "palette or pairs": (ale_experiments.TRIALS,),
        "merging of equal states": (ale_experiments.MERGING_EPISODES,),
    }


def test_learners_on_design_and_testing_games(monkeypatch, written, tmp_path):
    asked = []

    def tables(representations, games, **options):
        asked.append((tuple(representations), tuple(games), options))
        one = [["bass", games[0], 0, "frozen", 0, options["seed"], 5]]
        return (
            pd.DataFrame(one, columns=list(learning.EPISODE_COLUMNS)),
            pd.DataFrame(
                [["bass", games[0], 0, 10, 9, 8, 1 / 3]], columns=list(learning.MEMORY_COLUMNS)
            ),
        )

    monkeypatch.setattr(learning, "learner_tables", tables)
    path = ale_experiments.record_learners(checkpoints=tmp_path, workers=2, trials=3)
    assert path == Path("ale_learners.csv")
    testing = ale_experiments.learner_testing_games()
    assert [games for _, games, _ in asked] == [ale.DESIGN_GAMES, testing]
    assert [set(names) for names, _, _ in asked] == [set(learning.SETTINGS)] * 2
    options = [told for _, _, told in asked]
    assert [told["trials"] for told in options] == [3, 3]
    seeds = [told["seed"] for told in options]
    folders = [told["checkpoints"] for told in options]
    assert len(set(seeds)) == len(set(folders)) == 2
    assert [row[5] for row in written["ale_learners"]] == [str(seed) for seed in seeds]
    assert written["ale_learner_memory"][0][-1] == "0.333333"


def test_planners_with_a_seed_for_each_experiment(monkeypatch, written, tmp_path):
    asked = {}

    def table(experiment, **options):
        asked[experiment] = options
        return pd.DataFrame([[experiment] + [0] * (len(planning.COLUMNS) - 1)])

    monkeypatch.setattr(planning, "planner_table", table)
    ale_experiments.record_planners(checkpoints=tmp_path, budget_episodes=2, merging_episodes=3)
    assert asked["budget"]["episodes"] == 2
    assert asked["merging"]["episodes"] == 3
    assert asked["budget"]["seed"] != asked["merging"]["seed"]
    assert [row[0] for row in written["ale_planners"]] == ["merging", "budget"]


def test_the_command_asks_for_checkpoints(monkeypatch, capsys, tmp_path):
    assert main(["study", "ale-learners"]) == 2
    assert "ale-learners needs --checkpoints DIR" in capsys.readouterr().err
    assert main(["study", "bbf-agreement", "--checkpoints", str(tmp_path)]) == 2
    assert "bbf-agreement takes no --checkpoints DIR" in capsys.readouterr().err
    seen = {}
    monkeypatch.setattr(ale_experiments, "record_planners", lambda **told: seen.update(told) or "t")
    assert main(["study", "ale-planners", "--workers", "2", "--checkpoints", str(tmp_path)]) == 0
    assert seen == {"workers": 2, "checkpoints": tmp_path}
    assert capsys.readouterr().out == "t\n"
