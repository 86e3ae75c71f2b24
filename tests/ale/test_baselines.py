import numpy as np
import pandas as pd
import pytest

from benchlib import ale
from benchlib.cli import main
from benchlib.datasets import read_table
from benchlib.datasets.ale_baselines import ALE_BASELINES

# Random, two of Const (FIRE starts the game) and one of Perturb.
SOME = tuple(
    b
    for b in ale.BASELINES
    if (b.policy, b.action)
    in {("random", "any"), ("const", "FIRE"), ("const", "UP"), ("perturb", "FIRE")}
)
SMALL = {
    "policies": SOME,
    "episodes": 3,
    "random_episodes": 2,
    "best": 2,
    "fresh_episodes": 2,
    "max_frames": 300,
    "seed": 1,
}


def measure(folder, games=("assault",), **options):
    return ale.baseline_table(games, checkpoints=folder, **(SMALL | options))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("records")


@pytest.fixture(scope="module")
def table(folder):
    return measure(folder)


def test_the_rows(table):
    assert tuple(table.columns) == tuple(ALE_BASELINES.columns)
    screen = table[table["phase"] == "screen"]
    counts = screen.groupby(["policy", "action"], sort=False).size().to_dict()
    assert counts == {
        ("random", "any"): 2,
        ("const", "FIRE"): 2,
        ("const", "UP"): 2,
        ("perturb", "FIRE"): 3,
    }
    assert set(table["frames"]) == {300}


def test_the_table_fits_its_datasheet(table, tmp_path):
    path = tmp_path / "table.csv"
    table.to_csv(path, index=False)
    pd.testing.assert_frame_equal(
        read_table(path, ALE_BASELINES), table, check_dtype=False, obj="the table as read"
    )


def test_const_scores_the_same_in_every_episode(table):
    const = table[table["policy"] == "const"]
    scores = const.groupby("action")["score"]
    assert (scores.min() == scores.max()).all()
    assert len(const) >= 4


def test_the_best_are_measured_again_with_other_random_numbers(table):
    screen, fresh = (table[table["phase"] == phase] for phase in ("screen", "fresh"))
    # By hand: the mean of every policy, ties in the order of the set, the first two.
    means = [
        screen[(screen["policy"] == b.policy) & (screen["action"] == b.action)]["score"].mean()
        for b in SOME
    ]
    order = sorted(range(len(SOME)), key=lambda k: (-means[k], k))[:2]
    chosen = {(SOME[k].policy, SOME[k].action) for k in order}
    assert set(zip(fresh["policy"], fresh["action"], strict=True)) == chosen
    # Random and Perturb play on other random numbers than before.
    by_chance = {"random", "perturb"} & set(fresh["policy"])
    assert by_chance
    for name in by_chance:
        before, after = (part[part["policy"] == name]["score"] for part in (screen, fresh))
        assert before.tolist()[:2] != after.tolist()


def test_a_second_call_reads_the_records_and_a_larger_one_adds_to_them(folder, table):
    pd.testing.assert_frame_equal(measure(folder), table)
    more = measure(folder, episodes=4)
    shared = more.merge(table, on=list(ALE_BASELINES.key), suffixes=("", "_before"))
    screen = shared[shared["phase"] == "screen"]
    assert len(screen) == (table["phase"] == "screen").sum()
    assert (shared["score"] == shared["score_before"]).all()


def test_the_order_of_rows_does_not_depend_on_the_order_asked(folder, table):
    pd.testing.assert_frame_equal(measure(folder, policies=reversed(SOME)), table)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": ["phoenix"]}, "game: there is no game 'phoenix'"),
        ({"games": []}, "games: name at least one game"),
        ({"games": ["pong", "pong"]}, "games: .* each once"),
        ({"policies": []}, "policies: name some of"),
        ({"policies": [ale.Baseline("const", "JUMP")]}, "policies: name some of"),
        ({"episodes": 0}, "episodes: expected a whole number of at least 1, got 0"),
        ({"random_episodes": -1}, "random_episodes: expected a whole number"),
        ({"fresh_episodes": 1.5}, "fresh_episodes: expected a whole number"),
        ({"best": 0}, "best: expected a whole number of at least 1"),
        ({"best": 5}, "best: there are 4 policies, got 5"),
        ({"max_frames": 0}, "max_frames: expected a whole number of at least 1"),
        ({"max_frames": 301}, "belongs to a run with max_frames 300 and not 301"),
        ({"seed": 2}, "belongs to a run with seed 1 and not 2"),
        ({"workers": 0}, "workers: expected a whole number of at least 1"),
    ],
)
def test_hostile_input(folder, table, options, message):
    with pytest.raises(ValueError, match=message):
        measure(folder, **options)


def test_records_of_another_emulator_are_not_mixed_in(folder, table, monkeypatch):
    monkeypatch.setattr("benchlib.ale.baselines.metadata.version", lambda name: "0.1")
    with pytest.raises(ValueError, match=r"belongs to a run with ale_py .* and not '0.1'"):
        measure(folder)


def test_the_command(tmp_path, capsys):
    output = tmp_path / "new" / "table.csv"
    arguments = ["ale", "baselines", "--games", "skiing", "freeway", "--policies", "random"]
    arguments += ["--random-episodes", "2", "--best", "1", "--fresh-episodes", "1"]
    arguments += ["--max-frames", "60", "--seed", "4"]
    arguments += ["--checkpoints", str(tmp_path / "records"), "--output", str(output)]
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"{output}\n"
    table = read_table(output, ALE_BASELINES)
    assert table["game"].tolist() == ["freeway"] * 2 + ["skiing"] * 2 + ["freeway", "skiing"]
    assert table["frames"].unique().tolist() == [60]
    skiing = table[table["game"] == "skiing"]["score"]
    assert np.all(skiing < 0)
    # Again, from the records alone.
    first = output.read_bytes()
    output.unlink()
    assert main(arguments) == 0
    assert output.read_bytes() == first
    capsys.readouterr()
    assert main([*arguments, "--seed", "5"]) == 2
    assert "belongs to a run with seed 4 and not 5" in capsys.readouterr().err


def test_the_command_names_an_unknown_game(tmp_path, capsys):
    arguments = ["ale", "baselines", "--games", "tetris", "--checkpoints", str(tmp_path)]
    assert main([*arguments, "--output", str(tmp_path / "t.csv")]) == 2
    assert "there is no game 'tetris'" in capsys.readouterr().err
