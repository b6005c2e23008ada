"""A slice of a function's analysis: search for a while, confirm what is new, classify it.

`analyze` gives each function one slice; a run of a project gives many, each going on from the last.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from orchestrator.core import log
from orchestrator.core.errors import AriadneError
from orchestrator.core.failures import unforeseen
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
    except Exception as error:
        return SliceResult(Status.FAILED, _why(error), time.monotonic() - started, 0)
    status, reason = found.status, found.reason
    if settings.classify:
        try:
            with log.stage("classify", len(findings), "findings of", function.name):
                findings = classify(job.variants.exact, function, findings, settings)
        except Exception as error:  # the findings are confirmed, judged or not
            status, reason = Status.FAILED, f"exact reruns: {_why(error)}"
    return SliceResult(
        status,
        reason,
        time.monotonic() - started,
        found.runs,
        findings,
        unconfirmed,
        found.crashes,
        found.corpus,
        found.proofs,
        found.exploration,
    )


def _why(error: Exception) -> str:
    """In one sentence. What is no error of ours that somebody foresaw has a log of its own."""
    if isinstance(error, OSError):  # no more processes, a full disk
        return str(error)
    problem = error if isinstance(error, AriadneError) else unforeseen(error)
    return f"{problem.message} ({problem.hint})" if problem.hint else problem.message
