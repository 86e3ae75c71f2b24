from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from benchlib import ale
from benchlib.ale import features
from benchlib.ale.features import screens as module

PLAIN = np.zeros((210, 160), dtype=np.uint8)


def uniform(byte):
    return np.full((210, 160), byte, dtype=np.uint8)


def test_a_screen_is_a_copy_of_what_the_emulator_shows():
    emulator = ale.Emulator("seaquest")
    emulator.act(1, n_frames=100)
    shown = emulator.interface.getScreen().copy()
    screen = features.screen_of(emulator)
    assert (screen.dtype, screen.shape, screen.flags.c_contiguous) == (np.uint8, (210, 160), True)
    assert np.array_equal(screen, shown)
    emulator.act(1, n_frames=100)
    assert np.array_equal(screen, shown)
    assert not np.array_equal(screen, emulator.interface.getScreen())


@pytest.mark.parametrize(
    ("game", "height"), [("carnival", 214), ("journeyescape", 230), ("pooyan", 220)]
)
def test_of_a_taller_screen_the_middle_is_kept(game, height):
    emulator = ale.Emulator(game)
    emulator.act(1, n_frames=100)
    shown = emulator.interface.getScreen()
    assert shown.shape == (height, 160)
    cut = (height - 210) // 2
    assert np.array_equal(features.screen_of(emulator), shown[cut:-cut])


def test_palettes_by_hand():
    # Hue in the four upper bits, luminance in the next three: 0xf6 is hue 15 and luminance 3.
    for byte, of_128, of_8 in [
        (0x00, 0, 0),
        (0x02, 1, 1),
        (0x10, 8, 0),
        (0xF6, 123, 3),
        (0xFE, 127, 7),
    ]:
        assert features.palette_colours(uniform(byte), n_colours=128)[7, 9] == of_128
        assert features.palette_colours(uniform(byte), n_colours=8)[7, 9] == of_8
    assert len(set(features.SECAM)) == 8


def test_a_palette_has_all_its_colours():
    screen = PLAIN.copy()
    screen.ravel()[:128] = np.arange(0, 256, 2)
    for n in features.PALETTES:
        colours = features.palette_colours(screen, n_colours=n)
        assert colours.dtype == np.uint8
        assert np.unique(colours).tolist() == list(range(n))


def test_the_background_is_the_most_common_colour_of_each_pixel():
    first, second, third = PLAIN.copy(), PLAIN.copy(), PLAIN.copy()
    first[0, 0], second[0, 0], third[0, 0] = 8, 8, 2  # twice 8
    first[0, 1], second[0, 1], third[0, 1] = 254, 8, 6  # a tie: the smallest
    third[209, 159] = 40  # twice 0
    expected = PLAIN.copy()
    expected[0, 0], expected[0, 1] = 8, 6
    assert np.array_equal(features.common_background([first, second, third]), expected)


@settings(max_examples=20, deadline=None)
@given(
    values=arrays.arrays(
        np.uint8, st.tuples(st.integers(1, 6), st.just(5)), elements=st.integers(0, 3)
    ),
    times=st.integers(1, 3),
    order=st.randoms(use_true_random=False),
)
def test_neither_order_nor_copies_of_screens_change_the_background(values, times, order):
    shown = []
    for row in values:
        screen = PLAIN.copy()
        screen[3, :5] = 2 * row
        shown.append(screen)
    background = features.common_background(shown)
    # What the mode of each pixel is, counted by numpy.
    for pixel in range(5):
        assert background[3, pixel] == 2 * np.bincount(values[:, pixel]).argmax()
    copies = shown * times
    order.shuffle(copies)
    assert np.array_equal(features.common_background(copies), background)


def test_screens_are_looked_at_one_by_one():
    alive = 0

    def stream():
        nonlocal alive
        screen = PLAIN.copy()
        for _ in range(300):  # one array, used again: what is kept would be overwritten
            alive += 1
            screen[0, 0] = 2 * (alive > 100)
            yield screen

    assert features.common_background(stream())[0, 0] == 2


def test_sampled_play_shows_every_decision():
    shown = list(features.sampled_screens("seaquest", n_screens=40, rng=3))
    actions = list(islice(module._blind_actions(np.random.default_rng(3)), 40))
    emulator = ale.Emulator("seaquest")
    for screen, action in zip(shown, actions, strict=True):
        assert np.array_equal(screen, features.screen_of(emulator))
        emulator.act(action)


def test_sampled_play_starts_again_when_the_game_is_over(monkeypatch):
    # A game that is over after ten frames shows its first two decisions again and again.
    class Short(ale.Emulator):
        def __init__(self, game):
            super().__init__(game, max_frames=10)

    monkeypatch.setattr(module, "Emulator", Short)
    shown = list(features.sampled_screens("freeway", n_screens=5, rng=1))
    assert np.array_equal(shown[0], shown[2])
    assert np.array_equal(shown[2], shown[4])
    assert not np.array_equal(shown[0], shown[1])


def test_sampled_play_starts_again_when_its_decisions_are_made(monkeypatch):
    monkeypatch.setattr(module, "_EPISODE", 3)
    shown = list(features.sampled_screens("freeway", n_screens=7, rng=1))
    first, *others = (screen.tobytes() for screen in shown)
    assert [other == first for other in others] == [False, False, True, False, False, True]


def test_an_episode_of_sampled_play_holds_its_actions_first():
    rng = np.random.default_rng(0)
    episodes = [list(module._blind_actions(rng)) for _ in range(60)]
    assert {len(actions) for actions in episodes} == {1000}
    assert {action for actions in episodes for action in actions} == set(range(18))
    repeated = np.array([np.equal(a[1:], a[:-1]) for a in map(np.asarray, episodes)])
    # Held, an action lasts 10.5 decisions on average and 20 at most; drawn each time, 18 in 17.
    # The first decisions are mostly held, the last ones mostly drawn.
    assert repeated[:, :100].mean() > 0.75
    assert repeated[:, -100:].mean() < 0.25


def test_the_same_rng_shows_the_same_screens():
    first, again, other = (
        np.array(list(features.sampled_screens("freeway", n_screens=60, rng=seed)))
        for seed in (5, np.random.default_rng(5), 6)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    background = features.estimate_background("freeway", n_screens=60, rng=5)
    assert np.array_equal(background, features.common_background(first))


@pytest.mark.parametrize(
    ("screen", "message"),
    [
        (PLAIN[:209], r"expected the shape \(210, 160\), got \(209, 160\)"),
        (np.zeros((210, 160, 3), dtype=np.uint8), "expected the shape"),
        (PLAIN.astype(np.int64), "expected an array of uint8, got int64"),
        (PLAIN.tolist(), "expected an array of uint8, got list"),
        (np.ma.masked_equal(PLAIN, 0), "expected an array of uint8, got MaskedArray"),
        (None, "expected an array of uint8, got NoneType"),
    ],
)
def test_what_is_no_screen_is_refused(screen, message):
    for name, call in {
        "screen": lambda: features.palette_colours(screen, n_colours=8),
        "screens: number 1": lambda: features.common_background([PLAIN, screen]),
    }.items():
        with pytest.raises(ValueError, match=f"{name}: {message}"):
            call()


@pytest.mark.parametrize("place", [(0, 0), (209, 159), (100, 77)])
def test_an_odd_byte_is_refused(place):
    screen = uniform(254)
    screen[place] = 7
    row, column = place
    with pytest.raises(
        ValueError, match=f"screen: line {row}, pixel {column} is 7, but the lowest"
    ):
        features.palette_colours(screen, n_colours=8)


def test_a_screen_may_lie_in_memory_as_it_likes():
    screen = np.random.default_rng(0).integers(0, 128, size=(210, 160)).astype(np.uint8) << 1
    for other in (np.asfortranarray(screen), np.pad(screen, 3)[3:-3, 3:-3]):
        assert np.array_equal(
            features.palette_colours(other, n_colours=8),
            features.palette_colours(screen, n_colours=8),
        )


@pytest.mark.parametrize("n_colours", [0, 7, 256, True, None, "8", 8.0])
def test_another_palette_is_refused(n_colours):
    with pytest.raises(ValueError, match="n_colours: expected 8 or 128, got"):
        features.palette_colours(PLAIN, n_colours=n_colours)


def test_hostile_samples():
    with pytest.raises(ValueError, match="screens: is empty; give at least one"):
        features.common_background([])
    for n_screens in (0, -1, 1.0, True):
        with pytest.raises(ValueError, match="n_screens: expected a whole number of at least 1"):
            features.sampled_screens("freeway", n_screens=n_screens, rng=1)  # at once
    with pytest.raises(ValueError, match="game: there is no game 'phoenix'"):
        features.estimate_background("phoenix", n_screens=1, rng=1)
    with pytest.raises(ValueError, match="rng: expected"):
        features.estimate_background("freeway", n_screens=1, rng=None)
