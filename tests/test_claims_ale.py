import numpy as np
import pytest
from ale_py import ALEInterface, roms

from benchlib import ale, claims, datasets
from benchlib.claims.ale import emulator, planning, published, quoted, scales
from benchlib.claims.answers import Quoted, Statement

# They need features and learners.
NEED_LEARNERS = {
    "ale-train-episodes",
    "ale-eval-episodes",
    "ale-trials",
    "ale-bg-screens",
    "ale-class-screens",
    "ale-gamma",
    "ale-epsilon",
    "ale-alpha-basic",
    "ale-lambda-basic",
    "ale-alpha-disco",
    "ale-lambda-disco",
    "ale-alpha-ram",
    "ale-lambda-ram",
    "ale-alpha-lsh",
    "ale-lambda-lsh",
    "ale-ram-pairs",
    "ale-grid-w",
    "ale-grid-h",
    "ale-basic-colours",
    "ale-bass-colours",
    "ale-basic-bass-confound",
    "ale-confound-check",
    "ale-lsh-median",
    "ale-disco-confusion",
}
NEED_PLANNERS = {
    "ale-zaxxon-uct-run",
    "ale-planning-episodes",
    "ale-uct-sims",
    "ale-uct-depth",
    "ale-uct-c",
    "ale-uct-root",
    "ale-fulltree-frames",
    "ale-dup-depth",
}
NEED_THE_BASELINES = {"ale-nonplaying"}
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
    waiting = set(frame.index[frame["verdict"] == "not yet"])
    assert waiting <= NEED_LEARNERS | NEED_PLANNERS | NEED_THE_BASELINES


def test_whatever_the_table_calls_checkable_is_checked(frame):
    checkable = datasets.load("claims").set_index("id")["checkable"].loc[frame.index]
    excused = set(frame.index[frame["verdict"] == "not checkable"])
    assert {name for name in excused if checkable[name] != "no"} == BEYOND_CHECKING


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
