"""The tree of a function's paths, as text and as JSON: decisions, exceptions on the way, what is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.build.variants import Branch
from orchestrator.core.model import Exploration, Function, Module
from orchestrator.engines.exploration.conclusions import pair_of
from orchestrator.engines.exploration.tree import Flip, Junction, State
from orchestrator.languages.sourcetext import site_text
from orchestrator.numbers.values import input_values
from orchestrator.reports.wording import assignments, counted
from orchestrator.symbolic.trace import EventKind


@dataclass(frozen=True)
class PathTree:
    module: Module
    function: Function
    branches: Sequence[Branch]
    root: Junction
    exploration: Exploration

    # ---- text ----

    def text(self, limit: int) -> str:
        lines = list(self._lines())
        rest = len(lines) - limit
        shown = lines[:limit] + ([f"... and {counted(rest, 'line')} more (--lines)"] if rest > 0 else [])
        return "\n".join([*self._head(), "", *shown]) + "\n"

    def _head(self) -> list[str]:
        known = self.exploration
        lines = [f"{self.function.signature}: {counted(known.paths, 'path')}"]
        if known.full:
            lines.append("every path is known: each other side of a branch was refuted exactly")
        else:
            lines += ["not every path is known:", *(f"  {reason}" for reason in known.cut)]
        covered = [("outcomes of branches", known.outcomes), ("blocks", known.blocks)]
        covered.append(("lines with code", known.statements))
        lines.append("covered: " + ", ".join(f"{part} of {whole} {name}" for name, (part, whole) in covered))
        solvers = ", ".join(f"{name} {n}" for name, n in known.deciders)
        answers = f"{known.sat} sat, {known.unsat} unsat, {known.unknown} unknown"
        lines.append(f"{known.queries} queries: {answers}" + (f"; decided by {solvers}" if solvers else ""))
        return lines

    def _lines(self) -> Iterator[str]:
        """Depth first, without recursion: paths may be thousands of decisions long."""
        waiting: list[tuple[str, int, Junction]] = [("", 0, self.root)]
        while waiting:
            title, depth, junction = waiting.pop()
            indent = "  " * depth
            if title:
                yield f"{indent}{title}"
                indent += "  "
                depth += 1
            for flip in junction.guards.values():
                yield f"{indent}{self._exception(flip)}: {self._state(flip)}"
            if junction.ends and junction.input is not None:
                yield f"{indent}runs: {assignments(input_values(self.function, junction.input))}"
            if junction.key is None:
                continue
            for flip in junction.flips:
                if flip.state is not State.REACHED:
                    yield f"{indent}{self._decision(junction, None)}: {self._state(flip)}"
            for outcome, child in sorted(junction.children.items(), reverse=True):
                waiting.append((self._decision(junction, outcome), depth, child))

    def _exception(self, flip: Flip) -> str:
        assert flip.pair is not None
        site, kind = pair_of(flip.pair, self.module.sites)
        text = site_text(site)
        operation = f"'{text}'" if text else site.opcode
        return f"{kind.label} in {operation} (line {site.place.line})"

    def _decision(self, junction: Junction, outcome: int | None) -> str:
        """A side of a junction; None: the one that nobody has seen."""
        assert junction.key is not None
        kind, number, _ = junction.key
        if kind != EventKind.BRANCH:
            return "another value made concrete" if outcome is None else f"value {outcome:#x} made concrete"
        side = outcome if outcome is not None else 1 - next(iter(junction.children))
        branch = self.branches[number]
        where = (
            f"line {branch.place.line}"
            if branch.function == self.function.name
            else (f"{branch.function}, line {branch.place.line}")
        )
        return f"{where} {'true' if side else 'false'}"

    def _state(self, flip: Flip) -> str:
        by = f" ({flip.solver})" if flip.solver else ""
        if flip.state is State.REACHED and flip.solution is not None:
            return f"reached{by}: {assignments(input_values(self.function, flip.solution))}"
        if flip.state is State.UNKNOWN:
            return f"undecided: {flip.reason}"
        return f"{flip.state.value}{by if flip.state is State.REFUTED else ''}"

    # ---- JSON ----

    def json(self) -> dict[str, Any]:
        junctions: list[dict[str, Any]] = []
        numbers: dict[int, int] = {}
        waiting = [self.root]
        while waiting:
            junction = waiting.pop()
            numbers[id(junction)] = len(numbers)
            waiting += junction.children.values()
        waiting = [self.root]
        while waiting:
            junction = waiting.pop()
            junctions.append(self._junction(junction, numbers))
            waiting += junction.children.values()
        known = self.exploration
        return {
            "function": self.function.name,
            "signature": self.function.signature,
            "paths": known.paths,
            "full": known.full,
            "cut": list(known.cut),
            "outcomes": list(known.outcomes),
            "blocks": list(known.blocks),
            "statements": list(known.statements),
            "queries": {"sat": known.sat, "unsat": known.unsat, "unknown": known.unknown},
            "deciders": [{"solver": name, "queries": n} for name, n in known.deciders],
            "junctions": junctions,
        }

    def _junction(self, junction: Junction, numbers: dict[int, int]) -> dict[str, Any]:
        branch = None
        if junction.key and junction.key[0] == EventKind.BRANCH:
            place = self.branches[junction.key[1]].place
            branch = {"number": junction.key[1], "file": place.file, "line": place.line}
        return {
            "junction": numbers[id(junction)],
            "depth": junction.depth,
            "branch": branch,
            "children": {str(outcome): numbers[id(child)] for outcome, child in junction.children.items()},
            "flips": [self._flip(flip) for flip in junction.flips],
            "guards": [self._guard(flip) for flip in junction.guards.values()],
            "input": self._input(junction.input),
        }

    def _guard(self, flip: Flip) -> dict[str, Any]:
        assert flip.pair is not None
        site, kind = pair_of(flip.pair, self.module.sites)
        return {"site": site.id, "kind": kind.value, **self._flip(flip)}

    def _flip(self, flip: Flip) -> dict[str, Any]:
        return {
            "state": flip.state.value,
            "reason": flip.reason,
            "solver": flip.solver,
            "asked": flip.asked,
            "input": self._input(flip.solution),
        }

    def _input(self, data: bytes | None) -> str | None:
        return None if data is None else assignments(input_values(self.function, data))
