"""Graphs by hand: the same node for the same operation, and none that makes no sense."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import ARITY, GROUP, Group, Op, Type, of_group


def test_a_query_by_hand() -> None:
    g = GraphBuilder()
    x = g.input(Type.F64)
    query = g.query([(g.fcmp("oeq", g.fmul(x, x), g.const(Type.F64, 2.0)), True)])
    nodes = query.graph.nodes
    assert nodes["op"].tolist() == [Op.NONE, Op.INPUT, Op.FMUL, Op.CONSTANT, Op.FCMP]
    assert nodes["a"].tolist() == [0, 0, 1, 0, 2] and nodes["b"].tolist() == [0, 0, 1, 0, 3]
    assert int(nodes["lo"][3]) == 0x4000000000000000 and int(nodes["aux"][4]) == 1
    assert query.literals == ((4, True),) and query.inputs == (Type.F64,)


def test_the_same_operation_is_the_same_node() -> None:
    g = GraphBuilder()
    x, y = g.input(Type.F32), g.input(Type.F32)
    assert g.fadd(x, y) == g.fadd(x, y) != g.fadd(y, x)
    assert g.input(Type.F32, 0) == x != y
    assert g.const(Type.F32, 0.0) != g.const(Type.F32, -0.0)
    assert g.const(Type.I8, -1) == g.const(Type.I8, 255)


def test_constants_are_rounded_to_their_type() -> None:
    g = GraphBuilder()
    for type, bits in ((Type.F32, 0x3DCCCCCD), (Type.F64, 0x3FB999999999999A)):
        node = g.const(type, Fraction(1, 10))
        assert int(g.graph().nodes["lo"][node]) == bits
    node = g.const(Type.F80, -1)
    assert int(g.graph().nodes["hi"][node]) == 0xBFFF and int(g.graph().nodes["lo"][node]) == 1 << 63
    real = g.const(Type.REAL, Fraction(1, 3))
    assert g.graph().rationals == {real: Fraction(1, 3)}


def test_types_that_do_not_follow_from_operands_come_first() -> None:
    g = GraphBuilder()
    x = g.input(Type.F64)
    assert g.type_of(g.fptosi(Type.I32, x)) == Type.I32
    assert g.type_of(g.extract(Type.I32, x, 32)) == Type.I32
    low = g.itrunc(Type.I32, g.bitcast(Type.I64, x))
    assert g.type_of(g.concat(low, low)) == Type.I64
    assert g.type_of(g.not_(g.fcmp("uno", x, x))) == Type.I1


@pytest.mark.parametrize(
    "make",
    [
        lambda g, x, i: g.fadd(x, i),
        lambda g, x, i: g.fadd(x),
        lambda g, x, i: g.sin(i),
        lambda g, x, i: g.add(x, x),
        lambda g, x, i: g.fptosi(Type.F64, x),
        lambda g, x, i: g.bitcast(Type.I64, i),
        lambda g, x, i: g.select(i, x, x),
        lambda g, x, i: g.extract(Type.I8, i, 32),
        lambda g, x, i: g.const(Type.I32, 0.5),
        lambda g, x, i: g.query([(i, True)]),
        lambda g, x, i: g.input(Type.F32, 0),
        lambda g, x, i: g.fneg(0),
    ],
)
def test_what_makes_no_sense_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    g = GraphBuilder()
    x, i = g.input(Type.F64), g.input(Type.I32)
    with pytest.raises(TypeError):
        make(g, x, i)


def test_unknown_operations_are_no_attributes() -> None:
    with pytest.raises(AttributeError):
        GraphBuilder().frobnicate  # noqa: B018


def test_every_operation_has_its_group() -> None:
    assert sorted(op for group in Group for op in of_group(group)) == list(Op)
    assert [op for op in Op if ARITY[op] == 0] == list(of_group(Group.LEAF))
    assert {ARITY[op] for op in of_group(Group.BETWEEN)} == {1}
    assert {ARITY[op] for op in of_group(Group.INTEGER)} == {2}
    # What IEEE 754 defines is no affair of libm's.
    assert GROUP[Op.SQRT] is GROUP[Op.LDEXP] is Group.FLOAT
    assert Op.SIN in of_group(Group.ELEMENTARY)
