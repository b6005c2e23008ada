"""A folder of tests: which findings become one, and why others do not."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from orchestrator.core.model import Consequence, Finding, Function, Kind, Report
from orchestrator.reports.counts import found
from orchestrator.reports.regression.cmake import cmake_text
from orchestrator.reports.regression.ctext import HEADER, HEADER_TEXT, case_text, setup_text, source_name
from orchestrator.reports.regression.makefile import makefile_text
from orchestrator.reports.regression.subject import Case, Subject, Suite
from orchestrator.reports.story import urgency


@dataclass(frozen=True)
class Left:
    """A finding that did not become a test."""

    finding: Finding
    reason: str


def chosen(
    report: Report, at_least: Consequence, kinds: Iterable[Kind], wanted: Callable[[Function], bool]
) -> list[tuple[Function, Finding]]:
    """The findings that are asked for, the worst first."""
    kinds = set(kinds)
    picked = [
        (function, finding)
        for function, finding in found(report)
        if finding.rank <= at_least.rank and finding.kind in kinds and wanted(function)
    ]
    return sorted(picked, key=lambda pair: urgency(pair[1]))


def make_suite(
    findings: Iterable[tuple[Function, Finding]], subject_for: Callable[[Function], Subject], root: str | None
) -> tuple[Suite, list[Left]]:
    subjects: list[Subject] = []
    cases: list[Case] = []
    left: list[Left] = []
    taken: set[str] = set()
    for function, finding in findings:
        subject = subject_for(function)
        if reason := _obstacle(function, finding, subject):
            left.append(Left(finding, reason))
            continue
        if subject not in subjects:
            subjects.append(subject)
        included = _source(function, subject) if function.static else None
        name = _file_name(finding.id, taken)
        cases.append(Case(name, function, finding, subjects.index(subject), included))
    folders = [os.path.dirname(file.path) for subject in subjects for file in subject.files]
    shared = root or (os.path.commonpath(folders) if folders else os.getcwd())
    return Suite(os.path.abspath(shared), tuple(subjects), tuple(cases)), left


def write_suite(suite: Suite, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    files = {HEADER: HEADER_TEXT}
    for case in suite.cases:
        files[f"{case.name}.c"] = case_text(case.function, case.finding, suite.include_name(case))
    for number, subject in enumerate(suite.subjects):
        files[f"setup{number}.c"] = setup_text(subject.setup)
    files["Makefile"] = makefile_text(suite, folder)
    files["CMakeLists.txt"] = cmake_text(suite, folder)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", errors="backslashreplace")


def _source(function: Function, subject: Subject) -> str:
    """The file of a function; from elsewhere, the program's file of that name."""
    if os.path.isfile(function.place.file):
        return os.path.abspath(function.place.file)
    name = os.path.basename(function.place.file)
    alike = [file.path for file in subject.files if os.path.basename(file.path) == name]
    return alike[0] if len(alike) == 1 else function.place.file


def _obstacle(function: Function, finding: Finding, subject: Subject) -> str:
    """Why there can be no such test, or nothing."""
    paths = [file.path for file in subject.files]
    if not finding.returned:
        return f"its run does not return: {finding.ended}"
    if finding.exact:
        return "an underflow that loses no bit raises no flag"
    if not re.fullmatch(r"[A-Za-z_]\w*", source_name(function), re.ASCII):
        return "its function has a name that C cannot write"
    if not all(path.endswith(".c") for path in paths):
        return "its program is not C"
    if any(re.search(r'[\n\r"\\]', path) for path in (*paths, function.place.file)):
        return "a file has a name that C or make cannot write"
    if function.static and not os.path.isfile(_source(function, subject)):
        return f"{function.place.file}, which has the static function, is not there"
    return ""


def _file_name(finding_id: str, taken: set[str]) -> str:
    """Letters, digits and underscores, beginning with a word that no other file here begins with."""
    base = "test_" + (re.sub(r"[^A-Za-z0-9]+", "_", finding_id).strip("_")[:100] or "finding")
    name, number = base, 1
    while name.lower() in taken:
        number += 1
        name = f"{base}_{number}"
    taken.add(name.lower())
    return name
