"""Load the tables of ``data/``, checked and described.

This is the only module that reads ``data/``. In a checkout the tables are read from there;
in an installed wheel they lie inside the package.
"""

import hashlib
import math
from pathlib import Path
from typing import IO

import pandas as pd

from benchlib.datasets.catalog import DATASHEETS, Column, Datasheet

__all__ = [
    "Column",
    "Datasheet",
    "checksums",
    "describe",
    "folder",
    "load",
    "names",
    "read_table",
    "verify",
]


def folder() -> Path:
    """Return the folder that holds the tables.

    Returns
    -------
    pathlib.Path
        Inside the package for an installed wheel, ``data/`` in a checkout.
    """
    package = Path(__file__).resolve().parents[1]
    installed = package / "_data"
    return installed if installed.is_dir() else package.parent / "data"


def names() -> tuple[str, ...]:
    """Return the names of all tables.

    Returns
    -------
    tuple of str
        As `load` and `describe` take them.

    Examples
    --------
    >>> from benchlib import datasets
    >>> "bbf_runs" in datasets.names()
    True
    """
    return tuple(DATASHEETS)


def describe(name: str) -> Datasheet:
    """Return the datasheet of a table.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Datasheet
        What a row is, the columns with their units, provenance, licence and quirks.

    Raises
    ------
    ValueError
        If there is no table of that name.

    Examples
    --------
    >>> from benchlib import datasets
    >>> datasets.describe("bbf_runs").key
    ('condition', 'game', 'run')
    """
    if not isinstance(name, str) or name not in DATASHEETS:
        raise ValueError(f"name: there is no table {name!r}; choose one of {', '.join(names())}")
    return DATASHEETS[name]


def load(name: str, *, as_text: bool = False) -> pd.DataFrame:
    """Load a table, after checking that it is the one that belongs to this version.

    Parameters
    ----------
    name : str
        One of `names`.
    as_text : bool, optional
        Keep every column as printed text instead of converting numbers.

    Returns
    -------
    pandas.DataFrame
        One observation a row, columns as in `describe`. Decimals are read exactly, that is,
        each number is the float64 nearest to what is printed.

    Raises
    ------
    ValueError
        If there is no table of that name, or the file was changed.
    FileNotFoundError
        If the file is missing.

    Examples
    --------
    >>> from benchlib import datasets
    >>> datasets.load("bbf_runs").columns.tolist()
    ['condition', 'game', 'run', 'score', 'normalized_score']
    """
    sheet = describe(name)
    path = folder() / f"{name}.csv"
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; `benchlib data build` makes it")
    content = path.read_bytes()
    listed = checksums().get(path.name)
    if hashlib.sha256(content).hexdigest() != listed:
        raise ValueError(
            f"table {name}: {path} is not the file that checksums.txt lists; restore it, or, "
            "if the change is meant, accept it with `benchlib data accept`"
        )
    return read_table(path, sheet, as_text=as_text)


def read_table(file: Path | IO[bytes], sheet: Datasheet, *, as_text: bool = False) -> pd.DataFrame:
    """Read a file with the columns and types that its datasheet tells.

    Parameters
    ----------
    file : pathlib.Path or binary file
        A CSV file.
    sheet : Datasheet
        What the file should hold.
    as_text : bool, optional
        Keep every column as printed text.

    Returns
    -------
    pandas.DataFrame
        The columns of `sheet`, in its order.

    Raises
    ------
    ValueError
        If a column is missing or unknown, a number does not parse, or a key stands twice.
    """
    text = pd.read_csv(file, dtype=str, keep_default_na=False)
    columns = list(sheet.columns)
    if list(text.columns) != columns:
        raise ValueError(
            f"table {sheet.name}: the columns are {', '.join(text.columns)}, "
            f"where {', '.join(columns)} are expected"
        )
    repeated = text.duplicated(list(sheet.key))
    if repeated.any():
        row = int(repeated.to_numpy().argmax())
        raise ValueError(
            f"table {sheet.name}: row {row + 2} repeats the key "
            f"{tuple(text.loc[row, list(sheet.key)])}; each ({', '.join(sheet.key)}) stands once"
        )
    if as_text:
        return text
    return text.assign(
        **{
            column: [
                _number(value, spec, f"table {sheet.name}: row {row}, column {column}")
                for row, value in enumerate(text[column], start=2)
            ]
            for column, spec in sheet.columns.items()
            if spec.dtype != "str"
        }
    ).astype({k: c.dtype for k, c in sheet.columns.items() if c.dtype != "str"})


def _number(value: str, spec: Column, place: str) -> float | int:
    """Parse one printed number exactly: Python rounds to the nearest float64, always."""
    if value == "nan" and spec.missing:
        return math.nan
    try:
        # Python would also read "1_000" and " 7"; no table of ours is written so.
        if not value.isascii() or "_" in value or value != value.strip():
            raise ValueError
        number = int(value) if spec.dtype == "int64" else float(value)
    except ValueError:
        raise ValueError(f"{place}: {value!r} is not a number") from None
    if not math.isfinite(number):
        raise ValueError(f"{place}: {value!r} is not finite")
    return number


def verify() -> tuple[str, ...]:
    """Check every table against ``checksums.txt`` and its datasheet.

    Returns
    -------
    tuple of str
        The names of the tables, all of them sound.

    Raises
    ------
    ValueError
        If a table was changed, is not listed, or does not fit its datasheet.
    FileNotFoundError
        If a table is missing.
    """
    unknown = set(checksums()) - {f"{name}.csv" for name in names()}
    if unknown:
        raise ValueError(f"checksums.txt lists files without a datasheet: {sorted(unknown)}")
    for name in names():
        load(name)
    return names()


def checksums(target: Path | None = None) -> dict[str, str]:
    """Return the listed checksums of a folder of tables.

    Parameters
    ----------
    target : pathlib.Path, optional
        The folder; the one that `load` reads by default.

    Returns
    -------
    dict of str to str
        SHA-256 by file name; empty if the folder has no list yet.

    Raises
    ------
    ValueError
        If a line is not a checksum and a file name.
    """
    path = (folder() if target is None else target) / "checksums.txt"
    if not path.is_file():
        return {}
    listed = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        digest, _, file = line.partition("  ")
        if len(digest) != 64 or not file:
            raise ValueError(f"{path}, line {number}: expected a SHA-256 and a file, got {line!r}")
        listed[file] = digest
    return listed
