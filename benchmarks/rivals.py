"""Pairs found over time on functions of GSL, at equal CPU time: our search, random sampling, and basin
hopping per target as fpod does it (SciPy's, from random starts, on our own weak distances).

The functions are drawn by a fixed seed from all that the project analyses. Whatever a rival's runs raise
counts for it, also on the way to another target.
"""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy.optimize import basinhopping  # type: ignore[import-untyped]

from orchestrator.build.project import build_project
from orchestrator.build.project_selection import functions_of
from orchestrator.build.project_variants import variants_of
from orchestrator.build.variants import Variants
from orchestrator.core.model import Function, Lead, Module
from orchestrator.core.settings import Settings
from orchestrator.engines.search import lead_of
from orchestrator.judge.confirm import confirm
from orchestrator.native import runner, toolchain
from orchestrator.native.runner import Json
from orchestrator.native.specification import for_search
from orchestrator.numbers.values import input_buffer
from orchestrator.project.description import load_project

FUNCTIONS = 40
SEED = 2013
SECONDS = 4.0
POINTS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)  # seconds, for the table
METHODS = ("search", "basin hopping", "random sampling")
PROJECT = Path(__file__).resolve().parents[1] / "gsl_corpus"

Pair = tuple[int, str]
Found = dict[Pair, float]  # seconds after which a pair that was confirmed was first reached


@dataclass(frozen=True)
class Program:
    module: Module
    variants: Variants
    functions: tuple[Function, ...]


def gsl_functions() -> Program:
    project = load_project(PROJECT)
    bitcode = build_project(project, project.build / "bitcode")
    functions, _ = functions_of(project, bitcode.module)
    able = sorted(
        (f for f in functions if f.inputs and not f.unsupported and f.sites), key=lambda f: f.symbol
    )
    chosen = random.Random(SEED).sample(able, FUNCTIONS)
    return Program(bitcode.module, variants_of(project, bitcode), tuple(chosen))


def race(program: Program, function: Function, seconds: float = SECONDS) -> dict[str, Found]:
    """One after the other: each has the core to itself."""
    ways: dict[str, Callable[[], Iterator[tuple[float, Lead]]]] = {
        "search": lambda: _native(program, function, seconds),
        "basin hopping": lambda: _basin_hopping(program, function, seconds),
        "random sampling": lambda: _native(program, function, seconds, sampling=True),
    }
    return {name: _confirmed(program, function, ways[name]()) for name in METHODS}


def _confirmed(program: Program, function: Function, leads: Iterator[tuple[float, Lead]]) -> Found:
    first: Found = {}
    best: dict[Pair, Lead] = {}
    for seconds, lead in leads:
        pair = lead.site.number, lead.kind.value
        first.setdefault(pair, seconds)
        best[pair] = lead
    findings, _ = confirm(program.module, program.variants, function, list(best.values()), Settings())
    real = {(finding.site.number, finding.kind.value) for finding in findings}
    return {pair: seconds for pair, seconds in first.items() if pair in real}


def _native(
    program: Program, function: Function, seconds: float, sampling: bool = False
) -> Iterator[tuple[float, Lead]]:
    settings = Settings(budget=seconds)
    targets = program.module.targets(function)
    spec = for_search(program.variants.probe, program.module, function, settings, targets)
    started = time.monotonic()
    for line in runner.run("search", replace(spec, sampling=sampling)):
        if "lead" in line:
            yield time.monotonic() - started, lead_of(program.module, targets, line["lead"])


class _OutOfTime(Exception):
    pass


def _basin_hopping(program: Program, function: Function, seconds: float) -> Iterator[tuple[float, Lead]]:
    """Every target not yet reached gets an equal share of the time that is left."""
    started = time.monotonic()
    with _Distances(program, function) as distances:
        targets = list(range(len(distances.targets)))
        random.Random(SEED).shuffle(targets)
        generator = np.random.default_rng(SEED)
        for number, target in enumerate(targets):
            if target in distances.reached:
                continue
            left = seconds - (time.monotonic() - started)
            deadline = time.monotonic() + left / (len(targets) - number)
            if left <= 0:
                break

            def distance(x: np.ndarray, target: int = target, until: float = deadline) -> float:
                if time.monotonic() > until:
                    raise _OutOfTime
                return distances.ask(target, x)

            try:
                while target not in distances.reached:
                    start = _random_point(generator, function)
                    with np.errstate(all="ignore"):  # its own arithmetic on numbers of all sizes
                        basinhopping(
                            distance, start, niter=50, seed=generator, minimizer_kwargs={"method": "Powell"}
                        )
            except _OutOfTime:
                pass
            yield from distances.news(started)
        yield from distances.news(started)


def _random_point(generator: np.random.Generator, function: Function) -> np.ndarray:
    """Doubles of all magnitudes, as fpod starts from; integers small and large."""
    point = []
    for parameter in function.inputs:
        if parameter.cls.startswith("f"):
            point.append(struct.unpack("<d", generator.bytes(8))[0])
        else:
            point.append(float(generator.integers(-(2 ** int(generator.integers(1, 31))), 2**31 - 1)))
    return np.nan_to_num(np.array(point), nan=1.0, posinf=1e308, neginf=-1e308)


class _Distances:
    """The native runner as a function from inputs to distances; started again when the code kills it."""

    def __init__(self, program: Program, function: Function) -> None:
        self.module = program.module
        self.function = function
        self.targets = program.module.targets(function)
        self.spec = for_search(program.variants.probe, program.module, function, Settings(), self.targets)
        self.reached: set[int] = set()
        self._new: list[tuple[float, Lead]] = []
        self._folder = tempfile.TemporaryDirectory(prefix="ariadne-bench-")
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> _Distances:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def ask(self, target: int, x: np.ndarray) -> float:
        question = f"{target} {self._pack(x).hex()}\n"
        try:
            process = self._running()
            assert process.stdin and process.stdout
            process.stdin.write(question)
            process.stdin.flush()
            for line in process.stdout:
                answer: Json = json.loads(line)
                if "distance" in answer:
                    return float(answer["distance"])
                if "lead" in answer:
                    lead = lead_of(self.module, self.targets, answer["lead"])
                    self.reached.add(answer["lead"]["target"])
                    self._new.append((time.monotonic(), lead))
        except (BrokenPipeError, json.JSONDecodeError):
            pass
        self._process = None  # the code crashed on this input
        return 1e300

    def news(self, started: float) -> Iterator[tuple[float, Lead]]:
        for when, lead in self._new:
            yield when - started, lead
        self._new.clear()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            path = self.spec.write(Path(self._folder.name))
            self._process = subprocess.Popen(
                [*toolchain.runner("distances"), str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        return self._process

    def _pack(self, x: np.ndarray) -> bytes:
        raws = [_raw(leaf.cls, value) for leaf, value in zip(self.function.inputs, x, strict=True)]
        return input_buffer(self.function, raws)


def _raw(cls: str, value: float) -> bytes:
    value = float(np.nan_to_num(value, nan=0.0, posinf=1.7e308, neginf=-1.7e308))
    if cls == "f64":
        return struct.pack("<d", value)
    if cls == "f32":
        return struct.pack("<f", max(-3.4e38, min(3.4e38, value)))
    size = 1 if cls == "bool" else int(cls[1:]) // 8
    bits = 8 * size
    low, high = (0, 2**bits - 1) if cls.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if cls == "bool":
        low, high = 0, 1
    whole = int(max(low, min(high, value)))
    return whole.to_bytes(size, "little", signed=low < 0)


def measure(functions: int = FUNCTIONS, seconds: float = SECONDS, jobs: int = 1) -> dict[str, list[Found]]:
    program = gsl_functions()
    chosen = replace(program, functions=program.functions[:functions])
    with ThreadPoolExecutor(jobs) as pool:
        races = list(pool.map(lambda function: race(chosen, function, seconds), chosen.functions))
    return {name: [found[name] for found in races] for name in METHODS}


def totals(found: list[Found], points: tuple[float, ...] = POINTS) -> list[int]:
    return [sum(seconds <= point for pairs in found for seconds in pairs.values()) for point in points]


def run() -> list[str]:
    """Prints the table, draws the plot; what is not as it should be."""
    found = measure()
    print(
        f"Pairs confirmed on {FUNCTIONS} functions of GSL (seed {SEED}), after seconds of CPU time for each:"
    )
    print(f"  {'':16}" + "".join(f"{point:>8g}" for point in POINTS))
    for name in METHODS:
        print(f"  {name:16}" + "".join(f"{count:>8,}" for count in totals(found[name])))
    target = PROJECT.parent / "build" / "rivals.svg"
    target.write_text(plot(found))
    print(f"  drawn in {target.relative_to(PROJECT.parent)}\n")
    ours, others = totals(found["search"])[-1], [totals(found[name])[-1] for name in METHODS[1:]]
    return [] if ours > max(others) else ["a rival finds as many pairs as the search"]


def plot(found: dict[str, list[Found]]) -> str:
    """Pairs over time, as SVG; time on a logarithmic axis from 10 ms."""
    width, height, left, bottom = 640, 360, 60, 40
    highest = max(1, *(sum(map(len, pairs)) for pairs in found.values()))
    start, end = 0.01, SECONDS

    def x(seconds: float) -> float:
        share = np.log(max(seconds, start) / start) / np.log(end / start)
        return float(left + share * (width - left - 130))

    def y(count: int) -> float:
        return height - bottom - count / highest * (height - bottom - 20)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
        ' font-size="12"><style>text{fill:#333}line{stroke:#999}@media(prefers-color-scheme:dark)'
        "{text{fill:#ddd}}</style>"
    ]
    for point in (0.01, *POINTS):
        parts.append(
            f'<text x="{x(point):.0f}" y="{height - bottom + 16}" text-anchor="middle">{point:g}</text>'
        )
    for count in np.linspace(0, highest, 5):
        line = y(int(count))
        parts.append(f'<line x1="{left}" x2="{width - 130}" y1="{line:.0f}" y2="{line:.0f}" opacity=".3"/>')
        parts.append(f'<text x="{left - 6}" y="{line + 4:.0f}" text-anchor="end">{int(count):,}</text>')
    parts.append(f'<text x="{left}" y="{height - 6}">seconds per function</text>')
    parts.append(f'<text x="{left}" y="12">(operation, kind) pairs confirmed</text>')
    for name, colour in zip(METHODS, ("#1f77b4", "#d95f02", "#7a7a7a"), strict=True):
        times = sorted(seconds for pairs in found[name] for seconds in pairs.values())
        steps = [f"{x(seconds):.1f},{y(rank + 1):.1f}" for rank, seconds in enumerate(times)]
        last = f"{x(end):.1f},{y(len(times)):.1f}"
        path = " ".join([f"{x(start):.1f},{y(0):.1f}", *steps, last])
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{x(end) + 6:.0f}" y="{y(len(times)) + 4:.0f}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    sys.exit(1 if run() else 0)
