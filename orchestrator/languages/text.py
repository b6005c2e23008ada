"""One file of source text: its lines, and its tokens by the patterns of its language."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

_OPEN = {"(": ")", "[": "]", "{": "}"}
_CLOSE = {close: open_ for open_, close in _OPEN.items()}


@dataclass(frozen=True)
class Token:
    kind: str  # string, number, word, operator, junk
    text: str
    start: int
    end: int


class SourceText:
    """Tokens are made when somebody asks for them."""

    def __init__(self, content: str, pattern: re.Pattern[str]) -> None:
        self.content = content
        self._pattern = pattern
        self.starts = [0] + [match.end() for match in re.finditer("\n", content)]

    def line(self, number: int) -> str | None:
        if not 1 <= number <= len(self.starts):
            return None
        end = self.content.find("\n", self.starts[number - 1])
        return self.content[self.starts[number - 1] : end if end >= 0 else None].rstrip("\r")

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        matches = self._pattern.finditer(self.content)
        return tuple(Token(m.lastgroup or "", m[0], m.start(), m.end()) for m in matches if not m["skip"])

    @cached_property
    def partners(self) -> dict[int, int]:
        """Index of each bracket's partner; unbalanced ones (cut by an #if, say) have none."""
        pairs: dict[int, int] = {}
        stack: list[int] = []
        for index, token in enumerate(self.tokens):
            if token.kind != "operator":
                continue
            if token.text in _OPEN:
                stack.append(index)
            elif token.text in _CLOSE and stack and self.tokens[stack[-1]].text == _CLOSE[token.text]:
                pairs[index] = stack.pop()
                pairs[pairs[index]] = index
            elif token.text == "}":  # give up on what the brace should have closed
                while stack and self.tokens[stack.pop()].text != "{":
                    pass
        return pairs

    def at(self, line: int, column: int) -> int | None:
        """Index of the token that covers a position."""
        text = self.line(line)
        if text is None or not 1 <= column <= len(text):
            return None
        offset = self.starts[line - 1] + column - 1
        index = bisect_right(self.tokens, offset, key=lambda token: token.start) - 1
        return index if index >= 0 and offset < self.tokens[index].end else None
