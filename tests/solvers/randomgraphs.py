"""Small random queries whose truth is known: they hold for an input, or all inputs were tried."""

from __future__ import annotations

import random

from orchestrator.solvers.machine import evaluator
from orchestrator.symbolic.builder import FCMP, FLOATS, ICMP, GraphBuilder
from orchestrator.symbolic.graph import BITS, Op, Query, Type
from tests.solvers.queries import special_values

BINARY = (Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FMIN, Op.FMAX, Op.COPYSIGN, Op.FREM)
UNARY = (Op.FNEG, Op.FABS, Op.SQRT, Op.FLOOR, Op.CEIL, Op.TRUNC, Op.ROUND, Op.RINT)
FUNCTIONS = (Op.SIN, Op.COS, Op.EXP, Op.LOG, Op.ATAN, Op.TANH, Op.CBRT)
WHOLE = (Op.ADD, Op.SUB, Op.MUL, Op.SDIV, Op.UDIV, Op.SREM, Op.UREM, Op.SHL, Op.LSHR, Op.ASHR)
WHOLE += (Op.AND, Op.OR, Op.XOR)
PATTERN = {Type.F32: Type.I32, Type.F64: Type.I64}


class RandomGraph:
    """Operations on values of all types, as they come."""

    def __init__(self, chosen: random.Random, inputs: list[int], size: int) -> None:
        self.chosen = chosen
        self.g = GraphBuilder()
        self.inputs = inputs
        self.pool = [self.g.input(type) for type in inputs]
        for _ in range(size):
            self.pool.append(self.operation(chosen.choice(self.pool)))

    def like(self, node: int) -> int:
        """A value of the same type."""
        type = self.g.type_of(node)
        others = [each for each in self.pool if self.g.type_of(each) == type]
        if self.chosen.random() < 0.4 or not others:
            return self.g.bits(type, self.value(type))
        return self.chosen.choice(others)

    def value(self, type: int) -> int:
        if type in FLOATS and self.chosen.random() < 0.5:
            number = self.chosen.choice((-1, 1)) * self.chosen.choice((0.25, 1.5, 3, 7, 10, 100, 1e5))
            node = GraphBuilder()
            return node.known(node.const(type, number)) or 0
        if self.chosen.random() < 0.6:
            return self.chosen.choice(special_values(type))
        if type in FLOATS:
            return self.chosen.choice(special_values(type))
        return self.chosen.getrandbits(BITS[type])

    def operation(self, a: int) -> int:
        g, chosen, type = self.g, self.chosen, self.g.type_of(a)
        if type in FLOATS:
            match chosen.randrange(8):
                case 0 | 1 | 2:
                    return g.node(chosen.choice(BINARY), type, a, self.like(a))
                case 3:
                    return g.node(chosen.choice(UNARY), type, a)
                case 4:
                    return g.node(chosen.choice(FUNCTIONS), type, a)
                case 5:
                    return g.node(
                        chosen.choice((Op.FPTOSI, Op.FPTOUI)), chosen.choice((Type.I32, Type.I64)), a
                    )
                case 6:
                    return g.bitcast(PATTERN[type], a) if type in PATTERN else g.fabs(a)
                case _:
                    return g.select(self.comparison(), a, self.like(a))
        if type == Type.I1:
            return g.node(chosen.choice((Op.AND, Op.OR, Op.XOR)), type, a, self.comparison())
        match chosen.randrange(6):
            case 0 | 1 | 2:
                return g.node(chosen.choice(WHOLE), type, a, self.like(a))
            case 3:
                to = chosen.choice((Type.F32, Type.F64))
                return g.node(chosen.choice((Op.SITOFP, Op.UITOFP)), to, a)
            case 4:
                wider = [each for each in (Type.I16, Type.I32, Type.I64) if BITS[each] > BITS[type]]
                return g.node(chosen.choice((Op.ZEXT, Op.SEXT)), chosen.choice(wider), a) if wider else a
            case _:
                return g.select(self.comparison(), a, self.like(a))

    def comparison(self) -> int:
        a = self.chosen.choice(self.pool)
        b = self.like(a)
        if self.g.type_of(a) in FLOATS:
            return self.g.fcmp(self.chosen.choice(FCMP[1:15]), a, b)
        return self.g.icmp(self.chosen.choice(list(ICMP)), a, b)

    def random_input(self) -> tuple[int, ...]:
        return tuple(self.value(type) for type in self.inputs)


def with_solution(seed: int, size: int = 5, types: tuple[int, ...] = ()) -> tuple[Query, tuple[int, ...]]:
    """A query, and an input for which it holds."""
    chosen = random.Random(seed)
    kinds = types or (Type.F64, Type.F64, Type.F32, Type.I32, Type.I64)
    made = RandomGraph(chosen, [int(chosen.choice(kinds)) for _ in range(2)], size)
    asked = [made.comparison() for _ in range(3)]
    given = made.random_input()
    truths = evaluator.evaluate(made.g.graph(), given)
    return made.g.query([(node, bool(truths[node]["lo"])) for node in asked]), given


def decided(seed: int, size: int = 6) -> tuple[Query, bool]:
    """A query about one byte, and whether any value of it makes it hold: all are tried."""
    chosen = random.Random(seed)
    made = RandomGraph(chosen, [int(Type.I8)], size)
    query = made.g.query([(made.comparison(), chosen.random() < 0.5) for _ in range(3)])
    return query, any(evaluator.holds(query, (value,)) for value in range(256))
