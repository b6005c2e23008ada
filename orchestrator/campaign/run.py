"""A run of a project: build it, go on where the last run was, give out slices until the budget is spent."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from orchestrator.build.programs import build_programs
from orchestrator.build.project_selection import chosen_of
from orchestrator.campaign.part import Part, open_part, store_path
from orchestrator.campaign.workers import Workers
from orchestrator.core.globs import name_matches
from orchestrator.core.model import Report
from orchestrator.core.settings import Settings
from orchestrator.native.runner import Stop
from orchestrator.project.description import Project
from orchestrator.reports.sidebyside import side_by_side
from orchestrator.store import Counts, RunState
from orchestrator.store.lock import StoreLock


@dataclass
class ProjectRun:
    """A run under way; `stop` may be requested from a signal handler."""

    project: Project
    settings: Settings
    command: tuple[str, ...]
    workers: Workers
    stop: Stop
    at_once: bool = False  # each function has its budget in one slice, and nobody else's inputs
    only: tuple[str, ...] = ()  # globs of functions; empty: all
    fresh: bool = False  # forget earlier results
    watcher: Callable[[ProjectRun], None] = lambda _: None
    begun: bool = False  # there is something to report
    parts: list[Part] = field(default_factory=list)  # a program each; most often there is one
    _lock: StoreLock = field(init=False)
    _base: float = 0.0  # seconds of earlier sessions of this run
    _started: float = field(default_factory=time.monotonic)
    _runs: int = 0  # of slices that were recorded
    _done: set[tuple[Path, str]] = field(default_factory=set)  # functions that had a slice in this session

    def __post_init__(self) -> None:
        self._lock = StoreLock(store_path(self.project, self.settings.loop_bound))

    def run(self) -> None:
        self._open()
        self.begun = True
        while not self.stop.requested:
            planned = [(part, part.planned(partial(self._is_wanted, part))) for part in self.parts]
            if not any(rows for _, rows in planned):
                break
            tasks = chain.from_iterable(part.tasks(rows) for part, rows in planned)
            of_program = {part.program: part for part in self.parts}
            for done in self.workers.results(tasks, lambda: self.stop.requested):
                if done:
                    task, result = done
                    of_program[task.program].store.record(task.symbol, result, self.elapsed)
                    self._runs += result.runs
                    self._done.add(task.key)
                self.watcher(self)
        for part in self.parts:
            state = RunState.INTERRUPTED if self.stop.requested else RunState.COMPLETE
            part.store.set_meta("state", state.value)
            part.store.set_meta("elapsed", self.elapsed)

    def close(self) -> None:
        self.workers.close()
        for part in self.parts:
            part.store.close()
        self._lock.release()

    def report(self) -> Report:
        """What there is so far. Of a project each unknown verdict is only counted: a library has millions."""
        return side_by_side([part.store.report(brief=not self.project.given) for part in self.parts])

    def counts(self) -> Counts:
        return Counts(*map(sum, zip(*(astuple(part.store.counts()) for part in self.parts), strict=True)))

    @property
    def kept(self) -> int:
        """Functions whose results are those of an earlier run."""
        return sum(part.kept for part in self.parts)

    @property
    def runs(self) -> int:
        """Made in this session; of slices under way, those that are known of."""
        return self._runs + sum(self.workers.under_way.copy().values())

    @property
    def elapsed(self) -> float:
        return self._base + self.session

    @property
    def session(self) -> float:
        """Seconds since this run was begun, or begun again."""
        return time.monotonic() - self._started

    def _is_wanted(self, part: Part, symbol: str) -> bool:
        if self.at_once and (part.program, symbol) in self._done:
            return False  # that was its slice, however it ended
        return not self.only or name_matches(symbol, self.only)

    def _open(self) -> None:
        programs, notes = build_programs(self.project)
        for program, chosen in zip(programs, chosen_of(programs), strict=True):
            self.parts.append(
                open_part(program, chosen, self.settings, self.at_once, self.command, notes, self.fresh)
            )
            notes = []  # they are told once
        if self.kept:
            self._base = self.parts[0].store.meta().get("elapsed", 0.0)
