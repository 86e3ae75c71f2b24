import math

import pytest

from benchlib import lightcycles, winrate
from benchlib.lightcycles import bot, distinct_games, generate, match_report, parse, play_pairs


@pytest.mark.parametrize("name", ["voronoi", "careful_rblf", "lookahead"])
def test_a_hundred_copies_of_a_mirrored_game_give_no_interval(name):
    (board,) = generate(2, mirrored=True)
    games = play_pairs([(name, bot("careful").named("original"))], [board] * 50, rng=1)
    report = match_report(games)
    assert (report.n_games, report.n_distinct, report.n_units) == (100, 1, 1)
    assert math.isnan(report.confidence_interval.low)
    assert math.isnan(report.confidence_interval.high)
    assert report.sentence.endswith("in 100 games: one distinct game, no interval.")
    assert "one distinct game, which has no spread: no interval" in report.warnings[-1]
    # What a reader would be told without looking at the games.
    wrong = winrate.wilson_interval(games["result"].sum(), 100)
    assert wrong.high - wrong.low < 0.2


def test_other_names_for_the_map_do_not_make_other_games():
    (board,) = generate(2, mirrored=True)
    games = play_pairs([("careful_rblf", "careful")], [board] * 50, rng=1)
    games["map"] = range(100)
    assert match_report(games).n_units == 1


def test_a_map_and_the_map_turned_are_one_unit():
    boards = generate(range(20), mirrored=False)
    both = [turned for board in boards for turned in (board, lightcycles.rotate(board))]
    games = play_pairs([("careful", "lookahead")], both, rng=1)
    report, alone = (
        match_report(games),
        match_report(games[games["map"].isin(b.id for b in boards)]),
    )
    assert (report.n_games, report.n_distinct, report.n_units) == (80, alone.n_distinct, 20)
    assert report.confidence_interval == alone.confidence_interval
    assert winrate.map_interval(games, points="result").n == 40


def test_mirrored_maps_are_one_game_each_whatever_the_seats():
    boards = generate(range(30), mirrored=True, n_walls=10)
    games = play_pairs([("careful_lfrb", "careful")], boards, rng=1)
    report = match_report(games)
    assert (report.n_games, report.n_distinct, report.n_units, report.n_mirrored) == (60, 30, 30, 0)
    assert report.warnings == ("60 games are only 30 distinct ones",)
    assert "30 distinct, 95% interval" in report.sentence


def test_copies_that_mirror_each_other_are_told():
    boards = generate(range(30), mirrored=True, n_walls=10)
    report = match_report(play_pairs([("careful", bot("careful").named("copy"))], boards, rng=1))
    assert (report.estimate, report.draw_rate, report.n_mirrored) == (0.5, 1, 60)
    assert "mirror each other here" in report.warnings[0]
    assert "no spread" in report.warnings[1]
    assert math.isnan(report.confidence_interval.low)


def test_separate_maps_give_the_interval_of_maps():
    games = play_pairs([("careful", "cutter")], generate(range(40), mirrored=False), rng=1)
    report = match_report(games, confidence_level=0.8)
    expected = winrate.map_interval(games, points="result", confidence_level=0.8)
    assert report.confidence_interval == expected.confidence_interval
    assert report.draw_rate == expected.draw_rate
    assert report.n_units == 40


def test_which_games_are_the_same():
    board = parse("A... .#.. ...B")
    turned = lightcycles.rotate(board)
    name = lightcycles.canonical_name(board, "EE/WN")
    assert name == lightcycles.canonical_name(turned, "WW/ES")
    assert name == lightcycles.canonical_name(lightcycles.swap_seats(board), "WN/EE")
    assert name == lightcycles.canonical_name(lightcycles.swap_seats(turned), "ES/WW")
    others = [
        lightcycles.canonical_name(board, "WN/EE"),
        lightcycles.canonical_name(board, "EE/WW"),
        lightcycles.canonical_name(turned, "EE/WN"),
        lightcycles.canonical_name(parse("A... ..#. ...B"), "EE/WN"),
        lightcycles.canonical_name(parse("A.... .#... ...B."), "EE/WN"),
    ]
    assert len({name, *others}) == 6


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": None}, "games: the column 'game' is missing"),
        ({"bot_1": ["a", "b"]}, "select the games of one pair"),
        ({"result": [1, 2]}, "games: row 1 has result 2.0; write 1, 0.5 or 0"),
        ({"result": [1, "x"]}, "games, column 'result': row 1 is 'x'"),
        ({"map": ["m", None]}, "games, column 'map': row 1 has no label"),
        ({"moves": ["N/S", ""]}, "games, column 'moves': row 1 is ''"),
        ({"moves": ["N/S", None]}, "games, column 'moves': row 1 is None"),
        ({"moves": ["N/SS", "N/S"]}, "games, column 'moves': row 0 is 'N/SS'"),
        ({"moves": ["N/S", "n/s"]}, "games, column 'moves': row 1 is 'n/s'"),
        ({"moves": ["N/S", "/"]}, "games, column 'moves': row 1 is '/'"),
        ({"game": [""] * 2}, "games, column 'game': row 0 has no label"),
    ],
)
def test_impossible_records_are_refused(change, words):
    table = {
        "bot_1": ["a", "a"], "bot_2": ["c", "c"], "map": ["m", "n"], "result": [1, 0.5],
        "moves": ["N/S", "N/S"], "game": ["g", "h"], **change,
    }  # fmt: skip
    table = {column: values for column, values in table.items() if values is not None}
    with pytest.raises(ValueError, match=words):
        match_report(table)
    with pytest.raises(ValueError, match="games: the column 'game' is missing"):
        distinct_games({"map": [1]})


def test_turned_moves_that_do_not_end_level_are_not_called_level():
    table = {
        "bot_1": ["a"] * 2, "bot_2": ["c"] * 2, "map": ["m", "n"], "result": [1, 1],
        "moves": ["E/W", "EE/WW"], "game": ["g", "h"],
    }  # fmt: skip
    report = match_report(table)
    assert report.n_mirrored == 2
    assert not any("level games say nothing" in told for told in report.warnings)
