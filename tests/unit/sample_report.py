"""A report with one of everything, for the tests of the report formats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from orchestrator.core.model import (
    Crash,
    Event,
    Evidence,
    Exploration,
    Finding,
    Function,
    FunctionReport,
    Kind,
    Lead,
    Parameter,
    Place,
    Report,
    Scalar,
    Site,
    Status,
    Value,
    Verdict,
    VerdictKind,
)
from orchestrator.numbers import floats

SOURCE = """\
#include <math.h>

static double half(double x) { return x / 2; }

double hyp(double x, double y)
{
\treturn sqrt(x * x + y * y);
}

int scaled(int n, float *out) { *out = 1.0f / n; return 0; }
void odd(struct s **p) {}
"""


def value(name: str, cls: str, text: str, type_: str | None = None) -> Value:
    spelled = {"f32": "float", "f64": "double", "f80": "long double", "i32": "int"}
    return Value(name, spelled[cls] if type_ is None else type_, cls, floats.parse(cls, text))


def sample_report(folder: Path) -> Report:
    """hyp has a finding of each sort, scaled crashes and has outputs, odd cannot be called."""
    path = folder / "hyp.c"
    path.write_text(SOURCE)
    file = str(path)
    every = (Kind.OVERFLOW, Kind.UNDERFLOW)
    sites = (
        Site(0, "half", 0, "fdiv", "f64", 2, (*every, Kind.DIVBYZERO, Kind.INVALID), Place(file, 3, 41)),
        Site(1, "hyp", 0, "fmul", "f64", 2, every, Place(file, 7, 16)),
        Site(2, "hyp", 1, "fmul", "f64", 2, every, Place(file, 7, 24)),
        Site(3, "hyp", 2, "fadd", "f64", 2, every, Place(file, 7, 20)),
        Site(
            4,
            "scaled",
            0,
            "fdiv",
            "f32",
            2,
            (*every, Kind.DIVBYZERO),
            Place(file, 10, 45),
            evidence=Evidence.VALUE,
        ),
    )

    def finding(id_: str, site: int, kind: Kind, inputs: tuple[str, str], result: str) -> Finding:
        return Finding(
            id=id_,
            function="hyp",
            site=sites[site],
            kind=kind,
            text={0: "x / 2", 1: "x * x", 2: "y * y", 3: "x * x + y * y"}[site],
            first=True,
            exact=False,
            inputs=(value("x", "f64", inputs[0]), value("y", "f64", inputs[1])),
            results=(value("", "f64", result),),
            ended="returned",
            operation_result=value("", "f64", result),
            operands=(value("", "f64", inputs[0]), value("", "f64", inputs[0])),
            trace=(),
        )

    overflow = finding("hyp-1", 1, Kind.OVERFLOW, ("1e200", "0"), "inf")
    operands = (value("x", "f64", "1e200", ""), value("y", "f64", "1e200", ""))
    event = Event(sites[1], Kind.OVERFLOW, False, value("result", "f64", "inf", ""), operands)
    later = finding("hyp-2", 2, Kind.OVERFLOW, ("1e200", "-1e200"), "inf")
    later = replace(later, first=False, trace=(event,))
    lossy = finding("hyp-3", 1, Kind.UNDERFLOW, ("1e-160", "0"), "0")
    exact = replace(finding("hyp-4", 0, Kind.UNDERFLOW, ("0x1p-1022", "0"), "0x1p-1023"), exact=True)
    died = replace(
        finding("hyp-5", 3, Kind.INVALID, ("1", "2"), "nan"), results=(), ended="signal 6 (SIGABRT)", text=""
    )

    hyp = Function(
        name="hyp",
        symbol="hyp",
        place=Place(file, 5, 8),
        signature="double hyp(double x, double y)",
        parameters=(Parameter("x", "double", "f64", 0), Parameter("y", "double", "f64", 16)),
        result=Scalar("", "double", "f64", 0),
        input_size=32,
        output_size=16,
        sites=(0, 1, 2, 3),
        externals=("sqrt",),
        constants=(2.0,),
        sources=("hyp.c",),
    )
    out = Parameter("out", "float *", "ptr", 16, (Scalar("*out", "float", "f32", 0),))
    scaled = replace(
        hyp,
        name="scaled",
        symbol="scaled.7",
        place=Place(file, 10, 5),
        signature="int scaled(int n, float *out)",
        parameters=(Parameter("n", "int", "i32", 0), out),
        result=Scalar("", "int", "i32", 0),
        sites=(4,),
    )
    division = replace(
        overflow,
        id="scaled-1",
        function="scaled",
        site=sites[4],
        kind=Kind.DIVBYZERO,
        text="1.0f / n",
        inputs=(value("n", "i32", "0"),),
        results=(value("", "i32", "0"), value("*out", "f32", "inf")),
        operation_result=value("", "f32", "inf"),
        operands=(value("", "f32", "1"), value("", "f32", "0")),
    )
    odd = replace(hyp, name="odd", symbol="odd", place=Place(file, 11, 6), unsupported="pointer to pointer")
    buffer = floats.parse("f64", "3") + bytes(8) + floats.parse("f64", "4") + bytes(8)
    return Report(
        tool_version="0.1.0",
        command=("ariadne", "analyze", "hyp.c"),
        seed=7,
        machine="x86_64-pc-linux-gnu",
        sources=("hyp.c",),
        flags=("-DX",),
        settings={"budget": 10.0, "loop_bound": float("inf"), "out": folder, "functions": ("hyp", "s*")},
        started="2024-05-01T12:00:00+00:00",
        seconds=12.34,
        fast_math=False,
        functions=(
            FunctionReport(
                scaled,
                Status.CRASHED,
                "every run ends in a signal",
                1.5,
                1000,
                crashes=(
                    Crash("signal 11 (SIGSEGV)", (value("n", "i32", "-1"),), 3),
                    Crash("timeout", (), 1),
                ),
                findings=(division,),
                verdicts=(Verdict("scaled", sites[4], Kind.DIVBYZERO, VerdictKind.TRIGGERED, "scaled-1"),),
            ),
            FunctionReport(odd, Status.UNSUPPORTED, "pointer to pointer", 0.0, 0),
            FunctionReport(
                hyp,
                Status.COMPLETE,
                "",
                2.0,
                1_234_567,
                findings=(exact, lossy, later, overflow, died),
                verdicts=(
                    Verdict("hyp", sites[1], Kind.OVERFLOW, VerdictKind.TRIGGERED, "hyp-1"),
                    Verdict("hyp", sites[3], Kind.UNDERFLOW, VerdictKind.UNKNOWN, "not found in time"),
                    Verdict("hyp", sites[2], Kind.UNDERFLOW, VerdictKind.UNKNOWN, "not found in time"),
                    Verdict("hyp", sites[2], Kind.INVALID, VerdictKind.SAFE, "x is positive", "intervals"),
                ),
                exploration=Exploration(
                    paths=3,
                    sat=2,
                    unsat=1,
                    unknown=1,
                    deciders=(("exact", 2), ("search", 1)),
                    left_by_z3=1,
                    outcomes=(3, 4),
                    blocks=(4, 5),
                    statements=(2, 2),
                    cut=("a query timed out",),
                ),
                unconfirmed=(Lead(sites[3], Kind.OVERFLOW, buffer, True),),
            ),
        ),
    )
