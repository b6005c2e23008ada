"""Records to plain JSON values and back: dataclasses as lists of their fields, enums by value, bytes as hex.

For our own files, where the reader knows the class. What leaves the tool has a documented form (reports/).
"""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")


def to_plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return [to_plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    return value


def from_plain(cls: type[Record], plain: Any) -> Record:
    result: Record = _read(cls, plain)
    return result


def _read(kind: Any, plain: Any) -> Any:
    if plain is None:
        return None
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read(next(option for option in get_args(kind) if option is not type(None)), plain)
    if origin is tuple:
        items = get_args(kind)
        if len(items) == 2 and items[1] is Ellipsis:
            return tuple(_read(items[0], item) for item in plain)
        return tuple(_read(item, part) for item, part in zip(items, plain, strict=True))
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(*(_read(hint, part) for hint, part in zip(_hints(kind), plain, strict=True)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain)
    if kind is bytes:
        return bytes.fromhex(plain)
    if kind is Path:
        return Path(plain)
    return plain


@cache
def _hints(cls: type) -> list[Any]:
    hints = get_type_hints(cls)
    return [hints[field.name] for field in fields(cls)]
