"""Which finding is which after an edit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.core.model import Finding, Report
from orchestrator.reports.identity import Identified, identify, match
from tests.unit.sample_report import sample_report


@pytest.fixture
def report(tmp_path: Path) -> Report:
    return sample_report(tmp_path)


def with_findings(report: Report, *findings: Finding) -> Report:
    return replace(report, functions=(replace(report.functions[2], findings=findings),))


def at(finding: Finding, index: int, text: str | None = None) -> Finding:
    site = replace(finding.site, index=index, number=index + 100)
    return replace(finding, site=site, text=finding.text if text is None else text)


def ids(found: tuple[Identified, ...]) -> list[int]:
    return [each.finding.site.index for each in found]


def test_a_run_is_the_same_as_itself(report: Report) -> None:
    found = identify(report)
    assert len({each.identity.fingerprint for each in found}) == len(found) == 6
    compared = match(found, identify(report))
    assert (compared.gone, compared.new) == ((), ())
    assert all(old == new for old, new in compared.both)


def test_kinds_and_entries_are_apart(report: Report) -> None:
    hyp = report.functions[2]
    overflow, underflow = hyp.findings[3], hyp.findings[1]
    other = replace(hyp, function=replace(hyp.function, name="other", symbol="other"))
    both = replace(report, functions=(hyp, other))
    assert len({each.identity for each in identify(both)}) == 2 * len(hyp.findings)
    compared = match(identify(with_findings(report, overflow)), identify(with_findings(report, underflow)))
    assert (len(compared.gone), len(compared.new), compared.both) == (1, 1, ())


def test_operations_before_it_do_not_matter(report: Report) -> None:
    old = report.functions[2].findings[3]
    before, after = with_findings(report, old), with_findings(report, at(old, 5))
    assert identify(before)[0].identity == identify(after)[0].identity
    assert match(identify(before), identify(after)).new == ()


def test_spaces_do_not_matter_and_new_names_are_tolerated(report: Report) -> None:
    old = report.functions[2].findings[3]
    spaced = with_findings(report, at(old, 0, "x*x"))
    assert identify(spaced)[0].identity == identify(with_findings(report, old))[0].identity
    renamed = match(
        identify(with_findings(report, old)), identify(with_findings(report, at(old, 0, "a * a")))
    )
    assert (renamed.gone, renamed.new) == ((), ())
    both = match(identify(with_findings(report, old)), identify(with_findings(report, at(old, 1, "a * a"))))
    assert (len(both.gone), len(both.new)) == (1, 1), "another text at another place is another operation"


def test_a_text_that_occurs_twice(report: Report) -> None:
    """A run that finds one more of the same text has one new finding: that one."""
    old = report.functions[2].findings[3]
    before = identify(with_findings(report, at(old, 2), at(old, 8)))
    after = identify(with_findings(report, at(old, 2), at(old, 5), at(old, 8)))
    compared = match(before, after)
    assert (ids(compared.new), ids(compared.gone)) == ([5], [])
    assert len({each.identity for each in after}) == 3


def test_the_linkers_numbers_do_not_matter(report: Report) -> None:
    old = report.functions[2]

    def numbered(suffix: str) -> Report:
        finding = replace(old.findings[3], site=replace(old.findings[3].site, function=f"hyp.{suffix}"))
        function = replace(old.function, name=f"hyp.{suffix}", symbol=f"hyp.{suffix}")
        return replace(report, functions=(replace(old, function=function, findings=(finding,)),))

    assert identify(numbered("3"))[0].identity == identify(numbered("12"))[0].identity
