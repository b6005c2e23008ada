"""The trace variant on small programs (programs.c)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.trace import traced

SOURCE = Path(__file__).parent / "programs.c"
NAMES = re.findall(r"^int (\w+)\(", SOURCE.read_text(), re.MULTILINE)
LOSES = {"calls_back", "parses"}
RUNS = 24


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> traced.Program:
    return traced.built(SOURCE, tmp_path_factory.mktemp("programs"))


@pytest.mark.parametrize("name", NAMES)
def test_traces_tell_the_truth(name: str, program: traced.Program, tmp_path: Path) -> None:
    runs = traced.check_function(program, program.function(name), RUNS, tmp_path)
    assert any(len(traced.decisions(run.trace)) > 0 for run in runs)
    assert all((traced.lost(run.trace) > 0) == (name in LOSES) for run in runs)
