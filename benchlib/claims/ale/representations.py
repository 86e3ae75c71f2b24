"""Claims about what the learners see: settings of the features, and what they confuse."""

from functools import cache

import numpy as np

from benchlib.ale import features
from benchlib.claims.answers import Number, Scaled, Setting, Statement
from benchlib.claims.ledger import claim
from benchlib.winrate import clopper_pearson_interval

_GRID = "benchlib.ale.features.grid"
_EXPERIMENT = "benchlib.ale.learning.experiment:learner_tables.__kwdefaults__"

#: The palette of each grid of colours, as the learners use it.
COLOURS = {name: n_colours for name, (n_colours, _) in features.PALETTE_DESIGN.items()}
_FROM = "taken from benchlib.ale.features.representations:PALETTE_DESIGN"
_BLIND = (
    "of our experiment with learners; sampled from play that looks at nothing, without the "
    "trajectories of a person"
)

# Lines in which Seaquest shows the lives that are left, what swims, and the gauge of oxygen.
_BANDS = ((18, 32), (60, 150), (165, 180))
# So many times classes are found anew; screens for that each time, and screens to look at.
_N_SAMPLES, _N_CLASSES, _N_LOOKS = 8, 300, 150


@claim("ale-grid-w")
def columns_of_the_grid() -> Setting:
    return Setting(f"{_GRID}:N_COLUMNS")


@claim("ale-grid-h")
def rows_of_the_grid() -> Setting:
    return Setting(f"{_GRID}:N_ROWS")


@claim("ale-basic-colours")
def colours_of_basic() -> Setting:
    return Setting("benchlib.claims.ale.representations:COLOURS[basic]", _FROM)


@claim("ale-bass-colours")
def colours_of_bass() -> Setting:
    return Setting("benchlib.claims.ale.representations:COLOURS[bass]", _FROM)


@claim("ale-bg-screens")
def screens_for_backgrounds() -> Setting:
    return Setting(f"{_EXPERIMENT}[n_background]", _BLIND)


@claim("ale-class-screens")
def screens_for_classes() -> Setting:
    return Setting(f"{_EXPERIMENT}[n_classes]", _BLIND)


@claim("ale-basic-bass-confound")
def differences_of_basic_and_bass() -> Number:
    basic, bass = (features.PALETTE_DESIGN[name] for name in ("basic", "bass"))
    different = [a != b for a, b in zip(basic, bass, strict=True)]
    return Number(
        sum(different),
        f"Basic has {basic[0]} colours without pairs, BASS {bass[0]} with them; the grid and the "
        "background are the same. Changed one at a time these make four representations",
    )


@claim("ale-ram-pairs")
def features_of_the_memory() -> Statement:
    n_bits = 8 * 128
    memory = np.random.default_rng(1).integers(256, size=128, dtype=np.uint8)
    m = sum(byte.bit_count() for byte in memory.tolist())
    full = features.ram_features(np.full(128, 255, dtype=np.uint8))
    return Statement(
        full.size == n_bits * (n_bits + 1) // 2
        and features.ram_features(memory).size == m * (m + 1) // 2,
        full.size,
        f"{n_bits:,} bits and {full.size - n_bits:,} pairs of them; a memory with {m} bits set has "
        f"the {m} and their {m * (m - 1) // 2:,} pairs",
    )


@cache
def confused_screens() -> tuple[int, ...]:
    """Count, for each sample of Seaquest, the screens where one class holds all three kinds."""
    counts = []
    for own in np.random.default_rng(1).spawn(_N_SAMPLES):
        screens = list(features.sampled_screens("seaquest", n_screens=_N_CLASSES, rng=own))
        background = features.common_background(screens)
        classes = features.find_classes(screens, background)
        looks = features.sampled_screens("seaquest", n_screens=_N_LOOKS, rng=own)
        found = (features.find_regions(screen, background, classes) for screen in looks)
        counts.append(sum(confused(regions) for regions in found))
    return tuple(counts)


def confused(regions: tuple[features.Region, ...]) -> bool:
    """Say whether one class has regions among the lives, in the sea and in the gauge."""
    return any(
        all(any(top <= region.top < bottom for region in group) for top, bottom in _BANDS)
        for group in features.shared_classes(regions).values()
    )


@claim("ale-disco-confusion")
def one_class_for_fish_and_displays() -> Scaled:
    counts = confused_screens()
    n_found = sum(count > 0 for count in counts)
    interval = clopper_pearson_interval(n_found, len(counts))
    return Scaled(
        n_found > 0,
        n_found / len(counts),
        interval.low,
        interval.high,
        f"share of samples in which some screen has the three in one class, {n_found} of "
        f"{len(counts)}, with the exact 95% interval. For each sample, classes were found on "
        f"{_N_CLASSES} screens of Seaquest by shape, merged from a likeness of 0.5, and looked for "
        f"on {_N_LOOKS} others, of which {sum(counts)} of {_N_LOOKS * len(counts):,} show it. A "
        "region among the lives may be an icon or the gap of one that is gone, and one in the "
        "gauge is the part in which it differs from the background. How often it happens depends "
        "on the threshold, which the document does not give",
    )
