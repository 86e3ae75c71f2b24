from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binomtest

from benchlib import ale
from benchlib.ale import learning
from benchlib.ale.learning import Settings, trials


class Paddle:
    """A few bits of the console's memory as features: real, and quick."""

    name, n_features = "paddle", 256

    def __init__(self):
        self.n_starts = self.n_looks = 0

    def start(self):
        self.n_starts += 1

    def active(self, emulator):
        self.n_looks += 1
        bits = np.unpackbits(np.asarray(emulator.interface.getRAM(), np.uint8)[-32:])
        return np.flatnonzero(bits).astype(np.int64)


def play(features=None, game="freeway", rng=1, **options):
    options = {"training_episodes": 1, "frozen_episodes": 1, "max_decisions": 20} | options
    return learning.play_trial(
        features or Paddle(), game, learning.SETTINGS["ram"], rng=rng, **options
    )


@pytest.fixture
def one_freeway(monkeypatch):
    """Go back to the first state of one game: to load it anew would take most of the time."""
    emulator = ale.Emulator("freeway")
    first = emulator.save()

    def begin(game, *, max_frames):
        emulator.restore(first)
        emulator.max_frames = max_frames
        return emulator

    monkeypatch.setattr(trials, "Emulator", begin)


@pytest.mark.usefixtures("one_freeway")
def test_a_trial_has_its_episodes_and_its_memory():
    features = Paddle()
    trial = play(features, training_episodes=2)
    assert (len(trial.training), len(trial.frozen)) == (2, 1)
    assert [e.frames for e in trial.training + trial.frozen] == [100] * 3
    assert features.n_starts == 3
    assert features.n_looks == 3 * 21  # and one more where the episode is cut
    assert 0 < trial.n_rows <= 256
    assert trial.weight_bytes >= trial.n_rows * 18 * 8
    assert 1 < trial.mean_active < 256


@pytest.mark.usefixtures("one_freeway")
def test_a_trial_depends_on_its_seed_alone():
    def actions(rng):
        seen = []
        features = Paddle()
        look = features.active
        features.active = lambda emulator: (seen.append(look(emulator)), seen[-1])[1]
        return play(features, rng=rng), np.concatenate(seen)

    first, seen = actions(1)
    again, seen_again = actions(1)
    assert first == again
    assert np.array_equal(seen, seen_again)
    _, seen_other = actions(2)
    assert not np.array_equal(seen, seen_other)


class Corridor:
    """A game of five steps; the last one pays if the action is 3, and every action leads on."""

    def __init__(self, game, *, max_frames):
        self.max_frames, self.frames, self.score, self.over = max_frames, 0, 0, False
        self.interface = SimpleNamespace(game_over=lambda: self.frames >= 25)

    def act(self, action):
        self.frames += 5
        self.over = self.frames >= min(25, self.max_frames)
        reward = 10 * (self.frames == 25 and action == 3)
        self.score += reward
        return reward


class Place:
    name, n_features = "place", 6

    def start(self):
        pass

    def active(self, emulator):
        return np.array([emulator.frames // 5])


def test_frozen_episodes_teach_nothing(monkeypatch):
    # Nothing was earned in training, so that all actions stay alike; one that learned from a
    # frozen episode would earn 10 ever after, as it does not explore.
    monkeypatch.setattr(trials, "Emulator", Corridor)
    trial = learning.play_trial(
        Place(),
        "corridor",
        Settings(0.5, 0.5, exploration=0.0),
        training_episodes=1,
        frozen_episodes=600,
        max_decisions=10,
        rng=1,
    )
    assert trial.training == (ale.Episode(0, 25),)
    earned = sum(e.score == 10 for e in trial.frozen)
    assert binomtest(earned, 600, 1 / 18).pvalue > 1e-4


def test_numbers_of_numpy_do_not_overflow(monkeypatch):
    monkeypatch.setattr(trials, "Emulator", Corridor)
    options = {"max_decisions": 60, "training_episodes": 200, "frozen_episodes": 100}
    small = {name: np.uint8(value) for name, value in options.items()}
    plain, other = (
        learning.play_trial(Place(), "corridor", Settings(0.5, 0.5), rng=1, **numbers)
        for numbers in (options, small)
    )
    assert plain == other


def test_a_learner_learns_and_keeps_exploring(monkeypatch):
    monkeypatch.setattr(trials, "Emulator", Corridor)
    trial = learning.play_trial(
        Place(),
        "corridor",
        Settings(0.5, 0.5, exploration=0.2),
        training_episodes=300,
        frozen_episodes=400,
        max_decisions=10,
        rng=1,
    )
    first = np.mean([e.score for e in trial.training[:10]])
    frozen = np.mean([e.score for e in trial.frozen])
    # It pays unless the last action is explored away: 10 * (0.8 + 0.2 / 18).
    assert first < frozen
    assert frozen == pytest.approx(10 * (0.8 + 0.2 / 18), abs=4 * 10 * np.sqrt(0.16 / 400))
    assert {e.frames for e in trial.training} == {25}
    assert trial.n_rows == 5  # the end of the game is no place
    assert trial.mean_active == 1


def test_a_cut_is_not_the_end_of_the_game(monkeypatch):
    monkeypatch.setattr(trials, "Emulator", Corridor)
    options = {"training_episodes": 1, "frozen_episodes": 1, "rng": 1}
    cut = learning.play_trial(Place(), "corridor", Settings(0.5, 0.5), max_decisions=3, **options)
    assert cut.training == (ale.Episode(0, 15),)
    assert cut.n_rows == 4  # the place where it was cut has a value of its own


@pytest.mark.parametrize("name", ["training_episodes", "frozen_episodes", "max_decisions"])
@pytest.mark.parametrize("bad", [0, -3, 2.5, True, "2"])
def test_hostile_numbers(name, bad):
    with pytest.raises(ValueError, match=f"{name}: expected a whole number of at least 1"):
        play(**{name: bad})


def test_hostile_game():
    with pytest.raises(ValueError, match="there is no"):
        play(game="chess")
