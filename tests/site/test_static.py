"""What can be seen in the files of the built site without a browser."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup

EXTERNAL = re.compile(r"^(https?:)?//", re.IGNORECASE)
CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
# What a page says when a value, a role or a directive came to nothing.
BROKEN_PROSE = {
    # as Python prints it; prose may speak of NaN, or begin with "None of"
    "a missing value": re.compile(r"(?<![\w-])(nan|None(?! of)|NaT|inf)(?![\w-])"),
    "an unresolved role": re.compile(r"\{(glue|numref|ref|cite|term|doc|eq|prf)(:\w+)*\}"),
    "a traceback": re.compile(r"Traceback \(most recent call last\)"),
    "a bare directive": re.compile(r"^:{3,}|^```", re.MULTILINE),
}


@cache
def parsed(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf8"), "html.parser")


@cache
def anchors(path: Path) -> frozenset[str]:
    tags = parsed(path).find_all(True)
    return frozenset(tag[name] for tag in tags for name in ("id", "name") if tag.get(name))


def describe(tag) -> str:
    return str(tag)[:160]


def loads(soup: BeautifulSoup):
    """Yield every element that makes the browser fetch something, with the address."""
    for tag in soup.find_all(True):
        for name in ("src", "srcset", "poster", "data", "xlink:href"):
            if tag.get(name) and tag.name != "a":
                yield tag, tag[name]
        if tag.name == "link" and tag.get("href"):
            yield tag, tag["href"]
        for address in CSS_URL.findall(tag.get("style", "")):
            yield tag, "".join(address)
        if tag.name == "style":
            for address in CSS_URL.findall(tag.text):
                yield tag, "".join(address)


def test_the_book_has_pages(site):
    assert (site / "book" / "index.html").is_file(), "no landing page"
    assert "book/index.html" in (site / "index.html").read_text("utf8"), "the door leads elsewhere"
    assert list((site / "notebooks").rglob("*.html")), "no notebook page"
    assert (site / "searchindex.js").is_file(), "no search index"


def test_nothing_is_loaded_from_elsewhere(site, page):
    outside = [
        describe(tag) for tag, address in loads(parsed(site / page)) if EXTERNAL.match(address)
    ]
    assert not outside, f"{page} loads from another host: {outside}"


def test_everything_that_is_loaded_exists(site, page):
    missing = []
    for tag, address in loads(parsed(site / page)):
        parts = urlsplit(address)
        if parts.scheme or not parts.path:
            continue
        if not (site / page).parent.joinpath(unquote(parts.path)).exists():
            missing.append(describe(tag))
    assert not missing, f"{page} loads files that are not there: {missing}"


def test_style_sheets_load_nothing_from_elsewhere(site):
    outside = [
        f"{path.relative_to(site)}: {''.join(address)}"
        for path in sorted(site.rglob("*.css"))
        for address in CSS_URL.findall(path.read_text("utf8"))
        if EXTERNAL.match("".join(address))
    ]
    assert not outside, outside


def test_links_and_anchors_lead_somewhere(site, page):
    broken = []
    for link in parsed(site / page).find_all("a", href=True):
        address = urljoin(page, link["href"])
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = site / (unquote(parts.path) or page)
        if not target.is_file():
            broken.append(f"{link['href']} ({link.text.strip()!r})")
        elif (
            parts.fragment
            and target.suffix == ".html"
            and unquote(parts.fragment) not in anchors(target)
        ):
            broken.append(f"{link['href']} ({link.text.strip()!r}): no such anchor")
    assert not broken, f"{page}: broken links: {broken}"


def test_images_say_what_they_show(site, page):
    article = parsed(site / page).find("article")
    poor = []
    for image in article.find_all("img"):
        alt = (image.get("alt") or "").strip()
        if len(alt) < 15 or "/" in alt.split()[0] or re.search(r"\.(svg|png|jpe?g)$", alt):
            poor.append(f"{image.get('src')}: alt={alt!r}")
    assert not poor, f"{page}: images without a real alt text: {poor}"


def test_prose_is_whole(site, page):
    # A fresh parse, because the code is taken out of it.
    article = BeautifulSoup((site / page).read_text("utf8"), "html.parser").find("article")
    code = "pre, code, script, style, .cell_input, .cell_output, .math, dl.py"
    for tag in article.select(code):
        tag.decompose()
    text = article.get_text("\n")
    faults = [
        f"{fault}: …{text[max(found.start() - 60, 0) : found.end() + 60]}…"
        for fault, pattern in BROKEN_PROSE.items()
        for found in pattern.finditer(text)
    ]
    assert not faults, f"{page}: in the prose: {faults}"


def test_shown_results_hold_no_error(site, page):
    for output in parsed(site / page).select(".cell_output"):
        text = output.get_text()
        assert "Traceback (most recent call last)" not in text, f"{page}: a traceback is shown"
        assert not output.select(".stderr"), f"{page}: a warning is shown: {text[:200]}"


def test_ids_are_unique(site, page):
    seen, twice = set(), set()
    for tag in parsed(site / page).find_all(id=True):
        if tag.find_parent("svg"):
            continue
        (twice if tag["id"] in seen else seen).add(tag["id"])
    assert not twice, f"{page}: ids used twice: {sorted(twice)}"


def test_notebook_pages_offer_their_notebook(site):
    notebooks = sorted((site / "_sources" / "notebooks").rglob("*.ipynb"))
    assert notebooks, "the site has no notebook to download"
    for notebook in notebooks:
        name = notebook.relative_to(site / "_sources").with_suffix("").as_posix()
        line = parsed(site / f"{name}.html").select_one("p.bm-rerun")
        assert line is not None, f"{name}.html: no line under the title that offers the notebook"
        target = (site / name).parent / line.a["href"]
        assert target.resolve() == notebook.resolve(), f"{name}.html offers {line.a['href']}"
        assert f"{name}.ipynb" in line.text, f"{name}.html: the line names another notebook"


def test_tables_can_be_downloaded(site, page):
    for figure in parsed(site / page).select("figure.bm-table"):
        link = figure.select_one("figcaption a[download]")
        name = figure.get("data-name")
        assert link is not None, f"{page}: table {name} has no download"
        assert link["download"].endswith(".csv"), f"{page}: table {name}: {link['download']}"


def test_no_file_names_the_machine_that_built_it(site):
    root = str(Path(__file__).resolve().parents[2])
    texts = (p for p in site.rglob("*") if p.suffix in {".html", ".js", ".css", ".ipynb", ".md"})
    found = [p.name for p in texts if root in p.read_text("utf8")]
    assert not found, f"{root} stands in {found}"
