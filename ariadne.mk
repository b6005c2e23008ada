# Gives any Makefile project an `analyze` target:
#
#   include path/to/ariadne/ariadne.mk
#
# `make analyze` analyses the folder that has the ariadne.toml (or the compile_commands.json), and leaves report.json, the HTML
# pages and the store in the project's build folder; what was analysed before and has not changed is not analysed again.
# `make analyze-check` fails on findings that are not in the baseline; `make analyze-baseline` accepts those that are there.
#
#   ARIADNE           the program; default: the one of the checkout that this file lies in, set up on first use
#   ARIADNE_PROJECT   the folder; default: this one
#   ARIADNE_FLAGS     more options of `ariadne run`, for instance --budget 2
#   ARIADNE_BASELINE  default: .ariadne-baseline.json
#   ARIADNE_AT_LEAST  how bad a new finding must be to fail the check; default: poisoned

ARIADNE_HOME := $(dir $(lastword $(MAKEFILE_LIST)))
ARIADNE ?= $(ARIADNE_HOME).venv/bin/ariadne
ARIADNE_PROJECT ?= .
ARIADNE_BASELINE ?= .ariadne-baseline.json
ARIADNE_AT_LEAST ?= poisoned

.PHONY: analyze analyze-check analyze-baseline

$(ARIADNE_HOME).venv/bin/ariadne:
	$(MAKE) -C $(ARIADNE_HOME) setup

# One that was named is there already; it may be a command with options.
ARIADNE_TOOL := $(filter $(ARIADNE_HOME).venv/bin/ariadne,$(ARIADNE))

analyze: | $(ARIADNE_TOOL)
	$(ARIADNE) run --project $(ARIADNE_PROJECT) $(ARIADNE_FLAGS)

analyze-check: | $(ARIADNE_TOOL)
	$(ARIADNE) run --project $(ARIADNE_PROJECT) --baseline $(ARIADNE_BASELINE) \
	  --at-least $(ARIADNE_AT_LEAST) $(ARIADNE_FLAGS)

analyze-baseline: | $(ARIADNE_TOOL)
	$(ARIADNE) baseline $(ARIADNE_PROJECT) -o $(ARIADNE_BASELINE)
