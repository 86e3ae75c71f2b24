import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchlib import preregistration as plan
from benchlib.preregistration import _file


@pytest.fixture
def ledger(tmp_path):
    path = tmp_path / "ledger.jsonl"
    plan.declare(path, "tune", purpose="train", first=0, last=99)
    plan.declare(path, "gate", purpose="validation", first=100, last=199)
    plan.declare(path, "test", purpose="final", first=200, last=299)
    return path


def written(path, **options):
    given = {"text": "better from 60 of 100 on", "final": "test", "looks": [100, 50], **options}
    return plan.write_rule(path, "rule", **given)


def refused(*words):
    return pytest.raises(ValueError, match=".*".join(map(re.escape, words)))


def test_a_whole_plan(ledger):
    assert plan.seeds(ledger, "tune") == range(100)
    rule = written(ledger)
    assert plan.spend(ledger, "rule") == range(200, 300)
    plan.look(ledger, "rule", after=50)
    plan.look(ledger, "rule", after=100)
    result = plan.conclude(ledger, "rule", text="55 of 100: not better")
    assert result.rule_hash == rule.hash
    assert rule.hash in str(result)
    assert "better from 60 of 100 on" in str(result)
    assert result.looks == (50, 100)
    state = plan.read(ledger)
    assert state.results == {"rule": result}
    assert state.head == result.hash
    assert state.ranges["test"].spent_by == "rule"
    assert state.rules["rule"].looked == state.rules["rule"].looks == (50, 100)


def test_the_file_can_be_read_by_people(ledger):
    written(ledger, text="größer als 60: besser")
    last = ledger.read_text(encoding="utf-8").splitlines()[-1]
    assert last.startswith('{"kind": "rule", "name": "rule", "text": "größer als 60: besser"')
    assert len(ledger.read_text(encoding="utf-8").splitlines()) == 4


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8)), min_size=1, max_size=6))
def test_ranges_never_share_a_seed(tmp_path_factory, ranges):
    path = tmp_path_factory.mktemp("ledger") / "ledger.jsonl"
    held: set[int] = set()
    for number, (first, length) in enumerate(ranges):
        own = set(range(first, first + length + 1))
        options = {"purpose": "train", "first": first, "last": first + length}
        if own & held:
            with refused("first, last: ", "overlaps"):
                plan.declare(path, str(number), **options)
        else:
            plan.declare(path, str(number), **options)
            held |= own
    assert sum(r.last - r.first + 1 for r in plan.read(path).ranges.values()) == len(held)


def test_overlap_names_the_other_range(ledger):
    with refused("first, last: 299 to 400 overlaps 'test' (final), 200 to 299", "choose seeds"):
        plan.declare(ledger, "more", purpose="train", first=299, last=400)


def test_a_final_range_is_spent_once(ledger):
    with refused("name: 'test' is a final range; write a rule"):
        plan.seeds(ledger, "test")
    with refused("rule: the ledger has no 'rule'; it has none"):
        plan.spend(ledger, "rule")
    written(ledger)
    plan.spend(ledger, "rule")
    with refused("rule: 'test' is spent; declare fresh seeds"):
        plan.spend(ledger, "rule")
    with refused("final: 'test' belongs to the rule 'rule'"):
        plan.write_rule(ledger, "second", text="another go", final="test", looks=10)
    with refused("name: 'rule' is in the ledger already"):
        plan.write_rule(ledger, "Rule ", text="another go", final="test", looks=10)


def test_looks_that_were_not_declared(ledger):
    written(ledger)
    with refused("rule: 'rule' has not spent its seeds"):
        plan.look(ledger, "rule", after=50)
    plan.spend(ledger, "rule")
    with refused("rule: 'rule' was not looked at"):
        plan.conclude(ledger, "rule", text="fine")
    with refused("after: a look after 60 was not declared; 50, 100 were"):
        plan.look(ledger, "rule", after=60)
    for after in (True, None, "50", 50.0):
        with refused("after: expected a whole number of at least 0, got"):
            plan.look(ledger, "rule", after=after)
    plan.look(ledger, "rule", after=100)
    for after in (50, 100):
        with refused("after: the look after 100 was taken"):
            plan.look(ledger, "rule", after=after)
    plan.conclude(ledger, "rule", text="61: better")
    with refused("rule: 'rule' has its result"):
        plan.conclude(ledger, "rule", text="no, 62")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"purpose": "test"}, "purpose: expected 'train', 'validation' or 'final', got 'test'"),
        ({"first": -1}, "first: expected a whole number of at least 0, got -1"),
        ({"last": 5.5}, "last: expected a whole number of at least 0, got 5.5"),
        ({"last": True}, "last: expected a whole number"),
        ({"first": 900}, "last: 600 is below first = 900"),
        ({"name": " "}, "name: expected some text, got ' '"),
        ({"name": "TUNE"}, "name: 'tune' is in the ledger already"),
    ],
)
def test_impossible_ranges(ledger, change, words):
    before = ledger.read_bytes()
    options = {"name": "x", "purpose": "train", "first": 500, "last": 600, **change}
    with refused(words):
        plan.declare(ledger, options.pop("name"), **options)
    assert ledger.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"text": ""}, "text: expected some text"),
        ({"final": "gate"}, "final: 'gate' is for validation; name a final range"),
        ({"final": "tset"}, "final: the ledger has no 'tset'; it has 'tune', 'gate', 'test'"),
        ({"looks": []}, "looks: is empty"),
        ({"looks": [0]}, "looks: expected whole numbers"),
        ({"looks": [5, 5]}, "looks: give different whole numbers"),
    ],
)
def test_impossible_rules(ledger, change, words):
    with refused(words):
        written(ledger, **change)


def test_no_ledger(tmp_path):
    with refused("path: there is no ledger"):
        plan.read(tmp_path / "none.jsonl")
    with refused("path: there is no ledger"):
        plan.spend(tmp_path / "none.jsonl", "rule")
    assert not (tmp_path / "none.jsonl").exists()
    with refused("path: there is no folder"):
        plan.declare(tmp_path / "no" / "x.jsonl", "x", purpose="train", first=0, last=1)


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_changed_line_is_found(ledger, line):
    lines = ledger.read_text(encoding="utf-8").splitlines()
    lines[line] = lines[line].replace('"first": ', '"first": 1')
    ledger.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with refused(f"path: line {line + 1} of ledger.jsonl was changed"):
        plan.read(ledger)
    with refused("was changed"):
        written(ledger)


def test_a_removed_or_moved_line_is_found(ledger):
    lines = ledger.read_text(encoding="utf-8").splitlines()
    for order in ([1, 2], [0, 2], [1, 0, 2]):
        ledger.write_text("".join(lines[i] + "\n" for i in order), encoding="utf-8")
        with refused("was changed, moved or follows a removed line"):
            plan.read(ledger)


def test_hashes_do_not_hide_a_broken_plan(ledger):
    # Someone who appends by hand, hashes and all, cannot give out seeds twice.
    def bare(lines):
        return {"kind": "range", "name": "again", "purpose": "final", "first": 250, "last": 260}

    _file.append(ledger, bare)
    with refused("path: line 4 breaks the plan: first, last: 250 to 260 overlaps 'test'"):
        plan.read(ledger)


def test_an_entry_of_no_known_kind_is_refused(ledger):
    _file.append(ledger, lambda lines: {"kind": "undo"})
    with refused("path: line 4 breaks the plan: 'undo'"):
        plan.read(ledger)


def test_numbers_of_numpy_are_numbers(tmp_path):
    path = tmp_path / "ledger.jsonl"
    plan.declare(path, "test", purpose="final", first=np.int64(3), last=np.int64(4))
    plan.write_rule(path, "rule", text="two wins", final="test", looks=np.array([1, 2]))
    assert plan.spend(path, "rule") == range(3, 5)
    plan.look(path, "rule", after=np.int64(2))
    assert plan.read(path).rules["rule"].looked == (2,)


@pytest.mark.parametrize("kept", [0, 1, 40, -1])
def test_a_line_cut_off_by_a_kill_never_happened(ledger, kept):
    before = ledger.read_bytes()
    written(ledger)
    line = ledger.read_bytes()[len(before) :]
    ledger.write_bytes(before + line[:kept])
    assert plan.read(ledger).rules == {}
    rule = written(ledger)
    assert ledger.read_bytes()[: len(before)] == before
    assert plan.read(ledger).rules["rule"].hash == rule.hash
    assert len(ledger.read_bytes().splitlines()) == 4


def test_a_full_disk_leaves_no_half_line(ledger, monkeypatch):
    before = ledger.read_bytes()
    write = os.write

    def half(file, data):
        if len(data) < 60:
            raise OSError("no space left")
        return write(file, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(OSError, match="no space left"):
        written(ledger)
    monkeypatch.undo()
    assert ledger.read_bytes() == before


WRITER = """
import sys
from benchlib import preregistration as plan
path, offset = sys.argv[1], int(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
for i in range(40):
    first = 1000 + 2 * i + offset
    plan.declare(path, f"r{first}", purpose="train", first=first, last=first)
    print(first, flush=True)
"""

SPENDER = """
import sys
from benchlib import preregistration as plan
print("ready", flush=True)
sys.stdin.readline()
try:
    print(len(plan.spend(sys.argv[1], "rule")))
except ValueError as error:
    print("refused", error)
"""


def started(code, *arguments):
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout.readline() == "ready\n"
    return process


def test_two_writers_lose_nothing(ledger):
    processes = [started(WRITER, ledger, offset) for offset in (0, 1)]
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    ranges = plan.read(ledger).ranges
    assert {f"r{1000 + i}" for i in range(80)} <= ranges.keys()


def test_of_two_who_spend_at_once_one_is_refused(ledger):
    written(ledger)
    processes = [started(SPENDER, ledger) for _ in range(2)]
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    answers = sorted(process.communicate()[0] for process in processes)
    assert answers[0] == "100\n"
    assert answers[1].startswith("refused rule: 'test' is spent")


def test_what_was_acknowledged_survives_a_kill(ledger):
    process = started(WRITER, ledger, 0)
    process.stdin.write("\n")
    process.stdin.flush()
    seen = [process.stdout.readline() for _ in range(5)]
    os.kill(process.pid, signal.SIGKILL)
    seen += process.communicate()[0].splitlines()
    acknowledged = {f"r{int(line)}" for line in seen}
    assert acknowledged <= plan.read(ledger).ranges.keys()
    started_at = time.monotonic()
    written(ledger)  # the dead writer's lock is gone
    assert time.monotonic() - started_at < 60
    assert all(json.loads(line) for line in ledger.read_bytes().splitlines())
