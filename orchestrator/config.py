"""The settings of one analysis, as the command line gives them."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Settings:
    functions: tuple[str, ...] = ()  # globs; empty: every function
    budget: float = 10.0  # wall seconds of search per function
    runs: int = 0  # runs of search per function; 0: as many as the budget allows
    seed: int = 0
    jobs: int = 0  # functions analysed at once; 0: one per core
    run_seconds: float = 1.0  # wall seconds that one run of the analysed code may take
    memory_mb: int = 1024  # address space that the analysed code may add
    classify: bool = True  # rerun findings in exact arithmetic
    max_ulps: float = 2.0**20  # an error of more than this is `wrong`
    status: str = "none"  # how functions report errors by their return value: none, nonzero or gsl
    precision: int = 20_000  # bits, at most, of the exact reruns

    @property
    def workers(self) -> int:
        return self.jobs or os.cpu_count() or 1

    def as_dict(self) -> dict[str, object]:
        return asdict(self)
