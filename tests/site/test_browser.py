"""What a reader meets: the built site in a real browser, with no network but this machine."""

import pytest
from playwright.sync_api import Page

PHONE, DESK = 375, 1280
SCOREBOARD = "notebooks/scoreboard.html"

# Elements that stick out of the window and are not inside a frame that scrolls.
STICKING_OUT = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const framed = (e) => getComputedStyle(e).overflowX !== "visible";
  const scrolls = (e) => e && e !== document.body && (framed(e) || scrolls(e.parentElement));
  return Array.from(document.querySelectorAll("body *"))
    .filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement))
    .map((e) => `${e.tagName}#${e.id}.${e.className}`).slice(0, 8).concat("scrolls sideways");
}"""

# Texts whose contrast with what lies behind them is below the bound.
LOW_CONTRAST = """(bound) => {
  const numbers = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (numbers(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const texts =
    "article :is(p, li, h1, h2, h3, figcaption, td, th, dt, dd, a, code, pre span), nav a, footer";
  const low = [];
  for (const e of document.querySelectorAll(texts)) {
    const own = Array.from(e.childNodes).some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    const name = `${e.tagName}.${e.className} "${e.textContent.trim().slice(0, 40)}"`;
    if (contrast < bound) low.push(`${contrast.toFixed(1)} ${name}`);
  }
  return low.slice(0, 8);
}"""

UTF8 = "text/html; charset=utf-8"
TABLE = """<!DOCTYPE html><title>t</title><figure class="bm-table"><table data-filter="yes"
data-filter-columns="kind"><thead><tr><th>name</th><th>kind</th><th>score</th></tr></thead><tbody>{}
</tbody></table><figcaption>T</figcaption></figure><script src="/_static/tables.js"></script>"""


@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), (DESK, "light")])
def test_page_fits_and_reads_well(open_page, page, width, scheme):
    opened = open_page(page, width, color_scheme=scheme)
    out = opened.evaluate(STICKING_OUT)
    assert not out, f"{page} is wider than a window of {width} px: {out}"
    errors = opened.locator("mjx-merror, [data-mjx-error]")
    assert errors.count() == 0, f"{page}: a formula fails: {errors.first.text_content()}"
    size = "(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"
    titles = opened.locator("article h1").evaluate_all(size)
    assert titles and max(titles) <= 32, f"{page}: h1 of {titles} px"
    text = opened.locator("article section > p:not([class])").evaluate_all(size)
    assert all(17 <= px <= 18 for px in text), f"{page}: body text of {sorted(set(text))} px"
    low = opened.evaluate(LOW_CONTRAST, 4.5)
    assert not low, f"{page} ({scheme}): contrast below 4.5: {low}"


def test_page_is_complete_without_scripts(open_page, page):
    opened = open_page(page, PHONE, java_script_enabled=False)
    assert opened.locator("article h1").is_visible(), f"{page}: no title without scripts"
    hidden = ".cell_output :is(img, table), figure.bm-table table"
    for element in opened.locator(f"article :is({hidden})").all():
        if element.locator("xpath=ancestor::details[not(@open)]").count():
            continue
        box = element.bounding_box()
        what = element.evaluate("(e) => e.outerHTML.slice(0, 120)")
        assert box and box["width"] > 20 and box["height"] > 10, f"{page}: not shown: {what}"
    assert not opened.locator(".bm-filter, .bm-sort").count(), f"{page}: controls that do nothing"


def test_search_finds_a_word(open_page):
    opened = open_page("search.html?q=retention")
    found = opened.locator("#search-results li a[href*='retention']")
    found.first.wait_for(timeout=10_000)


def test_chosen_theme_is_kept(open_page):
    opened = open_page("book/index.html", color_scheme="light")
    background = "() => getComputedStyle(document.body).backgroundColor"
    light = opened.evaluate(background)
    opened.evaluate("() => localStorage.setItem('mode', 'dark')")
    opened.evaluate("() => localStorage.setItem('theme', 'dark')")
    opened.reload()
    assert opened.evaluate(background) != light, "the dark mode looks like the light one"


def test_scoreboard_filters_by_keyboard(open_page):
    opened = open_page(SCOREBOARD)
    table = opened.locator("table[data-filter='yes']").first
    total = table.locator("tbody tr").count()
    figure = opened.locator("figure.bm-table", has=table)
    count = figure.locator("output[aria-live]")
    assert count.text_content() == f"{total} of {total} rows"
    figure.get_by_label("Filter rows by text").focus()
    opened.keyboard.type("bbf")
    shown = table.locator("tbody tr:visible").count()
    assert 0 < shown < total, f"{shown} rows of {total} are left"
    assert count.text_content() == f"{shown} of {total} rows"
    opened.keyboard.press("Control+A")
    opened.keyboard.press("Delete")
    opened.keyboard.press("Tab")
    opened.keyboard.press("ArrowDown")
    chosen = figure.locator("select").first.input_value()
    assert chosen, "the drop-down has no choices, or is not next after the text"
    texts = table.locator("tbody tr:visible").all_inner_texts()
    assert 0 < len(texts) < total
    assert all(chosen in text for text in texts)


def test_scoreboard_sorts_by_keyboard(open_page):
    opened = open_page(SCOREBOARD)
    table = opened.locator("table[data-filter='yes']").first
    header = table.locator("thead th").first
    header.locator("button").focus()
    opened.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "ascending"
    first = table.locator("tbody td:first-child").first.inner_text()
    opened.keyboard.press("Space")
    assert header.get_attribute("aria-sort") == "descending"
    assert table.locator("tbody td:first-child").last.inner_text() == first


def test_scoreboard_shows_the_verdict_and_both_values_without_scrolling(open_page):
    frame = open_page(SCOREBOARD).locator("figure[data-name='scoreboard'] .bm-table-frame")
    edge = frame.bounding_box()["x"] + frame.bounding_box()["width"]
    for name in ("id", "verdict", "printed", "recomputed"):
        header = frame.locator("th", has_text=name).bounding_box()
        assert header["x"] + header["width"] <= edge, f"{name} lies outside the frame"
    rows = frame.locator("tbody tr").evaluate_all("(all) => all.map((e) => e.offsetHeight)")
    # A row of six lines; the longest claims need that many.
    assert max(rows) < 180, f"a row is {max(rows)} px high"


def test_frame_says_where_it_can_be_scrolled(open_page):
    frame = open_page(SCOREBOARD).locator("figure[data-name='scoreboard'] .bm-table-frame")
    more = "(e) => ['right', 'below'].map((edge) => e.classList.contains(`bm-more-${edge}`))"
    assert frame.evaluate(more) == [True, True]
    scroll = "(e) => new Promise((done) => { e.onscroll = () => requestAnimationFrame(done);"
    frame.evaluate(scroll + " e.scrollTo(e.scrollWidth, e.scrollHeight); })")
    assert frame.evaluate(more) == [False, False]


def test_print_leaves_out_the_ledger_and_the_solutions(open_page):
    opened = open_page(SCOREBOARD)
    opened.emulate_media(media="print")
    figure = opened.locator("figure[data-name='scoreboard']")
    assert not figure.locator("table").is_visible()
    note = "(e) => getComputedStyle(e, '::before').content"
    assert "CSV" in figure.locator("figcaption").evaluate(note)
    assert opened.locator("figure[data-name='causes'] table").is_visible()
    solutions = opened.locator("div.solution").all()
    if not solutions:
        pytest.skip("this edition has no solutions")
    assert not any(solution.is_visible() for solution in solutions)


def open_table(open_page, address, rows) -> Page:
    """Open a page that holds nothing but a table of these rows, with its script."""
    opened = open_page("book/index.html")
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    html = TABLE.format(body)
    opened.route("**/only-a-table", lambda r: r.fulfill(body=html, content_type=UTF8))
    opened.goto(address + "only-a-table")
    return opened


def test_numbers_sort_as_numbers_and_gaps_come_last(open_page, address):
    scores = ["10", "9", "−3", "1,200", "", "0.5", "nan", *map(str, range(20, 30))]
    opened = open_table(open_page, address, [(f"n{i}", "k", s) for i, s in enumerate(scores)])
    button = opened.get_by_role("button", name="score")
    button.click()
    column = opened.locator("tbody td:nth-child(3)")
    assert column.all_inner_texts()[:4] == ["−3", "0.5", "9", "10"]
    assert set(column.all_inner_texts()[-2:]) == {"", "nan"}
    button.click()
    assert column.all_inner_texts()[:2] == ["1,200", "29"]
    assert set(column.all_inner_texts()[-2:]) == {"", "nan"}


def test_short_tables_are_left_alone(open_page, address):
    opened = open_table(open_page, address, [(f"n{i}", "k", i) for i in range(15)])
    assert opened.locator(".bm-sort").count() == 0
