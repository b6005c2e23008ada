"""ariadne report: what a run found, in the forms that people and other programs read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from orchestrator.campaign.runsource import RUN_HELP, known_findings, load_run
from orchestrator.commands import Subparsers, add_command, add_level_option, positive_int, write_text
from orchestrator.commands.run import add_loop_bound_option
from orchestrator.core.errors import UserError
from orchestrator.core.model import Consequence, Report
from orchestrator.reports import csv_table, html, json_report, junit, markdown, sarif
from orchestrator.reports.identity import identify, match
from orchestrator.reports.summary import summary


@dataclass(frozen=True)
class Wanted:
    """What a format may ask for."""

    report: Report
    new: Collection[str] | None  # fingerprints of what the baseline does not have, if there is one
    root: str | None  # paths are relative to it
    at_least: Consequence  # what hurts
    most: int | None  # findings, the most urgent ones


Render = Callable[[Wanted], str]

# Formats that are one text, with what --help says of them.
TEXTS: Mapping[str, tuple[str, Render]] = {
    "sarif": ("for code scanning", lambda w: sarif.render(w.report, w.root, w.new, w.most)),
    "csv": ("a row for each finding, for spreadsheets", lambda w: csv_table.render(w.report)),
    "junit": (
        "for CI servers: a case for each function",
        lambda w: junit.render(w.report, w.at_least, w.root),
    ),
    "markdown": (
        "a summary for a comment on a pull request",
        lambda w: markdown.render(w.report, w.new, w.root),
    ),
}

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
    parser.add_argument(
        "--baseline", metavar="FILE", help="or an earlier run: --sarif and --markdown tell what is new"
    )
    parser.add_argument(
        "--most",
        type=positive_int,
        metavar="N",
        help="of --sarif: the N most urgent findings (GitHub takes 25000)",
    )
    parser.add_argument(
        "--root", metavar="DIR", help="paths are relative to it (default: the current folder)"
    )
    add_level_option(parser, "what counts as a failure for --junit")
    add_loop_bound_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    wanted = {name: getattr(options, name) for name in (*FOLDERS, *TEXTS, "json")}
    wanted = {name: place for name, place in wanted.items() if place is not None}
    _check(wanted)
    report = load_run(options.run_name, options.loop_bound).report
    new, at_least = _new(report, options.baseline), Consequence(options.at_least)
    work = Wanted(report, new, options.root, at_least, options.most)
    for name, place in wanted.items():
        if name in FOLDERS:
            _write_folder(FOLDERS[name][1], report, place)
        elif name == "json":
            json_report.write(report, place)
        else:
            write_text(TEXTS[name][1](work), place)
    if not wanted:
        write_text(summary(report), "-")
    return 0


def _new(report: Report, baseline: str | None) -> Collection[str] | None:
    if baseline is None:
        return None
    compared = match(known_findings(baseline), identify(report))
    return {each.identity.fingerprint for each in compared.new}


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
