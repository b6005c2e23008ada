"""Search and executor together, the budget given by return.

What intervals prove needs no search. The search goes first: it is cheap and finds most. What it leaves is for
the executor, which starts from the inputs that the search kept; what solvers find is where the next search
starts. A function with nothing left to find costs nothing more.

A run by number of runs is to be repeatable, and what solvers answer depends on the clock: then there is the
search, and what intervals prove.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from orchestrator.build.prepared import Prepared
from orchestrator.core.errors import InternalError
from orchestrator.core.model import Crash, Function, Lead, Module, Proof, Status, Target
from orchestrator.engines import Engine, EngineResult, Job
from orchestrator.engines.concolic import Concolic, Executor, open_executor
from orchestrator.engines.search import Search
from orchestrator.solvers.registry import require_all

_EXECUTOR = 0.25  # a round of the executor
_NEXT_SEARCH = 0.1  # a search from what the executor found

Open = Callable[..., AbstractContextManager[Executor]]


def engine_of(name: str, prepared: Prepared) -> Engine:
    """The engine of this name; a program that cannot be traced is searched."""
    if name == "search" or prepared.trace is None:
        return Search(prepared.proofs)
    require_all()
    return Concolic(prepared) if name == "concolic" else Auto(prepared)


@dataclass
class _Gathered:
    """What the rounds found, together."""

    proofs: dict[Target, Proof]
    leads: dict[Target, Lead] = field(default_factory=dict)
    crashes: dict[str, Crash] = field(default_factory=dict)
    corpus: dict[bytes, None] = field(default_factory=dict)
    runs: int = 0

    def add_leads(self, leads: Sequence[Lead]) -> int:
        """Returns how many targets are new. The first exception of a run is better than a later one."""
        before = len(self.leads)
        for lead in leads:
            target = lead.target
            if target not in self.leads or (lead.first and not self.leads[target].first):
                self.leads[target] = lead
        return len(self.leads) - before

    def add(self, result: EngineResult) -> int:
        self.runs += result.runs
        for crash in result.crashes:
            old = self.crashes.get(crash.reason)
            self.crashes[crash.reason] = replace(old, count=old.count + crash.count) if old else crash
        self.corpus.update(dict.fromkeys(result.corpus))
        return self.add_leads(result.leads)

    def is_settled(self, module: Module, function: Function) -> bool:
        return all(target in self.leads for target in module.targets(function, self.proofs))


class Auto:
    name = "auto"

    def __init__(
        self,
        prepared: Prepared,
        search: Engine | None = None,
        opening: Open = open_executor,
    ) -> None:
        self._prepared = prepared
        self._search = search or Search(prepared.proofs)
        self._opening = opening

    def run(self, job: Job) -> EngineResult:
        module, function, settings, stop = job.module, job.function, job.settings, job.stop
        if settings.runs or not settings.executor_share:
            return self._search.run(job)
        started = time.monotonic()
        budget = settings.budget
        found = _Gathered(dict(self._prepared.proofs.get(function.symbol, {})))

        def search(share: float, starts: Sequence[bytes]) -> EngineResult:
            part = replace(settings, budget=share * budget)
            before = found.runs
            return self._search.run(
                replace(job, settings=part, progress=lambda runs: job.progress(before + runs), seeds=starts)
            )

        def left() -> float:
            return 0.0 if stop.requested else budget - (time.monotonic() - started)

        def round_seconds(executor: Executor) -> float:
            return min(left(), _EXECUTOR * budget, settings.executor_share * budget - executor.seconds)

        last = search(1 - settings.executor_share, job.seeds)  # one that stalls gives the rest back
        found.add(last)

        def execute() -> EngineResult:
            nonlocal last
            settled = {*found.leads, *found.proofs}
            with self._opening(module, self._prepared, function, settings, stop, settled) as executor:
                while not executor.is_done and (seconds := round_seconds(executor)) > 0:
                    moved = self._round(executor, found, seconds)
                    if found.is_settled(module, function):
                        break
                    if moved and left() > 0:
                        last = search(_NEXT_SEARCH, [*executor.explorer.corpus, *found.corpus])
                        found.add(last)
                return executor.result()

        executed, trouble = None, ""
        if _goes_on(last) and left() > 0 and not found.is_settled(module, function):
            try:
                executed = execute()
                # Crashes are told by the search if it saw any: it knows better why a run ended.
                found.add(replace(executed, crashes=() if found.crashes else executed.crashes))
                found.proofs.update(executed.proofs)
            except InternalError as problem:  # what the search found stays found
                trouble = f"; the executor failed: {problem.message}"
        status, reason = _ending(last, executed, found.is_settled(module, function))
        return EngineResult(
            leads=tuple(found.leads.values()),
            crashes=tuple(found.crashes.values()),
            runs=found.runs,
            seconds=time.monotonic() - started,
            status=Status.INTERRUPTED if stop.requested else status,
            reason=reason + trouble,
            corpus=tuple(found.corpus),
            proofs=found.proofs,
            exploration=executed.exploration if executed else None,
        )

    def _round(self, executor: Executor, found: _Gathered, seconds: float) -> bool:
        """Did the executor find something that is worth another search, or another round?"""
        explorer = executor.explorer
        before = len(explorer.corpus), len(explorer.covered)
        executor.explore(tuple(found.corpus), seconds)
        new = found.add_leads(executor.leads())
        return new > 0 or (len(explorer.corpus), len(explorer.covered)) != before


def _ending(search: EngineResult, executed: EngineResult | None, settled: bool) -> tuple[Status, str]:
    """How it all ended. A search that was cut short for the executor's sake does not say."""
    if _goes_on(search) and settled:
        return Status.COMPLETE, "every exception is triggered or proved impossible"
    if _goes_on(search) and executed and executed.status is not Status.UNSUPPORTED:
        return executed.status, executed.reason
    return search.status, search.reason


def _goes_on(search: EngineResult) -> bool:
    return search.status in (Status.COMPLETE, Status.BUDGET)
