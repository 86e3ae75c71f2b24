import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import ale
from benchlib.ale import features

PLAIN = np.full((210, 160), 0x84, dtype=np.uint8)

blocks = st.lists(
    st.tuples(
        st.integers(0, 209),
        st.integers(0, 159),
        st.integers(1, 40),
        st.integers(1, 40),
        st.integers(0, 127).map(lambda colour: 2 * colour),
    ),
    max_size=6,
)


def drawn(given_blocks):
    screen = PLAIN.copy()
    for y, x, height, width, byte in given_blocks:
        screen[y : y + height, x : x + width] = byte
    return screen


def by_pixel(screen, background, n_colours):
    """Collect the features pixel by pixel."""
    found = set()
    for y, x in np.argwhere(screen != background).tolist():
        colour = int(screen[y, x]) // 2 % n_colours
        found.add(((y // 15) * 16 + x // 10) * n_colours + colour)
    return sorted(found)


def test_one_block_by_hand():
    # Lines 30 to 44 and pixels 50 to 59 are row 2 and column 5, cell 37. The byte 0x46 is colour
    # 35 of 128, and luminance 3 of 8.
    screen = PLAIN.copy()
    screen[30:45, 50:60] = 0x46
    assert features.grid_features(screen, PLAIN, n_colours=128, pairs=False).tolist() == [4771]
    assert 4771 == 37 * 128 + 35
    assert features.grid_features(screen, PLAIN, n_colours=8, pairs=False).tolist() == [299]
    assert 299 == 37 * 8 + 3


def test_a_block_across_a_corner_by_hand():
    # One pixel further in both directions touches columns 5, 6 and rows 2, 3: cells 37, 38, 53, 54.
    screen = PLAIN.copy()
    screen[31:46, 51:61] = 0x46
    singles = [8 * cell + 3 for cell in (37, 38, 53, 54)]
    assert singles == [299, 307, 427, 435]
    found = features.grid_features(screen, PLAIN, n_colours=8, pairs=True)
    # With n = 1,792, a pair a < b is n + b (b - 1) / 2 + a, such as 1,792 + 307 x 153 + 299.
    n = 16 * 14 * 8
    pairs = [n + b * (b - 1) // 2 + a for b in singles for a in singles if a < b]
    assert pairs[0] == 49_062
    assert found.tolist() == singles + pairs


def test_the_first_and_the_last_feature():
    screen = np.full((210, 160), 0xFE, dtype=np.uint8)
    screen[:15, :10] = 0
    for name, (n_colours, pairs) in features.PALETTE_DESIGN.items():
        found = features.grid_features(screen, PLAIN, n_colours=n_colours, pairs=False)
        assert (found[0], found[-1]) == (0, 224 * n_colours - 1)
        # The cells of the last colour are the last pair.
        with_pairs = features.GridFeatures(name, PLAIN, n_colours=n_colours, pairs=pairs)
        screen[-1, -1] = 0xFC
        found = features.grid_features(screen, PLAIN, n_colours=n_colours, pairs=pairs)
        assert found[-1] == with_pairs.n_features - 1
        screen[-1, -1] = 0xFE


def test_two_hues_of_one_luminance_are_one_colour_of_eight():
    # Appendix A's comparison in small: eight colours see one feature where 128 see two.
    screen = PLAIN.copy()
    screen[0, 0], screen[14, 9] = 0x26, 0x46
    assert features.grid_features(screen, PLAIN, n_colours=8, pairs=False).tolist() == [3]
    assert features.grid_features(screen, PLAIN, n_colours=128, pairs=False).tolist() == [19, 35]


def test_the_background_is_taken_away_before_colours_are_reduced():
    screen = PLAIN.copy()
    screen[0, 0] = 0x94  # another hue with the background's luminance
    assert features.grid_features(screen, PLAIN, n_colours=8, pairs=False).tolist() == [2]


def test_one_pixel_is_enough_and_none_is_not():
    for y, x in [(0, 0), (209, 159), (14, 9), (15, 10)]:
        screen = PLAIN.copy()
        screen[y, x] = 0
        assert features.grid_features(screen, PLAIN, n_colours=8, pairs=True).tolist() == [
            8 * (y // 15 * 16 + x // 10)
        ]
    for pairs in (False, True):
        assert not features.grid_features(PLAIN, PLAIN, n_colours=8, pairs=pairs).size


@settings(max_examples=30, deadline=None)
@given(blocks=blocks, n_colours=st.sampled_from(features.PALETTES))
def test_features_are_those_found_pixel_by_pixel(blocks, n_colours):
    screen = drawn(blocks)
    found = features.grid_features(screen, PLAIN, n_colours=n_colours, pairs=False)
    assert found.dtype == np.int64
    assert found.tolist() == by_pixel(screen, PLAIN, n_colours)
    cells = features.occupied_cells(screen, PLAIN, n_colours=n_colours)
    assert cells.shape == (14, 16, n_colours)
    assert found.tolist() == np.flatnonzero(cells).tolist()


@settings(max_examples=30, deadline=None)
@given(blocks=blocks, n_colours=st.sampled_from(features.PALETTES))
def test_pairs_follow_the_single_features(blocks, n_colours):
    screen = drawn(blocks)
    singles = features.grid_features(screen, PLAIN, n_colours=n_colours, pairs=False)
    both = features.grid_features(screen, PLAIN, n_colours=n_colours, pairs=True)
    m, n = singles.size, 224 * n_colours
    assert both.size == m * (m + 1) // 2
    assert (np.diff(both) > 0).all()
    assert both[:m].tolist() == singles.tolist()
    assert ((both[m:] >= n) & (both[m:] < features.n_with_pairs(n))).all()
    named = {
        features.pair_index(a, b, n) for a in singles.tolist() for b in singles.tolist() if a < b
    }
    assert set(both[m:].tolist()) == named


@settings(max_examples=20, deadline=None)
@given(blocks=blocks)
def test_eight_colours_see_the_cells_that_128_see(blocks):
    screen = drawn(blocks)
    of_8 = features.occupied_cells(screen, PLAIN, n_colours=8)
    of_128 = features.occupied_cells(screen, PLAIN, n_colours=128)
    assert np.array_equal(of_8, of_128.reshape(14, 16, 16, 8).any(axis=2))


@pytest.mark.parametrize("n", [2, 3, 50])
def test_every_pair_has_an_index_of_its_own(n):
    indices = [features.pair_index(a, b, n) for b in range(n) for a in range(b)]
    assert indices == list(range(n, features.n_with_pairs(n)))
    assert features.pair_index(1, 0, n) == features.pair_index(0, 1, n)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (-1, 2), (0, 3), (0.5, 1), (True, 2), ("0", 1)])
def test_what_is_no_pair_is_refused(a, b):
    with pytest.raises(
        ValueError, match="first, second: expected two different features from 0 to 2"
    ):
        features.pair_index(a, b, 3)


@pytest.mark.parametrize("n", [-1, 2.5, True, None, float("inf")])
def test_what_is_no_number_of_features_is_refused(n):
    for call in (features.n_with_pairs, lambda n: features.pair_index(0, 1, n)):
        with pytest.raises(ValueError, match="expected"):
            call(n)


def test_numbers_of_numpy_do_not_overflow():
    assert features.n_with_pairs(np.uint16(1792)) == 1792 * 1793 // 2
    assert (
        features.pair_index(np.uint8(3), np.uint8(200), np.uint8(250)) == 250 + 200 * 199 // 2 + 3
    )
    for n_colours, number in ((8, np.uint8), (128, np.int16)):
        plain, other = (
            features.GridFeatures("x", PLAIN, n_colours=n, pairs=True)
            for n in (n_colours, number(n_colours))
        )
        assert plain.n_features == other.n_features
        screen = drawn([(0, 0, 40, 40, 0x46), (30, 30, 9, 90, 0xFE)])
        assert np.array_equal(plain.active(Shown(screen)), other.active(Shown(screen)))


class Shown:
    """An emulator that shows what it is told."""

    def __init__(self, screen):
        self.interface = self
        self.screen = screen

    def getScreen(self):  # noqa: N802 (the emulator's name)
        return self.screen


def test_the_design_crosses_palette_and_pairs():
    assert sorted(features.PALETTE_DESIGN.values()) == [
        (8, False),
        (8, True),
        (128, False),
        (128, True),
    ]
    sizes = {
        name: features.GridFeatures(name, PLAIN, n_colours=n_colours, pairs=pairs).n_features
        for name, (n_colours, pairs) in features.PALETTE_DESIGN.items()
    }
    assert sizes == {
        "basic8": 1_792,
        "basic": 28_672,
        "bass": 1_792 + 1_792 * 1_791 // 2,
        "bass128": 28_672 + 28_672 * 28_671 // 2,
    }


def test_hostile_grids():
    for call in (features.grid_features, features.occupied_cells):
        options = {"pairs": True} if call is features.grid_features else {}
        with pytest.raises(ValueError, match="screen: expected an array of uint8"):
            call(PLAIN.astype(float), PLAIN, n_colours=8, **options)
        with pytest.raises(ValueError, match="background: expected the shape"):
            call(PLAIN, PLAIN.T, n_colours=8, **options)
        with pytest.raises(ValueError, match="screen: expected an array of uint8, got MaskedArray"):
            call(np.ma.masked_equal(PLAIN, 2), PLAIN, n_colours=8, **options)
        for n_colours in (16, 8.0, True, np.array([8, 128])):
            with pytest.raises(ValueError, match="n_colours: expected 8 or 128"):
                call(PLAIN, PLAIN, n_colours=n_colours, **options)
    with pytest.raises(ValueError, match="background: line 0, pixel 0 is 133"):
        features.GridFeatures("bass", PLAIN + np.uint8(1), n_colours=8, pairs=True)
    with pytest.raises(ValueError, match="n_colours: expected 8 or 128"):
        features.GridFeatures("bass", PLAIN, n_colours=4, pairs=True)


def test_freeway_is_seen_as_its_screen():
    emulator = ale.Emulator("freeway")
    background = features.estimate_background("freeway", n_screens=30, rng=1)
    sets = [
        features.GridFeatures(name, background, n_colours=n_colours, pairs=pairs)
        for name, (n_colours, pairs) in features.PALETTE_DESIGN.items()
    ]
    for _ in range(10):
        emulator.act(2)
        for each in sets:
            found = each.active(emulator)
            assert 0 <= found[0] < found[-1] < each.n_features
            assert (
                found.tolist()
                == features.grid_features(
                    features.screen_of(emulator),
                    background,
                    n_colours=each.n_colours,
                    pairs=each.pairs,
                ).tolist()
            )
            each.start()
            assert each.active(emulator).tolist() == found.tolist()
