from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import lightcycles
from benchlib.lightcycles import bot, choose, parse, replay, start

OWN_FRAME = [
    "voronoi", "voronoi_rblf", "voronoi_heading", "careful", "lookahead", "cutter",
    "space_filler", "wall_hugger",
]  # fmt: skip


@st.composite
def _maps(draw, mirrored=False):
    width, height = draw(st.integers(2, 9)), draw(st.integers(2, 7))
    walls = draw(st.integers(0, width * height // 6)) // 2 * 2
    (board,) = lightcycles.generate(
        draw(st.integers(0, 10**6)), mirrored=mirrored, width=width, height=height, n_walls=walls
    )
    return board


maps, mirrored_maps = _maps(), _maps(mirrored=True)


@st.composite
def positions(draw):
    """Return positions in the middle of games between bots that play at random."""
    board = draw(maps)
    game = lightcycles.play("random", "random", board, rng=draw(st.integers(0, 99)))
    found = [p for p in replay(board, game.moves) if p.result is None]
    return found[draw(st.integers(0, len(found) - 1))]


@given(positions())
def test_territory_is_that_of_two_separate_searches(slow_territory, position):
    found = lightcycles.owners(position)
    for seat, cells in enumerate(slow_territory(position), start=1):
        assert {(int(x), int(y)) for y, x in np.argwhere(found == seat)} == cells


def test_territory_by_hand():
    # The column between the heads is reached by both at once and belongs to nobody; the corner
    # behind the wall is reached by neither.
    board = parse("A...B ....# ...#.")
    assert lightcycles.owners(start(board)).tolist() == [
        [0, 1, 0, 2, 0],
        [1, 1, 0, 2, 0],
        [1, 1, 0, 0, 0],
    ]


@given(positions(), st.sampled_from([1, 2]), st.permutations("FRBL"), st.booleans())
def test_the_voronoi_bot_chooses_as_the_slow_one(slow_voronoi, position, seat, order, careful):
    order = "".join(order)
    player = bot("careful" if careful else "voronoi").with_ties(order)
    expected = slow_voronoi(position, seat, order=order, careful=careful)
    assert choose(player, position, seat=seat).move == expected


@settings(max_examples=30)
@given(maps)
def test_a_whole_game_of_slow_bots_is_the_record(slow_voronoi, board):
    game = lightcycles.play("voronoi", "careful_lfrb", board, rng=1)
    position = start(board)
    while position.result is None:
        one = slow_voronoi(position, 1)
        two = slow_voronoi(position, 2, order="LFRB", careful=True)
        position = lightcycles.step(position, one, two)
    assert position == replay(board, game.moves)[-1]
    assert position.result == game.result


@given(positions(), st.sampled_from(OWN_FRAME), st.sampled_from([1, 2]))
def test_in_the_turned_position_it_makes_the_turned_move(position, name, seat):
    turned = lightcycles.rotate_position(position)
    move = choose(name, position, seat=seat).move
    assert choose(name, turned, seat=seat).move == lightcycles.rotate_moves(move)


@given(maps, st.sampled_from(OWN_FRAME), st.sampled_from(OWN_FRAME))
def test_turning_the_start_turns_the_game(board, name_1, name_2):
    game = lightcycles.play(name_1, name_2, board, rng=1)
    turned = lightcycles.play(name_1, name_2, lightcycles.rotate(board), rng=1)
    assert turned.moves == lightcycles.rotate_moves(game.moves)
    swapped = lightcycles.play(name_1, name_2, lightcycles.swap_seats(board), seat=2, rng=1)
    assert swapped.moves == "/".join(game.moves.split("/")[::-1])
    assert (turned.result, turned.game) == (game.result, game.game)
    assert (swapped.result, swapped.game) == (game.result, game.game)


@given(mirrored_maps, st.sampled_from(OWN_FRAME))
def test_against_its_copy_a_mirrored_start_is_always_level(board, name):
    game = lightcycles.play(name, name, board, rng=1)
    one, two = game.moves.split("/")
    assert game.result == 0.5
    assert two == lightcycles.rotate_moves(one)


def test_in_the_absolute_frame_the_mirror_breaks():
    boards = lightcycles.generate(range(60), mirrored=True)
    drawn = {}
    for name in ("voronoi", "voronoi_absolute"):
        games = lightcycles.play_pairs([(name, bot(name).named("copy"))], boards, rng=1)
        drawn[name] = int((games["result"] == 0.5).sum())
        assert games["result"].mean() == 0.5  # both seats: what one wins, the other wins back
    assert drawn["voronoi"] == 120
    assert drawn["voronoi_absolute"] < 100


def test_lookahead_takes_the_best_of_the_worst(slow_territory):
    board = parse("A.... ..#.. .#... ....B")
    found = choose("lookahead", start(board), seat=1)
    for move, score in found.scores.items():
        leads = []
        (x, y), (dx, dy) = board.starts[0], {"E": (1, 0), "S": (0, 1)}[move]
        for u, v in ((4, 2), (3, 3)):  # the replies of seat 2
            trails = ((board.starts[0], (x + dx, y + dy)), (board.starts[1], (u, v)))
            mine, theirs = slow_territory(lightcycles.Position(board, trails, "EW"))
            leads.append(len(mine) - len(theirs))
        assert score == min(leads)
    assert found.scores[found.move] == max(found.scores.values())


def test_what_a_bot_sees():
    # After E, (1, 1) and what lies behind it to the left and below is A's, 4 cells, and B has the
    # right column; A has the border above and B's head beside it. After S each has 3 cells.
    board = parse("A.B ... ...")
    features = choose("voronoi", start(board), seat=1).features
    named = {m: dict(zip(lightcycles.FEATURES, f, strict=True)) for m, f in features.items()}
    assert set(named) == {"E", "S"}
    assert named["E"] == {
        "own": 4, "rival": 2, "room": 6, "walls": 2, "distance": 1, "contested": 1, "straight": 1,
    }  # fmt: skip
    assert named["S"] == {
        "own": 3, "rival": 3, "room": 6, "walls": 1, "distance": 3, "contested": 0, "straight": 0,
    }  # fmt: skip
    assert choose("careful", start(board), seat=1).move == "S"
    assert choose("voronoi", start(board), seat=1).move == "E"
    assert choose("wall_hugger", start(board), seat=1).move == "E"


def test_the_order_decides_ties_and_only_ties():
    board = parse("..... A...B .....")
    moves = {}
    for order in ("FRBL", "LRFB", "RLFB"):
        found = choose(bot("voronoi").with_ties(order), start(board), seat=1)
        moves[order] = (found.move, found.tied)
    assert moves["LRFB"][0] == moves["LRFB"][1][0]
    assert {tied for _, tied in moves.values()} == {"E"}  # the lead of going ahead is the largest
    tied = parse("... A#B ...")
    assert choose(bot("voronoi").with_ties("LRFB"), start(tied), seat=1).tied == "NS"
    assert choose(bot("voronoi").with_ties("RLFB"), start(tied), seat=1).tied == "SN"
    assert choose(bot("voronoi").with_ties("RLFB"), start(tied), seat=2).tied == "NS"
    north = bot("voronoi").with_ties("NESW", frame="absolute")
    assert choose(north, start(tied), seat=1).tied == choose(north, start(tied), seat=2).tied


def test_lots_break_ties_evenly_and_only_in_their_share():
    board = start(parse("... A#B ..."))
    dice = bot("voronoi").with_ties("LRFB")
    for epsilon, share in ((0.5, 0.25), (1.0, 0.5)):
        player = replace(dice, epsilon=epsilon)
        south = sum(choose(player, board, seat=1, rng=k).move == "S" for k in range(2000))
        assert abs(south / 2000 - share) < 0.05
    assert choose(replace(dice, epsilon=1.0), board, seat=1, rng=5) == choose(
        replace(dice, epsilon=1.0), board, seat=1, rng=np.random.default_rng(5)
    )


def test_a_twin_plays_other_games_of_the_same_strength():
    boards = lightcycles.generate(range(100), mirrored=False)
    twins = [bot("dice"), bot("dice_twin")]
    games = lightcycles.play_pairs([(twin, "careful") for twin in twins], boards, rng=1)
    moves = games.pivot(index=["map", "seat"], columns="bot_1", values="moves")
    assert (moves["dice"] != moves["dice_twin"]).mean() > 0.8
    points = games.groupby("bot_1")["result"].mean()
    assert abs(points["dice"] - points["dice_twin"]) < 0.15


def test_names_are_all_of_different_bots():
    every = [bot(name) for name in lightcycles.names()]
    assert len({replace(b, name="x") for b in every}) == len(every)
    assert all(b.name == name for b, name in zip(every, lightcycles.names(), strict=True))
