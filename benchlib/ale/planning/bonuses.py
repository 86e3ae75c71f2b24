"""What UCT adds to the mean return of a child: the usual bonus, and the one that is printed."""

import math
from collections.abc import Callable
from types import MappingProxyType

from benchlib import _validation

__all__ = ["BONUSES", "EXPLORATION", "bonus"]

#: The constant C of the usual bonus.
EXPLORATION = 0.1

#: The two bonuses: each takes the visits of the parent and of the child.
BONUSES: MappingProxyType[str, Callable[[int, int], float]] = MappingProxyType(
    {
        "usual": lambda parent, child: EXPLORATION * math.sqrt(math.log(parent) / child),
        "printed": lambda parent, child: math.sqrt(math.log(child) / parent),
    }
)


def bonus(name: str, parent_visits: int, child_visits: int) -> float:
    r"""Return what is added to the mean return of a child when a simulation chooses its way.

    Parameters
    ----------
    name : {"usual", "printed"}
        Which one.
    parent_visits, child_visits : int
        Simulations that went through the node, and on to the child.

    Returns
    -------
    float
        The bonus, on a scale where the largest return is 1.

    Raises
    ------
    ValueError
        If there is no such bonus, or a number of visits is below 1.

    Notes
    -----
    With n visits of the parent and m of the child, the usual bonus is

    .. math:: C \sqrt{\ln(n) / m}, \qquad C = 0.1,

    and the one printed in the source :math:`\sqrt{\ln(m) / n}`, without a constant. The usual
    one draws simulations to children that have few; the printed one is 0 for a child's first
    visit and grows with its visits, and so draws them to children that have many.

    References
    ----------
    Bellemare, Naddaf, Veness and Bowling (2013), appendices B and C.

    Examples
    --------
    >>> from benchlib.ale import planning
    >>> planning.bonus("usual", 10, 2) > planning.bonus("usual", 10, 5)
    True
    >>> planning.bonus("printed", 10, 2) > planning.bonus("printed", 10, 5)
    False
    """
    visits = [
        _validation.positive_integer(value, argument)
        for argument, value in (("parent_visits", parent_visits), ("child_visits", child_visits))
    ]
    return bonus_named(name)(*visits)


def bonus_named(name: str) -> Callable[[int, int], float]:
    """Return a bonus, or refuse its name."""
    if not isinstance(name, str) or name not in BONUSES:
        raise ValueError(f"bonus: expected one of {', '.join(BONUSES)}, got {name!r}")
    return BONUSES[name]
