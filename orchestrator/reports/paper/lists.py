"""Findings one by one: divisions by zero and invalid operations (Tables 3 and 4), and results that are
infinite or NaN while the status says success (Table 5 of fpod)."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Hashable, Iterable

from orchestrator.core.model import Kind, Place, Report
from orchestrator.core.settings import StatusConvention
from orchestrator.judge.classify import status_code
from orchestrator.numbers import floats
from orchestrator.reports.counts import Found, count, found, location, of_kinds
from orchestrator.reports.paper.published import Example, Published
from orchestrator.reports.paper.table import Cell, Table
from orchestrator.reports.wording import assignments, counted, number


def exceptions(report: Report, kind: Kind, title: str) -> Table:
    """A row for each location: the most telling of its findings, and how many functions reach it."""
    findings = of_kinds(found(report), {kind})
    groups: dict[Hashable, list[Found]] = defaultdict(list)
    for each in findings:
        groups[location(each[1])].append(each)
    place = _Places(report)
    chosen = sorted(((min(group, key=_telling), len(group)) for group in groups.values()), key=_listing)
    rows = tuple(
        (
            function.name,
            place.name(finding.site.place),
            finding.text or finding.site.opcode,
            assignments(finding.inputs),
            "yes" if finding.first else "no",
            finding.judgement.consequence.value if finding.judgement else None,
            reached,
        )
        for (function, finding), reached in chosen
    )
    columns = ("function", "place", "operation", "inputs", "first", "consequence", "reached from")
    notes = (
        f"{kind.label}: {count(findings)}, as [locations, pairs]",
        "reached from: how many functions raise it",
    )
    return Table(kind.value, title, columns, rows, notes)


def published_exceptions(report: Report, kind: Kind, theirs: Published) -> Table:
    """Their examples, and what we have of that kind in the same function."""
    ours = of_kinds(found(report), {kind})
    rows = tuple(
        (example.function, example.line, example.inputs, _ours(ours, example))
        for example in theirs.examples.get(kind, ())
    )
    return Table(
        f"{kind.value}-theirs",
        f"{kind.label.capitalize()}: examples of {theirs.source}",
        ("function", "line", "inputs", "ours in this function"),
        rows,
        ("Lines are those of the source that they analysed.",),
    )


def inconsistencies(report: Report) -> Table:
    """A row for each function whose status says success while a result is infinite or NaN."""
    by_function: dict[tuple[str, str], list[Found]] = defaultdict(list)
    for function, finding in _inconsistent(report):
        by_function[function.place.file, function.symbol].append((function, finding))
    place = _Places(report)
    rows = []
    for group in by_function.values():
        function, finding = min(group, key=_telling)
        outputs = [value for value in finding.results[1:] if floats.is_float(value.cls)]
        status, *_ = finding.results
        rows.append(
            (
                function.name,
                assignments(finding.inputs),
                number(status),
                assignments(outputs),
                f"{finding.kind.label} in {finding.text or finding.site.opcode}",
                place.name(finding.site.place),
                len({tuple(value.raw for value in each.inputs) for _, each in group}),
            )
        )
    rows.sort(key=lambda row: str(row[0]))
    columns = ("function", "inputs", "status", "results", "exception", "place", "inputs known")
    notes = ["The status says success, and a floating-point result is infinite or NaN."]
    if _convention(report).returns == "never":
        notes.append("This run had no status convention, so no return value is a status (option --status).")
    return Table(
        "inconsistencies",
        "Success reported, result infinite or NaN (Table 5 of fpod)",
        columns,
        tuple(rows),
        tuple(notes),
    )


def published_inconsistencies(report: Report, theirs: Published) -> Table:
    ours = list(_inconsistent(report))
    rows = tuple(
        (example.function, example.inputs, example.results, _ours(ours, example))
        for example in theirs.inconsistencies
    )
    return Table(
        "inconsistencies-theirs",
        f"Success reported, result infinite or NaN: examples of {theirs.inconsistencies_source}",
        ("function", "inputs", "status, val, err", "ours in this function"),
        rows,
    )


def _inconsistent(report: Report) -> Iterable[Found]:
    convention = _convention(report)
    for function, finding in found(report):
        infinite = any(
            floats.is_float(value.cls) and not floats.is_finite(value.cls, value.raw)
            for value in finding.results
        )
        if infinite and status_code(function, finding, convention) in convention.success:
            yield function, finding


def _convention(report: Report) -> StatusConvention:
    settings = report.settings.get("status")
    if not isinstance(settings, dict):
        return StatusConvention()
    return StatusConvention(settings["returns"], tuple(settings["functions"]), tuple(settings["success"]))


def _ours(findings: Iterable[Found], example: Example) -> Cell:
    """How many there are in the function of the example, with one of them."""
    same = [finding for function, finding in findings if function.name == example.function]
    if not same:
        return "none"
    return f"{counted(len(same), 'finding')}, e.g. {assignments(same[0].inputs)}"


def _telling(each: Found) -> tuple[object, ...]:
    """Which of several findings to show: one that comes first, in the function called itself, that hurts."""
    function, finding = each
    inside = finding.site.function in (function.symbol, function.name)
    return not finding.first, not inside, finding.rank, function.name, function.place.file, finding.id


def _listing(item: tuple[Found, int]) -> tuple[object, ...]:
    """The worst first, then by place."""
    (function, finding), _ = item
    place = finding.site.place
    return finding.rank, place.file, place.line, place.column, finding.site.id, function.name


class _Places:
    """Places as file:line:column, with the folders left out that all files share."""

    def __init__(self, report: Report) -> None:
        files = {f.function.place.file for f in report.functions}
        files |= {finding.site.place.file for _, finding in found(report)}
        folders = {os.path.dirname(file) for file in files if file}
        mixed = len({os.path.isabs(folder) for folder in folders}) != 1
        self.common = "" if mixed else os.path.commonpath(folders)

    def name(self, place: Place) -> str:
        if not place.file:
            return "<unknown>"
        file = os.path.relpath(place.file, self.common) if self.common else place.file
        return file if place.line == 0 else f"{file}:{place.line}:{place.column}"
