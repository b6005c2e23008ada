"""Every row of the exception table, on real code: a tiny function raises exactly that, and nearly does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from orchestrator.build.program import build
from orchestrator.build.variants import Variants, build_variants
from orchestrator.core.model import Function, Kind, Lead, Module
from orchestrator.core.settings import Settings
from orchestrator.judge.confirm import Run, confirm, observe
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_buffer
from tests.golden import table

CASES = table.all_cases()
FLAVOURS = {
    "plain": (),  # libm is called by name
    "intrinsics": ("-fno-math-errno",),  # llvm.sqrt, llvm.exp ..., frem for fmod
    "strict": ("-ffp-model=strict",),  # llvm.experimental.constrained.*
}
SETTINGS = Settings()


@dataclass(frozen=True)
class Built:
    module: Module
    variants: Variants

    def function(self, name: str) -> Function:
        return next(function for function in self.module.functions if function.name == name)

    def observe(self, name: str, inputs: list[table.Inputs]) -> list[Run]:
        function = self.function(name)
        buffers = [_buffer(function, row) for row in inputs]
        return observe(self.module, self.variants, function, buffers, SETTINGS)


def _build(text: str, flags: tuple[str, ...], folder: Path) -> Built:
    source = folder / "table.c"
    source.write_text(text)
    bitcode = build([source], flags, folder)
    return Built(bitcode.module, build_variants(bitcode, folder))


def _buffer(function: Function, row: table.Inputs) -> bytes:
    return input_buffer(
        function, [floats.encode(p.cls, value) for p, value in zip(function.inputs, row, strict=True)]
    )


def _shown(function: Function, row: table.Inputs) -> str:
    pairs = zip(function.inputs, row, strict=True)
    return ", ".join(floats.decimal(p.cls, floats.encode(p.cls, value)) for p, value in pairs)


def _raised(run: Run) -> list[tuple[str, Kind]]:
    assert run.ended == "returned"
    return [(event.site.id, event.kind) for event in run.events]


def _rows() -> list[Any]:
    """Every case in every flavour; the quick tests leave out those of the other types than double."""
    return [
        pytest.param(
            flavour,
            case,
            id=f"{flavour}-{case.name}",
            marks=[] if flavour == "plain" or case.name.endswith("f64") else pytest.mark.slow,
        )
        for flavour in FLAVOURS
        for case in CASES
    ]


@pytest.fixture(scope="module")
def built_as(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """The table in a flavour. (A fixture with the flavour as its parameter would be built once per case.)"""

    @cache
    def flavour(name: str) -> Built:
        return _build(table.source(CASES), FLAVOURS[name], tmp_path_factory.mktemp(name))

    return flavour


@pytest.mark.parametrize(("flavour", "case"), _rows())
def test_row(built_as: Callable[[str], Built], flavour: str, case: table.Case) -> None:
    built = built_as(flavour)
    inputs = [entry.inputs for entry in case.raises] + list(case.quiet)
    runs = built.observe(case.name, inputs)
    site = f"{case.name}#0"
    expected = [[(site, entry.kind)] for entry in case.raises] + [[] for _ in case.quiet]
    got = [_raised(run) for run in runs]
    shown = [_shown(built.function(case.name), row) for row in inputs]
    assert list(zip(shown, got, strict=True)) == list(zip(shown, expected, strict=True))
    for entry, run in zip(case.raises, runs, strict=False):
        if entry.exact is not None:
            assert run.events[0].exact is entry.exact, entry


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_flavours_differ(built_as: Callable[[str], Built], flavour: str) -> None:
    """The table is worth running three times: the same functions are other operations each time."""
    operations = {site.id: (site.opcode, site.evidence.value) for site in built_as(flavour).module.sites}
    assert operations["fmod_f64#0"] == ("frem" if flavour == "intrinsics" else "fmod", "call")
    assert operations["sqrt_f64#0"] == ("sqrt", "trap" if flavour == "intrinsics" else "call")
    assert operations["add_f32#0"] == ("fadd", "trap")
    assert operations["to_u8_f64#0"] == ("fptoui", "value")


# ---- sequences of exceptions ----

SEQUENCES = """
#include <math.h>
double through(double x, double y) {
  double r = x / y;                       /* 0: the only operation with finite operands */
  double s = r * 2.0, d = s - s;          /* 1, 2 */
  double a = sqrt(-s), b = log(d);        /* 3, 4 */
  double c = fmod(s, y), e = pow(d, 0.5); /* 5, 6 */
  int i = (int)s;                         /* 7 */
  unsigned char j = (unsigned char)d;     /* 8 */
  float f = (float)s, g = 1.0f / f;       /* 9, 10 */
  double h = s / s, k = s * 0.0;          /* 11, 12 */
  long m = lrint(s);                      /* 13 */
  (void)a, (void)b, (void)c, (void)e, (void)i, (void)j, (void)g, (void)h, (void)k, (void)m;
  return exp(s);                          /* 14 */
}
float through_f32(float x, float y) {
  float r = x / y;                        /* 0 */
  float s = r + 1.0f, d = s - s;          /* 1, 2 */
  return sqrtf(d) + logf(d) * tgammaf(s); /* 3, 4, 5 ... */
}
long double through_f80(long double x, long double y) {
  long double r = x / y;                  /* 0 */
  long double s = r + 1.0L, d = s - s;    /* 1, 2 */
  return sqrtl(d) + (double)d * (int)s;   /* 3, 4 ... */
}
double in_order(double x, double *out) {
  out[0] = x * x;         /* 0 */
  out[0] = 1.0 / (x - x); /* 1, 2 */
  out[0] = (float)x;      /* 3 */
  return log(-x);         /* 4 */
}
double by_time(double x) { /* the second round comes to the operation that stands first */
  double r = 0.0;
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      r = 1.0 / (x - x); /* 0, 1 */
    else
      r = x * x; /* 2 */
  }
  return r;
}
double repeated(double x) {
  double s = 0.0;
  for (int i = 0; i < 1000; i++)
    s = s + log(x); /* 0, 1: raised a thousand times, one event */
  return s;
}
double logs(double x, double y) { return log(x) + log(y) * log(x); }
#define TWICE(f, x, y) (f(x) - f(y))
double twice(double x, double y) { return TWICE(sqrt, x, y); }
static double callee(double x) { return 1.0 / x; }
double calls(double x, double y) { return callee(x) + callee(y) * (x / y); }
double both(double x, double y, double *out) {
  *out = x * 1e300; /* 0 */
  return y / x;     /* 1 */
}
int unused(double x) {
  double square = x * x;
  return 1;
}
"""
O, U, D, I = Kind.OVERFLOW, Kind.UNDERFLOW, Kind.DIVBYZERO, Kind.INVALID  # noqa: E741
INF, NAN = float("inf"), float("nan")


@pytest.fixture(scope="module")
def sequences(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return _build(SEQUENCES, (), tmp_path_factory.mktemp("sequences"))


@pytest.mark.parametrize(
    ("function", "inputs", "expected"),
    [
        # Infinities and NaN that pass through are not exceptions of the operations they pass.
        ("through", (1.0, 0.0), [("through#0", D)]),
        ("through", (0.0, 0.0), [("through#0", I)]),
        ("through", (1e308, 1e-10), [("through#0", O)]),
        ("through", (INF, 1.0), []),
        ("through", (NAN, 1.0), []),
        ("through_f32", (1.0, 0.0), [("through_f32#0", D)]),
        ("through_f32", (0.0, 0.0), [("through_f32#0", I)]),
        ("through_f32", (-INF, 3.0), []),
        ("through_f80", (1.0, 0.0), [("through_f80#0", D)]),
        ("through_f80", (0.0, 0.0), [("through_f80#0", I)]),
        ("through_f80", (INF, -1.0), []),
        ("in_order", (1e200,), [("in_order#0", O), ("in_order#2", D), ("in_order#3", O), ("in_order#4", I)]),
        ("in_order", (1e-200,), [("in_order#0", U), ("in_order#2", D), ("in_order#3", U), ("in_order#4", I)]),
        ("in_order", (-1.0,), [("in_order#2", D)]),
        ("by_time", (1e200,), [("by_time#2", O), ("by_time#1", D)]),
        ("repeated", (0.0,), [("repeated#0", D)]),
        ("repeated", (-1.0,), [("repeated#0", I)]),
        ("logs", (1.0, 0.0), [("logs#1", D)]),
        ("logs", (0.0, 1.0), [("logs#0", D), ("logs#2", D)]),
        ("logs", (-1.0, 0.0), [("logs#0", I), ("logs#1", D), ("logs#2", I)]),
        ("twice", (-1.0, 1.0), [("twice#0", I)]),
        ("twice", (1.0, -1.0), [("twice#1", I)]),
        ("calls", (0.0, 0.0), [("callee#0", D), ("calls#0", I)]),
        ("calls", (1.0, 1e-320), [("callee#0", O), ("calls#0", O)]),
        ("both", (1e100, 1.0), [("both#0", O)]),
        # The source says so, whether or not the result is used.
        ("unused", (1e200,), [("unused#0", O)]),
        ("both", (0.0, 1.0), [("both#1", D)]),
    ],
)
def test_sequence(
    sequences: Built, function: str, inputs: table.Inputs, expected: list[tuple[str, Kind]]
) -> None:
    assert [_raised(run) for run in sequences.observe(function, [inputs])] == [expected]


def test_first_and_trace(sequences: Built) -> None:
    """A lead becomes a finding that knows what came before it in its run; those that do not are returned."""
    function = sequences.function("in_order")
    data = _buffer(function, (1e200,))
    sites = {site.id: site for site in sequences.module.sites}
    claims = [("in_order#0", O), ("in_order#2", D), ("in_order#4", I), ("in_order#0", U), ("in_order#1", O)]
    leads = [Lead(sites[site], kind, data, True) for site, kind in claims]
    found, unconfirmed = confirm(sequences.module, sequences.variants, function, leads, SETTINGS)
    assert [(f.id, f.first, len(f.trace)) for f in found] == [
        ("in_order#0:overflow", True, 0),
        ("in_order#2:divbyzero", False, 1),
        ("in_order#4:invalid", False, 3),
    ]
    assert [event.site.id for event in found[2].trace] == ["in_order#0", "in_order#2", "in_order#3"]
    assert list(unconfirmed) == leads[3:]


def test_values_of_an_event(sequences: Built) -> None:
    (run,) = sequences.observe("both", [(1e100, 3.0)])
    (event,) = run.events
    assert [floats.decode(v.cls, v.raw) for v in event.operands] == [1e100, 1e300]
    assert floats.decode(event.result.cls, event.result.raw) == INF
    assert {value.name: floats.decode(value.cls, value.raw) for value in run.results}["*out"] == INF
