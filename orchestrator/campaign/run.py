"""A run of a project: build it, go on where the last run was, give out slices until the budget is spent."""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from orchestrator import __version__
from orchestrator.build.parts import file_hash
from orchestrator.build.prepared import Prepared
from orchestrator.build.program import Bitcode
from orchestrator.build.project import build_project
from orchestrator.build.project_targets import Excluded, notes_of, targets_of
from orchestrator.build.project_variants import native_tools, prepared_of, variants_of
from orchestrator.build.variants import Variants, oddities
from orchestrator.campaign.schedule import EXECUTOR, Budget, next_slices
from orchestrator.campaign.workers import Task, Workers, save_program, slice_seed
from orchestrator.core.globs import name_matches
from orchestrator.core.model import Function
from orchestrator.core.records import to_plain
from orchestrator.core.settings import Settings
from orchestrator.project.description import Project
from orchestrator.store import Entry, Planned, Store, unpack_corpus
from orchestrator.store.lock import StoreLock

_RELATIVES = 8  # functions whose inputs are tried, too
_SEEDS = 2048


def store_path(project: Project, loop_bound: int | None = None) -> Path:
    name = "run.sqlite" if loop_bound is None else f"run-bound{loop_bound}.sqlite"
    return project.build / name


@dataclass
class ProjectRun:
    """A run under way; `stop` may be set from a signal handler."""

    project: Project
    settings: Settings
    command: tuple[str, ...]
    workers: Workers
    only: tuple[str, ...] = ()  # globs of functions; empty: all
    loop_bound: int | None = None
    fresh: bool = False  # forget earlier results
    watcher: Callable[[ProjectRun], None] = lambda _: None
    stop: bool = False
    begun: bool = False  # there is something to report
    kept: int = 0  # functions whose results are those of the last run
    store: Store = field(init=False)
    _lock: StoreLock = field(init=False)
    _setup_closures: list[str] = field(default_factory=list)
    _base: float = 0.0  # seconds of earlier sessions of this run
    _started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        path = store_path(self.project, self.loop_bound)
        self.settings = replace(self.settings, loop_bound=self.loop_bound)
        self._lock = StoreLock(path)
        self.store = Store.create(path, self.fresh)

    def run(self) -> None:
        bitcode = build_project(self.project, self.project.build / "bitcode")
        variants = variants_of(self.project, bitcode, self.loop_bound)
        program = self.project.build / "program.json"
        targets, excluded = targets_of(self.project, bitcode.module)
        name = self.settings.engine
        prepared = prepared_of(self.project, bitcode, targets, name != "search", self.loop_bound)
        save_program(program, bitcode.module, variants, prepared)
        self._begin(bitcode, variants, targets, excluded, prepared)
        explores = name == "auto" and prepared.trace is not None
        budget = Budget(self.settings.budget, self.settings.runs, EXECUTOR if explores else 0.0)
        while not self.stop:
            planned = [row for row in self.store.planned() if self._wanted(row.symbol)]
            if not planned:
                histories = [h for h in self.store.histories() if self._wanted(h.function.symbol)]
                planned = next_slices(histories, budget)
                self.store.plan(planned)
            if not planned:
                break
            for done in self.workers.results(self._tasks(program, planned), lambda: self.stop):
                if done:
                    task, result = done
                    self.store.record(task.symbol, result, self.elapsed)
                self.watcher(self)
        self.store.set_meta("state", "interrupted" if self.stop else "complete")
        self.store.set_meta("elapsed", self.elapsed)

    def close(self) -> None:
        self.workers.close()
        self.store.close()
        self._lock.release()

    @property
    def elapsed(self) -> float:
        return self._base + time.monotonic() - self._started

    def _wanted(self, symbol: str) -> bool:
        return not self.only or name_matches(symbol, self.only)

    def _begin(
        self,
        bitcode: Bitcode,
        variants: Variants,
        targets: Sequence[Function],
        excluded: Sequence[Excluded],
        prepared: Prepared,
    ) -> None:
        module = bitcode.module
        self._setup_closures = [f.closure for f in module.functions if f.symbol in self.project.setup]
        entries = [Entry(function, self._key(function)) for function in targets]
        entries += [Entry(e.function, self._key(e.function), e.reason) for e in excluded]
        before = self.store.meta()
        odd = [prepared.problem] if prepared.problem else []
        self.kept = self.store.begin(
            {
                "tool": __version__,
                "project": self.project.name,
                "command": self.command,
                "seed": self.settings.seed,
                "machine": f"{platform.machine()} {platform.system()}",
                "sources": module.sources,
                "flags": self.project.flags,
                "settings": {**self.settings.as_dict(), "project": str(self.project.file.resolve())},
                "started": datetime.now(UTC).isoformat(timespec="seconds"),
                "fast_math": module.fast_math,
                "notes": [*notes_of(self.project, module), *oddities(module, targets, variants), *odd],
                "state": "running",
            },
            entries,
            module.sites,
        )
        if self.kept and "started" in before:  # it goes on, or adds to, what was begun then
            self.store.set_meta("started", before["started"])
            self._base = before.get("elapsed", 0.0)
        self._started = time.monotonic()
        self.begun = True

    def _key(self, function: Function) -> str:
        """What the results for a function depend on. More budget adds to them; it does not change them."""
        settings = replace(self.settings, functions=(), jobs=0, budget=0.0)
        parts = [function.closure, function.symbol, function.signature, to_plain(function.domain)]
        parts += [self.project.setup, *self._setup_closures]
        parts += [to_plain(settings), *map(file_hash, native_tools())]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def _tasks(self, program: Path, planned: Sequence[Planned]) -> Iterator[Task]:
        """Seeds are those of before the round, so that the order in which results come changes nothing."""
        histories = {history.function.symbol: history for history in self.store.histories()}
        functions = [history.function for history in histories.values()]
        relatives = _relatives(functions)
        corpora = self.store.corpora()
        for row in planned:
            history = histories[row.symbol]
            family = [row.symbol, *relatives[row.symbol]]
            size = history.function.input_size
            settings = replace(
                self.settings,
                budget=row.seconds or self.settings.budget,
                runs=row.runs,
                # Long loops take exact arithmetic seconds each: they must not eat up what the search has.
                classify_seconds=0.0 if row.runs else max(1.0, 2 * row.seconds),
                executor_share=row.executor,
                seed=slice_seed(self.settings.seed, row.symbol, history.slices),
            )
            seeds = [data for member in family for data in unpack_corpus(corpora.get(member), size)]
            distinct = tuple(dict.fromkeys(seeds))[:_SEEDS]
            yield Task(program, row.symbol, settings, distinct, self.store.known(row.symbol))


def _relatives(functions: Sequence[Function]) -> dict[str, list[str]]:
    """For each function those that take the same kinds of inputs and share code with it, nearest first."""
    groups: dict[tuple[str, ...], list[tuple[Function, frozenset[int]]]] = defaultdict(list)
    for function in functions:
        groups[tuple(p.cls for p in function.inputs)].append((function, frozenset(function.sites)))
    relatives = {}
    for group in groups.values():
        for function, sites in group:
            shared = [(len(sites & others), other) for other, others in group if other is not function]
            near = sorted(((n, f) for n, f in shared if n), key=lambda pair: (-pair[0], pair[1].symbol))
            relatives[function.symbol] = [other.symbol for _, other in near[:_RELATIVES]]
    return relatives
