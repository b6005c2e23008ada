"""A run of the original program: several findings are parts of one run, and share it."""

from __future__ import annotations

from dataclasses import dataclass

from orchestrator.core.model import Event, ExactRun, Finding, Value


@dataclass(frozen=True)
class StoredRun:
    ended: str
    errno: int
    inputs: tuple[Value, ...]
    results: tuple[Value, ...]
    events: tuple[Event, ...]  # as far as findings need them
    exact: ExactRun | None

    @classmethod
    def of(cls, finding: Finding) -> StoredRun:
        """The run up to and including the finding's own event."""
        own = Event(finding.site, finding.kind, finding.exact, finding.operation_result, finding.operands)
        exact = finding.judgement.exact if finding.judgement else None
        events = (*finding.trace, own)
        return cls(finding.ended, finding.errno, finding.inputs, finding.results, events, exact)
