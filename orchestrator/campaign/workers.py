"""Slices on many threads or processes of this machine, or on a Dask cluster that sees the same files."""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from orchestrator.build.prepared import Prepared
from orchestrator.build.variants import Variants
from orchestrator.core import log
from orchestrator.core.errors import UserError
from orchestrator.core.model import Function, Module, Status
from orchestrator.core.records import from_plain, to_plain
from orchestrator.core.scratch import keep_in, kept_in
from orchestrator.core.settings import Settings
from orchestrator.engines import Job, Progress, untold
from orchestrator.engines.auto import engine_of
from orchestrator.judge.slices import Reached, SliceResult, analyse_slice
from orchestrator.native.runner import Stop

_ATTEMPTS = 3  # for a task whose worker died under it
_POLL = 0.2
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Task:
    program: Path  # a file written by `save_program`
    symbol: str
    settings: Settings
    seeds: tuple[bytes, ...]
    known: Reached

    @property
    def key(self) -> tuple[Path, str]:
        """Which function it is about: programs side by side may have functions of one name."""
        return self.program, self.symbol


def save_program(path: Path, module: Module, variants: Variants, prepared: Prepared) -> None:
    """For the workers: they read it once, however many tasks they get."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps([to_plain(module), to_plain(variants), to_plain(prepared)]))
    part.replace(path)


@lru_cache(maxsize=2)
def _load_program(path: Path, written: int) -> tuple[Module, Variants, Prepared, dict[str, Function]]:
    saved = json.loads(path.read_text())
    module, variants = from_plain(Module, saved[0]), from_plain(Variants, saved[1])
    prepared = from_plain(Prepared, saved[2])
    return module, variants, prepared, {function.symbol: function for function in module.functions}


def work(task: Task, stop: Stop | None = None, progress: Progress = untold) -> SliceResult:
    """What a worker does, wherever it is."""
    module, variants, prepared, functions = _load_program(task.program, task.program.stat().st_mtime_ns)
    job = Job(module, variants, functions[task.symbol], task.settings, stop or Stop(), progress, task.seeds)
    return analyse_slice(engine_of(task.settings.engine, prepared), job, task.known)


class Workers:
    """An executor, how many tasks it should be given at a time, and how to get another when it breaks."""

    def __init__(
        self,
        make: Callable[[], Executor],
        width: int,
        end: Callable[[Executor], None],
        work: Callable[[Task], SliceResult] = work,
    ) -> None:
        self._make = make
        self._executor = make()
        self._width = width
        self._end = end
        self._work = work
        self.under_way: dict[tuple[Path, str], int] = {}  # runs of tasks so far, where they are told

    def results(
        self, tasks: Iterable[Task], stopped: Callable[[], bool]
    ) -> Iterator[tuple[Task, SliceResult] | None]:
        """Results in the order in which they come; None now and then while there are none. After `stopped`
        nothing new is begun, and what is under way is waited for."""
        waiting = iter(tasks)
        upcoming = next(waiting, None)
        suspects: list[Task] = []  # were under way when a worker died; each is tried again, on its own
        blamed: Counter[tuple[Path, str]] = Counter()
        running: dict[Future[SliceResult], Task] = {}
        alone = False
        while upcoming or suspects or running:
            if stopped():
                upcoming = None
                suspects.clear()
            if suspects and not running:
                task = suspects.pop()
                running[self._executor.submit(self._work, task)] = task
                alone = True
            while upcoming and not suspects and not (alone and running) and len(running) < self._width:
                running[self._executor.submit(self._work, upcoming)] = upcoming
                upcoming = next(waiting, None)
                alone = False
            done, _ = wait(running, timeout=_POLL, return_when=FIRST_COMPLETED)
            lost = [running.pop(future) for future in done if _worker_died(future.exception())]
            for future in done & running.keys():
                task = running.pop(future)
                self.under_way.pop(task.key, None)
                yield task, future.result()
            if lost and isinstance(self._executor, ProcessPoolExecutor):  # the whole pool is gone
                lost += running.values()
                running.clear()
                self.close()
                self._executor = self._make()
            for task in lost:
                blamed[task.key] += 1 if len(lost) == 1 else 0
                if blamed[task.key] < _ATTEMPTS:
                    suspects.append(task)
                else:
                    reason = f"its worker process died {_ATTEMPTS} times"
                    yield task, SliceResult(Status.FAILED, reason, 0.0, 0)
            if not done:
                yield None

    def close(self) -> None:
        self._end(self._executor)


def thread_workers(jobs: int, stop: Stop) -> Workers:
    """Threads of this process. They are there at once, tell how far they are, and when `stop` is requested
    they end what is under way. But all that Python does shares one core."""

    def here(task: Task) -> SliceResult:
        def progress(runs: int) -> None:
            workers.under_way[task.key] = runs

        return work(task, stop, progress)

    def end(executor: Executor) -> None:
        stop.request()  # nothing is under way any more, unless an error or a second Ctrl-C ends it all
        executor.shutdown(cancel_futures=True)

    workers = Workers(lambda: ThreadPoolExecutor(jobs), jobs, end, here)
    return workers


def process_workers(jobs: int) -> Workers:
    """Processes take a second to start, and what one of them does is known when it is done: they are for long
    runs. One that dies costs the slice that it had."""
    context = multiprocessing.get_context("spawn")

    def make() -> Executor:
        given = os.getpid(), log.verbosity(), kept_in()
        return ProcessPoolExecutor(jobs, mp_context=context, initializer=_initialise, initargs=given)

    return Workers(make, jobs, lambda pool: pool.shutdown(wait=False, cancel_futures=True))


def _initialise(parent: int, verbosity: int, keep: Path | None) -> None:
    """Ctrl-C is for the parent to handle; and no worker outlives it, not even after kill -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    _look_inside(verbosity, keep)


def _look_inside(verbosity: int, keep: Path | None) -> None:
    """A worker logs and keeps as the command does that it works for."""
    log.configure(verbosity)
    keep_in(keep)


def cluster_workers(address: str) -> Workers:
    try:
        from distributed import Client
    except ImportError:
        raise UserError("--cluster needs Dask", hint="pip install 'ariadne[cluster]'") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, TimeoutError, ValueError) as problem:
        raise UserError(f"no Dask scheduler answers at {address}: {problem}") from problem
    client.run(_look_inside, log.verbosity(), kept_in())
    threads = sum(client.nthreads().values())
    if not threads:
        client.close()
        raise UserError(f"the cluster at {address} has no workers", hint="start some with `dask worker`")

    def end(executor: Executor) -> None:
        executor.shutdown(wait=False)
        client.close()

    return Workers(lambda: client.get_executor(pure=False), 2 * threads, end)


def _worker_died(error: BaseException | None) -> bool:
    """Dask's exceptions by name: it need not be installed."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker"
