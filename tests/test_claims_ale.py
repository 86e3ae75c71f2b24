import numpy as np
import pandas as pd
import pytest
from ale_py import ALEInterface, roms

from benchlib import ale, claims, datasets, preregistration
from benchlib.ale import features, learning
from benchlib.claims.ale import (
    baselines,
    emulator,
    learners,
    planning,
    published,
    quoted,
    representations,
    scales,
)
from benchlib.claims.answers import NotCheckable, Quoted, Statement
from benchlib.studies import ale_experiments, palette_rule

LOOKED_INTO = {"ale-actions-18", "ale-search-49", "ale-search-49-strict", "ale-uct-bonus"}
# The table calls it checkable by a released file, and that file does not name the learner.
BEYOND_CHECKING = {"ale-bass-seaquest"}
SCREENS = {"carnival": 214, "journeyescape": 230, "pooyan": 220}


@pytest.fixture(scope="module")
def frame():
    return claims.evaluate("ale").set_index("id")


@pytest.fixture
def changed(monkeypatch):
    """Return a function that changes one score for the claims."""
    cached = (published.scores, planning.rows_of_search, planning.first_in_its_row, scales.leaders)
    table = datasets.load("ale_published")
    load = datasets.load

    def change(source, system, game, score):
        row = (table["source"] == source) & (table["system"] == system) & (table["game"] == game)
        assert row.sum() == 1
        table.loc[row, "score"] = score
        monkeypatch.setattr(
            datasets, "load", lambda name: table if name == "ale_published" else load(name)
        )
        for function in cached:
            function.cache_clear()

    yield change
    monkeypatch.undo()
    for function in cached:
        function.cache_clear()


def test_every_claim_of_this_half_has_a_verdict(frame):
    assert "not yet" not in set(frame["verdict"])


def test_whatever_the_table_calls_checkable_is_checked(frame):
    checkable = datasets.load("claims").set_index("id")["checkable"].loc[frame.index]
    excused = set(frame.index[frame["verdict"] == "not checkable"])
    unchecked = {name for name in excused if checkable[name] != "no"}
    assert unchecked == BEYOND_CHECKING


def test_findings_are_explained(frame):
    assert (frame.loc[sorted(LOOKED_INTO | BEYOND_CHECKING), "why"].str.len() > 60).all()


def test_only_the_height_of_the_screen_comes_out_otherwise(frame):
    against = frame.index[frame["verdict"].isin(["fails", "differs", "truncated"])]
    assert against.tolist() == ["ale-screen-h"]


def test_the_games_that_are_not_looked_at_are_like_those_that_are():
    heights, widths, accepted, memory = {}, set(), {}, set()
    for name, game in ale.GAMES.items():
        interface = ALEInterface()
        interface.loadROM(roms.get_rom_path(game.rom))
        heights[name], width = interface.getScreenDims()
        widths.add(width)
        accepted[name] = len(interface.getLegalActionSet())
        memory.add(interface.getRAM().size)
    assert {name: h for name, h in heights.items() if h != 210} == SCREENS
    assert {name: n for name, n in accepted.items() if n != 18} == {"skiing": 9}
    assert (widths, memory) == ({160}, {128})
    assert {*SCREENS, "skiing", *ale.DESIGN_GAMES} == set(emulator.LOOKED_AT)


def test_distinct_successors_by_hand():
    # The first state of Freeway at rest: the player moves up, down or not at all, but the sideways
    # actions are told apart by what the game keeps of them; the fire button leaves no trace.
    game = ale.Emulator("freeway")
    saved = game.interface.cloneState()
    states = set()
    for action in range(len(ale.ACTIONS)):
        game.interface.restoreState(saved)
        for _ in range(5):
            game.interface.act(action)
        states.add(game.interface.getRAM().tobytes())
    assert len(states) == 9
    assert emulator.look("freeway").distinct == (9,) * 6


def test_the_count_of_49_by_hand():
    table = datasets.load("ale_published")
    score = {(r.source, r.system, r.game): r.score for r in table.itertuples()}
    games = [g for s, name, g in score if (s, name) == (published.PLANNERS, "UCT")]
    rows = [
        (
            max(score[published.PLANNERS, name, g] for name in ("UCT", "full tree")),
            score[published.NEAT, "best linear learner", g],
            score[published.NEAT, "Planning", g],
        )
        for g in games
    ]
    assert len(rows) == 54
    assert sum(search > learner for search, learner, _ in rows) == 49
    assert sum(search >= best - 0.5 for search, _, best in rows) == 48
    found = planning.games_in_which_search_leads()
    assert found.value == 48 + 1


def test_search_that_loses_a_game_or_wins_skiing_is_counted_so(changed):
    changed(published.PLANNERS, "UCT", "zaxxon", 3000)
    assert planning.games_in_which_search_leads().value == 48
    changed(published.DOCUMENT, "full tree", "skiing", 1)
    assert planning.games_in_which_search_leads().value == 47
    assert not planning.strict_wins_of_search().holds


def test_a_search_that_finds_the_reward_does_not_fail(changed):
    assert planning.search_fails("freeway").holds
    changed(published.PLANNERS, "full tree", "freeway", 25)
    answer = planning.search_fails("freeway")
    assert not answer.holds
    assert answer.measured == 25


def test_quoted_scores_are_compared_with_the_released_file(changed):
    changed(published.NEAT, "best linear learner", "hero", 6459.8)
    row = datasets.load("claims").set_index("id", drop=False).loc["ale-bass-hero"].to_dict()
    answer = quoted._learner("hero", "BASS")
    assert isinstance(answer, Quoted)
    assert claims.judge(row, answer).verdict == "differs"
    # Then the released best is no quoted score, and nobody is named.
    assert quoted.leader("hero").value == ""


def test_zaxxon_in_the_mean_by_hand():
    answer = scales.zaxxon_in_the_mean()
    assert isinstance(answer, Statement)
    assert answer.measured == pytest.approx(3365.1 / 2.0 / 55)


def test_leaders_by_hand():
    table = datasets.load("ale_published")
    of = dict(list(table.groupby("source")))
    score = {(r.system, r.game): r.score for r in of[published.PLANNERS].itertuples()}
    ends = {(r.system, r.game): r.score for r in of[published.REFERENCES].itertuples()}
    systems = {system for system, _ in score}
    games = sorted({g for _, g in score} & {g for _, g in ends})
    scaled = {
        s: [
            (score[s, g] - ends["random", g]) / (ends["human", g] - ends["random", g])
            for g in games
        ]
        for s in systems
    }
    by_mean = max(systems, key=lambda s: np.mean(scaled[s]))
    by_median = max(systems, key=lambda s: np.median(scaled[s]))
    found = scales.leaders()[published.PLANNERS]
    assert (found[0], found[2]) == (by_mean, by_median) == ("IW(1)", "UCT")
    assert found[1] == pytest.approx(np.mean(scaled[by_mean]))
    assert found[3] == pytest.approx(np.median(scaled[by_median]))


def test_sets_with_one_leader_do_not_count(changed):
    before = scales.mean_and_median()
    assert before.holds
    for game in ("zaxxon", "asterix", "upndown", "jamesbond", "videopinball"):
        changed(published.PLANNERS, "UCT", game, 1e9)
    after = scales.mean_and_median()
    assert not after.holds


def test_two_sorts_of_pixels_share_an_index():
    # Of a 3 x 2 screen (height 2) with 4 colours, as printed: x + 2 y + colour, from 0 to 7.
    width, height, colours = 3, 2, 4
    places = {
        x + y * height + c for x in range(width) for y in range(height) for c in range(colours)
    }
    assert places == set(range(8))
    assert len(places) < width * height * colours
    answer = emulator.printed_index()
    assert answer.holds
    assert answer.measured.startswith(f"{159 + 209 * 210 + 127 + 1:,} indices")


@pytest.fixture
def played(monkeypatch):
    """Return a function that gives the claims other episodes of the simple policies."""
    cached = (baselines.measured, baselines.idle_and_random)
    load = datasets.load

    def play(table):
        monkeypatch.setattr(
            datasets, "load", lambda name: table if name == "ale_baselines" else load(name)
        )
        for function in cached:
            function.cache_clear()

    yield play
    monkeypatch.undo()
    for function in cached:
        function.cache_clear()


def episodes(random, idle, up):
    """Return a table of Random, doing nothing and UP: scores by game, or one score for Const."""
    rows = []
    for game, scores in random.items():
        kinds = {
            ("random", "any"): scores,
            ("const", "NOOP"): (idle[game],) * 2,
            ("const", "UP"): (up[game],) * 2,
        }
        for phase in ("screen", "fresh"):
            rows += [(phase, *kind, game, score) for kind, all_ in kinds.items() for score in all_]
    return pd.DataFrame(rows, columns=["phase", "policy", "action", "game", "score"])


def test_doing_nothing_by_hand(played):
    # Standard errors of Random: 1 with 3 episodes of deviation sqrt(3), so that even at 95% for
    # four games at once, t(2 df, 0.9938) = 8.9, a lead of 20 is sure and one of 3 is not.
    near = (-1, -1, 2)
    random = {
        "pong": np.array(near) - 20,  # sure
        "boxing": np.array(near) - 3,  # ahead, and not sure
        "tennis": np.array(near) + 3,  # behind, and not sure
        "skiing": np.array(near) + 30,  # surely behind
        "alien": np.array(near) + 50,  # no negative score
    }
    idle = dict.fromkeys(random, 0) | {"alien": 100}
    up = {"pong": -50, "boxing": -50, "tennis": -1, "skiing": -1, "alien": 0}
    played(episodes(random, idle, up))
    answer = baselines.doing_nothing()
    assert (answer.low, answer.measured, answer.high) == (1, 2, 3)
    assert answer.holds
    assert "of 4 with a negative score" in answer.why
    assert ": Boxing, Pong." in answer.why
    assert "In the other 1 games doing nothing has more in 1" in answer.why


def test_doing_nothing_that_is_never_surely_better_fails(played):
    random = {"pong": (-30, 0, 30), "tennis": (-1, 5, 9)}
    played(episodes(random, {"pong": 1, "tennis": -2}, {"pong": -9, "tennis": -9}))
    answer = baselines.doing_nothing()
    assert not answer.holds
    assert (answer.low, answer.measured) == (0, 1)


def test_where_doing_nothing_is_better_in_the_released_table():
    table = datasets.load("ale_baselines")
    screen = table[table["phase"] == "screen"]
    negative = {game for game, rows in screen.groupby("game") if rows["score"].min() < 0}
    mean = {key: rows.mean() for key, rows in screen.groupby(["action", "game"])["score"]}
    const = screen[screen["policy"] == "const"].groupby(["action", "game"])["score"].mean()
    better = {game for game in negative if const["NOOP", game] > mean["any", game]}
    answer = baselines.doing_nothing()
    assert answer.measured == len(better)
    assert answer.low <= answer.measured <= answer.high <= len(negative)
    assert all(ale.GAMES[game].title in answer.why for game in better)


def test_our_own_run_is_named_and_reproduces_nothing(frame):
    named = [
        "ale-learn-40",
        "ale-random-hero",
        "ale-baseline-zaxxon",
        "ale-skiing-fulltree",
        "ale-skiing-uct",
    ]
    assert (frame.loc[named, "verdict"] == "not checkable").all()
    assert frame.loc[named, "why"].str.contains("our own run", case=False).all()


def test_learners_ahead_of_our_best_policy_by_hand():
    table = datasets.load("ale_baselines")
    released = published.scores(published.NEAT)["best linear learner"]
    wins = 0
    for game in published.scores(published.PLANNERS).index:
        rows = table[table["game"] == game]
        means = dict(rows.groupby(["phase", "policy", "action"])["score"].mean().items())
        fresh = {key[1:]: mean for key, mean in means.items() if key[0] == "fresh"}
        leader = max(fresh, key=lambda key: means["screen", *key])
        wins += released[game] > fresh[leader]
    answer = baselines.games_in_which_learning_leads()
    assert isinstance(answer, NotCheckable)
    assert f"ahead in {wins} of 54 games" in answer.reason


def test_settings_of_features_are_those_that_are_used(frame):
    blank = np.zeros((210, 160), dtype=np.uint8)
    shapes = {
        name: features.occupied_cells(blank, blank, n_colours=n_colours).shape
        for name, (n_colours, _) in features.PALETTE_DESIGN.items()
    }
    assert (shapes["basic"], shapes["bass"]) == ((14, 16, 128), (14, 16, 8))
    names = ["ale-grid-h", "ale-grid-w", "ale-basic-colours", "ale-bass-colours"]
    assert frame.loc[names, "value"].tolist() == ["14", "16", "128", "8"]
    # The experiment relies on these defaults.
    names = ["ale-bg-screens", "ale-class-screens"]
    assert frame.loc[names, "value"].tolist() == ["18000", "36000"]
    assert (frame.loc[names, "verdict"] == "setting").all()


def test_a_design_that_changes_one_thing_has_no_confound(monkeypatch):
    design = dict(features.PALETTE_DESIGN)
    monkeypatch.setattr(features, "PALETTE_DESIGN", design | {"bass": design["basic8"]})
    assert representations.differences_of_basic_and_bass().value == 1


def test_a_class_is_confused_if_it_holds_all_three_kinds():
    life, fish, gauge = (features.Region(0, 70, top, 8, 7) for top in (22, 115, 170))
    diver = features.Region(1, 20, 90, 8, 9)
    assert representations.confused((life, fish, gauge, diver))
    assert not representations.confused((life, fish, diver))
    other = gauge._replace(object_class=1)
    assert not representations.confused((life, fish, other, diver))
    # Regions of no class are no objects.
    assert not representations.confused(
        tuple(region._replace(object_class=-1) for region in (life, fish, gauge))
    )


@pytest.mark.parametrize(
    ("counts", "holds", "share"), [((0, 3, 0, 9), True, 0.5), ((0, 0), False, 0)]
)
def test_samples_with_the_confusion_are_counted(monkeypatch, counts, holds, share):
    monkeypatch.setattr(representations, "confused_screens", lambda: counts)
    answer = representations.one_class_for_fish_and_displays()
    assert (answer.holds, answer.measured) == (holds, share)
    assert answer.low <= share <= answer.high
    if not holds:
        # None in two: up to 1 - 0.025^(1/2) is possible.
        assert answer.high == pytest.approx(1 - 0.025**0.5)


def test_settings_of_learners_are_those_that_are_used(frame):
    for name, settings in learning.SETTINGS.items():
        assert (settings.discount, settings.exploration) == (0.999, 0.05)
        shared = {"bass": "basic", "basic8": "basic", "bass128": "basic"}.get(name, name)
        pair = frame.loc[[f"ale-alpha-{shared}", f"ale-lambda-{shared}"], "value"].astype(float)
        assert pair.tolist() == [settings.learning_rate, settings.trace_decay]
    names = ["ale-gamma", "ale-epsilon"]
    assert frame.loc[names, "value"].tolist() == ["0.999", "0.05"]


def test_a_smaller_experiment_is_named_beside_the_protocol(frame):
    ours = learning.learner_tables.__kwdefaults__
    numbers = {
        "ale-train-episodes": ("5000", ours["training_episodes"]),
        "ale-eval-episodes": ("500", ours["frozen_episodes"]),
        "ale-trials": ("30", ale_experiments.TRIALS),
    }
    for name, (full, small) in numbers.items():
        assert frame.loc[name, ["value", "verdict"]].tolist() == [full, "setting"]
        assert f"our own experiment has {small}, " in frame.loc[name, "why"]


@pytest.fixture
def trained(monkeypatch):
    """Return a function that gives the claims other scores of learners, on a scale from 0 to 1."""
    load = datasets.load

    def train(score, *, trials=5, planned=5, single=""):
        learners.scores.cache_clear()
        rows = [
            (name, game, trial, "frozen", 0, score(name, k, trial))
            for name in learning.SETTINGS
            for k, game in enumerate(ale.DESIGN_GAMES)
            for trial in range(1 if name == single else trials)
        ]
        columns = ["representation", "game", "trial", "phase", "episode", "score"]
        tables = {"ale_learners": pd.DataFrame(rows, columns=columns)}
        monkeypatch.setattr(
            datasets, "load", lambda name: tables[name] if name in tables else load(name)
        )
        plan = preregistration.Rule("made up", "made up", "made up", (planned,), (), "")
        monkeypatch.setattr(palette_rule, "plan", lambda: plan)
        ends = pd.DataFrame({"low": 0.0, "high": 1.0}, index=list(ale.DESIGN_GAMES))
        monkeypatch.setattr(learners, "scale", lambda: ends)
        monkeypatch.setattr(ale_experiments, "learner_testing_games", lambda: ())

    yield train
    monkeypatch.undo()
    learners.scores.cache_clear()


def noise(name, k, trial):
    """Return a number below 1 that looks like chance."""
    return float(np.random.default_rng([trial, k, *name.encode()]).random())


def test_lsh_that_leads_the_mean_alone_by_hand(trained):
    # Far ahead on one game, and behind by 1 on the other four; every second trial has 2 more.
    def score(name, k, trial):
        if name == "lsh":
            return 2 * (trial % 2) + (100 if k == 0 else 3)
        return 4 if name == "ram" else 0

    trained(score, trials=4)
    answer = learners.median_of_lsh()
    # Medians of LSH minus 4: -1, 1, -1, 1, with deviation sqrt(4/3) and t(3 df) = 3.182.
    assert answer.measured == pytest.approx(0)
    assert answer.high == pytest.approx(3.182446 * (4 / 3) ** 0.5 / 2)
    assert answer.low == pytest.approx(-answer.high)
    assert answer.holds  # level with another is no lead
    assert "minus that of ram" in answer.why
    assert "leader by the mean is lsh" in answer.why
    assert "over 4 trials, on the 5 games" in answer.why


@pytest.mark.parametrize(
    ("gain", "verdict"),
    [
        ({"bass": 9, "bass128": 9}, palette_rule.SUPPORTED),
        ({"basic": 9, "bass128": 9}, palette_rule.UNDERMINED),
        ({}, palette_rule.TOO_FEW),
    ],
)
def test_the_rule_decides_whether_the_crossing_separates(trained, gain, verdict):
    trained(lambda name, k, trial: gain.get(name, 0) + noise(name, k, trial))
    answer = learners.palette_or_pairs()
    assert f"after 5 trials it says that {verdict}." in answer.why
    assert answer.holds == (verdict != palette_rule.TOO_FEW)
    assert answer.low <= answer.measured <= answer.high
    wanted = 9 if "bass" in gain else 0
    assert answer.measured == pytest.approx(wanted, abs=1)


def test_later_trials_do_not_reach_the_rule(trained):
    def score(name, k, trial):
        return noise(name, k, trial) + (900 if trial > 4 and name == "bass" else 0)

    trained(score, trials=8)
    assert learners.palette_or_pairs().measured < 1


@pytest.mark.parametrize(("trials", "planned"), [(1, 5), (4, 5), (5, 6)])
def test_before_the_planned_number_nothing_is_judged(trained, trials, planned):
    trained(noise, trials=trials, planned=planned)
    assert learners._planned() is None
    with pytest.raises(ValueError, match="not reached"):
        learners.palette_or_pairs()
    assert (learners.scores(ale.DESIGN_GAMES, ("lsh",)) is None) == (trials < 2)


@pytest.mark.parametrize("single", ["lsh", "ram"])
def test_the_medians_need_two_trials_of_every_learner(trained, single):
    trained(noise, trials=2)
    assert learners.median_of_lsh().low < 0
    trained(noise, trials=2, single=single)
    with pytest.raises(ValueError, match="too few trials"):
        learners.median_of_lsh()
