"""A program in Python that leaves traces as the trace variant does, and a solver that tries every input.

Inputs are bytes (i8), so that trying all is an exact decision. The program computes with `Value`s, which know
their node; what it does with `branch`, `divide` and `lookup` is logged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orchestrator.core.model import Function, Kind, Parameter, Place
from orchestrator.solvers import Answer, Model, Solution
from orchestrator.symbolic.graph import NODE, Graph, Op, Query, Type
from orchestrator.symbolic.trace import EVENT, EventKind, Trace, Why


def function_of(inputs: int) -> Function:
    names = "xyz"[:inputs]
    parameters = tuple(Parameter(name, "signed char", "i8", 16 * n) for n, name in enumerate(names))
    place = Place("f.c", 1, 1)
    return Function("f", "f", place, "f", parameters, None, 16 * inputs, 0, (0, 1, 2, 3), (), ())


def pair(site: int, kind: Kind) -> int:
    return 4 * site + kind.index


@dataclass
class Log:
    """What a run leaves; its nodes are hash-consed, as the runtime does it."""

    rows: list[tuple[int, ...]] = field(default_factory=lambda: [(0,) * 10])
    events: list[tuple[int, ...]] = field(default_factory=list)

    def node(self, op: int, type: int, aux: int, a: int, b: int, value: int) -> int:
        row = (int(op), int(type), 0, aux, a, b, 0, 0, value & 0xFFFFFFFFFFFFFFFF, 0)
        if row not in self.rows:
            self.rows.append(row)
        return self.rows.index(row)

    def constant(self, value: int) -> int:
        return self.node(Op.CONSTANT, Type.I8, 0, 0, 0, value & 0xFF)

    def compare(self, predicate: int, a: Value, b: int, truth: bool) -> int:
        return self.node(Op.ICMP, Type.I1, predicate, a.node, self.constant(b), int(truth)) if a.node else 0

    def trace(self, ended: str, cut: bool) -> Trace:
        return Trace(
            Graph(np.array(self.rows, NODE)),
            np.array(self.events, EVENT) if self.events else np.zeros(0, EVENT),
            cut,
            ended,
        )


@dataclass(frozen=True)
class Value:
    number: int  # of a signed byte
    node: int


class Run:
    """What a fake program computes with."""

    EQ, LT = 32, 40

    def __init__(self) -> None:
        self.log = Log()
        self.cut = False

    def add(self, a: Value, number: int) -> Value:
        total = (a.number + number + 128) % 256 - 128
        node = self.log.node(Op.ADD, Type.I8, 0, a.node, self.log.constant(number), total & 0xFF)
        return Value(total, node if a.node else 0)

    def less(self, branch: int, a: Value, number: int) -> bool:
        return self._branch(branch, self.LT, a, number, a.number < number)

    def equal(self, branch: int, a: Value, number: int) -> bool:
        return self._branch(branch, self.EQ, a, number, a.number == number)

    def _branch(self, branch: int, predicate: int, a: Value, number: int, truth: bool) -> bool:
        node = self.log.compare(predicate, a, number, truth)
        self.log.events.append((EventKind.BRANCH, truth, 0, branch, node, 0, 0))
        return truth

    def divide(self, site: int, a: Value) -> None:
        """1 / a: raises when a is 0."""
        truth = a.number == 0
        node = self.log.compare(self.EQ, a, 0, truth)
        self.log.events.append((EventKind.GUARD, truth, 0, pair(site, Kind.DIVBYZERO), node, 0, 0))

    def lookup(self, a: Value, table: Sequence[int]) -> int:
        """An index is made concrete."""
        node = self.log.compare(self.EQ, a, a.number, True)
        self.log.events.append((EventKind.CONCRETISED, 1, Why.ADDRESS, 0, node, a.node, 0))
        return table[a.number % len(table)]

    def lose(self, a: Value) -> None:
        self.log.events.append((EventKind.CONCRETISED, 1, Why.EXTERNAL, 0, 0, 0, 0))


Program = Callable[..., None]


class Crashed(Exception):
    """A fake program does not return."""


@dataclass
class FakeTracer:
    program: Program
    inputs: int
    runs: int = 0

    def run(self, data: bytes) -> Trace:
        self.runs += 1
        run = Run()
        values = []
        for index in range(self.inputs):
            bits = data[16 * index]
            number = bits - 256 if bits > 127 else bits
            values.append(Value(number, run.log.node(Op.INPUT, Type.I8, index, 0, 0, bits)))
        ended = "returned"
        try:
            self.program(run, *values)
        except Crashed as crash:
            ended = str(crash)
        return run.log.trace(ended, run.cut)


@dataclass
class EveryInput:
    """An exact solver of bytes."""

    name: str = "every input"
    asked: list[Query] = field(default_factory=list)
    gives_up: bool = False

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        self.asked.append(query)
        if self.gives_up:
            return Solution(Answer.UNKNOWN, self.name, 0.0, reason="no time")
        models = _every(len(query.inputs))
        values = _values(query, models)
        good = np.ones(len(models[0]), bool)
        for node, wanted in query.literals:
            good &= (values[node] != 0) == wanted
        found = np.flatnonzero(good)
        if len(found):
            model = tuple(int(column[found[0]]) for column in models)
            return Solution(Answer.SAT, self.name, 0.0, model)
        return Solution(Answer.UNSAT, self.name, 0.0, reason="tried all")


Column = NDArray[np.int64]


def _every(inputs: int) -> list[Column]:
    grids = np.meshgrid(*[np.arange(256)] * inputs, indexing="ij")
    return [grid.ravel() for grid in grids]


def _values(query: Query, models: list[Column]) -> list[Column]:
    zero = np.zeros(len(models[0]), np.int64)
    values = [zero]
    for row in query.graph.nodes[1:]:
        a, b = values[row["a"]], values[row["b"]]
        match int(row["op"]):
            case Op.CONSTANT:
                values.append(zero + int(row["lo"]))
            case Op.INPUT:
                values.append(models[row["aux"]])
            case Op.ADD:
                values.append((a + b) & 0xFF)
            case Op.ICMP:
                values.append(_compare(int(row["aux"]), a, b).astype(np.int64))
            case other:
                raise NotImplementedError(Op(other).name)
    return values


def _compare(predicate: int, a: Column, b: Column) -> NDArray[np.bool_]:
    x, y = ((value + 128) % 256 - 128 for value in (a, b))
    answers = {32: a == b, 33: a != b, 38: x > y, 39: x >= y, 40: x < y, 41: x <= y}
    return answers[predicate]
