"""Run the scripts of the explorers in node."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "book" / "_static" / "explorers"


@pytest.fixture(scope="session")
def evaluate():
    """Return a function that evaluates an expression of E, a script's exports, and of data."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node, which runs the scripts, is not here")

    def evaluate(kind: str, expression: str, data: object) -> object:
        source = (
            f"const E = require({json.dumps(str(SCRIPTS / f'{kind}.js'))});"
            "const data = JSON.parse(require('fs').readFileSync(0));"
            f"console.log(JSON.stringify({expression}))"
        )
        done = subprocess.run(
            [node, "-e", source],
            input=json.dumps(data),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return evaluate
