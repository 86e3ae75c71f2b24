"""Bots that have a name."""

from dataclasses import replace

from benchlib.lightcycles.bots import VORONOI, Bot

_VORONOI = Bot("voronoi", VORONOI)
# No territory is worth a move into a cell that the other can enter as well.
_CAREFUL = Bot("careful", (1, -1, 0, 0, 0, -1000, 0))

_PANEL = (
    _VORONOI,
    _VORONOI.with_ties("RBLF"),
    _VORONOI.with_ties("BLFR"),
    _VORONOI.with_ties("LFRB"),
    _VORONOI.with_ties("FLRB", frame="heading", name="voronoi_heading"),
    _VORONOI.with_ties("NESW", frame="absolute", name="voronoi_absolute"),
    _CAREFUL,
    _CAREFUL.with_ties("RBLF"),
    _CAREFUL.with_ties("BLFR"),
    _CAREFUL.with_ties("LFRB"),
    replace(_CAREFUL, name="dice", epsilon=1.0, seed=1),
    replace(_CAREFUL, name="dice_twin", epsilon=1.0, seed=2),
    replace(_VORONOI, name="lookahead", lookahead=True),
    Bot("cutter", (0, -1, 0, 0, 0, 0, 0)),
    # As there are at most three walls, room comes first and walls only break its ties.
    Bot("space_filler", (0, 0, 4, 1, 0, 0, 0)),
    Bot("wall_hugger", (0, 0, 0, 1, 0, 0, 0)),
    Bot("random", (0, 0, 0, 0, 0, 0, 0), epsilon=1.0, seed=3),
)
_BY_NAME = {bot.name: bot for bot in _PANEL}


def names() -> tuple[str, ...]:
    """List the bots that have a name.

    Returns
    -------
    tuple of str
        Names for `bot`.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.names()[:2]
    ('voronoi', 'voronoi_rblf')
    """
    return tuple(_BY_NAME)


def bot(name: str) -> Bot:
    """Return a bot by its name.

    Parameters
    ----------
    name : str
        One of `names`.

        - ``voronoi``, the original, takes the move with the largest lead in cells reached first.
          Ties go forward, right, back, left, as seen from its seat.
        - ``voronoi_rblf``, ``voronoi_blfr`` and ``voronoi_lfrb`` start that order elsewhere;
          ``voronoi_heading`` prefers straight, left, right, as seen from its last move;
          ``voronoi_absolute`` prefers north, east, south, west in both seats.
        - ``careful`` is the original, except that it does not enter a cell that the other can
          enter in the same turn as long as there is another. ``careful_rblf``, ``careful_blfr``
          and ``careful_lfrb`` are its variants.
        - ``dice`` is ``careful`` and breaks every tie by lot; ``dice_twin`` is the same bot with
          another seed.
        - ``lookahead`` takes the lead that the best reply leaves it; ``cutter`` leaves the other
          as few cells as it can; ``space_filler`` keeps as much room as it can, and then hugs
          walls; ``wall_hugger`` only does the latter; ``random`` takes any free cell.

    Returns
    -------
    Bot
        The bot.

    Raises
    ------
    ValueError
        If there is no bot of that name.

    Examples
    --------
    >>> from benchlib import lightcycles
    >>> lightcycles.bot("voronoi").weights
    (1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    """
    if name not in _BY_NAME:
        raise ValueError(f"name: there is no bot {name!r}; the bots are {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def known(value: Bot | str, argument: str) -> Bot:
    """Return a bot that was given as such or by its name."""
    if isinstance(value, Bot):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{argument}: expected a Bot or the name of one, got {value!r}")
    if value not in _BY_NAME:
        raise ValueError(f"{argument}: no bot {value!r}; the bots are {', '.join(_BY_NAME)}")
    return _BY_NAME[value]
