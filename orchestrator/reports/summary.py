"""What a run of a project prints: what there is, and what to look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from orchestrator.core.model import Finding, Kind, Report, Status
from orchestrator.reports.proved import settled
from orchestrator.reports.table import avoidable_table
from orchestrator.reports.text import worst
from orchestrator.store import Counts, RunState

_WORST = 10


def summary(report: Report, kept: int = 0) -> str:
    findings = [finding for function in report.functions for finding in function.findings]
    lines = [*_functions(report, kept), *settled(report), ""]
    lines += [*kind_table(findings), "", *avoidable_table(report), ""]
    if worst_findings := worst(report, _WORST):
        lines += ["worst first:", *worst_findings, ""]
    lines += [f"note: {note}" for note in report.notes]
    return "\n".join(lines) + "\n"


def kind_table(findings: list[Finding]) -> list[str]:
    """The same findings counted in both ways, and what the columns mean."""
    rows = [("kind", "operations", "first", "with entries")]
    for kinds, name in [*(({kind}, kind.label) for kind in Kind), (set(Kind), "together")]:
        chosen = [f for f in findings if f.kind in kinds]
        pairs = {(f.site.id, f.kind) for f in chosen}
        firsts = {(f.site.id, f.kind) for f in chosen if f.first}
        rows.append((name, f"{len(pairs):,}", f"{len(firsts):,}", f"{len(chosen):,}"))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    places = len({f.site.id for f in findings})
    return [
        *lines,
        f"operations: distinct (operation, kind), at {places:,} operations; first: those that were the first",
        "exception of some run; with entries: (function called, operation, kind): internal code is reached",
        "from many functions",
    ]


def _functions(report: Report, kept: int) -> list[str]:
    states = Counter(f.status for f in report.functions)
    left_out = states[Status.EXCLUDED] + states[Status.UNSUPPORTED]
    analysed = len(report.functions) - left_out - states[Status.INTERRUPTED]
    runs = sum(f.runs for f in report.functions)
    line = f"{analysed:,} functions analysed, {runs:,} runs, {report.seconds:,.0f} s, seed {report.seed}"
    lines = [line]
    if kept:
        lines.append(f"{kept:,} functions were begun, or done, by an earlier run")
    if left_out:
        lines.append(f"{left_out:,} functions left out; the report says why for each:")
        reasons = Counter(
            f.reason for f in report.functions if f.status in (Status.EXCLUDED, Status.UNSUPPORTED)
        )
        lines += [f"  {count:5,}  {reason}" for reason, count in reasons.most_common(8)]
    if states[Status.INTERRUPTED]:
        lines.append(f"{states[Status.INTERRUPTED]:,} functions have not been begun")
    for status in (Status.FAILED, Status.CRASHED):
        if states[status]:
            names = [f.function.name for f in report.functions if f.status is status]
            more = ", ..." if len(names) > 5 else ""
            lines.append(f"{status.value}: {', '.join(names[:5])}{more} ({len(names)})")
    return lines


def progress_line(counts: Counts, seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return (
        f"{minutes:3}:{rest:02}  {counts.begun} of {counts.functions} functions,"
        f" {counts.planned} slices planned, {counts.findings:,} findings,"
        f" {counts.pairs:,} (operation, kind) pairs"
    )


def status_lines(
    meta: Mapping[str, Any], counts: Counts, kinds: Mapping[Kind, tuple[int, int]], owner: str | None
) -> list[str]:
    state = meta.get("state", "empty")
    if owner:
        state = f"running (process {owner})"
    elif state == RunState.RUNNING.value:
        state = "killed; `ariadne run` goes on where it was"
    lines = [
        f"{meta.get('project', '?')}: {state}, {meta.get('elapsed', 0.0):,.0f} s so far",
        f"functions: {counts.begun} of {counts.functions} begun, {counts.planned} slices planned",
        f"findings: {counts.findings:,} (entry, operation, kind), {counts.pairs:,} (operation, kind),"
        f" {counts.runs:,} runs",
    ]
    lines += [
        f"  {kind.label}: {kinds[kind][1]:,}, {kinds[kind][0]:,} operations" for kind in Kind if kind in kinds
    ]
    return lines
