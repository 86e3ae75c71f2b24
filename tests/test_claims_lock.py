import json

import pytest

from benchlib import claims
from benchlib.claims import Move, Number, Scaled, Statement, ledger, lock
from benchlib.cli import main

DOCUMENTS = ("bbf", "bot")
ANSWERS = {
    "bbf-number": Number(0.123456789012345),
    "bbf-count": Number(54),
    "bbf-words": Statement(True, "5 of 54, at most 0.25"),
    "bbf-small": Scaled(True, 0.5, 0.4, 0.6, "ten games"),
}
KINDS = {"bbf-words": ("exact", "", ""), "bbf-small": ("qualitative", "", "")}


def frame(**changes):
    answers = ANSWERS | {name.replace("_", "-"): answer for name, answer in changes.items()}
    rows = []
    for name in [*answers, "bot-later"]:
        kind, printed, digits = KINDS.get(name, ("data", "0.12", "2"))
        if name == "bbf-count":
            printed, digits = "54", "0"
        rows.append(
            {
                "id": name,
                "document": name[:3],
                "section": "1",
                "claim": "So it is.",
                "printed": printed,
                "unit": "",
                "printed_digits": digits,
                "kind": kind,
                "needs": "",
                "checkable": "yes",
                "reason": "",
            }
        )
    functions = {name: lambda answer=answer: answer for name, answer in answers.items()}
    return ledger.judge_rows(rows, functions, chosen=DOCUMENTS, written=("bbf",))


@pytest.fixture
def accepted(tmp_path):
    path = tmp_path / "verdicts.csv"
    claims.write_lock(frame(), path)
    return path


def moves(new, path, documents=DOCUMENTS):
    return claims.moved(new, claims.read_lock(path), documents=documents)


def test_the_lock_file(accepted):
    assert accepted.read_bytes().decode().splitlines() == [
        "id,verdict,recomputed",
        "bbf-number,reproduced,0.123456789012",
        "bbf-count,reproduced,54",
        'bbf-words,holds,"5 of 54, at most 0.25"',
        "bbf-small,scaled,holds: 0.5 (0.4 to 0.6)",
        "bot-later,not yet,",
    ]
    assert b"\r" not in accepted.read_bytes()


def test_nothing_moved(accepted):
    assert moves(frame(), accepted) == []


def test_the_last_digits_of_a_float_may_move(accepted):
    assert moves(frame(bbf_number=Number(0.1234567890125)), accepted) == []
    words = Statement(True, "5 of 54, at most 0.25000000000001")
    assert moves(frame(bbf_words=words), accepted) == []


@pytest.mark.parametrize(
    ("changed", "move"),
    [
        (
            {"bbf_number": Number(0.1234567895)},
            Move("bbf-number", "reproduced 0.123456789012", "reproduced 0.1234567895"),
        ),
        (
            {"bbf_number": Number(0.129)},
            Move("bbf-number", "reproduced 0.123456789012", "truncated 0.129"),
        ),
        (
            {"bbf_words": Statement(False, "5 of 54, at most 0.25", why="so")},
            Move("bbf-words", "holds 5 of 54, at most 0.25", "fails 5 of 54, at most 0.25"),
        ),
        (
            {"bbf_words": Statement(True, "6 of 54, at most 0.25")},
            Move("bbf-words", "holds 5 of 54, at most 0.25", "holds 6 of 54, at most 0.25"),
        ),
        (
            {"bbf_words": Statement(True, "5 of 54")},
            Move("bbf-words", "holds 5 of 54, at most 0.25", "holds 5 of 54"),
        ),
        (
            {"bbf_small": Scaled(False, 0.5, 0.4, 0.6, "so")},
            Move("bbf-small", "scaled holds: 0.5 (0.4 to 0.6)", "scaled fails: 0.5 (0.4 to 0.6)"),
        ),
        (
            {"bbf_new": Number(0.12)},
            Move("bbf-new", "not in the lock file", "reproduced 0.12"),
        ),
    ],
)
def test_what_moved(accepted, changed, move):
    assert moves(frame(**changed), accepted) == [move]


def test_a_claim_that_left_the_table(accepted):
    shorter = frame().iloc[:-1]
    assert moves(shorter, accepted) == [Move("bot-later", "not yet", "no longer in the table")]
    # Documents that were not evaluated say nothing about the table.
    assert moves(shorter, accepted, ("bbf",)) == []


def test_without_a_lock_file_everything_moved(tmp_path):
    new = frame()
    assert len(moves(new, tmp_path / "none.csv")) == len(new)


def test_a_spoilt_lock_file(tmp_path):
    path = tmp_path / "verdicts.csv"
    path.write_text("id,verdict\n")
    with pytest.raises(claims.ClaimError, match=r"verdicts\.csv does not have the columns"):
        claims.read_lock(path)


@pytest.fixture
def ledger_of(monkeypatch, accepted):
    """Let the command see a small ledger instead of the real one."""

    def set_frame(new):
        monkeypatch.setattr(claims, "evaluate", lambda _documents=None: new)
        monkeypatch.setattr(claims, "read_lock", lambda: lock.read_lock(accepted))
        monkeypatch.setattr(claims, "write_lock", lambda frame: lock.write_lock(frame, accepted))

    return set_frame


def test_the_command_accepts_what_is_locked(ledger_of, capsys):
    ledger_of(frame(bbf_number=Number(0.1234567890125)))
    assert main(["claims"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    lines = printed.out.splitlines()
    assert lines[0].split() == ["id", "printed", "recomputed", "verdict", "why"]
    assert lines[1].startswith("bbf-small")
    assert lines[1].endswith("ten games")
    assert lines[2] == "bot: chapter in preparation"
    assert lines[-2] == "5 claims: 2 reproduced, 1 holds, 1 scaled, 1 not yet"
    assert lines[-1].startswith("4 of them were recomputed")


def test_the_command_names_what_moved_until_it_is_accepted(ledger_of, accepted, capsys):
    ledger_of(frame(bbf_number=Number(0.129)))
    assert main(["claims"]) == 1
    assert "bbf-number: reproduced 0.123456789012 -> truncated 0.129" in capsys.readouterr().err
    assert main(["claims", "--document", "bbf"]) == 1
    assert main(["claims", "--json"]) == 1
    assert main(["claims", "--update"]) == 0
    assert "bbf-number,truncated,0.129\n" in accepted.read_text()
    assert main(["claims"]) == 0


def test_the_command_names_a_row_that_is_missing(ledger_of, accepted, capsys):
    text = accepted.read_text()
    accepted.write_text(text.replace("bot-later,not yet,\n", ""))
    ledger_of(frame())
    assert main(["claims"]) == 1
    assert "bot-later: not in the lock file -> not yet" in capsys.readouterr().err


def test_json(ledger_of, capsys):
    ledger_of(frame())
    assert main(["claims", "--json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert [record["id"] for record in records] == [*ANSWERS, "bot-later"]
    assert records[0]["value"] == 0.123456789012345
    assert list(records[0]) == list(claims.COLUMNS)


def test_the_accepted_verdicts_are_the_present_ones():
    assert claims.moved(claims.evaluate(), claims.read_lock(), documents=claims.DOCUMENTS) == []
