"""From a project to its program: prepared, compiled, with the domains of its functions and its targets."""

from __future__ import annotations

import difflib
import fcntl
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from orchestrator.build.parts import Source
from orchestrator.build.program import Bitcode, build_parts
from orchestrator.core.errors import UserError
from orchestrator.core.globs import path_matches
from orchestrator.core.model import Module
from orchestrator.languages import LANGUAGES, SOURCES
from orchestrator.native import toolchain
from orchestrator.project.description import Prepare, Project
from orchestrator.project.domains import domain_of
from orchestrator.project.trust import HINT, check_build_folder, check_project


def build_project(project: Project, folder: Path) -> Bitcode:
    """The project's program, in `folder`; what is there already and still true is not made again."""
    check_build_folder(project)
    check_project(project)
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        prepare(project)
        sources = sources_of(project)
        bitcode = build_parts(sources, [*project.flags, *_link_flags(project)], folder)
    _check_setup(project, bitcode.module)
    functions = tuple(replace(f, domain=domain_of(f, project)) for f in bitcode.module.functions)
    return replace(bitcode, module=replace(bitcode.module, functions=functions))


def prepare(project: Project, again: bool = False) -> None:
    """Run the project's own command, if what it makes is not there, or when asked to."""
    step = project.prepare
    if step is None or not (again or _is_needed(step, project)):
        return
    if project.unasked:
        command = shlex.join(step.command)
        where = project.where("prepare", "command")
        raise UserError(f"{where}: a report asks for a project that runs `{command}`: refused", HINT)
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        **{language.make_variable: toolchain.tool(language.compiler) for language in LANGUAGES},
        "ARIADNE_ROOT": str(project.root),
        "ARIADNE_PROJECT_BUILD": str(project.build),
    }
    where = project.where("prepare", "command")
    try:
        # Its output is for the user, but not among our own: standard output may be a report.
        done = subprocess.run(
            step.command, cwd=project.file.resolve().parent, env=environment, stdout=sys.stderr, check=False
        )
    except OSError as problem:
        raise UserError(f"{where}: cannot run {step.command[0]}: {problem.strerror}") from problem
    if done.returncode != 0:
        raise UserError(f"{where}: {step.command[0]} failed with code {done.returncode}")
    if missing := [path for path in step.makes if not (project.root / path).exists()]:
        raise UserError(f"{where}: {step.command[0]} has not made {', '.join(missing)} in {project.root}")


def sources_of(project: Project) -> list[Source]:
    """The files of the program with their flags, in a fixed order."""
    check_project(project)
    if not project.root.is_dir():
        raise UserError(f"{project.where('sources', 'root')}: there is no folder {project.root}")
    if project.commands is None:
        found = [Source(project.root / path, (), project.root) for path in files_below(project.root)]
    else:
        found = [Source(command.file, command.flags, command.folder) for command in project.commands]
    sources = []
    for source in found:
        path = relative(source.file, project)
        if path_matches(path, project.files) and not path_matches(path, project.exclude):
            sources.append(replace(source, flags=(*source.flags, *_flags_of(path, project))))
    if not sources:
        raise UserError(
            f"{project.where('sources', 'files')}: no file to compile in {project.root}",
            hint="sources.files and sources.exclude choose among those that end in " + ", ".join(SOURCES),
        )
    return sources


def files_below(root: Path) -> list[str]:
    """Source files, not those of hidden folders."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.relpath(os.path.join(folder, n), root) for n in names if n.endswith(SOURCES)]
    return sorted(found)


def relative(file: Path, project: Project) -> str:
    """Below the root with slashes, or as it is."""
    path = os.path.relpath(file, project.root) if file.is_absolute() else str(file)
    return str(file) if path.startswith("..") else path


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two builds in one folder take turns. The lock goes with the process, however that ends."""
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_needed(step: Prepare, project: Project) -> bool:
    if step.makes:
        return not all((project.root / path).exists() for path in step.makes)
    return not project.root.is_dir() or not files_below(project.root)


def _flags_of(path: str, project: Project) -> tuple[str, ...]:
    more = (flag for entry in project.file_flags if path_matches(path, entry.files) for flag in entry.flags)
    return (*project.flags, *more)


def _link_flags(project: Project) -> list[str]:
    """The linker does not run in the root, so paths below it are made absolute."""
    flags = []
    for flag in project.link:
        if flag.startswith("-L"):
            flag = f"-L{project.root / flag[2:]}"
        elif not flag.startswith("-"):
            flag = str(project.root / flag)
        flags.append(flag)
    return flags


def _check_setup(project: Project, module: Module) -> None:
    names = [function.name for function in module.functions]
    for number, name in enumerate(project.setup):
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            raise UserError(
                f"{project.where('setup', number)}: setup: the program has no function {name}",
                hint=f"did you mean {near[0]}?" if near else None,
            )
