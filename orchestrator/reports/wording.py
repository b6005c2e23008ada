"""Numbers and calls as people write them."""

from __future__ import annotations

from collections.abc import Iterable

from orchestrator import floats
from orchestrator.model import Value


def number(value: Value) -> str:
    return floats.decimal(value.cls, value.raw).removesuffix(".0")


def assignments(values: Iterable[Value]) -> str:
    return ", ".join(f"{value.name} = {number(value)}" for value in values)


def counted(amount: int, noun: str) -> str:
    return f"{amount:,} {noun}" if amount == 1 else f"{amount:,} {noun}s"


def printable(text: str) -> str:
    """Names of files and source text may hold anything; no control character reaches the reader."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
