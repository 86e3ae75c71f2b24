import numpy as np
import pytest

from benchlib import ale
from benchlib.ale import features
from benchlib.ale.features import representations as module

NAMES = ("basic8", "basic", "bass", "bass128", "disco", "lsh", "ram")


def prepared(name, *, game="freeway", rng=1, n_background=20, n_classes=20):
    return features.prepare(name, game, rng=rng, n_background=n_background, n_classes=n_classes)


@pytest.fixture(scope="module")
def freeway():
    """Return a game and its first state: to load it for each look would take most of the time."""
    emulator = ale.Emulator("freeway")
    return emulator, emulator.save()


def seen(feature_set, freeway, *, n_decisions=4):
    emulator, first = freeway
    emulator.restore(first)
    feature_set.start()
    found = []
    for _ in range(n_decisions):
        emulator.act(2)  # first, as a state does not bring its screen back
        found.append(feature_set.active(emulator).tolist())
    return found


def test_the_names():
    assert features.REPRESENTATIONS == ("basic", "bass", "disco", "lsh", "ram")
    assert set(features.PALETTE_DESIGN) == {"basic8", "basic", "bass", "bass128"}
    with pytest.raises(TypeError):
        features.PALETTE_DESIGN["basic"] = (16, False)


@pytest.mark.parametrize("name", NAMES)
def test_a_representation_on_freeway(name, freeway):
    feature_set = prepared(name)
    assert feature_set.name == name
    found = seen(feature_set, freeway)
    assert len({tuple(active) for active in found}) > 1  # the chicken and the cars move
    for active in found:
        assert active == sorted(set(active))
        assert 0 <= active[0] <= active[-1] < feature_set.n_features
    # Another episode is seen as the one before, and the same seed prepares the same features.
    assert seen(feature_set, freeway) == found
    assert seen(prepared(name), freeway) == found


@pytest.mark.parametrize("name", ["basic", "bass"])
def test_grids_have_the_background_of_sampled_play(name):
    of_background, _ = np.random.default_rng(4).integers(2**63, size=2).tolist()
    expected = features.estimate_background("freeway", n_screens=25, rng=of_background)
    for rng in (4, np.random.default_rng(4)):
        found = prepared(name, rng=rng, n_background=25).background
        assert np.array_equal(found, expected)


def test_representations_with_one_seed_share_the_background(monkeypatch):
    asked = []
    estimate = module.estimate_background

    def counted(game, *, n_screens, rng):
        asked.append((game, n_screens, rng))
        return estimate(game, n_screens=n_screens, rng=rng)

    monkeypatch.setattr(module, "estimate_background", counted)
    backgrounds = [prepared(name, rng=77).background for name in features.PALETTE_DESIGN]
    assert all(background is backgrounds[0] for background in backgrounds)
    assert len(asked) == 1
    with pytest.raises(ValueError, match="read-only"):
        backgrounds[0][0, 0] = 2
    prepared("basic", rng=77, n_background=19)
    prepared("basic", rng=77, game="pong")
    prepared("basic", rng=78)
    assert len(asked) == 4


def test_a_generator_goes_on_and_prepares_other_functions(freeway):
    rng = np.random.default_rng(9)
    first, second = (seen(prepared("lsh", rng=rng), freeway, n_decisions=2) for _ in range(2))
    assert first != second
    assert first == seen(prepared("lsh", rng=9), freeway, n_decisions=2)


def test_disco_gets_the_shared_background_and_a_seed_of_its_own(monkeypatch):
    asked = []
    monkeypatch.setattr(
        module, "prepare_disco", lambda *args, **options: asked.append((args, options))
    )
    prepared("disco", rng=3, n_classes=11)
    [((game, background), options)] = asked
    assert game == "freeway"
    assert background is prepared("basic", rng=3).background
    _, seed = np.random.default_rng(3).integers(2**63, size=2).tolist()
    assert options == {"n_screens": 11, "rng": seed}


@pytest.mark.parametrize("name", ["BASIC", "basic16", "", None, "tiles"])
def test_an_unknown_representation_is_refused(name):
    with pytest.raises(
        ValueError, match=r"representation: there is no .*; choose among basic, bass"
    ):
        prepared(name)


def test_hostile_preparation():
    for name in NAMES:
        with pytest.raises(ValueError, match="game: there is no game 'phoenix'"):
            prepared(name, game="phoenix")
        with pytest.raises(ValueError, match="n_background: expected a whole number"):
            prepared(name, n_background=0)
        with pytest.raises(ValueError, match="n_classes: expected a whole number"):
            prepared(name, n_classes=1.0)
        with pytest.raises(ValueError, match="rng: expected"):
            prepared(name, rng=None)
