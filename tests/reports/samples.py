"""Reports for the tests of formats: the sample with judgements, and one in which every name is hostile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from orchestrator.core.model import (
    Consequence,
    ExactResult,
    ExactRun,
    Finding,
    FunctionReport,
    Judgement,
    Place,
    Report,
    Site,
    Value,
    XflowClass,
)
from tests.unit.sample_report import sample_report, value

# Line ends, quotes, markup, separators, formulas, comments, make, Markdown, bytes that are no text.
HOSTILE = (
    "a\nb\"c'<script>alert(1)</script>,d;e",
    "=cmd|' /C calc'!A0",
    "+1*/int main(void){}/*",
    "-2\\\n$(shell false)#",
    "@x`](javascript:0)![y](z) | {0} ]]>",
    "\udcff\udcfe\x00\x1b[31m\r\u2028\ufffe",
)


def judgement(consequence: Consequence, xflow: XflowClass | None, reason: str = "why") -> Judgement:
    exact = ExactRun(
        (ExactResult(value("return", "f64", "0"), "ball", "normal", "0x1p-967", "0x1p-967", 2.0**52),),
        None,
        53,
        (),
        Place("hyp.c", 7, 3),
    )
    reported = "status 16 (overflow)" if consequence is Consequence.REPORTED else ""
    return Judgement(xflow, reason, consequence, exact, reported)


def judged_report(folder: Path) -> Report:
    """hyp: one finding of each consequence, worst last; scaled and odd as in the sample."""
    report = sample_report(folder)
    scaled, odd, hyp = report.functions
    consequences = list(reversed(Consequence))
    of = XflowClass
    classes = [None, of.UNDETERMINED, of.UNAVOIDABLE, of.AVOIDABLE, None]
    findings = tuple(
        replace(finding, judgement=judgement(consequence, xflow))
        for finding, consequence, xflow in zip(hyp.findings, consequences, classes, strict=True)
    )
    return replace(report, functions=(scaled, odd, replace(hyp, findings=findings)))


def hostile_report(folder: Path, name: str) -> Report:
    """Everything that a program's author can choose has this name."""

    def site(old: Site) -> Site:
        place = replace(old.place, file=f"{folder}/{name}.c")
        return replace(old, function=name, place=place, inlined_at=(place,))

    def named(old: Value) -> Value:
        return replace(old, name=name, type=name)

    def finding(old: Finding) -> Finding:
        judged = judgement(Consequence.WRONG, XflowClass.UNDETERMINED, name)
        exact = tuple(replace(r, value=named(r.value)) for r in judged.exact.results)
        return replace(
            old,
            id=f"{name}#{old.id}",
            function=name,
            site=site(old.site),
            text=name,
            inputs=tuple(map(named, old.inputs)),
            results=tuple(map(named, old.results)),
            trace=tuple(replace(event, site=site(event.site)) for event in old.trace),
            judgement=replace(judged, exact=replace(judged.exact, results=exact), reported=name),
        )

    def function(old: FunctionReport) -> FunctionReport:
        facts = replace(
            old.function,
            name=name,
            symbol=name,
            signature=name,
            place=replace(old.function.place, file=f"{folder}/{name}.c"),
            parameters=tuple(replace(p, name=name, type=name) for p in old.function.parameters),
            sources=(f"{folder}/{name}.c",),
        )
        crashes = tuple(replace(crash, reason=name) for crash in old.crashes)
        findings = tuple(map(finding, old.findings))
        return replace(old, function=facts, findings=findings, reason=name, crashes=crashes, verdicts=())

    report = sample_report(folder)
    return replace(
        report,
        command=("ariadne", name),
        flags=(name,),
        notes=(name,),
        functions=tuple(map(function, report.functions)),
    )
