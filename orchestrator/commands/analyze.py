"""ariadne analyze: find, confirm and report."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Never

from tqdm import tqdm

from orchestrator.campaign.pipeline import Analysis
from orchestrator.commands import (
    STATUS,
    Subparsers,
    add_baseline_options,
    add_command,
    add_engine_options,
    add_judging_options,
    add_keep_option,
    compared_with_baseline,
    kinds_named,
    natural,
    positive,
    positive_int,
)
from orchestrator.core.errors import InternalError, UserError
from orchestrator.core.model import Kind, Report, Status
from orchestrator.core.settings import Settings
from orchestrator.reports import json_report, text
from orchestrator.reports.suppressions import suppress

_WRITE_EVERY = 2.0  # seconds between two writings of an unfinished JSON report ...
_WRITE_SHARE = 20  # ... and times as long as the last one took: the reports of a whole library are large


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "analyze", "find, confirm and report the floating-point exceptions of a program"
    )
    parser.add_argument(
        "sources", nargs="+", type=Path, metavar="SOURCE", help="files (.c .bc .ll) or folders"
    )
    parser.add_argument(
        "--function", action="append", default=[], metavar="GLOB", help="only these functions"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="also write the report as JSON (- for standard output)"
    )
    parser.add_argument(
        "--budget", type=positive, default=10.0, metavar="S", help="seconds of search per function"
    )
    parser.add_argument(
        "--runs", type=natural, default=0, metavar="N", help="runs per function (0: by budget)"
    )
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="of the search")
    parser.add_argument("--jobs", type=positive_int, default=None, metavar="N", help="functions at once")
    parser.add_argument(
        "--timeout", type=positive, default=1.0, metavar="S", help="seconds for one run of the code"
    )
    parser.add_argument(
        "--memory", type=positive_int, default=1024, metavar="MB", help="for the code's own data"
    )
    parser.add_argument(
        "--no-classify", action="store_true", help="do not rerun findings in exact arithmetic"
    )
    add_engine_options(parser)
    add_judging_options(parser)
    add_keep_option(parser)
    parser.add_argument(
        "--fail-on", type=kinds_named, default=(), metavar="KIND[,KIND]", help="exit 1 on such findings"
    )
    add_baseline_options(parser)
    parser.add_argument(
        "--all", action="store_true", help="list benign findings, exact underflows and unconfirmed leads, too"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    settings = Settings(
        functions=tuple(options.function),
        budget=options.budget,
        runs=options.runs,
        seed=options.seed,
        jobs=options.jobs or 0,
        run_seconds=options.timeout,
        memory_mb=options.memory,
        classify=not options.no_classify,
        max_ulps=options.max_ulps,
        status=STATUS[options.status],
        precision=options.precision,
        engine=options.engine,
        strategy=options.strategy,
        query_seconds=options.query_seconds,
        loop_bound=options.loop_bound,
    )
    watcher = _Watcher(options.json)
    analysis = Analysis(
        tuple(options.sources), tuple(options.flags), settings, options.command_line, watcher.watch
    )
    _stop_on_signals(analysis)
    try:
        report = suppress(analysis.run())
    finally:
        watcher.close()
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


def _stop_on_signals(analysis: Analysis) -> None:
    """The first Ctrl-C (or SIGTERM, or a closed terminal) ends the search, and the report follows. The second
    ends everything."""

    def handler(number: int, frame: FrameType | None) -> None:
        if analysis.stop.requested or not analysis.total:  # nothing is there to report while it compiles
            signal.default_int_handler(number, frame)
        analysis.stop.request()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, handler)


def _exit_code(report: Report, fail_on: tuple[Kind, ...]) -> int:
    if report.interrupted:
        return 130
    if all(f.status is Status.UNSUPPORTED for f in report.functions):
        raise UserError("nothing to analyse: no function here can be called with numbers")
    if any(f.status is Status.FAILED for f in report.functions):
        return InternalError.exit_code
    failing = any(finding.kind in fail_on for f in report.functions for finding in f.findings)
    return 1 if failing else 0


class _Watcher:
    """Shows progress on a terminal, and keeps the JSON report on disk up to date while the analysis runs."""

    def __init__(self, json_path: str | None) -> None:
        self.json_path = None if json_path == "-" else json_path
        self.bar: tqdm[Never] | None = None
        self.started = time.monotonic()
        self.write_next = self.started + _WRITE_EVERY

    def watch(self, analysis: Analysis) -> None:
        if self.bar is None:
            # disable=None: nothing is shown when stderr is not a terminal
            self.bar = tqdm(total=analysis.total, unit="function", disable=None, leave=False, file=sys.stderr)
        now = time.monotonic()
        found = sum(len(report.findings) for report in list(analysis.done.values()))
        rate = sum(analysis.runs.values()) / max(now - self.started, 1e-9)
        self.bar.n = len(analysis.done)
        self.bar.set_postfix_str(f"{found} findings, {rate:,.0f} runs/s")
        if self.json_path and now > self.write_next:
            with contextlib.suppress(UserError):  # the last writing will say so, after the text is out
                json_report.write(analysis.report(), self.json_path)
            took = time.monotonic() - now
            self.write_next = now + max(_WRITE_EVERY, _WRITE_SHARE * took)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
