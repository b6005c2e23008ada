"""JUnit's XML, which every CI server shows: each function is a case, and fails if a finding hurts."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from orchestrator.core.model import Consequence, Finding, FunctionReport, Report, Status
from orchestrator.reports.artifacts import relative_path
from orchestrator.reports.story import exact_lines, headline, hex_call, urgency
from orchestrator.reports.wording import counted, printable

_SKIPPED = (Status.UNSUPPORTED, Status.EXCLUDED, Status.INTERRUPTED)
_BROKEN = (Status.FAILED, Status.CRASHED)


def render(report: Report, at_least: Consequence = Consequence.POISONED, root: str | None = None) -> str:
    """Findings with that consequence or a worse one are failures; the others are in the case's output."""
    cases = [_case(function, at_least, root) for function in report.functions]
    counts = {
        "tests": len(cases),
        "failures": sum(case.find("failure") is not None for case in cases),
        "errors": sum(case.find("error") is not None for case in cases),
        "skipped": sum(case.find("skipped") is not None for case in cases),
    }
    totals = {name: str(count) for name, count in counts.items()} | {"time": f"{report.seconds:.3f}"}
    top = Element("testsuites", {"name": "ariadne", **totals})
    suite = SubElement(top, "testsuite", {"name": "ariadne", **totals, "timestamp": report.started[:19]})
    properties = SubElement(suite, "properties")
    for name, value in (("seed", str(report.seed)), ("version", report.tool_version)):
        SubElement(properties, "property", {"name": name, "value": value})
    suite.extend(cases)
    if report.notes:
        SubElement(suite, "system-out").text = _text(list(report.notes))
    ElementTree.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(top, encoding="unicode") + "\n"


def _case(report: FunctionReport, at_least: Consequence, root: str | None) -> Element:
    function = report.function
    file = printable(relative_path(function.place.file, root))
    case = Element(
        "testcase",
        {
            "classname": file,
            "name": printable(function.name),
            "time": f"{report.seconds:.3f}",
            "file": file,
            "line": str(function.place.line),
        },
    )
    found = sorted(report.findings, key=urgency)
    bad = [finding for finding in found if finding.rank <= at_least.rank]
    if report.status in _SKIPPED and not bad:
        SubElement(case, "skipped", {"message": printable(report.reason or report.status.value)})
    elif report.status in _BROKEN:
        SubElement(case, "error", {"type": report.status.value, "message": printable(report.reason)})
    if bad:
        worst = bad[0]
        message = f"{counted(len(bad), 'finding')}, the worst: {headline(function, worst)}"
        failure = SubElement(case, "failure", {"type": worst.kind.value, "message": printable(message)})
        failure.text = _findings(report, bad, root)
    if rest := [finding for finding in found if finding not in bad]:
        SubElement(case, "system-out").text = _findings(report, rest, root)
    if report.crashes:
        lines = [f"{counted(crash.count, 'run')}: {crash.reason}" for crash in report.crashes]
        SubElement(case, "system-err").text = _text(lines)
    return case


def _findings(report: FunctionReport, findings: list[Finding], root: str | None) -> str:
    lines = []
    for finding in findings:
        place = finding.site.place
        where = f"{relative_path(place.file, root)}:{place.line}:{place.column}"
        lines.append(f"{where}: {headline(report.function, finding)}")
        lines.append(f"    input {hex_call(report.function, finding)}")
        lines += [f"    {line}" for line in exact_lines(finding)]
        lines.append(f"    id {finding.id}")
    return _text(lines)


def _text(lines: list[str]) -> str:
    """XML has no control characters, not even escaped ones."""
    return "\n" + "\n".join(printable(line) for line in lines) + "\n"
