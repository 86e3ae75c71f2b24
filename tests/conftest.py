"""What several tests of the repository look at."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]


def _files(node: object) -> list[str]:
    """Collect every file that a part of the table of contents names."""
    if isinstance(node, dict):
        own = [node[key] for key in ("root", "file") if key in node]
        return own + [file for value in node.values() for file in _files(value)]
    return [file for item in node for file in _files(item)] if isinstance(node, list) else []


@pytest.fixture(scope="session")
def contents() -> list[str]:
    """Return the pages that the table of contents lists, without their endings."""
    return _files(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8")))
