"""The queries that arise when functions of GSL are explored, as SMT-LIB files.

    python -m benchmarks.collect_queries

The functions are drawn with a fixed seed. What is asked first depends on the machine's speed; what is asked
does not.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
from pathlib import Path

from orchestrator.build.project import build_project
from orchestrator.build.project_selection import functions_of
from orchestrator.build.project_variants import prepared_of
from orchestrator.core.errors import InternalError
from orchestrator.core.model import Function
from orchestrator.core.settings import Settings
from orchestrator.engines.executor import open_executor
from orchestrator.engines.exploration.saving import QuerySaver
from orchestrator.native.runner import Stop
from orchestrator.project.description import load_project

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "queries"
SEED = 5
FUNCTIONS = 60
SECONDS = 4.0  # for each function


def drawn(targets: list[Function], count: int, seed: int) -> list[Function]:
    callable_ones = sorted((f for f in targets if not f.unsupported and f.sites), key=lambda f: f.symbol)
    return random.Random(seed).sample(callable_ones, min(count, len(callable_ones)))


def collect(folder: Path = FOLDER, count: int = FUNCTIONS, seconds: float = SECONDS, seed: int = SEED) -> int:
    """Returns how many queries there are; those of an earlier time are gone."""
    shutil.rmtree(folder, ignore_errors=True)
    project = load_project(ROOT / "gsl_corpus")
    bitcode = build_project(project, project.build / "bitcode")
    functions, _ = functions_of(project, bitcode.module)
    prepared = prepared_of(project, bitcode, functions, traced=True)
    settings = Settings(budget=seconds, query_seconds=0.5)
    total = 0
    for function in drawn(functions, count, seed):
        saver = QuerySaver(folder, function.symbol)
        settled = prepared.proofs.get(function.symbol, {})
        try:
            with open_executor(bitcode.module, prepared, function, settings, Stop(), settled) as executor:
                executor.explorer.watch = saver.save
                executor.explore((), seconds)
        except InternalError as problem:
            print(f"{function.symbol}: {problem.message}", file=sys.stderr)
        total += saver.count
        print(f"  {function.symbol}: {saver.count} queries", file=sys.stderr, flush=True)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--functions", type=int, default=FUNCTIONS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each function")
    options = parser.parse_args()
    print(f"{collect(options.folder, options.functions, options.seconds)} queries in {options.folder}")


if __name__ == "__main__":
    main()
