"""A text file of hashed lines that survives two writers and a kill in mid-write."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # pragma: no cover - not a POSIX system
    fcntl = None  # type: ignore[assignment]

__all__ = ["START", "append", "entries"]

Entry = dict[str, Any]

# What the first line names as the hash before it.
START = "0" * 64


def entries(path: Path) -> list[Entry]:
    """Return the complete lines of a ledger, each checked against its hash."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise ValueError(
            f"path: there is no ledger {str(path)!r}; declare a range to start one"
        ) from None
    return _parsed(content, path)


def append(path: Path, make: Callable[[list[Entry]], Entry]) -> Entry:
    """Append what `make` returns for the lines so far; what it raises leaves the file as it is.

    The line is on the disk when this returns. A line whose writer was killed before that has no
    end of line; it was never acknowledged, and the next writer removes it.
    """
    with _locked(path) as file:
        content = _content(file)
        lines = _parsed(content, path)
        body = make(lines)
        previous = lines[-1]["hash"] if lines else START
        entry = {**body, "previous": previous}
        entry["hash"] = _digest(entry)
        kept = content.rfind(b"\n") + 1
        if kept < len(content):
            os.ftruncate(file, kept)
        data = (json.dumps(entry, ensure_ascii=False) + "\n").encode()
        try:
            while data:
                data = data[os.write(file, data) :]
            os.fsync(file)
        except BaseException:  # a full disk, an interrupt: no half of a line stays behind
            os.ftruncate(file, kept)
            raise
    return entry


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Open the file for one writer; the system releases the lock if the writer dies."""
    if fcntl is None:  # pragma: no cover - not a POSIX system
        raise RuntimeError("ledgers can be written on POSIX systems only: they need file locks")
    if not path.parent.is_dir():
        raise ValueError(f"path: there is no folder {str(path.parent)!r}; make it first")
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        _sync_folder(path.parent)
        yield file
    finally:
        os.close(file)


def _sync_folder(folder: Path) -> None:
    """Make sure that a new file's name is on the disk as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _content(file: int) -> bytes:
    parts = []
    os.lseek(file, 0, os.SEEK_SET)
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _parsed(content: bytes, path: Path) -> list[Entry]:
    found: list[Entry] = []
    previous = START
    # What follows the last end of line is a line whose writer was killed.
    for number, line in enumerate(content.split(b"\n")[:-1], start=1):
        try:
            entry = json.loads(line)
            intact = isinstance(entry, dict) and entry["hash"] == _digest(entry)
            intact = intact and entry["previous"] == previous
        except (ValueError, KeyError):
            intact = False
        if not intact:
            raise ValueError(
                f"path: line {number} of {path.name} was changed, moved or follows a removed line; "
                "restore the file, the ledger is void as it is"
            )
        previous = entry["hash"]
        found.append(entry)
    return found


def _digest(entry: Entry) -> str:
    body = {key: value for key, value in entry.items() if key != "hash"}
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
