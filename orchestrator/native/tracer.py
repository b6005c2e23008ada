"""Runs of the trace variant: an input in, its trace out. One native process serves all runs of a function."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

from orchestrator.core import log
from orchestrator.core.errors import InternalError
from orchestrator.core.model import Function
from orchestrator.core.scratch import kept_in
from orchestrator.core.settings import Settings
from orchestrator.native import toolchain
from orchestrator.native.runner import Json, Stop, parsed, run_folder
from orchestrator.native.specification import for_trace
from orchestrator.symbolic.graph import Graph
from orchestrator.symbolic.trace import Trace, read_trace


class Stopped(Exception):
    """The user ended the analysis while a run was under way."""


@dataclass(frozen=True)
class TracedRun:
    trace: Trace
    output: bytes  # the output buffer, whatever became of the run
    seconds: float


class Tracer:
    """Each run has a process of its own: nothing that one leaves behind is seen by the next."""

    def __init__(
        self,
        library: Path,
        function: Function,
        settings: Settings,
        stop: Stop | None = None,
        *,
        max_nodes: int = 1_000_000,
        max_events: int = 1_000_000,
    ) -> None:
        self._spec = for_trace(library, function, settings, max_nodes, max_events)
        self._folder = ExitStack()
        self._runs = 0
        self._stop = stop
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Tracer:
        folder = self._folder.enter_context(run_folder("trace", self._spec.symbol))
        self._file = folder / "trace"
        command = [*toolchain.runner("trace"), str(replace(self._spec, trace=self._file).write(folder))]
        self._folder.enter_context(log.tool(command))
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
            start_new_session=True,  # Ctrl-C reaches us, and we decide what becomes of it
        )
        if self._stop:
            self._stop.add(self._process)
        try:
            self._answer()
        except Stopped:
            pass  # as the first run says
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._process:
            return
        if self._stop:
            self._stop.remove(self._process)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                stream.close()
        self._process = None
        self._folder.close()

    def run(self, given: bytes) -> Trace:
        """The trace of the function on an input buffer. Raises Stopped when `stop` was requested."""
        return self.run_whole(given).trace

    def run_whole(self, given: bytes) -> TracedRun:
        """The same, with the function's results."""
        assert self._process and self._process.stdin, "used outside of `with`"
        try:
            self._process.stdin.write(given.hex() + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer tells why
        answer = self._answer()
        self._runs += 1
        if kept_in():
            self._keep(given, answer)
        mapped = read_trace(self._file, answer["ended"])
        # The next run writes over the file.
        trace = replace(mapped, graph=Graph(mapped.graph.nodes.copy()), events=mapped.events.copy())
        return TracedRun(trace, bytes.fromhex(answer["output"]), answer["seconds"])

    def _keep(self, given: bytes, answer: Json) -> None:
        """For --keep: the trace that the next run writes over, and what it is the trace of."""
        name = f"trace-{self._runs:05}"
        shutil.copyfile(self._file, self._file.with_name(name))
        with open(self._file.with_name("answers.jsonl"), "a") as answers:
            answers.write(json.dumps({"trace": name, "input": given.hex(), **answer}) + "\n")

    def _answer(self) -> Json:
        assert self._process and self._process.stdout and self._process.stderr
        line = self._process.stdout.readline()
        if line.endswith("\n"):
            return parsed(line)
        if self._stop and self._stop.requested:
            raise Stopped
        message = self._process.stderr.read().strip()
        code = self._process.wait()
        raise InternalError(f"the native runner ended with code {code}", hint=message)
