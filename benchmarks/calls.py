"""What a probe run costs beside the plain call, and how many runs a second the search holds."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.programs import BESSEL, Built, built
from orchestrator.core.model import Function
from orchestrator.core.settings import Settings
from orchestrator.engines import Job
from orchestrator.engines.search import Search
from orchestrator.native import runner, toolchain
from orchestrator.native.specification import for_search

MAX_RATIO = 8.0
MIN_RUNS_PER_SECOND = 300_000
_FUNCTION = "bessel_Knu_scaled_asympx"  # 23 operations and a square root
_INPUTS = 1000
_SETTINGS = Settings(runs=200_000, budget=60.0)


@dataclass(frozen=True)
class Calls:
    plain_ns: float
    probe_ns: float

    @property
    def ratio(self) -> float:
        return self.probe_ns / self.plain_ns


def measure() -> tuple[dict[str, Calls], float]:
    """Costs on ordinary and on arbitrary numbers, and the search's runs per second on one core."""
    generator = random.Random(1)
    with built(BESSEL) as program:
        function = program.function(_FUNCTION)
        plain = plain_library(program)
        costs = {
            "ordinary numbers": _calls(program, function, plain, lambda: generator.uniform(0.1, 100.0)),
            "arbitrary bits": _calls(program, function, plain, lambda: _arbitrary(generator)),
        }
        settings = replace(_SETTINGS, runs=2_000_000)
        found = Search().run(Job(program.module, program.variants, function, settings))
        return costs, found.runs / found.seconds


def plain_library(program: Built) -> Path:
    """The function as a user would build it: -O2, no instrumentation."""
    bitcode, library = program.folder / "plain.bc", program.folder / "plain.so"
    toolchain.opt("harness", program.bitcode.path, "-o", str(bitcode))
    clang = toolchain.tool("clang")
    toolchain.must_run(
        [clang, "-O2", "-fPIC", "-shared", "-x", "ir", str(bitcode), "-lm", "-o", str(library)]
    )
    return library


def _calls(program: Built, function: Function, plain: Path, number: Callable[[], float]) -> Calls:
    inputs = b"".join(slots([number() for _ in function.inputs]) for _ in range(_INPUTS))
    targets = program.module.targets(function)
    search = for_search(program.variants.probe, program.module, function, _SETTINGS, targets)
    spec = replace(search, inputs=inputs)

    def seconds(library: Path) -> float:
        line = next(iter(runner.run("time", replace(spec, library=library))))
        return float(line["seconds_per_call"])

    return Calls(seconds(plain) * 1e9, seconds(program.variants.probe) * 1e9)


def slots(numbers: Sequence[float]) -> bytes:
    return b"".join(struct.pack("<d8x", number) for number in numbers)


def _arbitrary(generator: random.Random) -> float:
    while True:
        (number,) = struct.unpack("<d", generator.randbytes(8))
        if number - number == 0:  # finite
            return float(number)
