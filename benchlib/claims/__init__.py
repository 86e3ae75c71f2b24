"""The ledger of claims: what four documents say, recomputed and judged.

A claim is a row of the table `benchlib.datasets.load` gives as ``"claims"``. Each document has a
module here, with one small function a claim that returns what was recomputed. The verdict is
computed from that and the printed text, never typed.
"""

from benchlib.claims.answers import (
    Answer,
    NotCheckable,
    Number,
    Quoted,
    Scaled,
    Setting,
    Statement,
    Text,
)
from benchlib.claims.judge import ClaimError, Judgement, judge
from benchlib.claims.ledger import COLUMNS, DOCUMENTS, claim, evaluate, headline
from benchlib.claims.lock import Move, moved, read_lock, write_lock
from benchlib.claims.verdicts import (
    VERDICTS,
    number_verdict,
    setting_verdict,
    text_verdict,
)

__all__ = [
    "COLUMNS",
    "DOCUMENTS",
    "VERDICTS",
    "Answer",
    "ClaimError",
    "Judgement",
    "Move",
    "NotCheckable",
    "Number",
    "Quoted",
    "Scaled",
    "Setting",
    "Statement",
    "Text",
    "claim",
    "evaluate",
    "headline",
    "judge",
    "moved",
    "number_verdict",
    "read_lock",
    "setting_verdict",
    "text_verdict",
    "write_lock",
]
