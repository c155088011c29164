# The commands of this project. `make help` lists them.

PYTHON ?= python3
# Options for `make lock`; LOCK_FLAGS=--upgrade takes the newest versions.
LOCK_FLAGS ?=

# Where `make run` keeps the demo federation, and where it shows it.
DEMO ?= demo-office
PORT ?= 8000

# Shuffles the tests of `make test`, by a seed.
ORDER ?=

# The commit that `make near` compares with; not said, all that is not yet in main has changed.
BASE ?=

# What `make mutants` draws (how many changes, in how many minutes), and how often `make soak` kills each of eight acts; both by a seed.
SEED    ?= 1
COUNT   ?= 100
MINUTES ?= 30
SOAK    ?= 26
# How often `make soak` goes round all addresses with strange values.
STRANGE ?= 40

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --disable-pip-version-check -q
UV   := .venv-lock/bin/uv

# A whole run of tests: one pool, with one process more than there are processors, since some tests wait for others.
PROCESSES ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
POOL := -q -n $(PROCESSES) -p tests.suite.budget -p tests.suite.calls -p tests.suite.pool -p tests.suite.quiet -p tests.suite.left_out
ON_POSTGRES := $(BIN)/python -m tests.with_postgres $(BIN)/python -m pytest
# Only files that have the mark are collected; tests/test_on_postgres.py holds which must have it.
MARKED_POSTGRES = $(shell grep -rlF pytest.mark.postgres tests --include='test_*.py')

# Tests start hundreds of processes: each finds the program compiled, wherever somebody asks Python not to keep that.
unexport PYTHONDONTWRITEBYTECODE

# What tests write lies in memory where there is room: they make and remove thousands of files.
ROOM := $(shell df -Pk /dev/shm 2>/dev/null | awk 'END {if ($$4 > 4000000) print "/dev/shm"}')
test proof soak: export TMPDIR := $(or $(ROOM),$(TMPDIR),/tmp)

FETCH := { $(BIN)/python -m tests.browser.chromium; $(BIN)/python -m tests.proxy.nginx; }

heading = @printf '\n== %s\n' '$(1)'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run example check test near proof grown mutants soak bench clauses cited modules document wheel lock clean

help: ## list these commands
	@grep -E '^[a-z]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

run: $(DEMO)/.ready ## show a demo federation in the browser, at http://127.0.0.1:8000/ (PORT=8001 for another)
	@$(BIN)/overtrick office --home $(DEMO) serve --port $(PORT)

example: $(VENV)/.ready-run ## award the sample club night and show the working
	$(BIN)/overtrick award samples/club-night.yaml --why

check: $(VENV)/.ready-test ## lint, format, templates, rooms and types, without the tests
	$(call heading,Lint)
	@$(BIN)/ruff check
	$(call heading,Format)
	@$(BIN)/ruff format --check
	$(call heading,Rooms)
	@$(BIN)/lint-imports --no-logo
	$(call heading,Templates)
	@told=$$($(BIN)/djlint --check src 2>&1) || { echo "$$told"; exit 1; }
	@told=$$($(BIN)/djlint --lint src 2>&1) || { echo "$$told"; exit 1; }
	$(call heading,Types)
	@$(BIN)/mypy

# The checks run beside the tests. What the pages are looked at with is fetched first; if that fails, the tests that need
# it are left out and say so, or fail where nothing may be left out.
test: $(VENV)/.ready-test ## what a change must pass: the checks, and every law once (make test ORDER=7: in another order)
	@$(MAKE) --no-print-directory check & checks=$$!; \
	$(FETCH); \
	$(BIN)/python -m pytest $(POOL) -m 'not proof' $(if $(ORDER),--order $(ORDER)); tests=$$?; \
	wait $$checks || { echo 'The checks failed: make check shows why.'; tests=$$((tests ? tests : 1)); }; \
	exit $$tests

# Which tests know a change is noted by every whole run; without one, the tests beside it are taken.
near: $(VENV)/.ready-test ## in under a minute, the tests that know what is changed, with ruff and mypy (BASE=: since which commit)
	@$(BIN)/python -m tests.suite.near $(if $(BASE),--base $(BASE))

grown: $(VENV)/.ready-test ## make the grown offices that tests copy, if what makes them has changed, and say where they are
	@$(BIN)/python -m tests.grown.kept

# On SQLite and on PostgreSQL at once: one waits where the other works.
proof: export OVERTRICK_LEAVE_NOTHING_OUT = 1
proof: $(VENV)/.ready-test ## the rest: kills, hosts, demos, every page in every width and theme, all on PostgreSQL
	@$(FETCH); \
	$(BIN)/python -m pytest $(POOL) -m proof & first=$$!; \
	$(ON_POSTGRES) $(POOL) -m postgres $(MARKED_POSTGRES); second=$$?; \
	wait $$first; first=$$?; exit $$((first ? first : second))

mutants: $(VENV)/.ready-test ## change the program in one place at a time and tell what no test notices (SEED=, COUNT=, MINUTES=)
	@$(BIN)/python -m tests.suite.mutants --seed $(SEED) --count $(COUNT) --minutes $(MINUTES)

soak: KILLED := tests/register/tasks/test_killed.py $(addprefix tests/register/commands/test_killed_,backups.py letters.py restores.py upgrade.py)
soak: $(VENV)/.ready-test ## kill those who submit, approve, merge, close, import, invite, upgrade, back up and restore, ask every address strange things, on both databases, and tell every story in every way (SOAK=, STRANGE=, SEED=)
	@OVERTRICK_SOAK=$(SOAK) OVERTRICK_SOAK_SEED=$(SEED) $(BIN)/pytest -q $(KILLED)
	@OVERTRICK_SOAK=$(SOAK) OVERTRICK_SOAK_SEED=$(SEED) $(ON_POSTGRES) -q $(KILLED)
	@$(ON_POSTGRES) $(POOL) -m 'not postgres' tests/register
	@OVERTRICK_STRANGE=$(STRANGE) OVERTRICK_SOAK_SEED=$(SEED) $(BIN)/pytest -n auto -q tests/web/test_strange_requests.py tests/api/test_contract.py tests/register/commands/test_serving.py
	@OVERTRICK_STRANGE=$(STRANGE) OVERTRICK_SOAK_SEED=$(SEED) $(ON_POSTGRES) -n auto -q tests/web/test_strange_requests.py
	@OVERTRICK_WAYS=all $(BIN)/pytest -n auto -q tests/browser/stories

bench: $(VENV)/.ready-test ## time the awards, the reading of files, a hundredth of a federation's year, the book, papers, the laboratory and the pages
	@$(BIN)/python -m benchmarks.award
	@$(BIN)/python -m benchmarks.formats
	@$(BIN)/python -m benchmarks.year
	@$(BIN)/python -m benchmarks.register
	@$(BIN)/python -m benchmarks.papers
	@$(BIN)/python -m benchmarks.api
	@$(BIN)/python -m benchmarks.lab
	@$(BIN)/python -m benchmarks.web

clauses: $(VENV)/.ready-test ## find again which rules awards, pages and commands come to
	@$(BIN)/python -m overtrick.handbooks.reach
	@$(BIN)/python -m tools.duties_page

cited: $(VENV)/.ready-test ## find again which event of the tests cites each clause that decides an award
	@CITED=write $(BIN)/python -m pytest -q tests/handbooks --deselect tests/handbooks/test_cited.py

modules: $(VENV)/.ready-test ## draw the module lists of docs/architecture.md from the code
	@$(BIN)/python -m tools.module_lists

document: $(VENV)/.ready-test ## write the OpenAPI document, the schema of the event file and the types of the client from the code
	@$(BIN)/python -m tools.api_document

wheel: $(VENV)/.ready-run ## build what is installed without the source: dist/ has the wheel, its pinned requirements and the list of its parts
	@$(BIN)/python -m tools.wheel

lock: $(UV) ## pin every dependency again (LOCK_FLAGS=--upgrade for the newest)
	$(call compile,requirements/run.txt) pyproject.toml requirements/build.in
	$(call compile,requirements/dev.txt) --extra cluster pyproject.toml requirements/build.in requirements/dev.in

clean: ## remove environments, caches and build products
	rm -rf $(VENV) .venv-lock demo-office build dist src/*.egg-info .cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

compile = $(UV) pip compile -q --generate-hashes --python-version 3.11 --universal --no-emit-index-url \
	--custom-compile-command 'make lock' --extra office --extra client --extra lab $(LOCK_FLAGS) -o $(1)

# A stamp stands for a finished step, so that a second run installs nothing.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Overtrick needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.ready-run: requirements/run.txt pyproject.toml $(VENV)/.made
	$(PIP) install --require-hashes -r requirements/run.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.ready-test: requirements/dev.txt pyproject.toml $(VENV)/.made
	$(PIP) install --require-hashes -r requirements/dev.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# The demo federation is made once; one that was only half made is begun anew.
$(DEMO)/.ready: | $(VENV)/.ready-run
	@echo 'Inventing a federation; this takes half a minute.'
	@rm -rf $(DEMO)
	@$(BIN)/overtrick office --home $(DEMO) demo --size lively --years 2 --up-to-now
	@touch $@

$(UV):
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip --disable-pip-version-check -q install uv
