"""Queries as SMT-LIB files, for benchmarks of solvers and for people who wonder."""

from __future__ import annotations

from pathlib import Path

from orchestrator.engines.exploration.tree import Flip
from orchestrator.solvers.smtlib.write import write
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.structure import compact


def function_of(file: Path) -> str:
    """The name that a saver was given, by a file that it wrote."""
    return file.name.rsplit("-", 2)[0]


class QuerySaver:
    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._name = folder, name
        self.count = 0

    def save(self, query: Query, flip: Flip) -> None:
        """Each question once, however often it is asked."""
        if flip.asked > 1:
            return
        sort = "exception" if flip.is_guard else "branch"
        path = self._folder / f"{self._name}-{self.count:04}-{sort}.smt2"
        path.write_text(write(compact(query)))
        self.count += 1
