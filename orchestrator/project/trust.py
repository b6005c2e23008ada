"""What is believed only because whoever calls Ariadne says so: flags that may run code, where a project
writes.

docs/trust.md tells the whole of it.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from orchestrator.core.errors import UserError
from orchestrator.languages.flags import powerful
from orchestrator.project.description import Project

HINT = "--trust allows it; do so only if you trust whoever wrote it"


def check_flags(flags: Sequence[str], where: Callable[[int], str]) -> None:
    """Refuse what may do more than compile. `where`: place of a flag, by its position."""
    for at in powerful(flags):
        raise UserError(
            f"{where(at)}: the flag {shlex.quote(flags[at])} may run code or write files: refused", HINT
        )


def check_project(project: Project) -> None:
    """All flags of a project, and of its compile database."""
    if project.trusted or project.given:
        return
    for key, flags in (("flags", project.flags), ("link", project.link)):
        if not (key == "link" and project.file.suffix == ".json"):
            check_flags(flags, lambda at, key=key: project.where("sources", key, at))  # type: ignore[misc]
    for number, entry in enumerate(project.file_flags):
        check_flags(
            entry.flags,
            lambda at, number=number: project.where("sources", "flags_for", number, "flags", at),  # type: ignore[misc]
        )
    for command in project.commands or ():
        check_flags(
            command.flags,
            lambda at, command=command: _place(command.database, command.flags[at]),  # type: ignore[misc]
        )


def _place(database: Path | None, flag: str) -> str:
    """file:line of a flag in a compile database: the first line that holds it."""
    if database is None:
        return "the compile database"
    spelled = json.dumps(flag)[1:-1]
    for number, line in enumerate(database.read_text().splitlines(), 1):
        if spelled in line or flag in line:
            return f"{database}:{number}"
    return f"{database}:1"


def check_build_folder(project: Project) -> None:
    """Nothing is written outside of the build folder, and that is no folder of somebody else's."""
    for link in _links(project.build):
        raise UserError(
            f"{link} is a symbolic link: what is written there would leave the build folder",
            f"delete it, or the whole folder {project.build}",
        )
    if project.trusted or project.given:
        return
    home, build = project.file.resolve().parent, project.build.resolve()
    inside = build != home and build.is_relative_to(home)
    if inside or not (home.is_relative_to(build) or _is_foreign(build, project.root)):
        return
    raise UserError(
        f"{project.where('build')}: build: {build} is not a folder for Ariadne alone",
        f"name a folder below {home}, or one that is empty; {HINT}",
    )


_OURS = ("run*.sqlite*", "report*.json", "program.json", "html*", "bitcode", "variants*", "file*")


def _is_foreign(folder: Path, root: Path) -> bool:
    """It has something in it, and nothing of ours, nor the sources that the project's command puts there."""
    if not folder.is_dir():
        return folder.exists()
    ours = any(any(folder.glob(name)) for name in _OURS) or root.resolve().is_relative_to(folder)
    return any(folder.iterdir()) and not ours


def _links(build: Path) -> Iterator[Path]:
    """Symbolic links where we write; the project's own command may have made others beside."""
    if build.is_symlink():
        yield build
    for name in _OURS:
        for made in build.glob(name):
            if made.is_symlink():
                yield made
            for folder, folders, files in os.walk(made):
                yield from (p for n in (*folders, *files) if (p := Path(folder, n)).is_symlink())
