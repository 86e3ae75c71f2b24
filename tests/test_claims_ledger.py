import sys
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from benchlib import claims, datasets
from benchlib.claims import (
    NotCheckable,
    Number,
    Quoted,
    Scaled,
    Setting,
    Statement,
    Text,
    ledger,
)

BUDGETS = (2, 5, 10)
POWER = 0.8
HELD = "holds: 0.5 (0.4 to 0.6)"
FAILED = "fails: 6 (4 to 7)"
LEARNER = {"alpha": 0.1, "name": SimpleNamespace(decay=0.5)}


@pytest.fixture
def here(monkeypatch):
    """Make this module importable by a name that a setting can point to."""
    monkeypatch.setitem(sys.modules, "claims_here", sys.modules[__name__])
    return "claims_here"


def row(kind="data", printed="54", *, checkable="yes", reason="", **changes):
    digits = printed.partition(".")[2] if printed.replace(".", "").isdigit() else None
    return {
        "id": "bbf-x",
        "document": "bbf",
        "section": "1",
        "claim": "There are 54.",
        "printed": printed,
        "unit": "games",
        "printed_digits": "" if digits is None else str(len(digits)),
        "kind": kind,
        "needs": "",
        "checkable": checkable,
        "reason": reason,
    } | changes


def test_the_table():
    table = datasets.load("claims")
    assert table["id"].is_unique
    assert table["document"].value_counts().to_dict() == {
        "bbf": 62,
        "bot": 116,
        "cig": 135,
        "ale": 111,
    }
    assert set(table["document"]) == set(claims.DOCUMENTS)
    assert (table["id"].str.split("-").str[0] == table["document"]).all()
    # A claim that can't be checked says why; one that can has nothing to excuse.
    assert ((table["reason"] != "") == (table["checkable"] != "yes")).all()


def test_printed_digits_of_the_table_are_those_of_the_printed_text():
    from benchlib.claims.verdicts import printed_digits

    table = datasets.load("claims")
    numbers = table[table["printed"].str.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?")]
    assert len(numbers) > 250
    assert numbers["printed"].map(printed_digits).astype(str).eq(numbers["printed_digits"]).all()


@pytest.mark.parametrize(
    ("given", "answer", "verdict", "recomputed"),
    [
        (row(), Number(54), "reproduced", "54"),
        (row(printed="0.96"), Number(0.9633), "reproduced", "0.9633"),
        (row(printed="0.96"), Number(0.9687), "truncated", "0.9687"),
        (row(printed="0.96"), Number(np.float64(0.98), why="a tie"), "differs", "0.9800"),
        (row("exact", "1e-6", printed_digits="6"), Number(1.25e-6), "reproduced", "1.25e-06"),
        (row(printed="tied"), Text("tied"), "reproduced", "tied"),
        (row(printed="tied"), Text("other", why="spelling"), "differs", "other"),
        (row("exact", ""), Statement(np.bool_(True), 1 / 3), "holds", "0.3333333333"),
        (row("qualitative", ""), Statement(False, "5 of 54", why="ties"), "fails", "5 of 54"),
        (row("protocol", ""), Statement(True, 0), "holds", "0"),
        (row("quoted", "44.0"), Quoted(44.0, "a table"), "reproduced", "44.000"),
        (row("quoted", "44.0"), Quoted(4, "a table", "typo"), "differs", "4"),
        (row("quoted", "BASS"), Quoted("BASS", "a table"), "reproduced", "BASS"),
        (row("quoted", "49"), Number(49), "reproduced", "49"),
        (row("qualitative", ""), Scaled(True, 0.5, 0.4, 0.6, "s"), "scaled", HELD),
        (row("quoted", "8", checkable="scaled"), Scaled(False, 6, 4, 7, "s"), "scaled", FAILED),
        (row(), NotCheckable("lost"), "not checkable", ""),
    ],
)  # fmt: skip
def test_judge(given, answer, verdict, recomputed):
    judgement = claims.judge(given, answer)
    assert (judgement.verdict, judgement.recomputed) == (verdict, recomputed)
    assert type(judgement.value) in (int, float, str)


def test_judge_settings(here):
    def setting(printed, where, **options):
        judgement = claims.judge(row("protocol", printed), Setting(f"{here}:{where}", **options))
        return judgement.verdict, judgement.recomputed, judgement.why

    assert setting("10/5/2", "BUDGETS") == ("setting", "2/5/10", f"{here}:BUDGETS")
    assert setting("5", "BUDGETS[1]")[:2] == ("setting", "5")
    assert setting("10", "BUDGETS[-1]")[:2] == ("setting", "10")
    assert setting("80", "POWER", scale=100)[:2] == ("setting", "80")
    assert setting("0.1", "LEARNER[alpha]")[:2] == ("setting", "0.1")
    assert setting("5", "BUDGETS[0]", why="we use two") == (
        "differs",
        "2",
        f"{here}:BUDGETS[0]; we use two",
    )


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("claims_here.BUDGETS", "not of the form"),
        ("claims_here:", "not of the form"),
        ("claims_here:MISSING", "no attribute 'MISSING'"),
        ("claims_here:BUDGETS[7]", "out of range"),
        ("claims_here:LEARNER[beta]", "beta"),
        ("no_such_module:A", "no_such_module"),
        ("claims_here:LEARNER", "not a finite number"),
        ("claims_here:BUDGETS[0]", "differs.*say why"),
    ],
)
def test_a_setting_that_cannot_be_found(here, where, message):
    with pytest.raises(claims.ClaimError, match=f"'bbf-x'.*{message}"):
        claims.judge(row("protocol", "54"), Setting(where))


@pytest.mark.parametrize(
    ("given", "answer", "message"),
    [
        (row(), Number(55), "'differs'.*say why"),
        (row(), Number(55, why="  "), "say why"),
        (row(printed="tied"), Text("other"), "say why"),
        (row("exact", ""), Statement(False, 3), "'fails'.*say why"),
        (row("quoted", "44.0"), Quoted(4, "a table"), "say why"),
        (row("qualitative", ""), Scaled(False, 0.5, 0.4, 0.6, ""), "say why"),
        (row("qualitative", ""), Scaled(True, 0.5, 0.6, 0.7, "x"), "outside its interval"),
        (row(), Number(float("nan")), "not a finite number"),
        (row(), Number(True), "not a finite number"),
        (row(printed="10 of 15"), Number(10), "not a plain decimal number"),
        (row(printed=""), Number(10), "no number was printed"),
        (row(printed=""), Text("x"), "nothing was printed"),
        (row(printed_digits="1"), Number(54), "printed_digits='1'"),
        (row("exact", ""), Statement(1, 3), "truth value, not 1"),
        (row("exact", ""), Statement(True, float("nan")), "not a finite number"),
        (row(), NotCheckable(""), "needs a reason"),
        (row(), Setting("a:B"), "kind 'data'.*not Setting"),
        (row(), Scaled(True, 0.5, 0.4, 0.6, "x"), "not Scaled"),
        (row("protocol"), Number(54), "Setting or Statement, not Number"),
        (row("quoted"), Statement(True, 1), "not Statement"),
        (row("qualitative"), Number(54), "not Number"),
        (row(), 54, "not int"),
        (row(), None, "not NoneType"),
    ],
)
def test_judge_refuses(given, answer, message):
    with pytest.raises(claims.ClaimError, match=f"'bbf-x'.*{message}"):
        claims.judge(given, answer)


def judged(rows, functions, *, written=("bbf",), chosen=("bbf", "bot")):
    return ledger.judge_rows(rows, functions, chosen=chosen, written=written)


def test_rows_without_a_function():
    rows = [
        row(id="bbf-a"),
        row(id="bbf-b", checkable="no", reason="lost"),
        row(id="bot-c", document="bot", checkable="no", reason="lost"),
        row(id="cig-d", document="cig"),
    ]
    frame = judged(rows, {})
    assert tuple(frame.columns) == claims.COLUMNS
    assert frame["id"].tolist() == ["bbf-a", "bbf-b", "bot-c"]
    assert frame["verdict"].tolist() == ["not yet", "not checkable", "not yet"]
    assert frame["why"].tolist() == ["", "lost", "chapter in preparation"]
    assert set(frame["value"]) == {""}


def test_the_headline_counts_only_what_was_recomputed(here):
    rows = {
        "bbf-number": (row(), lambda: Number(54)),
        "bbf-cut": (row(printed="0.96"), lambda: Number(0.969)),
        "bbf-holds": (row("exact", ""), lambda: Statement(True, 1)),
        "bbf-small": (row("qualitative", ""), lambda: Scaled(True, 2, 1, 3, "small")),
        "bbf-setting": (row("protocol", "2"), lambda: Setting("claims_here:BUDGETS[0]")),
        "bbf-behaviour": (row("protocol", ""), lambda: Statement(True, 1)),
        "bbf-quoted": (row("quoted"), lambda: Quoted(54, "a table")),
        "bbf-lost": (row(checkable="no", reason="lost"), None),
    }
    table = [given | {"id": name} for name, (given, _) in rows.items()]
    functions = {name: function for name, (_, function) in rows.items() if function}
    counts = claims.headline(judged(table, functions))
    assert list(counts) == ["total", "recomputed", *claims.VERDICTS]
    assert (counts["total"], counts["recomputed"]) == (8, 4)
    assert counts["reproduced"] == 2
    assert counts["holds"] == 2
    assert sum(counts[verdict] for verdict in claims.VERDICTS) == 8
    assert all(type(count) is int for count in counts.values())


def test_a_function_that_fails_is_named():
    def broken():
        return Number(1 / 0)

    with pytest.raises(claims.ClaimError, match="'bbf-x' failed with ZeroDivisionError"):
        judged([row()], {"bbf-x": broken})


def test_a_function_without_a_row_is_named():
    with pytest.raises(claims.ClaimError, match=r"'bbf-y' is answered by .* not in the table"):
        judged([row()], {"bbf-y": lambda: Number(1)})


def test_two_functions_for_one_claim(monkeypatch):
    monkeypatch.setattr(ledger, "_registered", {})

    @claims.claim("bbf-x")
    def first():
        return Number(1)

    # The same function again is a module that was reloaded.
    assert claims.claim("bbf-x")(first) is first
    with pytest.raises(claims.ClaimError, match="'bbf-x' is answered twice"):

        @claims.claim("bbf-x")
        def second():
            return Number(2)


def test_evaluate_takes_documents_in_any_form(monkeypatch):
    monkeypatch.setattr(ledger, "_registered", {})
    monkeypatch.setattr(ledger, "_import", lambda _: False)
    one = claims.evaluate("cig")
    assert set(one["verdict"]) == {"not yet"}
    pd.testing.assert_frame_equal(one, claims.evaluate(["cig"]))
    assert len(claims.evaluate()) == len(datasets.load("claims"))
    with pytest.raises(claims.ClaimError, match="unknown document 'xyz'; choose from bbf"):
        claims.evaluate("xyz")


def test_evaluate_judges_the_table():
    frame = claims.evaluate()
    table = datasets.load("claims")
    assert tuple(frame.columns) == claims.COLUMNS
    for column in ("id", "document", "section", "claim", "kind", "printed", "unit"):
        assert frame[column].tolist() == table[column].tolist()
    assert set(frame["verdict"]) <= set(claims.VERDICTS)
    explained = frame["verdict"].isin(["differs", "fails", "scaled", "not checkable"])
    assert (frame.loc[explained, "why"] != "").all()
