"""The report for people: what matters first, each finding a line that an editor can jump to.

Order: findings by function (underflows after the rest, exact ones folded into a line), failures of the
analysed code, what could not be analysed, the table, and one line that says what was done.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TextIO

from orchestrator.core.model import (
    Consequence,
    Crash,
    Finding,
    FunctionReport,
    Kind,
    Place,
    Report,
    Site,
    Status,
    VerdictKind,
)
from orchestrator.languages.sourcetext import caret_lines, site_text
from orchestrator.numbers.values import input_values
from orchestrator.reports.artifacts import relative_path
from orchestrator.reports.order import is_folded
from orchestrator.reports.proved import settled
from orchestrator.reports.story import call, judged, operation, outcome, urgency
from orchestrator.reports.table import avoidable_table, summary_table
from orchestrator.reports.wording import assignments, counted

_NAMES_SHOWN = 6


def wants_colour(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Only on a terminal that can, and only if the user did not object (no-color.org)."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return stream.isatty()


def render(report: Report, everything: bool = False, colour: bool = False) -> str:
    """The whole report, ending in a line end."""
    page = _Page(report, everything, colour)
    sections = [
        *page.findings(),
        page.crashes(),
        page.not_analysed(),
        page.details() if everything else [],
        summary_table(report),
        avoidable_table(report),
        page.closing(),
    ]
    text = "\n\n".join("\n".join(section) for section in sections if section) + "\n"
    # File names may hold bytes that are no text; those must not end in an error while printing.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def worst(report: Report, limit: int, colour: bool = False) -> list[str]:
    """What to look at first: one finding for each function that raises and kind."""
    page = _Page(report, False, colour)
    found = [(f, function) for function in report.functions for f in function.findings]
    lines: list[str] = []
    seen: set[tuple[str, Kind]] = set()
    for finding, function in sorted(found, key=lambda pair: (urgency(pair[0]), len(pair[0].trace))):
        key = finding.site.function, finding.kind
        if key not in seen and len(seen) < limit:
            seen.add(key)
            lines += page.finding(function, finding)
    return lines


class _Page:
    def __init__(self, report: Report, everything: bool, colour: bool) -> None:
        self.report = report
        self.everything = everything
        self.paint = _Paint(colour)
        self.functions = sorted(report.functions, key=lambda f: (*_order(f.function.place), f.function.name))
        self.names = {f.function.symbol: f.function.name for f in report.functions}

    def findings(self) -> list[list[str]]:
        """A section for each function that has any."""
        sections = []
        for function in self.functions:
            lines: list[str] = []
            for finding in sorted(function.findings, key=urgency):
                if self.everything or not is_folded(finding):
                    lines += self.finding(function, finding)
            folded = [] if self.everything else [f for f in function.findings if is_folded(f)]
            if folded:
                lines.append(f"{function.function.name}: not listed without --all: {_folded(folded)}")
            sections.append(lines)
        return sections

    def finding(self, function: FunctionReport, finding: Finding) -> list[str]:
        site = finding.site
        paint = self.paint
        called = function.function
        kind = (paint.mild if finding.kind.is_mild else paint.alarm)(finding.kind.label)
        about = outcome(called, finding)
        if finding.judgement:
            hurt, *fixable = judged(finding.judgement)
            harmful = finding.judgement.consequence in (Consequence.WRONG, Consequence.POISONED)
            about += [paint.alarm(hurt) if harmful else hurt, *fixable]
        what = f"{kind} in {operation(called, finding, self.names)} of {call(called, finding)}"
        lines = [f"{paint.strong(_where(site.place))}: {what}: {', '.join(about)}"]
        if shown := caret_lines(site.place.file, site.place.line, site.place.column, site.opcode):
            lines += ["  " + shown[0], "  " + paint.mark(shown[1])]
        return lines

    def crashes(self) -> list[str]:
        lines = []
        for function in self.functions:
            name = function.function.name
            lines += [f"{name}: {_crash(crash)}" for crash in function.crashes]
            if function.status is Status.CRASHED:
                lines.append(f"{name}: search given up: {function.reason or 'it kept failing'}")
            if function.status is Status.FAILED:
                lines.append(f"{name}: Ariadne failed on it: {function.reason}")
        return lines

    def not_analysed(self) -> list[str]:
        """Functions that cannot be called, folded by reason: a library has many of the same sort."""
        names: dict[str, list[str]] = defaultdict(list)
        for function in self.functions:
            if function.status is Status.UNSUPPORTED:
                reason = function.reason or function.function.unsupported or "unknown reason"
                names[reason].append(function.function.name)
        shown = None if self.everything else _NAMES_SHOWN
        return [f"not analysed, {reason}: {_listed(group, shown)}" for reason, group in names.items()]

    def details(self) -> list[str]:
        """For --all: how each function went, leads that did not confirm, why verdicts are unknown."""
        lines = []
        for function in self.functions:
            name = function.function.name
            if function.status is not Status.UNSUPPORTED:
                because = f" ({function.reason})" if function.reason else ""
                sites = counted(len(function.function.sites), "operation")
                runs = f"{function.runs:,} runs, {function.seconds:.2f} s"
                lines.append(f"{name}: {function.status.value}{because}, {sites}, {runs}")
            if explored := function.exploration:
                paths = counted(explored.paths, "path")
                cut = "every path is known" if explored.full else f"not every path: {'; '.join(explored.cut)}"
                lines.append(f"{name}: {paths}, {cut}")
            for lead in function.unconfirmed:
                call = f"{name}({assignments(input_values(function.function, lead.input))})"
                where = _where(lead.site.place)
                lines.append(f"{where}: not confirmed: {lead.kind.label} {_at(lead.site)} of {call}")
        verdicts = (v for f in self.functions for v in f.verdicts if v.verdict is VerdictKind.UNKNOWN)
        reasons = Counter(verdict.reason for verdict in verdicts)
        lines += [f"unknown: {counted(n, 'pair')}: {reason}" for reason, n in reasons.most_common()]
        return lines

    def closing(self) -> list[str]:
        report = self.report
        analysed = [f for f in report.functions if f.status is not Status.UNSUPPORTED]
        lines = [f"note: {note}" for note in report.notes]
        if report.fast_math:
            lines.append("note: some operations carry fast-math flags; they were analysed as they are")
        if slow := [f.function.name for f in self.functions if f.status is Status.BUDGET]:
            names = _listed(slow, _NAMES_SHOWN)
            lines.append(f"note: still making progress when the budget ran out: {names}")
        if report.interrupted:
            lines.append("interrupted: what was found until then")
        lines += settled(report)
        others = len(report.functions) - len(analysed)
        findings = sum(len(f.findings) for f in analysed)
        summary = [
            f"{counted(len(analysed), 'function')} analysed" + (f" ({others} not)" if others else ""),
            counted(findings, "finding") if findings else "no exceptions found",
            f"{sum(f.runs for f in analysed):,} runs",
            f"{report.seconds:.1f} s",
            f"seed {report.seed}",
        ]
        return [*lines, self.paint.strong(", ".join(summary))]


class _Paint:
    """Escape sequences, or none."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def strong(self, text: str) -> str:
        return self._wrap("1", text)

    def alarm(self, text: str) -> str:
        return self._wrap("1;31", text)

    def mild(self, text: str) -> str:
        return self._wrap("33", text)

    def mark(self, text: str) -> str:
        return self._wrap("32", text)


def _order(place: Place) -> tuple[str, int, int]:
    return place.file, place.line, place.column


def _folded(findings: Sequence[Finding]) -> str:
    benign = sum(finding.judgement is not None for finding in findings)
    exact = len(findings) - benign
    parts = [f"{counted(benign, 'benign finding')} (the result is right)"] if benign else []
    return ", ".join(parts + ([f"{counted(exact, 'exact underflow')} (no bit lost)"] if exact else []))


def _crash(crash: Crash) -> str:
    runs = counted(crash.count, "run")
    sample = f", e.g. on ({assignments(crash.inputs)})" if crash.inputs else ""
    return f"{runs} did not return: {crash.reason}{sample}"


def _at(site: Site) -> str:
    text = site_text(site)
    return f"in '{text}'" if text else f"in {site.opcode}"


def _where(place: Place) -> str:
    """file:line:column as editors read it, relative when the file is below the current folder."""
    path = relative_path(place.file)
    return path if place.line == 0 else f"{path}:{place.line}:{place.column}"


def _listed(names: Sequence[str], limit: int | None) -> str:
    rest = len(names) - len(names[:limit])
    return ", ".join(names[:limit]) + (f" and {rest} more" if rest else "")
