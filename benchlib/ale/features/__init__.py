"""What an agent sees: five representations of a game as sparse binary features."""

from benchlib.ale.features.disco import (
    DiscoFeatures,
    DiscoLayout,
    disco_features,
    prepare_disco,
    velocities,
)
from benchlib.ale.features.grid import (
    N_COLUMNS,
    N_ROWS,
    GridFeatures,
    grid_features,
    occupied_cells,
)
from benchlib.ale.features.lsh import LshFeatures, screen_bits
from benchlib.ale.features.objects import (
    ObjectClasses,
    Region,
    find_classes,
    find_objects,
    find_regions,
    shared_classes,
)
from benchlib.ale.features.pairs import n_with_pairs, pair_index
from benchlib.ale.features.ram import RamFeatures, ram_features
from benchlib.ale.features.representations import (
    PALETTE_DESIGN,
    REPRESENTATIONS,
    FeatureSet,
    prepare,
)
from benchlib.ale.features.screens import (
    PALETTES,
    SECAM,
    Screen,
    common_background,
    estimate_background,
    palette_colours,
    sampled_screens,
    screen_of,
)
from benchlib.ale.features.shapes import likeness

__all__ = [
    "N_COLUMNS",
    "N_ROWS",
    "PALETTES",
    "PALETTE_DESIGN",
    "REPRESENTATIONS",
    "SECAM",
    "DiscoFeatures",
    "DiscoLayout",
    "FeatureSet",
    "GridFeatures",
    "LshFeatures",
    "ObjectClasses",
    "RamFeatures",
    "Region",
    "Screen",
    "common_background",
    "disco_features",
    "estimate_background",
    "find_classes",
    "find_objects",
    "find_regions",
    "grid_features",
    "likeness",
    "n_with_pairs",
    "occupied_cells",
    "pair_index",
    "palette_colours",
    "prepare",
    "prepare_disco",
    "ram_features",
    "sampled_screens",
    "screen_bits",
    "screen_of",
    "shared_classes",
    "velocities",
]
