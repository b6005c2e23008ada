"""The CMakeLists.txt of a suite, for ctest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from orchestrator.reports.regression.makefile import FLOATING_POINT
from orchestrator.reports.regression.paths import shell_flag
from orchestrator.reports.regression.subject import Case, Subject, Suite

_ROOT = "${SUBJECT_ROOT}"

_HEAD = """\
# Written by `ariadne tests`: each test calls a function with an input on which it raises an exception.
#
#   cmake -B build && cmake --build build && ctest --test-dir build
#   cmake -B build -DARIADNE_EXPECT_FIXED=ON ...     the tests fail until the exceptions are fixed
#   cmake -B build -DSUBJECT0="-L../lib -lmine" ...  with a library that was built elsewhere

cmake_minimum_required(VERSION 3.13)
project(ariadne_tests C)
enable_testing()

set(SUBJECT_ROOT "${{CMAKE_CURRENT_SOURCE_DIR}}/{root}" CACHE PATH "where the code under test is")
option(ARIADNE_EXPECT_FIXED "tests fail until the exceptions are gone" OFF)
add_compile_options(-O0 {flags})

function(ariadne_test name subject)
  add_executable(${{name}} ${{name}}.c)
  target_link_libraries(${{name}} setup${{subject}} ${{SUBJECT${{subject}}}} ${{LIBS${{subject}}}})
  if(ARIADNE_EXPECT_FIXED)
    target_compile_definitions(${{name}} PRIVATE ARIADNE_EXPECT_FIXED)
  endif()
  add_test(NAME ${{name}} COMMAND ${{name}})
endfunction()

# A test of a static function includes its file, from the root and with its flags.
function(ariadne_including_test name subject flags)
  ariadne_test(${{name}} ${{subject}})
  target_compile_options(${{name}} PRIVATE "SHELL:-iquote \\"${{SUBJECT_ROOT}}\\" ${{flags}}")
endfunction()
"""


def cmake_text(suite: Suite, folder: Path) -> str:
    root = os.path.relpath(suite.root, os.path.abspath(folder))
    lines = [_HEAD.format(root=_escaped(root), flags=" ".join(FLOATING_POINT))]
    for number, subject in enumerate(suite.subjects):
        lines += _subject(number, subject, suite.root)
    lines += [_test(case, suite) for case in suite.cases]
    return "\n".join(lines) + "\n"


def _subject(number: int, subject: Subject, root: str) -> Iterator[str]:
    """A library; files that have the same flags are a part of it, since only targets take them as words."""
    yield f"add_library(setup{number} STATIC setup{number}.c)"
    groups = list(dict.fromkeys(file.flags for file in subject.files))
    for part, flags in enumerate(groups):
        name = f"part{number}_{part}"
        yield f"add_library({name} OBJECT EXCLUDE_FROM_ALL"
        yield from (f"  {_path(file.path, root)}" for file in subject.files if file.flags == flags)
        yield ")"
        yield f"target_compile_definitions({name} PRIVATE main=ariadne_subject_main)"
        if flags:
            yield f"target_compile_options({name} PRIVATE {_shell(flags, root)})"
    yield f"add_library(subject{number} STATIC EXCLUDE_FROM_ALL"
    yield from (f"  $<TARGET_OBJECTS:part{number}_{part}>" for part in range(len(groups)))
    yield ")"
    yield f'set(SUBJECT{number} subject{number} CACHE STRING "the code under test")'
    libraries = " ".join(_quoted(flag) for flag in subject.link)
    yield f"set(LIBS{number} {libraries} m)"
    yield ""


def _test(case: Case, suite: Suite) -> str:
    if case.included is None:
        return f"ariadne_test({case.name} {case.subject})"
    flags = suite.subjects[case.subject].flags_of(case.included)
    words = " ".join(_flag(flag, suite.root) for flag in flags)
    return f'ariadne_including_test({case.name} {case.subject} "{words}")'


def _shell(flags: tuple[str, ...], root: str) -> str:
    return f'"SHELL:{" ".join(_flag(flag, root) for flag in flags)}"'


def _flag(flag: str, root: str) -> str:
    """In the shell's words, inside of an argument of CMake's; our own variable stays one."""
    return _escaped(shell_flag(flag, root, _ROOT)).replace("\\${SUBJECT_ROOT}", _ROOT)


def _path(path: str, root: str) -> str:
    below = os.path.join(root, "")
    if path.startswith(below):
        return f'"{_ROOT}/{_escaped(path.removeprefix(below))}"'
    return _quoted(path)


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return "".join("\\" + c if c in '\\"$;' else c for c in text)
