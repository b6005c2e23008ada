"""ariadne doctor: what is installed, what is missing and what installs it; and does this machine do what we
need?"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time

from orchestrator.commands import Subparsers, add_command, add_keep_option
from orchestrator.core.errors import UserError
from orchestrator.core.scratch import scratch_folder
from orchestrator.native.diagnosis import diagnosis, is_complete
from orchestrator.native.installation import parts

_EPILOG = """\
Exit code 0: all that is needed is there, and a small program was analysed from end to end. 2: it is not so.
"""
# Compiling, the search, sandboxed children, traps and exact arithmetic all have a part in finding these.
_PROGRAM = "double reciprocal(double x) { return 1.0 / (x - 3.0); }\n"
_EXPECTED = {"reciprocal#1:divbyzero", "reciprocal#1:underflow"}
_SECONDS = 120.0  # it takes one or two


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "doctor", "say what is installed, what is missing, and whether it works", _EPILOG
    )
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    found = list(parts())
    sys.stdout.write(diagnosis(found))
    sys.stdout.flush()
    if not is_complete(found):
        return UserError.exit_code
    started = time.monotonic()
    problem = _trial()
    print(f"\nA small program was analysed on this machine ({platform.machine()}):", end=" ")
    if problem:
        print(f"it FAILED\n{problem}")
        return UserError.exit_code
    print(f"all was found, in {time.monotonic() - started:.1f} s")
    return 0


def _trial() -> str:
    """Why an analysis does not find what there is, if so."""
    with scratch_folder("trial", "the small program of ariadne doctor") as folder:
        source, report = folder / "reciprocal.c", folder / "report.json"
        source.write_text(_PROGRAM)
        command = [sys.executable, "-m", "orchestrator.cli", "analyze", str(source)]
        command += ["--runs", "5000", "--json", str(report)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return f"it did not end within {_SECONDS:.0f} s"
        if done.returncode != 0:
            return f"exit code {done.returncode}\n{done.stdout}{done.stderr}".rstrip()
        written = json.loads(report.read_text())
        missed = _EXPECTED - {finding["id"] for finding in written["findings"]}
        if not missed:
            return ""
        doubts = [f["reason"] for f in written["functions"] if f.get("reason")]
        return "\n".join([f"not found, or not confirmed by traps: {', '.join(sorted(missed))}", *doubts])
