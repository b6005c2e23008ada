"""The evaluator computes what compiled code computes, and what arithmetic says."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.core.errors import InternalError
from orchestrator.numbers import floats
from orchestrator.solvers.machine import evaluator
from orchestrator.symbolic.builder import FLOATS, GraphBuilder
from orchestrator.symbolic.graph import ARITY, BITS, NODE, Graph, Op, Type
from tests.solvers import compiled
from tests.solvers.queries import F32, F64, F80, FLOATS_FORMAT, I8, I32, I64, I128, REAL, f64, special_values

DIVISIONS = (Op.SDIV, Op.UDIV, Op.SREM, Op.UREM)
SHIFTS = (Op.SHL, Op.LSHR, Op.ASHR)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> compiled.Compiled:
    return compiled.Compiled(compiled.operations(), tmp_path_factory.mktemp("operations"))


def operand_types(operation: compiled.Operation) -> list[int]:
    op, type, source, _ = operation
    if op == Op.SELECT:
        return [Type.I1, type, type]
    return [source, compiled.second_type(op, source), source][: ARITY[op]]


def interpreted(operation: compiled.Operation, rows: list[tuple[int, ...]]) -> list[int]:
    """All rows in one graph, their operands inputs."""
    op, type, _, aux = operation
    arity = ARITY[op]
    inputs = len(rows) * arity
    nodes = np.zeros(1 + inputs + len(rows), dtype=NODE)
    nodes["op"][1 : inputs + 1] = Op.INPUT
    nodes["aux"][1 : inputs + 1] = np.arange(inputs)
    nodes["type"][1 : inputs + 1] = operand_types(operation) * len(rows)
    results = nodes[inputs + 1 :]
    results["op"], results["type"], results["aux"] = op, type, aux
    for place, field in enumerate(("a", "b", "c")[:arity]):
        results[field] = 1 + place + arity * np.arange(len(rows))
    values = evaluator.evaluate(Graph(nodes), [value for row in rows for value in row])
    return [joined(value) for value in values[inputs + 1 :]]


def joined(value: object) -> int:
    return int(value["lo"]) | int(value["hi"]) << 64  # type: ignore[index]


def defined(operation: compiled.Operation, row: tuple[int, ...]) -> bool:
    """Compiled code has a result: it neither traps nor is undefined."""
    op, type, source, _ = operation
    if op in SHIFTS:
        return row[1] < BITS[type]
    if op in DIVISIONS:
        least = 1 << (BITS[type] - 1)
        return row[1] != 0 and not (op in (Op.SDIV, Op.SREM) and row[0] == least and row[1] == 2 * least - 1)
    return True


def agree(reference: compiled.Compiled, operation: compiled.Operation, rows: list[tuple[int, ...]]) -> None:
    rows = [row for row in rows if defined(operation, row)]
    mask = (1 << BITS[operation[1]]) - 1
    expected = [joined(value) & mask for value in reference.apply(operation, rows)]
    for row, ours, theirs in zip(rows, interpreted(operation, rows), expected, strict=True):
        shown = ", ".join(hex(value) for value in row)
        assert ours == theirs, f"{Op(operation[0]).name}({shown}) is {theirs:#x}, not {ours:#x}"


def name(operation: compiled.Operation) -> str:
    op, type, source, aux = operation
    return f"{Op(op).name}-{Type(source).name}-{Type(type).name}-{aux}"


@pytest.mark.parametrize("operation", compiled.operations(), ids=name)
def test_special_values_as_compiled_code(reference: compiled.Compiled, operation: compiled.Operation) -> None:
    types = operand_types(operation)
    columns = [special_values(type) for type in types]
    if len(columns) == 3 and operation[0] != Op.SELECT:
        columns = [column[::3] for column in columns]
    elif len(columns) == 3:
        columns = [[0, 1], columns[1][:5], columns[2][-5:]]
    agree(reference, operation, list(product(*columns)))


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_all_values_as_compiled_code(reference: compiled.Compiled, data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from(compiled.operations()))
    columns = [
        st.integers(0, (1 << BITS[type]) - 1).map(lambda bits, type=type: canonical(type, bits))
        for type in operand_types(operation)
    ]
    agree(reference, operation, data.draw(st.lists(st.tuples(*columns), min_size=1, max_size=8)))


def canonical(type: int, bits: int) -> int:
    """x87 has encodings that no operation makes: their leading bit is put right."""
    if type != Type.F80:
        return bits
    exponent = bits >> 64 & 0x7FFF
    return bits | 1 << 63 if exponent else bits & ~(1 << 63)


def test_every_operation_is_compared() -> None:
    apart = {Op.NONE, Op.CONSTANT, Op.INPUT, Op.EXTRACT, Op.CONCAT}  # the first three compute nothing
    assert {operation[0] for operation in compiled.operations()} | apart == set(Op)


EXACT = {
    Op.FADD: lambda x, y, z: x + y,
    Op.FSUB: lambda x, y, z: x - y,
    Op.FMUL: lambda x, y, z: x * y,
    Op.FDIV: lambda x, y, z: x / y,
    Op.FMA: lambda x, y, z: x * y + z,
}


@pytest.mark.parametrize("type", list(FLOATS), ids=lambda type: type.name)
@pytest.mark.parametrize("op", list(EXACT), ids=lambda op: op.name)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_arithmetic_is_the_exact_result_rounded_once(op: int, type: int, data: st.DataObject) -> None:
    """Against fractions, without any floating-point instruction."""
    form, cls = FLOATS_FORMAT[type], FLOATS[type]
    magnitude = st.one_of(st.integers(0, form.infinity - 1), st.integers(0, 1 << form.fraction_bits))
    near_one = st.integers(-1 << 20, 1 << 20).map(lambda n: form.round(Fraction(1)) + n)
    ranks = st.one_of(magnitude, near_one).flatmap(lambda m: st.sampled_from((m, -m - 1)))
    raw = [floats.from_ordinal(cls, data.draw(ranks)) for _ in range(ARITY[op])]
    x, y, z = ([Fraction(floats.decode(cls, each)) for each in raw] + [Fraction(0)] * 3)[:3]
    if op == Op.FDIV and y == 0:
        return
    exact = EXACT[op](x, y, z)
    (ours,) = interpreted((op, type, type, 0), [tuple(floats.bits(cls, each) for each in raw)])
    if exact == 0:  # the sign is a matter of the operands' signs, compared with compiled code above
        assert floats.decode(cls, floats.from_bits(cls, ours)) == 0
        return
    assert ours == floats.bits(cls, floats.encode(cls, exact))


@pytest.mark.parametrize(
    ("op", "row", "expected"),
    [
        (Op.UDIV, (7, 0), 0xFF),
        (Op.UREM, (7, 0), 7),
        (Op.SDIV, (7, 0), 0xFF),
        (Op.SDIV, (0x80, 0), 1),
        (Op.SREM, (0x87, 0), 0x87),
        (Op.SDIV, (0x80, 0xFF), 0x80),
        (Op.SREM, (0x80, 0xFF), 0),
        (Op.SHL, (1, 8), 0),
        (Op.LSHR, (0x80, 200), 0),
        (Op.ASHR, (0x80, 200), 0xFF),
        (Op.ASHR, (0x40, 8), 0),
    ],
)
def test_what_machines_do_not_define_is_as_in_smt_lib(op: int, row: tuple[int, int], expected: int) -> None:
    assert interpreted((op, I8, I8, 0), [row]) == [expected]


def test_parts_of_values() -> None:
    g = GraphBuilder()
    x, wide = g.input(F64), g.input(F80)
    high, low = g.extract(I32, x, 32), g.extract(I32, x, 0)
    whole = g.bitcast(F64, g.concat(low, high))
    head = g.extract(Type.I16, wide, 64)
    twice = g.concat(g.bitcast(I64, x), g.const(I64, -1))
    one_and_a_half = 0xBFFFC000000000000000
    result = evaluator.evaluate(g.graph(), (f64(-math.pi), one_and_a_half))
    assert joined(result[whole]) == f64(-math.pi)
    assert joined(result[high]) == f64(-math.pi) >> 32
    assert joined(result[head]) == 0xBFFF
    assert joined(result[twice]) == f64(-math.pi) | ((1 << 64) - 1) << 64
    assert g.type_of(twice) == I128


def test_queries_hold_or_name_the_literal_that_does_not() -> None:
    g = GraphBuilder()
    x, y = g.input(F64), g.input(F64)
    square = g.fcmp("oeq", g.fmul(x, x), g.const(F64, 4.0))
    query = g.query([(square, True), (g.fcmp("olt", x, y), False)])
    assert evaluator.holds(query, (f64(2.0), f64(1.0)))
    assert evaluator.holds(query, (f64(-2.0), f64(math.nan)))
    assert evaluator.first_failure(query, (f64(3.0), f64(1.0))) == 0
    assert evaluator.first_failure(query, (f64(-2.0), f64(1.0))) == 1
    assert evaluator.holds(g.query([]), (0, 0))


def test_only_what_literals_need_is_evaluated() -> None:
    """Inputs that the query does not name need not be there, wherever they stand in the graph."""
    g = GraphBuilder()
    x, other = g.input(F32), g.input(F32)
    g.fadd(other, other)
    query = g.query([(g.fcmp("oeq", x, x), True)])
    assert evaluator.holds(query, (0,))


def test_reals_are_exact() -> None:
    g = GraphBuilder()
    x = g.input(REAL)
    third = g.const(REAL, Fraction(1, 3))
    query = g.query([(g.fcmp("oeq", g.fmul(x, x), g.fmul(third, third)), True)])
    assert evaluator.holds(query, (Fraction(-1, 3),))
    assert not evaluator.holds(query, (Fraction(1 / 3),))


def test_what_no_fraction_is_does_not_hold() -> None:
    g = GraphBuilder()
    x = g.input(REAL)
    two = g.const(REAL, 2)
    for term in (g.sqrt(x), g.fdiv(two, g.fsub(x, x)), g.sin(x)):
        comparison = g.fcmp("olt", term, two)
        assert not evaluator.holds(g.query([(comparison, True)]), (Fraction(2),))
        assert not evaluator.holds(g.query([(comparison, False)]), (Fraction(2),))
    assert evaluator.holds(g.query([(g.fcmp("oeq", g.sqrt(x), two), True)]), (Fraction(4),))


def test_what_is_no_graph_is_refused() -> None:
    g = GraphBuilder()
    node = g.fneg(g.input(F64))
    nodes = g.graph().nodes
    nodes["a"][node] = node
    with pytest.raises(InternalError):
        evaluator.evaluate(Graph(nodes), (0,))
    with pytest.raises(InternalError):
        evaluator.evaluate(g.graph(), ())
