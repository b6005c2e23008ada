from __future__ import annotations

import numpy as np
import pytest

from orchestrator.core.errors import InternalError
from orchestrator.solvers.machine import evaluator
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import NODE, Graph, Query, Type
from orchestrator.symbolic.structure import compact, cone, structure
from tests.solvers.queries import f64


def test_an_expression_has_the_same_name_in_every_graph() -> None:
    one, two = GraphBuilder(), GraphBuilder()
    x, y = one.input(Type.F64), one.input(Type.F64)
    here = one.fadd(one.fmul(x, y), one.const(Type.F64, 0.1))
    two.const(Type.F64, 7)
    tenth = two.const(Type.F64, 0.1)
    v, u = two.input(Type.F64, 1), two.input(Type.F64, 0)
    there = two.fadd(two.fmul(u, v), tenth)
    assert structure(one.graph()).name(here) == structure(two.graph()).name(there)


def test_different_expressions_have_different_names() -> None:
    g = GraphBuilder()
    x, y = g.input(Type.F64), g.input(Type.F64)
    z = g.input(Type.F32)
    nodes = [x, y, z, g.fadd(x, y), g.fadd(y, x), g.fmul(x, y), g.fptrunc(Type.F32, x), g.fpext(Type.F64, z)]
    nodes += [g.const(Type.F64, 1), g.const(Type.F64, 2), g.const(Type.F32, 1), g.bits(Type.F64, 1 << 63)]
    nodes += [g.fcmp("olt", x, y), g.fcmp("ole", x, y), g.fcmp("olt", y, x), g.fsub(g.fadd(x, y), y)]
    names = structure(g.graph())
    assert len({names.name(node) for node in nodes}) == len(nodes)


def test_rationals_are_told_apart_by_their_values() -> None:
    g = GraphBuilder()
    a, b = g.const(Type.REAL, 1), g.const(Type.REAL, 2)
    names = structure(g.graph())
    assert names.name(a) != names.name(b)


def test_support_is_the_inputs_modulo_64() -> None:
    g = GraphBuilder()
    inputs = [g.input(Type.F64) for _ in range(70)]
    total = g.fadd(inputs[3], inputs[66])
    support = structure(g.graph()).support
    assert int(support[total]) == 1 << 3 | 1 << 2


def test_a_compact_query_asks_the_same() -> None:
    g = GraphBuilder()
    x, y = g.input(Type.F64), g.input(Type.F64)
    unused = g.sin(g.fmul(x, y))
    less = g.fcmp("olt", g.fadd(x, g.const(Type.F64, 1)), y)
    query = Query(g.graph(), ((less, True),), (Type.F64, Type.F64))
    small = compact(query)
    assert unused not in cone(query.graph, [less]) and len(small.graph) == len(query.graph) - 2
    for model in ((f64(1.0), f64(2.5)), (f64(3.0), f64(2.0)), (f64(1.0), f64(2.0))):
        assert evaluator.holds(small, model) == evaluator.holds(query, model)
    assert structure(small.graph).name(small.literals[0][0]) == structure(query.graph).name(less)


def test_a_node_may_not_come_before_its_operands() -> None:
    nodes = np.zeros(4, NODE)
    nodes["a"] = (0, 0, 3, 0)
    with pytest.raises(InternalError, match="malformed"):
        structure(Graph(nodes))
    with pytest.raises(InternalError, match="malformed"):
        cone(Graph(nodes), [2])
    assert list(cone(Graph(nodes), [1])) == [1], "what is not looked at does no harm"
