"""Building variants: set-up calls, loop bounds for the search, and assumptions about the inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchestrator.build.program import Bitcode
from orchestrator.build.variants import build_exact, build_variants
from orchestrator.core.errors import InternalError, UserError
from orchestrator.core.model import Domain
from orchestrator.core.settings import Settings
from orchestrator.judge import confirm
from orchestrator.judge.confirm import Run
from tests.unit.building import INFINITY, Program, assuming, built, compiled, doubles, kinds, within

# ---- set-up ----

READY = """
static int calls;
int quiet(void) { return ++calls; }
static void ready(void) { ++calls; }
double divide(double x) { return calls > 0 ? 1 / x : 1; }
int count(int n) { return calls + n; }
double (*keep)(void) = 0;
void *user(void) { return ready; }
"""


def observe(program: Program, name: str, data: bytes) -> Run:
    function = program.function(name)
    (run,) = confirm.observe(program.module, program.variants, function, [data], Settings())
    return run


def test_each_run_is_preceded_by_the_set_up_calls(tmp_path: Path) -> None:
    program = built(tmp_path, READY, setup=["quiet", "ready"])
    run = observe(program, "count", bytes(16))
    assert [value.raw for value in run.results] == [(2).to_bytes(4, "little")]
    assert kinds(program.search("divide", runs=2000)) >= {"divide#0 divbyzero", "divide#0 overflow"}
    assert [event.kind.value for event in observe(program, "divide", doubles(0.0)).events] == ["divbyzero"]


def test_without_set_up_nothing_is_called(tmp_path: Path) -> None:
    program = built(tmp_path, READY)
    assert kinds(program.search("divide", runs=2000)) == set()
    assert observe(program, "divide", doubles(0.0)).events == ()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "the set-up function 'nothing' does not exist in the program"),
        ("divide", "the set-up function 'divide' takes parameters"),
        ("elsewhere", "the set-up function 'elsewhere' is defined nowhere"),
        ("a;b", "the set-up function 'a;b' has a name that no function can have"),
    ],
)
def test_set_up_functions_that_cannot_be_called(tmp_path: Path, name: str, message: str) -> None:
    text = READY + "void elsewhere(void); void *other(void) { return elsewhere; }\n"
    bitcode = compiled(tmp_path, text)
    with pytest.raises(UserError) as problem:
        build_variants(bitcode, tmp_path, setup=[name])
    assert problem.value.message == message
    with pytest.raises(UserError):
        build_exact(bitcode, tmp_path, setup=[name])


# ---- loop bounds ----

LOOP = """
double powers(double x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++)
    r *= x;
  while (r > 1e300 && n < 100000000)
    n += 1;
  return r;
}
double late(double x) {
  double r = x;
  for (int i = 0; i < 100; i++)
    if (i == 50)
      r *= x;
  return r;
}
"""


def test_loops_are_bounded_for_the_search_alone(tmp_path: Path) -> None:
    bounded = built(tmp_path, LOOP, loop_bound=8)
    assert kinds(bounded.search("late")) == set()  # the fiftieth round never comes
    found = bounded.search("powers", runs=20_000)
    assert "powers#0 overflow" in kinds(found) and not found.crashes
    findings, unconfirmed = confirm.confirm(
        bounded.module, bounded.variants, bounded.function("powers"), found.leads, Settings()
    )
    assert {finding.kind.value for finding in findings} >= {"overflow"} and not unconfirmed
    # The original has all its rounds.
    assert [e.kind.value for e in observe(bounded, "late", doubles(1e200)).events] == ["overflow"]


def test_numbers_of_sites_must_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bitcode = compiled(tmp_path, LOOP)
    other = tmp_path / "other"
    other.mkdir()
    changed = compiled(other, LOOP.replace("r *= x;", "r /= x;", 1))
    monkeypatch.setattr(Bitcode, "bounded", lambda self, bound: (changed.path, ()))
    with pytest.raises(InternalError, match="changed the numbers of operations"):
        build_variants(bitcode, tmp_path, loop_bound=3)


# ---- assumptions ----

RATIO = """
enum mode { A, B };
double ratio(double x, int n, float y, unsigned char c, _Bool b, long double l, enum mode m, double *out) {
  *out = 1 / x;
  return n + y + c + b + l + m;
}
double plain(double x) { return 1 / x; }
"""


@pytest.mark.parametrize(
    ("domain", "outside"),
    [
        (Domain(), False),
        (assuming("x == 0 && n == 0 && y == 0 && c == 0 && !b && l == 0 && m == 0"), False),
        (assuming("x >= 0", "n > 0"), True),
        (assuming("fabs(x) < DBL_MAX // all of them"), False),
        (assuming("true"), False),
        (assuming("0"), True),
        (within((0.0, INFINITY), None, None, None, None, None, (0.0, 2.0)), False),
        (within(None, (1.0, 5.0), None, None, None, None, None), True),
        (within((-INFINITY, -5e-324), None, None, None, None, None, None), True),
        (within(None, None, None, None, None, (5e-324, INFINITY), None), True),
    ],
)
def test_inputs_outside_of_the_assumptions_are_not_run(tmp_path: Path, domain: Domain, outside: bool) -> None:
    program = built(tmp_path, RATIO, {"ratio": domain})
    run = observe(program, "ratio", bytes(7 * 16))
    assert run.ended == ("outside the assumptions" if outside else "returned")
    assert [event.kind.value for event in run.events] == ([] if outside else ["divbyzero"])
    assert (run.results == ()) == outside


@pytest.mark.parametrize(
    ("expression", "messages"),
    [
        ("z > 0", ["project.toml:7:1: error: use of undeclared identifier 'z'", "z > 0"]),
        ("out > 0", ["project.toml:7:1: error: use of undeclared identifier 'out'"]),
        ("x > ", ["project.toml:8:3: error: expected expression"]),
        ("x = 1", ["project.toml:7:3: error: cannot assign to variable 'x'"]),
        ("n >", ["error: expected expression"]),
        ("", ["error: expected expression"]),
    ],
)
def test_mistakes_in_assumptions(tmp_path: Path, expression: str, messages: list[str]) -> None:
    bitcode = compiled(tmp_path, RATIO, {"ratio": assuming(expression)})
    with pytest.raises(UserError) as problem:
        build_variants(bitcode, tmp_path)
    for message in messages:
        assert message in problem.value.message


def test_file_names_of_assumptions_may_hold_anything(tmp_path: Path) -> None:
    domain = assuming("z")
    (condition,) = domain.conditions
    odd = type(condition)(condition.expression, 'a "b" \\c.toml', 3)
    bitcode = compiled(tmp_path, RATIO, {"plain": Domain(conditions=(odd,))})
    with pytest.raises(UserError, match="a \"b\" .*c.toml:3:1: error: use of undeclared identifier 'z'"):
        build_variants(bitcode, tmp_path)
