"""Records to plain JSON values and back: dataclasses as lists of their fields, enums by value, bytes as hex,
mappings as lists of pairs (their keys may be tuples).

For our own files, where the reader knows the class. What leaves the tool has a documented form (reports/).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
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
    if isinstance(value, Mapping):
        return [[to_plain(key), to_plain(item)] for key, item in value.items()]
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    return value


def from_plain(cls: type[Record], plain: Any) -> Record:
    kind: Any = cls
    result: Record = _reader(kind)(plain)
    return result


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """How values of a type are read, worked out once: a store has millions of them."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        (inner,) = (_reader(option) for option in get_args(kind) if option is not type(None))
        return lambda plain: None if plain is None else inner(plain)
    if origin is Mapping:
        key, item = map(_reader, get_args(kind))
        return lambda plain: {key(k): item(v) for k, v in plain}
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if isinstance(kind, type) and is_dataclass(kind):
        return _record_reader(kind)
    if isinstance(kind, type) and issubclass(kind, tuple):  # a named one
        readers = [_reader(hint) for hint in get_type_hints(kind).values()]
        return lambda plain: kind(*[read(part) for read, part in zip(readers, plain, strict=True)])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda plain: None if plain is None else kind(plain)
    if kind is bytes:
        return bytes.fromhex
    if kind is Path:
        return Path
    return lambda plain: plain


def _tuple_reader(items: tuple[Any, ...]) -> Callable[[Any], Any]:
    if len(items) == 2 and items[1] is Ellipsis:
        if items[0] in (str, int, float, bool):
            return tuple
        read = _reader(items[0])
        return lambda plain: tuple([read(item) for item in plain])
    readers = [_reader(item) for item in items]
    return lambda plain: tuple([read(part) for read, part in zip(readers, plain, strict=True)])


def _record_reader(cls: type) -> Callable[[Any], Any]:
    hints = get_type_hints(cls)
    readers = [_reader(hints[field.name]) for field in fields(cls)]

    def read_record(plain: Any) -> Any:
        if plain is None:
            return None
        return cls(*[read(part) for read, part in zip(readers, plain, strict=True)])

    return read_record
