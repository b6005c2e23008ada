"""Inputs that count, as literals: what native evaluation says of them at the edges."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orchestrator.core.model import Condition, Domain, Function, Parameter, Place
from orchestrator.engines.exploration.assumptions import assume
from orchestrator.numbers import floats
from orchestrator.solvers.machine.evaluator import holds
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query, Type

TYPES = {"f32": Type.F32, "f64": Type.F64, "i32": Type.I32, "u32": Type.I32}


def function(cls: str, domain: Domain) -> Function:
    parameters = tuple(Parameter(name, "t", cls, 16 * n) for n, name in enumerate("xy"))
    return Function("f", "f", Place("f.c", 1, 1), "f", parameters, None, 32, 0, (), (), (), domain=domain)


def accepted(cls: str, domain: Domain, *texts: str) -> bool:
    builder = GraphBuilder()
    nodes = [builder.input(TYPES[cls]) for _ in texts]
    assert len(nodes) == 2
    graph, literals = assume(builder.graph(), function(cls, domain))
    model = [floats.bits(cls, floats.parse(cls, text)) for text in texts]
    return holds(Query(graph, literals, (TYPES[cls],) * 2), model)


def condition(text: str) -> Domain:
    return Domain((), (Condition(text, "ariadne.toml", 1),))


@pytest.mark.parametrize(
    ("cls", "domain", "inside", "outside"),
    [
        ("f64", Domain(), ("1.7976931348623157e308", "-0"), ("inf", "0")),
        ("f64", Domain(), ("5e-324", "0"), ("nan", "0")),
        ("f32", Domain(), ("3.4028234e38", "0"), ("-inf", "0")),
        ("f64", Domain(((0.0, 1.0), None)), ("1", "-7"), ("1.0000000000000002", "0")),
        ("f64", Domain(((0.0, float("inf")), None)), ("1e308", "0"), ("-5e-324", "0")),
        ("i32", Domain(((-2.0, 3.0), None)), ("-2", "0"), ("4", "0")),
        ("u32", Domain(((1.0, float("inf")), None)), ("4294967295", "0"), ("0", "0")),
        ("f64", condition("x > 0 && x <= y"), ("1", "1"), ("1", "0.5")),
        ("f64", condition("x != 0.5"), ("0.25", "0"), ("0.5", "0")),
        ("i32", condition("x < y"), ("-1", "0"), ("0", "-1")),
        ("u32", condition("x < y"), ("1", "4294967295"), ("4294967295", "1")),
    ],
)
def test_edges(cls: str, domain: Domain, inside: tuple[str, str], outside: tuple[str, str]) -> None:
    assert accepted(cls, domain, *inside)
    assert not accepted(cls, domain, *outside)


@pytest.mark.parametrize(
    "text", ["x > 0 || y > 0", "sin(x) > 0", "x + y > 0", "x > M_PI", "!(x > 0)", "x > y > 0", "0 < x"]
)
def test_what_is_not_understood_is_left_to_the_native_check(text: str) -> None:
    assert accepted("f64", condition(text), "-1", "-1")


def test_a_number_that_the_type_does_not_have_says_nothing() -> None:
    domain = Domain(((0.1, float("inf")), None))
    assert accepted("f32", domain, "0", "0")
    assert accepted("f32", condition("x > 0.1"), "0", "0")
    assert not accepted("f64", replace(domain), "0", "0")
