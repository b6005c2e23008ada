"""The whole tool on small programs: what it must find, to the letter, and where it must find nothing.

Each program says in a comment why its list is what it is. `ARIADNE_OVERWRITE=1` writes the lists anew from
what the tool finds: look at the difference before you keep it.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from orchestrator.native import toolchain
from tests.golden import programs


@pytest.mark.parametrize("program", programs.finds(), ids=programs.name)
def test_finds_everything_and_nothing_else(program: Path, tmp_path: Path) -> None:
    report = programs.analyze(tmp_path, program)
    found = programs.findings(report)
    expected = program.with_suffix(".expected")
    if os.environ.get("ARIADNE_OVERWRITE"):
        expected.write_text("".join(f"{line}\n" for line in _in_order(found, report)))
    assert found == set(expected.read_text().splitlines())
    assert report["unconfirmed"]["count"] == 0
    assert not any(function["crashes"] for function in report["functions"])


@pytest.mark.parametrize("program", programs.clean(), ids=programs.name)
def test_finds_nothing_where_nothing_is(program: Path, tmp_path: Path) -> None:
    report = programs.analyze(tmp_path, program)
    assert programs.findings(report) == set()
    assert {function["status"] for function in report["functions"]} == {"complete"}
    assert {verdict["verdict"] for verdict in report["verdicts"]} <= {"unknown", "safe"}


def test_folder_is_one_program(tmp_path: Path) -> None:
    """The files of linked/ call each other; analysed one by one, outer.c would lack inner."""
    assert programs.analyze(tmp_path, programs.FINDS / "linked")["notes"] == []


@pytest.mark.parametrize("flags", ["-O0", "-O0 -g", "-O2 -g"])
@pytest.mark.parametrize("suffix", [".ll", ".bc"])
def test_compiled_modules(suffix: str, flags: str, tmp_path: Path) -> None:
    """A module as a build system leaves it is as good as the source, with or without debug information."""
    module = tmp_path / f"macros{suffix}"
    source = programs.FINDS / "macros.c"
    form = "-S" if suffix == ".ll" else "-c"
    clang = toolchain.tool("clang")
    command = [clang, "-emit-llvm", form, *flags.split(), "-ffp-contract=off", str(source), "-o", str(module)]
    subprocess.run(command, check=True)
    expected = source.with_suffix(".expected").read_text().splitlines()
    assert programs.findings(programs.analyze(tmp_path, module)) == set(expected)


def _in_order(found: set[str], report: programs.Json) -> list[str]:
    """As in the source: by function, then by site and kind."""
    functions = [function["name"] for function in report["functions"]]
    kinds = ["overflow", "underflow", "divbyzero", "invalid"]

    def key(line: str) -> tuple[int, bool, str, int, int]:
        entry, site, kind = line.split()
        owner, index = site.rsplit("#", 1)
        return functions.index(entry), owner == entry, owner, int(index), kinds.index(kind)

    return sorted(found, key=key)
