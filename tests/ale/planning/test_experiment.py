import numpy as np
import pandas as pd
import pytest

from benchlib import ale
from benchlib.ale import planning
from benchlib.ale.planning import experiment as module
from benchlib.datasets import read_table
from benchlib.datasets.ale_planners import ALE_PLANNERS

SMALL = {"budgets": [50, 100], "max_decisions": 3, "depth_frames": 25, "episodes": 2, "seed": 1}


def measure(folder, experiment="budget", games=("freeway",), **options):
    return planning.planner_table(experiment, games, checkpoints=folder, **(SMALL | options))


@pytest.fixture(scope="module", autouse=True)
def loaded_once():
    """Load each game once in this process and go back to its start; loading takes long."""
    emulators = {}

    def start(game, *, max_frames=ale.MAX_FRAMES):
        if game not in emulators:
            emulator = ale.Emulator(game)
            emulators[game] = emulator, emulator.save()
        emulator, saved = emulators[game]
        emulator.restore(saved)
        emulator.max_frames = max_frames
        return emulator

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "Emulator", start)
        yield start


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("records")


@pytest.fixture(scope="module")
def table(folder):
    return measure(folder)


def test_the_rows(table):
    assert tuple(table.columns) == module.COLUMNS
    counts = table.groupby(["planner", "merge", "budget", "unit"], sort=False).size().to_dict()
    assert counts == {
        ("full_tree", "no", 50, "frames"): 2,
        ("uct", "yes", 50, "frames"): 2,
        ("full_tree", "no", 100, "frames"): 2,
        ("uct", "yes", 100, "frames"): 2,
        ("random", "-", 0, "-"): 2,
        ("random_five", "-", 0, "-"): 2,
        ("const_noop", "-", 0, "-"): 1,
        ("const_best", "-", 0, "-"): 1,
    }
    assert set(table["frames"]) == {15}
    assert table.loc[table["planner"] == "random", "decisions"].tolist() == [15, 15]
    assert set(table.loc[table["planner"] != "random", "decisions"]) == {3}


def test_the_table_fits_its_datasheet(table, tmp_path):
    path = tmp_path / "table.csv"
    table.to_csv(path, index=False)
    pd.testing.assert_frame_equal(read_table(path, ALE_PLANNERS), table, check_dtype=False)


def test_budgets_are_equal_and_spent(table):
    planned = table[table["merge"] != "-"]
    assert (planned["emulated_frames"] == planned["budget"] * planned["decisions"]).all()
    trees = ["distinct_children", "mean_depth", "max_depth", "emulated_frames", "nodes"]
    assert (table.loc[table["merge"] == "-", trees] == 0).all(axis=None)
    assert (planned[trees] > 0).all(axis=None)
    assert (planned["mean_depth"] <= planned["max_depth"]).all()


@pytest.mark.parametrize("name", ["uct", "full_tree"])
def test_a_row_is_an_episode_played_by_hand(table, name):
    rng = np.random.default_rng(ale.seed_sequence(1, ("planning", "freeway"), 1))
    model = planning.EmulatorModel(ale.Emulator("freeway"))
    planner = planning.UCT(frames=100, depth_frames=25)
    decisions = []
    for _ in range(3):
        decisions.append(
            planner.decide(model, rng=rng)
            if name == "uct"
            else planning.full_tree(model, frames=100, rng=rng)
        )
        model.act(decisions[-1].action)
    row = table.set_index(["planner", "budget", "episode"]).loc[(name, 100, 1)]
    assert row["mean_depth"] == np.mean([d.depth for d in decisions])
    assert row["max_depth"] == max(d.depth for d in decisions)
    assert row["nodes"] == np.mean([d.nodes for d in decisions])
    assert row["distinct_children"] == np.mean([d.distinct_children for d in decisions])
    assert row["score"] == model.emulator.score


def test_the_baselines(tmp_path, loaded_once):
    """Assault pays for some of the constant actions within 150 frames."""
    table = measure(tmp_path, games=["assault"], budgets=[5], max_decisions=30, episodes=1)
    scores = table.set_index("planner")["score"]
    each = [
        ale.play(loaded_once("assault", max_frames=150), ale.constant_policy(action)).score
        for action in range(18)
    ]
    assert scores["const_best"] == max(each) > 0
    assert scores["const_noop"] == each[0]
    emulator = ale.Emulator("assault", max_frames=150)
    start, seed = emulator.save(), ale.seed_sequence(1, ("planning", "assault"), 0)
    for name, skip in (("random", 1), ("random_five", 5)):
        emulator.restore(start)
        policy = ale.random_policy(rng=np.random.default_rng(seed))
        assert scores[name] == ale.play(emulator, policy, frame_skip=skip).score
    assert scores["random"] != scores["random_five"]


def test_merging(tmp_path):
    table = measure(tmp_path, "merging", ["seaquest"], budgets=None, episodes=1, max_decisions=2)
    conditions = table[["merge", "budget", "unit"]].apply(tuple, axis=1).tolist()
    assert conditions == [
        ("yes", 10, "simulations"),
        ("no", 10, "simulations"),
        ("yes", 1000, "frames"),
        ("no", 1000, "frames"),
    ]
    on, off = (table[table["merge"] == merge].set_index("unit") for merge in ("yes", "no"))
    # With as many simulations, duplicates are extra frames.
    assert on["emulated_frames"]["simulations"] > off["emulated_frames"]["simulations"]
    assert on["emulated_frames"]["frames"] == off["emulated_frames"]["frames"] == 2000


def test_settings_reach_the_planners(tmp_path, monkeypatch):
    given = {}

    def listening(name, original):
        def listen(*model, **options):
            given[name] = {key: value for key, value in options.items() if key != "rng"}
            return original(*model, **options)

        return listen

    for name in ("UCT", "full_tree"):
        monkeypatch.setattr(module, name, listening(name, getattr(module, name)))
    measure(tmp_path, budgets=[5], max_decisions=1, episodes=1, bonus="printed")
    uct = {"simulations": None, "frames": 5, "depth_frames": 25, "bonus": "printed", "merge": True}
    assert given == {"UCT": uct, "full_tree": {"frames": 5, "merge": False}}


def test_an_episode_ends_with_the_game(tmp_path, monkeypatch, loaded_once):
    monkeypatch.setattr(module, "Emulator", lambda game, **_: loaded_once(game, max_frames=12))
    table = measure(tmp_path, episodes=1, max_decisions=50)
    assert set(table["frames"]) == {12}
    assert set(table.loc[table["planner"] == "uct", "decisions"]) == {3}


def test_workers_and_a_stop_change_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_MERGING_BUDGETS", ((3, "simulations"), (60, "frames")))
    options = {"experiment": "merging", "budgets": None, "max_decisions": 1}
    whole = measure(tmp_path / "one", **options)
    assert len(whole) == 8
    # Other processes load the games themselves.
    two = measure(tmp_path / "two", workers=2, **options | {"episodes": 1})
    pd.testing.assert_frame_equal(two, whole[whole["episode"] == 0].reset_index(drop=True))

    played = []

    def stopping(*arguments):
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(arguments)
        return original(*arguments)

    original = module._planned_episode
    with monkeypatch.context() as patch:
        patch.setattr(module, "_planned_episode", stopping)
        with pytest.raises(KeyboardInterrupt):
            measure(tmp_path / "stopped", **options)
    pd.testing.assert_frame_equal(measure(tmp_path / "stopped", **options), whole)


def test_a_run_that_is_stopped_is_balanced(tmp_path, monkeypatch):
    rounds = []

    def listening(cells, work, **options):
        rounds.append({n for cell, n in cells.items() if not cell[1].startswith("const")})
        return original(cells, work, **options)

    original = module.run
    monkeypatch.setattr(module, "run", listening)
    measure(tmp_path, budgets=[5], episodes=3, max_decisions=1)
    assert rounds == [{1}, {2}, {3}]


def test_a_larger_run_adds_to_the_records(folder, table):
    more = measure(folder, episodes=3)
    pd.testing.assert_frame_equal(
        more[more["episode"] < 2].reset_index(drop=True), table, check_like=False
    )


def test_conditions_are_paired():
    cells = [*module._cells("budget", None, None), *module._cells("merging", None, None)]
    seeds = {}
    for cell in cells:
        seeds.setdefault(cell[-1], set()).add(module._seeded(cell))
    assert set(seeds) == set(planning.PLANNING_GAMES)
    assert all(len(found) == 1 for found in seeds.values())
    assert len(set().union(*seeds.values())) == len(planning.PLANNING_GAMES)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"experiment": "speed"}, "experiment: expected 'budget' or 'merging', got 'speed'"),
        ({"games": ["tetris"]}, "game: there is no game 'tetris'"),
        ({"games": []}, "games: name at least one game"),
        ({"games": 5}, "games: give names in a fixed order, as a list, got 5"),
        ({"games": ["pong", "pong"]}, "games: .* each once"),
        ({"budgets": []}, "budgets: is empty; give at least one"),
        ({"budgets": [5, 5]}, "budgets: give different whole numbers"),
        ({"budgets": [0]}, "budgets: expected .* at least 1"),
        ({"experiment": "merging"}, "budgets: those of the experiment about merging are fixed"),
        ({"episodes": 0}, "episodes: expected a whole number of at least 1"),
        ({"max_decisions": 0}, "max_decisions: expected a whole number of at least 1"),
        ({"depth_frames": 0}, "depth_frames: expected a whole number of at least 1"),
        ({"bonus": "ucb"}, "bonus: expected one of usual, printed, got 'ucb'"),
        ({"bonus": ["usual"]}, "bonus: expected one of usual, printed"),
        ({"workers": 0}, "workers: expected a whole number of at least 1"),
        ({"seed": -1}, "seed: expected a whole number of at least 0"),
        ({"depth_frames": 30}, "belongs to a run with depth_frames 25 and not 30"),
        ({"bonus": "printed"}, "belongs to a run with bonus 'usual' and not 'printed'"),
    ],
)
def test_hostile_input(folder, table, options, message):
    with pytest.raises(ValueError, match=message):
        measure(folder, **options)
