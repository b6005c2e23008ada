"""Reports of programs that were analysed side by side, as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from orchestrator.core.model import FunctionReport, Report, VerdictKind


def side_by_side(reports: Sequence[Report]) -> Report:
    """They were made by one command. Programs may have functions of one name: ids of findings begin with the
    program's."""
    if len(reports) == 1:
        return reports[0]
    return replace(
        reports[0],
        sources=tuple(source for report in reports for source in report.sources),
        fast_math=any(report.fast_math for report in reports),
        interrupted=any(report.interrupted for report in reports),
        notes=tuple(note for report in reports for note in report.notes),
        functions=tuple(
            _named(function, Path(report.sources[0]).stem)
            for report in reports
            for function in report.functions
        ),
        undecided=tuple(site for report in reports for site in report.undecided),
    )


def _named(report: FunctionReport, program: str) -> FunctionReport:
    verdicts = (
        replace(v, reason=f"{program}:{v.reason}") if v.verdict is VerdictKind.TRIGGERED else v
        for v in report.verdicts
    )
    findings = (replace(finding, id=f"{program}:{finding.id}") for finding in report.findings)
    return replace(report, findings=tuple(findings), verdicts=tuple(verdicts))
