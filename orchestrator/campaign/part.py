"""One program of a run: what is built of it, its store, and the slices that are to be done."""

from __future__ import annotations

import hashlib
import json
import platform
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from orchestrator import __version__
from orchestrator.build.prepared import Prepared
from orchestrator.build.programs import Program
from orchestrator.build.project_selection import Excluded, notes_of
from orchestrator.build.project_variants import native_hashes, prepared_of, variants_of
from orchestrator.build.variants import Variants, oddities
from orchestrator.campaign.schedule import Budget, budget_of, next_slices, slice_settings
from orchestrator.campaign.workers import Task, save_program
from orchestrator.core.model import Function
from orchestrator.core.records import to_plain
from orchestrator.core.settings import Settings
from orchestrator.project.description import Project
from orchestrator.store import Entry, Planned, RunState, Store, unpack_corpus

_RELATIVES = 8  # functions whose inputs are tried, too
_SEEDS = 2048


def store_path(project: Project, loop_bound: int | None = None) -> Path:
    return store_in(project.build, loop_bound)


def store_in(folder: Path, loop_bound: int | None = None) -> Path:
    return folder / ("run.sqlite" if loop_bound is None else f"run-bound{loop_bound}.sqlite")


@dataclass(frozen=True)
class Part:
    project: Project
    settings: Settings
    budget: Budget
    store: Store
    kept: int  # functions whose results are those of an earlier run

    @property
    def program(self) -> Path:
        """The file that workers read."""
        return self.project.build / "program.json"

    def planned(self, wanted: Callable[[str], bool]) -> list[Planned]:
        """What is to be done next of the functions with these symbols; nothing if all is done."""
        rows = [row for row in self.store.planned() if wanted(row.symbol)]
        if not rows:
            histories = [h for h in self.store.histories() if wanted(h.function.symbol)]
            rows = next_slices(histories, self.budget)
            self.store.plan(rows)
        return rows

    def tasks(self, planned: Sequence[Planned]) -> Iterator[Task]:
        histories = {history.function.symbol: history for history in self.store.histories()}
        # A slice that is to find all by itself starts from nothing, also if others were done before.
        seeds = None if self.budget.at_once else _Seeds(self.store, [h.function for h in histories.values()])
        for row in planned:
            history = histories[row.symbol]
            settings = slice_settings(self.settings, row, self.budget, history.slices)
            starts = seeds.of(history.function) if seeds else ()
            yield Task(self.program, row.symbol, settings, starts, self.store.known(row.symbol))


def open_part(
    program: Program,
    chosen: tuple[list[Function], list[Excluded]],
    settings: Settings,
    at_once: bool,
    command: Sequence[str],
    notes: Sequence[str],
    fresh: bool,
) -> Part:
    """Build what engines need of a program, and bring its store up to date."""
    project, bitcode = program.project, program.bitcode
    targets, excluded = chosen
    variants = variants_of(project, bitcode, settings.loop_bound)
    prepared = prepared_of(project, bitcode, targets, settings.engine != "search", settings.loop_bound)
    budget = budget_of(settings, at_once, traced=prepared.trace is not None)
    store = Store.create(store_path(project, settings.loop_bound), fresh)
    key = _Keys(program, settings, budget)
    entries = [Entry(function, key.of(function)) for function in targets]
    entries += [Entry(e.function, key.of(e.function), e.reason) for e in excluded]
    before = store.meta()
    meta = {
        "tool": __version__,
        "project": project.name,
        "command": command,
        "seed": settings.seed,
        "machine": f"{platform.machine()} {platform.system()}",
        "sources": bitcode.module.sources,
        "flags": project.flags,
        "settings": settings.as_dict() | ({} if project.given else {"project": str(project.file.resolve())}),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "fast_math": bitcode.module.fast_math,
        "notes": [*notes, *_notes(program, targets, variants, prepared)],
        "state": RunState.RUNNING.value,
    }
    kept = store.begin(meta, entries, bitcode.module.sites)
    if kept and "started" in before:  # it goes on, or adds to, what was begun then
        store.set_meta("started", before["started"])
    part = Part(project, settings, budget, store, kept)
    save_program(part.program, bitcode.module, variants, prepared)
    return part


def _notes(
    program: Program, targets: Sequence[Function], variants: Variants, prepared: Prepared
) -> list[str]:
    module = program.bitcode.module
    odd = [prepared.problem] if prepared.problem else []
    return [*notes_of(program.project, module), *oddities(module, targets, variants), *odd]


class _Keys:
    """What the results for a function depend on. More budget adds to them; it does not change them, unless
    a function has it all at once."""

    def __init__(self, program: Program, settings: Settings, budget: Budget) -> None:
        setup = program.project.setup
        ignored = replace(settings, functions=(), jobs=0, budget=settings.budget if budget.at_once else 0.0)
        closures = [f.closure for f in program.bitcode.module.functions if f.symbol in setup]
        self._common = [setup, *closures, to_plain(ignored), *native_hashes()]

    def of(self, function: Function) -> str:
        own = [function.closure, function.symbol, function.signature, to_plain(function.domain)]
        return hashlib.sha256(json.dumps([*own, *self._common]).encode()).hexdigest()


class _Seeds:
    """What searches start from: inputs of before the round, so that the order in which its results come
    changes nothing."""

    def __init__(self, store: Store, functions: Sequence[Function]) -> None:
        self._corpora = store.corpora()
        self._relatives = _relatives(functions)

    def of(self, function: Function) -> tuple[bytes, ...]:
        family = [function.symbol, *self._relatives[function.symbol]]
        inputs = (unpack_corpus(self._corpora.get(member), function.input_size) for member in family)
        return tuple(dict.fromkeys(chain.from_iterable(inputs)))[:_SEEDS]


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
