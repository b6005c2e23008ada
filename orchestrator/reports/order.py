"""What is shown first: harmful and avoidable findings lead, those without harm are counted and folded."""

from __future__ import annotations

from collections.abc import Iterable

from orchestrator.core.model import Consequence, Finding
from orchestrator.reports.counts import Found
from orchestrator.reports.story import urgency


def is_folded(finding: Finding) -> bool:
    """Right results are counted, not mixed in; nor are underflows that lost no bit."""
    if finding.judgement:
        return finding.judgement.consequence is Consequence.BENIGN
    return finding.exact


def worst_first(findings: Iterable[Found]) -> list[Found]:
    """Among equals those with the shortest way to them."""
    return sorted(findings, key=lambda each: (urgency(each[1]), len(each[1].trace), each[0].name))
