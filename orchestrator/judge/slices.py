"""A slice of a function's analysis: search for a while, confirm what is new, classify it.

`analyze` gives each function one slice; a run of a project gives many, each going on from the last.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from orchestrator.core import log
from orchestrator.core.errors import InternalError
from orchestrator.core.model import Crash, Exploration, Finding, Lead, Proof, Status, Target
from orchestrator.engines import Engine, Job
from orchestrator.judge.classify import classify
from orchestrator.judge.confirm import confirm


@dataclass(frozen=True)
class SliceResult:
    status: Status
    reason: str
    seconds: float
    runs: int
    findings: tuple[Finding, ...] = ()
    unconfirmed: tuple[Lead, ...] = ()
    crashes: tuple[Crash, ...] = ()
    corpus: tuple[bytes, ...] = ()
    proofs: Mapping[Target, Proof] = field(default_factory=dict)
    exploration: Exploration | None = None


@dataclass(frozen=True)
class Reached:
    """What needs no further confirmation: targets reached already, and those reached as first of a run."""

    triggered: Collection[Target] = ()
    first: Collection[Target] = ()

    def covers(self, lead: Lead) -> bool:
        return lead.target in (self.first if lead.first else self.triggered)


def analyse_slice(engine: Engine, job: Job, known: Reached | None = None) -> SliceResult:
    """One function must not cost the others: failures of ours are results, too."""
    known = known or Reached()
    function, settings = job.function, job.settings
    started = time.monotonic()
    if function.unsupported:
        return SliceResult(Status.UNSUPPORTED, function.unsupported, 0.0, 0)
    if job.stop.requested:
        return SliceResult(Status.INTERRUPTED, "stopped by the user", 0.0, 0)
    try:
        found = engine.run(job)
        leads = [lead for lead in found.leads if not known.covers(lead)]
        with log.stage("confirm", len(leads), "leads of", function.name):
            findings, unconfirmed = confirm(job.module, job.variants, function, leads, settings)
        if settings.classify:
            with log.stage("classify", len(findings), "findings of", function.name):
                findings = classify(job.variants.exact, function, findings, settings)
    except InternalError as problem:
        reason = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
        return SliceResult(Status.FAILED, reason, time.monotonic() - started, 0)
    return SliceResult(
        found.status,
        found.reason,
        time.monotonic() - started,
        found.runs,
        findings,
        unconfirmed,
        found.crashes,
        found.corpus,
        found.proofs,
        found.exploration,
    )
