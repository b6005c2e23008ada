"""The source text of an operation, from the line and column that the debug information gives.

Compilers point at the operator of a binary operation, at the start of a call, at the name of a macro, and at
the start of what a conversion converts; each language finds the operands from there.

Columns count bytes, so files are read as latin-1 (one character a byte) and decoded when text leaves here.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from orchestrator.core.model import Site
from orchestrator.languages import LANGUAGES, language_of
from orchestrator.languages.language import Extent, Language
from orchestrator.languages.text import SourceText

Source = str | os.PathLike[str] | Sequence[str]  # a path, or the lines themselves

_LIMIT = 80  # characters of an operation's text
_LARGEST = 16 << 20  # bytes of a file worth reading


def site_text(site: Site) -> str:
    """The text of a site's operation; "" when it cannot be had."""
    return operation_text(site.place.file, site.place.line, site.place.column, site.opcode)


def operation_text(source: Source, line: int, column: int, operation: str) -> str:
    """The text of the operation at a position, on one line; "" when it cannot be had."""
    text, extent, index = _find(source, line, column, operation)
    if text is None or extent is None:
        return ""
    first, last = extent
    if index == first or index == last:
        return _shorten(_joined(text, first, last), _LIMIT)
    # Whatever has to be left out, the operator itself stays.
    left, right = _joined(text, first, index - 1), _joined(text, index + 1, last)
    symbol = _joined(text, first, last)[len(left) : -len(right)]
    room = _LIMIT - len(symbol)
    share = max(room // 2, room - min(len(left), len(right)))
    return _shorten(left, share, keep_end=True) + symbol + _shorten(right, share)


def source_line(source: Source, line: int) -> str:
    """One line without its end, "" if there is none; control characters cannot reach the terminal."""
    text = _load(source)
    return _decode((text.line(line) if text is not None else None) or "")


def source_lines(source: Source) -> list[str]:
    """All lines of a file; none if it cannot be read."""
    text = _load(source)
    return [] if text is None else [_decode(line) for line in text.content.split("\n")]


def caret_lines(source: Source, line: int, column: int, operation: str = "") -> tuple[str, str] | None:
    """The source line and a line that marks the operation in it, `~~^~~`; None if there is no such place."""
    found = _marked(source, line, column, operation)
    if found is None:
        return None
    content, begin, end = found
    blank = "".join(c if c == "\t" else " " * _width(c) for c in _decode(content[:begin]))
    before = "~" * _columns(content[begin : column - 1])
    return _decode(content), blank + before + "^" + "~" * (_columns(content[column - 1 : end]) - 1)


def character_columns(source: Source, line: int, column: int, operation: str) -> tuple[int, int] | None:
    """First character of an operation in its line, from 1, and the one after its last; None as above."""
    found = _marked(source, line, column, operation)
    if found is None:
        return None
    content, begin, end = found
    first = len(_decode(content[:begin])) + 1
    return first, first + len(_decode(content[begin:end]))


def _marked(source: Source, line: int, column: int, operation: str) -> tuple[str, int, int] | None:
    """The line, and the part of the operation that is in it, in bytes."""
    text, extent, _ = _find(source, line, column, operation)
    content = text.line(line) if text is not None else None
    if text is None or content is None or not 1 <= column <= len(content):
        return None
    begin, end = column - 1, column
    if extent is not None:
        origin = text.starts[line - 1]
        begin = max(0, min(begin, text.tokens[extent[0]].start - origin))
        if text.tokens[extent[0]].start < origin:  # begins on an earlier line: not under the indentation
            begin = min(column - 1, len(content) - len(content.lstrip()))
        end = min(len(content.rstrip()), max(end, text.tokens[extent[1]].end - origin))
    return content, begin, end


def source_text(source: Source) -> SourceText | None:
    """A whole file, one character a byte; None if it cannot be read."""
    return _load(source)


def decoded(text: str) -> str:
    """As people read it: the bytes taken as UTF-8, no control characters but tabs."""
    return _decode(text)


def _find(
    source: Source, line: int, column: int, operation: str
) -> tuple[SourceText | None, Extent | None, int]:
    text = _load(source)
    index = text.at(line, column) if text is not None else None
    if text is None or index is None:
        return text, None, 0
    return text, _language(source).extent(text, index, operation), index


def _language(source: Source) -> Language:
    """Lines themselves have no name to tell it by."""
    return language_of(source) if isinstance(source, (str, os.PathLike)) else LANGUAGES[0]


def _load(source: Source) -> SourceText | None:
    if not isinstance(source, (str, os.PathLike)):
        lines = (line.encode("utf-8", "replace").decode("latin-1") for line in source)
        return SourceText("\n".join(lines), _language(source).tokens)
    try:
        status = os.stat(source)
    except (OSError, ValueError):
        return None
    # Opening a pipe or a device could block for ever.
    if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
        return None
    return _read(os.fspath(source), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _read(path: str, _modified: int, _size: int) -> SourceText | None:
    try:
        with open(path, "rb") as file:
            return SourceText(file.read().decode("latin-1"), language_of(path).tokens)
    except OSError:
        return None


def _joined(text: SourceText, first: int, last: int) -> str:
    """Tokens with one space wherever the source has space, a line end or a comment between them."""
    tokens = text.tokens[first : last + 1]
    parts = [tokens[0].text]
    for before, token in pairwise(tokens):
        parts.append((" " if token.start > before.end else "") + token.text)
    return _decode("".join(parts))


def _shorten(text: str, limit: int, keep_end: bool = False) -> str:
    if len(text) <= limit:
        return text
    return "..." + text[3 - limit :].lstrip() if keep_end else text[: limit - 3].rstrip() + "..."


def _decode(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    decoded = text.encode("latin-1").decode("utf-8", "replace")
    return "".join(c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in decoded)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _columns(text: str) -> int:
    return sum(_width(character) for character in _decode(text))
