"""What is shown first: harmful and avoidable findings lead, those without harm are counted and folded."""

from __future__ import annotations

from collections.abc import Iterable

from orchestrator.model import Consequence, Finding, Kind, XflowClass
from orchestrator.reports.counts import Found


def is_folded(finding: Finding) -> bool:
    """Right results are counted, not mixed in; nor are underflows that lost no bit."""
    if finding.judgement:
        return finding.judgement.consequence is Consequence.BENIGN
    return finding.exact


def worst_first(findings: Iterable[Found]) -> list[Found]:
    """Among equals those with the shortest way to them."""
    return sorted(findings, key=lambda each: (urgency(each[1]), len(each[1].trace), each[0].name))


def urgency(finding: Finding) -> tuple[object, ...]:
    """To sort by: harmful and avoidable first."""
    judgement = finding.judgement
    fixable = judgement is not None and judgement.xflow is XflowClass.AVOIDABLE
    place = finding.site.place
    return (
        finding.rank,
        not fixable,
        finding.kind is Kind.UNDERFLOW,
        finding.exact,
        place.file,
        place.line,
        place.column,
        finding.site.index,
        finding.kind.index,
    )
