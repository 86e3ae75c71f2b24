"""Where the built site lies, and its pages."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Another edition, such as the one without solutions, is checked by pointing here.
SITE = ROOT / os.environ.get("SITE", "_build/html")
# Pages that Sphinx makes by itself, and the door that leads to book/index.html.
GENERATED = {"genindex.html", "index.html", "py-modindex.html", "search.html"}


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
