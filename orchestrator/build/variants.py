"""The variants of a module as shared objects, for the native runner to load."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from orchestrator.build.assumptions import compile_assumptions
from orchestrator.build.program import Bitcode, site_identities
from orchestrator.core import log
from orchestrator.core.errors import InternalError, UserError
from orchestrator.core.model import Function, Module, Place
from orchestrator.native import toolchain

# Functions that nobody defines are bound when they are called: what never calls them is analysed as well.
_LINK = ("-shared", "-Wl,-Bsymbolic", "-Wl,-z,lazy", "-Wl,--no-undefined", "-Wl,--warn-unresolved-symbols")

UNDEFINED = "void __ariadne_undefined(const char *name);"  # as tables/hooks/any.def declares it
_LIBRARY_HINT = "name the other source files too, or give the library after --"


@dataclass(frozen=True)
class Variants:
    probe: Path  # for the search: fast, reports distances
    original: Path  # the program's own code; its line table names sites
    reified: Path  # every exception explicit
    exact: Path  # computes with exact numbers
    undefined: tuple[str, ...]  # functions that are called and defined nowhere


@log.stage("build the variants")
def build_variants(
    bitcode: Bitcode, folder: Path, *, setup: Sequence[str] = (), loop_bound: int | None = None
) -> Variants:
    """Make all variants. Each run first calls the functions `setup`. Loops are bounded for the search only:
    what it finds counts if the original does it, too. Inputs outside of the functions' domains do not run."""
    harness = _harness(bitcode, setup)
    assumptions = compile_assumptions(bitcode.module.functions, folder)
    with ThreadPoolExecutor(4) as pool:
        bounded = _bounded(bitcode, loop_bound)
        probe = pool.submit(
            _compile, bounded, folder, "probe", f"function(lower-switch),probe,{harness}", "-O2"
        )
        reified = pool.submit(_compile, bitcode, folder, "reified", f"reify,{harness}", "-O0")
        # -O0: an optimiser may speculate, merge or drop operations, and with them exceptions of the source.
        plain = replace(bitcode, path=bitcode.plain)
        original = pool.submit(_compile, plain, folder, "original", f"{harness},site-lines", "-O0")
        exact = pool.submit(_compile, bitcode, folder, "exact", f"ap,{harness}", "-O2")
        objects = [probe.result(), original.result(), reified.result(), exact.result()]
    wraps = [f"-Wl,--wrap={name}" for name in toolchain.observed_functions()]
    boundary = [toolchain.native("lib/libariadne_boundary.a"), *wraps]
    checks = [str(assumptions)] if assumptions else []
    undefined = _link(bitcode, objects[1], [*boundary, *checks], setup)
    stubs = [_stubs(undefined, folder)] if undefined else []
    if stubs:
        _link(bitcode, objects[1], [*boundary, *checks, *stubs])
    for compiled in (objects[0], *objects[2:]):
        _link(bitcode, compiled, [*checks, *stubs])
    libraries = [compiled.with_suffix(".so") for compiled in objects]
    return Variants(libraries[0], libraries[1], libraries[2], libraries[3], undefined)


@dataclass(frozen=True)
class Branch:
    """A branch of the program; its number is that of the events of traces."""

    number: int
    function: str
    symbol: str
    place: Place
    targets: tuple[Place, Place]  # where it goes: if its condition is false, and if it is true
    loop_bound: bool  # not of the program: it leaves a loop that has run as often as it may


@dataclass(frozen=True)
class TraceVariant:
    library: Path
    branches: tuple[Branch, ...]
    module: Path  # what it is made from ...
    passes: str  # ... by these, before values are traced: branches and blocks have their numbers then


@log.stage("build the traced variant")
def build_trace(
    bitcode: Bitcode, folder: Path, *, setup: Sequence[str] = (), loop_bound: int | None = None
) -> TraceVariant:
    """The variant for the concolic executor. Not one of `Variants`: few analyses need it."""
    whole = bitcode.with_whole_objects(loop_bound)
    _check_sites(whole, bitcode, "keeping objects in memory")
    made = "function(lower-switch)," + _harness(bitcode, setup)
    # No passes of clang's own: its optimisers have nothing to win here, and take long.
    flags = ("-O2", "-Xclang", "-disable-llvm-passes")
    compiled = _compile(whole, folder, "trace", f"{made},trace", *flags)
    assumptions = compile_assumptions(bitcode.module.functions, folder)
    checks = [str(assumptions)] if assumptions else []
    undefined = _link(bitcode, compiled, checks, setup)
    if undefined:
        _link(bitcode, compiled, [*checks, _stubs(undefined, folder)])
    printed = toolchain.opt(f"{made},print<trace-branches>", whole.path, "-disable-output")
    branches = tuple(_branch(json.loads(line)) for line in printed.splitlines())
    return TraceVariant(compiled.with_suffix(".so"), branches, whole.path, made)


def _branch(entry: dict[str, Any]) -> Branch:
    return Branch(
        entry["branch"],
        entry["function"],
        entry["symbol"],
        Place(**entry["place"]),
        (Place(**entry["false"]), Place(**entry["true"])),
        entry["loop_bound"],
    )


def oddities(module: Module, targets: Iterable[Function], variants: Variants) -> list[str]:
    """What a reader of the report should know of the program."""
    notes = []
    called = {name for function in targets for name in function.externals}
    if missing := sorted(called.intersection(variants.undefined)):
        notes.append(f"called but defined nowhere: {', '.join(missing)}; a run that calls one ends there")
    if module.skipped:
        notes.append(
            f"{module.skipped} operations on types other than float, double and long double are not analysed"
        )
    return notes


@log.stage("build the exact variant")
def build_exact(bitcode: Bitcode, folder: Path, *, setup: Sequence[str] = (), steps: bool = False) -> Path:
    """The exact variant alone; with `steps`, one that tells what each operation computed."""
    name, ap = ("steps", "ap<steps>") if steps else ("exact", "ap")
    compiled = _compile(bitcode, folder, name, f"{ap},{_harness(bitcode, setup)}", "-O2")
    undefined = _link(bitcode, compiled, [], setup)
    if undefined:
        _link(bitcode, compiled, [_stubs(undefined, folder)])
    return compiled.with_suffix(".so")


def build_debug(bitcode: Bitcode, folder: Path, *, setup: Sequence[str] = ()) -> Path:
    """The program as it is, with the source's own debug information."""
    plain = replace(bitcode, path=bitcode.plain)
    compiled = _compile(plain, folder, "debug", _harness(bitcode, setup), "-O0")
    undefined = _link(bitcode, compiled, [], setup)
    if undefined:
        _link(bitcode, compiled, [_stubs(undefined, folder)])
    return compiled.with_suffix(".so")


@log.stage("build the reified variant")
def build_reified(
    bitcode: Bitcode, folder: Path, loop_bound: int | None = None, *, setup: Sequence[str] = ()
) -> Path:
    passes = f"reify,{_harness(bitcode, setup)}"
    compiled = _compile(bitcode.with_loop_bound(loop_bound), folder, "reified", passes, "-O0")
    _link(bitcode, compiled, [], setup)
    return compiled.with_suffix(".so")


def _harness(bitcode: Bitcode, setup: Sequence[str]) -> str:
    """The pass that makes functions callable, once it has taken the names of the set-up functions."""
    if not setup:
        return "harness"
    for name in setup:
        if not re.fullmatch(r"[A-Za-z_$][\w.$]*", name):
            raise UserError(f"the set-up function '{name}' has a name that no function can have")
    harness = f"harness<{';'.join(f'setup={name}' for name in setup)}>"
    done = toolchain.try_opt(harness, bitcode.path, "-disable-output")
    if done.returncode != 0:
        raise UserError(done.stderr.strip().removeprefix("error: "))
    return harness


def _bounded(bitcode: Bitcode, loop_bound: int | None) -> Bitcode:
    """The program for the search, whose sites must have the numbers that they have everywhere else."""
    bounded = bitcode.with_loop_bound(loop_bound)
    if bounded is not bitcode:
        _check_sites(bounded, bitcode, f"bounding loops by {loop_bound}")
    return bounded


def _check_sites(changed: Bitcode, bitcode: Bitcode, what: str) -> None:
    if site_identities(changed.path) != site_identities(bitcode.path):
        raise InternalError(f"{what} changed the numbers of operations")


def _compile(bitcode: Bitcode, folder: Path, name: str, passes: str, *flags: str) -> Path:
    transformed, compiled = folder / f"{name}.bc", folder / f"{name}.o"
    toolchain.opt(passes, bitcode.path, "-o", str(transformed))
    clang = toolchain.tool("clang")
    toolchain.must_run([clang, *flags, "-fPIC", "-c", "-x", "ir", str(transformed), "-o", str(compiled)])
    return compiled


def _link(
    bitcode: Bitcode, compiled: Path, extra: Sequence[str], setup: Sequence[str] = ()
) -> tuple[str, ...]:
    """Make the shared object; returns the program's functions that are still undefined."""
    library = compiled.with_suffix(".so")
    command = [toolchain.tool("clang"), *_LINK, str(compiled), *extra, *bitcode.link_flags, "-lm"]
    done = toolchain.run([*command, "-o", str(library)])
    if done.returncode != 0:
        raise UserError("the program cannot be linked:\n" + done.stderr.strip())
    undefined = set(re.findall(r"undefined reference to `([^']+)'", done.stderr))
    undefined = {name for name in undefined if not name.startswith(("__ariadne_", "ariadne_"))}
    if missing := sorted(undefined & set(setup)):
        raise UserError(f"the set-up function '{missing[0]}' is defined nowhere", hint=_LIBRARY_HINT)
    functions = {name for function in bitcode.module.functions for name in function.externals}
    if variables := sorted(undefined - functions):
        names = ", ".join(variables)
        raise UserError(
            f"these variables are used and defined nowhere: {names}",
            hint=_LIBRARY_HINT,
        )
    return tuple(sorted(undefined))


def _stubs(names: Sequence[str], folder: Path) -> str:
    """Functions that end the run with a message, in the place of those that nobody defines."""
    source, compiled = folder / "undefined.c", folder / "undefined.o"
    lines = [UNDEFINED]
    for number, name in enumerate(names):
        lines.append(f'void f{number}(void) __asm__("{name}");')
        lines.append(f'void f{number}(void) {{ __ariadne_undefined("{name}"); }}')
    source.write_text("\n".join(lines) + "\n")
    toolchain.must_run([toolchain.tool("clang"), "-O1", "-fPIC", "-c", str(source), "-o", str(compiled)])
    return str(compiled)
