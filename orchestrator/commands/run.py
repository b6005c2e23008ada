"""`ariadne run`: analyse a project, on all cores or a cluster; a stopped run goes on where it was."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from orchestrator.campaign.part import store_path
from orchestrator.campaign.run import ProjectRun
from orchestrator.campaign.runsource import suppress_in
from orchestrator.campaign.workers import cluster_workers, process_workers
from orchestrator.commands import (
    Subparsers,
    add_command,
    add_trust_option,
    compared_with_baseline,
    given_settings,
    positive_int,
)
from orchestrator.commands.running import Watcher, add_running_options, keep_build, stop_on_signals
from orchestrator.core.errors import InternalError
from orchestrator.core.model import Status
from orchestrator.native.runner import Stop
from orchestrator.project.description import load_project
from orchestrator.project.trust import check_build_folder
from orchestrator.reports import html, json_report
from orchestrator.reports.summary import summary

_EPILOG = """\
Results go to a store (run.sqlite in the project's build folder) as they come. A run that was stopped or
killed goes on where it was; functions whose code and settings did not change are not analysed again.
"""


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "run", "analyse a project that has an ariadne.toml", _EPILOG)
    add_project_option(parser)
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="functions (repeatable)")
    add_running_options(parser, "seconds per function, on average")
    add_trust_option(parser)
    parser.add_argument("--fresh", action="store_true", help="forget the results of earlier runs")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler, as tcp://127.0.0.1:8786")
    parser.set_defaults(run=run)


def add_project_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--project", "-p", type=Path, default=Path("."), metavar="FOLDER", help="where the ariadne.toml is"
    )


def add_loop_bound_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--loop-bound", type=positive_int, metavar="N", help="search with loops cut after N rounds"
    )


def run(options: argparse.Namespace) -> int:
    project = replace(load_project(options.project), trusted=options.trust)
    check_build_folder(project)
    settings = given_settings(project.settings, options)
    # Processes, for there is much to do; slices are short, and those under way are waited for.
    workers = cluster_workers(options.cluster) if options.cluster else process_workers(settings.workers)
    watcher = Watcher(logs=True)
    work = ProjectRun(
        project,
        settings,
        options.command_line,
        workers,
        Stop(),
        only=tuple(options.only),
        fresh=options.fresh,
        watcher=watcher.watch,
    )
    stop_on_signals(work, "stopping; what is under way is still recorded")
    print(f"{project.name}: building what is not up to date", file=sys.stderr)
    try:
        work.run()
        keep_build(project)
        watcher.close()
        report = suppress_in(work.report(), project)
    finally:
        watcher.close()
        work.close()
    sys.stdout.write(summary(report, work.kept))
    store = store_path(project, settings.loop_bound)
    path = store.with_name(store.stem.replace("run", "report") + ".json")
    json_report.write(report, str(path))
    pages = path.with_name(path.stem.replace("report", "html"))
    html.write(report, pages)
    print(f"\nstore: {_shown(store)}, report: {_shown(path)}, to read: {_shown(pages / 'index.html')}")
    said, bad = compared_with_baseline(report, options)
    sys.stdout.write(said)
    if report.interrupted:
        print(f"stopped; `ariadne run -p {_shown(options.project)}` goes on where it was")
        return 130
    if failed := sum(f.status is Status.FAILED for f in report.functions):
        print(f"Ariadne failed on {failed} functions; the next run tries them again", file=sys.stderr)
        return InternalError.exit_code
    return int(bad)


def _shown(path: Path) -> str:
    return os.path.relpath(path)
