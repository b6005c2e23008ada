"""Each operation means to the exact solvers what it computes natively.

Of many operands at once: a solver may not refute that they give what they natively give, and must refute that
one of them gives something else, unless the operation is abstract to it.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from orchestrator.numbers import floats
from orchestrator.solvers import Answer
from orchestrator.solvers.smt.bitwuzla import Bitwuzla
from orchestrator.solvers.smt.meanings import ABSTRACT
from orchestrator.solvers.smt.refinement import ExactSolver
from orchestrator.solvers.smt.z3fp import Z3FP
from orchestrator.symbolic.builder import FLOATS, GraphBuilder
from orchestrator.symbolic.graph import ARITY, BITS, Op, Type
from tests.solvers.compiled import Operation, operations
from tests.solvers.queries import special_values
from tests.solvers.test_native import defined, interpreted, operand_types

SECONDS = 60.0
ROWS = 24
COUNTS = {Op.FREM: 60, Op.FMA: 8}  # more where the facts are many, fewer of what is costly


def rows(operation: Operation) -> list[tuple[int, ...]]:
    types = operand_types(operation)
    chosen = random.Random(repr(operation))
    everything = list(product(*map(special_values, types)))
    count = COUNTS.get(operation[0], ROWS)
    found = chosen.sample(everything, min(count, len(everything)))
    for _ in range(count // 2):  # others of middling size, so that most results are finite
        found.append(tuple(_middling(type, chosen) for type in types))
    return found


def _middling(type: int, chosen: random.Random) -> int:
    if type in FLOATS:
        value = chosen.uniform(-1, 1) * 2.0 ** chosen.randint(-12, 12)
        return floats.bits(FLOATS[type], floats.encode(FLOATS[type], value))
    return chosen.getrandbits(BITS[type])


def is_nan(type: int, bits: int) -> bool:
    return type in FLOATS and floats.is_nan(FLOATS[type], floats.from_bits(FLOATS[type], bits))


def equal(g: GraphBuilder, node: int, bits: int) -> int:
    """The truth value: the node has these bits; any NaN is as good as another."""
    type = g.type_of(node)
    if type not in FLOATS:
        return g.icmp("eq", node, g.bits(type, bits))
    if is_nan(type, bits):
        return g.fcmp("uno", node, node)
    if type != Type.F80:
        whole = Type.I32 if type == Type.F32 else Type.I64
        return g.icmp("eq", g.bitcast(whole, node), g.bits(whole, bits))
    low = g.icmp("eq", g.extract(Type.I64, node, 0), g.bits(Type.I64, bits % (1 << 64)))
    return g.and_(low, g.icmp("eq", g.extract(Type.I16, node, 64), g.bits(Type.I16, bits >> 64)))


def name(operation: Operation) -> str:
    op, type, source, aux = operation
    return f"{Op(op).name}-{Type(type).name}-{Type(source).name}-{aux}"


@pytest.mark.parametrize("operation", operations(), ids=name)
@pytest.mark.parametrize("solver", [Bitwuzla(), Z3FP()], ids=lambda solver: str(solver.name))
def test_meaning_is_native(solver: ExactSolver, operation: Operation) -> None:
    op, type, source, aux = operation
    if solver.name == "bitwuzla" and Type.F80 in (type, source):
        pytest.skip("Bitwuzla has no such format")
    types = operand_types(operation)
    given = [row for row in rows(operation) if defined(operation, row)]
    results = interpreted(operation, given)
    g = GraphBuilder()
    as_native = []
    for row, result in zip(given, results, strict=True):
        assert len(row) == ARITY[op]
        node = g.node(op, type, *map(g.bits, types, row), aux=aux)
        if op == Op.BITCAST and is_nan(source, row[0]):
            continue  # a constant's bits are known; see test_bits_of_nans
        as_native.append(equal(g, node, result))
    possible = solver.solve(g.query([(each, True) for each in as_native]), SECONDS)
    assert possible.answer == Answer.SAT, possible
    if op in ABSTRACT:
        return
    every = as_native[0]
    for each in as_native[1:]:
        every = g.and_(every, each)
    other = solver.solve(g.query([(every, False)]), SECONDS)
    assert other.answer == Answer.UNSAT, other
