"""From source files to one module: bitcode, and the facts that the passes tell of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.build.parts import Source, compile_parts, compiler_version, file_hash
from orchestrator.build.pipelines import Recipe, make
from orchestrator.core import log
from orchestrator.core.errors import InternalError, UserError
from orchestrator.core.model import Evidence, Function, Kind, Module, Parameter, Place, Scalar, Site
from orchestrator.languages import language_of
from orchestrator.native import toolchain

_NORMALISE = "mem2reg,sroa,scalarizer"
SAME_SITES = "print<fp-sites;digest>"


@dataclass(frozen=True)
class Bitcode:
    path: Path
    linked: Path  # before variables were put into registers
    plain: Path  # the same operations as in `path`, none of them dead because nobody reads its variable
    module: Module
    flags: tuple[str, ...]
    identities: str = ""  # a hash of which operation has which number
    libraries: tuple[str, ...] = ()  # that programs of its languages are linked with

    def bounded(self, bound: int | None) -> tuple[Path, tuple[str, ...]]:
        """What the program with bounded loops is made from, by which passes. Loops are bounded before
        variables go to registers, where what one held when its loop was cut may be gone."""
        if bound is None:
            return self.path, ()
        return self.linked, (f"function(loop-bound<{bound}>,{_NORMALISE})",)

    def with_whole_objects(self, bound: int | None) -> tuple[Path, tuple[str, ...]]:
        """The same, where structures and arrays stay in memory: SROA would make integers of any width of
        them, of 96 bits, say."""
        bounded = f"loop-bound<{bound}>," if bound else ""
        return self.linked, (f"function({bounded}mem2reg,scalarizer)",)

    def check_sites(self, digest: dict[str, str], what: str) -> None:
        """Sites have the same numbers in every variant. `digest`: printed by SAME_SITES."""
        if digest["identities"] != self.identities:
            raise InternalError(f"{what} changed the numbers of operations")

    @property
    def link_flags(self) -> list[str]:
        """Those of the user's flags that matter when the variants are linked, then libraries of ours."""
        given = [
            f for f in self.flags if f.startswith(("-l", "-L", "-Wl,")) or f.endswith((".a", ".so", ".o"))
        ]
        return [*given, *self.libraries, "-lm"]


def build(sources: Sequence[Path], flags: Sequence[str], folder: Path) -> Bitcode:
    """Compile and link files that share their flags."""
    return build_parts([Source(source, tuple(flags)) for source in sources], flags, folder)


def build_parts(sources: Sequence[Source], flags: Sequence[str], folder: Path) -> Bitcode:
    """Compile and link the sources, and read the facts. Mistakes in them are the user's: UserError. What is
    in the folder already and still true is not made again."""
    with log.stage("compile, files:", len(sources)):
        parts = compile_parts(sources, folder)
    module, facts = folder / "module.bc", folder / "facts.json"
    languages = [language_of(source.file) for source in sources]
    versions = {compiler_version(language.compiler) for language in languages}
    made_of = [file_hash(part) for part in parts]
    made_of += [file_hash(toolchain.plugin()), *sorted(versions), _NORMALISE]
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
        module=_facts(known["printed"], [source.file for source in sources]),
        flags=tuple(flags),
        identities=known["identities"],
        libraries=tuple(dict.fromkeys(name for language in languages for name in language.libraries)),
    )


def _link(parts: Sequence[Path], module: Path, folder: Path) -> dict[str, Any]:
    """Make the module, and let the passes tell of it."""
    linked = parts[0]
    if len(parts) > 1:
        linked = folder / "linked.bc"
        done = toolchain.run([toolchain.tool("llvm-link"), *map(str, parts), "-o", str(linked)])
        if done.returncode != 0:
            raise UserError("the files cannot be linked together:\n" + done.stderr.strip())
    # Code generators drop an operation whose result nobody reads, but not one that is stored.
    recipes = [
        Recipe(
            "module", linked, (f"function({_NORMALISE})", SAME_SITES, "print<fp-sites>", "print<signatures>")
        ),
        Recipe("plain", linked, ("function(scalarizer)", SAME_SITES)),
    ]
    printed = make(recipes, folder)
    digest, facts = printed["module"].split("\n", 1)
    same = json.loads(digest)["listing"] == json.loads(printed["plain"])["listing"]
    return {
        "linked": linked.name,
        "plain": "plain.bc" if same else module.name,
        "identities": json.loads(digest)["identities"],
        "printed": facts,
    }


def _read_json(path: Path) -> dict[str, Any]:
    """What a file holds that we wrote; nothing if it is not there, or was cut."""
    try:
        return dict(json.loads(path.read_text()))
    except (OSError, ValueError):
        return {}


def _facts(printed: str, sources: Sequence[Path]) -> Module:
    lines = [json.loads(line) for line in printed.splitlines()]
    head, rest = lines[0], lines[1:]
    entries = rest[head["sites"] :]
    # Static functions of different files may share a name; then the linker's names tell them apart.
    shared = {name for name, count in Counter(entry["name"] for entry in entries).items() if count > 1}
    names = tuple(str(source.resolve()) for source in sources)
    return Module(
        sources=names,
        sites=tuple(_site(line, shared) for line in rest[: head["sites"]]),
        functions=tuple(_function(line, shared, names) for line in entries),
        fast_math=head["fast_math"],
        skipped=head["skipped"],
        unobserved=tuple(head["unobserved"]),
    )


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
        evidence=Evidence(entry["evidence"]),
    )


def _scalar(entry: dict[str, Any]) -> Scalar:
    return Scalar(entry["name"], entry["type"], entry["cls"], entry["offset"])


def _function(entry: dict[str, Any], shared: set[str], sources: tuple[str, ...]) -> Function:
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
        static=entry["static"],
        closure=entry["closure"],
    )
