"""The operations that a report speaks of, each with what is known of it from all functions that reach it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from orchestrator.core.model import (
    Kind,
    Place,
    Report,
    Site,
    Verdict,
    VerdictKind,
)
from orchestrator.languages.sourcetext import site_text
from orchestrator.reports.counts import Found, analysed
from orchestrator.reports.html.outcome import Outcome, outcome
from orchestrator.reports.order import worst_first

_Identity = tuple[tuple[str, ...], str, int, Place]  # programs analysed side by side may share names


@dataclass
class Operation:
    site: Site
    reached: int = 0  # by so many analysed functions
    findings: list[Found] = field(default_factory=list)
    proofs: Counter[Kind] = field(default_factory=Counter)  # functions for which it is proved
    reasons: dict[tuple[Kind, VerdictKind], str] = field(default_factory=dict)

    @property
    def kinds(self) -> list[Kind]:
        """That it could raise, by itself or with other operands."""
        return [kind for kind in Kind if kind in self.site.kinds or kind in self.site.ruled_out]

    def of(self, kind: Kind) -> Outcome:
        """Safe only if it is so for every analysed function that reaches it."""
        found = [outcome(finding) for _, finding in self.findings if finding.kind is kind]
        if found:
            return min(found, key=lambda each: each.rank)
        proved = self.reached and self.proofs[kind] >= self.reached
        return Outcome.SAFE if proved or kind in self.site.ruled_out else Outcome.OPEN

    @property
    def worst(self) -> Outcome:
        return min((self.of(kind) for kind in self.kinds), key=lambda each: each.rank, default=Outcome.SAFE)

    @property
    def text(self) -> str:
        """Its source text."""
        known = next((finding.text for _, finding in self.findings if finding.text), "")
        return known or site_text(self.site) or self.site.opcode


def operations(report: Report) -> list[Operation]:
    """In the order of the source; findings of each worst first."""
    known: dict[_Identity, Operation] = {}
    reached: Counter[tuple[tuple[str, ...], int]] = Counter()

    def add(sources: tuple[str, ...], site: Site) -> Operation:
        return known.setdefault((sources, site.function, site.index, site.place), Operation(site))

    for entry in analysed(report):
        reached.update((entry.function.sources, number) for number in entry.function.sites)
    for entry in report.functions:
        for finding in entry.findings:
            add(entry.function.sources, finding.site).findings.append((entry.function, finding))
        for site in entry.mentioned:
            add(entry.function.sources, site)
        for verdict in entry.verdicts:
            _note(add(entry.function.sources, verdict.site), verdict)
    for site in report.undecided:
        add(report.sources, site)
    for (sources, *_), operation in known.items():
        operation.reached = reached[sources, operation.site.number]
        operation.findings = worst_first(operation.findings)
    return sorted(known.values(), key=lambda each: (*_order(each.site.place), each.site.index))


def by_file(every: Iterable[Operation]) -> dict[str, list[Operation]]:
    files: dict[str, list[Operation]] = defaultdict(list)
    for operation in every:
        files[operation.site.place.file].append(operation)
    return dict(files)


def _note(operation: Operation, verdict: Verdict) -> None:
    if verdict.verdict is VerdictKind.SAFE:
        operation.proofs[verdict.kind] += 1
    operation.reasons.setdefault((verdict.kind, verdict.verdict), verdict.reason)


def _order(place: Place) -> tuple[str, int, int]:
    return place.file, place.line, place.column
