"""The variants of a project's program: built once, and again when something they are made of has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from orchestrator.build.parts import file_hash
from orchestrator.build.prepared import Prepared, load, prepare, save
from orchestrator.build.program import Bitcode
from orchestrator.build.variants import Variants, build_variants
from orchestrator.core.model import Function
from orchestrator.core.records import from_plain, to_plain
from orchestrator.native import toolchain
from orchestrator.project.description import Project

_NATIVE = (
    "lib/AriadnePasses.so",
    "lib/libariadne_intervals.so",
    "lib/libariadne_queries.so",
    "bin/ariadne-run",
    "bin/ariadne-exact",
)


@cache
def native_hashes() -> tuple[str, ...]:
    """Of our own parts that results depend on."""
    return tuple(file_hash(toolchain.native(name)) for name in _NATIVE)


def variants_of(project: Project, bitcode: Bitcode, loop_bound: int | None = None) -> Variants:
    if known := cached_variants(project, bitcode, loop_bound):
        return known
    folder = _folder(project, loop_bound)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MADE).unlink(missing_ok=True)
    variants = build_variants(bitcode, folder, setup=project.setup, loop_bound=loop_bound)
    # Last, so that whoever is interrupted builds again.
    made = {"stamp": _stamp(project, bitcode), "variants": to_plain(variants)}
    (folder / _MADE).write_text(json.dumps(made))
    return variants


def cached_variants(project: Project, bitcode: Bitcode, loop_bound: int | None = None) -> Variants | None:
    """Those that are there, if they are still what would be built."""
    try:
        known = json.loads((_folder(project, loop_bound) / _MADE).read_text())
    except (OSError, ValueError):
        return None
    return from_plain(Variants, known["variants"]) if known["stamp"] == _stamp(project, bitcode) else None


def prepared_of(
    project: Project,
    bitcode: Bitcode,
    functions: Sequence[Function],
    traced: bool,
    loop_bound: int | None = None,
) -> Prepared:
    """What else engines know of the program: made once, too."""
    folder = _folder(project, loop_bound)
    path, stamp = folder / "prepared.json", f"{_stamp(project, bitcode)} {traced}"
    known = load(path, stamp)
    if known is None:
        folder.mkdir(parents=True, exist_ok=True)
        known = prepare(bitcode, functions, folder, traced=traced, setup=project.setup, loop_bound=loop_bound)
        save(path, stamp, known)
    return known


_MADE = "made.json"


def _folder(project: Project, loop_bound: int | None) -> Path:
    return project.build / ("variants" if loop_bound is None else f"variants-bound{loop_bound}")


def _stamp(project: Project, bitcode: Bitcode) -> str:
    domains = [to_plain(function.domain) for function in bitcode.module.functions]
    parts = [file_hash(bitcode.path), *native_hashes(), domains, project.setup, bitcode.flags]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
