"""Where the built site lies, its pages, and a browser that meets them."""

import functools
import http.server
import os
import shutil
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
# Another edition, such as the one without solutions, is checked by pointing here.
SITE = ROOT / os.environ.get("SITE", "_build/html")
# Pages that Sphinx makes by itself, and the door that leads to book/index.html.
GENERATED = {"genindex.html", "index.html", "py-modindex.html", "search.html"}

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pages() -> list[str]:
    """Return the pages that belong to the book, as paths below the site."""
    found = (path.relative_to(SITE) for path in sorted(SITE.rglob("*.html")))
    return [
        path.as_posix()
        for path in found
        if path.parts[0] != "_static" and path.as_posix() not in GENERATED
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes `page` once for every page."""
    if "page" in metafunc.fixturenames:
        metafunc.parametrize("page", pages() or [None])


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail(f"there is no site in {SITE}: run make book first")
    return SITE


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serve files without a line for each request."""

    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def address(site):
    handler = functools.partial(QuietHandler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser(site):
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if executable is None:
        pytest.fail("no chromium on this machine: install it, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, address: str):
    """Return a function that opens a page and fails at teardown on anything that went wrong."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def check_request(request):
        if not request.url.startswith((address, "data:", "blob:")):
            faults.append(f"request to another host: {request.url}")

    def check_response(response):
        if response.status >= 400:
            faults.append(f"{response.status} {response.url}")

    def open_page(path: str, width: int = 1280, **options) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", check_request)
        page.on("response", check_response)
        page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
        page.on("console", lambda m: m.type == "error" and faults.append(f"console: {m.text}"))
        page.goto(address + path)
        if options.get("java_script_enabled", True):
            page.evaluate("() => window.MathJax?.startup?.promise?.then(() => true)")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, f"the browser complains: {faults}"
