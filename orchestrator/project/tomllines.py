"""On which line of a TOML file each key is: the standard library's reader does not say.

Only positions are read here, of text that the standard library has already accepted.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

KeyPath = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_STRINGS = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r'"""(?:\\.|[^\\])*?"{3,5}',  # up to two quotes may stand before the closing three
        r"'''.*?'{3,5}",
        r'"(?:\\.|[^"\\])*"',
        r"'[^']*'",
    )
)
_OTHER = re.compile(r"[^,\]}\n#]+")  # numbers, dates, true and false


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line of every key, table and item of an array, by its path: ("assume", 0, "range")."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.latest: dict[KeyPath, int] = {}  # index of the newest table of each array of tables

    def document(self) -> None:
        table: KeyPath = ()
        while self._skip(_BLANK) < len(self.text):
            start = self.at
            if self.text.startswith("[[", start):
                self.at += 2
                array = self._resolve(self._key())
                number = self.latest.get(array, -1) + 1
                table = (*array, number)
                self.latest[array] = number
                self.at = self.text.index("]]", self.at) + 2
                self._note(array, start)
                self._note(table, start)
            elif self.text[start] == "[":
                self.at += 1
                table = self._resolve(self._key())
                self.at = self.text.index("]", self.at) + 1
                self._note(table, start)
            else:
                self._assignment(table)

    def _resolve(self, key: KeyPath) -> KeyPath:
        """A key of a header, with the index of the newest table where it goes through an array of tables."""
        path: KeyPath = ()
        for part in key[:-1]:
            path = (*path, part)
            if path in self.latest:
                path = (*path, self.latest[path])
        return (*path, *key[-1:])

    def _assignment(self, table: KeyPath) -> None:
        start = self.at
        key = self._key()
        for length in range(1, len(key) + 1):  # a.b = 1 also makes the table a
            self._note((*table, *key[:length]), start)
        self.at = self.text.index("=", self.at) + 1
        self._value((*table, *key))

    def _value(self, path: KeyPath) -> None:
        self._skip(_SPACE)
        opening = self.text[self.at]
        if opening == "[":
            self._items("]", path, self._item)
        elif opening == "{":
            self._items("}", path, lambda table, _: self._assignment(table))
        elif opening in "\"'":
            self._string()
        else:
            self._skip(_OTHER)

    def _items(self, closing: str, path: KeyPath, read: Callable[[KeyPath, int], None]) -> None:
        self.at += 1
        number = 0
        while self.text[self._skip(_BLANK)] != closing:
            if self.text[self.at] == ",":
                self.at += 1
                continue
            read(path, number)
            number += 1
        self.at += 1

    def _item(self, array: KeyPath, number: int) -> None:
        self._note((*array, number), self.at)
        self._value((*array, number))

    def _key(self) -> KeyPath:
        """A dotted key; its parts may be quoted."""
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            bare = _BARE.match(self.text, self.at)
            if bare:
                self.at = bare.end()
                parts.append(bare.group())
            else:
                parts.append(tomllib.loads(f"key = {self._string()}")["key"])
            self._skip(_SPACE)
            if self.text[self.at] != ".":
                return tuple(parts)
            self.at += 1

    def _string(self) -> str:
        found = next(match for string in _STRINGS if (match := string.match(self.text, self.at)))
        self.at = found.end()
        return found.group()

    def _skip(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _note(self, path: KeyPath, at: int) -> None:
        self.lines.setdefault(path, self.text.count("\n", 0, at) + 1)
