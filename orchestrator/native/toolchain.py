"""The tools of LLVM 19 and our own native parts: where they are, and how they are called."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from orchestrator.core import log
from orchestrator.core.errors import InternalError
from orchestrator.core.places import DOCTOR, built

LLVM = Path(os.environ.get("ARIADNE_LLVM", "/usr/lib/llvm-19")) / "bin"


def tool(name: str) -> str:
    """A program of LLVM 19. The unversioned one on the PATH may be of any other version."""
    path = LLVM / name
    if not path.exists():
        raise InternalError(f"{name} of LLVM 19 is not at {path}", hint=DOCTOR)
    return str(path)


def native(name: str) -> str:
    """One of our own native parts, as lib/libariadne_reify.a."""
    return built(name)


def plugin() -> str:
    return native("lib/AriadnePasses.so")


def runner(mode: str) -> list[str]:
    """The native runner in one of its modes; exact arithmetic has libraries, and a program, of its own."""
    return [native("bin/ariadne-exact")] if mode == "exact" else [native("bin/ariadne-run"), mode]


def run(
    command: Sequence[str],
    stdin: str | None = None,
    folder: Path | None = None,
    running: set[subprocess.Popen[str]] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a tool to its end. Whether a failure is the user's or ours is for the caller to say. A tool that a
    thread runs is found in `running` meanwhile: interrupts reach the main thread only."""
    # A session of its own: Ctrl-C is for us to handle, and must not kill a tool in the middle of its work.
    process = subprocess.Popen(
        command,
        stdin=None if stdin is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        cwd=folder,
    )
    running = set() if running is None else running
    running.add(process)
    with log.tool(command), process:
        try:
            out, errors = process.communicate(stdin)
        except BaseException:
            process.kill()
            raise
        finally:
            running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, out, errors)


def must_run(command: Sequence[str], stdin: str | None = None) -> str:
    """Run a tool that has no reason to fail; returns what it printed."""
    done = run(command, stdin)
    if done.returncode != 0:
        raise InternalError(f"{Path(command[0]).name} failed:\n{done.stderr.strip()}")
    return done.stdout


def opt(passes: str, source: Path, *arguments: str) -> str:
    """Run passes of ours, and of LLVM, over a module."""
    return must_run(opt_command(passes, source, *arguments))


def try_opt(passes: str, source: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The same when what the user says may make it fail."""
    return run(opt_command(passes, source, *arguments))


def opt_command(passes: str, source: Path, *arguments: str) -> list[str]:
    return [tool("opt"), f"-load-pass-plugin={plugin()}", f"-passes={passes}", *arguments, str(source)]
