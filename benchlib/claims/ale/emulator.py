"""Facts about the emulator, read off a few games, since each takes a moment to load."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

import numpy as np

from benchlib import ale
from benchlib.claims.answers import Statement, Text
from benchlib.claims.ledger import claim

#: The games that are loaded: those of the design, and all that differ from the other games in the
#: size of their screen or in the actions that they accept.
LOOKED_AT = (*ale.DESIGN_GAMES, "carnival", "journeyescape", "pooyan", "skiing")
_CHOICE = (
    "the games looked at are the five of the design and the four that differ from the other 51"
)
_IMAGE = {"width": 160, "height": 210}
_N_STATES = 6  # of each game, for the claims about successors and saved states
_N_FRAMES = 60  # of a continuation that is played twice


@dataclass(frozen=True)
class Look:
    """What a game shows.

    Parameters
    ----------
    height, width : int
        Of the screen (pixels).
    pixel_bits : int
        Every bit that is set in some pixel of the frames looked at.
    memory_bits : int
        Size of the memory.
    accepted, reduced : int
        Number of actions that are accepted, and of those in the reduced list.
    distinct : tuple of int
        For each state looked at, how many distinct ones the accepted actions lead to.
    replayed : bool
        Whether every saved state led to the same frames, memory and rewards twice.
    """

    height: int
    width: int
    pixel_bits: int
    memory_bits: int
    accepted: int
    reduced: int
    distinct: tuple[int, ...]
    replayed: bool


@cache
def look(game: str) -> Look:
    """Load a game and play it at random from one state to the next."""
    rng = np.random.default_rng(1)
    emulator = ale.Emulator(game)
    interface = emulator.interface
    codes = [action.value for action in interface.getLegalActionSet()]

    def frames(chosen: list[int]) -> list[tuple[float, bytes, bytes]]:
        return [
            (interface.act(code), interface.getRAM().tobytes(), interface.getScreen().tobytes())
            for code in chosen
        ]

    pixel_bits, distinct, replayed = 0, [], True
    for _ in range(_N_STATES):
        for action in rng.integers(len(ale.ACTIONS), size=12).tolist():
            emulator.act(action)
        pixel_bits |= int(np.bitwise_or.reduce(interface.getScreen(), axis=None))
        saved = interface.cloneState()
        successors = set()
        for code in codes:
            interface.restoreState(saved)
            for _ in range(ale.FRAME_SKIP):
                interface.act(code)
            successors.add(interface.cloneState().serialize())
        distinct.append(len(successors))
        chosen = rng.choice(codes, size=_N_FRAMES).tolist()
        played = []
        for _ in range(2):
            interface.restoreState(saved)
            played.append(frames(chosen))
        replayed &= played[0] == played[1]
        interface.restoreState(saved)
    height, width = interface.getScreenDims()
    return Look(
        height,
        width,
        pixel_bits,
        8 * interface.getRAM().size,
        len(codes),
        len(interface.getMinimalActionSet()),
        tuple(distinct),
        replayed,
    )


def _grouped(what: str) -> str:
    """Say which value each of the games has; the one that most of them have comes first."""
    games = defaultdict(list)
    for game in LOOKED_AT:
        games[getattr(look(game), what)].append(ale.GAMES[game].title)
    common, *others = sorted(games.items(), key=lambda item: -len(item[1]))
    named = [f"{value} in {', '.join(titles)}" for value, titles in others]
    return f"{common[0]} in {len(common[1])} of {len(LOOKED_AT)} games" + "".join(
        f", {text}" for text in named
    )


@claim("ale-screen-w")
def screen_width() -> Statement:
    return Statement(all(look(g).width == _IMAGE["width"] for g in LOOKED_AT), _grouped("width"))


@claim("ale-screen-h")
def screen_height() -> Statement:
    return Statement(
        all(look(game).height == _IMAGE["height"] for game in LOOKED_AT),
        _grouped("height"),
        f"on today's emulator; {_CHOICE}. Features that are laid out for a screen of "
        f"{_IMAGE['height']} lines need a rule for the others",
    )


@claim("ale-pixel-bits")
def bits_of_a_pixel() -> Statement:
    used = pixel_bits()
    return Statement(
        used.bit_count() == 7,
        used.bit_count(),
        f"a pixel is given as a byte of which {8 - used.bit_count()} bit is never set, so that "
        f"there are {2 ** used.bit_count()} colours",
    )


def pixel_bits() -> int:
    """Return every bit that some pixel of some game sets."""
    return reduce(or_, (look(game).pixel_bits for game in LOOKED_AT))


@claim("ale-ram-bits")
def bits_of_memory() -> Statement:
    return Statement(
        all(look(game).memory_bits == 1024 for game in LOOKED_AT), _grouped("memory_bits")
    )


@claim("ale-actions-18")
def full_set_of_actions() -> Statement:
    accepted = [look(game).accepted for game in LOOKED_AT]
    return Statement(
        len(ale.ACTIONS) == max(accepted) == 18,
        _grouped("accepted"),
        f"{_CHOICE}. Skiing accepts no action with the fire button; here they are played as doing "
        "nothing, so that every agent chooses among 18 in every game",
    )


@claim("ale-actions-small")
def reduced_set_of_actions() -> Statement:
    reduced = {ale.GAMES[game].title: look(game).reduced for game in LOOKED_AT}
    return Statement(
        min(reduced.values()) < len(ale.ACTIONS),
        ", ".join(f"{title} {n}" for title, n in reduced.items()),
        f"actions in the list of each game; with all {len(ale.ACTIONS)} in it nothing is saved",
    )


@claim("ale-dup-merge")
def actions_with_the_same_effect() -> Statement:
    games = ale.DESIGN_GAMES
    means = {ale.GAMES[game].title: float(np.mean(look(game).distinct)) for game in games}
    return Statement(
        all(n < len(ale.ACTIONS) for n in means.values()),
        ", ".join(f"{title} {n:.1f}" for title, n in means.items()),
        f"distinct successors of {len(ale.ACTIONS)} actions held for {ale.FRAME_SKIP} frames, mean "
        f"of {_N_STATES} states met in random play; states are the same if memory, registers and "
        "counters are",
    )


@claim("ale-save-restore")
def saved_states() -> Statement:
    exact = sum(look(game).replayed for game in LOOKED_AT)
    return Statement(
        exact == len(LOOKED_AT),
        f"the same screens, memory and rewards in {exact} of {len(LOOKED_AT)} games",
        f"{_N_FRAMES} random frames from each of {_N_STATES} states, played twice",
    )


@claim("ale-lsh-bits")
def bits_of_a_screen() -> Text:
    bits, height, width = pixel_bits().bit_count(), look("seaquest").height, look("seaquest").width
    return Text(
        f"{bits} x {height} x {width}", f"{bits * height * width:,} bits; {_grouped('height')}"
    )


@claim("ale-lsh-index")
def printed_index() -> Statement:
    bits, height, width = pixel_bits().bit_count(), look("seaquest").height, look("seaquest").width
    n_bits, n_colours = bits * height * width, 2**bits
    x, y, colour = np.ogrid[:width, :height, :n_colours]
    n_places = np.unique(x + y * height + colour).size
    return Statement(
        n_places < n_bits,
        f"{n_places:,} indices for {n_bits:,} bits",
        f"one place for each of {width * height * n_colours:,} pairs of a pixel and its colour "
        "would be more than the vector has, and the printed index gives many pairs the same place: "
        "a pixel to the right and the next colour do the same to it",
    )
