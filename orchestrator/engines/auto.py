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
from orchestrator.engines.executor import Executor, ExecutorAlone, open_executor
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
    return ExecutorAlone(prepared) if name in ("executor", "concolic") else Auto(prepared)


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
        if job.settings.runs or not job.settings.executor_share:
            return self._search.run(job)
        return _Both(job, self._prepared, self._search, self._opening).run()


class _Both:
    """Search and executor on one function, by turns."""

    def __init__(self, job: Job, prepared: Prepared, search: Engine, opening: Open) -> None:
        self._job = job
        self._prepared = prepared
        self._engine = search
        self._opening = opening
        self._started = time.monotonic()
        self._found = _Gathered(dict(prepared.proofs.get(job.function.symbol, {})))
        self._last: EngineResult  # of the search before

    def run(self) -> EngineResult:
        settings = self._job.settings
        # A search that stalls gives the rest of its share back.
        self._search(1 - settings.executor_share, self._job.seeds)
        executed, trouble = None, ""
        if _goes_on(self._last) and self._left() > 0 and not self._is_settled():
            try:
                executed = self._execute()
                # Crashes are told by the search if it saw any: it knows better why a run ended.
                self._found.add(replace(executed, crashes=() if self._found.crashes else executed.crashes))
                self._found.proofs.update(executed.proofs)
            except InternalError as problem:  # what the search found stays found
                trouble = f"; the executor failed: {problem.message}"
        return self._result(executed, trouble)

    def _search(self, share: float, starts: Sequence[bytes]) -> None:
        """Search for a share of the budget; the runs that are told add up over all searches."""
        job, before = self._job, self._found.runs
        settings = replace(job.settings, budget=share * job.settings.budget)
        self._last = self._engine.run(
            replace(job, settings=settings, progress=lambda runs: job.progress(before + runs), seeds=starts)
        )
        self._found.add(self._last)

    def _execute(self) -> EngineResult:
        """Rounds of the executor; a search follows each that brought something new."""
        job, found = self._job, self._found
        settled = {*found.leads, *found.proofs}
        with self._opening(
            job.module, self._prepared, job.function, job.settings, job.stop, settled
        ) as executor:
            while not executor.is_done and (seconds := self._round_seconds(executor)) > 0:
                moved = self._explore(executor, seconds)
                if self._is_settled():
                    break
                if moved and self._left() > 0:
                    self._search(_NEXT_SEARCH, [*executor.explorer.corpus, *found.corpus])
            return executor.result()

    def _explore(self, executor: Executor, seconds: float) -> bool:
        """Did the executor find something that is worth another search, or another round?"""
        explorer = executor.explorer
        before = len(explorer.corpus), len(explorer.covered)
        executor.explore(tuple(self._found.corpus), seconds)
        new = self._found.add_leads(executor.leads())
        return new > 0 or (len(explorer.corpus), len(explorer.covered)) != before

    def _left(self) -> float:
        """Seconds of the budget; none once the user stops it."""
        if self._job.stop.requested:
            return 0.0
        return self._job.settings.budget - (time.monotonic() - self._started)

    def _round_seconds(self, executor: Executor) -> float:
        budget, share = self._job.settings.budget, self._job.settings.executor_share
        return min(self._left(), _EXECUTOR * budget, share * budget - executor.seconds)

    def _is_settled(self) -> bool:
        return self._found.is_settled(self._job.module, self._job.function)

    def _result(self, executed: EngineResult | None, trouble: str) -> EngineResult:
        found = self._found
        status, reason = _ending(self._last, executed, self._is_settled())
        return EngineResult(
            leads=tuple(found.leads.values()),
            crashes=tuple(found.crashes.values()),
            runs=found.runs,
            seconds=time.monotonic() - self._started,
            status=Status.INTERRUPTED if self._job.stop.requested else status,
            reason=reason + trouble,
            corpus=tuple(found.corpus),
            proofs=found.proofs,
            exploration=executed.exploration if executed else None,
        )


def _ending(search: EngineResult, executed: EngineResult | None, settled: bool) -> tuple[Status, str]:
    """How it all ended. A search that was cut short for the executor's sake does not say."""
    if _goes_on(search) and settled:
        return Status.COMPLETE, "every exception is triggered or proved impossible"
    if _goes_on(search) and executed and executed.status is not Status.UNSUPPORTED:
        return executed.status, executed.reason
    return search.status, search.reason


def _goes_on(search: EngineResult) -> bool:
    return search.status in (Status.COMPLETE, Status.BUDGET)
