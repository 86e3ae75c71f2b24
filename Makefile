# Two commands: `make book` builds the site, `make test` runs every check.
# `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SITE := _build/html

# Quiet, and the same on every machine.
export PYDEVD_DISABLE_FILE_VALIDATION := 1
export JUPYTER_PLATFORM_DIRS := 1
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help book book-without-solutions test lint types unit notebooks coverage claims lab serve check-site performance data requirements clean
.DEFAULT_GOAL := help

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 26

$(READY): requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

book: $(READY)  ## build the site strictly into _build/html
	$(BIN)/python book/build.py
	@echo "Open file://$(CURDIR)/$(SITE)/index.html"

book-without-solutions: $(READY)  ## the same site for a class: no solutions, nor in its downloads
	$(BIN)/python book/build.py --without-solutions
	@echo "Open file://$(CURDIR)/_build/without-solutions/html/index.html"

test: lint types unit notebooks  ## lint, types, unit and property tests, every notebook

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/python -m pytest -n 2

coverage: $(READY)  ## the tests again, and which lines of the package they run
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term

notebooks: $(READY)
	$(BIN)/python -m pytest --nbmake notebooks -n 2 -p no:cacheprovider -W default --override-ini addopts=

check-site: $(READY)  ## check the built site: links, alt texts, widths, search, in a real browser
	$(BIN)/python -m pytest tests/site -n 2 -p no:cacheprovider

claims: $(READY)  ## recompute the claims; fails if a verdict or value moved
	$(BIN)/benchlib claims

lab: $(READY)  ## open JupyterLab on the chapters
	$(BIN)/jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/notebooks

serve: $(READY)  ## serve the built site on this machine
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory $(SITE) 8000

performance: $(READY)  ## speed and memory against peers, on the same work
	$(BIN)/python performance/run.py
	$(BIN)/python performance/growth.py

data: $(READY)  ## rebuild data/ from the public addresses and check it
	$(BIN)/benchlib data build
	$(BIN)/benchlib data verify

requirements:  ## pin again what pyproject.toml asks for (needs uv)
	uv pip compile pyproject.toml --extra develop --universal --fork-strategy fewest --python-version 3.11 \
	  --no-annotate --no-emit-package benchlib --custom-compile-command "make requirements" --upgrade -o requirements.txt

clean:  ## remove everything that was built
	rm -rf _build $(VENV) book/_static/vendor .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
