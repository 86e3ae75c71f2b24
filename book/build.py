"""Build the book strictly, from nothing, the same every time.

The notebooks run first, two at a time, into an emptied cache; Sphinx then renders them from it.
Nothing is ever kept from an earlier build: the cache compares code cells only, so it would serve
old results after an edit in ``benchlib`` or ``data``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import metadata
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "book" / "_static" / "vendor"
WORKERS = 2
# Two builds must agree to the last byte: order of sets, dates in figures, threads in sums.
FIXED_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "SOURCE_DATE_EPOCH": "1767225600",  # 2026-01-01
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    # A kernel shows its figures only with this backend; an inherited "agg" would hide them all.
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    "JUPYTER_PLATFORM_DIRS": "1",
}


def fix_environment() -> None:
    """Start this script again if the environment differs: a hash seed is read only at the start."""
    if any(os.environ.get(key) != value for key, value in FIXED_ENVIRONMENT.items()):
        os.environ.update(FIXED_ENVIRONMENT)
        os.execv(sys.executable, [sys.executable, *sys.argv])


def copy_vendor() -> None:
    """Copy MathJax out of the installed package, without the parts that the book never loads."""
    package = "sphinx-mathjax-offline"
    marker = f"{package}/static/mathjax/tex-mml-chtml.js"
    files = metadata.files(package) or []
    source = next((Path(str(f.locate())) for f in files if f.as_posix() == marker), None)
    if source is None:
        raise FileNotFoundError(f"{package} has no {marker}; install requirements.txt again")
    shutil.rmtree(VENDOR, ignore_errors=True)
    target = VENDOR / "mathjax"
    for part in ("input/tex/extensions", "output/chtml/fonts", "ui", "a11y", "sre"):
        if (source.parent / part).is_dir():
            shutil.copytree(source.parent / part, target / part)
    shutil.copy2(source, target)


def copy_without_solutions(target: Path) -> Path:
    """Copy the sources, with the solutions taken out of every notebook."""
    import nbformat

    from benchlib.notebook import without_solutions

    ignore = shutil.ignore_patterns(".*", "_build", "__pycache__")
    for folder in ("book", "notebooks", "data"):
        shutil.copytree(ROOT / folder, target / folder, ignore=ignore)
    for name in ("_config.yml", "_toc.yml"):
        shutil.copy2(ROOT / name, target)
    for path in sorted((target / "notebooks").rglob("*.ipynb")):
        nbformat.write(without_solutions(nbformat.read(path, as_version=4)), path)
    return target


def notebooks_in_toc(source: Path) -> list[Path]:
    """List the notebooks of the book: every `.ipynb`, and every page that holds code cells."""
    from myst_nb.core.read import is_myst_markdown_notebook
    from sphinx_external_toc.parsing import parse_toc_yaml

    found = []
    for docname in parse_toc_yaml(source / "_toc.yml"):
        notebook, page = source / f"{docname}.ipynb", source / f"{docname}.md"
        if notebook.is_file():
            found.append(notebook)
        elif page.is_file() and is_myst_markdown_notebook(page.read_text("utf8")):
            found.append(page)
    return found


def run_notebook(path: Path, timeout: int):
    """Run one notebook in its own folder; return it in the form that the cache takes."""
    from jupyter_cache.base import CacheBundleIn
    from jupyter_cache.executors.utils import single_nb_execution
    from myst_nb.core.config import NbParserConfig
    from myst_nb.core.read import create_nb_reader
    from myst_parser.config.main import MdParserConfig
    from traitlets.config import Config

    text = path.read_text("utf8")
    notebook = create_nb_reader(str(path), MdParserConfig(), NbParserConfig(), text).read(text)
    result = single_nb_execution(
        notebook,
        cwd=str(path.parent),
        timeout=timeout,
        allow_errors=False,
        # Kernels otherwise complain that they talk without encryption.
        config=Config({"KernelManager": {"transport_encryption": "auto"}}),
    )
    if result.err is not None:
        raise result.err
    return CacheBundleIn(notebook, str(path), data={"execution_seconds": result.time})


def fill_cache(source: Path, cache_path: Path, timeout: int) -> bool:
    """Run all notebooks, a few at a time; stop at the first that fails and say why."""
    from jupyter_cache import get_cache
    from tqdm import tqdm

    shutil.rmtree(cache_path, ignore_errors=True)
    cache = get_cache(cache_path)
    paths = notebooks_in_toc(source)
    seconds = {}
    # A process for each worker: the event loops that talk to the kernels end with it.
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(run_notebook, path, timeout): path for path in paths}
        for job in tqdm(as_completed(jobs), total=len(jobs), desc="notebooks", unit="notebook"):
            name = jobs[job].relative_to(source)
            if job.exception() is not None:
                lines = traceback.format_exception_only(job.exception())
                tqdm.write(f"\nFAILED {name}\n{''.join(lines)}", file=sys.stderr)
                pool.shutdown(wait=False, cancel_futures=True)
                return False
            bundle = job.result()
            seconds[name] = bundle.data["execution_seconds"]
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    for name, used in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"  {used:6.1f} s  {name}")
    return True


def render(source: Path, build: Path, cache_path: Path) -> int:
    """Run Sphinx with every warning an error; return its exit code."""
    from jupyter_book.sphinx import build_sphinx

    result = build_sphinx(
        str(source),
        str(build / "html"),
        noconfig=True,
        path_config=str(source / "_config.yml"),
        confoverrides={
            "external_toc_path": str(source / "_toc.yml"),
            "latex_individualpages": False,
            "nb_execution_cache_path": str(cache_path),
            "nitpicky": True,
        },
        doctreedir=str(build / "doctrees"),
        freshenv=True,
        warningiserror=True,
        keep_going=True,
        quiet=True,
    )
    return result if isinstance(result, int) else 1


def main() -> int:
    """Build one of the two editions; return the exit code."""
    parser = argparse.ArgumentParser(description="Build the book strictly into _build/.")
    parser.add_argument("--without-solutions", action="store_true", help="the edition for a class")
    parser.add_argument("--timeout", type=int, default=120, help="seconds a cell may take")
    options = parser.parse_args()
    start = time.perf_counter()

    build = ROOT / "_build"
    if options.without_solutions:
        build /= "without-solutions"
    shutil.rmtree(build, ignore_errors=True)
    copy_vendor()
    source = copy_without_solutions(build / "source") if options.without_solutions else ROOT
    cache_path = build / "jupyter_cache"
    if not fill_cache(source, cache_path, options.timeout):
        return 1
    code = render(source, build, cache_path)
    outcome = "built" if code == 0 else "FAILED"
    print(f"{outcome} {(build / 'html').relative_to(ROOT)} in {time.perf_counter() - start:.0f} s")
    return code


if __name__ == "__main__":
    fix_environment()
    sys.exit(main())
