"""What an explorer puts on a page."""

import base64
import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from bs4 import BeautifulSoup

from benchlib.plots import explorers


def make(**changes):
    figure, ax = plt.subplots()
    ax.plot([1, 2], [3, 4], "o-")
    options = {
        "question": "How often?",
        "data": {"p": 0.1},
        "still": figure,
        "alt": "A line from three to four.",
        "description": "A line.",
    }
    return explorers.explorer("coin", **options | changes)


def parts(shown):
    soup = BeautifulSoup(shown._repr_html_(), "html.parser")
    assert [tag.name for tag in soup.contents] == ["bm-explorer"]
    return soup


def test_it_has_a_question_a_still_and_data():
    soup = parts(make(data={"scores": [[1, 2.5], [0.1]], "tie": [None]}))
    assert soup.find("bm-explorer")["kind"] == "coin"
    assert soup.select_one(".bm-question").text == "How often?"
    assert soup.select_one("figure img")["alt"] == "A line from three to four."
    assert soup.find("figcaption").text == "A line."
    assert json.loads(soup.find("script").string) == {"scores": [[1, 2.5], [0.1]], "tie": [None]}
    assert soup.find("script")["type"] == "application/json"
    assert not soup.find(id=True)


def test_no_text_becomes_markup():
    hostile = '</script><img src=x onerror="alert(1)"> & <!-- \u2028 "é"'
    shown = make(data={hostile: hostile}, question=hostile, alt=hostile, description=hostile)
    soup = parts(shown)
    assert len(soup.find_all("img")) == len(soup.find_all("script")) == 1
    assert json.loads(soup.find("script").string) == {hostile: hostile}
    assert soup.find("img")["alt"] == hostile
    assert soup.find("figcaption").text == soup.select_one(".bm-question").text == hostile
    assert "<" not in re.search(r'json">(.*?)</script>', shown.html)[1]


def test_numbers_keep_all_their_digits():
    numbers = [0.1 + 0.2, 1 / 3, 1e-300, 5e-324, 2.0**53]
    assert json.loads(parts(make(data={"x": numbers})).find("script").string)["x"] == numbers


def test_the_same_explorer_is_the_same_page():
    first, second = make(), make()
    assert first.html == second.html
    assert not plt.get_fignums(), "the still is left open"
    picture = parts(first).find("img")["src"].partition("base64,")[2]
    svg = base64.b64decode(picture).decode("utf-8")
    assert "<svg" in svg
    assert "<dc:date>" not in svg


def test_the_still_does_not_open_alone():
    # The page links the picture of a figure to its file; an embedded picture has none.
    assert not re.search(r"<figure[^>]*>\s*<img", make().html)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"data": {"p": float("nan")}}, "data: .*None"),
        ({"data": {"p": float("inf")}}, "data: .*None"),
        ({"question": " "}, "question: is empty"),
        ({"alt": ""}, "alt: is empty"),
        ({"description": ""}, "description: is empty"),
    ],
)
def test_what_a_page_cannot_show_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        make(**changes)
    plt.close("all")


@pytest.mark.parametrize("kind", ["", "Coin", "../coin", 'coin"', "a b"])
def test_a_kind_names_a_script(kind):
    with pytest.raises(ValueError, match="kind: expected"):
        explorers.explorer(
            kind, question="q", data={}, still=plt.figure(), alt="a", description="d"
        )
    plt.close("all")


PAIR = ("R BBF", "R old")
SCORES = {
    ("R BBF", "even"): [1.0, 3.0, 5.0],
    ("R old", "even"): [2.0, 3.0, 4.0],
    ("R BBF", "sure"): [0.1 + 0.2, 8.0, 9.0],
    ("R old", "sure"): [float(np.float32(0.1)), 0.5, 0.7],
    ("R BBF", "close"): [1.0, 2.0, 6.0],
    ("R old", "close"): [1.0, 3.0, 6.0],
}


@pytest.fixture
def runs():
    rows = [(*key, run, score) for key, pool in SCORES.items() for run, score in enumerate(pool)]
    return pd.DataFrame(rows, columns=["condition", "game", "run", "score"])


@pytest.fixture
def agreement():
    rows = [
        (*PAIR, game, n, value, 0.0, tie, gap)
        for game, gap, values, tie in (
            ("even", 0.0, (np.nan, np.nan), 0.2),
            ("sure", 5.0, (0.9, 1.0), 0.0),
            ("close", -0.5, (0.4, 0.5), np.nan),
        )
        for n, value in enumerate(values, start=1)
    ]
    names = "first second game n agreement error_bound tie_probability reference_gap"
    table = pd.DataFrame(rows, columns=names.split())
    return pd.concat([table, table.assign(second="R other", agreement=0.1)])


def test_retention_sends_what_the_tables_say(runs, agreement):
    shown = explorers.retention(runs, agreement, conditions=PAIR, game="sure", n=1)
    soup = parts(shown)
    data = json.loads(soup.find("script").string)
    assert data["conditions"] == ["BBF", "old"]
    assert data["initial"] == {"game": "sure", "n": 1}
    # The least sure first; the tied game is left out; what is not known is null.
    assert [entry["game"] for entry in data["games"]] == ["close", "sure"]
    close, sure = data["games"]
    assert close["agreement"] == [0.4, 0.5]
    assert close["tie"] == [None, None]
    assert (close["gap"], sure["gap"]) == (-0.5, 5.0)
    # 0.1 was stored with 32 bits and is written short; 0.1 + 0.2 needs all its digits.
    assert sure["scores"] == [[0.1 + 0.2, 8.0, 9.0], [0.1, 0.5, 0.7]]
    alt = soup.find("img")["alt"]
    assert "BBF above old" in alt
    assert "from 90% at one run to 100% at 2" in alt
    shuffled = explorers.retention(runs, agreement.iloc[::-1], conditions=PAIR, game="sure", n=1)
    assert shuffled.html == shown.html


def test_retention_refuses_tables_that_do_not_fit(runs, agreement):
    def make(runs=runs, agreement=agreement, conditions=PAIR, **state):
        explorers.retention(runs, agreement, conditions=conditions, **state)

    lacking = (runs["condition"] == "R old") & (runs["game"] == "sure")
    with pytest.raises(ValueError, match="game 'sure' has no runs of 'R old'"):
        make(runs=runs[~lacking], game="close", n=1)
    with pytest.raises(ValueError, match="game 'close' needs one row for each n"):
        make(agreement=agreement[agreement["n"] == 2], game="close", n=1)
    for game, n in (("even", 1), ("pong", 1), ("sure", 0), ("sure", 3)):
        with pytest.raises(ValueError, match=f"'{game}' and n = {n}"):
            make(game=game, n=n)
    with pytest.raises(ValueError, match="no row of 'R old' and 'R BBF'"):
        make(conditions=PAIR[::-1], game="sure", n=1)
