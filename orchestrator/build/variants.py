"""The variants of a module as shared objects, for the native runner to load."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.build.assumptions import compile_assumptions
from orchestrator.build.flow import Block, read_blocks
from orchestrator.build.pipelines import Recipe, make
from orchestrator.build.program import SAME_SITES, Bitcode
from orchestrator.core import log
from orchestrator.core.errors import InternalError, UserError
from orchestrator.core.functions import observed_names
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
    harness = _harness(setup)
    assumptions = compile_assumptions(bitcode.module.functions, folder)
    bounded, bounding = bitcode.bounded(loop_bound)
    probe = (*bounding, SAME_SITES, "function(lower-switch)", "probe", harness)
    recipes = [
        Recipe("probe", bounded, probe),
        Recipe("original", bitcode.plain, (harness, "site-lines")),
        Recipe("reified", bitcode.path, ("reify", harness)),
        Recipe("exact", bitcode.path, ("ap", harness)),
    ]
    printed = _make(bitcode, recipes, folder, setup)
    bitcode.check_sites(json.loads(printed["probe"]), f"bounding loops by {loop_bound}")
    with ThreadPoolExecutor(4) as pool:
        # -O0: an optimiser may speculate, merge or drop operations, and with them exceptions of the source.
        flags = ("-O2", "-O0", "-O0", "-O2")
        compiled = [
            pool.submit(_compile, folder, recipe.name, flag)
            for recipe, flag in zip(recipes, flags, strict=True)
        ]
        probe_object, original, *others = [one.result() for one in compiled]
        wraps = [f"-Wl,--wrap={name}" for name in observed_names()]
        boundary = [toolchain.native("lib/libariadne_boundary.a"), *wraps]
        checks = [str(assumptions)] if assumptions else []
        undefined = _link(bitcode, original, [*boundary, *checks], setup)
        stubs = [_stubs(undefined, folder)] if undefined else []
        if stubs:
            _link(bitcode, original, [*boundary, *checks, *stubs])
        linking = [pool.submit(_link, bitcode, one, [*checks, *stubs]) for one in (probe_object, *others)]
        for one in linking:
            one.result()
    probe_library, original_library, reified, exact = (folder / f"{recipe.name}.so" for recipe in recipes)
    return Variants(probe_library, original_library, reified, exact, undefined)


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
    blocks: Mapping[str, tuple[Block, ...]]  # of each function, by symbol


@log.stage("build the traced variant")
def build_trace(
    bitcode: Bitcode, folder: Path, *, setup: Sequence[str] = (), loop_bound: int | None = None
) -> TraceVariant:
    """The variant for the concolic executor. Not one of `Variants`: few analyses need it."""
    source, whole = bitcode.with_whole_objects(loop_bound)
    # Branches and blocks have their numbers before values are traced.
    callable_ = (*whole, SAME_SITES, "function(lower-switch)", _harness(setup))
    passes = (*callable_, "print<trace-branches>", "print<flow>", "trace")
    printed = _make(bitcode, [Recipe("trace", source, passes)], folder, setup)["trace"]
    digest, *entries = (json.loads(line) for line in printed.splitlines())
    bitcode.check_sites(digest, "keeping objects in memory")
    # No passes of clang's own: its optimisers have nothing to win here, and take long.
    compiled = _compile(folder, "trace", "-O2", "-Xclang", "-disable-llvm-passes")
    assumptions = compile_assumptions(bitcode.module.functions, folder)
    checks = [str(assumptions)] if assumptions else []
    undefined = _link(bitcode, compiled, checks, setup)
    if undefined:
        _link(bitcode, compiled, [*checks, _stubs(undefined, folder)])
    branches = tuple(_branch(entry) for entry in entries if "block" not in entry)
    blocks = read_blocks(entry for entry in entries if "block" in entry)
    return TraceVariant(compiled.with_suffix(".so"), branches, blocks)


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
    if unobserved := [name for name in module.unobserved if name not in variants.undefined]:
        notes.append(f"exceptions inside of these are not looked for: {', '.join(unobserved)}")
    return notes


@log.stage("build the exact variant")
def build_exact(bitcode: Bitcode, folder: Path, *, setup: Sequence[str] = (), steps: bool = False) -> Path:
    """The exact variant alone; with `steps`, one that tells what each operation computed."""
    name, ap = ("steps", "ap<steps>") if steps else ("exact", "ap")
    _make(bitcode, [Recipe(name, bitcode.path, (ap, _harness(setup)))], folder, setup)
    compiled = _compile(folder, name, "-O2")
    undefined = _link(bitcode, compiled, [], setup)
    if undefined:
        _link(bitcode, compiled, [_stubs(undefined, folder)])
    return compiled.with_suffix(".so")


def build_debug(bitcode: Bitcode, folder: Path, *, setup: Sequence[str] = ()) -> Path:
    """The program as it is, with the source's own debug information."""
    _make(bitcode, [Recipe("debug", bitcode.plain, (_harness(setup),))], folder, setup)
    compiled = _compile(folder, "debug", "-O0")
    undefined = _link(bitcode, compiled, [], setup)
    if undefined:
        _link(bitcode, compiled, [_stubs(undefined, folder)])
    return compiled.with_suffix(".so")


@log.stage("build the reified variant")
def build_reified(
    bitcode: Bitcode, folder: Path, loop_bound: int | None = None, *, setup: Sequence[str] = ()
) -> Path:
    source, bounding = bitcode.bounded(loop_bound)
    _make(bitcode, [Recipe("reified", source, (*bounding, "reify", _harness(setup)))], folder, setup)
    compiled = _compile(folder, "reified", "-O0")
    _link(bitcode, compiled, [], setup)
    return compiled.with_suffix(".so")


def _harness(setup: Sequence[str]) -> str:
    """The pass that makes functions callable."""
    for name in setup:
        if not re.fullmatch(r"[A-Za-z_$][\w.$]*", name):
            raise UserError(f"the set-up function '{name}' has a name that no function can have")
    return f"harness<{';'.join(f'setup={name}' for name in setup)}>" if setup else "harness"


def _make(bitcode: Bitcode, recipes: Sequence[Recipe], folder: Path, setup: Sequence[str]) -> dict[str, str]:
    """Make modules, or learn that the user's set-up functions are why they cannot be made."""
    try:
        return make(recipes, folder)
    except InternalError:
        if setup:
            done = toolchain.try_opt(_harness(setup), bitcode.path, "-disable-output")
            if done.returncode != 0:
                raise UserError(done.stderr.strip().removeprefix("error: ")) from None
        raise


def _compile(folder: Path, name: str, *flags: str) -> Path:
    """Machine code of the module `NAME.bc`."""
    compiled = folder / f"{name}.o"
    source = ["-x", "ir", str(folder / f"{name}.bc")]
    toolchain.must_run([toolchain.tool("clang"), *flags, "-fPIC", "-c", *source, "-o", str(compiled)])
    return compiled


def _link(
    bitcode: Bitcode, compiled: Path, extra: Sequence[str], setup: Sequence[str] = ()
) -> tuple[str, ...]:
    """Make the shared object; returns the program's functions that are still undefined."""
    library = compiled.with_suffix(".so")
    command = [toolchain.tool("clang"), *_LINK, str(compiled), *extra, *bitcode.link_flags]
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
