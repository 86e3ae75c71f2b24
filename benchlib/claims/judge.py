"""One row of the table and one answer make one judgement."""

import importlib
import re
from dataclasses import dataclass
from decimal import Decimal
from functools import reduce
from numbers import Integral, Real

import numpy as np

from benchlib.claims.answers import (
    FITTING,
    Answer,
    NotCheckable,
    Number,
    Quoted,
    Scaled,
    Setting,
    Statement,
    Text,
)
from benchlib.claims.verdicts import (
    number_verdict,
    printed_digits,
    setting_verdict,
    text_verdict,
)

Row = dict[str, str]

_PLACE = re.compile(r"(?P<module>\w+(\.\w+)*):(?P<path>[A-Za-z_]\w*(\.\w+)*)(\[(?P<key>-?\w+)\])?")


class ClaimError(ValueError):
    """A claim that cannot be judged as it is written; the message names it."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome for one row.

    Parameters
    ----------
    verdict : str
        One of `benchlib.claims.VERDICTS`.
    answer : str
        Type of the answer in lower case, ``""`` where no function answered.
    value : float, int or str
        The full value; ``""`` where there is none.
    recomputed : str
        The value as a reader wants to see it.
    why : str
        What explains it.
    """

    verdict: str
    answer: str = ""
    value: float | int | str = ""
    recomputed: str = ""
    why: str = ""


def judge(row: Row, answer: Answer) -> Judgement:
    """Compute the verdict on one claim.

    Parameters
    ----------
    row : dict of str to str
        A row of the table of claims.
    answer : Answer
        What the claim's function returned.

    Returns
    -------
    Judgement
        Verdict, value and explanation.

    Raises
    ------
    ClaimError
        If the answer does not fit the kind of claim or the printed value, or if a mismatch is
        left unexplained.
    """
    name = type(answer).__name__
    fitting = (*FITTING.get(row["kind"], ()), NotCheckable)
    if row["checkable"] == "scaled":
        fitting = (*fitting, Scaled)
    if not isinstance(answer, fitting):
        wanted = " or ".join(sorted({kind.__name__ for kind in fitting}))
        raise ClaimError(
            f"claim {row['id']!r} is of kind {row['kind']!r}: answer it with {wanted}, not {name}"
        )
    try:
        verdict, value, recomputed, why = _outcome(row, answer)
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ImportError,
        ArithmeticError,
    ) as error:
        raise ClaimError(f"claim {row['id']!r}: {error}") from error
    unexplained = verdict in ("differs", "fails") or (
        isinstance(answer, Scaled) and not answer.holds
    )
    if unexplained and not getattr(answer, "why", "").strip():
        raise ClaimError(
            f"claim {row['id']!r} came out as {verdict!r} "
            f"(printed {row['printed']!r}, recomputed {recomputed!r}): say why in its answer"
        )
    return Judgement(verdict, name.lower(), value, recomputed, why)


def _outcome(row: Row, answer: Answer) -> tuple[str, float | int | str, str, str]:
    printed = row["printed"]
    match answer:
        case Number(value, why):
            return _compare(row, value), _plain(value), _shown(value, printed), why
        case Text(value, why):
            return text_verdict(printed, value), value, value, why
        case Quoted(value, source, why):
            verdict = (
                text_verdict(printed, value) if isinstance(value, str) else _compare(row, value)
            )
            return verdict, _plain(value), _shown(value, printed), _joined(source, why)
        case Statement(holds, measured, why):
            verdict = "holds" if _truth(holds) else "fails"
            return verdict, _plain(measured), _shown(measured), why
        case Scaled(holds, measured, low, high, why):
            if not low <= measured <= high:
                raise ValueError(
                    f"measured {measured!r} is outside its interval {low!r} to {high!r}"
                )
            word = "holds" if _truth(holds) else "fails"
            full = f"{word}: {measured:.12g} ({low:.12g} to {high:.12g})"
            return "scaled", full, f"{word}: {measured:.4g} ({low:.4g} to {high:.4g})", why
        case Setting(where, why, scale):
            used = _scaled(_look_up(where), scale)
            text = _written(used)
            return setting_verdict(printed, used), text, text, _joined(where, why)
        case NotCheckable(reason):
            if not reason.strip():
                raise ValueError("a claim that is not checkable needs a reason")
            return "not checkable", "", "", reason


def _compare(row: Row, value: float | int) -> str:
    printed = row["printed"]
    if not printed:
        raise ValueError("no number was printed to compare with; answer it with a statement")
    verdict = number_verdict(printed, value)
    if row["printed_digits"] != str(printed_digits(printed)):
        raise ValueError(
            f"printed value {printed!r} does not have printed_digits={row['printed_digits']!r}"
        )
    return verdict


def _look_up(where: str) -> object:
    """Read the object at ``module:ATTRIBUTE[key]``."""
    place = _PLACE.fullmatch(where)
    if place is None:
        raise ValueError(f"setting {where!r} is not of the form 'module:ATTRIBUTE[key]'")
    found = reduce(getattr, place["path"].split("."), importlib.import_module(place["module"]))
    key = place["key"]
    if key is None:
        return found
    return found[int(key) if key.lstrip("-").isdigit() else key]  # type: ignore[index]


def _scaled(value: object, scale: int) -> object:
    # Decimal, since 0.07 * 100 in floats is not 7.
    return value if scale == 1 else Decimal(str(value)) * scale


def _written(value: object) -> str:
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return "/".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _truth(holds: object) -> bool:
    if not isinstance(holds, bool | np.bool_):
        raise TypeError(f"whether a statement holds is a truth value, not {holds!r}")
    return bool(holds)


def _plain(value: float | int | str) -> float | int | str:
    """Turn numpy scalars into Python's own, so that they can be written as JSON."""
    if isinstance(value, str):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def _shown(value: float | int | str, printed: str = "") -> str:
    """Show two digits more than were printed, or ten significant ones."""
    if isinstance(value, str):
        return value
    if isinstance(value, Integral):
        return str(int(value))
    if not isinstance(value, Real) or not np.isfinite(value):
        raise ValueError(f"value {value!r} is not a finite number")
    if printed and "e" not in printed.lower():
        return f"{float(value):.{printed_digits(printed) + 2}f}"
    return f"{float(value):.10g}"


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
