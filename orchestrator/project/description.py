"""A project: what an ariadne.toml says of a library, or what can be read out of a compile_commands.json.

Nothing is compiled here, and nothing looked at but the file itself; docs/project.md describes its keys.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast, get_args

from orchestrator.core.errors import UserError
from orchestrator.core.model import Kind
from orchestrator.core.settings import (
    ENGINES,
    MOST_BITS,
    MOST_JOBS,
    MOST_MB,
    MOST_SECONDS,
    STRATEGIES,
    Settings,
    StatusConvention,
    StatusReturns,
)
from orchestrator.project.compilecommands import Command, libraries, read_commands
from orchestrator.project.tomlfile import Table, read
from orchestrator.project.tomllines import KeyPath

FILE = "ariadne.toml"
COMMANDS = "compile_commands.json"


@dataclass(frozen=True)
class Prepare:
    """A command that obtains or generates sources, and what is there when it has done so."""

    command: tuple[str, ...]
    makes: tuple[str, ...]  # paths below the root


@dataclass(frozen=True)
class FileFlags:
    files: tuple[str, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Exclusion:
    """Functions that are left out, and why: the report shows it. With parameters or types, only those that
    have such a parameter."""

    reason: str
    functions: tuple[str, ...] = ("*",)
    files: tuple[str, ...] = ("**",)
    parameters: tuple[str, ...] = ("*",)
    types: tuple[str, ...] = ("*",)

    @property
    def about_parameters(self) -> bool:
        return (self.parameters, self.types) != (("*",), ("*",))


@dataclass(frozen=True)
class Assumption:
    """A range for some parameters, or a condition on the parameters that it names."""

    line: int
    functions: tuple[str, ...]
    parameters: tuple[str, ...] = ("*",)
    types: tuple[str, ...] = ("*",)
    range: tuple[float, float] | None = None
    expression: str = ""


@dataclass(frozen=True)
class Suppression:
    """Findings that are accepted, and why: they are counted, but not listed."""

    line: int
    reason: str
    functions: tuple[str, ...] = ("*",)  # that are called
    within: tuple[str, ...] = ("*",)  # that the operation is in
    files: tuple[str, ...] = ("**",)
    kinds: tuple[str, ...] = ()  # none: all
    operation: str = ""  # its source text; spaces do not matter


@dataclass(frozen=True)
class Project:
    file: Path  # where it was read; of one that is `given` nothing is there
    name: str
    root: Path  # globs of files are below it, and the compiler runs in it
    build: Path  # for everything that Ariadne writes
    files: tuple[str, ...] = ("**/*.c",)
    exclude: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    file_flags: tuple[FileFlags, ...] = ()
    link: tuple[str, ...] = ()
    commands: tuple[Command, ...] | None = None  # instead of flags, when a compile_commands.json tells them
    prepare: Prepare | None = None
    functions: tuple[str, ...] = ("*",)
    function_files: tuple[str, ...] = ("**",)
    static: bool = True
    exclusions: tuple[Exclusion, ...] = ()
    setup: tuple[str, ...] = ()
    published: Path | None = None  # numbers to show beside ours (`ariadne tables`)
    assumptions: tuple[Assumption, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    settings: Settings = Settings()
    given: bool = False  # by a command line: of functions that it does not ask for nothing is said
    trusted: bool = False  # whoever calls says that its flags may run code, and where it writes
    unasked: bool = False  # only a report names it: its own command is not run
    apart: bool = False  # if its files do not fit together, each is a program of its own
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)

    def where(self, *key: str | int) -> str:
        """file:line of a key, or of the nearest thing around it."""
        if self.given:
            return str(self.file)
        while key and key not in self.lines:
            key = key[:-1]
        return f"{self.file}:{self.lines.get(key, 1)}"


def given_project(
    files: Sequence[Path], flags: Sequence[str], settings: Settings, build: Path, apart: bool = False
) -> Project:
    """What a command line describes: these files, compiled with these flags in the current folder."""
    here = Path.cwd()
    return Project(
        Path("the command line"),
        files[0].stem,
        here,
        build,
        files=("**",),
        flags=tuple(flags),
        commands=tuple(Command(file, here, ()) for file in files),
        functions=settings.functions,
        settings=settings,
        given=True,
        apart=apart,
    )


def load_project(path: Path) -> Project:
    """The project of a folder, or of the file itself."""
    if not path.exists():
        raise UserError(f"{path}: no such file or folder")
    file = path
    if path.is_dir():
        file = next((path / name for name in (FILE, COMMANDS) if (path / name).exists()), path)
        if file == path:
            raise UserError(f"{path}: no {FILE} here, and no {COMMANDS}", hint="docs/project.md describes it")
    if file.suffix == ".json":
        folder = file.resolve().parent
        commands = read_commands(file)
        name = re.sub(r"[^\w.+-]", "-", folder.name) or "project"
        return Project(
            file,
            name,
            folder,
            folder / ".ariadne",
            files=("**",),
            commands=commands,
            link=libraries(commands),
        )
    return _project(read(file))


def _project(top: Table) -> Project:
    home = top.file.resolve().parent
    name = top.text("name")
    if not re.fullmatch(r"[\w.+-]+", name):
        raise top.error("name", "is needed: letters, digits and . + - _", hint='name = "mylib"')
    sources, functions = top.table("sources"), top.table("functions")
    root = home / sources.text("root", ".")
    commands = None
    if sources.has("commands"):
        commands = read_commands(root / sources.text("commands"))
    project = Project(
        file=top.file,
        name=name,
        root=Path(os.path.abspath(root)),
        build=Path(os.path.abspath(home / top.text("build", ".ariadne"))),
        files=_paths(sources, "files", ("**",) if commands else Project.files),
        exclude=_paths(sources, "exclude"),
        flags=sources.texts("flags"),
        file_flags=tuple(_file_flags(entry) for entry in sources.tables("flags_for")),
        link=sources.texts("link"),
        commands=commands,
        prepare=_prepare(top.table("prepare")) if top.has("prepare") else None,
        functions=functions.globs("include", Project.functions),
        function_files=_paths(functions, "files", Project.function_files),
        static=functions.flag("static", True),
        exclusions=tuple(_exclusion(entry) for entry in functions.tables("exclude")),
        setup=top.texts("setup"),
        published=home / top.text("published") if top.has("published") else None,
        assumptions=tuple(_assumption(entry) for entry in top.tables("assume")),
        suppressions=tuple(_suppression(entry) for entry in top.tables("suppress")),
        settings=_settings(top),
        lines=top.lines,
    )
    for table in (sources, functions, top):
        table.close()
    return project


def _paths(table: Table, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Globs of files below the root."""
    globs = table.globs(key, default)
    for number, glob in enumerate(globs):
        if glob.startswith("/") or ".." in glob.split("/"):
            raise table.error(key, f"'{glob}' is not below the root", item=number)
    return globs


def _file_flags(table: Table) -> FileFlags:
    entry = FileFlags(_paths(table, "files"), table.texts("flags"))
    table.close()
    for key, value in (("files", entry.files), ("flags", entry.flags)):
        if not value:
            raise table.error(key, "is missing")
    return entry


def _prepare(table: Table) -> Prepare:
    entry = Prepare(table.texts("command"), _paths(table, "makes"))
    table.close()
    if not entry.command:
        raise table.error("command", "is missing", hint='command = ["sh", "fetch.sh"]')
    return entry


def _exclusion(table: Table) -> Exclusion:
    entry = Exclusion(
        reason=table.text("reason"),
        functions=table.globs("functions", Exclusion.functions),
        files=_paths(table, "files", Exclusion.files),
        parameters=table.globs("parameters", Exclusion.parameters),
        types=table.globs("types", Exclusion.types),
    )
    table.close()
    if table.data.keys() <= {"reason"}:
        hint = "functions, files, parameters or types tell"
        raise table.error("functions", "is missing: which functions are left out?", hint)
    if not entry.reason:
        raise table.error("reason", "is missing", hint="the report shows it")
    return entry


def _suppression(table: Table) -> Suppression:
    entry = Suppression(
        line=table.line(),
        reason=table.text("reason"),
        functions=table.globs("functions", Suppression.functions),
        within=table.globs("within", Suppression.within),
        files=_paths(table, "files", Suppression.files),
        kinds=table.globs("kinds", Suppression.kinds),
        operation=table.text("operation"),
    )
    table.close()
    if not entry.reason:
        raise table.error("reason", "is missing", hint="the report shows it")
    known = [kind.value for kind in Kind]
    for number, kind in enumerate(entry.kinds):
        if kind not in known:
            raise table.error("kinds", f"'{kind}' is not one of {', '.join(known)}", item=number)
    return entry


def _assumption(table: Table) -> Assumption:
    functions = table.globs("functions", ("*",))
    named = [key for key in ("parameters", "types") if table.has(key)]
    ranged, stated = table.has("range"), table.has("expression")
    if ranged == stated:
        problem = (
            "has range and expression: one entry for each" if ranged else "has no range and no expression"
        )
        raise table.error("range", problem)
    line = table.line("range" if ranged else "expression")
    if stated:
        if named:
            raise table.error(named[0], "goes with range; an expression names its parameters itself")
        entry = Assumption(line, functions, expression=table.text("expression"))
    else:
        if not named:
            raise table.error("range", "of what? parameters or types are needed", hint='parameters = ["x"]')
        parameters, types = (table.globs(key, ("*",)) for key in ("parameters", "types"))
        entry = Assumption(line, functions, parameters, types, table.range("range"))
    table.close()
    return entry


def _settings(top: Table) -> Settings:
    budget, classify, engine = top.table("budget"), top.table("classify"), top.table("engine")
    settings = Settings(
        budget=budget.positive("seconds", Settings.budget, MOST_SECONDS),
        runs=budget.whole("runs", Settings.runs, 0),
        seed=budget.whole("seed", Settings.seed, 0),
        jobs=budget.whole("jobs", Settings.jobs, 0, MOST_JOBS),
        run_seconds=budget.positive("timeout", Settings.run_seconds, MOST_SECONDS),
        memory_mb=budget.whole("memory", Settings.memory_mb, 1, MOST_MB),
        classify=classify.flag("enabled", Settings.classify),
        max_ulps=classify.positive("max_ulps", Settings.max_ulps),
        precision=classify.whole("precision", Settings.precision, 64, MOST_BITS),
        engine=engine.text("use", Settings.engine, ENGINES),
        strategy=engine.text("strategy", Settings.strategy, STRATEGIES),
        query_seconds=engine.positive("query_timeout", Settings.query_seconds, MOST_SECONDS),
        status=_status(top.table("status")) if top.has("status") else Settings.status,
    )
    budget.close()
    classify.close()
    engine.close()
    return settings


def _status(table: Table) -> StatusConvention:
    codes = table.table("codes")
    names = [(codes.whole(name, 0, -(1 << 62)), name) for name in codes.data]
    seen: dict[int, str] = {}
    for code, name in names:
        if code in seen:
            raise codes.error(name, f"{code} is {seen[code]} already")
        seen[code] = name
    convention = StatusConvention(
        returns=cast(StatusReturns, table.text("returns", "integer", get_args(StatusReturns))),
        functions=table.globs("functions", StatusConvention.functions),
        success=table.wholes("success", StatusConvention.success),
        codes=tuple(names),
    )
    for code in convention.success:
        if code in seen:
            raise codes.error(seen[code], f"{code} is success")
    if not convention.success:
        raise table.error("success", "is an empty list: which values mean success?")
    table.close()
    return convention
