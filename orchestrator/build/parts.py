"""Compiles the files of a program to bitcode, each only when something that goes into it has changed.

Beside each part lies a record of the files that the compiler read for it, with hashes of their contents. A
new header that would hide an old one is not noticed, as with every such record.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from orchestrator.core.errors import UserError
from orchestrator.languages import MODULES, SOURCES, language_of
from orchestrator.languages.flags import impossible
from orchestrator.native import toolchain


@dataclass(frozen=True)
class Source:
    file: Path
    flags: tuple[str, ...] = ()
    folder: Path | None = None  # the compiler runs there


def compile_parts(sources: Sequence[Source], folder: Path) -> list[Path]:
    """Bitcode of each file, in `folder`. Mistakes in them are the user's: UserError."""
    for source in sources:
        if bad := impossible(source.flags):
            raise UserError(f"the flag {shlex.quote(bad[0])} cannot be used here: {bad[1]}", "leave it out")
        if not source.file.exists():
            raise UserError(f"{source.file}: no such file")
        if source.file.suffix not in SOURCES:
            raise UserError(
                f"{source.file}: not a kind of file that Ariadne reads", hint="it reads " + ", ".join(SOURCES)
            )
    work = _Work(folder)
    distinct = list(dict.fromkeys(sources))  # two threads must not write one file
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            parts = dict(zip(distinct, pool.map(work.part, distinct), strict=True))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(work.running):
                process.kill()
            raise
    return [parts[source] for source in sources]


def file_hash(path: str | Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def compiler_version(compiler: str) -> str:
    return toolchain.must_run([toolchain.tool(compiler), "--version"])


class _Work:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hashes: dict[str, str] = {}  # headers are shared: each is read once
        self.running: set[subprocess.Popen[str]] = set()

    def part(self, source: Source) -> Path:
        language = language_of(source.file)
        ways = [str(source.file), *source.flags, str(source.folder or Path.cwd())]
        ways += [compiler_version(language.compiler), *language.bitcode]
        ways += [os.environ.get(name, "") for name in language.environment]
        name = f"{source.file.stem}-{hashlib.sha256(json.dumps(ways).encode()).hexdigest()[:16]}"
        part, record = self.folder / f"{name}.bc", self.folder / f"{name}.json"
        if not (part.exists() and self._is_current(record)):
            record.unlink(missing_ok=True)
            read = self._compile(source, part)
            # The record comes last, so that whoever is interrupted compiles again.
            record.write_text(json.dumps({path: self._hash(path) for path in read}))
        return part

    def _is_current(self, record: Path) -> bool:
        try:
            known = json.loads(record.read_text())
            return all(self._hash(path) == digest for path, digest in known.items())
        except (OSError, ValueError):
            return False

    def _hash(self, path: str) -> str:
        if path not in self.hashes:
            self.hashes[path] = file_hash(path)
        return self.hashes[path]

    def _compile(self, source: Source, target: Path) -> list[str]:
        """Make the part; returns the files that were read."""
        language, rule = language_of(source.file), target.with_suffix(".d")
        tells = bool(language.dependencies) and source.file.suffix not in MODULES
        if source.file.suffix in MODULES:
            command = [toolchain.tool("opt"), "-passes=verify"]
            problem = f"{source.file} is not a valid LLVM module:"
        else:
            command = [toolchain.tool(language.compiler), *language.bitcode, *source.flags, *language.last]
            command += [*language.dependencies, str(rule)] if tells else []
            problem = f"{source.file} does not compile:"
        command += [str(source.file), "-o", str(target)]
        done = toolchain.run(command, folder=source.folder, running=self.running)
        if done.returncode != 0:
            hint = f"flags given to the compiler: {shlex.join(source.flags)}" if source.flags else None
            raise UserError(f"{problem}\n{done.stderr.strip()}", hint=hint)
        folder = source.folder or Path.cwd()
        if not tells:
            return [str(folder / source.file)]
        read = [str(folder / name) for name in _prerequisites(rule.read_text())]
        rule.unlink()
        return read


def _prerequisites(rule: str) -> list[str]:
    """The files of a rule as the compiler writes it for make."""
    text = rule.replace("\\\n", " ").split(": ", 1)[1]
    names = re.findall(r"(?:\\[ #\\]|[^ \n])+", text)
    return [re.sub(r"\\([ #\\])", r"\1", name).replace("$$", "$") for name in names]
