"""`ariadne run`: analyse a project, on all cores or a cluster; a stopped run goes on where it was."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Never

from tqdm import tqdm

from orchestrator.campaign.run import ProjectRun, store_path
from orchestrator.campaign.runsource import suppress_in
from orchestrator.campaign.workers import cluster_workers, local_workers
from orchestrator.commands import (
    Subparsers,
    add_baseline_options,
    add_command,
    add_engine_options,
    add_keep_option,
    compared_with_baseline,
    natural,
    positive,
    positive_int,
)
from orchestrator.core.scratch import PROGRAM, keep_copy
from orchestrator.core.settings import Settings
from orchestrator.project.description import load_project
from orchestrator.reports import html, json_report
from orchestrator.reports.summary import progress_line, summary

_SHOW_EVERY = 1.0  # seconds, on a terminal
_PRINT_EVERY = 20.0  # into a log

_EPILOG = """\
Results go to a store (run.sqlite in the project's build folder) as they come. A run that was stopped or
killed goes on where it was; functions whose code and settings did not change are not analysed again.
"""


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "run", "analyse a project that has an ariadne.toml", _EPILOG)
    add_project_option(parser)
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="functions (repeatable)")
    parser.add_argument("--jobs", type=positive_int, metavar="N", help="functions at once")
    parser.add_argument("--budget", type=positive, metavar="S", help="seconds per function, on average")
    parser.add_argument("--runs", type=natural, metavar="N", help="runs per function, instead of seconds")
    parser.add_argument("--seed", type=natural, metavar="N", help="of the search")
    parser.add_argument("--no-classify", action="store_true", help="no exact reruns of findings")
    add_engine_options(parser, defaults=False)
    parser.add_argument("--fresh", action="store_true", help="forget the results of earlier runs")
    add_baseline_options(parser)
    add_keep_option(parser)
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
    project = load_project(options.project)
    settings = _settings(project.settings, options)
    workers = cluster_workers(options.cluster) if options.cluster else local_workers(settings.workers)
    watcher = _Watcher()
    work = ProjectRun(
        project,
        settings,
        options.command_line,
        workers,
        tuple(options.only),
        options.loop_bound,
        options.fresh,
        watcher.watch,
    )
    _stop_on_signals(work)
    print(f"{project.name}: building what is not up to date", file=sys.stderr)
    try:
        work.run()
        for made in sorted(path for name in ("bitcode", "variants*") for path in project.build.glob(name)):
            keep_copy(made, PROGRAM)
        watcher.close()
        report = suppress_in(work.store.report(), project)
    finally:
        watcher.close()
        work.close()
    sys.stdout.write(summary(report, work.kept))
    store = store_path(project, options.loop_bound)
    path = store.with_name(store.stem.replace("run", "report") + ".json")
    json_report.write(report, str(path))
    pages = path.with_name(path.stem.replace("report", "html"))
    html.write(report, pages)
    print(f"\nstore: {_shown(store)}, report: {_shown(path)}, to read: {_shown(pages / 'index.html')}")
    said, bad = compared_with_baseline(report, options)
    sys.stdout.write(said)
    if work.stop:
        print(f"stopped; `ariadne run -p {_shown(options.project)}` goes on where it was")
        return 130
    return int(bad)


_GIVEN = ("jobs", "budget", "runs", "seed", "engine", "strategy", "query_seconds")


def _settings(settings: Settings, options: argparse.Namespace) -> Settings:
    """The project's, changed by what the command line says."""
    given = {name: getattr(options, name) for name in _GIVEN}
    changes = {name: value for name, value in given.items() if value is not None}
    return replace(settings, **changes, classify=settings.classify and not options.no_classify)


def _shown(path: Path) -> str:
    return os.path.relpath(path)


def _stop_on_signals(work: ProjectRun) -> None:
    """The first Ctrl-C lets the slices under way end and prints what there is; the second ends everything."""

    def handler(number: int, frame: FrameType | None) -> None:
        if work.stop or not work.begun:
            signal.default_int_handler(number, frame)
        work.stop = True
        print("\nstopping; what is under way is still recorded", file=sys.stderr)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, handler)


class _Watcher:
    """A bar on a terminal; a line now and then in a log."""

    def __init__(self) -> None:
        self.bar: tqdm[Never] | None = None
        self.next = time.monotonic()
        self.terminal = sys.stderr.isatty()

    def watch(self, work: ProjectRun) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + (_SHOW_EVERY if self.terminal else _PRINT_EVERY)
        counts = work.store.counts()
        if not self.terminal:
            print(progress_line(counts, work.elapsed), file=sys.stderr, flush=True)
            return
        if self.bar is None:
            self.bar = tqdm(total=counts.functions, unit="function", leave=False, file=sys.stderr)
        self.bar.n = counts.begun
        rate = counts.runs / max(counts.seconds, 1e-9)
        found = f"{counts.findings:,} findings, {counts.planned} slices planned"
        self.bar.set_postfix_str(f"{found}, {rate:,.0f} runs/s")

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
            self.bar = None
