"""Typed reading of parsed JSON or TOML: what is not as expected is an error that names the way to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, TypeVar

Item = TypeVar("Item")
Choice = TypeVar("Choice", bound=Enum)


class DamageError(Exception):
    """What is wrong, beginning with the way to it: findings[3].inputs[0].raw is missing."""


_WRONG = (DamageError, ValueError, OverflowError)


def _inside(step: str, error: Exception) -> DamageError:
    """The error with a step of the way in front of it."""
    return DamageError(f"{step}{'.' if isinstance(error, DamageError) else ': '}{error}")


@contextmanager
def within(step: str) -> Iterator[None]:
    """Puts a step of the way in front of what is found to be wrong inside."""
    try:
        yield
    except _WRONG as error:
        raise _inside(step, error) from error


class Entry:
    """An object of the file whose fields are read with their types."""

    def __init__(self, content: object) -> None:
        if not isinstance(content, dict):
            raise ValueError(f"an object is expected here, not {_sort(content)}")
        self.content = content

    def _get(self, key: str, *types: type) -> Any:
        if key not in self.content:
            raise DamageError(f"{key} is missing")
        value = self.content[key]
        if type(value) not in types:  # isinstance would take true for a number
            raise DamageError(f"{key}: not {_sort(value)}")
        return value

    def text(self, key: str) -> str:
        return str(self._get(key, str))

    def optional_text(self, key: str) -> str | None:
        value: str | None = self._get(key, str, type(None))
        return value

    def flag(self, key: str) -> bool:
        return bool(self._get(key, bool))

    def integer(self, key: str) -> int:
        return int(self._get(key, int))

    def natural(self, key: str, below: int | None = None) -> int:
        """A number from 0; a reference into a list of `below` entries."""
        number = self.integer(key)
        if number < 0 or (below is not None and number >= below):
            raise DamageError(f"{key}: {number} is out of range")
        return number

    def number(self, key: str) -> float:
        return float(self._get(key, int, float))

    def optional_number(self, key: str) -> float | None:
        return None if self.content.get(key, ...) is None else self.number(key)

    def choice(self, key: str, choices: type[Choice]) -> Choice:
        text = self.text(key)
        try:
            return choices(text)
        except ValueError as error:
            raise _inside(key, error) from error

    def object(self, key: str, read: Callable[[Entry], Item]) -> Item:
        content = self._get(key, dict)
        with within(key):
            return read(Entry(content))

    def optional(self, key: str, read: Callable[[Entry], Item]) -> Item | None:
        return None if self.content.get(key, ...) is None else self.object(key, read)

    def items(self, key: str, read: Callable[[Any], Item]) -> tuple[Item, ...]:
        contents = self._get(key, list)
        items: list[Item] = []
        try:  # around all: reports have hundreds of thousands of items
            for content in contents:
                items.append(read(content))
        except _WRONG as error:
            raise _inside(f"{key}[{len(items)}]", error) from error
        return tuple(items)

    def entries(self, key: str, read: Callable[[Entry], Item]) -> tuple[Item, ...]:
        return self.items(key, lambda content: read(Entry(content)))

    def texts(self, key: str) -> tuple[str, ...]:
        return self.items(key, text)


_SORTS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}


def _sort(value: object) -> str:
    return _SORTS.get(type(value), "a number")


def text(content: object) -> str:
    if not isinstance(content, str):
        raise ValueError(f"a text is expected here, not {_sort(content)}")
    return content


def integer(content: object) -> int:
    if type(content) is not int:
        raise ValueError(f"a whole number is expected here, not {_sort(content)}")
    return content


def real(content: object) -> float:
    """A number, or one of those that JSON does not have."""
    if type(content) in (int, float) or content in ("inf", "-inf", "nan"):
        return float(content)  # type: ignore[arg-type]
    raise ValueError(f"a number is expected here, not {_sort(content)}")
