"""What commands that analyse a project share: options, what signals do, how progress is shown."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import time
from types import FrameType
from typing import Never

from tqdm import tqdm

from orchestrator.campaign.run import ProjectRun
from orchestrator.commands import (
    add_baseline_options,
    add_engine_options,
    add_keep_option,
    at_most,
    natural,
    seconds,
)
from orchestrator.core.errors import UserError
from orchestrator.core.scratch import PROGRAM, keep_copy
from orchestrator.core.settings import MOST_JOBS
from orchestrator.project.description import Project
from orchestrator.reports import json_report
from orchestrator.reports.summary import progress_line

_SHOW_EVERY = 0.5  # seconds, on a terminal
_PRINT_EVERY = 20.0  # into a log
_WRITE_EVERY = 2.0  # seconds between two writings of an unfinished JSON report ...
_WRITE_SHARE = 20  # ... and times as long as the last one took: the reports of a whole library are large


def add_running_options(parser: argparse.ArgumentParser, budget: str) -> None:
    """Each has the name of a setting; what is not given is None."""
    parser.add_argument("--budget", type=seconds, metavar="S", help=budget)
    parser.add_argument("--runs", type=natural, metavar="N", help="runs per function, instead of seconds")
    parser.add_argument("--seed", type=natural, metavar="N", help="of the search")
    parser.add_argument("--jobs", type=at_most(MOST_JOBS), metavar="N", help="functions at once")
    parser.add_argument(
        "--no-classify",
        dest="classify",
        action="store_const",
        const=False,
        help="do not rerun findings in exact arithmetic",
    )
    add_engine_options(parser)
    add_baseline_options(parser)
    add_keep_option(parser)


def keep_build(project: Project) -> None:
    """For --keep: what was built, of a project whose build folder stays."""
    names = ("bitcode", "variants*", "file*/bitcode", "file*/variants*")
    for made in sorted(path for name in names for path in project.build.glob(name)):
        keep_copy(made, PROGRAM)


def stop_on_signals(run: ProjectRun, message: str = "") -> None:
    """The first Ctrl-C (or SIGTERM, or a closed terminal) lets the run end, and what was found is reported.
    The second ends everything, as does one while there is nothing to report yet."""

    def handler(number: int, frame: FrameType | None) -> None:
        if run.stop.requested or not run.begun:
            signal.default_int_handler(number, frame)
        run.stop.request()
        if message:
            print(f"\n{message}", file=sys.stderr)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, handler)


class Watcher:
    """Shows progress as a bar on a terminal, or as a line now and then if it is for a log; and keeps a JSON
    report up to date meanwhile."""

    def __init__(self, logs: bool = False, json_path: str | None = None) -> None:
        self._bar: tqdm[Never] | None = None
        self._is_terminal = sys.stderr.isatty()
        self._shows = self._is_terminal or logs
        self._show_next = time.monotonic()
        self._json_path = None if json_path == "-" else json_path
        self._write_next = time.monotonic() + _WRITE_EVERY

    def watch(self, run: ProjectRun) -> None:
        now = time.monotonic()
        if self._shows and now > self._show_next:
            self._show_next = now + (_SHOW_EVERY if self._is_terminal else _PRINT_EVERY)
            self._show(run)
        if self._json_path and now > self._write_next:
            with contextlib.suppress(UserError):  # the last writing will say so, after the text is out
                json_report.write(run.report(), self._json_path)
            took = time.monotonic() - now
            self._write_next = now + max(_WRITE_EVERY, _WRITE_SHARE * took)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _show(self, run: ProjectRun) -> None:
        counts = run.counts()
        if not self._is_terminal:
            print(progress_line(counts, run.elapsed), file=sys.stderr, flush=True)
            return
        if self._bar is None:
            self._bar = tqdm(total=counts.functions, unit="function", leave=False, file=sys.stderr)
        self._bar.n = counts.begun
        planned = "" if run.at_once else f", {counts.planned} slices planned"
        rate = run.runs / max(run.session, 1e-9)
        self._bar.set_postfix_str(f"{counts.findings:,} findings{planned}, {rate:,.0f} runs/s")
