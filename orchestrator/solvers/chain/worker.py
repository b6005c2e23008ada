"""Solvers in a process of their own: their native code may run over its time, eat memory or crash, and all
that happens to us is an answer that says so. The process is kept for the queries that follow; after an
overrun a new one starts.

Run as a module it is that process: requests are pickles on its standard input, answers go to what was its
standard output (solvers that print, print to the error output).
"""

from __future__ import annotations

import atexit
import ctypes
import os
import pickle
import resource
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from orchestrator.solvers import Answer, Model, Solution, Solver
from orchestrator.solvers.registry import Row, missing
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.structure import compact


@dataclass(frozen=True)
class Named:
    """A solver by where it is defined: only the process that runs it imports it."""

    module: str
    maker: str  # a class, or a function
    arguments: tuple[int, ...] = ()

    def __call__(self) -> Solver:
        solver: Solver = getattr(import_module(self.module), self.maker)(*self.arguments)
        return solver


Make = Named | Callable[[], Solver]  # whatever pickle can send, and is equal to its copy

_GRACE = 0.5  # seconds beyond its limit in which a solver may still answer
_LOADING = 60.0  # for the import of a solver
_MEMORY = 4 << 30
_PR_SET_PDEATHSIG = 1
_LENGTH = struct.Struct("<Q")


class Isolated:
    """The same solver, over there."""

    def __init__(self, row: Row, make: Make) -> None:
        self.name = row.name
        self._row = row
        self._make = make

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        began = time.monotonic()
        try:
            return _worker().ask(self._make, compact(query), seconds, tuple(seeds))
        except _Missing as problem:  # not an answer: the user can put it right, and must hear of it
            raise missing(self._row, str(problem)) from None
        except (_Overrun, _Lost) as problem:
            answer = Answer.TIMEOUT if isinstance(problem, _Overrun) else Answer.ERROR
            return Solution(answer, self.name, time.monotonic() - began, reason=f"{self.name} {problem}")


class _Overrun(Exception):
    """The process was stopped, long after its time was over."""


class _Lost(Exception):
    """The process has died, or cannot make the solver."""


class _Missing(Exception):
    """The process cannot import the solver."""


class _Worker:
    def __init__(self) -> None:
        self.owner = os.getpid()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._made: set[Make] = set()

    def ask(self, make: Make, query: Query, seconds: float, seeds: Sequence[Model]) -> Solution:
        with self._lock:
            self._start()
            if make not in self._made:
                trouble = self._request(make, _LOADING)
                if isinstance(trouble, str):
                    raise _Lost(f"cannot be made: {trouble}")
                if isinstance(trouble, tuple):
                    raise _Missing(*trouble)
                self._made.add(make)
            answer = self._request((make, query, seconds, seeds), seconds + _GRACE)
        assert isinstance(answer, Solution)
        return answer

    def _request(self, message: object, seconds: float) -> object:
        process = self._process
        assert process and process.stdin and process.stdout
        deadline = time.monotonic() + seconds
        try:
            _send(process.stdin, message)
            return pickle.loads(_receive(process.stdout.fileno(), deadline))
        except TimeoutError:
            self.stop()
            self._start()
            raise _Overrun("did not stop at its time limit") from None
        except (OSError, EOFError):
            self.stop()
            raise _Lost(f"died (status {process.returncode})") from None

    def _start(self) -> None:
        """Unless it runs. What its predecessor had imported it imports first, while we do something else."""
        if self._process is None or self._process.poll() is not None:
            modules = sorted({make.module for make in self._made if isinstance(make, Named)})
            self._made.clear()
            root = str(Path(__file__).resolve().parents[3])
            paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
            self._process = subprocess.Popen(
                # -P: the user's folder may hold modules of any name, and they are none of ours.
                [sys.executable, "-P", "-m", __name__, str(os.getpid()), *modules],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            )

    def stop(self) -> None:
        if self._process is not None and os.getpid() == self.owner:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                try:
                    if stream:
                        stream.close()
                except OSError:  # what was still to be written has no reader any more
                    pass
        self._process = None


_current = threading.local()
_every: list[_Worker] = []


def _worker() -> _Worker:
    """One for a thread, whose time must not pass while another's query is solved; and a copy made by a fork
    may not talk to its parent's."""
    worker: _Worker | None = getattr(_current, "worker", None)
    if worker is None or worker.owner != os.getpid():
        worker = _current.worker = _Worker()
        _every.append(worker)
    return worker


@atexit.register
def stop() -> None:
    for worker in _every:
        worker.stop()


def _send(stream: BinaryIO | Any, message: object) -> None:
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _receive(descriptor: int, deadline: float) -> bytes:
    data, wanted = b"", _LENGTH.size
    while len(data) < wanted:
        if not select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise TimeoutError
        piece = os.read(descriptor, 1 << 16)
        if not piece:
            raise EOFError
        data += piece
        if len(data) >= _LENGTH.size:
            wanted = _LENGTH.size + _LENGTH.unpack_from(data)[0]
    return data[_LENGTH.size :]


def _serve() -> None:
    """The other side: until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(sys.argv[1]):
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for module in sys.argv[2:]:
        with suppress(ImportError):  # it is told when the solver is made
            import_module(module)
    solvers: dict[Make, Solver] = {}
    while head := sys.stdin.buffer.read(_LENGTH.size):
        message = pickle.loads(sys.stdin.buffer.read(_LENGTH.unpack(head)[0]))
        if not isinstance(message, tuple):
            _send(answers, _make(message, solvers))
            continue
        make, query, seconds, seeds = message
        _send(answers, _solve(solvers[make], query, seconds, seeds))


def _make(make: Make, solvers: dict[Make, Solver]) -> str | tuple[str] | None:
    """What went wrong, if anything; what cannot be imported stands in a tuple."""
    try:
        solvers[make] = make()
    except ImportError as problem:
        return (str(problem),)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return None


def _solve(solver: Solver, query: Query, seconds: float, seeds: Sequence[Model]) -> Solution:
    began = time.monotonic()
    try:
        return solver.solve(query, seconds, seeds)
    except Exception as problem:  # a solver's own trouble, whatever it is, is no answer
        reason = f"{solver.name} failed: {type(problem).__name__}: {problem}"
        return Solution(Answer.ERROR, solver.name, time.monotonic() - began, reason=reason)


if __name__ == "__main__":
    _serve()
