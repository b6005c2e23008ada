"""The table of functions itself: its gaps, and that everything that is made of it agrees."""

from __future__ import annotations

import subprocess

import pytest

from orchestrator.core.functions import COSTS, FUNCTIONS, KINDS, OWN_EXPRESSIONS, c_name, observed_names
from orchestrator.core.places import built
from orchestrator.native import toolchain
from orchestrator.symbolic.graph import ARITY, Op

# The gaps that are known. A row that lacks another cell fails here: fill it, or write it down.
GAPS = {
    "expression": "powi sincos nexttoward jn yn",
    "exact": "",
    "interval": "powi yn nexttoward",
    "inverse": """hypot pow powi logb sin cos tan atan2 cosh tgamma lgamma lgamma_r j0 j1 jn y0 y1 yn ldexp
    scalbn scalbln nextafter nexttoward fmod remainder remquo fma fdim copysign""",
    "ulps": "powi j0 j1 jn y0 y1 yn nexttoward",
}


@pytest.mark.parametrize("cell", COSTS)
def test_gaps_are_those_that_are_written_down(cell: str) -> None:
    assert {each.name for each in FUNCTIONS.values() if cell in each.gaps} == set(GAPS[cell].split())


def test_every_function_that_raises_has_an_expression() -> None:
    # But for those whose evaluation takes time in proportion to an integer, which solvers would take to 2^31,
    # those that give two results, and nexttoward, whose operands are of two formats.
    lacking = [each.name for each in FUNCTIONS.values() if each.conditions and not each.expression]
    assert lacking == ["powi", "sincos", "jn", "yn", "nexttoward"]


def test_expressions_have_the_operands_of_their_functions() -> None:
    for each in FUNCTIONS.values():
        if each.expression not in ("", "apart"):
            assert ARITY[Op[each.expression]] == each.arity + each.integers, each.name
    assert {int(Op[name]) for name in OWN_EXPRESSIONS} == set(range(int(Op.CONCAT) + 1, len(Op)))


def test_all_that_is_observed_has_a_wrapper() -> None:
    """The names that the linker is given, and those that the boundary's library defines."""
    listing = subprocess.run(
        [toolchain.tool("llvm-nm"), "--defined-only", built("lib/libariadne_boundary.a")],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    wrapped = {
        line.split()[-1].removeprefix("__wrap_") for line in listing.splitlines() if " T __wrap_" in line
    }
    assert wrapped == set(observed_names())


def test_names_in_other_formats() -> None:
    assert [c_name("sin", cls) for cls in ("f32", "f64", "f80")] == ["sinf", "sin", "sinl"]
    assert c_name("lgamma_r", "f32") == "lgammaf_r"


def test_monotone_functions_have_a_domain_and_points() -> None:
    for each in FUNCTIONS.values():
        if each.monotone:
            assert each.domain, each.name
            low, high = each.domain
            assert all(low <= x <= high for x, _ in each.exact_at), each.name


def test_errno_is_only_told_of_kinds_that_are_raised() -> None:
    for each in FUNCTIONS.values():
        raised = {*each.conditions} | ({"zero"} if "underflow" in each.conditions else set())
        assert set(each.errno) <= raised, each.name
        assert set(each.conditions) <= set(KINDS)
