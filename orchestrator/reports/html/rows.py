"""The tables of findings and of functions: data for a script that filters, sorts and shows a page of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from orchestrator.core.model import FunctionReport, Kind, Report, VerdictKind, XflowClass
from orchestrator.reports.counts import found
from orchestrator.reports.html.outcome import OF_FINDINGS, outcome
from orchestrator.reports.html.pages import Pages
from orchestrator.reports.order import worst_first
from orchestrator.reports.wording import assignments, printable

Json = dict[str, Any]
_CALL = 120  # characters of the arguments


def tables(report: Report, pages: Pages) -> Json:
    """Findings are in order, worst first; what repeats is kept once and referred to by number."""
    files, texts, owners = _Numbers(), _Numbers(), _Numbers()
    names = {f.function.symbol: f.function.name for f in report.functions}
    number_of = {id(f.function): number for number, f in enumerate(report.functions)}
    classes = [None, *XflowClass]
    findings = [
        [
            printable(finding.id),
            number_of[id(function)],
            files.of(finding.site.place.file),
            finding.site.place.line,
            finding.site.place.column,
            texts.of(printable(finding.text or finding.site.opcode)),
            finding.kind.index,
            classes.index(finding.judgement.xflow if finding.judgement else None),
            outcome(finding).rank,
            int(finding.first),
            owners.of(printable(names.get(finding.site.function, finding.site.function))),
            finding.site.index,
            _cut(printable(assignments(finding.inputs))),
        ]
        for function, finding in worst_first(found(report))
    ]
    functions = [_function(entry, files, pages) for entry in report.functions]
    return {
        "kinds": [[kind.value, kind.label] for kind in Kind],
        "classes": [["none", "no class"], *([each.value, each.value] for each in XflowClass)],
        "outcomes": [[each.value, each.label, each.symbol, each.folded] for each in OF_FINDINGS],
        "files": [[pages.shown(file), pages.name(file)] for file in files],
        "texts": list(texts),
        "owners": list(owners),
        "functions": functions,
        "findings": findings,
    }


def _function(entry: FunctionReport, files: _Numbers, pages: Pages) -> list[object]:
    function = entry.function
    outcomes = Counter(outcome(finding) for finding in entry.findings)
    verdicts = Counter(verdict.verdict for verdict in entry.verdicts)
    return [
        printable(function.name),
        printable(function.symbol),
        files.of(function.place.file),
        function.place.line,
        entry.status.value,
        printable(entry.reason),
        [outcomes[each] for each in OF_FINDINGS],
        verdicts[VerdictKind.SAFE],
        verdicts[VerdictKind.UNKNOWN] + entry.unknown,
        sum(crash.count for crash in entry.crashes),
        entry.runs,
        round(entry.seconds, 2),
    ]


class _Numbers(dict[str, int]):
    """Texts by number, in the order in which they were first met."""

    def of(self, text: str) -> int:
        return self.setdefault(text, len(self))


def _cut(text: str) -> str:
    return text if len(text) <= _CALL else text[: _CALL - 3] + "..."
