"""The rules of a chapter, checked on every notebook; each rule is shown to catch a broken one.

The rules and the notebooks that break them stand in one file, so that neither grows without the
other.
"""

import ast
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from benchlib.notebook import CHAPTER_KEYS, without_solutions

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"
PATHS = {
    path.relative_to(FOLDER).as_posix(): path
    for path in sorted(FOLDER.rglob("*.ipynb"))
    if ".ipynb_checkpoints" not in path.parts
}
NOTEBOOKS = {name: nbformat.read(path, as_version=4) for name, path in PATHS.items()}
# A page of results: the rules hold, but it is as long as its tables need.
ANY_LENGTH = {"scoreboard.ipynb"}

HIDDEN = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
UNSEEN = {"remove-cell", "remove-output"}
NETWORK = {"urllib", "requests", "http", "socket", "httpx", "subprocess", "pooch"}
# What may be taken from numpy.random: all else works on the global state.
SEEDED = {"default_rng", "Generator", "SeedSequence", "PCG64", "Philox"}
LOOK = {"rcParams", "rc", "rc_context", "style", "set_theme", "set_style", "set_palette"}
ABBREVIATIONS = {"al", "vs", "cf", "etc", "Fig", "Eq", "No", "Dr", "Prof", "St"}

Rule = Callable[[NotebookNode], list[str]]
RULES: dict[str, Rule] = {}


def rule(function: Rule) -> Rule:
    """Add a rule: it takes a notebook and returns what is wrong with it."""
    RULES[function.__name__] = function
    return function


# -- looking into a notebook ----------------------------------------------------------------------


def tags(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def code_cells(notebook: NotebookNode) -> list[tuple[int, NotebookNode, ast.Module]]:
    return [
        (position, cell, ast.parse(cell.source))
        for position, cell in enumerate(notebook.cells)
        if cell.cell_type == "code"
    ]


def nodes(notebook: NotebookNode) -> Iterator[tuple[int, ast.AST]]:
    for position, _, tree in code_cells(notebook):
        yield from ((position, node) for node in ast.walk(tree))


def text(notebook: NotebookNode) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def prose(markdown: str) -> str:
    """Return the text without code, directives, display maths, tables and fence lines."""
    markdown = re.sub(r"^(`{3,}|~{3,}).*?^\1`*\s*?$", "", markdown, flags=re.M | re.S)
    markdown = re.sub(r"\$\$.*?\$\$", "", markdown, flags=re.S)
    return re.sub(r"^\s*(\||:::|:\w+:|%).*$", "", markdown, flags=re.M)


def dotted(node: ast.AST) -> str:
    """Return `a.b.c` of an expression like that, and nothing of others."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def draws(tree: ast.Module) -> bool:
    calls = [dotted(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(
        re.match(r"(plt|mpl|matplotlib\.pyplot)\.(?!close|setp)|(sns|alt)\.", c) for c in calls
    )


# -- the rules ------------------------------------------------------------------------------------


@rule
def stripped(notebook):
    found = [
        f"cell {i}: has an output or a count"
        for i, cell, _ in code_cells(notebook)
        if cell.outputs or cell.execution_count is not None
    ]
    for i, cell in enumerate(notebook.cells):
        noise = set(cell.metadata) - {"tags", "mystnb", "jupyter"}
        found += [f"cell {i}: metadata {name}" for name in sorted(noise)]
    return found + [
        f"metadata {name}" for name in sorted(set(notebook.metadata) - {"book", "kernelspec"})
    ]


@rule
def hidden_in_jupyter_too(notebook):
    found = []
    for i, cell, _ in code_cells(notebook):
        on_the_page = bool(tags(cell) & {"hide-input", "remove-input", "remove-cell"})
        in_jupyter = cell.metadata.get("jupyter", {}) == {"source_hidden": True}
        if on_the_page != in_jupyter:
            found.append(f"cell {i}: its code is hidden in only one of page and Jupyter")
    return found


@rule
def kernel(notebook):
    name = notebook.metadata.get("kernelspec", {}).get("name")
    return [] if name == "python3" else [f"the kernel is {name!r}, not 'python3'"]


@rule
def title(notebook):
    first = notebook.cells[0]
    titles = re.findall(r"^# .+", prose(text(notebook)), flags=re.M)
    if first.cell_type != "markdown" or not first.source.startswith("# "):
        return ["does not start with a title"]
    return [] if len(titles) == 1 else [f"has {len(titles)} titles"]


@rule
def metadata_for_teachers(notebook):
    book = notebook.metadata.get("book", {})
    found = [f"no {key} in the metadata" for key in CHAPTER_KEYS if key not in book]
    if found:
        return found
    lists = {"goals": range(3, 6), "prerequisites": range(10)}
    for key, lengths in lists.items():
        value = book[key]
        if not isinstance(value, list) or not all(isinstance(x, str) and x for x in value):
            found.append(f"{key} is not a list of texts")
        elif len(value) not in lengths:
            found.append(f"{key} has {len(value)} items")
    for key in ("reading_minutes", "running_seconds", "exercises"):
        if type(book[key]) is not int or book[key] < 1:
            found.append(f"{key} is {book[key]!r}, not a positive whole number")
    shown = " ".join(text(notebook).split())
    wanted = [book["question"], *(book["goals"] if isinstance(book["goals"], list) else [])]
    return found + [f"not in the text: {x}" for x in wanted if " ".join(x.split()) not in shown]


@rule
def exercises(notebook):
    whole = text(notebook)
    starts = list(re.finditer(r"\{exercise(-start)?\}.*?:label: *(\S+)\n(.*?)```", whole, re.S))
    labels = [match[2] for match in starts]
    directives = len(re.findall(r"\{exercise(?:-start)?\}", whole))
    solved = re.findall(r"\{solution(?:-start)?\} *(\S+)", whole)
    found = []
    if directives != len(labels):
        found.append(f"{directives - len(labels)} exercises have no label")
    if directives != notebook.metadata.get("book", {}).get("exercises"):
        found.append(f"has {directives} exercises, the metadata says otherwise")
    for match in starts:
        # An open exercise has many answers, so it may go without one.
        is_open = whole[match.end() :].lstrip("`\n ").startswith("**Open.**")
        if match[2] not in solved and not is_open:
            found.append(f"exercise {match[2]} has no solution")
    found += [f"solution of the unknown exercise {x}" for x in solved if x not in labels]
    try:
        rest = text(without_solutions(notebook))
    except ValueError as error:
        return [*found, str(error)]
    lost = directives - len(re.findall(r"\{exercise(?:-start)?\}", rest))
    return found + ([f"{lost} exercises stand inside a solution"] if lost else [])


@rule
def sections(notebook):
    headings = re.findall(r"^## (.+)", prose(text(notebook)), flags=re.M)
    wanted = ["What to report", "Exercises", "Summary"]
    if headings[-3:] != wanted:
        return [f"does not end with {', '.join(wanted)}, but with {', '.join(headings[-3:])}"]
    end = text(notebook).rpartition("## Summary")[2]
    return [f"no {name} in the summary" for name in ("Further reading", "Next") if name not in end]


@rule
def length_of_cells(notebook):
    # A line of brackets alone is the formatter's, not the reader's.
    shown = {
        i: len(re.findall(r"^.*\w.*$", cell.source, flags=re.M))
        for i, cell, _ in code_cells(notebook)
        if not tags(cell) & HIDDEN
    }
    found = [f"cell {i}: {n} lines, at most 15" for i, n in shown.items() if n > 15]
    median = statistics.median(shown.values()) if shown else 0
    return found + ([f"the median cell has {median} lines, at most 6"] if median > 6 else [])


@rule
def plain_code(notebook):
    found = []
    for i, node in nodes(notebook):
        imported = [
            alias.name for alias in getattr(node, "names", ()) if isinstance(alias, ast.alias)
        ]
        name = dotted(node)
        called = dotted(node.func) if isinstance(node, ast.Call) else ""
        head, _, last = name.rpartition(".")
        if isinstance(node, ast.ClassDef):
            found.append(f"cell {i}: defines the class {node.name}")
        if isinstance(node, ast.Import | ast.ImportFrom):
            roots = [getattr(node, "module", None) or x for x in imported]
            found += [f"cell {i}: imports {x}" for x in roots if x.partition(".")[0] in NETWORK]
            if {"seed", "RandomState", "filterwarnings", "simplefilter"} & set(imported):
                found.append(f"cell {i}: imports {imported}")
        if head.endswith(("np.random", "numpy.random")) and last not in SEEDED:
            found.append(f"cell {i}: {name} uses the global random state")
        if called in {"random.seed", "print", "open", "exec", "eval"}:
            found.append(f"cell {i}: calls {called}")
        if called.endswith((".filterwarnings", ".simplefilter")):
            found.append(f"cell {i}: calls {called}")
        if re.fullmatch(r"(plt|mpl|sns|matplotlib(\.pyplot)?)", head) and last in LOOK:
            found.append(f"cell {i}: {name} sets the look")
        if called.startswith("pd.read_"):
            found.append(f"cell {i}: {called} instead of datasets.load")
    return found


@rule
def figures(notebook):
    found = []
    for i, cell, tree in code_cells(notebook):
        if not draws(tree) or tags(cell) & UNSEEN:
            continue
        about = cell.metadata.get("mystnb", {})
        alt = about.get("image", {}).get("alt", "").strip()
        figure = about.get("figure", {})
        if len(alt) < 30:
            found.append(f"cell {i}: the alternative text is {alt!r}")
        found += [f"cell {i}: no {key}" for key in ("name", "caption") if not figure.get(key)]
    return found


def glued(cell: NotebookNode, tree: ast.Module) -> list[str]:
    """Return patterns of the keys that a cell shows and hands to the prose."""
    called = {dotted(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    if "notebook.show" not in called or tags(cell) & UNSEEN:
        return []
    keys = []
    for node in ast.walk(tree):
        keys += node.keys if isinstance(node, ast.Dict) else []
        keys += [node.key] if isinstance(node, ast.DictComp) else []
    return [
        "".join(
            re.escape(part.value) if isinstance(part, ast.Constant) else ".+"
            for part in (key.values if isinstance(key, ast.JoinedStr) else [key])
        )
        for key in keys
        if isinstance(key, ast.JoinedStr)
        or (isinstance(key, ast.Constant) and isinstance(key.value, str))
    ]


@rule
def values_in_prose(notebook):
    """Say which glued keys no shown cell above gives, in the edition without solutions too."""
    found = []
    try:
        editions = {"": notebook, " without solutions": without_solutions(notebook)}
    except ValueError:
        editions = {"": notebook}  # `exercises` reports the gate
    for edition, part in editions.items():
        known: list[str] = []
        for i, cell in enumerate(part.cells):
            if cell.cell_type == "code":
                known += glued(cell, ast.parse(cell.source))
                continue
            for used in re.findall(r"\{glue:\w+\}`([^`]+)`", cell.source):
                key = used.partition(":")[0]
                # A key of another page is checked when the book is built.
                if "::" not in used and not any(re.fullmatch(k, key) for k in known):
                    found.append(f"cell {i}{edition}: no cell above shows {key!r}")
    return found


@rule
def length_of_text(notebook):
    words = len(re.findall(r"\b[\w'’-]+\b", prose(text(notebook))))
    return [] if 1500 <= words <= 3000 else [f"{words} words, not 1,500 to 3,000"]


@rule
def one_sentence_a_line(notebook):
    found = []
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type != "markdown":
            continue
        for line in prose(cell.source).splitlines():
            if re.match(r"\s|[-*+>#] |\d+\. ", line):
                continue
            plain = re.sub(r"`[^`]*`|\$[^$]*\$|\([^)]*\)", "text", line)
            plain = re.sub(r"^\*\*[^*]+\*\*", "", plain)  # a bold lead-in may stand before it
            ends = re.findall(r"(\w+|[)\]%])[.!][\"”'*]* +(?=[\"“*]*[A-Z])", plain)
            if any(len(word) != 1 and word not in ABBREVIATIONS for word in ends):
                found.append(f"cell {i}: two sentences in: {line}")
    return found


@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.parametrize("which", RULES)
def test_a_notebook_keeps_the_rule(name, which):
    if which == "length_of_text" and name in ANY_LENGTH:
        assert len(prose(text(NOTEBOOKS[name])).split()) >= 500
        return
    assert RULES[which](NOTEBOOKS[name]) == []


# -- rules about all notebooks --------------------------------------------------------------------


def repeated(collections: dict[str, list[str]], taken: set[str] = frozenset()) -> list[str]:
    """Return the names that stand in several collections, twice in one, or are taken."""
    counts = Counter(name for names in collections.values() for name in names)
    return sorted(name for name, count in counts.items() if count > 1 or name in taken)


def functions(notebook: NotebookNode) -> list[str]:
    return [node.name for _, node in nodes(notebook) if isinstance(node, ast.FunctionDef)]


def test_nothing_is_defined_twice():
    package = {
        node.name
        for path in (ROOT / "benchlib").rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    assert "nested_agreement" in package
    assert repeated({name: functions(nb) for name, nb in NOTEBOOKS.items()}, package) == []


def test_labels_are_unique_in_the_book():
    labels = {
        name: re.findall(r"^:label: *(\S+)", text(nb), flags=re.M)
        + [
            cell.metadata["mystnb"]["figure"]["name"]
            for cell in nb.cells
            if cell.metadata.get("mystnb", {}).get("figure", {}).get("name")
        ]
        for name, nb in NOTEBOOKS.items()
    }
    assert any(labels.values())
    assert repeated(labels) == []


def test_repetitions_are_found():
    one, two = new_notebook(), new_notebook()
    one.cells = [new_code_cell("def gap(x):\n    return x")]
    two.cells = [new_code_cell("def gap(x):\n    return -x\n\ndef mean(x):\n    return x")]
    both = {"one": functions(one), "two": functions(two)}
    assert repeated(both) == ["gap"]
    assert repeated(both, {"mean"}) == ["gap", "mean"]


def test_the_contents_list_every_notebook_and_nothing_else(contents):
    assert len(contents) == len(set(contents)), "a page stands twice"
    missing = [
        f for f in contents if not any((ROOT / f"{f}{e}").is_file() for e in (".md", ".ipynb"))
    ]
    assert missing == []
    assert {f"notebooks/{name.removesuffix('.ipynb')}" for name in NOTEBOOKS} == {
        file for file in contents if file.startswith("notebooks/")
    }


# -- every rule catches something -----------------------------------------------------------------

FIGURE = {
    "figure": {"name": "fig-x", "caption": "What it is."},
    "image": {"alt": "Line chart of a rising share, near one at the end."},
}


def good() -> NotebookNode:
    """Make a small chapter that keeps every rule."""
    goals = ["Count runs.", "Draw runs.", "Report runs."]
    cells = [
        new_markdown_cell("# How many?\n\nHow many runs?\n\n- " + "\n- ".join(goals)),
        new_code_cell('notebook.show({"n": ("runs", 3, "d"), **{f"k-{i}": 1 for i in "ab"}})'),
        new_markdown_cell(
            "There are {glue:text}`n:d` runs.\n**Lead.** The share is {glue:text}`k-a:.2f`, as "
            "Smith et al. Said, e.g. Here.\n\n1. One. Two.\n\n| A. B | c |\n\n"
            "```python\n# no. Title\n```\n" + "This line has eight short words in it.\n" * 200
        ),
        new_code_cell("fig, ax = plt.subplots()", metadata={"mystnb": deepcopy(FIGURE)}),
        new_markdown_cell("## What to report\n\n- All."),
        new_markdown_cell(
            "## Exercises\n\n```{exercise-start}\n:label: ex-a\n```\nWhy?\n```{exercise-end}\n```"
        ),
        new_markdown_cell("```{solution-start} ex-a\n:class: dropdown\n```"),
        new_code_cell("1 + 1"),
        new_markdown_cell("```{solution-end}\n```"),
        new_markdown_cell("## Summary\n\nDone.\n\n**Further reading.** None.\n**Next:** none."),
    ]
    book = {
        "question": "How many runs?",
        "goals": goals,
        "prerequisites": [],
        "reading_minutes": 5,
        "running_seconds": 2,
        "exercises": 1,
    }
    kernelspec = {"name": "python3", "display_name": "Python 3"}
    return new_notebook(cells=cells, metadata={"book": book, "kernelspec": kernelspec})


def source(position: int, new: str, old: str | None = None):
    """Return a change of the source of a cell: a replaced part, or the whole."""

    def change(notebook):
        cell = notebook.cells[position]
        assert old is None or old in cell.source
        cell.source = new if old is None else cell.source.replace(old, new)

    return change


def book(key: str, value: object):
    return lambda notebook: notebook.metadata["book"].update({key: value})


def about(position: int, **metadata: object):
    return lambda notebook: notebook.cells[position].metadata.update(metadata)


BROKEN = [
    ("stripped", lambda nb: nb.cells[1].update(execution_count=1), "cell 1: has an output"),
    ("stripped", lambda nb: nb.cells[7].update(outputs=[new_output("stream")]), "cell 7"),
    ("stripped", about(1, collapsed=True), "cell 1: metadata collapsed"),
    ("stripped", lambda nb: nb.metadata.update(language_info={}), "metadata language_info"),
    (
        "hidden_in_jupyter_too",
        lambda nb: nb.cells[1].metadata.update(tags=["hide-input"], jupyter={}),
        "cell 1: its code is hidden in only one",
    ),
    ("kernel", lambda nb: nb.metadata.pop("kernelspec"), "None"),
    ("kernel", lambda nb: nb.metadata.kernelspec.update(name="venv"), "'venv'"),
    ("title", source(0, "## How many?", "# How many?"), "does not start with a title"),
    ("title", source(4, "# What", "## What"), "has 2 titles"),
    ("metadata_for_teachers", lambda nb: nb.metadata.pop("book"), "no question"),
    ("metadata_for_teachers", book("goals", ["Count runs."]), "goals has 1 items"),
    ("metadata_for_teachers", book("goals", ["A.", "Bb.", "C."]), "not in the text: Bb."),
    ("metadata_for_teachers", book("question", "Why?!"), "not in the text: Why?!"),
    ("metadata_for_teachers", book("prerequisites", "numpy"), "prerequisites is not a list"),
    ("metadata_for_teachers", book("running_seconds", 0), "running_seconds is 0"),
    ("exercises", book("exercises", 2), "has 1 exercises"),
    ("exercises", source(5, "", ":label: ex-a\n"), "have no label"),
    ("exercises", source(6, "ex-b", "ex-a"), "exercise ex-a has no solution"),
    ("exercises", source(8, "text"), "has no solution-end"),
    ("exercises", lambda nb: nb.cells.insert(7, nb.cells.pop(5)), "stand inside a solution"),
    ("sections", source(4, "## Advice", "## What to report"), "does not end with"),
    ("sections", source(9, "", "**Next:** none."), "no Next"),
    ("length_of_cells", source(1, "\n".join(["x = 1"] * 16)), "cell 1: 16 lines"),
    ("length_of_cells", lambda nb: [source(i, "x = 1\n" * 7)(nb) for i in (1, 3, 7)], "median"),
    ("plain_code", source(7, "class Bot:\n    pass"), "the class Bot"),
    ("plain_code", source(7, "np.random.seed(1)"), "np.random.seed uses the global"),
    ("plain_code", source(7, "r = np.random.RandomState(1)"), "np.random.RandomState uses"),
    ("plain_code", source(7, "np.random.normal()"), "np.random.normal uses"),
    ("plain_code", source(7, "from numpy.random import seed"), "imports ['seed']"),
    ("plain_code", source(7, "import warnings\nwarnings.filterwarnings('ignore')"), "filterw"),
    ("plain_code", source(7, "warnings.simplefilter('ignore')"), "simplefilter"),
    ("plain_code", source(7, "print(1)"), "calls print"),
    ("plain_code", source(7, "import urllib.request"), "imports urllib"),
    ("plain_code", source(7, "from requests import get"), "imports requests"),
    ("plain_code", source(7, "pd.read_csv('x')"), "instead of datasets.load"),
    ("plain_code", source(7, "plt.rcParams['font.size'] = 3"), "plt.rcParams sets the look"),
    ("plain_code", source(7, "plt.style.use('ggplot')"), "plt.style sets the look"),
    ("plain_code", source(7, "sns.set_theme()"), "sns.set_theme sets the look"),
    ("figures", about(3, mystnb={}), "alternative text is ''"),
    ("figures", about(3, mystnb={**FIGURE, "image": {"alt": "A chart."}}), "is 'A chart.'"),
    ("figures", about(3, mystnb={**FIGURE, "figure": {"name": "fig-x"}}), "no caption"),
    ("figures", source(7, "sns.lineplot(x=x)"), "cell 7"),
    ("values_in_prose", source(2, "glue:text}`m:d`", "glue:text}`n:d`"), "shows 'm'"),
    ("values_in_prose", about(1, tags=["remove-cell"]), "cell 2: no cell above shows 'n'"),
    ("values_in_prose", lambda nb: nb.cells.insert(2, nb.cells.pop(1)), "cell 1: no cell above"),
    (
        "values_in_prose",
        lambda nb: [source(7, 'notebook.show({"z": 1})')(nb), source(9, "{glue:text}`z`")(nb)],
        "without solutions: no cell above shows 'z'",
    ),
    ("length_of_text", source(2, "Short."), "words, not 1,500"),
    ("length_of_text", source(2, "Too long. " * 2000), "words, not 1,500"),
    ("one_sentence_a_line", source(4, "One ends here. Two begins."), "One ends here. Two"),
    ("one_sentence_a_line", source(4, "Say `x`. Then go on."), "two sentences"),
    ("one_sentence_a_line", source(4, "**Lead.** One ends. Two begins."), "two sentences"),
]


def test_a_good_notebook_keeps_every_rule():
    nbformat.validate(good())
    assert {name: check(good()) for name, check in RULES.items()} == {name: [] for name in RULES}


def test_an_open_exercise_may_go_without_a_solution():
    notebook = good()
    source(5, "**Open.** Why?", "Why?")(notebook)
    del notebook.cells[6:9]
    assert RULES["exercises"](notebook) == []


@pytest.mark.parametrize(("which", "change", "message"), BROKEN)
def test_a_broken_notebook_is_caught(which, change, message):
    notebook = good()
    change(notebook)
    found = RULES[which](notebook)
    assert found
    assert message in " | ".join(found)


def test_every_rule_has_a_notebook_that_breaks_it():
    assert NOTEBOOKS
    assert {which for which, _, _ in BROKEN} == set(RULES)
