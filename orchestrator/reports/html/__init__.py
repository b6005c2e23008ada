"""The report as a folder of pages that open from disk: no server, no network. index.html is the first.

    index.html      totals, the two figures, what is decided, what to look at first
    findings.html   all findings: filter, sort, search; #finding=ID leads to a finding
    functions.html  how each function went
    source/         a page for each source file, its operations marked, with data beside it

Pages are rendered from templates/; what is long and to be filtered is data (.js files, since a page from disk
may load scripts but not fetch files), shown by the scripts in assets/. Everything that comes from the
analysed code is escaped by the template engine, or set as text by the scripts.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from orchestrator.core.errors import UserError
from orchestrator.core.model import FunctionReport, Report, VerdictKind
from orchestrator.reports.html.details import Details
from orchestrator.reports.html.listing import listing, marks
from orchestrator.reports.html.operations import Operation, by_file, operations
from orchestrator.reports.html.outcome import OF_FINDINGS, Outcome, outcome
from orchestrator.reports.html.overview import overview, telling
from orchestrator.reports.html.pages import FOLDER, Pages
from orchestrator.reports.html.rows import tables
from orchestrator.reports.paper.figures import figures
from orchestrator.reports.story import exact_value
from orchestrator.reports.wording import assignments, counted, number, printable

_WORST = 12  # findings on the first page
_OURS = re.compile(r".*-[0-9a-f]{8}\.(html|js)")  # pages of source files


def write(report: Report, folder: Path) -> None:
    """Write all pages. What an earlier report left in the folder is replaced."""
    try:
        (folder / FOLDER).mkdir(parents=True, exist_ok=True)
        written = set()
        for name, text in _files(report):
            (folder / name).write_text(text, encoding="utf-8", errors="replace", newline="\n")
            written.add(folder / name)
        for path in (folder / FOLDER).iterdir():
            # A page of a file that is not in this report would show findings of another one.
            if _OURS.fullmatch(path.name) and path not in written:
                path.unlink()
    except OSError as error:
        raise UserError(f"cannot write the report to {folder}: {error.strerror or error}") from error


def _files(report: Report) -> Iterator[tuple[str, str]]:
    """Names and contents."""
    pages = Pages(report.sources)
    environment = _environment(report, pages)
    for asset in sorted(resources.files(__name__).joinpath("assets").iterdir(), key=lambda file: file.name):
        yield asset.name, asset.read_text(encoding="utf-8")
    yield "data.js", _script("ARIADNE", tables(report, pages))
    numbers = overview(report, _WORST)
    drawings = {name: Markup(svg) for name, svg in figures(report, None, styled=False).items()}
    render = environment.get_template
    yield "index.html", render("overview.html").render(overview=numbers, figures=drawings)
    yield "findings.html", render("findings.html").render(overview=numbers)
    yield "functions.html", render("functions.html").render(overview=numbers)
    for file, inside in _sources(report).items():
        name = f"{FOLDER}/{pages.name(file)}"
        every = marks(inside)
        yield f"{name}.js", _script("ARIADNE_SOURCE", Details(report, pages).of(every))
        yield (
            f"{name}.html",
            render("source.html").render(
                root="../",
                file=pages.shown(file),
                data=f"{pages.name(file)}.js",
                listing=listing(file, every),
                marks=every,
                functions=_functions(report, file),
            ),
        )


def _environment(report: Report, pages: Pages) -> Environment:
    environment = Environment(
        loader=PackageLoader(__name__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    environment.globals.update(
        report=report,
        command=shlex.join(report.command),
        pages=pages,
        root="",
        Outcome=Outcome,
        outcomes=OF_FINDINGS,
        VerdictKind=VerdictKind,
        outcome=outcome,
        exact_value=exact_value,
        telling=telling,
    )
    environment.filters.update(
        number=number,
        assignments=assignments,
        counted=counted,
        printable=printable,
        thousands=lambda amount: f"{amount:,}",
    )
    return environment


def _finalize(value: object) -> object:
    """Names and source text may hold anything: no control character reaches a page."""
    return printable(value) if type(value) is str else value


def _script(variable: str, content: object) -> str:
    """A script that holds data. All but ASCII is escaped, and what could end a script element."""
    text = json.dumps(content, separators=(",", ":"))
    return f"window.{variable} = " + text.replace("<", "\\u003c") + ";\n"


def _sources(report: Report) -> dict[str, list[Operation]]:
    """The operations of each file; a file whose functions have none is there, too."""
    known = by_file(operations(report))
    files = dict.fromkeys(f.function.place.file for f in report.functions) | dict.fromkeys(known)
    return {file: known.get(file, []) for file in sorted(files)}


def _functions(report: Report, file: str) -> dict[int, list[FunctionReport]]:
    """Those of a file, by line."""
    functions: dict[int, list[FunctionReport]] = {}
    for entry in sorted(report.functions, key=lambda each: each.function.place.line):
        if entry.function.place.file == file:
            functions.setdefault(entry.function.place.line, []).append(entry)
    return functions
