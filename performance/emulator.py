"""Playing Atari episodes, beside a bare loop around the emulator's own `act`.

The least that a loop must do is to act and to ask whether the game is over. What ours adds is the
protocol: frames, score, limit and decisions. It should keep 90% of the bare loop's speed also
where a decision is made on every frame, as Random does.
"""

from harness import Case, Work

SEED = 20261107
GAMES = ("pong", "seaquest", "zaxxon", "beamrider")
FRAMES = 5_000


def actions():
    """Return the same random actions for both sides, one for each frame."""
    import numpy as np

    return np.random.default_rng(SEED).integers(18, size=FRAMES).tolist()


def ours(frame_skip):
    """Prepare our loop on freshly loaded games."""
    from benchlib import ale

    emulators = [ale.Emulator(game, max_frames=FRAMES) for game in GAMES]
    decisions = actions()[::frame_skip]

    def play():
        outcome = []
        for emulator in emulators:
            remaining = iter(decisions)
            episode = ale.play(emulator, lambda _, r=remaining: next(r), frame_skip=frame_skip)
            outcome += [episode.score, episode.frames]
        return outcome

    return play


def bare(frame_skip):
    """Prepare the bare loop on freshly loaded games; each action stands once for each frame."""
    from ale_py import ALEInterface, LoggerMode, roms

    ALEInterface.setLoggerMode(LoggerMode.Error)
    interfaces = []
    for rom in ("pong", "seaquest", "zaxxon", "beam_rider"):
        interface = ALEInterface()
        interface.setFloat("repeat_action_probability", 0.0)
        interface.loadROM(roms.get_rom_path(rom))
        interface.reset_game()
        interfaces.append(interface)
    held = [action for action in actions()[::frame_skip] for _ in range(frame_skip)]

    def play():
        outcome = []
        for interface in interfaces:
            score = frames = 0
            for action in held:
                score += interface.act(action)
                frames += 1
                if interface.game_over():
                    break
            outcome += [score, frames]
        return outcome

    return play


CASES = [
    Case(
        what=f"episodes of {len(GAMES)} Atari games, a decision {every}",
        ours=Work(lambda skip=frame_skip: ours(skip)),
        peer=Work(lambda skip=frame_skip: bare(skip)),
        peer_name="bare act loop",
        note="at least 0.90 is required",
    )
    for frame_skip, every in ((1, "every frame"), (5, "every five frames"))
]
