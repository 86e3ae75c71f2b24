"""Which entry may follow which: the same checks for a new entry and for one that is read."""

from dataclasses import replace
from numbers import Integral
from typing import Any

from benchlib.preregistration.ledger import Ledger, Result, Rule, SeedRange

__all__ = ["follow", "known", "replayed", "whole_number"]

PURPOSES = ("train", "validation", "final")


def replayed(lines: list[dict[str, Any]]) -> Ledger:
    """Return the state after these entries."""
    state = Ledger()
    for number, entry in enumerate(lines, start=1):
        try:
            follow(state, entry)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"path: line {number} breaks the plan: {error}") from error
        state = replace(state, head=entry["hash"])
    return state


def follow(state: Ledger, entry: dict[str, Any]) -> None:
    """Take one step, or say what it breaks."""
    _STEPS[entry["kind"]](state, entry)


def checked_text(value: Any, name: str) -> str:
    """Return text that says something."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name}: expected some text, got {value!r}")
    return value


def whole_number(value: Any, name: str) -> int:
    """Return a whole number of at least 0."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
        raise ValueError(f"{name}: expected a whole number of at least 0, got {value!r}")
    return int(value)


def free_name(value: Any, taken: dict[str, Any]) -> str:
    """Return a name that no other one can be mistaken for."""
    name = checked_text(value, "name")
    for other in taken:
        if "".join(other.split()).casefold() == "".join(name.split()).casefold():
            raise ValueError(f"name: {other!r} is in the ledger already; choose another name")
    return name


def known(name: Any, things: dict[str, Any], what: str) -> Any:
    """Return the thing of that name, or say which ones there are."""
    if not isinstance(name, str) or name not in things:
        have = ", ".join(map(repr, things)) or "none"
        raise ValueError(f"{what}: the ledger has no {name!r}; it has {have}")
    return things[name]


def _range(state: Ledger, entry: dict[str, Any]) -> None:
    name = free_name(entry["name"], state.ranges)
    if entry["purpose"] not in PURPOSES:
        raise ValueError(
            f"purpose: expected 'train', 'validation' or 'final', got {entry['purpose']!r}"
        )
    first, last = whole_number(entry["first"], "first"), whole_number(entry["last"], "last")
    if last < first:
        raise ValueError(f"last: {last} is below first = {first}; swap them")
    for other in state.ranges.values():
        if first <= other.last and other.first <= last:
            raise ValueError(
                f"first, last: {first} to {last} overlaps {other.name!r} ({other.purpose}), "
                f"{other.first} to {other.last}; choose seeds that no range holds"
            )
    state.ranges[name] = SeedRange(name, entry["purpose"], first, last)


def _rule(state: Ledger, entry: dict[str, Any]) -> None:
    name, text = free_name(entry["name"], state.rules), checked_text(entry["text"], "text")
    final: SeedRange = known(entry["final"], state.ranges, "final")
    if final.purpose != "final":
        raise ValueError(f"final: {final.name!r} is for {final.purpose}; name a final range")
    for other in state.rules.values():
        if other.final == final.name:
            raise ValueError(
                f"final: {final.name!r} belongs to the rule {other.name!r}; declare fresh seeds"
            )
    looks = tuple(entry["looks"])
    state.rules[name] = Rule(name, text, final.name, looks, (), entry["hash"])


def _spend(state: Ledger, entry: dict[str, Any]) -> None:
    rule: Rule = known(entry["rule"], state.rules, "rule")
    final = state.ranges[rule.final]
    if final.spent_by:
        raise ValueError(f"rule: {final.name!r} is spent; declare fresh seeds and write a rule")
    state.ranges[final.name] = replace(final, spent_by=rule.name)


def _look(state: Ledger, entry: dict[str, Any]) -> None:
    rule = _open_rule(state, entry["rule"])
    after = entry["after"]
    declared = ", ".join(map(str, rule.looks))
    if isinstance(after, bool) or not isinstance(after, Integral) or after not in rule.looks:
        raise ValueError(f"after: a look after {after!r} was not declared; {declared} were")
    if rule.looked and after <= rule.looked[-1]:
        raise ValueError(
            f"after: the look after {rule.looked[-1]} was taken; a later one must follow"
        )
    state.rules[rule.name] = replace(rule, looked=(*rule.looked, int(after)))


def _result(state: Ledger, entry: dict[str, Any]) -> None:
    rule = _open_rule(state, entry["rule"])
    if not rule.looked:
        raise ValueError(f"rule: {rule.name!r} was not looked at; record the look first")
    text = checked_text(entry["text"], "text")
    state.results[rule.name] = Result(
        rule.name, rule.text, rule.hash, rule.looked, text, entry["hash"]
    )


def _open_rule(state: Ledger, name: Any) -> Rule:
    """Return a rule whose seeds are given out and which has no result."""
    rule: Rule = known(name, state.rules, "rule")
    if not state.ranges[rule.final].spent_by:
        raise ValueError(f"rule: {rule.name!r} has not spent its seeds; spend them first")
    if rule.name in state.results:
        raise ValueError(f"rule: {rule.name!r} has its result; write a new rule for new seeds")
    return rule


_STEPS = {"range": _range, "rule": _rule, "spend": _spend, "look": _look, "result": _result}
