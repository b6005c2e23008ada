"""RUN, as commands take it: a store, a report written by --json, or the folder of a project that was run, or
of the store that `analyze` kept."""

from __future__ import annotations

import difflib
import os
import shlex
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.campaign.part import store_in, store_path
from orchestrator.core.errors import UserError
from orchestrator.core.model import Finding, Function, Report
from orchestrator.project.description import COMMANDS, FILE, Project, load_project
from orchestrator.project.trust import check_flags
from orchestrator.reports.baseline import is_baseline, load_baseline
from orchestrator.reports.identity import Comparable, identify
from orchestrator.reports.load import is_store, load_report
from orchestrator.reports.suppressions import suppress
from orchestrator.reports.wording import printable

RUN_HELP = "a store, a report.json, or the folder of a project or a store"


@dataclass(frozen=True)
class Location:
    """Where a run's results are."""

    name: str  # as the user says it
    file: Path  # a store, or a report
    project: Project | None = None  # if it was named by its project


@dataclass(frozen=True)
class LoadedRun:
    location: Location
    report: Report
    trust: bool = False  # what it says may run code

    @property
    def project(self) -> Project | None:
        """Runs of projects note the project's file. None: the run was of files, or the project is gone."""
        if self.location.project:
            return replace(self.location.project, trusted=self.trust)
        file = self.report.settings.get("project")
        if not isinstance(file, str) or not os.path.exists(file):
            return None
        return replace(load_project(Path(file)), trusted=self.trust, unasked=not self.trust)


@dataclass(frozen=True)
class Replay:
    """What it takes to run a finding's input again."""

    finding: Finding
    function: Function
    sources: tuple[str, ...]  # where they are now
    flags: tuple[str, ...]
    project: Project | None = None  # if there is one, it says how the program is built and called


def locate(name: str, loop_bound: int | None = None) -> Location:
    """Find a run without reading it. The loop bound chooses among the runs of a project."""
    path = Path(name)
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}", f"RUN is {RUN_HELP}") from error
    if not is_folder and path.name not in (FILE, COMMANDS):
        return Location(name, path)
    if is_folder and store_in(path, loop_bound).exists():
        return Location(name, store_in(path, loop_bound))
    project = load_project(path)
    file = store_path(project, loop_bound)
    if not file.exists():
        bound = f" --loop-bound {loop_bound}" if loop_bound else ""
        raise UserError(f"{name} has not been run", f"`ariadne run -p {name}{bound}` does")
    return Location(name, file, project)


def load_run(name: str, loop_bound: int | None = None, trust: bool = False) -> LoadedRun:
    location = locate(name, loop_bound)
    run = LoadedRun(location, load_report(str(location.file)), trust)
    if is_store(str(location.file)):  # it holds all findings, also accepted ones
        return replace(run, report=suppress_in(run.report, run.project))
    return run


def known_findings(name: str) -> Sequence[Comparable]:
    """Of a baseline, or of an earlier run."""
    path = Path(name)
    if is_baseline(path) or not path.exists():
        return load_baseline(path)
    return identify(load_run(name).report)


def suppress_in(report: Report, project: Project | None) -> Report:
    """The report less what the project's file and comments in its sources accept."""
    if project is None or project.given:
        return suppress(report)
    return suppress(report, project.suppressions, str(project.root), str(project.file))


def load_finding(name: str, finding_id: str, trust: bool = False) -> Replay:
    return pick_finding(load_run(name, trust=trust), finding_id)


def pick_finding(run: LoadedRun, finding_id: str) -> Replay:
    """Look up a finding by its id."""
    known = {finding.id: (f.function, finding) for f in run.report.functions for finding in f.findings}
    if finding_id not in known:
        near = difflib.get_close_matches(finding_id, known, n=3, cutoff=0.4) or list(known)[:3]
        hint = f"nearest: {', '.join(near)}" if near else "the report has no findings"
        raise UserError(f"{run.location.name} has no finding '{finding_id}'", hint)
    function, finding = known[finding_id]
    return Replay(finding, function, sources_of(run, function), flags_of(run), run.project)


def flags_of(run: LoadedRun) -> tuple[str, ...]:
    """For the compiler. Whoever wrote a report wrote them, too: they are shown, and not all are believed."""
    flags = run.report.flags
    if flags and run.project is None:
        print(f"flags of {run.location.name}: {shlex.join(map(printable, flags))}", file=sys.stderr)
        if not run.trust:
            check_flags(flags, lambda _: str(run.location.file))
    return flags


def sources_of(run: LoadedRun, function: Function) -> tuple[str, ...]:
    """The files of a function's program; from elsewhere, the same name beside the report may be it."""

    def found(source: str) -> str:
        beside = os.path.join(os.path.dirname(run.location.file), source)
        return beside if not os.path.exists(source) and os.path.exists(beside) else source

    return tuple(found(source) for source in function.sources)


def require_store(location: Location) -> Path:
    if not is_store(str(location.file)):
        raise UserError(f"{location.name} is not a store", "`ariadne run` makes one")
    return location.file
