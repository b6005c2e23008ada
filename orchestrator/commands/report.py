"""ariadne report: what a run found, in the forms that people and other programs read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from orchestrator.commands import Subparsers, add_command, write_text
from orchestrator.commands.run import add_loop_bound_option
from orchestrator.errors import UserError
from orchestrator.model import Report
from orchestrator.reports import html, json_report
from orchestrator.reports.summary import summary
from orchestrator.runsource import RUN_HELP, load_run

Render = Callable[[Report, argparse.Namespace], str]

# Formats that are one text, with what --help says of them.
TEXTS: Mapping[str, tuple[str, Render]] = {}

# Formats that are a folder of files.
FOLDERS: Mapping[str, tuple[str, Callable[[Report, Path], None]]] = {
    "html": ("pages to read and filter; open index.html", html.write),
}

_EPILOG = """\
FILE may be - for standard output. Without any format, a summary is printed.
"""


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "report", "write what a run found, in one or several formats", _EPILOG)
    parser.add_argument("run_name", metavar="RUN", help=RUN_HELP)
    for name, (summary_, _) in FOLDERS.items():
        parser.add_argument(f"--{name}", metavar="DIR", help=summary_)
    for name, (summary_, _) in TEXTS.items():
        parser.add_argument(f"--{name}", metavar="FILE", help=summary_)
    parser.add_argument("--json", metavar="FILE", help="everything, as docs/report.md describes it")
    add_loop_bound_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    wanted = {name: getattr(options, name) for name in (*FOLDERS, *TEXTS, "json")}
    wanted = {name: place for name, place in wanted.items() if place is not None}
    _check(wanted)
    report = load_run(options.run_name, options.loop_bound).report
    for name, place in wanted.items():
        if name in FOLDERS:
            _write_folder(FOLDERS[name][1], report, place)
        elif name == "json":
            json_report.write(report, place)
        else:
            write_text(TEXTS[name][1](report, options), place)
    if not wanted:
        write_text(summary(report), "-")
    return 0


def _check(wanted: Mapping[str, str]) -> None:
    """Before anything is read: a library's report takes a while."""
    for name in FOLDERS:
        if wanted.get(name) == "-":
            raise UserError(f"--{name} writes a folder of files, and cannot write it to standard output")
    printed = [f"--{name}" for name, place in wanted.items() if place == "-"]
    if len(printed) > 1:
        raise UserError(f"{' and '.join(printed)} cannot both go to standard output")


def _write_folder(write: Callable[[Report, Path], None], report: Report, place: str) -> None:
    try:
        write(report, Path(place))
    except OSError as problem:
        raise UserError(f"cannot write {problem.filename or place}: {problem.strerror}") from problem
