"""ariadne analyze: find, confirm and report; a project of what the command line names."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from orchestrator.build.programs import files_of
from orchestrator.campaign.run import ProjectRun
from orchestrator.campaign.runsource import suppress_in
from orchestrator.campaign.workers import thread_workers
from orchestrator.commands import (
    SOURCES_HELP,
    Subparsers,
    add_command,
    add_judging_options,
    at_most,
    compared_with_baseline,
    given_settings,
    kinds_named,
    seconds,
)
from orchestrator.commands.running import Watcher, add_running_options, keep_build, stop_on_signals
from orchestrator.core.errors import InternalError, UserError
from orchestrator.core.model import Kind, Report, Status
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.core.settings import MOST_MB, Settings
from orchestrator.native.runner import Stop
from orchestrator.project.description import Project, given_project
from orchestrator.reports import json_report, text


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "analyze", "find, confirm and report the floating-point exceptions of a program"
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help=f"{SOURCES_HELP} or folders")
    parser.add_argument(
        "--function",
        dest="functions",
        action="append",
        default=[],
        metavar="GLOB",
        help="only these functions",
    )
    parser.add_argument(
        "--json", metavar="FILE", help="also write the report as JSON (- for standard output)"
    )
    add_running_options(parser, "seconds of search per function")
    parser.add_argument(
        "--timeout", dest="run_seconds", type=seconds, metavar="S", help="seconds for one run of the code"
    )
    parser.add_argument(
        "--memory", dest="memory_mb", type=at_most(MOST_MB), metavar="MB", help="for the code's own data"
    )
    add_judging_options(parser)
    parser.add_argument(
        "--fail-on", type=kinds_named, default=(), metavar="KIND[,KIND]", help="exit 1 on such findings"
    )
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FOLDER",
        help="keep the results here: what was stopped, or killed, goes on from them",
    )
    parser.add_argument(
        "--all", action="store_true", help="list benign findings, exact underflows and unconfirmed leads, too"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.store:
        try:
            options.store.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise UserError(f"--store: cannot write to {options.store}: {problem.strerror}") from problem
        return _run(options, options.store)
    with scratch_folder("program", PROGRAM) as folder:
        return _run(options, folder)


def _run(options: argparse.Namespace, folder: Path) -> int:
    project = _project(options, folder)
    settings = project.settings
    stop = Stop()
    watcher = Watcher(json_path=options.json)
    # Threads, for they begin at once, and Ctrl-C ends a search under way, which may have minutes left.
    workers = thread_workers(settings.workers, stop)
    work = ProjectRun(
        project, settings, options.command_line, workers, stop, at_once=True, watcher=watcher.watch
    )
    stop_on_signals(work)
    try:
        work.run()
        if options.store:
            keep_build(project)
        report = suppress_in(work.report(), project)
    finally:
        watcher.close()
        work.close()
    # The report on paper comes first: if the file cannot be written, nothing is lost.
    out = sys.stderr if options.json == "-" else sys.stdout
    out.write(text.render(report, options.all, text.wants_colour(out)))
    out.flush()
    said, bad = compared_with_baseline(report, options)
    out.write(said)
    out.flush()
    if options.json:
        json_report.write(report, options.json)
    return _exit_code(report, options.fail_on) or int(bad)


def _project(options: argparse.Namespace, folder: Path) -> Project:
    """Files of a folder need not be one program; files that are named one by one are."""
    settings = given_settings(Settings(), options)
    apart = any(path.is_dir() for path in options.sources)
    return given_project(files_of(options.sources), options.flags, settings, folder, apart)


def _exit_code(report: Report, fail_on: tuple[Kind, ...]) -> int:
    if report.interrupted:
        return 130
    if all(f.status is Status.UNSUPPORTED for f in report.functions):
        raise UserError("nothing to analyse: no function here can be called with numbers")
    if any(f.status is Status.FAILED for f in report.functions):
        return InternalError.exit_code
    failing = any(finding.kind in fail_on for f in report.functions for finding in f.findings)
    return 1 if failing else 0
