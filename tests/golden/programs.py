"""The golden programs, and how the tool is run on them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FINDS = Path(__file__).parent / "finds"
CLEAN = Path(__file__).parent / "clean"

Json = dict[str, Any]


def finds() -> list[Path]:
    """Programs with a list of what they raise beside them; a folder is one program of several files."""
    return [_source(expected) for expected in sorted(FINDS.glob("*.expected"))]


def clean() -> list[Path]:
    return sorted(CLEAN.glob("*.c"))


def examples() -> list[Path]:
    return sorted((ROOT / "examples").glob("*.c"))


def files(program: Path) -> list[Path]:
    return sorted(program.glob("*.c")) if program.is_dir() else [program]


def name(program: Path) -> str:
    return f"{program.parent.name}/{program.stem}"


def analyze(folder: Path, *arguments: str | Path) -> Json:
    """The JSON report of `ariadne analyze`."""
    report = folder / "report.json"
    # A number of runs, not a time: a busy machine must not cut the search short.
    command = [sys.executable, "-m", "orchestrator.cli", "analyze", f"--json={report}"]
    command += ["--runs=1500000", "--budget=100"]
    command += map(str, arguments)
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    result: Json = json.loads(report.read_text())
    return result


def findings(report: Json) -> set[str]:
    """The stable part of the findings, as in the .expected files: entry, site and kind."""
    return {f"{finding['function']} {finding['site']} {finding['kind']}" for finding in report["findings"]}


def _source(expected: Path) -> Path:
    for source in (expected.with_suffix(""), expected.with_suffix(".c"), expected.with_suffix(".ll")):
        if source.exists():
            return source
    raise FileNotFoundError(f"{expected} has no program beside it")
