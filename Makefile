# Every target sets up what it needs by itself, in .venv, from nothing but Python 3.11+ and make.
# A stamp per set of packages (.venv/.ready-<set>) makes the second run quick.

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
EXE := .exe
else
BIN := $(VENV)/bin
endif
RULESET ?= rulesets/gekido.gdl
ARGS ?=

# Hundreds of tests start `gdl` as a process of its own; each would compile all of the program again.
unexport PYTHONDONTWRITEBYTECODE

# A stamp means nothing once the Python it was made for is gone.
_ := $(shell test -x $(BIN)/python || rm -f $(VENV)/.ready-*)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help setup play studio fmt lint types layers test test-all test-slow test-generated test-generated-fixed test-hostile test-browser test-openspiel docs statistics vsix packages check update pyodide bytecode

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | \
	  awk -F'|' '{ printf "%-29s %s\n", $$1, $$2 }'

setup: $(VENV)/.ready-core $(VENV)/.ready-test $(VENV)/.ready-lint $(VENV)/.ready-docs ## install everything into .venv

play: $(VENV)/.ready-core ## play Gekido in the terminal (another game: RULESET=path)
	@$(BIN)/gdl play $(RULESET) $(ARGS)

studio: $(VENV)/.ready-web ## write, see and play Gekido in the browser (another game: RULESET=path)
	@$(BIN)/gdl studio $(RULESET) $(ARGS)

fmt: $(VENV)/.ready-lint ## lay out the Python code and the rulesets
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	find rulesets -name '*.gdl' -exec $(BIN)/gdl fmt {} +

lint: $(VENV)/.ready-lint ## check the Python code with ruff, the prose with codespell, the workflows with actionlint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell README.md CHANGELOG.md CONTRIBUTING.md docs
	@if [ "$$(uname)" = Linux ]; then echo "$(BIN)/actionlint"; $(BIN)/actionlint .github/workflows/*.yml; \
	  else echo "The workflows were not checked: actionlint is installed on Linux alone."; fi

types: $(VENV)/.ready-lint ## check the types with mypy
	$(BIN)/mypy

layers: $(VENV)/.ready-lint ## check who imports whom
	$(BIN)/lint-imports --no-logo

test: $(VENV)/.ready-test ## run the tests, without the slow ones (ARGS goes to pytest)
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

test-all: $(VENV)/.ready-test ## run every test, the slow ones too
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not browser" $(ARGS)

test-slow: $(VENV)/.ready-test ## run the slow tests alone; cases that are alike take turns (GDL_ROUND=all: every one)
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow --durations=25 $(ARGS)

# With seeds of its own for each commit, new rulesets are tried all the time, and a fault can be seen again. The first
# eighty of a commit are part of `make test`.
MINUTES ?= 3
SEED ?= $(shell git rev-list --count HEAD 2>/dev/null || echo 1)

test-generated: $(VENV)/.ready-core ## put new rulesets made by chance through everything, for MINUTES
	$(BIN)/gdl lockstep --generated --minutes $(MINUTES) --jobs 2 --seed $(SEED) --from 80

# Seeds that were seen to be without a fault. Whoever changes what they make tries new ones, too.
FIXED := --generated 60 --seed 2000

test-generated-fixed: $(VENV)/.ready-core ## put the same rulesets made by chance through everything
	$(BIN)/gdl lockstep $(FIXED) --jobs 2

test-hostile: $(VENV)/.ready-test ## put files that grow in one dimension through every command (ARGS: see tools/hostile_runs.py)
	nice $(BIN)/python tools/hostile_runs.py $(ARGS)

test-browser: $(VENV)/.ready-test $(VENV)/.ready-docs $(VENV)/.ready-browser ## look at every page in Chromium
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m browser --reruns 1 tests/browser $(ARGS)

test-openspiel: $(VENV)/.ready-test $(VENV)/.ready-openspiel ## run the tests of OpenSpiel on every ruleset
	$(BIN)/python -m pytest -n auto --dist worksteal -m "slow or not slow" tests/exports/test_openspiel.py $(ARGS)

docs: $(VENV)/.ready-docs ## build the documentation into site/
	$(BIN)/python tools/made_pages.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

statistics: $(VENV)/.ready-core ## make the reports of many games that the documentation links (minutes)
	$(BIN)/python tools/statistics_pages.py $(ARGS)

vsix: $(VENV)/.ready-core ## pack the extension for VS Code into dist/ (no network)
	$(BIN)/python tools/vsix.py

packages: $(VENV)/.ready-packages ## build wheel and sdist into dist/packages, check them, install and start them (ARGS: see tools/packages.py)
	$(BIN)/python tools/packages.py $(ARGS)

check: lint types layers test docs ## everything that must hold before a change goes in

update: $(VENV)/.ready-test ## rewrite the expected outputs of the tests; read the diff
	$(BIN)/python -m pytest --update $(ARGS)

pyodide: $(BIN)/python$(EXE) ## renew the Python that pages run, from npm (needs Node.js)
	$(BIN)/python tools/renew_pyodide.py $(ARGS)
	$(BIN)/python tools/page_bytecode.py

bytecode: $(VENV)/.ready-core ## compile what pages run anew, before a release (needs Node.js)
	$(BIN)/python tools/page_bytecode.py

$(VENV)/.ready-%: pyproject.toml $(BIN)/python$(EXE)
	@echo "Installing into $(VENV): $*"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable ".$(if $(filter-out core,$*),[$*])"
	@touch $@

$(BIN)/python$(EXE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed. If it has another name: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); \
	  echo "Python could not make $(VENV). On Debian and Ubuntu the package python3-venv is missing." >&2; exit 1; }
