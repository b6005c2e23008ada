"""The variants of a module as shared objects, for the native runner to load."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from orchestrator import toolchain
from orchestrator.errors import UserError
from orchestrator.program import Bitcode


@dataclass(frozen=True)
class Variants:
    probe: Path  # for the search: fast, reports distances
    original: Path  # the program's own code; its line table names sites
    reified: Path  # every exception explicit
    undefined: tuple[str, ...]  # functions that are called and defined nowhere


def build_variants(bitcode: Bitcode, folder: Path) -> Variants:
    with ThreadPoolExecutor(3) as pool:
        probe = pool.submit(_build, bitcode, folder, "probe", "function(lower-switch),probe,harness", "-O2")
        reified = pool.submit(build_reified, bitcode, folder)
        original = pool.submit(_build_original, bitcode, folder)
        return Variants(probe.result()[0], original.result()[0], reified.result(), original.result()[1])


def build_reified(bitcode: Bitcode, folder: Path, loop_bound: int | None = None) -> Path:
    bound = f"function(loop-bound<{loop_bound}>)," if loop_bound else ""
    return _build(bitcode, folder, "reified", f"{bound}reify,harness", "-O0")[0]


def _build_original(bitcode: Bitcode, folder: Path) -> tuple[Path, tuple[str, ...]]:
    wraps = [f"-Wl,--wrap={name}" for name in toolchain.observed_functions()]
    boundary = toolchain.native("lib/libariadne_boundary.a")
    # -O0: an optimiser may speculate, merge or drop operations, and with them exceptions of the source.
    return _build(bitcode, folder, "original", "harness,site-lines", "-O0", [boundary, *wraps])


def _build(
    bitcode: Bitcode, folder: Path, name: str, passes: str, level: str, extra: Sequence[str] = ()
) -> tuple[Path, tuple[str, ...]]:
    transformed, compiled, library = (folder / f"{name}.{suffix}" for suffix in ("bc", "o", "so"))
    toolchain.opt(passes, bitcode.path, "-o", str(transformed))
    clang = toolchain.tool("clang")
    toolchain.must_run([clang, level, "-fPIC", "-c", "-x", "ir", str(transformed), "-o", str(compiled)])
    # Undefined functions are bound when they are called: what never calls them can be analysed all the same.
    link = ["-shared", "-Wl,-Bsymbolic", "-Wl,-z,lazy", "-Wl,--no-undefined", "-Wl,--warn-unresolved-symbols"]
    done = toolchain.run(
        [clang, *link, str(compiled), *extra, *bitcode.link_flags, "-lm", "-o", str(library)]
    )
    if done.returncode != 0:
        raise UserError("the program cannot be linked:\n" + done.stderr.strip())
    undefined = set(re.findall(r"undefined reference to `([^']+)'", done.stderr))
    return library, tuple(sorted(name for name in undefined if "ariadne_" not in name))
