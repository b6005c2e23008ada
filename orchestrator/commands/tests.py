"""ariadne tests: C regression tests of a run's findings."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from orchestrator.build.parts import Source
from orchestrator.build.project import sources_of as project_sources
from orchestrator.campaign.runsource import RUN_HELP, LoadedRun, flags_of, load_run, sources_of
from orchestrator.commands import (
    Subparsers,
    add_command,
    add_level_option,
    add_trust_option,
    kinds_named,
    positive_int,
)
from orchestrator.core.errors import UserError
from orchestrator.core.globs import name_matches
from orchestrator.core.model import Consequence, Function, Kind
from orchestrator.core.settings import Settings
from orchestrator.reports.regression.subject import Subject, Suite, subject_of
from orchestrator.reports.regression.suite import Left, chosen, make_suite, write_suite
from orchestrator.reports.regression.trial import try_suite
from orchestrator.reports.wording import counted

_SHOWN = 10  # findings without a test that are named

_EPILOG = """\
Each test passes as long as the call raises its exception; built with -DARIADNE_EXPECT_FIXED it fails until
that is fixed. The folder gets a Makefile (make check) and a CMakeLists.txt (ctest). What was written is
compiled and run: a finding that this compiler's code does not show gets no test, and that is said.
"""


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "tests", "write C regression tests of a run's findings", _EPILOG)
    parser.add_argument("run_name", metavar="RUN", help=RUN_HELP)
    parser.add_argument(
        "--output", "-o", required=True, type=Path, metavar="DIR", help="a new folder, or an older one"
    )
    add_level_option(parser, "which findings become tests")
    parser.add_argument(
        "--kind", type=kinds_named, default=tuple(Kind), metavar="KIND[,KIND]", help="only these kinds"
    )
    parser.add_argument(
        "--function", action="append", default=[], metavar="GLOB", help="only these functions"
    )
    parser.add_argument(
        "--limit", type=positive_int, metavar="N", help="at most so many tests, the worst first"
    )
    add_trust_option(parser)
    parser.add_argument("--no-check", action="store_true", help="neither compile nor run what was written")
    parser.add_argument("--jobs", type=positive_int, metavar="N", help="compilers at once")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    loaded = load_run(options.run_name, trust=options.trust)
    folder: Path = options.output
    _check_folder(folder)
    level = Consequence(options.at_least)
    findings = chosen(loaded.report, level, options.kind, _wanted(options.function))
    if not findings:
        raise UserError(
            f"{options.run_name} has no such findings", "--at-least unknown, reported or benign asks for more"
        )
    root = str(loaded.project.root) if loaded.project else None
    suite, left = make_suite(findings[: options.limit], _subjects(loaded), root)
    try:
        _write(suite, folder)
        if suite.cases and not options.no_check:
            suite, dropped = _tried(suite, folder, options.jobs or Settings().workers)
            left += dropped
            _write(suite, folder)
    except OSError as problem:
        raise UserError(f"cannot write {problem.filename or folder}: {problem.strerror}") from problem
    checked = "" if options.no_check else ", each compiled and run"
    print(f"{folder}: {counted(len(suite.cases), 'test')}{checked}")
    _tell(left)
    return 0


def _write(suite: Suite, folder: Path) -> None:
    """Tests of an earlier time would not be in the new Makefile."""
    for old in folder.glob("test_*.c"):
        old.unlink()
    write_suite(suite, folder)


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is not a folder")
    makefile = folder / "Makefile"
    if makefile.exists() and "Written by `ariadne tests`" not in makefile.read_text(errors="replace"):
        raise UserError(f"{folder} has a Makefile that is not ours", "name a folder of its own for the tests")


def _wanted(globs: list[str]) -> Callable[[Function], bool]:
    return lambda function: not globs or name_matches(function.name, globs)


def _subjects(loaded: LoadedRun) -> Callable[[Function], Subject]:
    """The program of a function: that of the project, or the files that were analysed together."""
    project = loaded.project
    if project:
        sources = [replace(s, folder=s.folder or project.root) for s in project_sources(project)]
        link = [str(project.root / f) if f.endswith((".a", ".so", ".o")) else f for f in project.link]
        subject = subject_of(sources, link, project.setup)
        return lambda function: subject
    flags = flags_of(loaded)

    @cache
    def of(files: tuple[str, ...]) -> Subject:
        return subject_of([Source(Path(file), flags) for file in files], flags)

    return lambda function: of(sources_of(loaded, function))


def _tried(suite: Suite, folder: Path, jobs: int) -> tuple[Suite, list[Left]]:
    outcomes = try_suite(suite, folder, jobs)
    kept = tuple(outcome.case for outcome in outcomes if not outcome.problem)
    dropped = [Left(outcome.case.finding, outcome.problem) for outcome in outcomes if outcome.problem]
    return replace(suite, cases=kept), dropped


def _tell(left: list[Left]) -> None:
    if not left:
        return
    print(f"{counted(len(left), 'finding')} without a test:", file=sys.stderr)
    for reason, number in Counter(each.reason for each in left).most_common(_SHOWN):
        names = [each.finding.id for each in left if each.reason == reason]
        more = ", ..." if number > 3 else ""
        print(f"  {number:5,}  {reason}: {', '.join(names[:3])}{more}", file=sys.stderr)
