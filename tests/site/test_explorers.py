"""Explorers in a real browser: by keyboard, by thumb, in the dark, in print, without scripts."""

from math import sqrt
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from benchlib import datasets, retention
from benchlib.plots import explorers
from benchlib.studies import bbf_retention

PHONE = 375
UTF8 = "text/html; charset=utf-8"
PAGE = "book/two-explorers.html"
MARGIN = 44  # pixels that a thumb needs

# The contrast of what an SVG draws with the page behind it.
DRAWN_CONTRAST = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const page = light(getComputedStyle(document.body).backgroundColor);
  const contrast = (colour) => {
    const [a, b] = [light(colour), page].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const all = (selector, property) => Array.from(document.querySelectorAll(selector),
    (e) => contrast(getComputedStyle(e)[property]));
  return {
    texts: all(".bm-svg text", "fill"),
    marks: all(".bm-svg g:is(.a, .b), .bm-svg .tie", "fill")
      .concat(all(".bm-svg line, .bm-svg .outlined", "stroke")),
  };
}"""


@pytest.fixture(scope="module")
def shown():
    tables = (datasets.load("bbf_runs"), datasets.load("bbf_agreement"))
    return (
        explorers.retention(*tables).html + explorers.retention(*tables, game="freeway", n=5).html
    )


@pytest.fixture
def open_explorers(open_page, address, site, shown):
    """Return a function that opens the landing page with two explorers added to it."""
    html = (site / "book" / "index.html").read_text("utf8")
    html = html.replace("</article>", f"{shown}</article>", 1)

    def open_explorers(**options):
        opened = open_page("book/index.html", **options)
        opened.route(f"**/{PAGE}", lambda r: r.fulfill(body=html, content_type=UTF8))
        opened.goto(address + PAGE)
        if options.get("java_script_enabled", True):
            opened.locator("bm-explorer.bm-live").nth(1).wait_for()
        return opened

    return open_explorers


@pytest.fixture(scope="module")
def start_of_sentence():
    runs, table = datasets.load("bbf_runs"), datasets.load("bbf_agreement")
    pools = {key: r["score"].to_numpy() for key, r in runs.groupby(["condition", "game"])}
    first, second = bbf_retention.CONDITIONS
    table = table[(table["first"] == first) & (table["second"] == second)]
    rows = table.set_index(["game", "n"])

    def start_of_sentence(game: str, n: int) -> str:
        a, b = pools[first, game], pools[second, game]
        row = rows.loc[(game, n)]
        wrong = 1 - row["agreement"] - row["tie_probability"]
        # The digits that are read here; what is rarer is put into words and tested without a page.
        assert 0.001 < wrong < 0.999
        error = sqrt(retention.expected_squared_error(a, b, n=n))
        return (
            f"With {n} of {len(a)} and {n} of {len(b)} runs of {game}, the retained gap has the "
            f"right sign in {row['agreement']:.1%} of all samples; "
            f"{wrong:.1%} of them name the wrong system"
        ), f" {error:,.0f} points" if error >= 100 else f" {error:#.3g} points"

    return start_of_sentence


def check_sentence(explorer, expected) -> None:
    sentence = explorer.locator(".bm-sentence").text_content()
    start, error = expected
    assert sentence.startswith(start), sentence
    assert error in sentence, sentence


def test_explorers_of_a_page_come_alive(open_page, site, page):
    soup = BeautifulSoup((site / page).read_text("utf8"), "html.parser")
    kinds = [tag["kind"] for tag in soup.find_all("bm-explorer")]
    for kind in kinds:
        script = site / "_static" / "explorers" / f"{kind}.js"
        assert script.is_file(), f"{page}: explorer {kind} has no script"
    if not kinds:
        return
    for width in (PHONE, 1280):
        opened = open_page(page, width)
        for number, kind in enumerate(kinds):
            panel = opened.locator("bm-explorer").nth(number).locator(".bm-panel")
            panel.wait_for(timeout=5_000)
            assert panel.locator("svg[role='img']").get_attribute("aria-label"), f"{page}: {kind}"
            assert len(panel.locator(".bm-sentence").text_content()) > 20, f"{page}: {kind}"


def test_keyboard_alone_is_enough(open_explorers, start_of_sentence, shown):
    opened = open_explorers()
    explorer = opened.locator("bm-explorer").first
    check_sentence(explorer, start_of_sentence("kangaroo", 2))
    opening = explorer.locator(".bm-sentence").text_content()
    select = explorer.get_by_label("Game, least sure first")
    names = select.locator("option").all_text_contents()
    assert len(names) == len(set(names)) == len(bbf_retention.study().tasks)
    select.focus()
    opened.keyboard.press("ArrowDown")
    game = names[names.index("kangaroo") + 1]
    assert select.input_value() == game
    check_sentence(explorer, start_of_sentence(game, 2))
    opened.keyboard.press("Home")
    check_sentence(explorer, start_of_sentence(names[0], 2))
    # On with Tab: fewer, the range, more, reset.
    opened.keyboard.press("Tab")
    opened.keyboard.press("Tab")
    for key, n in (("ArrowRight", 3), ("ArrowUp", 4), ("Home", 1), ("End", 15), ("ArrowLeft", 14)):
        opened.keyboard.press(key)
        check_sentence(explorer, start_of_sentence(names[0], n))
        shown_value = f"{n} run{'s' * (n > 1)}"
        assert explorer.locator(".bm-value").text_content() == shown_value
        assert explorer.locator("input").get_attribute("aria-valuetext") == shown_value
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    opened.keyboard.press("Enter")
    check_sentence(explorer, start_of_sentence(names[0], 15))
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Space")
    check_sentence(explorer, start_of_sentence(names[0], 14))
    for _ in range(3):
        opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    assert explorer.locator(".bm-sentence").text_content() == opening
    assert select.input_value() == "kangaroo"
    assert explorer.locator("input").input_value() == "2"


def test_two_explorers_do_not_meet(open_explorers, start_of_sentence):
    opened = open_explorers()
    first, second = opened.locator("bm-explorer").all()
    check_sentence(second, start_of_sentence("freeway", 5))
    second.get_by_role("button", name="One run fewer").click()
    check_sentence(second, start_of_sentence("freeway", 4))
    check_sentence(first, start_of_sentence("kangaroo", 2))
    ids = opened.locator("bm-explorer [id]").evaluate_all("(all) => all.map((e) => e.id)")
    assert len(ids) == len(set(ids)) == 4


def test_thumbs_find_their_buttons(open_explorers, start_of_sentence):
    opened = open_explorers(width=PHONE, has_touch=True, is_mobile=True)
    explorer = opened.locator("bm-explorer").first
    explorer.get_by_role("button", name="One run more").tap()
    check_sentence(explorer, start_of_sentence("kangaroo", 3))
    for control in explorer.locator(":is(button, input, select)").all():
        box = control.bounding_box()
        assert min(box["width"], box["height"]) >= MARGIN, control.evaluate("(e) => e.outerHTML")
    width = "() => document.documentElement.scrollWidth"
    assert opened.evaluate(width) == PHONE
    # The picture is drawn for the width it has, so its letters keep their size.
    picture = explorer.locator(".bm-svg").bounding_box()
    assert PHONE * 0.75 < picture["width"] < PHONE
    opened.set_viewport_size({"width": 800, "height": 700})
    opened.wait_for_function(
        "(narrow) => document.querySelector('.bm-svg').clientWidth > 1.5 * narrow",
        arg=picture["width"],
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_drawn_stands_out(open_explorers, scheme):
    opened = open_explorers(color_scheme=scheme)
    for game in ("kangaroo", "venture"):
        opened.get_by_label("Game, least sure first").first.select_option(game)
        contrast = opened.evaluate(DRAWN_CONTRAST)
        assert min(contrast["texts"]) >= 4.5
        assert min(contrast["marks"]) >= 3


@pytest.mark.parametrize("how", ["print", "no scripts"])
def test_the_still_takes_the_place_of_the_panel(open_explorers, how):
    opened = open_explorers(java_script_enabled=how != "no scripts")
    if how == "print":
        assert not opened.locator("bm-explorer img").first.is_visible()
        opened.emulate_media(media="print")
    for explorer in opened.locator("bm-explorer").all():
        box = explorer.locator("img").bounding_box()
        assert box and box["width"] > 300 and box["height"] > 200
        assert explorer.locator("figcaption").is_visible()
        assert explorer.locator(".bm-question").is_visible()
        assert not explorer.locator(":is(select, input, button, .bm-sentence):visible").count()


def test_a_page_on_disk_works_too(open_page, site, shown, tmp_path: Path):
    static = (site / "_static").as_uri()
    path = tmp_path / "page.html"
    script = f'<script src="{static}/explorer.js"></script>'
    path.write_text(f'<!DOCTYPE html><meta charset="utf-8">{script}{shown}', encoding="utf-8")
    # Scripts and pictures only: open_page refuses any other address, so this one has its own page.
    context = open_page("book/index.html").context.browser.new_context()
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(path.as_uri())
    page.locator("bm-explorer.bm-live svg").first.wait_for()
    assert not faults
    context.close()
