"""The noise floor of a panel, seen on a bot and its exact copy."""

from dataclasses import dataclass
from typing import Any

from benchlib.bradley_terry.errors import standard_errors
from benchlib.bradley_terry.ratings import position
from benchlib.results import Estimate


@dataclass(frozen=True)
class NoiseFloor:
    """What the panel measures between two bots that are the same.

    Parameters
    ----------
    gap : Estimate
        Rating of the bot minus that of its twin, in Elo: noise, and nothing else.
    smallest_gap_elo : float
        The smallest gap that the panel tells from zero at the level of the interval.
    warnings : tuple of str
        What the reader must know before using it.
    """

    gap: Estimate
    smallest_gap_elo: float
    warnings: tuple[str, ...] = ()


def noise_floor(
    games: Any,
    bot: str,
    twin: str,
    *,
    by: str | None = "map",
    prior: float = 0.0,
    confidence_level: float = 0.95,
) -> NoiseFloor:
    """Measure the smallest difference that a panel can resolve, by a bot and its copy.

    Parameters
    ----------
    games : DataFrame or mapping of columns
        One row a game of the whole panel, as for `standard_errors`.
    bot, twin : str
        A bot, and an exact copy of it that differs only in its random seed.
    by, prior, confidence_level : optional
        As for `standard_errors`.

    Returns
    -------
    NoiseFloor
        The gap that was measured, and the half-width of its interval. One gap says little about
        how large noise may be, since it is near zero by luck now and then; its standard error
        says it. A gap beyond the interval is a warning that the two differ after all. Twins like
        the same maps, which two different bots do not, so for these it is a lower limit.

    Raises
    ------
    ValueError
        As for `standard_errors`; or if a name is not among the bots, or both are one.

    Examples
    --------
    >>> from benchlib import bradley_terry
    >>> games = {
    ...     "bot_1": ["a", "twin"] * 4, "bot_2": ["b"] * 8,
    ...     "map": [1, 1, 2, 2, 3, 3, 4, 4], "result": [1, 1, 0, 1, 1, 0.5, 0, 0],
    ... }
    >>> floor = bradley_terry.noise_floor(games, "a", "twin")
    >>> floor.smallest_gap_elo > abs(floor.gap.estimate)
    True
    """
    if str(bot) == str(twin):
        raise ValueError(f"twin: is {twin!r}, the bot itself; enter the copy under another name")
    errors = standard_errors(games, by=by, prior=prior, confidence_level=confidence_level)
    for name, label in (("bot", bot), ("twin", twin)):
        position(errors.bots, label, name)
    gap = errors.gap(bot, twin)
    interval = gap.confidence_interval
    warnings = gap.warnings
    if interval.low > 0 or interval.high < 0:
        warnings = (
            *warnings,
            "the twins differ by more than noise explains: look for a mirror, a shared random "
            "seed or a difference between them",
        )
    return NoiseFloor(gap, (interval.high - interval.low) / 2, warnings)
