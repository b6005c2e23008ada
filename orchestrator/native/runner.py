"""Runs the native runner: a spec in, JSON lines out, as they come."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from orchestrator.core import log
from orchestrator.core.errors import DamagedAnswer, InternalError
from orchestrator.core.scratch import kept_in, scratch_folder
from orchestrator.native import toolchain
from orchestrator.native.specification import Specification

Json = dict[str, Any]

_MEMORY = Path("/dev/shm")  # files here never go to a disk


class Stop:
    """A way to end all runners from another thread, as Ctrl-C does."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # request() may come from a signal handler, in the middle of add()
        self._running: set[subprocess.Popen[str]] = set()
        self.requested = False

    def request(self) -> None:
        with self._lock:
            self.requested = True
            for process in self._running:
                process.terminate()

    def add(self, process: subprocess.Popen[str]) -> None:
        with self._lock:
            self._running.add(process)
            if self.requested:
                process.terminate()

    def remove(self, process: subprocess.Popen[str]) -> None:
        with self._lock:
            self._running.discard(process)


@contextmanager
def run_folder(mode: str, symbol: str) -> Iterator[Path]:
    """The folder of one run of the runner: its specification, inputs and trace. No two runs share one."""
    # Traces are read and written over again and again.
    place = _MEMORY if mode == "trace" and os.access(_MEMORY, os.W_OK) else None
    runner = " ".join(Path(word).name for word in toolchain.runner(mode))
    with scratch_folder(f"{mode}-{symbol}", f"a run of the native runner: {runner} spec", place) as folder:
        yield folder


def run(mode: str, spec: Specification, stop: Stop | None = None) -> Iterator[Json]:
    """Yield the runner's lines. When `stop` is requested, the lines just end."""
    with run_folder(mode, spec.symbol) as folder:
        command = [*toolchain.runner(mode), str(spec.write(folder))]
        # A session of its own: Ctrl-C reaches us, and we decide what becomes of the runner.
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",  # an answer may hold what analysed code has written
            start_new_session=True,
        )
        if stop:
            stop.add(process)
        try:
            with log.tool(command):
                yield from _lines(process, folder / "answers.jsonl" if kept_in() else None)
            message = process.stderr.read().strip() if process.stderr else ""
            if process.wait() != 0 and not (stop and stop.requested):
                raise InternalError(f"the native runner ended with code {process.returncode}", hint=message)
        finally:
            if stop:
                stop.remove(process)
            process.kill()
            process.wait()
            for stream in (process.stdout, process.stderr):
                if stream:
                    stream.close()


def answers(mode: str, spec: Specification) -> list[Json]:
    """A line for each input."""
    return list(run(mode, spec))[1:]  # the first is the runner's greeting


def _lines(process: subprocess.Popen[str], copy: Path | None) -> Iterator[Json]:
    assert process.stdout
    with open(copy, "w") if copy else nullcontext() as kept:
        for line in process.stdout:
            if not line.endswith("\n"):
                return  # cut off in the middle: the runner was killed
            if kept:
                kept.write(line)
            yield parsed(line)


def parsed(line: str) -> Json:
    """A line of the runner, which holds what analysed code left in its memory."""
    try:
        found = json.loads(line)
    except ValueError as problem:
        raise DamagedAnswer(f"its answer is no JSON ({problem})") from problem
    if not isinstance(found, dict):
        raise DamagedAnswer("its answer is no object")
    return found
