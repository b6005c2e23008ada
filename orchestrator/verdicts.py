"""For every (site, kind) that a function can reach: triggered, safe, or unknown and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from orchestrator.model import FunctionReport, Kind, Site, Status, Verdict, VerdictKind

_UNKNOWN = {
    Status.COMPLETE: "the search did not trigger it",
    Status.BUDGET: "the search did not trigger it within its budget",
    Status.CRASHED: "the code crashed too often for the search to go on",
    Status.UNSUPPORTED: "the function cannot be called",
    Status.EXCLUDED: "the function is left out by the project file",
    Status.INTERRUPTED: "the analysis was stopped",
    Status.FAILED: "the analysis failed",
}

Proofs = Mapping[tuple[str, Kind], str]  # of (site, kind): why it cannot happen


class SiteIndex:
    """The sites of a program, by id and by number."""

    def __init__(self, sites: Iterable[Site]) -> None:
        self.by_id = {site.id: site for site in sites}
        self.by_number = {site.number: site for site in self.by_id.values()}


def verdicts(report: FunctionReport, index: SiteIndex, proofs: Proofs | None = None) -> FunctionReport:
    """The report with its verdicts filled in."""
    triggered = {(f.site.number, f.kind): f.id for f in report.findings}
    unconfirmed = {(lead.site.number, lead.kind) for lead in report.unconfirmed}
    proofs = proofs or {}

    def judge(site: Site, kind: Kind) -> Verdict:
        key = site.number, kind
        if key in triggered:
            verdict, reason = VerdictKind.TRIGGERED, triggered[key]
        elif kind in site.ruled_out:
            verdict, reason = VerdictKind.SAFE, "its constant operands rule it out"
        elif (site.id, kind) in proofs:
            verdict, reason = VerdictKind.SAFE, proofs[site.id, kind]
        elif key in unconfirmed:
            verdict, reason = VerdictKind.UNKNOWN, "a lead did not confirm on the original program"
        else:
            verdict, reason = VerdictKind.UNKNOWN, _UNKNOWN[report.status]
        return Verdict(report.function.name, site, kind, verdict, reason)

    sites = [index.by_number[number] for number in report.function.sites]
    found = [judge(site, kind) for site in sites for kind in Kind if kind in site.kinds + site.ruled_out]
    return replace(report, verdicts=tuple(found))


def brief(report: FunctionReport) -> FunctionReport:
    """Unknown verdicts counted instead of listed: a library has millions of them."""
    known = tuple(v for v in report.verdicts if v.verdict is not VerdictKind.UNKNOWN)
    return replace(report, verdicts=known, unknown=len(report.verdicts) - len(known))
