# `make help` lists what can be done. Only relative paths are used here, so that the tree may live in a folder
# whose name contains spaces.

SRC ?= gsl_corpus
ARGS ?=
PYTHON ?= python3
JOBS ?= $(shell nproc)

.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
export PYTHON

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- set-up ----
# Each step leaves a stamp, so that an up-to-date tree costs no more than comparing file times. The stamps of
# .venv and build lie inside them: whoever deletes the folder deletes its stamp too.

packages := build/.packages
python := .venv/.installed
native := build/.built

native_sources := CMakeLists.txt $(shell find tables passes aptransform solvers_native -name CMakeLists.txt -o -name '*.cpp' -o -name '*.h' -o -name '*.def' -o -name '*.toml') \
	tables/generate.py orchestrator/core/functions.py orchestrator/core/tables.py

.PHONY: setup
setup: $(packages) $(python) $(native) ## install what is missing and build; does nothing when nothing changed

$(packages): scripts/debian-packages.txt
	@scripts/setup.sh packages $@

$(python): pyproject.toml orchestrator/__init__.py | $(packages)
	@scripts/setup.sh python $@

$(native): $(native_sources) | $(python)
	@scripts/setup.sh native $@

# .venv and build are full of absolute paths, so their stamps name the folder they were made in: a tree that was
# copied or moved is set up again, instead of quietly running the code of the old place. So is one whose build
# folder was deleted: it is filled by the step `python`.
.PHONY: elsewhere
ifneq ($(file < $(python)) $(wildcard build/build.ninja),$(CURDIR) build/build.ninja)
$(python): elsewhere
endif
ifneq ($(file < $(native)),$(CURDIR))
$(native): elsewhere
endif

# ---- use ----

.PHONY: analyze
analyze: setup ## analyse SRC=file, folder or project (default: GSL's special functions); ARGS="..." are more options
	@if [ -e "$(SRC)/ariadne.toml" ] || [ -e "$(SRC)/compile_commands.json" ]; \
	then .venv/bin/ariadne run --project "$(SRC)" $(ARGS); \
	else .venv/bin/ariadne analyze "$(SRC)" $(ARGS); fi

# Table 5 of the paper: what is found when loops are cut. The same number of runs at each bound, so that they can
# be compared whatever else the machine does.
.PHONY: sweep
sweep: setup ## run the project SRC at the loop bounds of the paper's Table 5, with 10,000 runs a function
	@for bound in 64 32 16 8 4 2 1; \
	do .venv/bin/ariadne run --project "$(SRC)" --loop-bound $$bound --runs 10000 --no-classify $(ARGS) || exit; done

# ---- development ----

.PHONY: test test-all bench lint format clean
test: setup ## the quick tests; ARGS="..." are options of pytest
	.venv/bin/python -m pytest -n $(JOBS) -m "not slow" $(ARGS)

test-all: setup ## all tests, also the slow ones
	.venv/bin/python -m pytest -n $(JOBS) $(ARGS)

bench: setup ## measure the speeds that the README states
	.venv/bin/python -m benchmarks.run $(ARGS)

native_code = find tables passes aptransform solvers_native -name '*.cpp' -o -name '*.h'

lint: setup ## ruff, mypy --strict and clang-format, changing nothing
	.venv/bin/python -m ruff check .
	.venv/bin/python -m ruff format --check .
	.venv/bin/python -m mypy
	$(native_code) | xargs clang-format-19 --dry-run -Werror

format: setup ## let ruff and clang-format rewrite the sources
	.venv/bin/python -m ruff check --fix .
	.venv/bin/python -m ruff format .
	$(native_code) | xargs clang-format-19 -i

clean: ## remove what was built, and caches; .venv stays, and is checked again by the next setup
	rm -rf build $(python) *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
