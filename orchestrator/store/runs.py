"""A run of the original program, as a blob: several findings are parts of one run, and share it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from orchestrator.core.model import Event, ExactRun, Finding, Kind, Site, Value
from orchestrator.core.records import from_plain, to_plain

NO_EXACT_RUN = ExactRun((), None, 0, (), None)  # in a finding's row; its run has the real one


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

    def pack(self) -> bytes:
        plain = [
            self.ended,
            self.errno,
            to_plain(self.inputs),
            to_plain(self.results),
            [_event_to_plain(event) for event in self.events],
            to_plain(self.exact),
        ]
        return zlib.compress(json.dumps(plain, separators=(",", ":")).encode())

    @classmethod
    def unpack(cls, blob: bytes, sites: Mapping[str, Site]) -> StoredRun:
        ended, errno, inputs, results, events, exact = json.loads(zlib.decompress(blob))
        return cls(
            ended,
            errno,
            tuple(from_plain(Value, value) for value in inputs),
            tuple(from_plain(Value, value) for value in results),
            tuple(_event_from_plain(event, sites) for event in events),
            from_plain(ExactRun, exact),
        )


def _event_to_plain(event: Event) -> list[Any]:
    return [event.site.id, event.kind.value, event.exact, to_plain(event.result), to_plain(event.operands)]


def _event_from_plain(plain: list[Any], sites: Mapping[str, Site]) -> Event:
    site, kind, exact, result, operands = plain
    return Event(
        sites[site],
        Kind(kind),
        exact,
        from_plain(Value, result),
        tuple(from_plain(Value, operand) for operand in operands),
    )
