import importlib
import sys
from dataclasses import replace

import numpy as np
import pytest
from ale_py import ALEInterface, roms

from benchlib import ale
from benchlib.ale import emulator as module

FIRE, UP = (ale.ACTIONS.index(name) for name in ("FIRE", "UP"))


def bare(game):
    """Return the emulator as ale-py gives it, set up by hand."""
    interface = ALEInterface()
    interface.setFloat("repeat_action_probability", 0.0)
    interface.loadROM(roms.get_rom_path(ale.find_game(game).rom))
    interface.reset_game()
    return interface


def recorded(actions):
    """Return a policy that plays a list of actions."""
    remaining = iter(actions)
    return lambda _: next(remaining)


def memory(interface):
    return interface.getRAM().tobytes()


def test_the_actions_are_those_of_ale_py():
    assert len(ale.ACTIONS) == len(set(ale.ACTIONS)) == 18
    assert ale.ACTIONS[:3] == ("NOOP", "FIRE", "UP")
    legal = bare("seaquest").getLegalActionSet()
    assert [action.name for action in legal] == list(ale.ACTIONS)


# Road Runner is lost within 300 frames, Beam Rider goes on to the limit.
@pytest.mark.parametrize(("game", "ends"), [("roadrunner", "over"), ("beamrider", "limit")])
def test_an_episode_is_what_a_bare_loop_plays(game, ends):
    limit = 600
    actions = np.random.default_rng(0).integers(18, size=limit).tolist()
    interface = bare(game)
    score = frames = 0
    for action in actions:
        score += interface.act(action)
        frames += 1
        if interface.game_over():
            break
    emulator = ale.Emulator(game, max_frames=limit)
    episode = ale.play(emulator, recorded(actions), frame_skip=1)
    assert episode == ale.Episode(score, frames)
    assert (frames < limit) == (ends == "over")
    assert memory(emulator.interface) == memory(interface)
    assert emulator.interface.getEpisodeFrameNumber() == frames


def test_a_decision_holds_for_five_frames_and_the_limit_cuts_the_last():
    actions = [2, 5, 2, 1]
    emulator = ale.Emulator("pong", max_frames=17)
    asked = []
    policy = recorded(actions)
    episode = ale.play(emulator, lambda e: asked.append(e.frames) or policy(e))
    assert asked == [0, 5, 10, 15]
    assert episode.frames == 17
    interface = bare("pong")
    for action in np.repeat(actions, [5, 5, 5, 2]).tolist():
        interface.act(action)
    assert memory(emulator.interface) == memory(interface)


def test_rewards_add_up_to_the_score():
    emulator = ale.Emulator("spaceinvaders", max_frames=1500)
    rewards = []
    while not emulator.over:
        rewards.append(emulator.act(FIRE))
    assert emulator.score == sum(rewards) > 0
    with pytest.raises(ValueError, match="the episode is over; start another one"):
        emulator.act(FIRE)


@pytest.mark.parametrize("game", ["beamrider", "skiing"])
def test_the_seed_of_the_emulator_changes_nothing(game):
    ends = []
    for seed in (1, 2**31 - 1):
        emulator = ale.Emulator(game, seed=seed, max_frames=400)
        ale.play(emulator, ale.random_policy(rng=5))
        ends.append((emulator.score, memory(emulator.interface)))
    assert ends[0] == ends[1]


def test_a_reset_is_no_fresh_start_but_a_new_emulator_is():
    actions = np.random.default_rng(0).integers(18, size=300).tolist()

    def states(interface):
        return [(interface.act(action), memory(interface)) for action in actions]

    first = ale.Emulator("beamrider").interface
    fresh = states(first)
    first.reset_game()
    assert states(first) != fresh
    assert states(ale.Emulator("beamrider").interface) == fresh


def test_what_skiing_does_not_accept_is_played_as_noop():
    legal = {action.name for action in bare("skiing").getLegalActionSet()}
    refused = [name for name in ale.ACTIONS if name not in legal]
    assert refused == [name for name in ale.ACTIONS if "FIRE" in name]

    def end(name):
        emulator = ale.Emulator("skiing", max_frames=200)
        ale.play(emulator, ale.constant_policy(ale.ACTIONS.index(name)))
        return emulator.score, memory(emulator.interface)

    noop, left = end("NOOP"), end("LEFT")
    assert [end(name) == noop for name in (refused[0], refused[-1])] == [True, True]
    assert left != noop
    # ale-py itself does the same with an action that it does not list.
    interface = bare("skiing")
    for _ in range(200):
        interface.act(ale.ACTIONS.index("LEFTFIRE"))
    assert memory(interface) == noop[1]


@pytest.mark.parametrize("game", ["seaquest", "skiing"])
def test_a_saved_state_is_played_on_alike(game):
    rng = np.random.default_rng(1)
    emulator = ale.Emulator(game)
    for action in rng.integers(18, size=20).tolist():
        emulator.act(action)
    saved = emulator.save()
    actions = rng.integers(18, size=20).tolist()

    def ends(other):
        other.restore(saved)
        rewards = [other.act(action) for action in actions]
        screen = other.interface.getScreen().tobytes()
        return rewards, other.score, other.frames, memory(other.interface), screen

    first = ends(emulator)
    assert first[2] == saved.frames + 100
    assert ends(emulator) == first
    assert ends(ale.Emulator(game)) == first  # another emulator goes on from there too


def test_a_state_before_the_end_is_played_on():
    emulator = ale.Emulator("pong", max_frames=10)
    start = emulator.save()
    ale.play(emulator, ale.constant_policy(UP))
    end = emulator.save()
    assert (end.over, end.frames) == (True, 10)
    emulator.restore(start)
    assert (emulator.over, emulator.frames, emulator.score) == (False, 0, 0)
    assert emulator.act(UP) == 0
    emulator.restore(end)
    with pytest.raises(ValueError, match="the episode is over"):
        emulator.act(UP)


def test_a_lost_game_is_played_on_from_before():
    emulator = ale.Emulator("roadrunner")
    start = emulator.save()
    episode = ale.play(emulator, ale.constant_policy(0))
    assert emulator.over
    assert episode.frames < emulator.max_frames
    emulator.restore(start)
    assert ale.play(emulator, ale.constant_policy(0)) == episode


def test_equal_states_have_equal_keys_and_others_have_not():
    emulator = ale.Emulator("freeway")
    for _ in range(20):
        emulator.act(UP)
    start = emulator.save()

    def key(*actions):
        emulator.restore(start)
        for action in actions:
            emulator.act(action)
        return emulator.save().key

    assert len(start.key) == 16
    assert key() == start.key
    # The fire button does nothing in Freeway, and up is not down; time is a part of the state.
    down, noop = ale.ACTIONS.index("DOWN"), 0
    assert key(noop) == key(FIRE)
    assert len({key(), key(noop), key(UP), key(down), key(noop, noop)}) == 5
    # As many keys as states.
    states, keys = set(), set()
    for action in range(18):
        keys.add(key(action))
        states.add(emulator.interface.cloneState().serialize())
    assert len(keys) == len(states) < 18


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "phoenix"}, "game: there is no game 'phoenix'"),
        ({"seed": -1}, r"seed: expected a whole number from 0 to 2\*\*31 - 1, got -1"),
        ({"seed": 2**31}, "seed: expected a whole number"),
        ({"seed": 1.0}, "seed: expected a whole number"),
        ({"seed": True}, "seed: expected a whole number"),
        ({"max_frames": 0}, "max_frames: expected a whole number of at least 1, got 0"),
        ({"max_frames": 10.0}, "max_frames: expected a whole number"),
    ],
)
def test_hostile_starts(options, message):
    with pytest.raises(ValueError, match=message):
        ale.Emulator(**{"game": "pong"} | options)


def test_hostile_play():
    emulator = ale.Emulator("pong", max_frames=5)
    for action in (-1, 18):
        with pytest.raises(
            ValueError, match=f"action: expected a number from 0 to 17, got {action}"
        ):
            emulator.act(action)
    for n_frames in (0, -5):
        with pytest.raises(ValueError, match="n_frames: expected a whole number of at least 1"):
            emulator.act(UP, n_frames=n_frames)
    with pytest.raises(ValueError, match="frame_skip: expected a whole number of at least 1"):
        ale.play(emulator, ale.constant_policy(UP), frame_skip=0)
    assert (emulator.frames, emulator.over) == (0, False)


def test_another_rom_is_refused(monkeypatch):
    changed = replace(ale.GAMES["pong"], sha256="0" * 64)
    monkeypatch.setattr(module, "find_game", lambda _: changed)
    with pytest.raises(ValueError, match="the ROM of 'pong' that ale-py ships is not the one"):
        ale.Emulator("pong")


def test_without_ale_py_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ale_py", None)
    monkeypatch.delitem(sys.modules, "benchlib.ale.emulator")
    with pytest.raises(ImportError, match=r"needs the emulator ale-py; install it .*\[worlds\]"):
        importlib.import_module("benchlib.ale.emulator")
