"""A module imports only from its own layer or a lower one, and only datasets reads the tables."""

import ast
import json
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]

# The layers, with the name of every module that is planned: one that is not listed here has no
# layer, and the first test says so.
LAYERS = (
    {"", "_validation", "results"},
    {"datasets", "simulate"},
    {
        "normalization",
        "aggregate",
        "resampling",
        "compare",
        "retention",
        "winrate",
        "bradley_terry",
        "sequential",
        "gates",
        "preregistration",
        "information",
        "ladder",
        "scores",
        "lightcycles",
        "ale",
    },
    {"studies", "claims"},
    {"plots"},
    {"notebook", "cli", "__main__"},
)
LAYER_OF = {name: level for level, names in enumerate(LAYERS) for name in names}
WORLDS = {"lightcycles", "ale"}
STATISTICS = LAYERS[2] - WORLDS

# What each layer may import besides the standard library. The lowest layers carry the package.
NUMERIC = {"numpy", "scipy", "statsmodels"}
ALLOWED = (
    {"numpy"},
    {"numpy", "pandas", "tqdm"},
    NUMERIC,
    NUMERIC | {"pandas", "joblib", "tqdm"},
    NUMERIC | {"pandas", "matplotlib", "seaborn", "altair", "vl_convert"},
    NUMERIC | {"pandas", "joblib", "tqdm", "nbformat", "IPython", "myst_nb", "matplotlib_inline"},
)
WORLD_EXTRAS = {"numba", "ale_py", "joblib", "tqdm", "pandas"}

TABLE_READERS = {"read_csv", "read_table", "read_json", "read_parquet", "loadtxt", "genfromtxt"}
DATA_PATH = re.compile(r"(^|/)_?data/|^_data$")


def top(module: str) -> str:
    """Return the name that the layer table lists: the first part below the package."""
    return module.partition(".")[0]


def imports(source: str, module: str) -> tuple[set[str], set[str]]:
    """Return what a source imports: modules of the package, and roots of everything else."""
    own, foreign = set(), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import hides its layer"
            base = node.module or ""
            names = (
                [f"{base}.{alias.name}" for alias in node.names] if base == "benchlib" else [base]
            )
        else:
            continue
        for name in names:
            root, _, rest = name.partition(".")
            if root == "benchlib":
                own.add(rest)
            elif root not in sys.stdlib_module_names:
                foreign.add(root)
    return own, foreign


def problems(source: str, module: str) -> list[str]:
    """Say what a module's source does that its layer may not."""
    name = top(module)
    if name not in LAYER_OF:
        return [f"{module}: has no layer; add it to the table"]
    level = LAYER_OF[name]
    own, foreign = imports(source, module)
    found = [
        f"{module} (layer {level}) imports {other}, which "
        + (f"is layer {LAYER_OF[top(other)]}" if top(other) in LAYER_OF else "has no layer")
        for other in sorted(own)
        if LAYER_OF.get(top(other), len(LAYERS)) > level
    ]
    allowed = ALLOWED[level] | (WORLD_EXTRAS if name in WORLDS else set())
    found += [f"{module} (layer {level}) imports {other}" for other in sorted(foreign - allowed)]
    return found + ([] if name == "datasets" else table_readers(source, module))


def table_readers(source: str, module: str) -> list[str]:
    """Say where a source reads a table or names the folder of tables, docstrings aside."""
    tree = ast.parse(source)
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        name = getattr(node, "attr", getattr(node, "id", None))
        text = node.value if isinstance(node, ast.Constant) and id(node) not in prose else None
        joined = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
        if name in TABLE_READERS:
            found.append(f"{module}, line {node.lineno}: {name} belongs in datasets")
        elif (isinstance(text, str) and DATA_PATH.search(text)) or (
            joined and isinstance(node.right, ast.Constant) and node.right.value == "data"
        ):
            found.append(f"{module}, line {node.lineno}: names the folder of tables")
    return found


def sources() -> dict[str, str]:
    """Return the source of every module, by its name below the package."""
    package = ROOT / "benchlib"
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = list(path.relative_to(package).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        found[".".join(parts)] = path.read_text(encoding="utf-8")
    return found


SOURCES = sources()


def test_the_walk_finds_modules_in_every_layer():
    found = {top(module) for module in SOURCES}
    assert {"retention", "compare", "datasets", "claims", "plots", "notebook"} <= found
    assert {LAYER_OF[name] for name in found if name in LAYER_OF} == set(range(len(LAYERS)))


@pytest.mark.parametrize("module", SOURCES)
def test_a_module_stays_in_its_layer(module):
    assert problems(SOURCES[module], module) == []


def test_no_module_imports_itself_by_a_detour():
    graph = {}
    for module, source in SOURCES.items():
        own, _ = imports(source, module)
        graph.setdefault(top(module), set()).update(top(name) for name in own)
    for name, others in graph.items():
        others.discard(name)
        if name:
            others.discard("")  # the version number
    TopologicalSorter(graph).prepare()  # raises on a cycle


@pytest.mark.parametrize(
    ("module", "source", "message"),
    [
        ("retention", "import matplotlib.pyplot as plt", "retention (layer 2) imports matplotlib"),
        ("compare", "import pandas as pd", "compare (layer 2) imports pandas"),
        ("retention.simulation", "def f():\n    from benchlib import studies", "is layer 3"),
        ("datasets.bbf", "from benchlib.retention import x", "is layer 2"),
        ("_validation", "from benchlib.datasets import load", "is layer 1"),
        ("claims.bbf", "import seaborn", "claims.bbf (layer 3) imports seaborn"),
        ("helpers", "", "helpers: has no layer"),
        ("compare", "from benchlib import helpers", "imports helpers, which has no layer"),
        ("studies.x", "import pandas as pd\npd.read_csv('x')", "line 2: read_csv belongs"),
        ("studies.x", "from pathlib import Path\nPath('data/x.csv')", "line 2: names the folder"),
        ("claims", "from pathlib import Path\nPath('.') / 'data'", "line 2: names the folder"),
    ],
)
def test_a_broken_rule_is_found(module, source, message):
    found = problems(source, module)
    assert len(found) == 1
    assert message in found[0]


def test_what_is_allowed_passes():
    source = '"""Reads nothing from data/x.csv."""\nimport math\nimport numpy\nimport benchlib'
    assert problems(source, "compare") == []
    assert problems("import numba\nfrom benchlib import _validation", "lightcycles") == []


def required_by(distribution: str, seen: set[str]) -> set[str]:
    """Collect a distribution and what it requires, also indirectly, extras left out."""
    name = re.sub(r"[-_.]+", "-", distribution).lower()
    if name in seen:
        return seen
    seen.add(name)
    for text in metadata.requires(name) or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            required_by(requirement.name, seen)
    return seen


IMPORT_STATISTICS = """
import importlib, json, sys

allowed, modules, forbidden = json.load(sys.stdin)
allowed = set(allowed) | set(sys.stdlib_module_names)
# A startup file of the environment may have loaded something already.
for name in [name for name in sys.modules if name.partition(".")[0] not in allowed]:
    del sys.modules[name]


class Blocker:
    def find_spec(self, name, path=None, target=None):
        # The standard library names one module after the platform.
        if name.partition(".")[0] not in allowed and not name.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"{name} is blocked", name=name)
        return None


sys.meta_path.insert(0, Blocker())
for module in modules:
    importlib.import_module(module)
try:
    importlib.import_module(forbidden)
except ModuleNotFoundError as error:
    print("blocked:", error.name)
"""


def test_the_statistics_import_with_numpy_scipy_and_statsmodels_alone():
    needed = {"numpy", "scipy"} | required_by("statsmodels", set())
    assert "matplotlib" not in needed
    names = metadata.packages_distributions()
    allowed = [
        name
        for name, distributions in names.items()
        if any(re.sub(r"[-_.]+", "-", d).lower() in needed for d in distributions)
    ]
    modules = [f"benchlib.{module}" for module in SOURCES if top(module) in STATISTICS]
    assert len(modules) >= 2
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_STATISTICS],
        input=json.dumps([[*allowed, "benchlib"], modules, "benchlib.plots.style"]),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # The hook bites: a module that draws cannot be imported in the same process.
    assert done.stdout == "blocked: matplotlib\n"
