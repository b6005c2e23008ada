"""What counts as one finding. Every report counts with these functions.

A location is one operation raising one kind: the same operation under two kinds counts twice, the same
operation reached from two functions once. A pair is a location and the function that was called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from orchestrator.core.model import Finding, Function, FunctionReport, Kind, Report, Status, XflowClass

Found = tuple[Function, Finding]  # what was called, and what it raised

EXPLANATION = (
    "[X, Y] = [locations, input-location pairs], as in the paper: X counts each operation and kind once,"
    " however many functions reach it. Ariadne keeps one input for each function called, operation and kind,"
    " and Y counts these; the paper's Y counts every distinct input."
)
PRIMARY_AND_FIRST = (
    "Every finding is primary: its operands were finite, no infinity or NaN passing through. First: nothing"
    " else was raised before it in the run of its input."
)


@dataclass(frozen=True)
class Count:
    """The paper's [X, Y]."""

    locations: int
    pairs: int

    def __str__(self) -> str:
        return f"[{self.locations}, {self.pairs}]" if self.locations else "-"


def found(report: Report) -> list[Found]:
    return [(f.function, finding) for f in report.functions for finding in f.findings]


def analysed(report: Report) -> list[FunctionReport]:
    """The functions that could be called and were not left out."""
    return [f for f in report.functions if f.status not in (Status.UNSUPPORTED, Status.EXCLUDED)]


def location(finding: Finding) -> Hashable:
    # The file belongs to it: programs analysed side by side may have functions of one name.
    return finding.kind, finding.site.place.file, finding.site.id


def pair(function: Function, finding: Finding) -> Hashable:
    return location(finding), function.place.file, function.symbol


def count(findings: Iterable[Found]) -> Count:
    findings = list(findings)
    return Count(len({location(finding) for _, finding in findings}), len({pair(*each) for each in findings}))


def of_kinds(findings: Iterable[Found], kinds: Iterable[Kind]) -> list[Found]:
    wanted = set(kinds)
    return [each for each in findings if each[1].kind in wanted]


def xflow_classes(findings: Iterable[Found]) -> dict[Kind, Counter[XflowClass]]:
    """How many judged findings (as pairs) are avoidable, unavoidable, undetermined; of kinds with a class."""
    classes: dict[Kind, Counter[XflowClass]] = {kind: Counter() for kind in Kind if kind.has_class}
    for _, finding in findings:
        if finding.judgement and finding.judgement.xflow:
            classes[finding.kind][finding.judgement.xflow] += 1
    return classes
