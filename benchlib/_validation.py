"""Turn inputs into arrays in canonical order, or say what is wrong with them.

Every message names the argument, the row and the remedy, in one wording for the whole package.
"""

import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence, Set
from numbers import Integral, Number, Real
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "FloatArray",
    "check_labels",
    "column_names",
    "columns",
    "each_once",
    "finite",
    "fraction",
    "generator",
    "groups",
    "listed",
    "pool",
    "positive",
    "positive_integer",
    "positive_integers",
    "real_array",
]

# Squares of larger scores overflow, and sums of squares turn into infinity without a word.
_LARGEST = 1e150

_NO_LABEL = ("None", "nan", "NaT", "<NA>")
_REMEDY = "remove the run or give its finite score, and say so in the report"

FloatArray = npt.NDArray[np.float64]


def generator(rng: np.random.Generator | int) -> np.random.Generator:
    """Return a generator from a generator or an integer seed; nothing else is accepted."""
    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, bool) or not isinstance(rng, Integral) or rng < 0:
        raise ValueError(
            f"rng: expected a numpy.random.Generator or a whole number as seed, got {rng!r}; "
            "write rng=1, say, so that the result can be repeated"
        )
    return np.random.default_rng(int(rng))


def finite(value: float, name: str, *, least: float = -math.inf) -> float:
    """Return a finite number, of at least `least`."""
    real = isinstance(value, Real) and not isinstance(value, bool | np.bool)
    # A whole number can be too large for a float.
    if not real or not -sys.float_info.max <= value <= sys.float_info.max or value < least:
        at_least = "" if least == -math.inf else f" of at least {least:g}"
        raise ValueError(f"{name}: expected a finite number{at_least}, got {value!r}")
    return float(value)


def fraction(value: float, name: str) -> float:
    """Return a number strictly between 0 and 1."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < value < 1:
        raise ValueError(f"{name}: expected a number between 0 and 1, both excluded, got {value!r}")
    return float(value)


def positive(value: float, name: str) -> float:
    """Return a finite number above 0."""
    real = isinstance(value, Real) and not isinstance(value, bool)
    if not real or not math.isfinite(value) or value <= 0:
        raise ValueError(f"{name}: expected a positive number, got {value!r}")
    return float(value)


def positive_integer(value: int, name: str) -> int:
    """Return one integer of at least 1."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name}: expected a whole number of at least 1, got {value!r}")
    return int(value)


def positive_integers(values: int | Iterable[int], name: str) -> tuple[int, ...]:
    """Return one or several integers of at least 1, as a tuple in the order given."""
    items = tuple(values) if isinstance(values, Iterable) else (values,)
    if not items:
        raise ValueError(f"{name}: is empty; give at least one whole number")
    for item in items:
        if isinstance(item, bool) or not isinstance(item, Integral) or item < 1:
            raise ValueError(f"{name}: expected whole numbers of at least 1, got {item!r}")
    if isinstance(values, Set) or len(set(items)) < len(items):
        raise ValueError(f"{name}: give different whole numbers in a fixed order, got {values!r}")
    return tuple(int(item) for item in items)


def pool(values: npt.ArrayLike, name: str, *, rows: Sequence[str] | None = None) -> FloatArray:
    """Return a one-dimensional array of finite numbers, in the order given.

    `rows` are the labels to name a bad value by; without it the position is named.
    """
    masked = _first_masked(values)
    if masked is not None:
        raise ValueError(f"{name}: {_row(masked[0], rows)} is masked; {_REMEDY}")
    try:
        raw = _as_given(values)
    except ValueError:
        raise ValueError(f"{name}: rows of unequal length; give one number a run") from None
    if raw.ndim != 1:
        raise ValueError(
            f"{name}: expected one dimension, got shape {raw.shape}; give one number a run"
        )
    if raw.size == 0:
        raise ValueError(f"{name}: is empty; give at least one number")
    if raw.dtype.kind not in "iuf":
        raw = _numbers(raw, name, rows)
    raw = _as_printed(raw)
    with np.errstate(over="ignore"):  # a long double may become infinite, which is reported
        array = raw.astype(np.float64)
    if not np.isfinite(array).all():
        position = int(np.argmin(np.isfinite(array)))
        raise ValueError(f"{name}: {_row(position, rows)} is {array[position]}; {_REMEDY}")
    if np.abs(array).max() > _LARGEST:
        position = int(np.abs(array).argmax())
        raise ValueError(
            f"{name}: {_row(position, rows)} is {array[position]}, too large to be squared; "
            "rescale the scores"
        )
    return array


def real_array(
    values: Any, name: str, *, expected: str = "an array of numbers", nan: bool = False
) -> FloatArray:
    """Return an array of any shape that holds numbers and nothing else; without `nan` finite ones.

    It is the array itself where it is one of 64-bit floats, so do not write to it. `expected`
    says what is wanted where there is something else.
    """
    masked = _first_masked(values)
    if masked is not None:
        raise ValueError(f"{name}: entry {masked} is masked; {_REMEDY}")
    try:
        raw = _as_given(values)
    except ValueError:  # rows of unequal length
        raise ValueError(f"{name}: expected {expected}, got rows of unequal length") from None
    if raw.dtype.kind == "O":
        items = raw.ravel().tolist()
        # There are many items and few types.
        bad = tuple(k for k in set(map(type, items)) if k is bool or not issubclass(k, Real))
        if bad:
            first = next(item for item in items if type(item) in bad)
            raise ValueError(f"{name}: expected {expected}, got {_short(first)} among them")
        try:
            raw = np.array([float(item) for item in items]).reshape(raw.shape)
        except OverflowError:
            raise ValueError(f"{name}: expected {expected}, got a number above 1e308") from None
    if raw.dtype.kind not in "iuf":
        raise ValueError(f"{name}: expected {expected}, got the type {raw.dtype}")
    with np.errstate(over="ignore"):  # a long double may become infinite, which is reported
        array = _as_printed(raw).astype(np.float64, copy=False)
    if not nan and array.size and not _all_finite(array):
        place = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
        raise ValueError(f"{name}: entry {place} is {array[place]}; give a finite number")
    return array


def _all_finite(array: FloatArray) -> bool:
    # A sum notices what is not finite without a pass that makes a new array.
    with np.errstate(invalid="ignore", over="ignore"):
        total = float(array.sum())
    return math.isfinite(total) or bool(np.isfinite(array).all())


def _as_printed(raw: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Take a 32-bit 0.1 as 0.1: only so do its ties survive the conversion."""
    if raw.dtype.kind != "f" or raw.dtype.itemsize >= 8:
        return raw
    different, place = np.unique(raw, return_inverse=True)
    return np.array([float(str(value)) for value in different])[place].reshape(raw.shape)


def _first_masked(values: Any) -> tuple[int, ...] | None:
    """Return where a masked entry is; numpy would go on with what lies under the mask."""
    if isinstance(values, list | tuple):
        for position, part in enumerate(values):
            if part is np.ma.masked:
                return (position,)
            if isinstance(part, list | tuple | np.ma.MaskedArray):
                below = _first_masked(part)
                if below is not None:
                    return (position, *below)
        return None
    if not np.ma.is_masked(values):  # which knows the masked arrays of pandas as well
        return None
    return tuple(np.argwhere(np.ma.getmask(values))[0].tolist())


def _short(item: object) -> str:
    text = repr(item)
    return text if len(text) <= 40 else f"{text[:37]}..."


def column_names(values: Any) -> tuple[str, ...] | None:
    """Return what a DataFrame calls its columns, or a Series its rows, if these are names."""
    labels: Any = getattr(values, "columns", getattr(values, "index", None))
    items = labels.tolist() if hasattr(labels, "tolist") else []
    return tuple(items) if items and all(isinstance(item, str) for item in items) else None


def _as_given(values: Any) -> npt.NDArray[Any]:
    """Return an array in which a list keeps what it holds: True or "3" beside numbers stay so."""
    return np.asarray(values, dtype=object if isinstance(values, list | tuple) else None)


def _numbers(raw: npt.NDArray[Any], name: str, rows: Sequence[str] | None) -> FloatArray:
    """Accept number objects (Decimal, Fraction, mixed ints); refuse text, truth values, None."""
    # numpy would list dates and durations as whole numbers.
    items = raw.astype(str).tolist() if raw.dtype.kind in "mM" else raw.tolist()
    for position, value in enumerate(items):
        try:
            bad = isinstance(value, bool | np.bool) or not isinstance(value, Number)
            bad = bad or not isinstance(float(value), float)
        except (TypeError, ValueError, OverflowError):
            bad = True
        if bad:
            raise ValueError(
                f"{name}: {_row(position, rows)} is {value!r}, which is not a number; "
                "convert the column to numbers first"
            )
    return np.array([float(value) for value in items])


def _row(position: int, rows: Sequence[str] | None) -> str:
    return f"row {position}" if rows is None else rows[position]


def columns(table: Any, required: Sequence[str], name: str) -> dict[str, npt.NDArray[Any]]:
    """Return the required columns of a DataFrame or a mapping of columns, of equal length."""
    present = list(table.columns) if hasattr(table, "columns") else list(_mapping(table, name))
    missing = [column for column in required if column not in present]
    if missing:
        raise ValueError(
            f"{name}: the column {', '.join(map(repr, missing))} is missing; "
            f"it has {', '.join(map(repr, present)) or 'none'}"
        )
    if len(set(present)) != len(present):
        raise ValueError(f"{name}: a column name stands twice among {present}")
    found = {}
    for column in required:
        masked = _first_masked(table[column])
        if masked is not None:
            raise ValueError(f"{name}: row {masked[0]} of column {column!r} is masked; {_REMEDY}")
        found[column] = _as_given(table[column])
    for column, values in found.items():
        if values.ndim != 1:
            raise ValueError(
                f"{name}: the column {column!r} has shape {values.shape}; give one value a row"
            )
    lengths = {column: len(values) for column, values in found.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{name}: the columns have different lengths: {lengths}")
    if not next(iter(lengths.values())):
        raise ValueError(f"{name}: has no rows")
    return found


def _mapping(table: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(table, Mapping):
        raise ValueError(
            f"{name}: expected a DataFrame or a mapping of columns, got {type(table).__name__}"
        )
    return table


def check_labels(
    labels: npt.NDArray[Any], name: str, *, rows: npt.NDArray[np.intp] | None = None
) -> None:
    """Refuse a missing label; `rows` are the positions in the whole table to name it by."""
    for position, label in enumerate(labels.tolist()):
        # NaN, NaT and NA differ in how they compare, but not in how they print.
        if label == "" if isinstance(label, str) else str(label) in _NO_LABEL:
            row = position if rows is None else rows[position]
            raise ValueError(f"{name}: row {row} has no label; fill it in or drop the row")


def listed(names: str | Iterable[str], argument: str) -> tuple[str, ...]:
    """Return names as a tuple, one alone as well; a set has no order in which rows could come."""
    if isinstance(names, str):
        return (names,)
    if isinstance(names, set | frozenset) or not isinstance(names, Iterable):
        raise ValueError(f"{argument}: give names in a fixed order, as a list, got {names!r}")
    return tuple(names)


def each_once(names: str | Iterable[str], kind: str) -> tuple[str, ...]:
    """Return names as a tuple, if there are some and none stands twice."""
    asked = listed(names, f"{kind}s")
    if not asked or len(set(asked)) < len(asked):
        raise ValueError(f"{kind}s: name at least one {kind}, and each once, got {asked}")
    return asked


def groups(labels: npt.NDArray[Any], name: str) -> dict[str, npt.NDArray[np.intp]]:
    """Return the row positions of every label, labels as text in sorted order."""
    check_labels(labels, name)
    unique, inverse = np.unique(labels.astype(str), return_inverse=True)
    spellings: dict[str, str] = {}
    for label in unique.tolist():
        plain = "".join(label.split()).casefold()
        # The 1 and the 1.0 of a column of mixed numbers are one label.
        if plain.endswith("0"):
            plain = re.sub(r"^(\d+)\.0+$", r"\1", plain)
        other = spellings.setdefault(plain, label)
        if other != label:
            raise ValueError(
                f"{name}: {other!r} and {label!r} differ only in spaces or case, or in a .0; "
                "spell them alike, or rename one if they are two things"
            )
    order = np.argsort(inverse, kind="stable")
    bounds = np.searchsorted(inverse[order], np.arange(1, len(unique)))
    return {str(u): rows for u, rows in zip(unique, np.split(order, bounds), strict=True)}
