"""The verdicts last accepted, and what moved since."""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isclose
from pathlib import Path

import pandas as pd

from benchlib.claims.judge import ClaimError

LOCK = Path(__file__).with_name("verdicts.csv")

Locked = dict[str, tuple[str, str]]

_FIELDS = ("id", "verdict", "recomputed")
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)")
# The last digits of a float depend on the machine's libraries; verdicts must not.
_RELATIVE_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Move:
    """One claim that no longer comes out as accepted.

    Parameters
    ----------
    id : str
        The claim.
    old, new : str
        Verdict and value before and now.
    """

    id: str
    old: str
    new: str


def read_lock(path: Path | None = None) -> Locked:
    """Read the accepted verdicts.

    Parameters
    ----------
    path : pathlib.Path, optional
        The lock file, by default the one of the package; one that does not exist holds nothing.

    Returns
    -------
    dict
        Verdict and value (12 significant digits) by claim id.

    Raises
    ------
    ClaimError
        If the file does not have the columns of a lock file.
    """
    file = LOCK if path is None else path
    if not file.exists():
        return {}
    with file.open(newline="", encoding="utf-8") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != _FIELDS:
            raise ClaimError(f"{file.name} does not have the columns {', '.join(_FIELDS)}")
        return {row["id"]: (row["verdict"], row["recomputed"]) for row in reader}


def write_lock(frame: pd.DataFrame, path: Path | None = None) -> None:
    """Accept the verdicts of a frame.

    Parameters
    ----------
    frame : pandas.DataFrame
        From `benchlib.claims.evaluate`, for all documents.
    path : pathlib.Path, optional
        The lock file, by default the one of the package.
    """
    with (LOCK if path is None else path).open("w", newline="", encoding="utf-8") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(_FIELDS)
        writer.writerows((name, *entry) for name, entry in _entries(frame).items())


def moved(frame: pd.DataFrame, locked: Locked, *, documents: Iterable[str]) -> list[Move]:
    """List the claims whose verdict or value is not the accepted one.

    Parameters
    ----------
    frame : pandas.DataFrame
        From `benchlib.claims.evaluate`.
    locked : dict
        From `read_lock`.
    documents : iterable of str
        Documents that were evaluated; locked claims of others are left alone.

    Returns
    -------
    list of Move
        Empty if nothing moved. Values are equal within 1e-9 relative.
    """
    prefixes = tuple(f"{document}-" for document in documents)
    entries = _entries(frame)
    moves = []
    for name, new in entries.items():
        old = locked.get(name)
        if old is None or old[0] != new[0] or not _same(old[1], new[1]):
            moves.append(Move(name, _written(old), _written(new)))
    gone = [name for name in locked if name.startswith(prefixes) and name not in entries]
    return moves + [Move(name, _written(locked[name]), "no longer in the table") for name in gone]


def _entries(frame: pd.DataFrame) -> Locked:
    return {
        str(name): (str(verdict), f"{value:.12g}" if isinstance(value, float) else str(value))
        for name, verdict, value in zip(frame["id"], frame["verdict"], frame["value"], strict=True)
    }


def _same(old: str, new: str) -> bool:
    """Compare two values that may hold several numbers between words."""
    old_parts, new_parts = _NUMBER.split(old), _NUMBER.split(new)
    # Splitting at a group puts the words at even places and the numbers at odd ones.
    return old_parts[::2] == new_parts[::2] and all(
        isclose(float(a), float(b), rel_tol=_RELATIVE_TOLERANCE, abs_tol=1e-15)
        for a, b in zip(old_parts[1::2], new_parts[1::2], strict=True)
    )


def _written(entry: tuple[str, str] | None) -> str:
    return "not in the lock file" if entry is None else " ".join(part for part in entry if part)
