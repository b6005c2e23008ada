"""Which functions of a project are analysed, which are not and why, and patterns that match nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.build.programs import Program
from orchestrator.build.project import files_below, relative
from orchestrator.build.selection import select
from orchestrator.core.errors import UserError
from orchestrator.core.globs import name_matches, path_matches
from orchestrator.core.model import Function, Module
from orchestrator.project.description import Project
from orchestrator.project.domains import applies, concerns
from orchestrator.project.tomllines import KeyPath


@dataclass(frozen=True)
class Excluded:
    """A function of the chosen files that is not analysed, and why."""

    function: Function
    reason: str


def chosen_of(programs: Sequence[Program]) -> list[tuple[list[Function], list[Excluded]]]:
    """For each program the functions to analyse, and those that are left out."""
    modules = [program.bitcode.module for program in programs]
    project = programs[0].project
    if not project.given:
        return [functions_of(project, module) for module in modules]
    return [(functions, []) for functions in select(modules, project.functions)]


def functions_of(project: Project, module: Module) -> tuple[list[Function], list[Excluded]]:
    """The functions to analyse, and those of the chosen files that are not. A function that is wanted and
    cannot be called is one of them: its report says why."""
    functions, excluded = [], []
    for function in module.functions:
        path = relative(Path(function.place.file), project)
        if not path_matches(path, project.function_files) or os.path.isabs(path):
            continue  # system headers and helpers: nobody asked for them
        if reason := _left_out(function, path, project):
            excluded.append(Excluded(function, reason))
        else:
            functions.append(function)
    if not functions:
        raise UserError(
            f"{project.where('functions')}: no function to analyse", hint="all of them are left out here"
        )
    return functions, excluded


def notes_of(project: Project, module: Module) -> tuple[str, ...]:
    """Patterns of the project file that match nothing: most often a slip of the pen."""
    if project.given:
        return ()
    paths = files_below(project.root)
    if project.commands is not None:
        paths = [relative(command.file, project) for command in project.commands]
    functions = module.functions
    names = [function.name for function in functions]
    places = sorted({relative(Path(function.place.file), project) for function in functions})
    unused = [
        *_unmatched(project, ("sources", "files"), project.files, paths, path_matches),
        *_unmatched(project, ("sources", "exclude"), project.exclude, paths, path_matches),
        *_unmatched(project, ("functions", "include"), project.functions, names, name_matches),
        *_unmatched(project, ("functions", "files"), project.function_files, places, path_matches),
    ]
    for number, entry in enumerate(project.exclusions):
        key = "functions", "exclude", number
        unused += _unmatched(project, (*key, "functions"), entry.functions, names, name_matches)
        unused += _unmatched(project, (*key, "files"), entry.files, places, path_matches)
        if not any(concerns(entry, p) for function in functions for p in function.parameters):
            unused.append(f"{project.where(*key)}: functions.exclude: no function has such a parameter")
    for number, file_flags in enumerate(project.file_flags):
        key = "sources", "flags_for", number
        unused += _unmatched(project, (*key, "files"), file_flags.files, paths, path_matches)
    for number, assumption in enumerate(project.assumptions):
        if not any(applies(assumption, function) for function in functions):
            unused.append(f"{project.where('assume', number)}: assume: applies to no function")
    return tuple(unused)


def _left_out(function: Function, path: str, project: Project) -> str:
    for entry in project.exclusions:
        if not (name_matches(function.name, entry.functions) and path_matches(path, entry.files)):
            continue
        if not entry.about_parameters or any(concerns(entry, p) for p in function.parameters):
            return entry.reason
    if function.static and not project.static:
        return "static"
    return "" if name_matches(function.name, project.functions) else "not among functions.include"


def _unmatched(
    project: Project,
    key: KeyPath,
    patterns: Sequence[str],
    things: Sequence[str],
    matches: Callable[[str, Iterable[str]], bool],
) -> list[str]:
    name = ".".join(part for part in key if isinstance(part, str))
    return [
        f"{project.where(*key, number)}: {name}: '{pattern}' matches nothing"
        for number, pattern in enumerate(patterns)
        if not any(matches(thing, (pattern,)) for thing in things)
    ]
