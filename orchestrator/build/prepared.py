"""What engines know of a program beside its variants: how to trace it, its flow, and what needs no search."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.build.program import Bitcode
from orchestrator.build.ranges import static_proofs
from orchestrator.build.variants import TraceVariant, build_trace
from orchestrator.core.errors import InternalError
from orchestrator.core.model import Function, Proof, Target
from orchestrator.core.records import from_plain, to_plain

StaticProofs = Mapping[str, Mapping[Target, Proof]]  # by symbol of the function


@dataclass(frozen=True)
class Prepared:
    proofs: StaticProofs = field(default_factory=dict)
    trace: TraceVariant | None = None  # None: it is not traced
    problem: str = ""  # why something of this could not be made


def prepare(
    bitcode: Bitcode,
    functions: Sequence[Function],
    folder: Path,
    *,
    traced: bool,
    setup: Sequence[str] = (),
    loop_bound: int | None = None,
) -> Prepared:
    """A part that cannot be made costs what it would have told, not the analysis."""
    problems = []
    proofs: StaticProofs = {}
    try:
        proofs = {
            symbol: {pair: Proof("intervals", reason) for pair, reason in proved.items()}
            for symbol, proved in static_proofs(bitcode, functions, setup).items()
        }
    except InternalError as problem:
        problems.append(f"no proofs by intervals: {problem.message}")
    if not traced:
        return Prepared(proofs, problem="; ".join(problems))
    try:
        trace = build_trace(bitcode, folder, setup=setup, loop_bound=loop_bound)
    except InternalError as problem:
        problems.append(f"paths are not explored: {problem.message}")
        return Prepared(proofs, problem="; ".join(problems))
    return Prepared(proofs, trace, "; ".join(problems))


def save(path: Path, stamp: str, prepared: Prepared) -> None:
    part = path.with_suffix(".part")
    part.write_text(json.dumps({"stamp": stamp, "prepared": to_plain(prepared)}))
    part.replace(path)


def load(path: Path, stamp: str) -> Prepared | None:
    """What was saved under this stamp, if it was. A file that is damaged is one that is not there."""
    try:
        saved = json.loads(path.read_text())
        return from_plain(Prepared, saved["prepared"]) if saved["stamp"] == stamp else None
    except (OSError, ValueError, TypeError, KeyError):
        return None
