"""Queries about mathematical reals, evaluated with fractions: exactly, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from orchestrator.symbolic.graph import Op, Query, Type

_Value = Fraction | bool


class _Unknown(Exception):
    """The value has no fraction, or no meaning."""


def concerns(query: Query) -> bool:
    return Type.REAL in query.inputs or bool(query.graph.rationals)


def holds(query: Query, model: Sequence[int | Fraction]) -> bool:
    """Whether all literals certainly hold."""
    nodes = query.graph.nodes
    known: dict[int, _Value] = {}

    def value(node: int) -> _Value:
        stack = [node]
        while stack:
            row = nodes[stack[-1]]
            operands = [each for each in (int(row["a"]), int(row["b"]), int(row["c"])) if each]
            missing = [each for each in operands if each not in known]
            if missing:
                stack += missing
                continue
            here = stack.pop()
            op, aux = int(row["op"]), int(row["aux"])
            if op == Op.CONSTANT:
                real = int(row["type"]) == Type.REAL
                known[here] = query.graph.rationals[here] if real else bool(row["lo"])
            elif op == Op.INPUT:
                real = int(row["type"]) == Type.REAL
                known[here] = Fraction(model[aux]) if real else bool(model[aux])
            elif int(row["type"]) not in (Type.REAL, Type.I1):
                raise _Unknown
            else:
                known[here] = _apply(op, aux, [known[each] for each in operands])
        return known[node]

    try:
        return all(bool(value(node)) == truth for node, truth in query.literals)
    except _Unknown:
        return False


def _apply(op: int, aux: int, operands: list[_Value]) -> _Value:
    x, y, z = ([Fraction(each) for each in operands] + [Fraction(0)] * 3)[:3]
    match op:
        case Op.FADD:
            return x + y
        case Op.FSUB:
            return x - y
        case Op.FMUL:
            return x * y
        case Op.FDIV if y != 0:
            return x / y
        case Op.FMA:
            return x * y + z
        case Op.FNEG:
            return -x
        case Op.FABS:
            return abs(x)
        case Op.FMIN:
            return min(x, y)
        case Op.FMAX:
            return max(x, y)
        case Op.SQRT:
            return _root(x)
        case Op.FLOOR:
            return Fraction(x.__floor__())
        case Op.CEIL:
            return Fraction(x.__ceil__())
        case Op.TRUNC:
            return Fraction(x.__trunc__())
        case Op.FCMP:
            return bool(aux & (1 if x == y else 2 if x > y else 4))
        case Op.ICMP:
            return (x == y) if aux == 32 else (x != y) if aux == 33 else _refuse()
        case Op.AND:
            return bool(x and y)
        case Op.OR:
            return bool(x or y)
        case Op.XOR:
            return x != y
        case Op.SELECT:
            return operands[1] if operands[0] else operands[2]
    raise _Unknown


def _root(x: Fraction) -> Fraction:
    if x < 0:
        raise _Unknown
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    if root * root != x:
        raise _Unknown
    return root


def _refuse() -> bool:
    raise _Unknown
