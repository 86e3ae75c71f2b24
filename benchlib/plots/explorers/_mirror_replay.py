"""The explorer of a mirrored game, turn by turn."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from benchlib.plots import style
from benchlib.plots.explorers._frame import Explorer, explorer
from benchlib.plots.style import BLACK, BLUE, GREY, VERMILLION

if TYPE_CHECKING:
    from benchlib.lightcycles import Bot, Game, Map, Position

__all__ = ["mirror_replay"]

BOT, CHANGED_ORDER = "careful", "RLFB"
# A few games to replay are those of the first maps of a match, without choosing.
N_MAPS, N_SHOWN = 100, 8
# The state in which it opens, and which its still shows: the first turn that is no longer mirrored.
PAIRING, MAP = "changed", 0
LABELS = {
    "own": "copies, own-frame ties",
    "absolute": "copies, absolute ties",
    "changed": "a changed order of ties",
}
TIES = {
    "own": "both break ties forward, right, back, left, as seen from their own seats",
    "absolute": "both break ties north, east, south, west, which is not the same from both seats",
    "changed": "A breaks ties forward, right, back, left and B right, left, forward, back",
}


def mirror_replay() -> Explorer:
    """Make the explorer of light cycles that start as images of each other.

    Returns
    -------
    Explorer
        To be the last expression of a cell.

    Notes
    -----
    Games are played by `benchlib.lightcycles.play` on the first maps of a match in both seats; the
    page only plays their moves again. It calls a position mirrored if half a turn puts each cycle
    in the other's place: trail, heading, and crash.

    Examples
    --------
    >>> from benchlib.plots import explorers
    >>> explorers.mirror_replay().html.startswith('<bm-explorer kind="mirror-replay">')
    True
    """
    data = _data()
    game = data["pairings"][PAIRING]["games"][MAP]
    turn = data["initial"]["turn"]
    kept = data["pairings"]["changed"]["tally"]
    what = (
        f"on a mirrored map, the original and the same bot with another order of ties play "
        f"mirrored turns, until turn {turn} of {game['turns']}"
    )
    return explorer(
        "mirror-replay",
        question="When does a mirrored game stop being its own image, and what is won by it?",
        data=data,
        still=_still(),
        alt=(
            f"Two boards with two trails each: {what}. The second board is the first, turned by "
            "180 degrees with the bots exchanged; the heads are not where they were."
        ),
        description=(
            f"{what[0].upper()}{what[1:]}, in which a tie is broken in two ways. In "
            f"{kept['games']} games on {N_MAPS} such maps the original wins "
            f"{kept['won']}, draws {kept['drawn']} and loses {kept['lost']}. On the page of the "
            "book, the game can be stepped, and copies can play each other."
        ),
    )


def pairings() -> dict[str, tuple["Bot", "Bot"]]:
    """Return who plays whom: the bots A and B."""
    from benchlib import lightcycles

    original = lightcycles.bot(BOT)
    absolute = original.with_ties("NESW", frame="absolute", name=f"{BOT}_absolute")
    return {
        "own": (original, original.named("copy")),
        "absolute": (absolute, absolute.named("copy")),
        "changed": (original, original.with_ties(CHANGED_ORDER)),
    }


def boards() -> list["Map"]:
    """Return the maps of the match; those that can be replayed come first."""
    from benchlib import lightcycles

    return lightcycles.generate(range(N_MAPS), mirrored=True)


def is_mirrored(position: "Position") -> bool:
    """Say whether half a turn puts each cycle in the other's place."""
    from benchlib import lightcycles

    turned = lightcycles.rotate_position(position)
    return (
        turned.trails[::-1] == position.trails
        and turned.headings[::-1] == position.headings
        and turned.crashed[::-1] == position.crashed
    )


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    from benchlib import lightcycles

    maps = boards()
    found: dict[str, Any] = {}
    for key, (one, two) in pairings().items():
        match = lightcycles.play_pairs([(one, two)], maps, rng=1)
        games = [lightcycles.play(one, two, board, rng=1) for board in maps[:N_SHOWN]]
        results = match["result"]
        found[key] = {
            "label": LABELS[key],
            "ties": TIES[key],
            "names": ["original", "changed bot"] if key == "changed" else ["original", "copy"],
            "games": [
                _game(board, game, one, two) for board, game in zip(maps, games, strict=False)
            ],
            "tally": {
                "won": int((results == 1).sum()),
                "drawn": int((results == 0.5).sum()),
                "lost": int((results == 0).sum()),
                "games": len(match),
                "different": lightcycles.distinct_games(match),
            },
        }
    first = lightcycles.replay(maps[MAP], found[PAIRING]["games"][MAP]["moves"])
    turn = next(turn for turn, position in enumerate(first) if not is_mirrored(position))
    return {
        "maps": [
            {
                "width": board.width,
                "height": board.height,
                "walls": [list(cell) for cell in board.walls],
                "starts": [list(cell) for cell in board.starts],
                "facings": board.facings,
            }
            for board in maps[:N_SHOWN]
        ],
        "played": N_MAPS,
        "pairings": found,
        "initial": {"pairing": PAIRING, "map": str(MAP), "turn": turn},
    }


def _game(board: "Map", game: "Game", one: "Bot", two: "Bot") -> dict[str, Any]:
    """Return the moves, and the best moves of both bots in every turn as far as they tied."""
    from benchlib import lightcycles

    ties = []
    for position in lightcycles.replay(board, game.moves)[:-1]:
        seen = [
            lightcycles.choose(bot, position, seat=seat).tied
            for seat, bot in enumerate((one, two), start=1)
        ]
        ties.append("/".join(tied if len(tied) > 1 else "" for tied in seen))
    return {"turns": game.length, "moves": game.moves, "ties": ties}


def _still() -> Figure:
    from benchlib import lightcycles

    data = _data()
    board = boards()[MAP]
    moves = data["pairings"][PAIRING]["games"][MAP]["moves"]
    position = lightcycles.replay(board, moves)[data["initial"]["turn"]]
    turned = lightcycles.rotate_position(position).trails[::-1]
    differs = set(position.trails[0]) ^ set(turned[0]) | set(position.trails[1]) ^ set(turned[1])
    with plt.rc_context():
        style.use()
        figure, axes = plt.subplots(1, 2, figsize=(6.4, 2.9))
        for ax, trails, name in (
            (axes[0], position.trails, "the position"),
            (axes[1], turned, "turned by 180°, bots exchanged"),
        ):
            _board(ax, board, trails)
            cells = differs & {cell for trail in trails for cell in trail}
            for x, y in cells:
                ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, ec=BLACK, lw=1.6))
            ax.set_title(name)
        figure.legend(*axes[0].get_legend_handles_labels(), loc="lower center", ncols=2)
    return figure


def _board(ax: Axes, board: "Map", trails: tuple[tuple[tuple[int, int], ...], ...]) -> None:
    for trail, colour, marker, dashes, name in (
        (trails[0], BLUE, "o", "-", "A, the original"),
        (trails[1], VERMILLION, "s", (0, (1.2, 0.7)), "B, with another order of ties"),
    ):
        x, y = zip(*trail, strict=True)
        ax.plot(x, y, color=colour, ls=dashes, lw=4, marker=marker, markevery=[-1], label=name)
    ax.set(xlim=(-0.6, board.width - 0.4), ylim=(board.height - 0.4, -0.6), aspect="equal")
    ax.set(xticks=[x - 0.5 for x in range(board.width + 1)])
    ax.set(yticks=[y - 0.5 for y in range(board.height + 1)])
    ax.grid(visible=True, color=GREY, alpha=0.3)
    ax.tick_params(length=0, labelbottom=False, labelleft=False)
