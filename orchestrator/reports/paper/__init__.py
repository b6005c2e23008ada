"""The tables and figures of the paper's evaluation, for any run: pure functions of its report.

Where numbers of others are given, they stand beside ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from orchestrator.core.model import Kind, Report
from orchestrator.reports.paper.avoidable import avoidable
from orchestrator.reports.paper.bounds import bounds, by_bound
from orchestrator.reports.paper.distribution import functions, kinds, overview
from orchestrator.reports.paper.lists import (
    exceptions,
    inconsistencies,
    published_exceptions,
    published_inconsistencies,
)
from orchestrator.reports.paper.published import Published
from orchestrator.reports.paper.table import Table

NAMES = ("overview", "kinds", "functions", "divbyzero", "invalid", "bounds", "avoidable", "inconsistencies")


def tables(
    report: Report,
    sweep: Sequence[Report] = (),
    theirs: Published | None = None,
    names: Sequence[str] = NAMES,
) -> list[Table]:
    """The tables of these names. `sweep`: further runs, at other loop bounds. Each note is said once."""
    builders: dict[str, Callable[[], list[Table]]] = {
        "overview": lambda: [overview(report, theirs)],
        "kinds": lambda: [kinds(report, theirs)],
        "functions": lambda: [functions(report, theirs)],
        "divbyzero": lambda: _exceptions(report, Kind.DIVBYZERO, "Divisions by zero (Table 3)", theirs),
        "invalid": lambda: _exceptions(report, Kind.INVALID, "Invalid operations (Table 4)", theirs),
        "bounds": lambda: [bounds(by_bound([report, *sweep]), theirs)],
        "avoidable": lambda: [avoidable(report, theirs)],
        "inconsistencies": lambda: [
            inconsistencies(report),
            *([published_inconsistencies(report, theirs)] if theirs else []),
        ],
    }
    result: list[Table] = []
    said: set[str] = set()
    for table in (table for name in names for table in builders[name]()):
        notes = table.notes
        if theirs and any("theirs" in column for column in table.columns):
            notes += (f"theirs: {theirs.source}",)
        result.append(replace(table, notes=tuple(note for note in notes if note not in said)))
        said.update(notes)
    return result


def _exceptions(report: Report, kind: Kind, title: str, theirs: Published | None) -> list[Table]:
    beside = [published_exceptions(report, kind, theirs)] if theirs else []
    return [exceptions(report, kind, title), *beside]
