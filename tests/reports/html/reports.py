"""Reports that the tests of the pages are made with: many findings, and names that are no good."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from orchestrator.core.model import (
    Consequence,
    ExactResult,
    ExactRun,
    Finding,
    FunctionReport,
    Judgement,
    Kind,
    Place,
    Report,
    Site,
    Status,
    Value,
    Verdict,
    VerdictKind,
    XflowClass,
)
from tests.unit.paper_report import function, paper_report
from tests.unit.sample_report import value

HOSTILE = '<script>window.pwned = 1</script>"><img src=x onerror="window.pwned = 2">'


def large_report(functions: int, findings: int) -> Report:
    """A library of 25 files that are not there; findings of every sort, some at the same operations."""
    chance = random.Random(7)
    entries = []
    for number in range(functions):
        entry = function(f"lib_function_{number}", f"file{number % 25}.c")
        found = {}
        for _ in range(findings // functions):
            one = _finding(chance, number, len(found))
            found[one.id] = one
        verdicts = tuple(
            Verdict(entry.name, f.site, f.kind, VerdictKind.TRIGGERED, f.id) for f in found.values()
        )
        entries.append(
            FunctionReport(
                entry,
                Status.COMPLETE,
                "",
                1.0,
                1000,
                findings=tuple(found.values()),
                verdicts=verdicts,
                unknown=9,
            )
        )
    return replace(paper_report(), functions=tuple(entries))


def _finding(chance: random.Random, number: int, index: int) -> Finding:
    owner = number - number % 5  # five functions share the code of the first
    place = Place(f"/src/lib/file{owner % 25}.c", 10 * owner + index + 1, 5)
    kind = chance.choice(list(Kind))
    site = Site(100 * owner + index, f"lib_function_{owner}", index, "fmul", "f64", 2, tuple(Kind), place)
    x = value("x", "f64", repr(chance.uniform(-1, 1) * 10.0 ** chance.randrange(-300, 300)))
    result = value("return", "f64", "inf")
    exact = ExactRun((ExactResult(result, "exact", "normal", "0x3p+0", "0x3p+0", 1.5),), None, 64, (), None)
    xflow = chance.choice(list(XflowClass)) if kind in (Kind.OVERFLOW, Kind.UNDERFLOW) else None
    return Finding(
        id=f"lib_function_{number}/{site.id}:{kind.value}",
        function=f"lib_function_{number}",
        site=site,
        kind=kind,
        text=f"x{index} * y",
        first=chance.random() < 0.5,
        exact=False,
        inputs=(x,),
        results=(result,),
        ended="returned",
        operation_result=value("result", "f64", "inf"),
        operands=(x, x),
        trace=(),
        judgement=Judgement(xflow, "because", chance.choice(list(Consequence)), exact),
    )


def hostile_report(folder: Path) -> Report:
    """Names, texts and reasons that try to be markup, scripts and control characters."""
    name = HOSTILE.replace("/", "\u2215")  # a file cannot have a slash in its name
    path = folder / f"{name}\u202e\x1b[31m.c"
    path.write_bytes(
        b"/* </code></div><script>window.pwned = 3</script> */\n"
        b'double f(double x) { char *s = "</script>&amp;\\"<b>"; return x * x; } /* \xff \x00 \x1b[3m */\n'
        b"// \xe2\x80\xae trojan\r\n"
    )
    site = Site(0, HOSTILE, 0, "fmul", "f64", 2, (Kind.OVERFLOW,), Place(str(path), 2, 64))
    x = Value(HOSTILE, HOSTILE, "f64", value("x", "f64", "1e200").raw)
    finding = replace(
        paper_report().functions[0].findings[0],
        id=f"{HOSTILE}&finding=2#'%41\ud800",
        function=HOSTILE,
        site=site,
        text=HOSTILE,
        inputs=(x,),
        operands=(x, x),
        results=(x,),
        judgement=Judgement(XflowClass.AVOIDABLE, HOSTILE, Consequence.WRONG, _no_exact_run(), HOSTILE),
    )
    entry = replace(
        function(HOSTILE, "f.c"), place=Place(str(path), 2, 8), symbol=HOSTILE + "\ud800", signature=HOSTILE
    )
    verdict = Verdict(HOSTILE, site, Kind.OVERFLOW, VerdictKind.TRIGGERED, finding.id)
    return replace(
        paper_report(),
        sources=(str(path),),
        command=("ariadne", HOSTILE),
        machine=HOSTILE,
        flags=(HOSTILE,),
        notes=(HOSTILE,),
        functions=(
            FunctionReport(
                entry, Status.COMPLETE, HOSTILE, 1.0, 10, findings=(finding,), verdicts=(verdict,)
            ),
            FunctionReport(
                replace(entry, symbol="odd", unsupported=HOSTILE), Status.UNSUPPORTED, HOSTILE, 0.0, 0
            ),
        ),
    )


def _no_exact_run() -> ExactRun:
    return ExactRun((), HOSTILE, 0, (HOSTILE,), None)
