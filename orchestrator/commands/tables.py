"""ariadne tables: the tables and figures of the paper's evaluation, for a run of ours."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

from orchestrator.campaign.runsource import RUN_HELP, LoadedRun, load_run
from orchestrator.commands import Subparsers, add_command, write_text
from orchestrator.core.errors import UserError
from orchestrator.core.model import Report
from orchestrator.reports.paper import NAMES, tables
from orchestrator.reports.paper.figures import figures
from orchestrator.reports.paper.formats import to_csv, to_markdown, to_text
from orchestrator.reports.paper.published import read
from orchestrator.reports.paper.table import Table

_NAMES_HELP = f"{RUN_HELP}, unless -p is given; then only these tables: {', '.join(NAMES)}"


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands,
        "tables",
        "print the tables of the paper's evaluation for a run, or write them as CSV, SVG or Markdown",
    )
    parser.add_argument("--project", "-p", type=Path, metavar="FOLDER", help="the project whose run is meant")
    parser.add_argument("names", nargs="*", metavar="[RUN] TABLE", help=_NAMES_HELP)
    parser.add_argument(
        "--sweep", action="append", default=[], metavar="RUN", help="a run at another loop bound; repeatable"
    )
    parser.add_argument("--beside", metavar="FILE", help="published numbers to show beside (TOML)")
    parser.add_argument("--csv", metavar="DIR", help="write a CSV file for each table")
    parser.add_argument("--svg", metavar="DIR", help="write the two figures")
    parser.add_argument("--markdown", metavar="FILE", help="write one page with all (- for standard output)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    source, words = _source(options)
    names = tuple(dict.fromkeys(words)) or NAMES
    for name in names:
        if name not in NAMES:
            raise UserError(f"there is no table '{name}'", f"there are {', '.join(NAMES)}")
    report = source.run.report
    theirs = read(source.published) if source.published else None
    wanted = tables(report, [load_run(path).report for path in source.sweep], theirs, names)
    drawings = {name: svg for name, svg in figures(report, theirs).items() if name in names}
    if options.csv:
        _write_all(options.csv, {f"{table.name}.csv": to_csv(table) for table in wanted})
    if options.svg:
        _write_all(options.svg, {f"{name}.svg": svg for name, svg in drawings.items()})
    if options.markdown:
        links = _links(options, list(drawings))
        write_text(to_markdown(report, wanted, options.command_line, links), options.markdown)
    if not (options.csv or options.svg or options.markdown):
        print(_page(report, wanted), end="")
    return 0


@dataclass(frozen=True)
class _Source:
    run: LoadedRun
    sweep: tuple[str, ...]
    published: str | None


def _source(options: argparse.Namespace) -> tuple[_Source, list[str]]:
    """Which run, and the names of tables that were given."""
    words = list(options.names)
    if options.project is None and not words:
        raise UserError("which run?", hint="ariadne tables -p FOLDER, or ariadne tables report.json")
    run = load_run(words.pop(0) if options.project is None else str(options.project))
    project = run.location.project  # whoever names one store means that one alone
    if project is None:
        return _Source(run, tuple(options.sweep), options.beside), words
    sweep = [str(path) for path in sorted(project.build.glob("run-bound*.sqlite"))]
    published = options.beside or (str(project.published) if project.published else None)
    return _Source(run, (*sweep, *options.sweep), published), words


def _page(report: Report, wanted: list[Table]) -> str:
    unfinished = ["interrupted: what was found until then\n"] if report.interrupted else []
    return "\n".join([*unfinished, *(to_text(table) for table in wanted)])


def _links(options: argparse.Namespace, names: list[str]) -> dict[str, str]:
    """From the page to the drawings, if both are written."""
    if not options.svg:
        return {}
    folder = "." if options.markdown == "-" else os.path.dirname(options.markdown) or "."
    return {name: os.path.relpath(os.path.join(options.svg, f"{name}.svg"), folder) for name in names}


def _write_all(folder: str, files: dict[str, str]) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UserError(f"cannot make the folder {folder}: {problem.strerror}") from problem
    for name, text in files.items():
        write_text(text, str(Path(folder) / name))
