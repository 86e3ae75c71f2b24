"""Load the tables of ``data/``, checked and described.

This is the only module that reads ``data/``. In a checkout the tables are read from there;
in an installed wheel they lie inside the package.
"""

import hashlib
from pathlib import Path
from typing import IO

import pandas as pd

from benchlib.datasets.catalog import DATASHEETS, Column, Datasheet

__all__ = ["Column", "Datasheet", "describe", "folder", "load", "names", "read_table", "verify"]


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
    if name not in DATASHEETS:
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
    listed = _checksums().get(path.name)
    if hashlib.sha256(content).hexdigest() != listed:
        raise ValueError(
            f"table {name}: {path} is not the file that checksums.txt lists; "
            "restore it, or make it again with `benchlib data build`"
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
            column: [_number(value, spec.dtype, sheet.name, column, row) for row, value in pairs]
            for column, spec in sheet.columns.items()
            if spec.dtype != "str"
            for pairs in [enumerate(text[column], start=2)]
        }
    ).astype({k: c.dtype for k, c in sheet.columns.items() if c.dtype != "str"})


def _number(value: str, dtype: str, table: str, column: str, row: int) -> float | int:
    """Parse one printed number exactly: Python rounds to the nearest float64, always."""
    try:
        return int(value) if dtype == "int64" else float(value)
    except ValueError:
        raise ValueError(
            f"table {table}: row {row}, column {column}: {value!r} is not a number"
        ) from None


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
    unknown = set(_checksums()) - {f"{name}.csv" for name in names()}
    if unknown:
        raise ValueError(f"checksums.txt lists files without a datasheet: {sorted(unknown)}")
    for name in names():
        load(name)
    return names()


def _checksums() -> dict[str, str]:
    path = folder() / "checksums.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return {file: digest for digest, file in (line.split() for line in lines)}
