"""Files and flags out of a compile_commands.json, in a simple way: those whose language Ariadne reads."""

from __future__ import annotations

import json
import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchestrator.core.errors import UserError
from orchestrator.languages import LANGUAGES

_DROPPED = {"-c", "-MD", "-MMD", "-MP", "-M", "-MM", "-S", "-E", "-save-temps", "-flto"}
_DROPPED_WITH_VALUE = {"-o", "-MF", "-MT", "-MQ", "-MJ"}


@dataclass(frozen=True)
class Command:
    """How one file is compiled: an entry of a compile_commands.json."""

    file: Path
    folder: Path
    flags: tuple[str, ...]
    database: Path | None = None  # where it is written


def read_commands(file: Path) -> tuple[Command, ...]:
    """The files of a compilation database that Ariadne can compile, each once."""
    try:
        entries = json.loads(file.read_text())
        commands = [_command(entry, file) for entry in entries]
    except OSError as problem:
        raise UserError(f"cannot read {file}: {problem.strerror}") from problem
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise UserError(
            f"{file} is not a compilation database: {type(problem).__name__} {problem}"
        ) from problem
    endings = [ending for language in LANGUAGES for ending in language.endings]
    found = {command.file: command for command in commands if command.file.suffix in endings}
    if not found:
        names = " or ".join(language.name for language in LANGUAGES)
        raise UserError(f"{file}: no {names} file is compiled here")
    return tuple(found.values())


def _command(entry: dict[str, Any], database: Path) -> Command:
    folder = database.resolve().parent / entry["directory"]
    file = Path(os.path.abspath(folder / entry["file"]))
    words = list(entry["arguments"]) if "arguments" in entry else shlex.split(entry["command"])
    flags: list[str] = []
    rest = iter(words[1:])
    for word in rest:
        if word in _DROPPED_WITH_VALUE:
            next(rest, None)
        elif word not in _DROPPED and not re.match(r"-O|-g|-o", word) and word != entry["file"]:
            flags.append(word)
    return Command(file, folder, tuple(flags), database)


def libraries(commands: tuple[Command, ...]) -> tuple[str, ...]:
    """Libraries that the commands name; most name none, as they only compile."""
    flags = (flag for command in commands for flag in command.flags if flag.startswith(("-l", "-L")))
    return tuple(dict.fromkeys(flags))
