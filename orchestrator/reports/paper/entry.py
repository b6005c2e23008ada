"""Typed reading of parsed TOML: what is not as expected is an error that names the way to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from orchestrator.core.damage import WRONG, DamageError, WrongSortError, inside, within

Item = TypeVar("Item")


class Entry:
    """A table of the file whose fields are read with their types."""

    def __init__(self, content: object) -> None:
        if not isinstance(content, dict):
            raise WrongSortError("an object", content)
        self.content = content

    def _get(self, key: str, *types: type) -> Any:
        if key not in self.content:
            raise DamageError(f"{key} is missing")
        value = self.content[key]
        if type(value) not in types:  # isinstance would take true for a number
            raise DamageError(f"{key}: not {WrongSortError('', value).found}")
        return value

    def text(self, key: str) -> str:
        return str(self._get(key, str))

    def natural(self, key: str) -> int:
        number = int(self._get(key, int))
        if number < 0:
            raise DamageError(f"{key}: {number} is out of range")
        return number

    def number(self, key: str) -> float:
        return float(self._get(key, int, float))

    def object(self, key: str, read: Callable[[Entry], Item]) -> Item:
        content = self._get(key, dict)
        with within(key):
            return read(Entry(content))

    def items(self, key: str, read: Callable[[Any], Item]) -> tuple[Item, ...]:
        items: list[Item] = []
        for number, content in enumerate(self._get(key, list)):
            try:
                items.append(read(content))
            except WRONG as error:
                raise inside(f"{key}[{number}]", error) from error
        return tuple(items)

    def entries(self, key: str, read: Callable[[Entry], Item]) -> tuple[Item, ...]:
        return self.items(key, lambda content: read(Entry(content)))
