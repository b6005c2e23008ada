"""The programs of a project: one, or one of each file if they do not fit together and may be taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.build.program import Bitcode
from orchestrator.build.project import build_project
from orchestrator.core.errors import UserError
from orchestrator.languages import SOURCES
from orchestrator.project.description import Project


@dataclass(frozen=True)
class Program:
    project: Project  # what it is made of, and where it is built
    bitcode: Bitcode


def build_programs(project: Project) -> tuple[list[Program], list[str]]:
    """The programs, and what a reader of the report should know of how they came to be."""
    try:
        return [_built(project)], []
    except UserError as problem:
        if not project.apart or not project.commands or len(project.commands) == 1:
            raise
        notes = [f"each file is analysed on its own: {problem.message.splitlines()[0]}"]
    programs, problems = [], []
    for number, command in enumerate(project.commands):
        alone = replace(
            project,
            name=command.file.stem,
            build=project.build / f"file{number}",
            commands=(command,),
        )
        try:
            programs.append(_built(alone))
        except UserError as problem:
            problems.append(problem)
            notes.append(f"left out: {problem.message.splitlines()[0].rstrip(':')}")
    if not programs:
        raise problems[0]
    return programs, notes


def files_of(paths: Sequence[Path]) -> list[Path]:
    """Files as they are, and all that is to be compiled in folders."""
    return [file for path in paths for file in (_files_in(path) if path.is_dir() else [path])]


def _files_in(folder: Path) -> list[Path]:
    found = sorted(file for file in folder.rglob("*") if file.suffix in SOURCES and file.is_file())
    if not found:
        raise UserError(f"{folder}: nothing to analyse", hint="no files that end in " + ", ".join(SOURCES))
    return found


def _built(project: Project) -> Program:
    return Program(project, build_project(project, project.build / "bitcode"))
