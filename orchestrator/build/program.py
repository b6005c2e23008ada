"""From source files to one module: bitcode, and the facts that the passes tell of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from orchestrator.build.parts import Source, compile_parts, compiler_version, file_hash
from orchestrator.core import log
from orchestrator.core.errors import UserError
from orchestrator.core.model import Function, Kind, Module, Parameter, Place, Scalar, Site
from orchestrator.native import toolchain

_NORMALISE = "mem2reg,sroa,scalarizer"


@dataclass(frozen=True)
class Bitcode:
    path: Path
    linked: Path  # before variables were put into registers
    plain: Path  # the same operations as in `path`, none of them dead because nobody reads its variable
    module: Module
    flags: tuple[str, ...]

    def with_loop_bound(self, bound: int | None) -> Bitcode:
        """The same program with bounded loops. They are bounded before variables go to registers, where what
        one held when its loop was cut may be gone."""
        if bound is None:
            return self
        return self._made_of_linked(f".bound{bound}.bc", f"loop-bound<{bound}>,{_NORMALISE}")

    def with_whole_objects(self, bound: int | None) -> Bitcode:
        """The same, where structures and arrays stay in memory: SROA would make integers of any width of
        them, of 96 bits, say."""
        bounded = f"loop-bound<{bound}>," if bound else ""
        return self._made_of_linked(f".whole{bound or ''}.bc", f"{bounded}mem2reg,scalarizer")

    def _made_of_linked(self, suffix: str, passes: str) -> Bitcode:
        path = self.path.with_suffix(suffix)
        toolchain.opt(f"function({passes})", self.linked, "-o", str(path))
        return replace(self, path=path)

    @property
    def link_flags(self) -> list[str]:
        """Those of the user's flags that matter when the variants are linked."""
        return [
            f for f in self.flags if f.startswith(("-l", "-L", "-Wl,")) or f.endswith((".a", ".so", ".o"))
        ]


def build(sources: Sequence[Path], flags: Sequence[str], folder: Path) -> Bitcode:
    """Compile and link files that share their flags."""
    return build_parts([Source(source, tuple(flags)) for source in sources], flags, folder)


def build_parts(sources: Sequence[Source], flags: Sequence[str], folder: Path) -> Bitcode:
    """Compile and link the sources, and read the facts. Mistakes in them are the user's: UserError. What is
    in the folder already and still true is not made again."""
    with log.stage("compile, files:", len(sources)):
        parts = compile_parts(sources, folder)
    module, facts = folder / "module.bc", folder / "facts.json"
    made_of = [file_hash(part) for part in parts]
    made_of += [file_hash(toolchain.plugin()), compiler_version(), _NORMALISE]
    known = _read_json(facts)
    if not module.exists() or known.get("made_of") != made_of:
        facts.unlink(missing_ok=True)
        with log.stage("link, and read the facts"):
            known = _link(parts, module, folder)
        facts.write_text(json.dumps({"made_of": made_of, **known}))
    return Bitcode(
        path=module,
        linked=folder / known["linked"],
        plain=folder / known["plain"],
        module=_facts(known["printed"], set(known["static"]), [source.file for source in sources]),
        flags=tuple(flags),
    )


def _link(parts: Sequence[Path], module: Path, folder: Path) -> dict[str, Any]:
    """Make the module, and let the passes tell of it."""
    linked = parts[0]
    if len(parts) > 1:
        linked = folder / "linked.bc"
        done = toolchain.run([toolchain.tool("llvm-link"), *map(str, parts), "-o", str(linked)])
        if done.returncode != 0:
            raise UserError("the files cannot be linked together:\n" + done.stderr.strip())
    toolchain.opt(f"function({_NORMALISE})", linked, "-o", str(module))
    symbols = toolchain.must_run([toolchain.tool("llvm-nm"), "--defined-only", str(module)])
    return {
        "linked": linked.name,
        "plain": _plain(linked, module).name,
        "static": [line.split()[-1] for line in symbols.splitlines() if line.split()[-2] == "t"],
        "printed": toolchain.opt("print<fp-sites>,print<signatures>", module, "-disable-output"),
    }


def _read_json(path: Path) -> dict[str, Any]:
    """What a file holds that we wrote; nothing if it is not there, or was cut."""
    try:
        return dict(json.loads(path.read_text()))
    except (OSError, ValueError):
        return {}


def _plain(linked: Path, module: Path) -> Path:
    """Code generators drop an operation whose result nobody reads, but not one that is stored."""
    plain = linked.with_suffix(".plain.bc")
    toolchain.opt("function(scalarizer)", linked, "-o", str(plain))
    listings = [toolchain.opt("print<fp-sites>", path, "-disable-output") for path in (plain, module)]
    return plain if listings[0] == listings[1] else module


def _facts(printed: str, static: set[str], sources: Sequence[Path]) -> Module:
    lines = [json.loads(line) for line in printed.splitlines()]
    head, rest = lines[0], lines[1:]
    entries = rest[head["sites"] :]
    # Static functions of different files may share a name; then the linker's names tell them apart.
    shared = {name for name, count in Counter(entry["name"] for entry in entries).items() if count > 1}
    names = tuple(str(source.resolve()) for source in sources)
    return Module(
        sources=names,
        sites=tuple(_site(line, shared) for line in rest[: head["sites"]]),
        functions=tuple(_function(line, shared, static, names) for line in entries),
        fast_math=head["fast_math"],
        skipped=head["skipped"],
    )


def site_identities(module: Path) -> list[tuple[Any, ...]]:
    """What every variant of a program must agree on: which operation has which number."""
    lines = toolchain.opt("print<fp-sites>", module, "-disable-output").splitlines()[1:]
    keys = ("symbol", "index", "opcode", "type", "place")
    return [tuple(str(json.loads(line)[key]) for key in keys) for line in lines]


def _place(entry: dict[str, Any]) -> Place:
    return Place(entry["file"], entry["line"], entry["column"])


def _usual(names: Sequence[str]) -> tuple[Kind, ...]:
    return tuple(kind for kind in map(Kind, names) if kind.is_usual)


def _site(entry: dict[str, Any], shared: set[str]) -> Site:
    return Site(
        number=entry["site"],
        function=entry["symbol"] if entry["function"] in shared else entry["function"],
        index=entry["index"],
        opcode=entry["opcode"],
        type=entry["type"],
        arity=entry["arity"],
        kinds=_usual(entry["kinds"]),
        place=_place(entry["place"]),
        inlined_at=tuple(_place(place) for place in entry["inlined_at"]),
        ruled_out=_usual(entry["ruled_out"]),
        evidence=entry["evidence"],
    )


def _scalar(entry: dict[str, Any]) -> Scalar:
    return Scalar(entry["name"], entry["type"], entry["cls"], entry["offset"])


def _function(
    entry: dict[str, Any], shared: set[str], static: set[str], sources: tuple[str, ...]
) -> Function:
    return Function(
        name=entry["symbol"] if entry["name"] in shared else entry["name"],
        symbol=entry["symbol"],
        place=_place(entry["place"]),
        signature=entry["signature"],
        parameters=tuple(
            Parameter(
                p["name"], p["type"], p["cls"], p["offset"], tuple(_scalar(leaf) for leaf in p["leaves"])
            )
            for p in entry["parameters"]
        ),
        result=_scalar(entry["result"]) if entry["result"] else None,
        input_size=entry["input_size"],
        output_size=entry["output_size"],
        sites=tuple(entry["sites"]),
        externals=tuple(entry["externals"]),
        constants=tuple(entry["constants"]),
        sources=sources,
        unsupported=entry["unsupported"],
        static=entry["symbol"] in static,
        closure=entry["closure"],
    )
