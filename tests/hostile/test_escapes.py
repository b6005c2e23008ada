"""Every system call that reaches out of the process is denied and named, one hostile program for each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.runner import PROGRAMS, i32, library, run, write_spec

ROWS = re.findall(r"^ *\{.*\}, +// (\w+)$", (PROGRAMS / "escapes.c").read_text(), re.MULTILINE)
_NUMBERS = {"500": "system call 500", "1000": "system call 1000", "x32": "system call 1073741826"}


def _without_reading(path: Path) -> tuple[object, ...]:
    """What stat says of it, but for the time of the last reading: that is ours."""
    seen = path.stat()
    return (
        seen.st_mode,
        seen.st_uid,
        seen.st_nlink,
        seen.st_size,
        seen.st_mtime_ns,
        seen.st_ctime_ns,
    )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """All of them, with a file that must stay as it is."""
    folder = tmp_path_factory.mktemp("escapes")
    victim = folder / "victim"
    victim.write_text("do not touch")
    before = _without_reading(victim)
    inputs = [i32(number) for number in range(len(ROWS))]
    found = run("record", write_spec(folder, library("escapes"), "escape", inputs, seconds=2))
    assert sorted(path.name for path in folder.iterdir()) == ["inputs", "spec", "victim"]
    assert victim.read_text() == "do not touch" and _without_reading(victim) == before
    return found


@pytest.mark.parametrize("number", range(len(ROWS)), ids=ROWS)
def test_is_denied(runs: list[dict[str, Any]], number: int) -> None:
    assert runs[number]["denied"] == _NUMBERS.get(ROWS[number], ROWS[number])
    assert runs[number]["ended"] == "returned"
    assert runs[number]["output"][:16] == "ff" * 8  # -1
