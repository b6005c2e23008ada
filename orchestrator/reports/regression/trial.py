"""Compiles a suite and runs it: a test that does not show its exception today is none."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from orchestrator.core.errors import UserError
from orchestrator.core.scratch import scratch_folder
from orchestrator.reports.regression.subject import Case, Suite

_SECONDS = 20.0  # for one test
_BUILD_SECONDS = 3600.0


@dataclass(frozen=True)
class Outcome:
    case: Case
    problem: str  # "" if it shows what it says


def try_suite(suite: Suite, folder: Path, jobs: int, fixed: bool = False) -> list[Outcome]:
    """Built by the suite's own Makefile, in a folder that is gone afterwards."""
    with scratch_folder("tests") as built:
        command = ["make", "-k", f"-j{jobs}", "-C", str(folder), f"BUILD={built}", "tests"]
        try:
            done = subprocess.run(
                command + (["FIXED=1"] if fixed else []),
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_BUILD_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise UserError(
                f"cannot compile the tests: {problem}", "--no-check writes them anyway"
            ) from problem
        complaints = done.stderr.splitlines()
        with ThreadPoolExecutor(jobs) as pool:
            problems = pool.map(lambda case: _problem(case, built, complaints), suite.cases)
            return [Outcome(case, problem) for case, problem in zip(suite.cases, problems, strict=True)]


def _problem(case: Case, folder: Path, complaints: list[str]) -> str:
    program = folder / case.name
    if not program.exists():
        return f"it cannot be compiled: {next(_about(case, complaints), 'see make')}"
    try:
        done = subprocess.run(
            [program], stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"it does not end within {_SECONDS:.0f} s"
    if done.returncode == 0:
        return ""
    if done.returncode == 1:
        return "compiled by this compiler, the call does not raise the flag"
    return f"it ends with code {done.returncode}"


def _about(case: Case, complaints: list[str]) -> Iterator[str]:
    """The compiler's errors for this test, or else for any file."""
    errors = [line for line in complaints if "error:" in line or "undefined reference" in line]
    yield from (line for line in errors if case.name in line)
    yield from errors
