"""For every (site, kind) that a function can reach: triggered, safe, or unknown and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from orchestrator.core.functions import COSTS, FUNCTIONS
from orchestrator.core.model import (
    Function,
    FunctionReport,
    Kind,
    Proof,
    Raise,
    Site,
    Status,
    Target,
    Verdict,
    VerdictKind,
)

_UNKNOWN = {
    Status.COMPLETE: "the search did not trigger it",
    Status.BUDGET: "the search did not trigger it within its budget",
    Status.CRASHED: "the code crashed too often for the search to go on",
    Status.UNSUPPORTED: "the function cannot be called",
    Status.EXCLUDED: "the function is left out by the project file",
    Status.INTERRUPTED: "the analysis was stopped",
    Status.FAILED: "the analysis failed",
}

Proofs = Mapping[Target, Proof]

CONSTANTS = Proof("constants", "its constant operands rule it out")


class SiteIndex:
    """The sites of a program, by id and by number."""

    def __init__(self, sites: Iterable[Site]) -> None:
        self.by_id = {site.id: site for site in sites}
        self.by_number = {site.number: site for site in self.by_id.values()}
        self.kinds = {
            site.number: tuple(kind for kind in Kind if kind in site.kinds + site.ruled_out)
            for site in self.by_id.values()
        }


def verdicts(
    report: FunctionReport, index: SiteIndex, proofs: Proofs | None = None, brief: bool = False
) -> FunctionReport:
    """The report with its verdicts filled in; if it is to be brief, unknown ones are only counted."""
    triggered = {(f.site.number, f.kind): f.id for f in report.findings}
    unconfirmed = {(lead.site.number, lead.kind) for lead in report.unconfirmed}
    proofs = _credible(proofs or {}, {Raise(f.site.id, f.kind) for f in report.findings})

    zeroed = _assumption(report.function)

    def judge(site: Site, kind: Kind) -> Verdict:
        key = site.number, kind
        proof = CONSTANTS if kind in site.ruled_out else proofs.get(Raise(site.id, kind))
        if key in triggered:
            verdict, reason = VerdictKind.TRIGGERED, triggered[key]
        elif proof:
            assumes = "" if proof is CONSTANTS else zeroed
            reason = proof.reason + (f"; assuming {assumes}" if assumes else "")
            return Verdict(report.function.name, site, kind, VerdictKind.SAFE, reason, proof.by, assumes)
        elif key in unconfirmed:
            verdict, reason = VerdictKind.UNKNOWN, "a lead did not confirm on the original program"
        else:
            verdict, reason = VerdictKind.UNKNOWN, _UNKNOWN[report.status] + _gap(site)
        return Verdict(report.function.name, site, kind, verdict, reason)

    found = []
    unknown = 0
    for number in report.function.sites:
        site = index.by_number[number]
        for kind in index.kinds[number]:
            if brief and not (
                (number, kind) in triggered or kind in site.ruled_out or Raise(site.id, kind) in proofs
            ):
                unknown += 1
            else:
                found.append(judge(site, kind))
    return replace(report, verdicts=tuple(found), unknown=unknown)


def _assumption(function: Function) -> str:
    """Objects behind pointers are zeroed before each call, and no engine tries other contents: what was
    proved holds for these calls only. Whether the content matters is not known, so it is said of all."""
    names = [parameter.name for parameter in function.parameters if parameter.is_pointer]
    return f"zeroed objects behind {', '.join(names)}" if names else ""


def _gap(site: Site) -> str:
    """What the table of functions does not know of the operation, which may be why nothing was proved."""
    function = FUNCTIONS.get(site.opcode)
    missing = [cell for cell in ("expression", "interval") if function and cell in function.gaps]
    return "".join(
        f"; {site.opcode} has no {cell} in the table of functions: {COSTS[cell]}" for cell in missing
    )


def _credible(proofs: Proofs, triggered: Collection[Target]) -> Proofs:
    """A run that does what was proved impossible is a bug of ours: then no proof of that sort counts here."""
    discredited = {proofs[target].by for target in triggered if target in proofs}
    return {target: proof for target, proof in proofs.items() if proof.by not in discredited}
