"""Tables as text, CSV and Markdown."""

from __future__ import annotations

import csv
import io
import shlex
import textwrap
from collections.abc import Mapping, Sequence

from orchestrator.core.model import Report
from orchestrator.reports.paper.table import Cell, Table
from orchestrator.reports.wording import markdown_text, printable

_WIDTH = 110  # of notes
_CELL = 60  # characters of a cell in a text
_SHOWN = 40  # rows of a table for people; the CSV has all


def to_text(table: Table) -> str:
    """Columns side by side, numbers to the right."""
    cells = [[_cut(_shown(cell)) for cell in row] for row in table.rows[:_SHOWN]]
    widths = [max(map(len, column)) for column in zip(table.columns, *cells, strict=True)]
    numeric = [_is_numeric(table, position) for position in range(len(table.columns))]

    def line(row: Sequence[str]) -> str:
        padded = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        return "  ".join(padded).rstrip()

    lines = [table.title, "-" * len(table.title)]
    lines += [line(row) for row in [table.columns, *cells]] if cells else ["none"]
    lines += _more(table)
    lines += [wrapped for note in table.notes for wrapped in textwrap.wrap(note, _WIDTH)]
    return "\n".join(lines) + "\n"


def to_csv(table: Table) -> str:
    """All rows, numbers as they are, an empty field for what does not apply; no notes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow(["" if c is None else printable(c) if isinstance(c, str) else c for c in row])
    return text.getvalue()


def to_markdown(
    report: Report, tables: Sequence[Table], command: Sequence[str], figures: Mapping[str, str]
) -> str:
    """A page: what was run, and the tables. `figures`: links to drawings, by name of their table."""
    lines = [
        f"# Findings of {report.started[:10]}",
        "",
        f"A run of Ariadne {report.tool_version} on {markdown_text(report.machine)},"
        f" started {report.started}, seed {report.seed}:",
        "",
        *_block(report.command),
        "",
        "This page is the output of",
        "",
        *_block(command),
    ]
    if report.interrupted:
        lines += ["", "It was interrupted: this is what was found until then."]
    for table in tables:
        lines += ["", f"## {markdown_text(table.title)}", ""]
        if table.name in figures:
            lines += [f"![{markdown_text(table.title)}]({figures[table.name]})", ""]
        lines += _grid(table)
        for note in (*_more(table), *table.notes):
            lines += ["", markdown_text(note)]
    return "\n".join(lines) + "\n"


def _grid(table: Table) -> list[str]:
    if not table.rows:
        return ["none"]
    marks = ["---:" if _is_numeric(table, position) else "---" for position in range(len(table.columns))]
    rows = [[markdown_text(_shown(cell)) for cell in row] for row in [table.columns, *table.rows[:_SHOWN]]]
    return [f"| {' | '.join(row)} |" for row in [rows[0], marks, *rows[1:]]]


def _block(command: Sequence[str]) -> list[str]:
    return ["    " + printable(shlex.join(command))]


def _more(table: Table) -> list[str]:
    rest = len(table.rows) - _SHOWN
    return [f"... and {rest} more rows, which --csv writes"] if rest > 0 else []


def _is_numeric(table: Table, position: int) -> bool:
    return all(
        isinstance(row[position], int | float | None) or str(row[position]).endswith("%")
        for row in table.rows
    )


def _shown(cell: Cell) -> str:
    if cell is None:
        return "-"
    return printable(cell) if isinstance(cell, str) else f"{cell:,}"


def _cut(text: str) -> str:
    return text if len(text) <= _CELL else text[: _CELL - 3] + "..."
