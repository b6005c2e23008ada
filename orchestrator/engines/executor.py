"""The executor: explores the paths of the trace variant, with solvers for the flips (concolic execution)."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache

from orchestrator.build.flow import Coverage, Flow
from orchestrator.build.prepared import Prepared
from orchestrator.core import log
from orchestrator.core.model import Crash, Function, Kind, Lead, Module, Status, Target
from orchestrator.core.settings import Settings
from orchestrator.engines import EngineResult, Job
from orchestrator.engines.exploration.conclusions import pair_number, pair_of, proofs_of, summary
from orchestrator.engines.exploration.explorer import Behind, Ending, Explorer, Limits
from orchestrator.native.runner import Stop
from orchestrator.native.tracer import Stopped, Tracer
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_buffer, input_values
from orchestrator.solvers.chain.chain import Chain
from orchestrator.solvers.chain.standard import chain

_NO_CLOCK = 600.0  # seconds, when a number of runs is given
_SEEDS = 48  # inputs of a search that are traced; the first of them say most
_ATTEMPTS = 40  # inputs that are tried when nobody knows one that counts
_NUMBERS = (0.0, 1.0, 2.0, -1.0, 0.5, 10.0, -0.5, 3.0, 100.0, 0.25, 1e-3, 1e3, -2.0, -10.0)


class Executor:
    """An exploration of one function that can go on, a while at a time."""

    def __init__(
        self,
        module: Module,
        function: Function,
        settings: Settings,
        explorer: Explorer,
        solver_counts: Callable[[], tuple[int, int]] = lambda: (0, 0),
        flow: Flow | None = None,
    ) -> None:
        self.module, self.function, self.settings, self.explorer = module, function, settings, explorer
        self._solver_counts, self._flow = solver_counts, flow
        self.ending: Ending | None = None  # how the last exploration ended
        self.seconds = 0.0

    @property
    def is_done(self) -> bool:
        """Nothing is left to ask about."""
        return self.ending is Ending.NOTHING_LEFT

    def explore(self, seeds: Sequence[bytes], seconds: float) -> None:
        started = time.monotonic()
        limits = Limits(seconds, self.settings.query_seconds, _queries(self.settings))
        try:
            self.ending = self.explorer.explore(self._starts(seeds), limits)
        except Stopped:
            self.ending = Ending.STOPPED
        took = time.monotonic() - started
        self.seconds += took
        log.took(took, "explore", self.function.name, f"({self.explorer.runs:,} runs so far)")

    def _starts(self, seeds: Sequence[bytes]) -> Iterator[bytes]:
        """Inputs to trace: the best that are known, or any one that counts."""
        yield from list(dict.fromkeys(seeds))[:_SEEDS]
        if not self.explorer.tree.paths:
            for data in first_inputs(self.function):
                yield data
                if self.explorer.tree.paths:
                    return

    def leads(self) -> tuple[Lead, ...]:
        """Of the function's own targets: what a set-up raises is in its traces, too."""
        targets = set(self.module.targets(self.function))
        leads = (
            Lead(*pair_of(number, self.module.sites), data, first)
            for number, (data, first) in sorted(self.explorer.triggered.items())
        )
        return tuple(lead for lead in leads if lead.target in targets)

    def crashes(self) -> tuple[Crash, ...]:
        found: dict[str, Crash] = {}
        for (reason, data), n in self.explorer.crashes.items():
            if reason in found:
                found[reason] = Crash(reason, found[reason].inputs, found[reason].count + n)
            else:
                found[reason] = Crash(reason, input_values(self.function, data), n)
        return tuple(found.values())

    def result(self) -> EngineResult:
        explorer = self.explorer
        ending = self.ending or Ending.NOTHING_EXPLORED
        status, reason = Status.COMPLETE if self.is_done else Status.BUDGET, ending.value
        if explorer.stopped():
            status, reason = Status.INTERRUPTED, Ending.STOPPED.value
        elif explorer.runs and not explorer.tree.paths:
            status, reason = Status.UNSUPPORTED, "no input was found that satisfies the assumptions"
        return EngineResult(
            leads=self.leads(),
            crashes=self.crashes(),
            runs=explorer.runs,
            seconds=self.seconds,
            status=status,
            reason=reason,
            corpus=tuple(explorer.corpus),
            proofs=proofs_of(explorer, self.module.sites),
            exploration=summary(
                explorer, self._solver_counts(), self.coverage(), "" if self.is_done else reason
            ),
        )

    def coverage(self) -> Coverage:
        return self._flow.coverage(self.explorer.covered) if self._flow else Coverage((0, 0), (0, 0), (0, 0))


@contextmanager
def open_executor(
    module: Module,
    prepared: Prepared,
    function: Function,
    settings: Settings,
    stop: Stop,
    settled: Collection[Target],
) -> Iterator[Executor]:
    """An executor at its beginning. `settled`: exceptions that are triggered or excluded already."""
    assert prepared.trace, "it must be traced"
    flow = Flow(prepared.trace.blocks, function.symbol)
    solver = chain()
    with Tracer(prepared.trace.library, function, settings, stop) as tracer:
        explorer = Explorer(
            function,
            tracer,
            solver,
            wanted_pairs(module, function, settled),
            settings.strategy,
            _reach(flow),
            flow.decisions,
            lambda: stop.requested,
            flow.opaque,
        )
        if settings.loop_bound is not None:
            explorer.obstacles[f"loops are cut after {settings.loop_bound} rounds"] += 1
        yield Executor(module, function, settings, explorer, lambda: _ariadne(solver), flow)


def _reach(flow: Flow) -> Callable[[int, int], Behind | None]:
    @cache
    def behind(branch: int, truth: int) -> Behind | None:
        found = flow.behind(branch, truth)
        if found is None:
            return None
        sites, decisions = found
        return Behind(frozenset(len(Kind) * site + n for site in sites for n in range(len(Kind))), decisions)

    return behind


def _ariadne(solver: Chain) -> tuple[int, int]:
    """Queries that Z3 left unknown, and those of them that Ariadne's own algorithm decided. As in the paper,
    that no reals solve it is a decision, of the path that is given up, though no proof."""
    own = solver.statistics.solvers.get("ariadne")
    return (own.asked, own.sat + own.unsat + own.over_reals) if own else (0, 0)


class ExecutorAlone:
    """The executor as an engine, without a search."""

    name = "executor"

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared

    def run(self, job: Job) -> EngineResult:
        settings = job.settings
        proofs = self._prepared.proofs.get(job.function.symbol, {})
        with open_executor(job.module, self._prepared, job.function, settings, job.stop, proofs) as executor:
            executor.explore(job.seeds, _NO_CLOCK if settings.runs else settings.budget)
            result = executor.result()
        job.progress(result.runs)
        return replace(result, proofs={**result.proofs, **proofs})


def wanted_pairs(module: Module, function: Function, settled: Collection[Target]) -> set[int]:
    return {pair_number(module.site(site), kind) for site, kind in module.targets(function, settled)}


def first_inputs(function: Function) -> Iterator[bytes]:
    """Plain numbers that lie in the ranges; then the ranges' ends."""
    numbers: list[tuple[float, ...]] = [(number,) * len(function.inputs) for number in _NUMBERS]
    numbers += [_NUMBERS[n:] + _NUMBERS[:n] for n in range(1, len(_NUMBERS))]
    for row in numbers[:_ATTEMPTS]:
        raws = []
        for rank, leaf in enumerate(function.inputs):
            number = row[rank % len(row)]
            low, high = leaf.range or (-float("inf"), float("inf"))
            number = min(max(number, low), high)
            if not floats.is_float(leaf.cls):
                least, most = (0, 1) if leaf.cls == "bool" else floats.limits(leaf.cls)
                number = min(max(int(number), least), most)
            raws.append(floats.encode(leaf.cls, number))
        yield input_buffer(function, raws)


def _queries(settings: Settings) -> int:
    """With a number of runs the clock does not count; then so many questions stand for them."""
    return 40 if settings.runs else 0
