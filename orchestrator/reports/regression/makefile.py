"""The Makefile of a suite: `make check`, and `make check FIXED=1`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from orchestrator.reports.regression.ctext import HEADER
from orchestrator.reports.regression.paths import is_plain, shell_flag, shell_path
from orchestrator.reports.regression.subject import Case, Subject, Suite

# What the compiler must not do: compute ahead of time, or as if nobody looked at the flags.
FLOATING_POINT = ("-frounding-math", "-ffp-contract=off")

_ROOT = "$(SUBJECT_ROOT)"

_HEAD = """\
# Written by `ariadne tests`: each test calls a function with an input on which it raises an exception.
#
#   make check            passes as long as each still does
#   make check FIXED=1    fails until they are fixed
#   make -k check         goes on after a failure
#
# SUBJECT_ROOT is where the code under test is. It is compiled here; a library that was built elsewhere
# can be given instead (static functions are compiled into their tests in any case):
#
#   make check SUBJECT0="-L../lib -lmine"

SUBJECT_ROOT ?= {root}
OPT ?= -O0
FP_FLAGS ?= {flags}
BUILD ?= $(if $(FIXED),build-fixed,build)
EXPECT = $(if $(FIXED),-DARIADNE_EXPECT_FIXED)

.DELETE_ON_ERROR:
.PHONY: check tests clean FORCE
"""

_TAIL = """\
.PHONY: $(RUNS)
$(RUNS): run-%: $(BUILD)/%
	@case $< in /*) $<;; *) ./$<;; esac

check: $(RUNS)
tests: $(TESTS)
clean:
	rm -rf build build-fixed
FORCE:

-include $(wildcard $(BUILD)/*.d $(BUILD)/*/*.d)
"""


def makefile_text(suite: Suite, folder: Path) -> str:
    root = os.path.relpath(suite.root, os.path.abspath(folder))
    value = root.replace("$", "$$").replace("#", "\\#")
    lines = [_HEAD.format(root=value, flags=" ".join(FLOATING_POINT))]
    names = [case.name for case in suite.cases]
    lines += ["NAMES = \\", *(f"  {name} \\" for name in names), ""]
    lines += ["TESTS = $(NAMES:%=$(BUILD)/%)", "RUNS = $(NAMES:%=run-%)", "all: tests", ""]
    for number, subject in enumerate(suite.subjects):
        lines += _subject(number, subject, suite.root, is_plain(root))
    for case in suite.cases:
        lines += _test(case, suite, is_plain(root))
    return "\n".join([*lines, _TAIL])


def _subject(number: int, subject: Subject, root: str, plain: bool) -> Iterator[str]:
    folder = f"$(BUILD)/subject{number}"
    objects = [f"{folder}/{position:04}.o" for position in range(len(subject.files))]
    libraries = " ".join(_flags(subject.link, root))
    yield f"SUBJECT{number} ?= $(BUILD)/subject{number}.a"
    yield f"LIBS{number} ?= {libraries + ' ' if libraries else ''}-lm"
    yield f"OBJECTS{number} = \\"
    yield from (f"  {each} \\" for each in objects)
    yield ""
    yield f"$(BUILD)/subject{number}.a: $(OBJECTS{number})"
    yield "\trm -f $@ && $(AR) rcs $@ $^"
    for each, file in zip(objects, subject.files, strict=True):
        flags = " ".join(_flags(file.flags, root))
        path = _recipe(shell_path(file.path, root, _ROOT))
        yield f"{each}: {_prerequisite(file.path, root, plain)}"
        yield "\t@mkdir -p $(@D)"
        yield f"\t$(CC) $(OPT) $(FP_FLAGS) {flags} -Dmain=ariadne_subject_main -MMD -MP -c {path} -o $@"
    yield f"$(BUILD)/setup{number}.o: setup{number}.c"
    yield "\t@mkdir -p $(@D)"
    yield "\t$(CC) -c $< -o $@"
    yield ""


def _test(case: Case, suite: Suite, plain: bool) -> Iterator[str]:
    subject, number = suite.subjects[case.subject], case.subject
    flags, needs = (
        [],
        [f"{case.name}.c", HEADER, f"$(BUILD)/setup{number}.o", f"$(filter %.a,$(SUBJECT{number}))"],
    )
    if case.included is not None:
        flags = [f'-iquote "{_ROOT}"', *_flags(subject.flags_of(case.included), suite.root)]
        needs.append(_prerequisite(case.included, suite.root, plain))
    compiler = " ".join(["$(CC) $(OPT) $(FP_FLAGS) $(EXPECT)", *flags, "$(CFLAGS) -MMD -MP"])
    yield f"$(BUILD)/{case.name}: {' '.join(needs)}"
    yield f"\t{compiler} $< $(BUILD)/setup{number}.o $(SUBJECT{number}) $(LIBS{number}) -o $@"


def _prerequisite(path: str, root: str, plain: bool) -> str:
    """The file, if make can write its name; otherwise what depends on it is made each time."""
    below = os.path.join(root, "")
    if path.startswith(below) and plain and is_plain(path.removeprefix(below)):
        return f"{_ROOT}/{path.removeprefix(below)}"
    return path if is_plain(path) else "FORCE"


def _flags(flags: tuple[str, ...], root: str) -> list[str]:
    return [_recipe(shell_flag(flag, root, _ROOT)) for flag in flags]


def _recipe(words: str) -> str:
    """Make reads dollars before the shell does; our own variable stays one."""
    return words.replace("$", "$$").replace("$$(SUBJECT_ROOT)", _ROOT)
