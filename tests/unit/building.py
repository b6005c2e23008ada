"""Small programs, built for the tests of what comes after building."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.build.program import Bitcode, build
from orchestrator.build.variants import Variants, build_variants
from orchestrator.core.model import Condition, Domain, Function, Module
from orchestrator.core.settings import Settings
from orchestrator.engines import EngineResult, Job
from orchestrator.engines.search import Search
from orchestrator.numbers.values import input_values

INFINITY = math.inf


@dataclass(frozen=True)
class Program:
    bitcode: Bitcode
    variants: Variants

    @property
    def module(self) -> Module:
        return self.bitcode.module

    def function(self, name: str) -> Function:
        return next(f for f in self.module.functions if f.name == name)

    def search(
        self, name: str, seeds: Sequence[bytes] = (), runs: int = 50_000, seed: int = 0
    ) -> EngineResult:
        settings = Settings(runs=runs, seed=seed, budget=60.0)
        return Search().run(Job(self.module, self.variants, self.function(name), settings, seeds=seeds))


def compiled(folder: Path, text: str, domains: dict[str, Domain] | None = None) -> Bitcode:
    """The bitcode of a program, with domains for some of its functions."""
    source = folder / "program.c"
    source.write_text(text)
    bitcode = build([source], (), folder)
    functions = [
        replace(function, domain=(domains or {}).get(function.name, Domain()))
        for function in bitcode.module.functions
    ]
    return replace(bitcode, module=replace(bitcode.module, functions=tuple(functions)))


def built(
    folder: Path,
    text: str,
    domains: dict[str, Domain] | None = None,
    setup: Sequence[str] = (),
    loop_bound: int | None = None,
) -> Program:
    bitcode = compiled(folder, text, domains)
    return Program(bitcode, build_variants(bitcode, folder, setup=setup, loop_bound=loop_bound))


def within(*ranges: tuple[float, float] | None) -> Domain:
    return Domain(ranges=ranges)


def assuming(*expressions: str) -> Domain:
    return Domain(conditions=tuple(Condition(e, "project.toml", 7 + i) for i, e in enumerate(expressions)))


def doubles(*numbers: float) -> bytes:
    """The input of a function of doubles."""
    return b"".join(struct.pack("<d8x", number) for number in numbers)


def numbers(function: Function, data: bytes) -> list[float]:
    """The inputs of a function of doubles, floats and ints."""
    formats = {"f64": "<d", "f32": "<f", "i32": "<i", "i64": "<q", "u8": "<B"}
    return [struct.unpack(formats[v.cls], v.raw)[0] for v in input_values(function, data)]


def kinds(result: EngineResult) -> set[str]:
    return {f"{lead.site.id} {lead.kind.value}" for lead in result.leads}
