"""The analysis of a program: build, search, confirm, report; a task per function, several at once."""

from __future__ import annotations

import platform
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from orchestrator import __version__
from orchestrator.build.prepared import prepare
from orchestrator.build.program import Bitcode, build
from orchestrator.build.targets import Target, find_sources, select
from orchestrator.build.variants import Variants, build_variants, oddities
from orchestrator.core.model import Function, FunctionReport, Module, Report
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.core.settings import Settings
from orchestrator.engines import Engine, Job
from orchestrator.engines.auto import engine_of
from orchestrator.judge.slices import analyse_slice
from orchestrator.judge.verdicts import SiteIndex, verdicts
from orchestrator.native.runner import Stop

# Told after each function and while engines run: what there is so far.
Watcher = Callable[["Analysis"], None]


@dataclass
class Analysis:
    """An analysis under way. `report` can be asked for at any time."""

    sources: tuple[Path, ...]
    flags: tuple[str, ...]
    settings: Settings
    command: tuple[str, ...]
    watcher: Watcher = lambda _: None
    engine: Engine | None = None  # None: the one that the settings name
    stop: Stop = field(default_factory=Stop)
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    modules: list[Module] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    done: dict[tuple[int, str], FunctionReport] = field(default_factory=dict)
    runs: dict[tuple[int, str], int] = field(default_factory=dict)
    total: int = 0

    def run(self) -> Report:
        """Analyse everything. `stop.request()` ends the engines; what they found is still confirmed."""
        with scratch_folder("program", PROGRAM) as folder:
            programs = self._build(folder)
            targets = select(self.modules, self.settings.functions)
            self.total = len(targets)
            engines = []
            for number, (bitcode, variants) in enumerate(programs):
                called = [target.function for target in targets if target.module == number]
                self.notes += oddities(bitcode.module, called, variants)
                engines.append(self._engine(bitcode, called, variants))
            with ThreadPoolExecutor(self.settings.workers) as pool:
                futures = {
                    pool.submit(self._analyse, programs[t.module][1], engines[t.module], t) for t in targets
                }
                self._collect(futures)
            return self.report()

    def report(self) -> Report:
        return Report(
            tool_version=__version__,
            command=self.command,
            seed=self.settings.seed,
            machine=f"{platform.machine()} {platform.system()}",
            sources=tuple(source for module in self.modules for source in module.sources),
            flags=self.flags,
            settings=self.settings.as_dict(),
            started=self.started.isoformat(timespec="seconds"),
            seconds=(datetime.now(UTC) - self.started).total_seconds(),
            fast_math=any(module.fast_math for module in self.modules),
            functions=tuple(report for _, report in sorted(self.done.items(), key=_source_order)),
            interrupted=self.stop.requested,
            notes=tuple(self.notes),
        )

    def _build(self, folder: Path) -> list[tuple[Bitcode, Variants]]:
        programs = []
        for number, bitcode in enumerate(find_sources(self.sources, self.flags, folder, self.notes, build)):
            place = folder / f"variants{number}"
            place.mkdir()
            programs.append((bitcode, build_variants(bitcode, place, loop_bound=self.settings.loop_bound)))
        self.modules = [bitcode.module for bitcode, _ in programs]
        return programs

    def _engine(self, bitcode: Bitcode, functions: list[Function], variants: Variants) -> Engine:
        if self.engine:
            return self.engine
        name, bound = self.settings.engine, self.settings.loop_bound
        folder = variants.probe.parent
        prepared = prepare(bitcode, functions, folder, traced=name != "search", loop_bound=bound)
        if prepared.problem:
            self.notes.append(prepared.problem)
        return engine_of(name, prepared)

    def _analyse(self, variants: Variants, engine: Engine, target: Target) -> None:
        module, function = self.modules[target.module], target.function
        key = target.module, function.symbol

        def progress(runs: int) -> None:
            self.runs[key] = runs

        found = analyse_slice(engine, Job(module, variants, function, self.settings, self.stop, progress))
        findings = found.findings
        if len(self.modules) > 1:  # programs side by side may have functions of one name
            program_name = Path(module.sources[0]).stem
            findings = tuple(replace(f, id=f"{program_name}:{f.id}") for f in findings)
        result = FunctionReport(
            function=function,
            status=found.status,
            reason=found.reason,
            seconds=found.seconds,
            runs=found.runs,
            crashes=found.crashes,
            findings=findings,
            unconfirmed=found.unconfirmed,
            exploration=found.exploration,
        )
        self.done[key] = verdicts(result, SiteIndex(module.sites), found.proofs)

    def _collect(self, futures: set[Future[None]]) -> None:
        """Wait for all; errors of ours surface here, and end what is still running."""
        try:
            while futures:
                finished, futures = wait(futures, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in finished:
                    future.result()
                self.watcher(self)
        except BaseException:
            self.stop.request()
            raise


def _source_order(item: tuple[tuple[int, str], FunctionReport]) -> tuple[int, str, int, str]:
    (module, symbol), report = item
    return module, report.function.place.file, report.function.place.line, symbol
