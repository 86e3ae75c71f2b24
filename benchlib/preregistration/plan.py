"""The steps of a plan; each is refused if it breaks what was written before."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchlib import _validation
from benchlib.preregistration import _file
from benchlib.preregistration._steps import follow, known, replayed, whole_number
from benchlib.preregistration.ledger import Ledger, Registered, Result, SeedRange

__all__ = ["conclude", "declare", "look", "read", "seeds", "spend", "write_rule"]

Place = str | os.PathLike[str]


def read(path: Place) -> Ledger:
    """Read a ledger and check it from its first line on.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    Ledger
        Its state after the last complete line.

    Raises
    ------
    ValueError
        If there is no such file, a line was changed, or an entry breaks the plan.
    """
    return replayed(_file.entries(Path(path)))


def declare(path: Place, name: str, *, purpose: str, first: int, last: int) -> Registered:
    """Give a range of seeds its purpose, for good.

    Parameters
    ----------
    path : str or path-like
        The file; the first declaration makes it.
    name : str
        Of the range.
    purpose : {"train", "validation", "final"}
        A final range can be used once, by a rule written before.
    first, last : int
        Both ends belong to the range.

    Returns
    -------
    Registered
        The entry and its hash.

    Raises
    ------
    ValueError
        If the range overlaps another, its name is taken, or an argument is impossible.

    Examples
    --------
    >>> import tempfile
    >>> from benchlib import preregistration
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ledger = f"{folder}/ledger.jsonl"
    ...     _ = preregistration.declare(ledger, "test", purpose="final", first=0, last=99)
    ...     rule = preregistration.write_rule(
    ...         ledger, "new bot", text="better if it wins 60 of 100", final="test", looks=[100]
    ...     )
    ...     games = preregistration.spend(ledger, "new bot")
    ...     preregistration.look(ledger, "new bot", after=100)
    ...     result = preregistration.conclude(ledger, "new bot", text="55 of 100: not better")
    >>> len(games), result.rule_hash == rule.hash
    (100, True)
    """
    ends = {"first": whole_number(first, "first"), "last": whole_number(last, "last")}
    body = {"kind": "range", "name": name, "purpose": purpose, **ends}
    return _registered(path, body)


def write_rule(
    path: Place, name: str, *, text: str, final: str, looks: int | Iterable[int]
) -> Registered:
    """Write down how the result will be judged, before there is one.

    Parameters
    ----------
    path : str or path-like
        The file.
    name : str
        Of the rule.
    text : str
        What is measured, and which result means what.
    final : str
        A final range that no other rule names.
    looks : int or iterable of int
        Games, or pairs, after which the result will be looked at; all of them.

    Returns
    -------
    Registered
        The entry and its hash: show it with the result.

    Raises
    ------
    ValueError
        If the range is not final, another rule names it, or an argument is impossible.
    """
    numbers = sorted(_validation.positive_integers(looks, "looks"))
    return _registered(
        path, {"kind": "rule", "name": name, "text": text, "final": final, "looks": numbers}
    )


def seeds(path: Place, name: str) -> range:
    """Return the seeds of a range for training or validation, as often as wanted.

    Parameters
    ----------
    path : str or path-like
        The file.
    name : str
        Of the range.

    Returns
    -------
    range
        The seeds.

    Raises
    ------
    ValueError
        If there is no such range, or it is final.
    """
    found: SeedRange = known(name, read(path).ranges, "name")
    if found.purpose == "final":
        raise ValueError(f"name: {name!r} is a final range; write a rule for it, then spend it")
    return range(found.first, found.last + 1)


def spend(path: Place, rule: str) -> range:
    """Return the seeds of a rule's final range, once.

    Parameters
    ----------
    path : str or path-like
        The file.
    rule : str
        A rule that has not used its range.

    Returns
    -------
    range
        The seeds. From here on they are spent, whatever becomes of the games.

    Raises
    ------
    ValueError
        If there is no such rule, or its range is spent.
    """
    _append(path, {"kind": "spend", "rule": rule})
    state = read(path)
    found = state.ranges[state.rules[rule].final]
    return range(found.first, found.last + 1)


def look(path: Place, rule: str, *, after: int) -> None:
    """Record that the result is looked at.

    Parameters
    ----------
    path : str or path-like
        The file.
    rule : str
        The rule, its range spent.
    after : int
        Games, or pairs, played so far: one of the rule's looks, later than the last one taken.

    Raises
    ------
    ValueError
        If this look was not declared, is out of order or was taken, or there is a result.
    """
    _append(path, {"kind": "look", "rule": rule, "after": whole_number(after, "after")})


def conclude(path: Place, rule: str, *, text: str) -> Result:
    """Write the result beside its rule.

    Parameters
    ----------
    path : str or path-like
        The file.
    rule : str
        The rule, looked at least once.
    text : str
        What came out, and what it means by the rule.

    Returns
    -------
    Result
        Prints with the rule and its hash.

    Raises
    ------
    ValueError
        If nothing was looked at, or the rule has a result.
    """
    _append(path, {"kind": "result", "rule": rule, "text": text})
    return read(path).results[rule]


def _registered(path: Place, body: dict[str, Any]) -> Registered:
    return Registered(body["name"], _append(path, body)["hash"])


def _append(path: Place, body: dict[str, Any]) -> dict[str, Any]:
    """Append an entry if it may follow what the file holds at that moment."""
    if body["kind"] != "range":
        _file.entries(Path(path))  # only a range starts a ledger; refuses where there is none

    def make(lines: list[dict[str, Any]]) -> dict[str, Any]:
        follow(replayed(lines), {**body, "hash": ""})
        return {**body, "written": datetime.now(UTC).isoformat(timespec="seconds")}

    return _file.append(Path(path), make)
