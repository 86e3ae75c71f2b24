import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import ale
from benchlib.ale import features

PLAIN = np.zeros((210, 160), dtype=np.uint8)


def noise(seed):
    return np.random.default_rng(seed).integers(0, 128, size=(210, 160)).astype(np.uint8) << 1


def small(**options):
    return features.LshFeatures(**{"n_functions": 40, "n_sampled": 500, "rng": 1} | options)


def by_hand(lsh, screen):
    """Add up every sample anew and hash it."""
    sums = features.screen_bits(screen)[lsh._samples].sum(axis=1)
    entries = (sums + lsh._offsets) // lsh._width % lsh._size
    return (np.arange(len(sums)) * lsh._size + entries).tolist()


def test_the_bits_of_a_pixel_by_hand():
    # Pixel 3 of line 2 is entry 3 + 160 x 2 = 323 of each plane of 33,600. Colour 0b1000001 sets
    # it in planes 0 and 6.
    screen = PLAIN.copy()
    screen[2, 3] = 0b10000010
    bits = features.screen_bits(screen)
    assert bits.shape == (7 * 210 * 160,)
    assert np.flatnonzero(bits).tolist() == [323, 323 + 6 * 33_600]


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1000))
def test_a_screen_can_be_read_back_from_its_bits(seed):
    screen = noise(seed)
    planes = features.screen_bits(screen).reshape(7, 210, 160)
    assert np.array_equal((planes << np.arange(1, 8)[:, None, None]).sum(axis=0), screen)


def test_one_function_by_hand():
    # It adds up all bits, so that nothing is random but the offset.
    lsh = features.LshFeatures(n_functions=1, n_sampled=235_200, bin_width=10, table_size=7, rng=3)
    offset = int(lsh._offsets[0])
    assert lsh.of_screen(PLAIN).tolist() == [0]
    screen = PLAIN.copy()
    screen[5, :160] = 0b11100000  # 480 bits
    assert lsh.of_screen(screen).tolist() == [(480 + offset) // 10 % 7]
    screen[5, 0] = 0b00100000  # 478 bits
    assert lsh.of_screen(screen).tolist() == [(478 + offset) // 10 % 7]


@settings(max_examples=15, deadline=None)
@given(seeds=st.lists(st.integers(0, 20), min_size=1, max_size=4), part=st.integers(1, 210))
def test_features_are_those_added_up_anew_whatever_was_seen_before(seeds, part):
    lsh = small()
    for seed in seeds:
        screen = PLAIN.copy()
        screen[:part] = noise(seed)[:part]
        found = lsh.of_screen(screen)
        assert found.dtype == np.int64
        assert found.tolist() == by_hand(lsh, screen)
        # Exactly one in the table of each function.
        assert (found // 50).tolist() == list(range(40))
        assert 0 <= found[0] <= found[-1] < lsh.n_features == 2_000


def test_a_screen_that_is_changed_afterwards_changes_nothing():
    lsh, screen = small(), noise(1)
    found = lsh.of_screen(screen).tolist()
    changed = screen.copy()
    assert lsh.of_screen(changed).tolist() == found
    changed[:] = 0
    assert lsh.of_screen(screen).tolist() == found
    assert lsh.of_screen(changed).tolist() == by_hand(lsh, changed)


def test_screens_that_are_alike_share_more_features():
    lsh = features.LshFeatures(n_functions=500, rng=1)
    screen = noise(1)
    shared = []
    for size in (4, 16, 64, 100):
        other = screen.copy()
        other[:size, :size] = 0
        shared.append((lsh.of_screen(other) == lsh.of_screen(screen)).mean())
    assert shared == sorted(shared, reverse=True)
    assert shared[0] > 0.95
    assert shared[-1] == 0


def test_sums_that_are_a_table_apart_collide():
    # 50 entries of 8 sums each: 400 bits more, and the table begins again.
    lsh = features.LshFeatures(n_functions=1, n_sampled=235_200, rng=1)
    screen = PLAIN.copy()
    found = []
    for n_bits in (0, 200, 400):
        screen.ravel()[:n_bits] = 2
        found += lsh.of_screen(screen).tolist()
    assert found[0] == found[2] != found[1]


def test_samples_are_drawn_without_replacement_and_offsets_fill_a_bin():
    lsh = small(n_functions=300, bin_width=4)
    assert all(np.unique(row).size == row.size == 500 for row in lsh._samples)
    assert set(lsh._offsets.tolist()) == {0, 1, 2, 3}


def test_the_same_rng_makes_the_same_functions():
    screens = [noise(seed) for seed in range(3)]
    first, again, other = (
        [small(rng=rng).of_screen(s).tolist() for s in screens] for rng in (5, 5, 6)
    )
    assert first == again != other
    assert small(rng=np.random.default_rng(5)).of_screen(screens[0]).tolist() == first[0]


@pytest.mark.parametrize("name", ["n_functions", "n_sampled", "bin_width", "table_size"])
@pytest.mark.parametrize("value", [0, -1, 1.5, True])
def test_hostile_numbers(name, value):
    with pytest.raises(ValueError, match=f"{name}: expected a whole number of at least 1"):
        small(**{name: value})


def test_hostile_input():
    with pytest.raises(ValueError, match="n_sampled: a screen has 235,200 bits, got 235,201"):
        small(n_sampled=235_201)
    with pytest.raises(ValueError, match="rng: expected"):
        small(rng=None)
    lsh = small()
    before = lsh.of_screen(noise(2)).tolist()
    for call in (lsh.of_screen, features.screen_bits):
        with pytest.raises(ValueError, match="screen: expected the shape"):
            call(PLAIN[1:])
        with pytest.raises(ValueError, match="screen: line 0, pixel 0 is 1"):
            call(PLAIN + np.uint8(1))
    assert lsh.of_screen(noise(2)).tolist() == before


def test_freeway_is_seen_as_its_screen():
    emulator = ale.Emulator("freeway")
    lsh = features.LshFeatures(rng=1)
    assert (lsh.name, lsh.n_features) == ("lsh", 100_000)
    for step in range(10):
        emulator.act(2)
        if step == 5:
            lsh.start()
        assert lsh.active(emulator).tolist() == by_hand(lsh, features.screen_of(emulator))
