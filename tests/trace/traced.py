"""Programs with their trace variant, and what must be true of every traced run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orchestrator.build.program import Bitcode, build
from orchestrator.build.variants import TraceVariant, build_trace
from orchestrator.core.model import Function
from orchestrator.core.settings import Settings
from orchestrator.native import runner, toolchain
from orchestrator.native.specification import call_of
from orchestrator.native.tracer import TracedRun, Tracer
from orchestrator.numbers import floats
from orchestrator.numbers.values import result_values
from orchestrator.solvers.machine import evaluator
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import ARITY, BITS, Graph, Op, Type
from orchestrator.symbolic.trace import EventKind, Trace

_SLOT = 16
FLOATS = {Type.F32: "f32", Type.F64: "f64", Type.F80: "f80"}


@dataclass(frozen=True)
class Program:
    bitcode: Bitcode
    trace: TraceVariant
    plain: Path  # as clang -O0 compiles it

    @property
    def functions(self) -> list[Function]:
        return [f for f in self.bitcode.module.functions if not f.static and not f.unsupported]

    def function(self, name: str) -> Function:
        return next(f for f in self.functions if f.name == name)


def built(source: Path, folder: Path) -> Program:
    bitcode = build([source], (), folder)
    harnessed, plain = folder / "plain.bc", folder / "plain.so"
    toolchain.opt("harness", bitcode.path, "-o", str(harnessed))
    command = [toolchain.tool("clang"), "-O0", "-fPIC", "-shared", "-x", "ir", str(harnessed), "-lm"]
    toolchain.must_run([*command, "-o", str(plain)])
    return Program(bitcode, build_trace(bitcode, folder), plain)


def plain_outputs(program: Program, function: Function, inputs: list[bytes]) -> list[bytes]:
    """What the program returns when nobody watches."""
    lines = runner.answers("record", call_of(program.plain, function, inputs))
    return [bytes.fromhex(line["output"]) for line in lines]


def traced_runs(program: Program, function: Function, inputs: list[bytes]) -> Iterator[TracedRun]:
    with Tracer(program.trace.library, function, Settings()) as tracer:
        for given in inputs:
            yield tracer.run_whole(given)


def some_inputs(function: Function, count: int, seed: str) -> list[bytes]:
    chance = random.Random(seed)
    return [b"".join(_slot(p.cls, chance) for p in function.inputs) for _ in range(count)]


def _slot(cls: str, chance: random.Random) -> bytes:
    if cls == "bool":
        raw = bytes([chance.randrange(2)])
    elif floats.is_float(cls):
        number = chance.choice(
            [
                chance.uniform(-4, 4),
                float(chance.randrange(-9, 9)),
                chance.uniform(-1, 1) * 10 ** chance.randrange(-9, 20),
            ]
        )
        raw = floats.encode(cls, chance.choice([number, number, number, number, 0.0, float("inf"), 1e-310]))
    else:
        low, high = floats.limits(cls)
        near = max(low, min(high, chance.randrange(-10, 300)))
        raw = floats.from_ordinal(cls, chance.choice([near, near, near, chance.randint(low, high)]))
    return raw.ljust(_SLOT, b"\0")


def input_bits(function: Function, given: bytes) -> list[int]:
    """The inputs as INPUT nodes number them."""
    sizes = [floats.size(p.cls) if p.cls != "bool" else 1 for p in function.inputs]
    return [int.from_bytes(given[_SLOT * i : _SLOT * i + size], "little") for i, size in enumerate(sizes)]


def bits_of(nodes: NDArray[np.void], index: int) -> int:
    return int(nodes[index]["lo"]) | int(nodes[index]["hi"]) << 64


def check_types(graph: Graph) -> None:
    """Every operation has operands of the types that it wants, which come before it."""
    builder = GraphBuilder()
    for index, node in enumerate(graph.nodes):
        if index == 0:
            assert node["op"] == Op.NONE
            continue
        op, type = int(node["op"]), int(node["type"])
        operands = [int(node[field]) for field in ("a", "b", "c")[: ARITY[op]]]
        assert all(0 < operand < index for operand in operands), f"node {index}: {node}"
        if op == Op.CONSTANT:
            made = builder.bits(type, bits_of(graph.nodes, index))
        elif op == Op.INPUT:
            made = builder.input(type, int(node["aux"]))
        else:
            made = builder.node(op, type, *operands, aux=int(node["aux"]))
        assert made == index, f"node {index} is there already, as node {made}: {node}"


def check_values(graph: Graph, inputs: list[int]) -> None:
    """What the run computed is what the graph computes from the same inputs. IEEE does not say which NaN an
    operation returns: what differs because of that is excused."""
    values = evaluator.evaluate(graph, inputs)
    excused = {0}
    for index in map(
        int, np.flatnonzero((values["lo"] != graph.nodes["lo"]) | (values["hi"] != graph.nodes["hi"]))
    ):
        node = graph.nodes[index]
        type, recorded = int(node["type"]), bits_of(graph.nodes, index)
        found = int(values[index]["lo"]) | int(values[index]["hi"]) << 64
        operands = {int(node[field]) for field in ("a", "b", "c")} - {0}
        nan = type in FLOATS and _is_nan(type, recorded) and _is_nan(type, found)
        message = f"node {index} {Op(int(node['op'])).name}: {recorded:#x}, evaluated {found:#x}"
        assert nan or operands & excused, message
        excused.add(index)


def _is_nan(type: int, bits: int) -> bool:
    return floats.is_nan(FLOATS[type], bits.to_bytes(BITS[type] // 8, "little"))


def decisions(trace: Trace) -> list[tuple[int, int, int, int, int]]:
    """Events that depend on inputs, or on what was lost: (kind, id, truth, node, value)."""
    return [
        (int(e["kind"]), int(e["id"]), int(e["truth"]), int(e["node"]), int(e["value"]))
        for e in trace.events
        if e["node"] or e["kind"] == EventKind.CONCRETISED
    ]


def check_prediction(first: Trace, second: Trace, inputs: list[int]) -> None:
    """The first run's conditions, on the second run's inputs, say how the second run goes: the same way up to
    the first condition that is another one there, and there it goes the other way."""
    truths = evaluator.evaluate(first.graph, inputs)["lo"]
    for one, other in zip(decisions(first), decisions(second), strict=False):
        kind, id, truth, node, _ = one
        if kind == EventKind.CONCRETISED and not node:
            return  # lost: nothing is said of what follows
        expected = int(truths[node]) & 1
        assert other[:2] == (kind, id), f"{other} in the place of {one}"
        if kind != EventKind.CONCRETISED:
            assert other[2] == expected, f"{other}: by {one} its truth is {expected}"
        if expected != truth and kind != EventKind.GUARD:
            return
    assert len(decisions(first)) == len(decisions(second)) or not same_way(first, truths)


def same_way(trace: Trace, truths: NDArray[np.uint64]) -> bool:
    """No decision is another one under these truths."""
    return all(
        node and (kind == EventKind.GUARD or int(truths[node]) & 1 == truth)
        for kind, _, truth, node, _ in decisions(trace)
    )


def check_function(program: Program, function: Function, count: int, folder: Path) -> list[TracedRun]:
    """All that must be true of some runs of a function, and of every two of them."""
    inputs = some_inputs(function, count, function.name)
    expected = plain_outputs(program, function, inputs)
    bits = [input_bits(function, given) for given in inputs]
    runs = list(traced_runs(program, function, inputs))
    for run, output, given in zip(runs, expected, bits, strict=True):
        assert run.trace.ended == "returned" and not run.trace.cut
        assert same_results(function, run.output, output), f"{function.name}({given}) returns other bits"
        check_types(run.trace.graph)
        check_values(run.trace.graph, given)
    for one in runs:
        for other, given in zip(runs, bits, strict=True):
            check_prediction(one.trace, other.trace, given)
    return runs


def same_results(function: Function, one: bytes, other: bytes) -> bool:
    pairs = zip(result_values(function, one), result_values(function, other), strict=True)
    return all(
        a.raw == b.raw or (floats.is_nan(a.cls, a.raw) and floats.is_nan(b.cls, b.raw)) for a, b in pairs
    )


def lost(trace: Trace) -> int:
    return sum(kind == EventKind.CONCRETISED and not node for kind, _, _, node, _ in decisions(trace))
