"""What an agent sees of a screen: the time of each representation, without the emulator's own.

Screens and memories are those of random play in the design games, at every decision, so that
hashing sees what an agent sees: screens that follow each other.
"""

from harness import Case, Work

SEED = 20261130
GAMES = ("asterix", "beamrider", "freeway", "seaquest", "spaceinvaders")
DECISIONS = 200
N_BACKGROUND = 1_000
LIMIT_SECONDS = 100e-6  # a screen, for Basic
SCREENS = len(GAMES) * DECISIONS


def looks():
    """Return for each game its background, and the screens and memories of some decisions."""
    import numpy as np

    from benchlib import ale
    from benchlib.ale import features

    found = []
    for game in GAMES:
        background = features.estimate_background(game, n_screens=N_BACKGROUND, rng=SEED)
        rng = np.random.default_rng(SEED)
        screens, memories = [], []
        emulator = ale.Emulator(game)
        for action in rng.integers(len(ale.ACTIONS), size=DECISIONS).tolist():
            screens.append(features.screen_of(emulator))
            memories.append(emulator.interface.getRAM().copy())
            emulator.act(action)
            if emulator.over:
                emulator = ale.Emulator(game)
        found.append((background, screens, memories))
    return found


def timed(of_screen, items):
    """Compile, and return the work that counts the active features of all items."""
    of_screen(*items[0])
    return lambda: [sum(of_screen(*item).size for item in items)]


def grid(name):
    """Prepare one of the four grids."""
    from benchlib.ale import features

    n_colours, pairs = features.PALETTE_DESIGN[name]
    items = [(screen, background) for background, screens, _ in looks() for screen in screens]
    return timed(
        lambda screen, background: features.grid_features(
            screen, background, n_colours=n_colours, pairs=pairs
        ),
        items,
    )


def lsh():
    """Prepare the hashing of screens."""
    from benchlib.ale import features

    items = [(screen,) for _, screens, _ in looks() for screen in screens]
    return timed(features.LshFeatures(rng=SEED).of_screen, items)


def ram():
    """Prepare the pairs of bits."""
    from benchlib.ale import features

    items = [(memory,) for _, _, memories in looks() for memory in memories]
    return timed(features.ram_features, items)


WHAT = f"features of {SCREENS:,} screens of {len(GAMES)} Atari games"
CASES = [
    Case(
        what=f"{WHAT}: {name}",
        ours=Work(prepare, repetitions=3),
        limit_seconds=limit,
        note=note,
    )
    for name, prepare, limit, note in (
        (
            "Basic",
            lambda: grid("basic"),
            LIMIT_SECONDS * SCREENS,
            f"required is {LIMIT_SECONDS * 1e6:.0f} microseconds a screen",
        ),
        ("BASS", lambda: grid("bass"), LIMIT_SECONDS * SCREENS, "with its pairs"),
        ("LSH", lsh, None, "2,000 functions of 1,000 bits"),
        ("RAM", ram, None, "with its pairs"),
    )
]
