"""A query as terms of the theories of bit-vectors and floats; what each operation means is in meanings.py.

Every solution of the query satisfies the terms, so what they refute is refuted. The converse holds but for
`abstract` nodes, whose value the theories cannot say, or LLVM does not promise: libm's functions, fmod,
conversions out of range, shifts by too much, the bits of a NaN. Those are free variables with the facts that
are known of them (solvers/smt/libm.py); whoever gets a model checks it natively and refines.

Floats are SMT-LIB's, which has one NaN. Where a query looks at bits, a float's bits are kept beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from orchestrator.solvers.smt.terms import Sort, Term, Terms, bitvector, implied, sort_of
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import ARITY, Op, Query, Type


class Unsupported(Exception):
    """The query has something that cannot be encoded: the message says what."""


class Node(NamedTuple):
    """A row of the graph."""

    id: int
    op: int
    type: int
    aux: int
    operands: tuple[int, ...]
    pattern: int  # of a constant


def reachable(query: Query) -> list[Node]:
    """The nodes that the literals depend on, operands first."""
    nodes = query.graph.nodes
    found: dict[int, Node] = {}
    pending = [node for node, _ in query.literals]
    while pending:
        at = pending.pop()
        if at in found:
            continue
        op, type_, _, aux, a, b, c, _, lo, hi = nodes[at].item()
        operands = (a, b, c)[: ARITY[op]]
        found[at] = Node(at, op, type_, aux, operands, lo | hi << 64)
        pending.extend(operands)
    return [found[at] for at in sorted(found)]


Meaning = Callable[["Encoder", Node], Term]
Meanings = Mapping[int, Meaning]  # by operation


class Encoder:
    """Terms for the nodes of one query, and what is known of its free variables."""

    def __init__(self, terms: Terms, query: Query, meanings: Meanings) -> None:
        self.terms = terms
        self.nodes = {node.id: node for node in reachable(query)}
        self.values: dict[int, Term] = {}
        self.facts: list[Term] = []  # hold for every input
        self.abstract: list[Node] = []  # what a model may be wrong about
        self.undefined: list[Term] = []  # where LLVM promises no value
        self.inputs: dict[int, Term] = {}  # their bits, in SMT-LIB's encoding
        self._bits: dict[int, Term] = {}
        for node in self.nodes.values():
            meaning = meanings.get(node.op)
            if meaning is None or node.type == Type.REAL or not terms.supports(sort_of(node.type)):
                raise Unsupported(f"no exact encoding of {Op(node.op).name} of type {Type(node.type).name}")
            self.values[node.id] = self.defined(node, meaning(self, node))

    def literal(self, node: int, wanted: bool) -> Term:
        return self.values[node] if wanted else self.apply("not", self.values[node])

    # What a writer of files does differently.

    def defined(self, node: Node, term: Term) -> Term:
        return term

    def unknown(self, node: Node) -> Term:
        """A value that only native evaluation can tell."""
        self.abstract.append(node)
        return self.terms.fresh(sort_of(node.type), f"n{node.id}")

    def unless(self, undefined: Term, node: Node, term: Term) -> Term:
        """The term, but any value where LLVM promises none."""
        self.undefined.append(undefined)
        return self.apply("ite", undefined, self.unknown(node), term)

    def input(self, node: Node) -> Term:
        """By its bits, so that a query may look at them."""
        sort = sort_of(node.type)
        self.inputs[node.aux] = bits = self.terms.fresh(bitvector(sort.bits or 1), f"x{node.aux}")
        return self.from_bits(sort, bits) if sort.is_float else self.scalar(node.type, bits)

    def some_bits(self, id: int) -> Term:
        """Bits that stand for the value of a float, which may be a NaN."""
        sort = sort_of(self.nodes[id].type)
        bits = self.terms.fresh(bitvector(sort.bits), f"bits{id}")
        self.facts.append(self.apply("=", self.from_bits(sort, bits), self.values[id]))
        return bits

    # Short names.

    def apply(self, operator: str, *terms: Term, indices: tuple[int, ...] = (), mode: str = "RNE") -> Term:
        return self.terms.apply(operator, *terms, indices=indices, mode=mode)

    def operands(self, node: Node) -> list[Term]:
        return [self.values[each] for each in node.operands]

    def constant_operand(self, node: Node, position: int) -> int | None:
        operand = self.nodes[node.operands[position]]
        return operand.pattern if operand.op == Op.CONSTANT else None

    def vector(self, id: int) -> Term:
        """A node as a bit-vector, whatever its type."""
        type_ = self.nodes[id].type
        if type_ == Type.I1:
            one, zero = (self.terms.constant(bitvector(1), bit) for bit in (1, 0))
            return self.apply("ite", self.values[id], one, zero)
        if type_ not in FLOATS:
            return self.values[id]
        bits = self.bits(id)
        if type_ != Type.F80:
            return bits
        top = self.apply("extract", bits, indices=(78, 63))
        zero = self.terms.constant(bitvector(15), 0)
        is_zero = self.apply("=", self.apply("extract", bits, indices=(77, 63)), zero)
        ends = [self.terms.constant(bitvector(1), bit) for bit in (0, 1)]
        leading = self.apply("ite", is_zero, *ends)
        fraction = self.apply("extract", bits, indices=(62, 0))
        return self.apply("concat", self.apply("concat", top, leading), fraction)

    def scalar(self, type_: int, vector: Term) -> Term:
        """A bit-vector as a value of an integer type."""
        if type_ != Type.I1:
            return vector
        return self.apply("=", vector, self.terms.constant(bitvector(1), 1))

    def bits(self, id: int) -> Term:
        """The bits of a float in SMT-LIB's encoding: the true ones where they can be told, else any that
        stand for its value (a NaN has many)."""
        if id not in self._bits:
            node = self.nodes[id]
            sort = sort_of(node.type)
            sign = self.terms.constant(bitvector(sort.bits), 1 << (sort.bits - 1))
            match node.op:
                case Op.CONSTANT:
                    known = self.terms.constant(bitvector(sort.bits), implied(node.type, node.pattern))
                case Op.INPUT if node.aux in self.inputs:
                    known = self.inputs[node.aux]
                case Op.BITCAST if self.nodes[node.operands[0]].type not in FLOATS:
                    known = self.vector(node.operands[0])
                case Op.FNEG:
                    known = self.apply("bvxor", self.bits(node.operands[0]), sign)
                case Op.FABS:
                    known = self.apply("bvand", self.bits(node.operands[0]), self.apply("bvnot", sign))
                case Op.SELECT:
                    both = [self.bits(each) for each in node.operands[1:]]
                    known = self.apply("ite", self.values[node.operands[0]], *both)
                case _:
                    known = self.some_bits(id)
            self._bits[id] = known
        return self._bits[id]

    def from_bits(self, sort: Sort, vector: Term) -> Term:
        return self.apply("to_fp", vector, indices=(sort.exponent, sort.significand))

    def float(self, sort: Sort, pattern: int) -> Term:
        return self.terms.constant(sort, pattern)
