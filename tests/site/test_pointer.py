"""Explorers whose picture can be pointed at: by mouse, by thumb, by arrow keys."""

import json

import pytest
from bs4 import BeautifulSoup

from benchlib.plots import explorers

PHONE = 375
PAGE = "book/pointed-at.html"
UTF8 = "text/html; charset=utf-8"
GAME, AGENT = "Game, from left to right", "Agent, from top to bottom"


@pytest.fixture(scope="module")
def shown():
    return explorers.problem_heatmap().html


@pytest.fixture(scope="module")
def data(shown):
    return json.loads(BeautifulSoup(shown, "html.parser").find("script").string)


@pytest.fixture
def open_with(open_page, address, site):
    """Return a function that opens the landing page with an explorer added to it."""

    def open_with(shown, **options):
        html = (site / "book" / "index.html").read_text("utf8")
        html = html.replace("</article>", f"{shown}</article>", 1)
        opened = open_page("book/index.html", **options)
        opened.route(f"**/{PAGE}", lambda r: r.fulfill(body=html, content_type=UTF8))
        opened.goto(address + PAGE)
        explorer = opened.locator("bm-explorer.bm-live")
        explorer.wait_for()
        explorer.locator(".bm-svg").scroll_into_view_if_needed()
        return opened, explorer

    return open_with


@pytest.fixture
def heat_map(open_with, shown):
    """Return a function that opens the heat map in the order of names."""

    def heat_map(**options):
        opened, explorer = open_with(shown, **options)
        explorer.get_by_label("Order of games").select_option("name")
        explorer.locator(".bm-svg").scroll_into_view_if_needed()
        return opened, explorer

    return heat_map


def marked(explorer) -> tuple[str, str]:
    """Return the agent and game that the sentence is about."""
    agent, _, rest = explorer.locator(".bm-sentence").text_content().partition(" on ")
    game = rest.partition(":")[0]
    chosen = [explorer.get_by_label(name).input_value() for name in (AGENT, GAME)]
    assert chosen == [agent, game]
    return agent, game


def middle(explorer, data, agent: str, game: str) -> tuple[float, float]:
    """Return where the cell is that is drawn for an agent and a game, both in order of name."""
    box = explorer.locator(".bm-svg").evaluate(
        """(svg) => {
          const cells = svg.querySelector("g[shape-rendering]").getBoundingClientRect();
          return [cells.left, cells.top, cells.width, cells.height];
        }"""
    )
    left, top, width, height = box
    column, row = data["games"].index(game) + 0.5, data["agents"].index(agent) + 0.5
    return left + column * width / len(data["games"]), top + row * height / len(data["agents"])


def test_the_pointer_marks_the_cell_below_it(heat_map, data):
    opened, explorer = heat_map()
    cells = [("AtheneAI", "aliens"), ("thorbjrn", "zenpuzzle"), ("aStar", "invest")]
    for agent, game in cells:
        opened.mouse.move(*middle(explorer, data, agent, game))
        assert marked(explorer) == (agent, game)
    # Beside the cells nothing is marked, and the last one stays.
    box = explorer.locator(".bm-svg").bounding_box()
    opened.mouse.move(box["x"] + 5, box["y"] + box["height"] - 3)
    assert marked(explorer) == cells[-1]


def test_a_tap_marks_and_a_finger_that_moves_does_not(heat_map, data):
    opened, explorer = heat_map(width=PHONE, has_touch=True, is_mobile=True)
    opened.touchscreen.tap(*middle(explorer, data, "muzzle", "pacman"))
    assert marked(explorer) == ("muzzle", "pacman")
    x, y = middle(explorer, data, "aStar", "invest")
    explorer.locator(".bm-picture").dispatch_event(
        "pointermove", {"pointerType": "touch", "clientX": x, "clientY": y}
    )
    assert marked(explorer) == ("muzzle", "pacman")
    assert opened.evaluate("() => document.documentElement.scrollWidth") == PHONE


def test_arrow_keys_move_the_mark_and_the_page_stays(heat_map, data):
    opened, explorer = heat_map()
    explorer.get_by_role("button", name="Reset").focus()
    opened.keyboard.press("Tab")
    picture = explorer.locator(".bm-picture")
    assert picture.evaluate("(e) => e === document.activeElement")
    assert picture.get_attribute("role") == "group"
    assert "arrow keys" in picture.get_attribute("aria-label")
    agent, game = marked(explorer)
    explorer.get_by_label(GAME).select_option("aliens")
    picture.focus()
    before = opened.evaluate("() => window.scrollY")
    opened.keyboard.press("ArrowLeft")
    assert marked(explorer) == (agent, "aliens")
    opened.keyboard.press("ArrowRight")
    assert marked(explorer) == (agent, data["games"][1])
    opened.keyboard.press("ArrowDown")
    below = data["agents"][data["agents"].index(agent) + 1]
    assert marked(explorer) == (below, data["games"][1])
    # The browser's own keys remain.
    opened.keyboard.press("Control+ArrowDown")
    assert marked(explorer) == (below, data["games"][1])
    assert opened.evaluate("() => window.scrollY") == before
    assert picture.evaluate("(e) => e === document.activeElement")
    explorer.get_by_role("button", name="Reset").click()
    assert marked(explorer) == (data["initial"]["agent"], data["initial"]["game"]) == (agent, game)


def test_explorers_without_marks_take_no_keys(open_with):
    _, explorer = open_with(explorers.gate().html)
    assert explorer.locator(".bm-picture").get_attribute("tabindex") is None
