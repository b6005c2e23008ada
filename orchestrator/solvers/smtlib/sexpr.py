"""The syntax of SMT-LIB files: tokens with their places, nested by parentheses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from orchestrator.core.errors import UserError

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+|;[^\n]*)
    |(?P<open>\()|(?P<close>\))
    |(?P<string>"(?:[^"]|"")*")
    |(?P<quoted>\|[^|\\]*\|)
    |(?P<atom>[^\s()";|]+)""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Place:
    file: str
    line: int
    column: int

    def fail(self, message: str, hint: str | None = None) -> NoReturn:
        raise UserError(f"{self.file}:{self.line}:{self.column}: {message}", hint)


@dataclass(frozen=True)
class Atom:
    text: str  # without the bars of a quoted symbol
    place: Place


@dataclass(frozen=True)
class Group:
    items: tuple[Atom | Group, ...]
    place: Place

    @property
    def head(self) -> str:
        """The first item's text, if it is an atom."""
        return self.items[0].text if self.items and isinstance(self.items[0], Atom) else ""


Expression = Atom | Group


def parse(text: str, file: str) -> list[Expression]:
    """All expressions of a file. No recursion: files are nested as deep as they like."""
    done: list[Expression] = []
    opened: list[tuple[Place, list[Expression]]] = []
    at, line, start = 0, 1, 0
    while at < len(text):
        place = Place(file, line, at - start + 1)
        token = _TOKEN.match(text, at)
        if token is None:
            place.fail(
                "a string or quoted symbol does not end" if text[at] in '"|' else "unexpected character"
            )
        inner = opened[-1][1] if opened else done
        match token.lastgroup:
            case "open":
                opened.append((place, []))
            case "close":
                if not opened:
                    place.fail("a parenthesis is closed that was not opened")
                began, items = opened.pop()
                (opened[-1][1] if opened else done).append(Group(tuple(items), began))
            case "quoted":
                inner.append(Atom(token[0][1:-1], place))
            case "string" | "atom":
                inner.append(Atom(token[0], place))
        line += token[0].count("\n")
        if "\n" in token[0]:
            start = at + token[0].rindex("\n") + 1
        at = token.end()
    if opened:
        opened[-1][0].fail("a parenthesis is not closed")
    return done
