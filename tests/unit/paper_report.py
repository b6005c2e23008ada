"""A small run of a library in GSL's style, whose counts follow by counting on fingers.

    a_e      3 findings: core#0 overflow (first) and underflow, a_e#0 division by zero (first)
    b_e      2 findings: core#0 overflow, b_e#0 invalid (first, not judged)
    clean_e  nothing, and everything is proved safe
    odd      cannot be called

Four locations (core#0 overflow is reached from two functions), five pairs; three of each come first.
"""

from __future__ import annotations

from orchestrator.core.model import (
    Consequence,
    ExactRun,
    Exploration,
    Finding,
    Function,
    FunctionReport,
    Judgement,
    Kind,
    Parameter,
    Place,
    Report,
    Scalar,
    Site,
    Status,
    Verdict,
    VerdictKind,
    XflowClass,
)
from tests.unit.sample_report import value

ALL = tuple(Kind)
CORE = Site(0, "core", 0, "fmul", "f64", 2, ALL[:2], Place("/src/lib/core.c", 10, 5))
A = Site(1, "a_e", 0, "fdiv", "f64", 2, ALL, Place("/src/lib/a.c", 3, 7))
B = Site(2, "b_e", 0, "fdiv", "f64", 2, ALL, Place("/src/lib/b.c", 4, 2))
STATUS = {"returns": "integer with outputs", "functions": ["*_e"], "success": [0], "codes": [[1, "domain"]]}
TEXTS = {CORE: "x * x", A: "1 / x", B: "x / y"}


def function(name: str, file: str, unsupported: str | None = None) -> Function:
    leaves = (Scalar("r->val", "double", "f64", 0), Scalar("r->err", "double", "f64", 8))
    return Function(
        name=name,
        symbol=name,
        place=Place(f"/src/lib/{file}", 1, 1),
        signature=f"int {name}(double x, result *r)",
        parameters=(Parameter("x", "double", "f64", 0), Parameter("r", "result *", "ptr", 16, leaves)),
        result=Scalar("", "int", "i32", 0),
        input_size=16,
        output_size=32,
        sites=(0, 1, 2),
        externals=(),
        constants=(),
        unsupported=unsupported,
    )


def judged(xflow: XflowClass | None, consequence: Consequence) -> Judgement:
    return Judgement(xflow, "because", consequence, ExactRun((), "not needed here", 0, (), None))


def finding(
    entry: str,
    site: Site,
    kind: Kind,
    x: str,
    results: tuple[str, str, str],
    judgement: Judgement | None,
    first: bool = True,
) -> Finding:
    status, val, err = results
    return Finding(
        id=f"{entry}/{site.id}:{kind.value}",
        function=entry,
        site=site,
        kind=kind,
        text=TEXTS[site],
        first=first,
        exact=False,
        inputs=(value("x", "f64", x),),
        results=(
            value("", "i32", status),
            value("r->val", "f64", val),
            value("r->err", "f64", err),
        ),
        ended="returned",
        operation_result=value("result", "f64", "inf"),
        operands=(),
        trace=(),
        judgement=judgement,
    )


def paper_report(**settings: object) -> Report:
    a = (
        finding(
            "a_e",
            CORE,
            Kind.OVERFLOW,
            "1e300",
            ("0", "inf", "inf"),
            judged(XflowClass.AVOIDABLE, Consequence.POISONED),
        ),
        finding(
            "a_e",
            CORE,
            Kind.UNDERFLOW,
            "1e-300",
            ("0", "0", "1e-16"),
            judged(XflowClass.UNAVOIDABLE, Consequence.BENIGN),
            first=False,
        ),
        finding("a_e", A, Kind.DIVBYZERO, "0", ("1", "inf", "nan"), judged(None, Consequence.REPORTED)),
    )
    b = (
        finding(
            "b_e",
            CORE,
            Kind.OVERFLOW,
            "2e300",
            ("0", "nan", "nan"),
            judged(XflowClass.UNDETERMINED, Consequence.POISONED),
            first=False,
        ),
        finding("b_e", B, Kind.INVALID, "-1.5", ("0", "1", "nan"), None),
    )
    unknown = Verdict("a_e", B, Kind.OVERFLOW, VerdictKind.UNKNOWN, "the search did not trigger it")
    safe = Verdict("clean_e", A, Kind.INVALID, VerdictKind.SAFE, "proved", "exploration")
    asked = Exploration(5, 3, 2, 1, (("exact", 5),), 3, 2, (3, 4), (5, 6), (7, 8), cut=("a query timed out",))
    every = Exploration(2, 1, 0, 1, (("real", 1),), 1, 1, (4, 4), (6, 6), (8, 8), full=True)
    return Report(
        tool_version="0.1.0",
        command=("ariadne", "run", "-p", "my lib"),
        seed=7,
        machine="x86_64 Linux",
        sources=("a.c", "b.c", "core.c"),
        flags=(),
        settings={"status": STATUS, **settings},
        started="2026-05-01T12:00:00+00:00",
        seconds=1800.0,
        fast_math=False,
        functions=(
            FunctionReport(
                function("a_e", "a.c"),
                Status.COMPLETE,
                "",
                1800.0,
                10,
                findings=a,
                verdicts=(unknown,),
                exploration=asked,
            ),
            FunctionReport(function("b_e", "b.c"), Status.BUDGET, "", 900.0, 10, findings=b),
            FunctionReport(
                function("clean_e", "b.c"),
                Status.COMPLETE,
                "",
                900.0,
                10,
                verdicts=(safe,),
                exploration=every,
            ),
            FunctionReport(function("odd", "b.c", "a callback"), Status.UNSUPPORTED, "a callback", 0.0, 0),
        ),
    )
