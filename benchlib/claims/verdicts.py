"""From a printed text and a value to a verdict: pure rules, no tables."""

from collections.abc import Sequence
from decimal import (
    ROUND_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Decimal,
    InvalidOperation,
    localcontext,
)
from math import isfinite
from numbers import Integral, Real

VERDICTS = (
    "reproduced",
    "truncated",
    "differs",
    "holds",
    "fails",
    "scaled",
    "setting",
    "not checkable",
    "not yet",
)


def printed_number(printed: str) -> Decimal:
    """Read a printed number exactly, trailing zeros included.

    Parameters
    ----------
    printed : str
        A plain decimal number such as ``"0.094042090"``, ``"-12.0"`` or ``"1e-6"``.

    Returns
    -------
    decimal.Decimal
        The number, with as many decimals as were printed.

    Examples
    --------
    >>> printed_number("0.094042090")
    Decimal('0.094042090')
    """
    try:
        number = Decimal(printed)
    except InvalidOperation:
        number = Decimal("nan")
    if not number.is_finite() or printed != printed.strip():
        raise ValueError(
            f"printed value {printed!r} is not a plain decimal number; answer it with a text "
            "or a statement"
        )
    return number


def printed_digits(printed: str) -> int:
    """Count the decimals of a printed number.

    Parameters
    ----------
    printed : str
        A plain decimal number.

    Returns
    -------
    int
        Digits after the decimal point.

    Examples
    --------
    >>> printed_digits("9.60"), printed_digits("4000"), printed_digits("1e-6")
    (2, 0, 6)
    """
    exponent = printed_number(printed).as_tuple().exponent
    return max(0, -int(exponent))


def number_verdict(printed: str, value: float | int) -> str:
    """Compare a value with a printed number at every printed digit.

    Parameters
    ----------
    printed : str
        The number as it was printed; its decimals say how precise the comparison is.
    value : float or int
        The recomputed value, not rounded.

    Returns
    -------
    str
        ``"reproduced"`` if the value rounds to the printed number, ``"truncated"`` if it does not
        but is equal when its further digits are cut off, ``"differs"`` otherwise.

    Notes
    -----
    Programs round an exact half in three ways: up, to the even digit (both on the shortest
    decimal that reads back as the same float), and by the binary value that is really stored.
    A print by any of the three counts as reproduced. Cutting goes toward zero.

    Examples
    --------
    >>> number_verdict("0.667", 2 / 3), number_verdict("0.666", 2 / 3), number_verdict("0.7", 0.6)
    ('reproduced', 'truncated', 'differs')
    """
    target = printed_number(printed)
    shortest, stored = _decimals(value)
    unit = Decimal(1).scaleb(-printed_digits(printed))
    with localcontext() as context:
        # Room for every float: 309 digits before the point and 1074 after it.
        context.prec = 1500
        rounded = (
            shortest.quantize(unit, ROUND_HALF_UP),
            shortest.quantize(unit, ROUND_HALF_EVEN),
            stored.quantize(unit, ROUND_HALF_EVEN),
        )
        if target in rounded:
            return "reproduced"
        return "truncated" if shortest.quantize(unit, ROUND_DOWN) == target else "differs"


def text_verdict(printed: str, value: str) -> str:
    """Compare a text with a printed text, character by character.

    Parameters
    ----------
    printed, value : str
        The two texts.

    Returns
    -------
    str
        ``"reproduced"`` or ``"differs"``.

    Raises
    ------
    ValueError
        If nothing was printed to compare with.

    Examples
    --------
    >>> text_verdict("montezumarevenge", "montezumarevenge")
    'reproduced'
    """
    if not printed:
        raise ValueError("nothing was printed to compare with; answer it with a statement")
    return "reproduced" if printed == value else "differs"


def setting_verdict(printed: str, value: object) -> str:
    """Compare a constant of the code with a printed design value.

    Parameters
    ----------
    printed : str
        The design value as it was printed.
    value : int, float, str, or a sequence of them
        The constant. Numbers must be equal, not only when rounded. A sequence is written with
        slashes, so ``(10, 5, 2)`` equals ``"10/5/2"``; either direction will do, since a list of
        budgets has no first end.

    Returns
    -------
    str
        ``"setting"`` or ``"differs"``.

    Raises
    ------
    ValueError
        If nothing was printed to compare with.

    Examples
    --------
    >>> setting_verdict("0.50", 0.5), setting_verdict("10/5/2", (2, 5, 10))
    ('setting', 'setting')
    """
    if not printed:
        raise ValueError("nothing was printed to compare with; answer it with a statement")
    if isinstance(value, str):
        equal = value == printed
    elif isinstance(value, Sequence):
        parts = [str(part) for part in value]
        equal = printed in ("/".join(parts), "/".join(reversed(parts)))
    else:
        equal = _decimals(value)[0] == printed_number(printed)
    return "setting" if equal else "differs"


def _decimals(value: object) -> tuple[Decimal, Decimal]:
    """Return the value as its shortest decimal and as the decimal that is stored."""
    if isinstance(value, Integral) and not isinstance(value, bool):
        return Decimal(int(value)), Decimal(int(value))
    if isinstance(value, Decimal) and value.is_finite():
        return value, value
    if isinstance(value, Real) and not isinstance(value, bool) and isfinite(value):
        number = float(value)
        return Decimal(repr(number)), Decimal(number)
    raise ValueError(f"value {value!r} is not a finite number")
