"""Numbers and calls as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orchestrator.core.model import Value
from orchestrator.numbers import floats


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


def cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."


def markdown_text(text: str) -> str:
    """As Markdown shows it unchanged, in a cell too."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return "".join("\\" + c if c in "\\`*_|[]" else c for c in text)


def markdown_code(text: str) -> str:
    """Source text between backticks, of which it may have some itself. Nothing in it has a meaning."""
    shown = printable(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    space = " " if shown.startswith("`") or shown.endswith("`") or not shown else ""
    return f"{fence}{space}{shown}{space}{fence}"
