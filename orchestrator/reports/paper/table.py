"""A table, before it is text, CSV or Markdown."""

from __future__ import annotations

from dataclasses import dataclass

Cell = str | int | float | None  # None: does not apply, or is not known


@dataclass(frozen=True)
class Table:
    name: str  # for the command line and for files
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


HOUR = 3600.0


def share(part: int, whole: int) -> str | None:
    return f"{part / whole:.1%}" if whole else None
