"""What the page of a source file knows of its operations: data for a script, shown when one is chosen.

Inputs, results and events repeat from finding to finding (they are parts of the same runs), so rows of them
are kept once, and findings refer to them by number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from orchestrator.core.model import (
    Event,
    ExactResult,
    Finding,
    Function,
    Kind,
    Place,
    Report,
    Value,
    VerdictKind,
)
from orchestrator.languages.sourcetext import operation_text
from orchestrator.numbers import floats
from orchestrator.reports.html.listing import Mark
from orchestrator.reports.html.operations import Operation
from orchestrator.reports.html.outcome import Outcome, outcome
from orchestrator.reports.html.pages import Pages
from orchestrator.reports.story import exact_value
from orchestrator.reports.wording import number, printable

Json = dict[str, Any]


class Details:
    """The data of one page."""

    def __init__(self, report: Report, pages: Pages) -> None:
        self._pages = pages
        self._names = {f.function.symbol: f.function.name for f in report.functions}
        self._rows: dict[tuple[object, ...], int] = {}

    def of(self, marks: Iterable[Mark]) -> Json:
        places = {mark.anchor: [self._operation(each) for each in mark.operations] for mark in marks}
        return {"places": places, "rows": list(self._rows)}

    def _operation(self, operation: Operation) -> Json:
        site = operation.site
        return {
            "text": printable(operation.text),
            "opcode": site.opcode,
            "type": site.type,
            "site": printable(site.id),
            "owner": printable(self._names.get(site.function, site.function)),
            "where": self._pages.where(site.place),
            "reached": operation.reached,
            "kinds": [
                [kind.label, operation.of(kind).value, printable(_reason(operation, kind))]
                for kind in operation.kinds
            ],
            "inlined": [self._place(place) for place in site.inlined_at],
            "findings": [self._finding(*found) for found in operation.findings],
        }

    def _finding(self, function: Function, finding: Finding) -> Json:
        judgement = finding.judgement
        about: Json = {
            "id": printable(finding.id),
            "function": printable(function.name),
            "kind": finding.kind.label,
            "outcome": outcome(finding).value,
            "first": finding.first,
            "exact": finding.exact,
            "evidence": finding.site.evidence.value,
            "inputs": [self._row(*_shown(value)) for value in finding.inputs],
            "operands": [self._row(*_shown(value)) for value in finding.operands],
            "value": self._row(*_shown(finding.operation_result)),
            "ended": printable(finding.ended),
            "errno": finding.errno,
            "trace": [self._event(event) for event in finding.trace],
        }
        if judgement is None:
            return about | {"results": [self._row(*_shown(value), "", "") for value in finding.results]}
        exact = judgement.exact
        results = exact.results or [
            ExactResult(value, "", None, None, None, None) for value in finding.results
        ]
        return about | {
            "class": judgement.xflow.value if judgement.xflow else "",
            "reason": printable(judgement.reason),
            "reported": printable(judgement.reported),
            "results": [self._row(*_shown(each.value), *_exact(each)) for each in results],
            "undetermined": printable(exact.undetermined or ""),
            "precision": exact.precision,
            "marks": [printable(mark) for mark in exact.marks],
            "diverged": self._place(exact.diverged) if exact.diverged else None,
        }

    def _event(self, event: Event) -> int:
        site = event.site
        return self._row(
            event.kind.label,
            _text(site.place, site.opcode),
            *self._place(site.place),
            event.exact,
            _shown(event.result)[2],
            ", ".join(_shown(value)[2] for value in event.operands),
        )

    def _place(self, place: Place) -> tuple[str, str]:
        return self._pages.where(place), self._pages.link(place)

    def _row(self, *cells: object) -> int:
        return self._rows.setdefault(cells, len(self._rows))


def _reason(operation: Operation, kind: Kind) -> str:
    """Why it is safe or not decided; of what was triggered the findings tell."""
    match operation.of(kind):
        case Outcome.SAFE:
            known = operation.reasons.get((kind, VerdictKind.SAFE), "")
            return known or "its constant operands rule it out"
        case Outcome.OPEN:
            known = operation.reasons.get((kind, VerdictKind.UNKNOWN), "")
            if operation.proofs[kind]:
                known = f"proved for {operation.proofs[kind]} of {operation.reached} functions that reach it"
            if not operation.reached:
                return "no function that was analysed reaches it"
            return known or "no input was found, and nothing proves that there is none"
    functions = len({function.symbol for function, f in operation.findings if f.kind is kind})
    return f"triggered from {functions} of {operation.reached} functions that reach it"


@lru_cache(maxsize=1 << 16)  # findings share runs, and runs inputs
def _shown(value: Value) -> tuple[str, str, str, str]:
    hexadecimal = floats.hexadecimal(value.cls, value.raw)
    return printable(value.name), printable(value.type), number(value), hexadecimal


@lru_cache(maxsize=1 << 14)
def _text(place: Place, operation: str) -> str:
    return printable(operation_text(place.file, place.line, place.column, operation) or operation)


@lru_cache(maxsize=1 << 14)
def _exact(result: ExactResult) -> tuple[str, str]:
    """The exact value, and how far off the computed one is."""
    if not result.kind:
        return "", ""
    return exact_value(result), "differs" if result.differs else _ulps(result.ulps)


def _ulps(ulps: float | None) -> str:
    if ulps is None:
        return ""
    if math.isinf(ulps):
        return "out of range"
    return f"{ulps:.3g} ulp" if ulps else "exact"
