"""Saved queries given to each solver alone and to the chain, with the same time: who decides how many.

    python -m benchmarks.solving [FOLDER] [--seconds 2] [--each 4]

FOLDER holds SMT-LIB files, such as an exploration saves; without it, those of functions of GSL are
collected first. Of each function the same few are drawn every time: some ask a thousand, others ten.
Each query is asked of a new chain: nothing is remembered from one to the next, for the single solvers have no
memory either.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from benchmarks.collect_queries import FOLDER, FUNCTIONS, collect
from orchestrator.engines.exploration.saving import function_of
from orchestrator.solvers import Answer, Solution
from orchestrator.solvers.chain.chain import Chain
from orchestrator.solvers.chain.standard import solvers
from orchestrator.solvers.chain.statistics import Statistics, Tally
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.registry import ORDERS, SOLVERS, Stage, equally
from orchestrator.solvers.smtlib import read
from orchestrator.symbolic.graph import Query

MIN_DECIDED = 0.95
SECONDS = 2.0
EACH = 4  # queries of a function
OURS = "default"
PAPER = "z3-real + ariadne"


# Each alone, and what the paper had: Z3 over the reals, then Ariadne's own algorithm.
_PAPER = ("z3-real", "ariadne")
RIVALS: dict[str, tuple[Stage, ...]] = {name: equally(name) for name in SOLVERS if name not in _PAPER}
RIVALS[PAPER] = equally(*_PAPER)


@dataclass(frozen=True)
class Row:
    solver: str
    solutions: tuple[Solution, ...]
    statistics: Statistics  # of all its queries

    def count(self, answer: Answer) -> int:
        return sum(solution.answer is answer for solution in self.solutions)

    @property
    def decided(self) -> int:
        return self.count(Answer.SAT) + self.count(Answer.UNSAT)

    @property
    def seconds(self) -> float:
        return sum(solution.seconds for solution in self.solutions)


def load(folder: Path, each: int) -> dict[str, Query]:
    """By file name, of each function so many."""
    functions: dict[str, list[Path]] = defaultdict(list)
    for file in sorted(folder.rglob("*.smt2")):
        functions[function_of(file)].append(file)
    rng = random.Random(1)
    drawn = [file for files in functions.values() for file in rng.sample(files, min(each, len(files)))]
    return {file.name: read(file.read_text(), str(file)).query for file in sorted(drawn)}


def measure(queries: Sequence[Query], seconds: float, orders: dict[str, tuple[Stage, ...]]) -> list[Row]:
    """As many at a time as there are cores: all have the same machine."""
    known = solvers()

    def row(order: tuple[str, tuple[Stage, ...]]) -> Row:
        name, stages = order
        chains = [Chain(known, stages, evaluator.holds) for _ in queries]
        asked = [chain.solve(query, seconds) for chain, query in zip(chains, queries, strict=True)]
        total = reduce(Statistics.plus, (chain.statistics for chain in chains), Statistics())
        return Row(name, tuple(asked), total)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(row, orders.items()))


def contradictions(names: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Queries that one refuted and another solved: one of them is wrong."""
    return [
        name
        for at, name in enumerate(names)
        if {Answer.SAT, Answer.UNSAT} <= {row.solutions[at].answer for row in rows}
    ]


def run(folder: Path | None = None, seconds: float = SECONDS, each: int = EACH) -> list[str]:
    if folder is None:
        count, folder = collect(), FOLDER
        print(f"Queries of {FUNCTIONS} functions of GSL: {count:,}, of each function {each} at most")
    queries = load(folder, each)
    if not queries:
        return [f"no queries in {folder}"]
    began = time.monotonic()
    chains = {f"chain, {name}": order for name, order in ORDERS.items()}
    rows = measure(list(queries.values()), seconds, RIVALS | chains)
    print(f"{len(queries)} queries with {seconds:g} s each ({time.monotonic() - began:.0f} s in all):")
    print(f"  {'solver':20} {'decided':>8} {'':>6} {'sat':>5} {'unsat':>6} {'unknown':>8} {'seconds':>8}")
    for row in rows:
        counts = f"{row.count(Answer.SAT):5} {row.count(Answer.UNSAT):6} {len(row.solutions) - row.decided:8}"
        share = f"{100 * row.decided / len(queries):5.1f}%"
        print(f"  {row.solver:20} {row.decided:8} {share:>6} {counts} {row.seconds:8.1f}")
    own = next(row for row in rows if row.solver == PAPER).statistics.solvers.get("ariadne", Tally())
    print(
        f"  of {own.asked} queries that Z3 left unknown over the reals, the paper's own solved {own.sat}"
        f" and saw no real solution of {own.over_reals}"
    )
    ours = next(row for row in rows if row.solver == f"chain, {OURS}")
    failures = [f"solved and refuted: {name}" for name in contradictions(list(queries), rows)]
    if ours.decided < MIN_DECIDED * len(queries):
        failures.append(f"the chain decides less than {100 * MIN_DECIDED:g} % of the queries")
    best = max((row for row in rows if row.solver in RIVALS), key=lambda row: row.decided)
    if ours.decided <= best.decided:
        failures.append(f"{best.solver} alone decides as many queries as the chain")
    for name, solution in zip(queries, ours.solutions, strict=True):
        if not solution.answer.decides:
            print(f"  undecided: {name}: {solution.reason[:150]}")
    print()
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--each", type=int, default=EACH, help="queries of a function")
    options = parser.parse_args()
    failures = run(options.folder, options.seconds, options.each)
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
