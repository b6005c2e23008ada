"""What is to be analysed: source files from files and folders, functions by glob."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from orchestrator.build.parts import SOURCES
from orchestrator.build.program import Bitcode
from orchestrator.core.errors import UserError
from orchestrator.core.model import Function, Module

_SYSTEM = ("/usr/include/", "/usr/lib/")  # inline functions of system headers are not the user's code

Builder = Callable[[Sequence[Path], Sequence[str], Path], Bitcode]


@dataclass(frozen=True)
class Target:
    module: int
    function: Function


def find_sources(
    paths: Sequence[Path], flags: Sequence[str], folder: Path, notes: list[str], build: Builder
) -> list[Bitcode]:
    """One program of all the files; a folder whose files do not fit together is analysed file by file."""
    files = [file for path in paths for file in _files(path)]
    if not any(path.is_dir() for path in paths):
        return [build(files, flags, folder)]
    try:
        return [build(files, flags, folder)]
    except UserError as problem:
        if len(files) == 1:
            raise
        notes.append(f"each file is analysed on its own: {problem.message.splitlines()[0]}")
    programs, problems = [], []
    for number, file in enumerate(files):
        place = folder / f"file{number}"
        place.mkdir()
        try:
            programs.append(build([file], flags, place))
        except UserError as problem:
            problems.append(problem)
            notes.append(f"left out: {problem.message.splitlines()[0].rstrip(':')}")
    if not programs:
        raise problems[0]
    return programs


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.rglob("*") if file.suffix in SOURCES and file.is_file())
    if not found:
        raise UserError(f"{path}: nothing to analyse", hint="no files that end in " + ", ".join(SOURCES))
    return found


def select(modules: Sequence[Module], globs: Sequence[str]) -> list[Target]:
    """The functions that match; all of the user's own when nothing is asked for."""
    every = [
        Target(number, function) for number, module in enumerate(modules) for function in module.functions
    ]
    if not every:
        raise UserError("nothing to analyse: no function is defined here")
    if not globs:
        return [t for t in every if not t.function.place.file.startswith(_SYSTEM)]
    names = {name for t in every for name in (t.function.name, t.function.symbol)}
    for glob in globs:
        if not any(fnmatchcase(name, glob) for name in names):
            near = difflib.get_close_matches(glob, names, n=3, cutoff=0.4)
            hint = "did you mean " + " or ".join(near) + "?" if near else None
            raise UserError(f"no function matches '{glob}'", hint=hint)
    return [
        t
        for t in every
        if any(fnmatchcase(t.function.name, glob) or fnmatchcase(t.function.symbol, glob) for glob in globs)
    ]
