"""The inputs that count, as literals over a run's graph: finite numbers, ranges, simple conditions.

A condition that is not understood here is left out. That is no harm: the native check still refuses what it
refuses, a refutation without it holds with it, and a refused solution counts for nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np

from orchestrator.core.model import Condition, Function, Leaf
from orchestrator.numbers import floats
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.extension import Extension
from orchestrator.symbolic.graph import BITS, Graph, Op

Literal = tuple[int, bool]

_COMPARISON = re.compile(r"([A-Za-z_]\w*)\s*(<=|>=|==|!=|<|>)\s*([-+]?[\w.]+)")
_FLOAT_WORDS = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}
_INTEGER_WORDS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}


def assume(graph: Graph, function: Function) -> tuple[Graph, tuple[Literal, ...]]:
    """The graph with what is assumed of the inputs that it depends on."""
    nodes = {
        int(graph.nodes["aux"][node]): int(node) for node in np.flatnonzero(graph.nodes["op"] == Op.INPUT)
    }
    inputs = {
        index: _Input(leaf, nodes[index], int(graph.nodes["type"][nodes[index]]))
        for index, leaf in enumerate(function.inputs)
        if index in nodes
    }
    extension = Extension(graph)
    literals = [literal for each in inputs.values() for literal in each.finite(extension)]
    for index, leaf in enumerate(function.inputs):
        if leaf.range and index in inputs:
            literals += inputs[index].between(extension, *leaf.range)
    for condition in function.domain.conditions:
        literals += _condition(extension, condition, {each.name: each for each in inputs.values()})
    return extension.graph(), tuple(literals)


class _Input:
    """An input whose node is of its own type; of any other, nothing is said."""

    def __init__(self, leaf: Leaf, node: int, type: int) -> None:
        self.name, self.cls, self.node, self.type = leaf.name, leaf.cls, node, type
        self.is_float = FLOATS.get(type) == leaf.cls
        self.is_integer = leaf.cls[0] in "iu" and BITS[type] == 8 * floats.size(leaf.cls)

    def finite(self, extension: Extension) -> Iterator[Literal]:
        if self.is_float:
            largest = floats.neighbour(self.cls, floats.parse(self.cls, "inf"), -1)
            limit = extension.bits(self.type, floats.bits(self.cls, largest))
            yield extension.fcmp("ole", extension.fabs(self.node), limit), True
        elif self.cls == "bool" and BITS[self.type] > 1:
            yield extension.icmp("ule", self.node, extension.bits(self.type, 1)), True

    def between(self, extension: Extension, low: float, high: float) -> Iterator[Literal]:
        if math.isfinite(low):
            yield from self.compare(extension, ">=", low)
        if math.isfinite(high):
            yield from self.compare(extension, "<=", high)

    def compare(self, extension: Extension, word: str, number: float) -> Iterator[Literal]:
        """Nothing if the type has no such number: the comparison would be another one."""
        if self.is_float:
            raw = floats.encode(self.cls, number)
            if floats.decode(self.cls, raw) == number:
                limit = extension.bits(self.type, floats.bits(self.cls, raw))
                yield extension.fcmp(_FLOAT_WORDS[word], self.node, limit), True
        elif self.is_integer:
            least, most = floats.limits(self.cls)
            if number == int(number) and least <= number <= most:
                limit = extension.bits(self.type, int(number) % (1 << BITS[self.type]))
                yield extension.icmp(self.integer_word(word), self.node, limit), True

    def integer_word(self, word: str) -> str:
        sign = "" if word in ("==", "!=") else "u" if self.cls.startswith("u") else "s"
        return sign + _INTEGER_WORDS[word]


def _condition(extension: Extension, condition: Condition, inputs: dict[str, _Input]) -> Iterator[Literal]:
    """Those parts of a conjunction that compare a parameter with a number, or two of one type."""
    for part in condition.expression.split("&&"):
        match = _COMPARISON.fullmatch(part.strip())
        if not match or "||" in condition.expression or match[1] not in inputs:
            continue
        left, word, right = inputs[match[1]], match[2], match[3]
        other = inputs.get(right)
        if other:
            if left.cls == other.cls and left.is_float:
                yield extension.fcmp(_FLOAT_WORDS[word], left.node, other.node), True
            elif left.cls == other.cls and left.is_integer:
                yield extension.icmp(left.integer_word(word), left.node, other.node), True
            continue
        try:
            number = float(right)
        except ValueError:
            continue
        if left.cls in ("f64", "i32", "i16", "i8"):  # the others are compared in another type, or unsigned
            yield from left.compare(extension, word, number)
