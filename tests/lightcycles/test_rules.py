import pytest

from benchlib import lightcycles
from benchlib.lightcycles import parse, replay, start, step


def after(text, *turns):
    position = start(parse(text))
    for one, two in turns:
        position = step(position, one, two)
    return position


@pytest.mark.parametrize(
    ("text", "moves", "crashed", "result"),
    [
        # Both enter the cell between them.
        ("A.B", "EW", (True, True), 0.5),
        # Head-on, side by side: each enters the cell that the other leaves, which is a trail.
        ("AB", "EW", (True, True), 0.5),
        # The same from one side only: A runs into the trail that B leaves behind.
        ("AB.", "EE", (True, False), 0.0),
        # Out of the board, on each side, while the other goes on.
        ("..B A..", "WW", (True, False), 0.0),
        ("A.. ..B", "NW", (True, False), 0.0),
        ("..B A..", "EE", (False, True), 1.0),
        ("A.. ..B", "ES", (False, True), 1.0),
        # Walls crash like borders; both at once is a draw.
        ("A#B", "EW", (True, True), 0.5),
        ("A#B ...", "SW", (False, True), 1.0),
        # Neither crashes: the game goes on.
        ("A.B ...", "ES", (False, False), None),
    ],
)
def test_one_turn(text, moves, crashed, result):
    position = after(text, moves)
    assert position.crashed == crashed
    assert position.result == result


def test_trails_stay_and_the_trail_of_a_crash_ends_before_what_it_hit():
    position = after("A.... ..... ....B", "EW", "EW", "SW")
    assert position.text.split() == ["aaa..", "..A..", ".Bbbb"]
    assert position.headings == "SW"
    last = step(position, "S", "W")  # A runs into the trail of B
    assert last.trails[0] == position.trails[0]
    assert last.trails[1][-1] == (0, 2)
    assert (last.crashed, last.result) == ((True, False), 0.0)


def test_its_own_trail_crashes_a_cycle_too():
    position = after("A.... ..... ....B", "EW")
    assert step(position, "W", "W").result == 0.0


def test_a_cycle_that_is_cut_off_must_crash():
    # B closes the corner: A has no free cell, whatever it does.
    for move in "NESW":
        position = after("A#. B..", (move, "E"))
        assert position.result == 0.0
    # Both cut off: the game is drawn whatever they do.
    for one in "NESW":
        for two in "NESW":
            assert after("A#B ###", (one, two)).result == 0.5


def test_bots_without_a_free_cell_go_straight_on():
    board = parse("A#B ###")
    assert lightcycles.play("voronoi", "random", board, rng=1).moves == "E/W"
    assert lightcycles.choose("lookahead", start(board), seat=2).tied == ""


def test_a_game_that_is_over_goes_no_further():
    with pytest.raises(ValueError, match="position: the game is over"):
        step(after("A.B", "EW"), "N", "N")
    with pytest.raises(ValueError, match="position: the game is over"):
        lightcycles.choose("voronoi", after("A.B", "EW"), seat=1)
    with pytest.raises(ValueError, match="moves: the game is over after 1 turns"):
        replay(parse("A.B"), "EE/WW")


def test_replay_gives_every_position():
    positions = replay(parse("A..B ...."), "ES/WS")
    assert [p.result for p in positions] == [None, None, None]
    assert positions[0] == start(parse("A..B ...."))
    assert positions[-1].text.split() == ["aabb", ".AB."]


def test_letters_of_a_map_and_back():
    board = parse("""
        A.#.
        ....
        .#.B
    """)
    assert (board.width, board.height) == (4, 3)
    assert board.walls == ((1, 2), (2, 0))
    assert board.starts == ((0, 0), (3, 2))
    assert parse(board.text) == board
    assert board.is_mirrored
    assert not parse("A... ...B ....").is_mirrored
    assert not parse("A..B", facings="EE").is_mirrored


def test_the_name_of_a_map_is_its_content():
    board = parse("A.#. .... .#.B")
    same = lightcycles.Map(4, 3, walls=[(2, 0), (1, 2), (1, 2)], starts=([0, 0], [3, 2]))
    assert (same, same.id) == (board, board.id)
    others = [
        parse("A.#. .... ...B"),
        parse("A.#. .... .#.B", facings="EE"),
        lightcycles.swap_seats(board),
        parse("A.#..... .#.B...."),
    ]
    assert len({board.id, *(other.id for other in others)}) == 5


def test_generated_maps():
    many = lightcycles.generate(range(60), mirrored=True, width=7, height=5, n_walls=6)
    assert all(board.is_mirrored and len(board.walls) == 6 for board in many)
    free = lightcycles.generate(range(60), mirrored=False, n_walls=7)
    assert not any(board.is_mirrored for board in free)
    assert {(board.width, board.height, len(board.walls)) for board in free} == {(16, 12, 7)}
    assert len({board.id for board in free}) == 60
    # A map depends on its own seed and on no other.
    assert lightcycles.generate([59, 3], mirrored=False, n_walls=7) == [free[59], free[3]]


def test_without_walls_mirrored_maps_repeat():
    # Each of 192 cells can be the start of seat 1: no more maps, however many seeds.
    many = lightcycles.generate(range(600), mirrored=True)
    assert 150 < len({board.id for board in many}) <= 192
