"""Nodes added behind those of a graph that a run left: assumptions about its inputs, for instance."""

from __future__ import annotations

import numpy as np

from orchestrator.numbers import floats
from orchestrator.symbolic.builder import FCMP, FLOATS, ICMP
from orchestrator.symbolic.graph import BITS, NODE, Graph, Op, Type


class Extension:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._rows: list[tuple[int, ...]] = []

    def bits(self, type: int, pattern: int) -> int:
        """A constant with this encoding."""
        return self._add((Op.CONSTANT, type, 0, 0, 0, 0, 0, 0, pattern % (1 << 64), pattern >> 64))

    def number(self, type: int, value: float) -> int:
        """The float of this type that is nearest to a number."""
        return self.bits(type, floats.bits(FLOATS[Type(type)], floats.encode(FLOATS[Type(type)], value)))

    def fabs(self, a: int) -> int:
        return self._add((Op.FABS, self._type(a), 0, 0, a, 0, 0, 0, 0, 0))

    def fcmp(self, predicate: str, a: int, b: int) -> int:
        return self._add((Op.FCMP, Type.I1, 0, FCMP.index(predicate), a, b, 0, 0, 0, 0))

    def icmp(self, predicate: str, a: int, b: int) -> int:
        return self._add((Op.ICMP, Type.I1, 0, ICMP[predicate], a, b, 0, 0, 0, 0))

    def equals(self, a: int, pattern: int) -> int:
        """Has a value these bits? Floats are compared as what they are made of."""
        type = self._type(a)
        if type in FLOATS:
            whole = {32: Type.I32, 64: Type.I64}[BITS[type]]
            a = self._add((Op.BITCAST, whole, 0, 0, a, 0, 0, 0, 0, 0))
            type = whole
        return self.icmp("eq", a, self.bits(type, pattern))

    def graph(self) -> Graph:
        if not self._rows:
            return self._graph
        added = np.array([tuple(map(int, row)) for row in self._rows], dtype=NODE)
        return Graph(np.concatenate([self._graph.nodes, added]), self._graph.rationals)

    def _add(self, row: tuple[int, ...]) -> int:
        self._rows.append(row)
        return len(self._graph) + len(self._rows) - 1

    def _type(self, node: int) -> int:
        inner = node - len(self._graph)
        return int(self._graph.nodes["type"][node]) if inner < 0 else self._rows[inner][1]
