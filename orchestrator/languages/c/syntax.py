"""Where expressions begin and end in C-like source, by brackets and precedences; there is no parser.

Positions are offsets into the text, or indices of its tokens (ends inclusive). What is not understood gives
None rather than something wrong.
"""

from __future__ import annotations

import re

from orchestrator.languages.text import SourceText, Token

_ASSIGN = frozenset("= += -= *= /= %= &= |= ^= <<= >>=".split())
_LEVELS = (
    ("?", ":"),
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">=", "<=>"),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
    (".*", "->*"),
)
_PRECEDENCE = {operator: level for level, row in enumerate(_LEVELS, start=2) for operator in row}
_PRECEDENCE.update(dict.fromkeys(_ASSIGN, 1))
_UNARY = len(_LEVELS) + 2  # above every binary operator
_TIGHT = frozenset((".", "->", "::"))
_STEPS = frozenset(("++", "--"))
_PREFIX = frozenset("+ - ! ~ * & ++ --".split())
_OPERANDS = frozenset(("word", "number", "string"))
_OPEN = {"(": ")", "[": "]", "{": "}"}
_CLOSE = {close: open_ for open_, close in _OPEN.items()}
_HEADS = frozenset("if while for switch".split())  # of statements: what follows their brackets is no operand
_STATEMENT = _HEADS | frozenset("else do return case goto default throw co_return".split())
_TYPES = frozenset(
    "float double int long short char signed unsigned bool _Bool const volatile struct union enum".split()
)
_CONVERSIONS = frozenset(("fptrunc", "fptosi", "fptoui"))

TOKENS = re.compile(
    r"""
    (?P<skip> ^[ \t]*\#(?://[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\\\r?\n|[^\n])*
        | \n | [^\S\n]+ | \\\r?\n | /\*.*?(?:\*/|\Z) | //(?:\\\r?\n|[^\n])* )
  | (?P<string> (?:u8|[uUL])?R"(?P<delimiter>[^\s()\\]{0,16})\(.*?\)(?P=delimiter)"
        | (?:u8|[uUL])?"(?:\\\r?\n|\\.|[^"\\\n])*" | (?:u8|[uUL])?'(?:\\.|[^'\\\n])+' )
  | (?P<number> \.?[0-9](?:[eEpP][+-]|'[0-9A-Za-z]|[0-9A-Za-z_.])* )
  | (?P<word> [A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]* )
  | (?P<operator> <<=|>>=|<=>|->\*|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|\.\*
        |[-+*/%&|^=<>!~?:.,;()\[\]{}] )
  | (?P<junk> . )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def extent(text: SourceText, index: int, opcode: str) -> tuple[int, int] | None:
    """First and last token of the operation whose token clang points at."""
    return Expressions(text).extent(index, opcode)


class Expressions:
    """Finds where expressions begin and end. All positions are token indices, ends are inclusive."""

    def __init__(self, text: SourceText) -> None:
        self.tokens = text.tokens
        self.partners = text.partners

    def extent(self, index: int, operation: str) -> tuple[int, int] | None:
        """First and last token of the operation whose token clang points at."""
        token = self.tokens[index]
        if token.kind == "junk" or token.text in _STATEMENT:
            return None
        if operation in _CONVERSIONS and (end := self._converted(index)) is not None:
            return index, end
        if token.kind == "operator":
            return self._operator(index)
        last = index
        while self._is(last + 1, "::") and (part := self._get(last + 2)) and part.kind == "word":
            last += 2
        if token.kind == "word" and self._is(last + 1, "(") and last + 1 in self.partners:
            return index, self.partners[last + 1]
        return index, last

    def _operator(self, index: int) -> tuple[int, int] | None:
        name = self.tokens[index].text
        if name in _STEPS and self._ends_operand(index - 1):
            return self._left(index - 1, _UNARY), index
        if name in _PREFIX and not self._ends_operand(index - 1):
            end = self._unary(index)
        elif name in _PRECEDENCE and name not in ("?", ":"):
            # Operators of one level group from the left, assignments from the right.
            level = _PRECEDENCE[name]
            end = self._right(index + 1, level if level == 1 else level + 1)
            start = self._left(index - 1, level if level > 1 else _UNARY)
            return (start, end) if end is not None and start < index else None
        elif name in ("(", "["):  # the start of a parenthesised operand or a cast
            end = self._unary(index)
        else:
            return None
        return (index, end) if end is not None else None

    def _converted(self, index: int) -> int | None:
        """End of what a conversion at this token converts.

        A cast converts its operand. Without a cast only assignment, initialisation, passing and returning
        narrow a number, and these take all of the expression that begins here.
        """
        token = self.tokens[index]
        if token.kind == "operator" and token.text != "(" and token.text not in _PREFIX:
            return None
        if token.kind == "operator" and self._ends_operand(index - 1):
            return None
        if token.text == "(" and self._cast(index):
            return self._unary(index)
        if token.text in _TYPES and self._is(index + 1, "("):
            return self.partners.get(index + 1)
        if token.text.endswith("_cast") and self._is(index + 1, "<"):
            opening = next((i for i in range(index, len(self.tokens)) if self._is(i, "(")), -1)
            return self.partners.get(opening)
        return self._right(index, 1)

    def _left(self, index: int, level: int) -> int:
        """Where the left operand ending at index begins, when operators below the level end it."""
        start = index + 1
        while index >= 0:
            token = self.tokens[index]
            if token.text in _CLOSE and token.text != "}" and index in self.partners:
                opening = self.partners[index]
                if self._is_head(opening, index, start):
                    break
                start, index = opening, opening - 1
            elif token.kind in _OPERANDS:
                if token.text in _STATEMENT or self._side_by_side(token, start):
                    break
                start, index = index, index - 1
            elif token.text in _TIGHT or token.text in _STEPS:
                start, index = index, index - 1
            elif token.text in _PREFIX and not self._ends_operand(index - 1):
                start, index = index, index - 1
            elif _PRECEDENCE.get(token.text, 0) >= level:
                start, index = index, index - 1
            else:
                break
        return start

    def _side_by_side(self, before: Token, index: int) -> bool:
        """Two operands without an operator are no expression (a declaration, say); but "a" "b" is."""
        after = self._get(index)
        if after is None or after.kind not in _OPERANDS:
            return False
        return not (before.kind == after.kind == "string" or before.text == "sizeof")

    def _is_head(self, opening: int, closing: int, start: int) -> bool:
        """Do these parentheses belong to `if (...)` and the like, or end a macro call before the operand?"""
        if opening and self.tokens[opening - 1].text in _HEADS:
            return True
        after = self._get(start)
        operand = start == closing + 1 and after is not None and after.kind in _OPERANDS
        return operand and not self._cast(opening)

    def _right(self, index: int, level: int) -> int | None:
        """Where the operand beginning at index ends, when operators below the level end it."""
        end = self._unary(index)
        choices = 0
        while end is not None and end + 1 < len(self.tokens):
            token = self.tokens[end + 1]
            precedence = _PRECEDENCE.get(token.text, 0) if token.kind == "operator" else 0
            choices += (token.text == "?") - (token.text == ":")
            if precedence < max(level, 1) or choices < 0:
                break
            further = self._unary(end + 2)
            if further is None:
                break
            end = further
        return end

    def _unary(self, index: int) -> int | None:
        """End of a unary expression: prefixes and casts, an operand, its postfixes."""
        while index < len(self.tokens):
            token = self.tokens[index]
            if token.kind == "operator" and (token.text in _PREFIX or token.text == "::"):
                index += 1
            elif token.text == "(" and self._cast(index):
                index = self.partners[index] + 1
            elif token.text == "sizeof":
                index += 1
            else:
                break
        if index >= len(self.tokens):
            return None
        token = self.tokens[index]
        if token.kind == "operator":
            if token.text not in ("(", "[", "{") or index not in self.partners:
                return None
            index = self.partners[index]
        elif token.kind == "junk" or token.text in _STATEMENT:
            return None
        return self._postfix(index)

    def _postfix(self, end: int) -> int:
        while end + 1 < len(self.tokens):
            token = self.tokens[end + 1]
            if token.kind == "string" and self.tokens[end].kind == "string":
                end += 1
            elif token.kind != "operator":
                break
            elif token.text in ("(", "[") and end + 1 in self.partners:
                end = self.partners[end + 1]
            elif token.text in _TIGHT and end + 2 < len(self.tokens) and self.tokens[end + 2].kind == "word":
                end += 2
            elif token.text in _STEPS:
                end += 1
            else:
                break
        return end

    def _cast(self, index: int) -> bool:
        """Is the parenthesis at index a cast: only words and stars inside, an operand right behind?"""
        closing = self.partners.get(index)
        if closing is None or closing + 1 >= len(self.tokens):
            return False
        before = self._get(index - 1)
        if before is not None and (before.kind == "word" or before.text in (")", "]")):
            if before.text not in _STATEMENT or before.text in _HEADS:
                return False  # a call, or the condition of a statement
        inside = self.tokens[index + 1 : closing]
        if not inside or not all(token.kind == "word" or token.text in ("*", "::") for token in inside):
            return False
        after = self.tokens[closing + 1]
        # (a) - b is a difference unless a can only be a type.
        if after.text in _PREFIX:
            is_type = inside[0].text in _TYPES or inside[-1].text == "*"
            return is_type or after.text in ("!", "~")
        return after.kind in _OPERANDS or after.text in ("(", "{")

    def _ends_operand(self, index: int) -> bool:
        if index < 0:
            return False
        token = self.tokens[index]
        if token.text == ")" and index in self.partners:
            opening = self.partners[index]
            before = self._get(opening - 1)
            return not (self._cast(opening) or (before is not None and before.text in _HEADS))
        if token.kind == "operator":
            return token.text in (")", "]") or (token.text in _STEPS and self._ends_operand(index - 1))
        return token.kind != "junk" and token.text not in _STATEMENT and token.text != "sizeof"

    def _get(self, index: int) -> Token | None:
        return self.tokens[index] if 0 <= index < len(self.tokens) else None

    def _is(self, index: int, text: str) -> bool:
        token = self._get(index)
        return token is not None and token.text == text
