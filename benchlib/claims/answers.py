"""What a claim function may return: the recomputed thing, never the verdict."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """A recomputed number, compared with the printed one at every printed digit.

    Parameters
    ----------
    value : float or int
        The full value, in the unit of the printed number. Don't round it.
    why : str, optional
        What a reader should know about it; required where the numbers differ.
    """

    value: float | int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A recomputed name or formula, compared with the printed text character by character.

    Parameters
    ----------
    value : str
        The recomputed text.
    why : str, optional
        What a reader should know about it; required where the texts differ.
    """

    value: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A testable sentence, together with the quantity that decided it.

    Parameters
    ----------
    holds : bool
        Whether the sentence is true of what was measured.
    measured : float or str
        The deciding quantity, or a short text that names several.
    why : str, optional
        How the quantity decides; required where the sentence fails.
    """

    holds: bool
    measured: float | str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Scaled:
    """A sentence checked by a smaller experiment than the one it speaks of.

    Parameters
    ----------
    holds : bool
        Whether the sentence is true of the smaller experiment.
    measured : float
        The deciding quantity.
    low, high : float
        Ends of its interval.
    why : str
        What was run instead, and how small it is.
    """

    holds: bool
    measured: float
    low: float
    high: float
    why: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A design value, with the place in the code that uses it.

    Parameters
    ----------
    where : str
        ``"module:ATTRIBUTE"``, with dots for attributes of attributes and ``[key]`` for an
        element: ``"benchlib.studies.records:BUDGETS[0]"``. The value is read from there.
    why : str, optional
        What a reader should know about it; required where the values differ.
    scale : int, default 1
        Factor into the unit of the printed value: 100 for a fraction printed in percent.
    """

    where: str
    why: str = ""
    scale: int = 1


@dataclass(frozen=True, slots=True)
class Quoted:
    """Somebody's measurement, looked up in an independent released table.

    Parameters
    ----------
    value : float, int or str
        What that table says.
    source : str
        Which table it is.
    why : str, optional
        What a reader should know about it; required where the values differ.
    """

    value: float | int | str
    source: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class NotCheckable:
    """A claim that turned out to be beyond checking.

    Parameters
    ----------
    reason : str
        What would be needed and is not to be had.
    """

    reason: str


Answer = Number | Text | Statement | Scaled | Setting | Quoted | NotCheckable

# Which answers fit which kind of claim. Two rules come on top: `Scaled` also fits every row that
# the table itself marks as checkable by a smaller experiment, and `NotCheckable` fits everywhere.
FITTING: dict[str, tuple[type, ...]] = {
    "data": (Number, Text, Statement),
    "exact": (Number, Text, Statement),
    "simulated": (Number, Text, Statement),
    "protocol": (Setting, Statement),
    "quoted": (Quoted, Number),
    "qualitative": (Statement, Scaled),
}
