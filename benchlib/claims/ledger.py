"""Which function answers which claim, and the judgement on all of them."""

import importlib
import importlib.util
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict
from typing import TypeVar

import pandas as pd

from benchlib import datasets
from benchlib.claims.answers import Answer
from benchlib.claims.judge import ClaimError, Judgement, Row, judge
from benchlib.claims.verdicts import VERDICTS

Claim = Callable[[], Answer]
C = TypeVar("C", bound=Claim)

# In the order of the book. A document whose module is not written yet counts as "not yet".
DOCUMENTS = ("bbf", "bot", "cig", "ale")
COLUMNS = (
    "id",
    "document",
    "section",
    "claim",
    "kind",
    "printed",
    "unit",
    "recomputed",
    "verdict",
    "why",
    "answer",
    "value",
)
IN_PREPARATION = "chapter in preparation"

_registered: dict[str, Claim] = {}


def claim(identifier: str) -> Callable[[C], C]:
    """Register a function as the one that answers a claim.

    Parameters
    ----------
    identifier : str
        The claim's ``id`` in the table.

    Returns
    -------
    callable
        A decorator that hands the function back unchanged. One function can answer several
        claims, and `functools.partial` objects can be registered in a loop.

    Raises
    ------
    ClaimError
        If another function already answers this claim.
    """

    def register(function: C) -> C:
        other = _registered.get(identifier)
        if other is not None and _origin(other) != _origin(function):
            raise ClaimError(
                f"claim {identifier!r} is answered twice: by {_origin(other)} "
                f"and by {_origin(function)}"
            )
        _registered[identifier] = function
        return function

    return register


def evaluate(documents: str | Collection[str] | None = None) -> pd.DataFrame:
    """Recompute the claims and judge them.

    Parameters
    ----------
    documents : str or collection of str, optional
        Ids of the documents to evaluate; all of them by default.

    Returns
    -------
    pandas.DataFrame
        One row per claim, in the order of the table, with columns `COLUMNS`: ``recomputed`` is the
        value as text for reading, ``value`` the full one, ``answer`` the type of the answer
        (empty where no function answered).

    Raises
    ------
    ClaimError
        If a claim's function fails, its answer does not fit, or a mismatch is left unexplained.
    """
    if documents is None:
        chosen: tuple[str, ...] = DOCUMENTS
    else:
        chosen = (documents,) if isinstance(documents, str) else tuple(documents)
    unknown = [name for name in chosen if name not in DOCUMENTS]
    if unknown:
        raise ClaimError(f"unknown document {unknown[0]!r}; choose from {', '.join(DOCUMENTS)}")
    written = {name for name in chosen if _import(name)}
    table = datasets.load("claims")
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.itertuples(index=False)]
    return judge_rows(rows, _registered, chosen=chosen, written=written)


def judge_rows(
    rows: list[Row],
    functions: Mapping[str, Claim],
    *,
    chosen: Collection[str],
    written: Collection[str],
) -> pd.DataFrame:
    """Judge rows of the table with the functions given.

    Parameters
    ----------
    rows : list of dict
        All rows of the table of claims.
    functions : mapping of str to callable
        The function that answers each claim.
    chosen : collection of str
        Documents to judge.
    written : collection of str
        Those of them whose chapter exists.

    Returns
    -------
    pandas.DataFrame
        As from `evaluate`.
    """
    strangers = functions.keys() - {row["id"] for row in rows}
    if strangers:
        first = min(strangers)
        raise ClaimError(
            f"claim {first!r} is answered by {_origin(functions[first])} but is not in the table"
        )
    records = []
    for row in rows:
        if row["document"] in chosen:
            function = functions.get(row["id"])
            judgement = _judge_row(row, function, written=row["document"] in written)
            records.append({**row, **asdict(judgement)})
    return pd.DataFrame(records, columns=list(COLUMNS)).astype({"value": object})


def headline(frame: pd.DataFrame) -> dict[str, int]:
    """Count how the claims came out.

    Parameters
    ----------
    frame : pandas.DataFrame
        From `evaluate`.

    Returns
    -------
    dict of str to int
        ``"total"``, ``"recomputed"``, and one count for each verdict.

    Notes
    -----
    Recomputed are numbers, texts and statements that were worked out here, at full or reduced
    scale. Settings and looked-up quotations are not, and neither is the behaviour of our own code
    where a claim only says how a study is designed.
    """
    worked_out = frame["answer"].isin(["number", "text", "statement", "scaled"])
    counts = {
        "total": len(frame),
        "recomputed": int((worked_out & (frame["kind"] != "protocol")).sum()),
    }
    return counts | {verdict: int((frame["verdict"] == verdict).sum()) for verdict in VERDICTS}


def _judge_row(row: Row, function: Claim | None, *, written: bool) -> Judgement:
    if not written:
        return Judgement("not yet", why=IN_PREPARATION)
    if function is None:
        if row["checkable"] == "no":
            return Judgement("not checkable", why=row["reason"])
        return Judgement("not yet")
    try:
        answer = function()
    except Exception as error:
        raise ClaimError(
            f"claim {row['id']!r} failed with {type(error).__name__}: {error}"
        ) from error
    return judge(row, answer)


def _import(document: str) -> bool:
    """Import a document's claims; say whether there are any."""
    name = f"benchlib.claims.{document}"
    if importlib.util.find_spec(name) is None:
        return False
    importlib.import_module(name)
    return True


def _origin(function: Claim) -> str:
    """Say where a function was written, so that two of them can be told apart."""
    code = getattr(function, "__code__", None)
    if code is None:
        return repr(function)
    return f"{function.__module__}, line {code.co_firstlineno}"
