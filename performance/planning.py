"""Planning in Atari games, beside the emulator's own part of the same work.

A planner should spend its time in the emulator: at least 60% of it. So its calls of the emulator
are recorded once, and the peer does nothing but make the same calls again.
"""

from harness import Case, Work

SEED = 20261108
GAMES = ("seaquest", "zaxxon", "beamrider", "freeway")
DECISIONS = 8
FRAMES = 1_000
DEPTH_FRAMES = 100
LEAST_SHARE = 0.6


def planner(name, n_frames):
    """Return a function that decides, with its own random numbers."""
    from functools import partial

    import numpy as np

    from benchlib.ale import planning

    rng = np.random.default_rng(SEED)
    if name == "full tree":
        return partial(planning.full_tree, frames=n_frames, rng=rng)
    return partial(planning.UCT(frames=n_frames, depth_frames=DEPTH_FRAMES).decide, rng=rng)


def plan(name, emulators):
    """Play some decisions of each game."""
    from benchlib.ale import planning

    for emulator in emulators:
        model, decide = planning.EmulatorModel(emulator), planner(name, FRAMES)
        for _ in range(DECISIONS):
            model.act(decide(model).action)


def memory(interfaces):
    """Return the games' memory, which tells whether both sides have come to the same states."""
    return [byte for interface in interfaces for byte in interface.getRAM().tolist()]


def load():
    """Load the games."""
    from benchlib import ale

    return [ale.Emulator(game) for game in GAMES]


def ours(name):
    """Prepare the planner on freshly loaded games."""
    emulators = load()

    def play():
        plan(name, emulators)
        return memory(emulator.interface for emulator in emulators)

    return play


class Recorder:
    """Passes calls on to the emulator and keeps a list of them, under the emulator's names."""

    def __init__(self, interface):
        self.interface = interface
        self.calls = []
        self.n_saved = 0

    def act(self, code):
        """Play a frame."""
        self.calls.append(("act", code))
        return self.interface.act(code)

    def game_over(self):
        """Ask whether the game is over; every frame does."""
        return self.interface.game_over()

    def cloneState(self):  # noqa: N802
        """Save the present state."""
        self.calls.append(("save", None))
        self.n_saved += 1
        return RecordedState(self, self.interface.cloneState(), self.n_saved - 1)

    def restoreState(self, state):  # noqa: N802
        """Go to a saved state."""
        self.calls.append(("restore", state.number))
        self.interface.restoreState(state.state)


class RecordedState:
    """Stands for a saved state, with its number."""

    def __init__(self, recorder, state, number):
        self.recorder, self.state, self.number = recorder, state, number

    def serialize(self):
        """Return the state's bytes."""
        self.recorder.calls.append(("serialize", self.number))
        return self.state.serialize()


def emulator_alone(name):
    """Prepare the same calls on freshly loaded games."""
    recorded = load()
    for emulator in recorded:
        emulator.interface = Recorder(emulator.interface)
    plan(name, recorded)
    calls = [emulator.interface.calls for emulator in recorded]
    interfaces = [emulator.interface for emulator in load()]

    def replay():
        for interface, made in zip(interfaces, calls, strict=True):
            saved, press, over = [], interface.act, interface.game_over
            for call, value in made:
                if call == "act":
                    press(value)
                    over()
                elif call == "save":
                    saved.append(interface.cloneState())
                elif call == "restore":
                    interface.restoreState(saved[value])
                else:
                    saved[value].serialize()
        return memory(interfaces)

    return replay


CASES = [
    Case(
        what=f"{name}: {DECISIONS} decisions in each of {len(GAMES)} Atari games, {FRAMES:,} "
        "emulated frames a decision",
        ours=Work(lambda planned=name: ours(planned), repetitions=3),
        peer=Work(lambda planned=name: emulator_alone(planned), repetitions=3),
        peer_name="the emulator's part alone",
        limit_ratio=1 / LEAST_SHARE,
        note=f"at least {LEAST_SHARE:.0%} of the time belongs to the emulator",
    )
    for name in ("full tree", "UCT")
]
