"""A suite of tests, and the code under test: files with their flags, and what has to be called first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.build.parts import Source
from orchestrator.core.model import Finding, Function

_LINK = ("-l", "-L", "-Wl,")
FOLDER_FLAGS = ("-I", "-isystem", "-iquote", "-include", "-idirafter")


@dataclass(frozen=True)
class SubjectFile:
    path: str  # absolute
    flags: tuple[str, ...]  # for the compiler; folders in them are absolute


@dataclass(frozen=True)
class Subject:
    """One program. Programs that were analysed side by side are tested side by side."""

    files: tuple[SubjectFile, ...]
    link: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()  # functions that are called before each test

    def flags_of(self, path: str) -> tuple[str, ...]:
        """Of a file, or of any if it is none of the program's own (a header)."""
        same = [file.flags for file in self.files if os.path.realpath(file.path) == os.path.realpath(path)]
        return (same or [file.flags for file in self.files] or [()])[0]


@dataclass(frozen=True)
class Case:
    """A test of a finding."""

    name: str  # of its file, without .c
    function: Function
    finding: Finding
    subject: int
    included: str | None  # absolute path of the source that the test includes, for static functions


@dataclass(frozen=True)
class Suite:
    root: str  # absolute: paths below it are relative to a variable
    subjects: tuple[Subject, ...]
    cases: tuple[Case, ...]

    def include_name(self, case: Case) -> str | None:
        below = os.path.join(self.root, "")
        return case.included.removeprefix(below) if case.included is not None else None


def subject_of(sources: Iterable[Source], flags: Sequence[str], setup: Sequence[str] = ()) -> Subject:
    """`flags` are those of the linker, among others."""
    files = []
    for source in sources:
        folder = source.folder or Path.cwd()
        kept = [flag for flag in source.flags if not _is_link(flag)]
        files.append(SubjectFile(os.path.abspath(source.file), tuple(_absolute(kept, folder))))
    return Subject(tuple(files), tuple(flag for flag in flags if _is_link(flag)), tuple(setup))


def _is_link(flag: str) -> bool:
    return flag.startswith(_LINK) or flag.endswith((".a", ".so", ".o"))


def _absolute(flags: Sequence[str], folder: Path) -> Iterable[str]:
    """The tests are compiled elsewhere."""
    expected = False
    for flag in flags:
        prefix = next((p for p in FOLDER_FLAGS if flag.startswith(p)), "")
        if expected:
            yield str(folder / flag)
        elif prefix and flag != prefix:
            yield prefix + os.path.normpath(folder / flag.removeprefix(prefix))
        else:
            yield flag
        expected = not expected and bool(prefix) and flag == prefix
