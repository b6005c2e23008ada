"""A source file as HTML, a line at a time: highlighted, every operation marked where it is.

What is marked is the operator or the name of the called function, not the whole expression: operations are
nested, their operators are not. Operations that share a place (those of one macro) share a mark.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, groupby

from markupsafe import Markup, escape
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Token, _TokenType, is_token_subtype
from pygments.util import ClassNotFound

from orchestrator.languages.sourcetext import decoded, operation_text, source_text
from orchestrator.languages.text import SourceText
from orchestrator.reports.html.operations import Operation
from orchestrator.reports.html.outcome import Outcome
from orchestrator.reports.html.pages import anchor
from orchestrator.reports.wording import printable

_HIGHLIGHTED = 2 << 20  # bytes; larger files are shown plain
_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Token.Comment.Preproc, "cp"),
    (Token.Comment.PreprocFile, "cp"),
    (Token.Comment, "c"),
    (Token.Keyword, "k"),
    (Token.Literal.String, "s"),
    (Token.Literal.Number, "m"),
)


@dataclass(frozen=True)
class Mark:
    """The operations at one place."""

    operations: tuple[Operation, ...]

    @property
    def anchor(self) -> str:
        return anchor(self.operations[0].site.place)

    @property
    def outcome(self) -> Outcome:
        return min((each.worst for each in self.operations), key=lambda each: each.rank)

    @property
    def title(self) -> str:
        """What a pointer that rests on it is told."""
        return "; ".join(
            f"{printable(each.text)}: "
            + ", ".join(f"{kind.label} {each.of(kind).label}" for kind in each.kinds)
            for each in self.operations
        )


@dataclass(frozen=True)
class Line:
    number: int
    html: Markup
    worst: Outcome | None  # of its operations


@dataclass(frozen=True)
class Listing:
    lines: tuple[Line, ...]
    astray: tuple[Mark, ...]  # marks for which there is no such place in the file
    changed: bool  # the text of some finding's operation is not there any more


def marks(every: Iterable[Operation]) -> list[Mark]:
    places: dict[str, list[Operation]] = defaultdict(list)
    for operation in every:
        places[anchor(operation.site.place)].append(operation)
    return [Mark(tuple(operations)) for operations in places.values()]


def listing(file: str, every: Sequence[Mark]) -> Listing | None:
    """None if the file cannot be read."""
    text = source_text(file) if file else None
    if text is None:
        return None
    placed: dict[int, list[_Placed]] = defaultdict(list)
    astray = []
    for mark in every:
        place = mark.operations[0].site.place
        line = text.line(place.line)
        if line is None or not 1 <= place.column <= len(line):
            astray.append(mark)
        else:
            placed[place.line].append(_Placed(place.column - 1, _end(text, place.line, place.column), mark))
    styled = _styled(file, text)
    lines = tuple(
        _line(number, len(text.line(number) or ""), pieces, placed.get(number, []))
        for number, pieces in enumerate(styled, start=1)
    )
    return Listing(lines, tuple(astray), bool(astray) or _is_changed(file, every))


@dataclass(frozen=True)
class _Placed:
    start: int  # bytes of the line
    end: int
    mark: Mark


def _end(text: SourceText, line: int, column: int) -> int:
    """Of the token at a place, as an offset into its line."""
    index = text.at(line, column)
    if index is None:
        return column
    token, origin = text.tokens[index], text.starts[line - 1]
    shown = token.text.partition("\n")[0].rstrip("\r")
    return max(column, token.start - origin + len(shown))


_Piece = tuple[str, str]  # bytes, and the class of their style


def _styled(file: str, text: SourceText) -> Iterator[list[_Piece]]:
    """The pieces of each line, ends of lines left out."""
    pieces: list[_Piece] = []
    # The lexer gets one character a byte, too: offsets stay those of the debug information.
    tokens = _lexer(file).get_tokens_unprocessed(text.content) if len(text.content) <= _HIGHLIGHTED else None
    for _, kind, value in tokens or [(0, Token.Text, text.content)]:
        style = _style(kind)
        first, *others = value.split("\n")
        pieces.append((first.rstrip("\r") if others else first, style))
        for part in others:
            yield pieces
            pieces = [(part, style)]
    if any(value for value, _ in pieces):  # a file that ends in a line end has no line behind it
        yield pieces


def _lexer(file: str) -> Lexer:
    try:
        lexer: Lexer = get_lexer_for_filename(file)
    except ClassNotFound:
        lexer = get_lexer_by_name("c")
    return lexer


@cache
def _style(kind: _TokenType) -> str:
    return next((style for group, style in _CLASSES if is_token_subtype(kind, group)), "")


def _line(number: int, length: int, pieces: list[_Piece], placed: list[_Placed]) -> Line:
    html = []
    text = _Styles(pieces)
    position = 0
    for each in sorted(placed, key=lambda each: each.start):
        start = max(position, each.start)
        html += text.between(position, start)
        html.append(_marked(each.mark, text.between(start, each.end)))
        position = max(start, each.end)
    html += text.between(position, length)
    worst = min((each.mark.outcome for each in placed), key=lambda each: each.rank, default=None)
    return Line(number, Markup("").join(html), worst)


class _Styles:
    """A line, to be cut anywhere."""

    def __init__(self, pieces: Iterable[_Piece]) -> None:
        # Joined where nothing changes: a letter of several bytes may come in pieces.
        grouped = groupby(pieces, key=lambda piece: piece[1])
        self._pieces = [("".join(value for value, _ in group), style) for style, group in grouped]
        self._starts = [0, *accumulate(len(value) for value, _ in self._pieces)]

    def between(self, start: int, end: int) -> list[Markup]:
        html = []
        for index in range(max(0, bisect_right(self._starts, start) - 1), len(self._pieces)):
            value, style = self._pieces[index]
            origin = self._starts[index]
            if origin >= end:
                break
            if part := decoded(value[max(0, start - origin) : end - origin]):
                text = escape(part)
                html.append(Markup('<span class="{}">{}</span>').format(style, text) if style else text)
        return html


def _marked(mark: Mark, inside: list[Markup]) -> Markup:
    return Markup(
        '<a class="op {outcome}" id="{anchor}" href="#{anchor}" title="{title}">'
        "{inside}<sup>{symbol}</sup></a>"
    ).format(
        outcome=mark.outcome.value,
        anchor=mark.anchor,
        title=mark.title,
        inside=Markup("").join(inside),
        symbol=mark.outcome.symbol,
    )


def _is_changed(file: str, every: Iterable[Mark]) -> bool:
    """Is some operation not what it was when the report was made?"""
    for mark in every:
        for operation in mark.operations:
            site, place = operation.site, operation.site.place
            known = next((finding.text for _, finding in operation.findings if finding.text), "")
            if known and operation_text(file, place.line, place.column, site.opcode) != known:
                return True
    return False
