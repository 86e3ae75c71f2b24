import pytest

from benchlib import bradley_terry, lightcycles, winrate
from benchlib.lightcycles import bot, generate, parse, replay

BOTS = ("careful", "dice", "lookahead", "random", "wall_hugger")
MAPS = [
    *generate(range(8), mirrored=False, width=8, height=7, n_walls=4),
    *generate(range(4), mirrored=True, width=5, height=6),
]


@pytest.fixture(scope="module")
def games():
    return lightcycles.round_robin(BOTS, MAPS, rng=7)


def test_every_pair_plays_every_map_in_both_seats(games):
    assert len(games) == 10 * len(MAPS) * 2
    assert not games.duplicated(["bot_1", "bot_2", "map", "seat"]).any()
    assert (games["bot_1"] < games["bot_2"]).all()
    assert games["seat"].tolist()[:4] == [1, 2, 1, 2]
    assert games["map"].tolist()[:4:2] == [MAPS[0].id, MAPS[1].id]


def test_a_replay_reproduces_each_record(games):
    boards = {board.id: board for board in MAPS}
    for game in games.itertuples():
        *before, last = replay(boards[game.map], game.moves)
        assert all(position.result is None for position in before)
        assert len(before) == game.length
        assert last.result == (game.result if game.seat == 1 else 1 - game.result)


def test_one_game_is_the_row_of_the_table(games):
    for board, row in ((MAPS[0], 0), (MAPS[0], 1)):
        expected = games.iloc[row].to_dict()
        game = lightcycles.play("careful", "dice", board, seat=expected["seat"], rng=7)
        assert vars(game) == expected


def test_the_same_records_for_one_worker_and_two(games):
    again = lightcycles.round_robin(BOTS[::-1], MAPS, rng=7, n_workers=2)
    assert again.equals(games)


def test_lots_depend_on_the_seed_alone_and_not_on_what_else_is_played(games):
    def rows(table):
        chosen = table[(table["bot_1"] == "dice") & (table["bot_2"] == "random")]
        return chosen["moves"].tolist()

    assert rows(lightcycles.play_pairs([("dice", "random")], MAPS, rng=7)) == rows(games)
    assert rows(lightcycles.play_pairs([("dice", "random")], MAPS, rng=8)) != rows(games)
    renamed = lightcycles.play_pairs([(bot("dice").named("x"), "random")], MAPS, rng=7)
    assert renamed["moves"].tolist() == rows(games)


def test_progress_goes_to_the_error_stream(capsys):
    lightcycles.play_pairs([("careful", "random")], MAPS[:3], rng=1, progress=True)
    shown = capsys.readouterr()
    assert "6/6" in shown.err
    assert shown.out == ""


def test_records_go_into_ratings_and_intervals(games):
    ratings = bradley_terry.fit(games, prior=0.5, seat_advantage=True)
    assert ratings.bots == tuple(sorted(BOTS))
    assert ratings.gap("lookahead", "random") > 100
    pair = games[(games["bot_1"] == "careful") & (games["bot_2"] == "random")]
    rate = winrate.map_interval(pair, points="result")
    assert (rate.n, rate.n_games) == (len(MAPS), 2 * len(MAPS))
    report = lightcycles.match_report(pair)
    assert report.estimate == rate.estimate
    assert report.confidence_interval == rate.confidence_interval


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bot("vorono"), "name: there is no bot 'vorono'; the bots are voronoi"),
        (lambda: lightcycles.play("x", "random", MAPS[0], rng=1), "bot_1: no bot 'x'"),
        (lambda: lightcycles.play("random", 3, MAPS[0], rng=1), "bot_2: expected a Bot or"),
        (lambda: lightcycles.play("random", "dice", "A.B", rng=1), "maps: row 0 is 'A.B'; give"),
        (lambda: lightcycles.play("random", "dice", MAPS[0], seat=0, rng=1), "seat: expected 1"),
        (lambda: lightcycles.play("random", "dice", MAPS[0], rng=None), "rng: expected a numpy"),
        (lambda: lightcycles.play_pairs([], MAPS, rng=1), "pairs: is empty"),
        (lambda: lightcycles.play_pairs(["ab"], MAPS, rng=1), "pairs: row 0 is 'ab'; give two"),
        (lambda: lightcycles.play_pairs([("dice", "dice")], MAPS, rng=1), "on both sides"),
        (
            lambda: lightcycles.play_pairs(
                [("dice", "random"), (bot("careful").named("random"), "dice")], MAPS, rng=1
            ),
            "pairs: row 1: two different bots are named 'random'",
        ),
        (lambda: lightcycles.round_robin(["dice"], MAPS, rng=1), "bots: expected at least two"),
        (lambda: lightcycles.round_robin("dice", MAPS, rng=1), "bots: expected a list of bots"),
        (lambda: lightcycles.round_robin(BOTS, [], rng=1), "maps: is empty"),
        (lambda: lightcycles.round_robin(BOTS, MAPS, rng=1, n_workers=0), "n_workers: expected"),
        (lambda: replay(MAPS[0], "NX/SS"), "moves: turn 1 has 'X'; use N, E, S and W"),
        (lambda: replay(MAPS[0], "NN/S"), "moves: expected as many directions of each seat"),
        (lambda: replay(MAPS[0], None), "moves: expected as many directions of each seat"),
        (lambda: lightcycles.step(lightcycles.start(MAPS[0]), "N", "up"), "move_2: expected one"),
        (lambda: lightcycles.step(lightcycles.start(MAPS[0]), "", "N"), "move_1: expected one"),
        (lambda: parse("A.. B"), "text: row 1 has 1 cells and row 0 has 3"),
        (lambda: parse("A.x B.."), "text: row 0 has 'x'"),
        (lambda: parse("A.. ..."), "text: has 0 times 'B'"),
        (lambda: parse("AB. A.."), "text: has 2 times 'A'"),
        (lambda: parse(""), "text: has 0 times 'A'"),
        (lambda: parse("A.B", facings="E"), "facings: expected one letter"),
        (lambda: lightcycles.Map(3, 0), "height: expected a whole number"),
        (lambda: lightcycles.Map(101, 3), "width: expected at most 100 cells, got 101"),
        (lambda: lightcycles.Map(3, 3, starts=((0, 0), (3, 0))), "starts: row 1 is"),
        (lambda: lightcycles.Map(3, 3, starts=((1, 1), (1, 1))), "starts: .* not two different"),
        (lambda: lightcycles.Map(3, 3, walls=[(0, 0)]), "starts: .* without a wall"),
        (lambda: lightcycles.Map(3, 3, walls=[(0.5, 1)]), "walls: row 0 is"),
        (lambda: generate([1, -1], mirrored=True), "seeds: row 1 is -1"),
        (lambda: generate(1, mirrored=True, n_walls=3), "n_walls: a mirrored map has walls in"),
        (lambda: generate(1, mirrored=False, n_walls=191), "n_walls: 191 walls leave no two cells"),
        (lambda: generate(1, mirrored=None), "mirrored: expected True or False"),
        (lambda: generate(1, mirrored=True, width=1, height=1), "n_walls: 0 walls leave no two"),
        (lambda: lightcycles.Bot("", (1,) * 7), "name: expected a name"),
        (lambda: lightcycles.Bot("x", (1,) * 6), "weights: expected 7 weights .own, rival"),
        (lambda: lightcycles.Bot("x", (1,) * 6 + (float("nan"),)), "weights: row 6 is nan"),
        (lambda: bot("voronoi").with_ties("FRB"), "order: expected the letters F, R, B, L"),
        (lambda: bot("voronoi").with_ties("NESW"), "order: expected the letters F, R, B, L"),
        (lambda: bot("voronoi").with_ties("FRBL", frame="absolute"), "letters N, E, S, W"),
        (lambda: bot("voronoi").with_ties("FRBL", frame="own"), "frame: expected one of"),
        (lambda: lightcycles.Bot("x", (1,) * 7, epsilon=2), "epsilon: expected a share"),
        (lambda: lightcycles.Bot("x", (1,) * 7, seed=-1), "seed: expected a whole number"),
        (lambda: lightcycles.Bot("x", (1,) * 7, top_k=2), "top_k: goes with a proposer"),
        (lambda: lightcycles.choose("dice", lightcycles.start(MAPS[0]), seat=1), "rng: 'dice'"),
        (lambda: lightcycles.choose("careful", lightcycles.start(MAPS[0]), seat=3), "seat: exp"),
    ],
)
def test_impossible_input_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_walls_that_leave_no_joined_starts_are_refused():
    with pytest.raises(ValueError, match="leave no two starts joined for seed 0"):
        generate(0, mirrored=True, width=2, height=40, n_walls=78)


def test_maps_and_pairs_may_come_from_generators():
    maps = lightcycles.generate(range(3), mirrored=False)
    pairs = [("voronoi", "random")]
    whole = lightcycles.play_pairs(pairs, maps, rng=1)
    assert whole.equals(lightcycles.play_pairs(iter(pairs), iter(maps), rng=1))
    names = ["voronoi", "random"]
    assert lightcycles.round_robin(names, maps, rng=1).equals(
        lightcycles.round_robin(iter(names), iter(maps), rng=1)
    )


@pytest.mark.parametrize("maps", [None, 3, lightcycles.parse("A.B")])
def test_what_is_no_list_of_maps(maps):
    with pytest.raises(ValueError, match="maps: expected a list of maps"):
        lightcycles.play_pairs([("voronoi", "random")], maps, rng=1)


@pytest.mark.parametrize(("pairs", "words"), [(None, "a list"), ([1], "row 0 is 1"), ("ab", "a l")])
def test_what_is_no_list_of_pairs(pairs, words):
    maps = lightcycles.generate(1, mirrored=False)
    with pytest.raises(ValueError, match=f"pairs: .*{words}"):
        lightcycles.play_pairs(pairs, maps, rng=1)
    with pytest.raises(ValueError, match="bots: expected a list of bots"):
        lightcycles.round_robin(3, maps, rng=1)


def test_a_map_that_stands_twice_gives_the_same_games_twice():
    (board,) = lightcycles.generate(1, mirrored=False)
    games = lightcycles.play_pairs([("dice", "random")], [board] * 3, rng=1)
    assert lightcycles.distinct_games(games) <= 2
