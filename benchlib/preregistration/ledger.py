"""What a ledger holds."""

from dataclasses import dataclass, field

__all__ = ["Ledger", "Registered", "Result", "Rule", "SeedRange"]


@dataclass(frozen=True)
class Registered:
    """An entry as it stands in the file.

    Parameters
    ----------
    name : str
        Of the range or rule.
    hash : str
        SHA-256 of the entry, which covers everything before it; publish it to prove the order.
    """

    name: str
    hash: str


@dataclass(frozen=True)
class SeedRange:
    """Seeds with one purpose.

    Parameters
    ----------
    name : str
        Of the range.
    purpose : {"train", "validation", "final"}
        What the seeds may be used for.
    first, last : int
        Both ends belong to the range.
    spent_by : str
        The rule that used a final range; empty before.
    """

    name: str
    purpose: str
    first: int
    last: int
    spent_by: str = ""


@dataclass(frozen=True)
class Rule:
    """A decision rule, written before the result.

    Parameters
    ----------
    name : str
        Of the rule.
    text : str
        What is measured, and which result means what.
    final : str
        The final range that it will use.
    looks : tuple of int
        Games, or pairs, after which the result is looked at.
    looked : tuple of int
        The looks taken so far.
    hash : str
        SHA-256 of the entry.
    """

    name: str
    text: str
    final: str
    looks: tuple[int, ...]
    looked: tuple[int, ...]
    hash: str


@dataclass(frozen=True)
class Result:
    """A result beside the rule that it answers to.

    Parameters
    ----------
    rule, rule_text, rule_hash : str
        The rule, as written before the result, and the hash of its entry.
    looks : tuple of int
        The looks that were taken.
    text : str
        What came out.
    hash : str
        SHA-256 of the entry with the result.
    """

    rule: str
    rule_text: str
    rule_hash: str
    looks: tuple[int, ...]
    text: str
    hash: str

    def __str__(self) -> str:
        looks = ", ".join(map(str, self.looks))
        return (
            f"{self.rule}: {self.text}\n"
            f"rule: {self.rule_text}\n"
            f"rule hash: {self.rule_hash}, looked after {looks}"
        )


@dataclass(frozen=True)
class Ledger:
    """The state of a ledger.

    Parameters
    ----------
    ranges : dict of str to SeedRange
        By name, in the order of their declaration.
    rules : dict of str to Rule
        By name, in the order of their writing.
    results : dict of str to Result
        By the name of the rule.
    head : str
        Hash of the last entry. Lines cut off the end of the file change it, and nothing else
        shows them: publish it with a report.
    """

    ranges: dict[str, SeedRange] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    head: str = ""
