"""Long runs that can be stopped at any moment, and that end the same on one machine or on many.

A run is made of *cells*, the combinations that are measured, such as one policy on one game. Each
cell has a number of repeats, and each repeat gives one record. Every record is saved as soon as it
is there, and its random numbers depend on the seed, the cell and the repeat alone. So a run that
was killed goes on where it stopped, and neither the number of processes nor their order matters.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Integral
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from joblib import Parallel, delayed
from tqdm import tqdm

from benchlib import _validation

__all__ = ["Cell", "Record", "Work", "run", "seed_sequence"]

#: The names that say what is measured.
Cell: TypeAlias = tuple[str, ...]

#: What one repeat came to; numbers and texts that JSON can hold.
Record: TypeAlias = Mapping[str, Any]

#: Takes a cell and the seeds of the repeats that are missing, and yields a record for each.
Work: TypeAlias = Callable[[Cell, Sequence[np.random.SeedSequence]], Iterable[Record]]

# Changes when files of an earlier version can no longer be read.
_FORMAT = 1
_HEADER = "settings.json"


def seed_sequence(seed: int, cell: Cell, repeat: int) -> np.random.SeedSequence:
    """Return the random seed of one repeat.

    Parameters
    ----------
    seed : int
        Seed of the whole run.
    cell : tuple of str
        What is measured.
    repeat : int
        Number of the repeat, from 0.

    Returns
    -------
    numpy.random.SeedSequence
        Independent of all others, and the same whatever else the run holds.

    Raises
    ------
    ValueError
        If the seed or the repeat is no whole number of at least 0.

    Notes
    -----
    The entropy is the seed, the SHA-256 of the cell's names and the repeat.

    Examples
    --------
    >>> from benchlib import ale
    >>> seeds = [ale.seed_sequence(1, ("random", "pong"), repeat) for repeat in (0, 0, 1)]
    >>> first, again, other = (int(seed.generate_state(1)[0]) for seed in seeds)
    >>> first == again, first == other
    (True, False)
    """
    _whole(seed, "seed")
    _whole(repeat, "repeat")
    digest = hashlib.sha256(json.dumps(cell).encode("utf-8")).digest()
    return np.random.SeedSequence([int(seed), int.from_bytes(digest, "big"), int(repeat)])


def _whole(value: object, name: str) -> None:
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name}: expected a whole number of at least 0, got {value!r}")


def run(
    cells: Mapping[Cell, int],
    work: Work,
    *,
    checkpoints: Path,
    settings: Record,
    seed: int,
    workers: int = 1,
    seeds_by: Callable[[Cell], Cell] | None = None,
    label: str = "cells",
) -> dict[Cell, tuple[Record, ...]]:
    """Carry out a run, or what is missing of it.

    Parameters
    ----------
    cells : mapping of tuple of str to int
        For each cell how many repeats it shall have; carried out in this order.
    work : callable
        Takes a cell and the `numpy.random.SeedSequence` of each missing repeat, in order, and
        yields one record for each. A record must depend on the cell and its own seed alone.
        With more than one worker it must be a function that other processes can import.
    checkpoints : pathlib.Path
        Folder for the records, a file for each cell; it is made if it is not there.
    settings : mapping of str to object
        Everything else that the records depend on: budgets, versions. It is saved with them, and
        a folder with other settings is refused. The names ``format`` and ``seed`` are taken.
    seed : int
        Seed of the whole run.
    workers : int, optional
        Processes to use.
    seeds_by : callable, optional
        Takes a cell and returns the names that its seeds depend on; by default the whole cell.
        Cells with equal names are paired: their repeats of one number have one seed.
    label : str, optional
        What the progress bar says.

    Returns
    -------
    dict of tuple of str to tuple of mapping
        The records of every cell, in the order of `cells` and of their repeats. Repeats of an
        earlier run beyond the number asked for are kept in the folder and not returned.

    Raises
    ------
    ValueError
        If an input is out of range, the folder belongs to a run with other settings, a file in
        it is damaged, or `work` yields too few or too many records, or what is no record.

    Notes
    -----
    A file is written beside the old one and then takes its place in one step. A kill therefore
    loses the repeats that were under way and nothing else. The whole file is written after each
    repeat, so keep a cell to some thousands of them.

    The cells are given to joblib, so that ``joblib.parallel_config(backend="dask")`` sends them to
    a cluster, with as many processes as that has, whatever `workers` says. All its machines must
    see `checkpoints` under the same path and have the same versions installed. A cell whose machine
    is lost is given to another one and goes on from its file. If both live on, or two runs share a
    folder, they write the same records: time is wasted, and nothing is lost or doubled.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from benchlib import ale
    >>> def throw(cell, seeds):
    ...     for seed in seeds:
    ...         yield {"eyes": int(seed.generate_state(1)[0]) % int(cell[1]) + 1}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     options = {"checkpoints": Path(folder), "settings": {"dice": 1}, "seed": 1}
    ...     first = ale.run({("die", "6"): 2}, throw, **options)
    ...     more = ale.run({("die", "6"): 5}, throw, **options)
    >>> len(more["die", "6"]), more["die", "6"][:2] == first["die", "6"]
    (5, True)
    """
    folder = _folder(checkpoints)
    _validation.positive_integer(workers, "workers")
    _whole(seed, "seed")
    _check_cells(cells)
    if seeds_by is not None:
        _check_cells({seeds_by(cell): 1 for cell in cells})
    own = {"format": _FORMAT, "seed": int(seed)}
    if not isinstance(settings, Mapping) or not own.keys().isdisjoint(settings):
        raise ValueError(
            f"settings: expected a mapping without the names 'format' and 'seed', got {settings!r}"
        )
    _claim(folder, {**own, **settings})

    total = sum(cells.values())
    while True:
        found = {cell: tuple(_read(folder, cell)[:n]) for cell, n in cells.items()}
        done = sum(map(len, found.values()))
        if done == total:
            return found
        jobs = (
            delayed(_complete)(
                folder, cell, n, work, int(seed), cell if seeds_by is None else seeds_by(cell)
            )
            for cell, n in cells.items()
            if len(found[cell]) < n
        )
        with tqdm(total=total, initial=done, desc=label, unit="record") as bar:
            for n_new in Parallel(n_jobs=workers, return_as="generator_unordered")(jobs):
                bar.update(n_new)


def _check_cells(cells: Mapping[Cell, int]) -> None:
    if not isinstance(cells, Mapping):
        raise ValueError(f"cells: expected a mapping of cells to repeats, got {cells!r}")
    files: dict[str, Cell] = {}
    for cell, repeats in cells.items():
        _validation.positive_integer(repeats, "cells")
        if not isinstance(cell, tuple) or not cell or not all(map(_is_name, cell)):
            raise ValueError(
                f"cells: the names of {cell!r} need letters, digits and _ only, in a tuple"
            )
        if cell == (Path(_HEADER).stem,):
            raise ValueError(f"cells: {cell!r} is the name of the file of settings; use another")
        # Some file systems do not tell upper from lower case.
        other = files.setdefault("-".join(cell).casefold(), cell)
        if other != cell:
            raise ValueError(f"cells: {other!r} and {cell!r} differ only in case; rename one")


def _is_name(name: object) -> bool:
    return isinstance(name, str) and re.fullmatch(r"\w+", name, re.ASCII) is not None


def _complete(folder: Path, cell: Cell, repeats: int, work: Work, seed: int, seeded: Cell) -> int:
    """Add the missing records of a cell, each saved at once, and return how many they were."""
    # Kept as text, so that a record is turned into text once and not after every repeat.
    records = [_text(record, "work") for record in _read(folder, cell)]
    seeds = [seed_sequence(seed, seeded, repeat) for repeat in range(len(records), repeats)]
    n_old = len(records)
    head = json.dumps(cell)
    made = work(cell, seeds)
    if not isinstance(made, Iterable):
        raise ValueError(f"work: returned {made!r} for {cell}; yield one record for each seed")
    for record in made:
        if not isinstance(record, Mapping):
            raise ValueError(f"work: yielded {record!r} for {cell}; a record maps names to values")
        if len(records) == repeats:
            raise ValueError(f"work: yielded more than {len(seeds)} records for {cell}")
        records.append(_text(dict(record), "work"))
        # Another one at work on this cell may have come further: never shorten its file. It can
        # still happen between this line and the next, and then `run` makes the rest again.
        if len(_read(folder, cell)) < len(records):
            content = f'{{"cell": {head}, "records": [{", ".join(records)}]}}'
            _write(_path(folder, cell), content)
    if len(records) < repeats:
        raise ValueError(f"work: yielded {len(records) - n_old} of {len(seeds)} records for {cell}")
    return len(seeds)


def _folder(checkpoints: Path) -> Path:
    try:
        folder = Path(checkpoints)
    except TypeError:
        raise ValueError(
            f"checkpoints: expected the path of a folder, got {checkpoints!r}"
        ) from None
    # Also a file further up, below which no folder can be made.
    for place in (folder, *folder.parents):
        if place.exists() and not place.is_dir():
            raise ValueError(f"checkpoints: {place} is a file; name a folder")
    return folder


def _claim(folder: Path, settings: Record) -> None:
    """Make the folder one of a run with these settings, or refuse one of another run."""
    header = folder / _HEADER
    text = _text(settings, "settings")
    wanted = json.loads(text)
    if not header.is_file():
        if folder.is_dir() and any(folder.glob("*.json")):
            raise ValueError(f"checkpoints: {folder} holds files of something else; use another")
        folder.mkdir(parents=True, exist_ok=True)
        _write(header, text)
    found = _load(header)
    names = sorted({*found, *wanted})
    # As text, in which NaN is NaN, True is not 1, and a setting that is None is one.
    was, now = ({n: json.dumps(v, sort_keys=True) for n, v in x.items()} for x in (found, wanted))
    differing = [name for name in names if was.get(name) != now.get(name)]
    if differing:
        told = ", ".join(f"{n} {found.get(n)!r} and not {wanted.get(n)!r}" for n in differing)
        raise ValueError(
            f"checkpoints: {folder} belongs to a run with {told}; use another folder, or run it "
            "on with its own settings"
        )


def _path(folder: Path, cell: Cell) -> Path:
    return folder / f"{'-'.join(cell)}.json"


def _read(folder: Path, cell: Cell) -> list[Record]:
    path = _path(folder, cell)
    if not path.is_file():
        return []
    content = _load(path)
    records = content.get("records")
    if content.get("cell") != list(cell) or not isinstance(records, list):
        raise ValueError(f"checkpoints: {path} does not belong to {cell}; remove it")
    return records


def _load(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise ValueError(f"checkpoints: {path} is damaged; remove it, and the rest is made again")
    return content


def _text(content: Record, name: str) -> str:
    try:
        return json.dumps(content)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{name}: holds what JSON can't: {error}; convert it to plain numbers and texts"
        ) from None


def _write(path: Path, text: str) -> None:
    # Nobody else writes a draft of this name; processes of two machines may have one number.
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
