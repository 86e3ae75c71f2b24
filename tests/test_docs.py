"""What is written about the package: docstrings, API pages, examples, pins, and no leftovers."""

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import textwrap
import tomllib
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest
from numpydoc.docscrape import NumpyDocString
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import benchlib
from benchlib.ale import learning

ROOT = Path(__file__).resolve().parents[1]


def public_modules() -> list[str]:
    """List the modules without a leading underscore in any part of their name."""
    found = [m.name for m in pkgutil.walk_packages(benchlib.__path__, "benchlib.")]
    return [name for name in found if "._" not in name]


MODULES = public_modules()


def with_a_page() -> list[str]:
    """List the modules that a reader imports: top ones, and those in a bare folder or in ale."""
    found = []
    for name in MODULES:
        parts = name.split(".")[1:]
        module = importlib.import_module(name)
        if parts[0] == "cli":  # commands: "How to read this book" lists them
            continue
        parent = importlib.import_module(name.rpartition(".")[0])
        bare_folder = hasattr(module, "__path__") and not hasattr(module, "__all__")
        inside_bare_folder = len(parts) == 2 and not hasattr(parent, "__all__")
        inner_folder = len(parts) == 2 and hasattr(module, "__path__") and parts[0] == "ale"
        if (len(parts) == 1 and not bare_folder) or inside_bare_folder or inner_folder:
            found.append(name)
    return found


def public_names(module: ModuleType) -> dict[str, object]:
    """Return the functions and classes that a module offers, by the place that defines them."""
    own = [n for n, x in vars(module).items() if getattr(x, "__module__", "") == module.__name__]
    names = getattr(module, "__all__", None) or [n for n in own if not n.startswith("_")]
    things = [getattr(module, name) for name in names]
    return {
        f"{thing.__module__}.{thing.__qualname__}": thing
        for thing in things
        if inspect.isfunction(thing) or inspect.isclass(thing)
    }


# What a reader imports, and what a module inside a folder declares public.
DOCUMENTED = {
    name: thing
    for module in map(importlib.import_module, MODULES)
    if hasattr(module, "__all__") or module.__name__ in with_a_page()
    for name, thing in public_names(module).items()
}


def gaps(thing: object) -> list[str]:
    """Say which parts the numpydoc docstring of a function or class lacks."""
    text = inspect.getdoc(thing) or ""
    doc = NumpyDocString(text)
    found = [] if "".join(doc["Summary"]) else ["a summary"]
    described = {
        name.strip().lstrip("*")
        for section in ("Parameters", "Attributes")
        for entry in doc[section]
        for name in entry.name.split(",")
    }
    is_exception = inspect.isclass(thing) and issubclass(thing, BaseException)
    is_protocol = getattr(thing, "_is_protocol", False)
    parameters = {} if is_exception or is_protocol else inspect.signature(thing).parameters
    found += [f"parameter {name}" for name in parameters if name not in described]
    if inspect.isclass(thing):
        return found
    if inspect.signature(thing).return_annotation not in (None, "None") and not doc["Returns"]:
        found.append("Returns")
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    raised = {
        node.exc.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
    }
    documented = {entry.type for entry in doc["Raises"]}
    return found + [f"Raises {error}" for error in sorted(raised - documented)]


def test_the_walk_finds_the_package():
    assert {
        "benchlib.retention.expectation.expected_squared_error",
        "benchlib.datasets.datasheet.Datasheet",
        "benchlib.compare.contrast.mean_contrast",
        "benchlib.plots.claims.verdict_bars",
    } <= DOCUMENTED.keys()


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_public_name_is_documented(name):
    assert gaps(DOCUMENTED[name]) == []


def test_gaps_are_found():
    def bare(x: int) -> int:
        if x < 0:
            raise ValueError("x")
        return x

    def half(x: int) -> int:
        """Do it.

        Parameters
        ----------
        y : int
            Another.
        """

    assert gaps(bare) == ["a summary", "parameter x", "Returns", "Raises ValueError"]
    assert gaps(half) == ["parameter x", "Returns"]


def test_every_public_module_has_a_page_that_the_contents_list(contents):
    pages = sorted((ROOT / "book" / "api").glob("*.md"))
    shown = [
        module
        for page in pages
        for module in re.findall(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))
    ]
    assert sorted(shown) == sorted(with_a_page())
    assert {f"book/api/{page.stem}" for page in pages} == {
        file for file in contents if file.startswith("book/api/")
    }
    index = (ROOT / "book" / "api" / "index.md").read_text(encoding="utf-8")
    linked = re.findall(r"^\| \{doc\}`(\w+)`", index, flags=re.MULTILINE)
    assert sorted(linked) == sorted(page.stem for page in pages if page.stem != "index")


def test_a_page_that_names_its_entries_forgets_none():
    texts = [page.read_text("utf-8") for page in sorted((ROOT / "book" / "api").glob("*.md"))]
    named = [text for text in texts if re.search(r"^\.\. autofunction::", text, flags=re.MULTILINE)]
    assert named, "no page names its entries"
    for text in named:
        (name,) = re.findall(r"automodule:: (\S+)", text)
        module = importlib.import_module(name)
        entries = re.findall(
            r"^\.\. auto(?:function|class|exception):: (\S+)", text, flags=re.MULTILINE
        )
        shown = [vars(module)[entry] for entry in entries]
        assert {f"{x.__module__}.{x.__qualname__}" for x in shown} == public_names(module).keys()


def python_blocks(page: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def test_the_examples_of_readme_and_guide_run(tmp_path, monkeypatch, capsys):
    readme, cluster = python_blocks("README.md")
    names: dict[str, object] = {}
    exec(compile(readme, "README.md", "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(names["study"].budgets)
    # The guide reads the file that the README's table stands for.
    names["runs"].to_csv(tmp_path / "my_runs.csv", index=False)
    monkeypatch.chdir(tmp_path)
    guide: dict[str, object] = {}
    blocks = python_blocks("book/how_to_read.md")
    assert len(blocks) >= 2
    for block in blocks:
        exec(compile(block, "how_to_read.md", "exec"), guide)
    assert guide["study"].tasks == names["study"].tasks
    assert guide["x"].size == 20

    # The cluster is not there; its call must be one that the function takes.
    taken = inspect.signature(learning.learner_tables)
    asked = {}

    def tables(*names, **options):
        asked.update(taken.bind(*names, **options).arguments)
        return None, None

    monkeypatch.setattr(learning, "learner_tables", tables)
    monkeypatch.setattr("distributed.Client", lambda address: nullcontext())
    monkeypatch.setattr("joblib.parallel_config", lambda backend: nullcontext())
    exec(compile(cluster, "README.md", "exec"), {})
    assert (len(asked["representations"]), len(asked["games"])) == (5, 55)


# Folders of one machine, addresses of package indexes, conflict markers. In pieces, so that this
# file does not find itself.
LEFTOVERS = re.compile(
    "|".join(
        [
            re.escape(str(ROOT)) + r"\b",
            r"(?<![\w.])/" + r"(home|root|Users)/",
            r"\bpypi\."
            + r"org|pythonhosted"
            + r"\.org|registry\."
            + r"npmjs|conda\."
            + r"anaconda",
            r"^<{7} |^>{7} ",
        ]
    ),
    flags=re.MULTILINE,
)


def repository_files() -> list[Path]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_holds_machine_paths_registries_or_conflicts():
    files = repository_files()
    assert ROOT / "README.md" in files
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files
        if (match := LEFTOVERS.search(path.read_text(encoding="utf-8", errors="ignore")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        f"see {ROOT}/data",
        "/" + "root/.cache",
        "in /" + "home/me",
        "https://pypi" + ".org/simple",
        "a\n" + "<" * 7 + " HEAD",
        ">" * 7 + " other",
    ],
)
def test_leftovers_are_found(text):
    assert LEFTOVERS.search(text)


def test_ordinary_text_is_no_leftover():
    assert not LEFTOVERS.search("Title\n=======\nhomework/root/x.md and https://a.b/home/c, <<<")


def pins() -> dict[str, Requirement]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    parsed = [Requirement(line) for line in lines if line.strip() and not line.startswith("#")]
    return {canonicalize_name(requirement.name): requirement for requirement in parsed}


def test_every_requirement_is_pinned():
    pinned = pins()
    assert len(pinned) > 50
    loose = [
        str(requirement)
        for requirement in pinned.values()
        if not re.fullmatch(r"==[^*,]+", str(requirement.specifier))
    ]
    assert loose == []


def test_the_pins_cover_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    asked = [Requirement(text) for group in groups for text in group]
    pinned = pins()
    for requirement in asked:
        name = canonicalize_name(requirement.name)
        if name == "benchlib":
            continue
        assert name in pinned, f"{name} is not pinned"
        (pin,) = pinned[name].specifier
        assert requirement.specifier.contains(pin.version, prereleases=True), f"{name}: {pin}"
