"""Decide first, look afterwards: a ledger of seeds, rules, looks and results.

The ledger is a text file with one JSON object a line. Lines are only ever appended, under a lock,
and each carries the hash of the one before it, so that an edited line is found. Whatever breaks
the plan is refused: seed ranges that overlap, a final range without a rule or used twice, a look
that was not declared, a rule written after the seeds were given out.
"""

from benchlib.preregistration.ledger import Ledger, Registered, Result, Rule, SeedRange
from benchlib.preregistration.plan import (
    conclude,
    declare,
    look,
    read,
    seeds,
    spend,
    write_rule,
)

__all__ = [
    "Ledger",
    "Registered",
    "Result",
    "Rule",
    "SeedRange",
    "conclude",
    "declare",
    "look",
    "read",
    "seeds",
    "spend",
    "write_rule",
]
