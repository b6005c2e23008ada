"""What a traced run costs beside the plain call, and how fast a large graph is read."""

from __future__ import annotations

import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.calls import plain_library, slots
from benchmarks.programs import BESSEL, built
from orchestrator.build.variants import build_trace
from orchestrator.core.settings import Settings
from orchestrator.native import runner
from orchestrator.native.specification import call_of
from orchestrator.native.tracer import Tracer
from orchestrator.symbolic.graph import NODE
from orchestrator.symbolic.trace import EVENT, HEADER, MAGIC, VERSION, read_trace

MAX_RATIO = 60.0
MAX_READING_SECONDS = 0.020
_FUNCTION = "bessel_Knu_scaled_asympx"  # 23 operations and a square root
_NODES = 100_000
_INPUTS = 1000
_RUNS = 200


@dataclass(frozen=True)
class Costs:
    plain_ns: float
    traced_ns: float  # in the process, as a run sees it
    guards_ns: float  # when it has ended: the conditions of all its exceptions
    whole_us: float  # from Python: a process of its own, and its trace read
    reading_ms: float

    @property
    def ratio(self) -> float:
        return self.traced_ns / self.plain_ns


def run() -> list[str]:
    costs = measure()
    print("A traced run beside the plain call (clang -O2), Bessel function of 23 operations:")
    print(f"  plain {costs.plain_ns:.1f} ns  traced {costs.traced_ns:.1f} ns  ratio {costs.ratio:.1f}")
    print(f"  then the conditions of its exceptions: {costs.guards_ns / 1e3:.1f} us")
    print(f"  a run from Python, in a process of its own, with its trace: {costs.whole_us:.0f} us")
    print(f"  reading a graph of {_NODES:,} nodes: {costs.reading_ms:.2f} ms\n")
    failures = []
    if costs.ratio > MAX_RATIO:
        failures.append(f"a traced run costs more than {MAX_RATIO:g} plain calls")
    if costs.reading_ms > MAX_READING_SECONDS * 1e3:
        failures.append(f"reading a graph takes more than {MAX_READING_SECONDS * 1e3:g} ms")
    return failures


def measure() -> Costs:
    generator = random.Random(1)
    with built(BESSEL) as program:
        function = program.function(_FUNCTION)
        plain = plain_library(program)
        traced = build_trace(program.bitcode, program.folder).library
        numbers = [[generator.uniform(0.1, 100.0) for _ in function.inputs] for _ in range(_INPUTS)]
        inputs = [slots(given) for given in numbers]
        bare = next(iter(runner.run("time", call_of(plain, function, inputs))))
        with_trace = next(iter(runner.run("time", call_of(traced, function, inputs))))
        with Tracer(traced, function, Settings()) as tracer:
            started = time.perf_counter()
            for given in numbers[:_RUNS]:
                tracer.run(slots(given))
            whole = (time.perf_counter() - started) / _RUNS
    return Costs(
        float(bare["seconds_per_call"]) * 1e9,
        float(with_trace["seconds_per_call"]) * 1e9,
        float(with_trace["seconds_for_guards"]) * 1e9,
        whole * 1e6,
        _reading() * 1e3,
    )


def _reading() -> float:
    """Seconds to have the arrays of a trace in memory of our own; the best of several."""
    header = np.zeros(1, HEADER)
    header["magic"], header["version"] = MAGIC, VERSION
    header["node_size"], header["event_size"], header["nodes"] = NODE.itemsize, EVENT.itemsize, _NODES
    best = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace"
        path.write_bytes(header.tobytes() + np.zeros(_NODES, NODE).tobytes())
        for _ in range(10):
            started = time.perf_counter()
            nodes = read_trace(path, "returned").graph.nodes.copy()
            best = min(best, time.perf_counter() - started)
            assert len(nodes) == _NODES
    return best
