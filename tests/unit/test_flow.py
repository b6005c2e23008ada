"""What may run after a decision, and what part of a function was run."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchestrator.build.flow import Flow
from orchestrator.build.prepared import Prepared, load, prepare, save
from orchestrator.build.program import build
from orchestrator.core.model import Module

SOURCE = """
static double third(double x) { return x / 3.0; }
double f(double x, double y) {
  if (x < 0.0)
    return x * y;
  if (y < 0.0)
    y = third(x);
  return x + y;
}
double g(double (*h)(double), double x) { return x > 1.0 ? h(x) : x - 1.0; }
double caller(double x) { double y = g(third, x); return y * 2.0; }
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
  double d = *(const double *)a - *(const double *)b;
  return d > 0.0;
}
double sorts(double x) {
  double v[2] = {x, 1.0};
  if (x > 5.0)
    qsort(v, 2, sizeof *v, compare);
  return v[0];
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> tuple[Module, Prepared]:
    folder = tmp_path_factory.mktemp("flow")
    source = folder / "flow.c"
    source.write_text(SOURCE)
    bitcode = build([source], [], folder)
    return bitcode.module, prepare(bitcode, bitcode.module.functions, folder, traced=True)


def branch(prepared: Prepared, line: int) -> int:
    assert prepared.trace
    (number,) = (b.number for b in prepared.trace.branches if b.place.line == line)
    return number


def flow_of(prepared: Prepared, symbol: str) -> Flow:
    assert prepared.trace
    return Flow(prepared.trace.blocks, symbol)


def operations(module: Module, sites: frozenset[int]) -> set[str]:
    return {f"{module.sites[number].function}: {module.sites[number].opcode}" for number in sites}


def test_what_lies_behind(program: tuple[Module, Prepared]) -> None:
    module, prepared = program
    flow = flow_of(prepared, "f")
    first, second = branch(prepared, 4), branch(prepared, 6)
    negative = flow.behind(first, 1)
    assert negative and operations(module, negative[0]) == {"f: fmul"}
    assert negative[1] == {(first, 1)}
    positive = flow.behind(first, 0)
    assert positive and operations(module, positive[0]) == {"f: fadd", "third: fdiv"}
    assert positive[1] == {(first, 0), (second, 0), (second, 1)}
    without = flow.behind(second, 0)
    assert without and operations(module, without[0]) == {"f: fadd"}
    assert flow.decisions == {(first, 0), (first, 1), (second, 0), (second, 1)}


def test_calls_through_pointers_lead_to_what_has_an_address(program: tuple[Module, Prepared]) -> None:
    module, prepared = program
    flow = flow_of(prepared, "caller")
    through = flow.behind(branch(prepared, 10), 1)
    assert through and {"third: fdiv", "compare: fsub", "caller: fmul"} <= operations(module, through[0])
    assert through[0] and not operations(module, through[0]) & {"f: fmul", "f: fadd"}
    assert set(flow.opaque.values()) == {"a function pointer"}


def test_code_that_is_not_here_may_call_back(program: tuple[Module, Prepared]) -> None:
    """What qsort calls is behind the branch to it, though nobody calls it by name."""
    module, prepared = program
    flow = flow_of(prepared, "sorts")
    sorting, not_sorting = (flow.behind(branch(prepared, 19), truth) for truth in (1, 0))
    assert sorting and "compare: fsub" in operations(module, sorting[0])
    assert not_sorting and operations(module, not_sorting[0]) == set()
    assert set(flow.opaque.values()) == {"qsort"}


def test_coverage(program: tuple[Module, Prepared]) -> None:
    _, prepared = program
    flow = flow_of(prepared, "f")
    first, second = branch(prepared, 4), branch(prepared, 6)
    nothing = flow.coverage(())
    assert nothing.outcomes == (0, 4) and nothing.blocks[0] == 1
    some = flow.coverage({(first, 0), (second, 0)})
    every = flow.coverage(flow.decisions)
    assert some.outcomes == (2, 4) and every.outcomes == (4, 4)
    assert nothing.statements[0] < some.statements[0] < every.statements[0]
    assert every.blocks[0] == every.blocks[1] and every.statements[0] == every.statements[1]


def test_what_was_prepared_is_kept(program: tuple[Module, Prepared], tmp_path: Path) -> None:
    _, prepared = program
    path = tmp_path / "prepared.json"
    assert load(path, "now") is None
    save(path, "now", prepared)
    assert load(path, "now") == prepared
    assert load(path, "later") is None
    whole = path.read_text()
    for damaged in (whole[:-5], "{}", "[]", "null", '{"stamp": "now", "prepared": [{}, 1]}', "\0"):
        path.write_text(damaged)
        assert load(path, "now") is None, damaged
