"""The settings of one analysis, as the command line or a project file gives them."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Literal

ENGINES = ("auto", "search", "executor", "concolic")  # the last is an older name of the executor
STRATEGIES = ("default", "dfs", "bfs", "coverage")

# The most that can be asked for: more is a slip of the pen, and timers overflow.
MOST_SECONDS = 1e7  # four months
MOST_MB = 1 << 24  # 16 TB
MOST_JOBS = 4096
MOST_BITS = 1 << 24  # of precision
MOST_DIGITS = 1_000_000

StatusReturns = Literal["never", "integer", "integer with outputs"]


@dataclass(frozen=True)
class StatusConvention:
    """How functions report errors by their return value."""

    # Which of them: those that return an integer, or only if they also have results behind pointers.
    returns: StatusReturns = "never"
    functions: tuple[str, ...] = ("*",)  # globs: and have such a name
    success: tuple[int, ...] = (0,)
    codes: tuple[tuple[int, str], ...] = ()  # what other values mean, where they are known


@dataclass(frozen=True)
class Settings:
    functions: tuple[str, ...] = ()  # globs; empty: every function
    budget: float = 10.0  # wall seconds of search per function
    runs: int = 0  # runs of search per function; 0: as many as the budget allows
    seed: int = 0
    jobs: int = 0  # functions analysed at once; 0: one per core
    run_seconds: float = (
        1.0  # processor seconds that one run of the analysed code may take (and as many of sleep)
    )
    memory_mb: int = 1024  # address space that the analysed code may add
    classify: bool = True  # rerun findings in exact arithmetic
    classify_seconds: float = 0.0  # processor seconds of exact reruns per function; 0: as long as they take
    max_ulps: float = 2.0**20  # an error of more than this is `wrong`
    status: StatusConvention = StatusConvention()
    precision: int = 20_000  # bits, at most, of the exact reruns
    engine: str = "auto"  # one of ENGINES
    strategy: str = "default"  # of the executor: which flip is next
    query_seconds: float = 2.0  # wall seconds that a solver query may take
    executor_share: float = 0.6  # of the budget, at most; the rest is the search's
    loop_bound: int | None = None  # rounds that engines see of a loop; None: all

    @property
    def workers(self) -> int:
        return self.jobs or os.cpu_count() or 1

    def as_dict(self) -> dict[str, object]:
        return asdict(self)
