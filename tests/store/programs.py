"""Real slices of a small program, for the tests of the store: made once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.build.program import build
from orchestrator.build.variants import Variants, build_variants
from orchestrator.core.model import Function, Module
from orchestrator.core.settings import Settings
from orchestrator.engines import Job
from orchestrator.engines.search import Search
from orchestrator.judge.slices import Reached, SliceResult, analyse_slice

SOURCE = """
#include <math.h>
double square(double x) { return x * x; }
double shared(double x) { return square(x) / (x - 3.0); }
double crashing(double x, int n) { if (n == 77) __builtin_trap(); return sqrt(x) * (1000 / n); }
double harmless(double x) { return x / 2.0 > 1.0 ? 1.0 : 0.0; }
void cannot(void (*f)(void)) { f(); }
"""


@dataclass(frozen=True)
class Program:
    module: Module
    variants: Variants

    def function(self, name: str) -> Function:
        return next(f for f in self.module.functions if f.name == name)

    def slice(
        self, name: str, runs: int = 20_000, seeds: Sequence[bytes] = (), known: Reached | None = None
    ) -> SliceResult:
        settings = Settings(runs=runs, budget=20.0)
        job = Job(self.module, self.variants, self.function(name), settings, seeds=seeds)
        return analyse_slice(Search(), job, known)


def make_program(folder: Path, source: str = SOURCE) -> Program:
    path = folder / "program.c"
    path.write_text(source)
    bitcode = build([path], [], folder)
    return Program(bitcode.module, build_variants(bitcode, folder))
