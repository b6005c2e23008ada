"""The numbers of the first page: what there is by kind, class and consequence, and what is decided."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from orchestrator.core.model import (
    ExactResult,
    ExactRun,
    Finding,
    Kind,
    Report,
    Status,
    VerdictKind,
    XflowClass,
)
from orchestrator.numbers import floats
from orchestrator.reports.counts import Count, Found, analysed, count, found, of_kinds
from orchestrator.reports.html.outcome import OF_FINDINGS, Outcome, outcome
from orchestrator.reports.order import is_folded, worst_first
from orchestrator.reports.wording import counted

HARMFUL = (Outcome.WRONG, Outcome.POISONED)


@dataclass(frozen=True)
class Row:
    """Findings of one sort by their outcomes. `filter` is what to say to the table to see them."""

    label: str
    filter: str
    cells: tuple[int, ...]  # as OF_FINDINGS says
    total: Count


@dataclass(frozen=True)
class Overview:
    findings: int
    harmful: int
    fixable: int  # harmful and avoidable
    folded: int
    outcomes: tuple[Outcome, ...]  # those that occur
    kinds: tuple[Row, ...]
    classes: tuple[Row, ...]
    verdicts: dict[VerdictKind, int]
    analysed: int
    with_findings: int
    not_analysed: tuple[tuple[str, int], ...]  # reasons, and how many functions
    states: tuple[tuple[str, int], ...]  # how the analysed ones ended
    crashing: tuple[tuple[str, str], ...]  # functions, and what happened
    worst: tuple[Found, ...]


def overview(report: Report, worst: int) -> Overview:
    every = found(report)
    outcomes = Counter(outcome(finding) for _, finding in every)
    done = analysed(report)
    verdicts = Counter(verdict.verdict for f in report.functions for verdict in f.verdicts)
    verdicts[VerdictKind.UNKNOWN] += sum(f.unknown for f in report.functions)
    shown = tuple(each for each in OF_FINDINGS if outcomes[each])
    left_out = (f for f in report.functions if f.status in (Status.UNSUPPORTED, Status.EXCLUDED))
    return Overview(
        findings=len(every),
        harmful=sum(outcomes[each] for each in HARMFUL),
        fixable=sum(outcome(f) in HARMFUL and _class(f) is XflowClass.AVOIDABLE for _, f in every),
        folded=sum(is_folded(finding) for _, finding in every),
        outcomes=shown,
        kinds=(
            *(_row(kind.label, f"kind={kind.value}", of_kinds(every, [kind]), shown) for kind in Kind),
            _row("all", "", every, shown),
        ),
        classes=tuple(
            _row(each.value, f"class={each.value}", [f for f in every if _class(f[1]) is each], shown)
            for each in XflowClass
        ),
        verdicts={each: verdicts[each] for each in VerdictKind},
        analysed=len(done),
        with_findings=sum(bool(f.findings) for f in done),
        not_analysed=tuple(Counter(f.reason for f in left_out).most_common()),
        states=tuple(Counter(f.status.value for f in done).most_common()),
        crashing=tuple(
            (f.function.name, ", ".join(f"{counted(c.count, 'run')}: {c.reason}" for c in f.crashes))
            for f in report.functions
            if f.crashes
        ),
        worst=tuple(_worst(every, worst)),
    )


def _row(label: str, choice: str, findings: list[Found], shown: tuple[Outcome, ...]) -> Row:
    outcomes = Counter(outcome(finding) for _, finding in findings)
    return Row(label, choice, tuple(outcomes[each] for each in shown), count(findings))


def _class(finding: Finding) -> XflowClass | None:
    return finding.judgement.xflow if finding.judgement else None


def telling(run: ExactRun) -> list[ExactResult]:
    """The floating-point results, those that are most off first."""

    def error(result: ExactResult) -> float:
        if result.ulps is not None and floats.is_finite(result.value.cls, result.value.raw):
            return result.ulps
        return math.inf

    return sorted((each for each in run.results if floats.is_float(each.value.cls)), key=error, reverse=True)


def _worst(every: Iterable[Found], limit: int) -> list[Found]:
    """One for each function that raises and kind: the same cause is not shown ten times."""
    chosen: dict[tuple[str, Kind], Found] = {}
    for function, finding in worst_first(every):
        if not is_folded(finding):
            chosen.setdefault((finding.site.function, finding.kind), (function, finding))
        if len(chosen) == limit:
            break
    return list(chosen.values())
