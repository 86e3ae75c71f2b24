import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import ale
from benchlib.ale.features import disco, objects
from benchlib.ale.features.screens import estimate_background

NOTHING = np.empty((0, 3), dtype=np.int64)
BACKGROUND = np.zeros((210, 160), dtype=np.uint8)


def table(*rows):
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def active(here, before=NOTHING, n_classes=3):
    return disco.disco_features(here, before, n_classes=n_classes).tolist()


def test_one_object_by_hand():
    # Index 0: class 0 is there. Then 4 tilings of 9 x 9 tiles of 20 x 28 pixels; the tile of
    # (54, 101) is (2, 3), and after shifts of (5, 7), (10, 14), (15, 21) pixels still
    # (59, 108): (2, 3), (64, 115): (3, 4), (69, 122): (3, 4).
    tiles = [(2, 3), (2, 3), (3, 4), (3, 4)]
    expected = [0] + [1 + (t * 9 + row) * 9 + column for t, (column, row) in enumerate(tiles)]
    assert active(table((0, 54, 101)), n_classes=1) == expected


def test_two_squares_and_a_bar_by_hand():
    here = table((0, 12, 22), (0, 52, 23), (1, 89, 101))
    layout = disco.DiscoLayout(2)
    places, ways, motions = 2, 2 + 2 * 4 * 81, 2 + 2 * 4 * 81 + 3 * 4 * 17 * 16
    assert layout.starts == (places, ways, motions)
    assert layout.n_features == motions + 3 * 4 * 13 * 13
    expected = {0, 1}
    for tiling in range(4):
        for number, x, y in here.tolist():
            row, column = (y + 7 * tiling) // 28, (x + 5 * tiling) // 20
            expected.add(places + ((number * 4 + tiling) * 9 + row) * 9 + column)
        # Square to square, and each square to the bar; values start at -159 and -209.
        for pair, x, y in [(0, 40, 1), (1, 77, 79), (1, 37, 78)]:
            row, column = (y + 209 + 7 * tiling) // 28, (x + 159 + 5 * tiling) // 20
            expected.add(ways + ((pair * 4 + tiling) * 16 + row) * 17 + column)
    assert active(here, n_classes=2) == sorted(expected)


def test_a_moving_object_by_hand():
    # The first went 4 to the right and 1 up, the other one stayed.
    before, here = table((0, 50, 60), (1, 90, 60)), table((0, 54, 59), (1, 90, 60))
    assert disco.velocities(here, before).tolist() == [[4, -1], [0, 0]]
    _, _, motions = disco.DiscoLayout(2).starts
    seen = [i for i in active(here, before, n_classes=2) if i >= motions]
    # From the first to the second (-4, 1); values start at -48, so 44 and 49; pair 1 is (0, 1).
    assert seen == [
        motions + ((4 + t) * 13 + (49 + 2 * t) // 8) * 13 + (44 + 2 * t) // 8 for t in range(4)
    ]
    assert [i for i in active(here, n_classes=2) if i >= motions] == []


def test_an_object_comes_from_the_nearest_of_its_class():
    before = table((0, 40, 40), (0, 60, 40), (1, 52, 40))
    here = table((0, 52, 40), (0, 50, 40), (0, 50, 90), (2, 52, 40))
    # In order: (0, 50, 40) is as far from both, and takes the left one.
    found = disco.velocities(here, before)
    np.testing.assert_array_equal(found, [[10, 0], [-8, 0], [np.nan] * 2, [np.nan] * 2])


@pytest.mark.parametrize(("step", "known"), [((24, 0), True), ((24, 1), False), ((0, -24), True)])
def test_a_step_may_be_so_long_and_no_longer(step, known):
    here = table((0, 80 + step[0], 80 + step[1]))
    assert np.isfinite(disco.velocities(here, table((0, 80, 80)))).all() == known


@pytest.mark.parametrize("n_classes", [1, 2, 3])
def test_every_index_has_a_meaning_of_its_own(n_classes):
    layout = disco.DiscoLayout(n_classes)
    meanings = {layout.describe(i) for i in range(layout.n_features)}
    assert len(meanings) == layout.n_features
    for index in (-1, layout.n_features, 0.5, 1.0, True):
        with pytest.raises(ValueError, match="index"):
            layout.describe(index)


def test_numbers_of_numpy_do_not_overflow():
    assert disco.DiscoLayout(np.uint8(20)) == disco.DiscoLayout(20)
    assert disco.DiscoLayout(np.uint8(20)).n_features == disco.DiscoLayout(20).n_features
    here = table((0, 12, 22), (19, 52, 23))
    assert active(here, n_classes=np.uint8(20)) == active(here, n_classes=20)


@pytest.mark.parametrize("place", [(0, 2**32, 0), (0, 0, 210), (-1, 0, 0)])
def test_velocities_of_what_is_not_on_the_screen_are_refused(place):
    there = table((0, 0, 0))
    with pytest.raises(ValueError, match=r"objects: expected classes, x below 160 .* but row 0 is"):
        disco.velocities(table(place), there)
    with pytest.raises(ValueError, match="before: expected classes, x below 160"):
        disco.velocities(there, table(place))


objects_on_screen = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 159), st.integers(0, 209)), max_size=8
).map(lambda rows: table(*rows))

TILE = re.compile(r"(.*), tiling (\d): x from (-?\d+) to (-?\d+), y from (-?\d+) to (-?\d+)")


def facts(here, before):
    """List what is to be said of these objects, without tiles."""
    here = sorted(here.tolist(), key=lambda row: (row[0], row[2], row[1]))
    velocity = disco.velocities(table(*here), before)
    for i, (a, x, y) in enumerate(here):
        yield f"class {a}", x, y
        for j, (b, other_x, other_y) in list(enumerate(here))[i + 1 :]:
            yield f"class {a} to {b}", other_x - x, other_y - y
            change = velocity[j] - velocity[i]
            if not np.isnan(change).any():
                yield f"velocity of class {a} to {b}", *change


@settings(deadline=None)  # the first example may compile
@given(objects_on_screen, objects_on_screen)
def test_each_fact_lies_in_its_tiles_and_each_tile_holds_a_fact(here, before):
    layout = disco.DiscoLayout(3)
    tiles = {}
    for index in active(here, before):
        match = TILE.fullmatch(layout.describe(index))
        if match:
            name, tiling, *bounds = match.groups()
            tiles.setdefault((name, int(tiling)), []).append(tuple(map(int, bounds)))
    told = list(facts(here, before))
    for name, x, y in told:
        for tiling in range(disco.N_TILINGS):
            inside = [t for t in tiles[name, tiling] if t[0] <= x <= t[1] and t[2] <= y <= t[3]]
            assert len(inside) == 1
    for (name, _), found in tiles.items():
        for x_0, x_1, y_0, y_1 in found:
            assert any(n == name and x_0 <= x <= x_1 and y_0 <= y <= y_1 for n, x, y in told)


@settings(deadline=None)  # the first example may compile
@given(objects_on_screen, objects_on_screen)
def test_indices_are_sorted_unique_and_in_range(here, before):
    found = active(here, before)
    assert found == sorted(set(found))
    assert all(0 <= i < disco.DiscoLayout(3).n_features for i in found)
    assert {i for i in found if i < 3} == set(here[:, 0].tolist())


def test_the_corners_of_the_screen_are_in_range():
    corners = [(c, x, y) for c in (0, 1) for x in (0, 159) for y in (0, 209)]
    found = active(table(*corners), table(*corners), n_classes=2)
    assert max(found) < disco.DiscoLayout(2).n_features
    # As far apart as it goes: both moved by the longest step, one to each side.
    before, here = table((0, 24, 0), (0, 50, 0)), table((0, 0, 0), (0, 74, 0))
    layout = disco.DiscoLayout(1)
    told = [layout.describe(i) for i in active(here, before, n_classes=1)]
    assert "velocity of class 0 to 0, tiling 0: x from 48 to 55, y from 0 to 7" in told


@settings(deadline=None)  # the first example may compile
@given(objects_on_screen, objects_on_screen, st.randoms(use_true_random=False))
def test_the_order_of_objects_does_not_matter(here, before, random):
    rows, old = here.tolist(), before.tolist()
    random.shuffle(rows)
    random.shuffle(old)
    assert active(table(*rows), table(*old)) == active(here, before)


@settings(deadline=None)  # the first example may compile
@given(objects_on_screen, objects_on_screen, st.integers(-40, 40), st.integers(-40, 40))
def test_a_shift_of_everything_changes_places_alone(here, before, across, down):
    together = np.concatenate([here, before])
    if len(together):
        # As far as everything stays on the screen.
        low, high = together[:, 1:].min(axis=0), together[:, 1:].max(axis=0)
        across = int(np.clip(across, -low[0], 159 - high[0]))
        down = int(np.clip(down, -low[1], 209 - high[1]))
    shift = np.array([0, across, down])
    _, ways, _ = disco.DiscoLayout(3).starts
    relative = [i for i in active(here, before) if i >= ways]
    assert [i for i in active(here + shift, before + shift) if i >= ways] == relative


def test_of_many_objects_of_a_class_the_lowest_are_considered():
    crowd = [(0, 10, 10 * i) for i in range(18)]
    few = crowd[-disco.MAX_PER_CLASS :]
    other = (1, 100, 5)
    assert active(table(*crowd, other)) == active(table(*few, other))
    assert active(table(*crowd, other)) != active(table(*few[1:], other))


class Shown:
    """An emulator that shows what it is told."""

    def __init__(self, screen):
        self.interface = self
        self.screen = screen

    def getScreen(self):  # noqa: N802 (the emulator's name)
        return self.screen


def drawn(*corners):
    screen = BACKGROUND.copy()
    for left, top in corners:
        screen[top : top + 6, left : left + 6] = 64
    return screen


def test_it_sees_objects_and_forgets_them_at_the_start():
    first, second = drawn((10, 10), (60, 80)), drawn((14, 10), (60, 77))
    features = disco.DiscoFeatures(BACKGROUND, objects.find_classes([first], BACKGROUND))
    layout = disco.DiscoLayout(1)
    assert features.n_features == layout.n_features
    was, here = table((0, 12, 12), (0, 62, 82)), table((0, 16, 12), (0, 62, 79))
    assert features.active(Shown(first)).tolist() == active(was, n_classes=1)
    assert features.active(Shown(second)).tolist() == active(here, was, n_classes=1)
    features.start()
    assert features.active(Shown(second)).tolist() == active(here, n_classes=1)
    assert active(here, n_classes=1) != active(here, was, n_classes=1)


def test_a_game_without_classes_has_no_features():
    features = disco.DiscoFeatures(BACKGROUND, objects.find_classes([BACKGROUND], BACKGROUND))
    assert features.n_features == 0
    assert features.active(Shown(drawn((10, 10)))).tolist() == []


def test_a_real_game_is_seen_alike_with_the_same_seed():
    background = estimate_background("freeway", n_screens=40, rng=1)

    def looks():
        features = disco.prepare_disco("freeway", background, n_screens=40, rng=2)
        emulator = ale.Emulator("freeway", max_frames=150)
        while not emulator.over:
            yield features.active(emulator)
            emulator.act(ale.ACTIONS.index("UP"))

    once, again = list(looks()), list(looks())
    for a, b in zip(once, again, strict=True):
        assert a.dtype == np.int64
        np.testing.assert_array_equal(a, b)
    # Cars are on the road all the time, and they move.
    assert min(map(len, once)) > 50
    assert len({a.tobytes() for a in once}) > len(once) // 2


@pytest.mark.parametrize(
    ("here", "before", "n_classes", "message"),
    [
        (table((3, 0, 0)), NOTHING, 3, "objects: expected classes below 3"),
        (table((-1, 0, 0)), NOTHING, 3, "objects: expected classes below 3"),
        (table((0, 160, 0)), NOTHING, 3, "x below 160"),
        (table((0, 0, 210)), NOTHING, 3, "y below 210"),
        (table((0, 0, -1)), NOTHING, 3, "none of them negative"),
        (table((0, 0, 0)), NOTHING, 0, "objects: expected classes below 0"),
        (np.zeros((1, 3)), NOTHING, 3, "objects: expected a table of int64"),
        ([[0, 0, 0]], NOTHING, 3, "objects: expected a table of int64"),
        (np.ma.masked_equal(table((0, 0, 0)), 0), NOTHING, 3, "objects: expected a table of int64"),
        (NOTHING, table((0, 9, 9), (3, 0, 0)), 3, r"before: .* below 3, .* row 1 is \[3, 0, 0\]"),
        # Squares of such distances begin again at 0, and their tiles lie far outside.
        (table((0, 54, 9)), table((0, 54 - 2**32, 9)), 3, "before: .* none of them negative"),
        (NOTHING, table((0, 9, 210)), 3, "before: .* y below 210"),
        (NOTHING, np.zeros((2, 2), dtype=np.int64), 3, "before: expected 3 columns"),
        (NOTHING, NOTHING[:, 0], 3, "before: expected a table"),
        (NOTHING, NOTHING, -1, "n_classes"),
        (NOTHING, NOTHING, True, "n_classes"),
        (NOTHING, NOTHING, 2.0, "n_classes"),
    ],
)
def test_impossible_input_is_refused(here, before, n_classes, message):
    with pytest.raises(ValueError, match=message):
        disco.disco_features(here, before, n_classes=n_classes)


def test_impossible_preparation_is_refused():
    with pytest.raises(ValueError, match="game"):
        disco.prepare_disco("chess", BACKGROUND, n_screens=3, rng=1)
    with pytest.raises(ValueError, match="n_classes"):
        disco.prepare_disco("freeway", BACKGROUND, n_screens=3, n_classes=0, rng=1)
    classes = objects.find_classes([BACKGROUND], BACKGROUND)
    for bad, message in (
        (BACKGROUND[:200], "background: expected the shape"),
        (BACKGROUND + np.uint8(1), "background: line 0, pixel 0 is 1"),
    ):
        with pytest.raises(ValueError, match=message):
            disco.prepare_disco("freeway", bad, n_screens=3, rng=1)
        with pytest.raises(ValueError, match=message):
            disco.DiscoFeatures(bad, classes)
    with pytest.raises(ValueError, match="rng"):
        disco.prepare_disco("freeway", BACKGROUND, n_screens=3, rng=None)
