"""What exact arithmetic costs: beside the plain call, beside gmpy2, and for a thousand findings."""

from __future__ import annotations

import random
import statistics
import struct
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import gmpy2

from benchmarks.calls import plain_library, slots
from benchmarks.programs import Built, built
from orchestrator.core.model import Consequence, Finding, Function
from orchestrator.core.settings import Settings
from orchestrator.judge.classify import classify
from orchestrator.judge.confirm import findings_of, observe
from orchestrator.native import runner
from orchestrator.native.specification import call_of, for_exact

MAX_RATIO = 100.0  # to the plain call
MIN_GAIN = 10.0  # over gmpy2
FINDINGS = 1000
MAX_SECONDS = 20.0
CORES = 2

_ABOVE = (1.5, -0.25, 3.0, 0.1, -7.0, 0.3, 2.0)
_BELOW = (0.7, 5.0, -1.25, 11.0, 0.9, -3.0, 1.0)
_REPEATS = 100
_INPUTS = 200
_ROUNDS = 7
_SETTINGS = Settings(run_seconds=60.0, memory_mb=4096)


def _horner(coefficients: Sequence[float]) -> str:
    text = repr(coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        text = f"({text} * x + {coefficient!r})"
    return text


# A quotient of two polynomials: 12 operations each, and a division. `repeated` calls it so often that the
# costs of a run (starting it, printing its results) do not count. Not inlined: a call is what is measured.
_RATIONAL = f"""
__attribute__((noinline)) double rational(double x) {{
  return {_horner(_ABOVE)} / {_horner(_BELOW)};
}}
double repeated(double x, int times) {{
  volatile double result = 0.0;
  for (int i = 0; i < times; i++)
    result = rational(x);
  return result;
}}
"""

_SMALL = """
#include <math.h>
double hypot_naive(double x, double y) { return sqrt(x * x + y * y); }
double product(double x, double y) { return x * y * (1.0 / x); }
double relative(double x, double y) { return (x * x - y * y) / (x * x + y * y); }
double logistic(double x, double y) { return 1.0 / (1.0 + exp(x * y)); }
"""


@dataclass(frozen=True)
class Costs:
    plain_ns: float
    exact_ns: float
    gmpy2_ns: float

    @property
    def ratio(self) -> float:
        return self.exact_ns / self.plain_ns

    @property
    def gain(self) -> float:
        return self.gmpy2_ns / self.exact_ns


@dataclass(frozen=True)
class Classified:
    findings: int
    seconds: float
    undetermined: int
    consequences: dict[str, int]


def measure_calls() -> dict[str, Costs]:
    """Costs of one call of a rational function of 25 operations, by the kind of number it is called with."""
    generator = random.Random(1)
    numbers: dict[str, Callable[[], float]] = {
        "doubles": lambda: generator.uniform(0.1, 100.0),
        "integers": lambda: float(generator.randint(1, 100)),
    }
    with _program(_RATIONAL) as program:
        plain = plain_library(program)
        costs = {}
        for name, number in numbers.items():
            inputs = [number() for _ in range(_INPUTS)]
            # In turns, and the best of each: a busy machine slows them all down, but not at the same time.
            rounds = [
                (_plain_ns(program, plain, inputs), _exact_ns(program, inputs), _gmpy2_ns(inputs))
                for _ in range(_ROUNDS)
            ]
            costs[name] = Costs(*(min(column) for column in zip(*rounds, strict=True)))
        return costs


def measure_findings() -> Classified:
    """A thousand findings, each with an input of its own, on two cores. The processes are started for it."""
    settings = Settings()
    with _program(_SMALL) as program:
        functions = [f for f in program.module.functions if f.inputs]
        batches = [
            _findings(program, function, FINDINGS // len(functions), settings) for function in functions
        ]
        started = time.monotonic()
        with ThreadPoolExecutor(CORES) as pool:
            judged = [
                finding
                for batch in pool.map(
                    lambda pair: classify(program.variants.exact, pair[0], pair[1], settings),
                    zip(functions, batches, strict=True),
                )
                for finding in batch
            ]
        seconds = time.monotonic() - started
    judgements = [finding.judgement for finding in judged if finding.judgement]
    consequences = {c.value: sum(j.consequence is c for j in judgements) for c in Consequence}
    undetermined = sum(bool(j.exact.undetermined) for j in judgements)
    return Classified(len(judgements), seconds, undetermined, consequences)


def run() -> list[str]:
    """Prints what was measured; returns what is not as the README says."""
    failures = []
    print(
        "Exact arithmetic beside the plain call (clang -O2) and gmpy2.mpq, rational function, 25 operations:"
    )
    costs = measure_calls()
    for name, cost in costs.items():
        print(
            f"  {name:8} plain {cost.plain_ns:4.1f} ns  exact {cost.exact_ns:5.1f} ns"
            f"  gmpy2 {cost.gmpy2_ns:6.0f} ns"
            f"  {cost.ratio:5.1f} times the plain call, {cost.gain:4.1f} times less than gmpy2"
        )
    if costs["doubles"].ratio > MAX_RATIO:
        failures.append(f"exact arithmetic costs more than {MAX_RATIO:g} plain calls")
    if costs["doubles"].gain < MIN_GAIN:
        failures.append(f"exact arithmetic is less than {MIN_GAIN:g} times faster than gmpy2")
    done = measure_findings()
    told = ", ".join(f"{count} {name}" for name, count in done.consequences.items() if count)
    print(f"  {done.findings:,} findings of small functions classified in {done.seconds:.2f} s ({told})\n")
    if done.findings < FINDINGS or done.undetermined:
        failures.append(
            f"{done.findings} findings were classified, {done.undetermined} of them not determined"
        )
    if done.seconds > MAX_SECONDS:
        failures.append(f"classifying {FINDINGS:,} findings takes more than {MAX_SECONDS:g} s")
    return failures


class _program:
    """A program from its text, built."""

    def __init__(self, text: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ariadne-bench-")
        source = Path(self._folder.name) / "program.c"
        source.write_text(text)
        self._built = built(source)

    def __enter__(self) -> Built:
        return self._built.__enter__()

    def __exit__(self, *problem: object) -> None:
        self._built.__exit__(None, None, None)
        self._folder.cleanup()


def _plain_ns(program: Built, plain: Path, numbers: Sequence[float]) -> float:
    """As benchmarks/calls.py does it."""
    spec = call_of(plain, program.function("rational"), [slots([number]) for number in numbers], _SETTINGS)
    return float(next(iter(runner.run("time", spec)))["seconds_per_call"]) * 1e9


def _exact_ns(program: Built, numbers: Sequence[float]) -> float:
    """Of the call in exact arithmetic. (A classification also makes one in float mode, to compare with.)"""
    function = program.function("repeated")

    def seconds(times: int) -> float:
        inputs = [slots([number]) + struct.pack("<i12x", times) for number in numbers]
        spec = for_exact(program.variants.exact, function, inputs, _SETTINGS)
        lines = [line for line in runner.run("exact", spec) if "input" in line]
        assert all(line["undetermined"] is None for line in lines)
        return statistics.median(line["call_seconds"] for line in lines)

    return (seconds(_REPEATS) - seconds(0)) / _REPEATS * 1e9


def _gmpy2_ns(numbers: Sequence[float]) -> float:
    above, below = ([gmpy2.mpq(c) for c in coefficients] for coefficients in (_ABOVE, _BELOW))

    def horner(coefficients: list[gmpy2.mpq], x: gmpy2.mpq) -> gmpy2.mpq:
        r = coefficients[-1]
        for coefficient in coefficients[-2::-1]:
            r = r * x + coefficient
        return r

    def once(number: float) -> float:
        best = float("inf")
        for _ in range(3):
            started = time.perf_counter()
            for _ in range(20):
                x = gmpy2.mpq(number)
                horner(above, x) / horner(below, x)
            best = min(best, (time.perf_counter() - started) / 20)
        return best

    return statistics.median(once(number) for number in numbers) * 1e9


def _findings(program: Built, function: Function, count: int, settings: Settings) -> list[Finding]:
    """The first exception of each of so many inputs."""
    generator = random.Random(2)
    found: list[Finding] = []
    while len(found) < count:
        inputs = [
            slots(
                [
                    generator.uniform(1, 10) * 10.0 ** generator.choice((-200, -170, 170, 200))
                    for _ in function.inputs
                ]
            )
            for _ in range(count)
        ]
        for run_ in observe(program.module, program.variants, function, inputs, settings):
            found += findings_of(function, run_)[:1]
    return found[:count]


if __name__ == "__main__":
    raise SystemExit("\n".join(run()) or 0)
