"""The tables that C++ and Python share: `.def` files of rows like NAME(cell, cell, ...), read as they are."""

from __future__ import annotations

from functools import cache

from orchestrator.core.places import TABLES


def table_text(name: str) -> str:
    """The whole of a table. Nobody else knows where tables lie."""
    return (TABLES / name).read_text(encoding="utf-8")


@cache
def table_rows(name: str, macro: str) -> tuple[tuple[str, ...], ...]:
    """The rows of one sort in a table, in order: their cells as written, texts without their quotes."""
    return tuple(rows_of(table_text(name), macro))


def rows_of(text: str, macro: str) -> list[tuple[str, ...]]:
    rows = []
    start = f"\n{macro}("
    at = text.find(start)
    while at >= 0:
        cells, end = _cells(text, at + len(start))
        rows.append(cells)
        at = text.find(start, end)
    return rows


def _cells(text: str, at: int) -> tuple[tuple[str, ...], int]:
    """The cells from here to the row's last parenthesis, and where that stands."""
    cells, begin, depth, quoted = [], at, 0, False
    while depth >= 0:
        character = text[at]
        if character == '"':
            quoted = not quoted
        elif not quoted:
            depth += (character == "(") - (character == ")")
            if depth < 0 or (depth == 0 and character == ","):
                cells.append(text[begin:at].strip().strip('"'))
                begin = at + 1
        at += 1
    return tuple(cells), at - 1
