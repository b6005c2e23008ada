"""A query as the paper's formula: numeric constraints over independent variables, the inputs, and over
dependent ones, which stand for what has no rational function (Section 3.2.2).

The table of dependent variables is found in the graph itself: a node whose operation is an elementary
function, or works on bits, is one, and its operands are the expression that the table has for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from orchestrator.symbolic.graph import Op, Query, Type

_RATIONAL = frozenset((Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FMA, Op.FNEG, Op.FPTRUNC, Op.FPEXT))
_PIECEWISE = frozenset((Op.FABS, Op.FMIN, Op.FMAX, Op.COPYSIGN, Op.SELECT, Op.FCMP))
_LOGICAL = frozenset((Op.AND, Op.OR, Op.XOR))
_FLOATING = frozenset((Type.F32, Type.F64, Type.F80, Type.REAL))


@dataclass(frozen=True)
class Formula:
    query: Query
    independent: tuple[frozenset[int], ...]  # by node: the inputs it depends on, by way of dependents too
    free: tuple[frozenset[int], ...]  # by node: the nodes of variables that occur in it, inputs or dependents
    inputs: dict[int, int]  # node of each input, by index
    dependent: frozenset[int]  # nodes

    def variables(self, literal: int) -> frozenset[int]:
        """fv of a literal, as nodes."""
        return self.free[self.query.literals[literal][0]]

    def needs(self, literal: int) -> frozenset[int]:
        """The inputs that decide a literal."""
        return self.independent[self.query.literals[literal][0]]


def formula(query: Query) -> Formula:
    """Of a compact query."""
    nodes = query.graph.nodes
    empty: frozenset[int] = frozenset()
    independent, free = [empty], [empty]
    inputs: dict[int, int] = {}
    dependent = set()
    ops, kinds = nodes["op"].tolist(), nodes["type"].tolist()
    operands = list(zip(nodes["a"].tolist(), nodes["b"].tolist(), nodes["c"].tolist(), strict=True))
    for node in range(1, len(nodes)):
        if ops[node] == Op.INPUT:
            index = int(nodes["aux"][node])
            inputs[index] = node
            independent.append(frozenset((index,)))
            free.append(frozenset((node,)))
            continue
        below = [operand for operand in operands[node] if operand]
        independent.append(_union(independent, below))
        if independent[node] and not _symbolic(ops[node], kinds[node]):
            dependent.add(node)
            free.append(frozenset((node,)))
        else:
            free.append(_union(free, below))
    return Formula(query, tuple(independent), tuple(free), inputs, frozenset(dependent))


def _symbolic(op: int, kind: int) -> bool:
    """Is it a rational function of its operands, or one piece by piece?"""
    if op in _LOGICAL:
        return kind == int(Type.I1)
    return op in _RATIONAL or (op in _PIECEWISE and (kind in _FLOATING or kind == int(Type.I1)))


def _union(sets: list[frozenset[int]], nodes: list[int]) -> frozenset[int]:
    """Most nodes have the variables of an operand: sharing keeps large graphs small."""
    parts = [sets[node] for node in nodes]
    result = max(parts, key=len, default=frozenset())
    return result if all(part <= result for part in parts) else result.union(*parts)
