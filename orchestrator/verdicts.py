"""For every (site, kind) that a function can reach: triggered, safe, or unknown and why."""

from __future__ import annotations

from dataclasses import replace

from orchestrator.model import FunctionReport, Kind, Module, Site, Status, Verdict, VerdictKind

_UNKNOWN = {
    Status.COMPLETE: "the search did not trigger it",
    Status.BUDGET: "the search did not trigger it within its budget",
    Status.CRASHED: "the code crashed too often for the search to go on",
    Status.UNSUPPORTED: "the function cannot be called",
    Status.INTERRUPTED: "the analysis was stopped",
    Status.FAILED: "the analysis failed",
}


def verdicts(module: Module, report: FunctionReport) -> FunctionReport:
    """The report with its verdicts filled in."""
    triggered = {(f.site.number, f.kind): f.id for f in report.findings}
    unconfirmed = {(lead.site.number, lead.kind) for lead in report.unconfirmed}

    def judge(site: Site, kind: Kind) -> Verdict:
        key = site.number, kind
        if key in triggered:
            verdict, reason = VerdictKind.TRIGGERED, triggered[key]
        elif kind in site.ruled_out:
            verdict, reason = VerdictKind.SAFE, "its constant operands rule it out"
        elif key in unconfirmed:
            verdict, reason = VerdictKind.UNKNOWN, "a lead did not confirm on the original program"
        else:
            verdict, reason = VerdictKind.UNKNOWN, _UNKNOWN[report.status]
        return Verdict(report.function.name, site, kind, verdict, reason)

    sites = [module.sites[number] for number in report.function.sites]
    found = [judge(site, kind) for site in sites for kind in Kind if kind in site.kinds + site.ruled_out]
    return replace(report, verdicts=tuple(found))
