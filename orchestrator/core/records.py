"""Records to plain JSON values and back; both directions come from one description.

The rule: a dataclass is an object with a key for each field; enums are written by value, bytes in
hexadecimal, tuples as lists, mappings as lists of pairs (their keys may be tuples), infinities as texts. So a
field that is added to a record is in every file that the record goes into. A `Shape` says where a record
departs from the rule.

`to_plain` and `from_plain` know no exceptions: they make the files between our processes. The store and the
JSON report have tables of shapes (store/encoding.py, reports/form.py).
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from orchestrator.core.damage import WRONG, DamageError, WrongSortError, inside

Record = TypeVar("Record")
Convert = Callable[[Any], Any]


@dataclass(frozen=True)
class Form:
    """How a value is written, and how it is read back."""

    write: Convert
    read: Convert
    as_is: bool = False  # values are written as they are
    kinds: tuple[type, ...] = ()  # values of these types are read as they are


@dataclass(frozen=True)
class Shape:
    """How the object of a record departs from the rule. Fields are given by name."""

    # The keys of fields that are called otherwise.
    names: Mapping[str, str] = field(default_factory=dict)
    # Fields with a form of their own.
    forms: Mapping[str, Form] = field(default_factory=dict)
    # Fields that hold a record whose keys stand among our own.
    spread: frozenset[str] = frozenset()
    # Fields that stand together in an object of their own, by its key.
    inner: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Fields that are written with a view of the whole record, and read with one of the whole object.
    whole: Mapping[str, Form] = field(default_factory=dict)
    # Those of them that have no key: they are read off the keys of others.
    unwritten: frozenset[str] = frozenset()
    # Fields that are not in the object, and what they are until somebody sets them.
    elsewhere: Mapping[str, Any] = field(default_factory=dict)
    # Keys for the reader's convenience, made from the record; nothing is read off them.
    shown: Mapping[str, Convert] = field(default_factory=dict)
    # Fields that files of older versions lack: they get their default.
    added: frozenset[str] = frozenset()


class Forms:
    """The forms of all records, by shapes; `types` gives simple types another form than that of the rule.
    If it is lenient, every field with a default may be missing. `positions` names the parts of records that
    older versions wrote as lists."""

    def __init__(
        self,
        shapes: Mapping[type, Shape] | None = None,
        types: Mapping[type, Form] | None = None,
        lenient: bool = False,
        positions: Mapping[type, tuple[str, ...]] | None = None,
    ) -> None:
        self._shapes = shapes or {}
        self._lenient = lenient
        self._positions = positions or {}
        self._known: dict[Any, Form] = {**_SIMPLE, **(types or {})}
        self._keys: dict[type, list[str]] = {}

    def write(self, value: Any, kind: Any = None) -> Any:
        return self.of(kind or type(value)).write(value)

    def read(self, kind: type[Record], content: Any) -> Record:
        record: Record = self.of(kind).read(content)
        return record

    def keys(self, record: type) -> list[str]:
        """The keys of a record's own object, those of spread records and inner objects included."""
        self.of(record)
        return self._keys[record]

    def records(self) -> list[type]:
        """The records whose forms were asked for, and those inside them."""
        return list(self._keys)

    def of(self, kind: Any) -> Form:
        """The form of a type, worked out once: a store has millions of values."""
        if kind not in self._known:
            if isinstance(kind, type) and is_dataclass(kind):
                # Until it is worked out, for records that hold records of their own class.
                self._known[kind] = Form(lambda r: self.of(kind).write(r), lambda c: self.of(kind).read(c))
            self._known[kind] = self._derive(kind)
        return self._known[kind]

    def _derive(self, kind: Any) -> Form:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            (inner,) = (self.of(option) for option in arguments if option is not type(None))
            return _optional(inner)
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return _many(self.of(arguments[0]))
        if origin is tuple:
            return _tuple([self.of(argument) for argument in arguments])
        if origin in (Mapping, dict):
            return _mapping(*map(self.of, arguments))
        if origin is Literal:
            return _choice({text: text for text in arguments}, "choice", _same)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _choice({m.value: m for m in kind}, kind.__name__, attrgetter("value"))
        if isinstance(kind, type) and is_dataclass(kind):
            return self._record(kind)
        if isinstance(kind, type) and issubclass(kind, tuple):  # a named one
            parts = _tuple([self.of(hint) for hint in get_type_hints(kind).values()])
            return Form(parts.write, lambda content: kind(*parts.read(content)))
        raise TypeError(f"there is no form for {kind}")

    def _record(self, cls: type) -> Form:
        shape = self._shapes.get(cls, Shape())
        hints = get_type_hints(cls)
        place = {name: key for key, names in shape.inner.items() for name in names}
        writes: list[_Write] = []
        reads: list[_Read] = []
        keys: list[str] = list(shape.inner)
        for each in fields(cls):
            name = each.name
            if name in shape.elsewhere:
                continue
            key: str | None = shape.names.get(name, name)
            may_lack = name in shape.added or (self._lenient and _has_default(each))
            if name in shape.whole:
                form = shape.whole[name]
                if name not in shape.unwritten:
                    writes.append(_Write(place.get(name), key, form.write))
                    keys.append(str(key))
                reads.append(_Read(name, None, None, form, may_lack))
                continue
            form = shape.forms.get(name) or self.of(hints[name])
            if name in shape.spread:
                keys += [] if name in shape.forms else self._keys[hints[name]]
                key = None
            else:
                keys.append(str(key))
            get = attrgetter(name)
            writes.append(_Write(place.get(name), key, get, None if form.as_is else form.write))
            reads.append(_Read(name, place.get(name), key, form, may_lack))
        writes += [_Write(None, key, show) for key, show in shape.shown.items()]
        self._keys[cls] = keys + list(shape.shown)
        return Form(_writer(writes), _reader(cls, reads, shape.elsewhere, self._positions.get(cls)))


class _Write(NamedTuple):
    """A step of writing an object; without a key the value's keys are its own."""

    inner: str | None
    key: str | None
    get: Convert
    convert: Convert | None = None


class _Read(NamedTuple):
    """A step of reading a field; without a key it sees the whole object."""

    name: str
    inner: str | None
    key: str | None
    form: Form
    may_lack: bool


def _has_default(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING


def _writer(steps: list[_Write]) -> Convert:
    def write(record: Any) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for inner, key, get, convert in steps:
            value = get(record) if convert is None else convert(get(record))
            if key is None:
                content.update(value)
            elif inner is None:
                content[key] = value
            else:
                content.setdefault(inner, {})[key] = value
        return content

    return write


def _reader(
    cls: type, steps: list[_Read], elsewhere: Mapping[str, Any], positions: tuple[str, ...] | None
) -> Convert:
    direct = [(s.name, s.key, s.form.kinds, s.form.read) for s in steps if s.key and not s.inner]
    whole = [(s.name, s.form.read) for s in steps if not s.key]
    within = [(s.name, s.inner, s.key, s.form.read) for s in steps if s.key and s.inner]

    def read(content: Any) -> Any:
        if type(content) is not dict:
            if positions is None or type(content) is not list:
                raise WrongSortError("an object", content)
            content = dict(zip(positions, content, strict=False))
        record: Any = object.__new__(cls)
        found = record.__dict__  # the __init__ of a frozen class takes several times as long
        found.update(elsewhere)
        try:
            for name, key, kinds, convert in direct:
                value = content[key]
                found[name] = value if type(value) in kinds else convert(value)
            for name, convert in whole:
                found[name] = convert(content)
            for name, inner, key, convert in within:
                found[name] = convert(content[inner][key])
        except (KeyError, TypeError, *WRONG):
            return cls(**elsewhere, **_carefully(steps, content))
        return record

    return read


def _carefully(steps: list[_Read], content: Mapping[str, Any]) -> dict[str, Any]:
    """The same for an object that lacks something, or is damaged: says what is wrong."""
    found: dict[str, Any] = {}
    for name, inner, key, form, may_lack in steps:
        way = f"{inner}." if inner else ""
        try:
            holder = content if inner is None else _object(content, inner)
            found[name] = form.read(holder if key is None else holder[key])
        except KeyError as missing:
            if not may_lack:
                raise DamageError(f"{way}{missing.args[0]} is missing") from missing
        except WRONG as error:
            if key is None:
                raise
            if isinstance(error, WrongSortError):
                raise DamageError(f"{way}{key}: not {error.found}") from error
            raise inside(way + key, error) from error
    return found


def _object(content: Mapping[str, Any], key: str) -> Any:
    if type(content[key]) is not dict:
        raise WrongSortError("an object", content[key])
    return content[key]


def _same(value: Any) -> Any:
    return value


def _simple(sort: str, *kinds: type) -> Form:
    def read(content: Any) -> Any:
        if type(content) not in kinds:  # isinstance would take true for a number
            raise WrongSortError(sort, content)
        return content

    return Form(_same, read, True, kinds)


def _write_real(number: float) -> float | str:
    return float(number) if math.isfinite(number) else str(number)


def read_real(content: Any) -> float:
    """A number, or one of those that JSON does not have."""
    if type(content) is float:
        return content
    if type(content) is int or (type(content) is str and content in ("inf", "-inf", "nan")):
        return float(content)
    raise WrongSortError("a number", content)


def _read_bytes(content: Any) -> bytes:
    return bytes.fromhex(read_text(content))


def read_text(content: Any) -> str:
    if type(content) is not str:
        raise WrongSortError("a text", content)
    return content


def read_integer(content: Any) -> int:
    if type(content) is not int:
        raise WrongSortError("a whole number", content)
    return content


def read_natural(content: Any) -> int:
    number = read_integer(content)
    if number < 0:
        raise ValueError(f"{number} is out of range")
    return number


NATURAL = Form(_same, read_natural, True)
INTEGER = Form(_same, read_integer, True, (int,))

_SIMPLE: dict[Any, Form] = {
    str: _simple("a text", str),
    bool: _simple("true or false", bool),
    int: INTEGER,
    float: Form(_write_real, read_real, False, (float,)),
    bytes: Form(bytes.hex, _read_bytes),
    Path: Form(str, lambda content: Path(read_text(content))),
}


def _optional(form: Form) -> Form:
    write, read = form.write, form.read
    return Form(
        lambda value: None if value is None else write(value),
        lambda content: None if content is None else read(content),
        form.as_is,
        (*form.kinds, type(None)),
    )


def _list(content: Any) -> list[Any]:
    if type(content) is not list:
        raise WrongSortError("a list", content)
    return content


def _many(form: Form) -> Form:
    def read(content: Any) -> tuple[Any, ...]:
        listed = _list(content)
        items: list[Any] = []
        try:  # around all: reports have hundreds of thousands of items
            for item in listed:
                items.append(item if type(item) in kinds else convert(item))
        except WRONG as error:
            raise inside(f"[{len(items)}]", error) from error
        return tuple(items)

    kinds, convert, write = form.kinds, form.read, form.write
    return Form(list if form.as_is else lambda items: [write(item) for item in items], read)


def _tuple(forms: list[Form]) -> Form:
    def read(content: Any) -> tuple[Any, ...]:
        if len(_list(content)) != len(forms):
            sort = "a pair" if len(forms) == 2 else f"a list of {len(forms)}"
            raise ValueError(f"{sort} is expected here")
        return tuple([form.read(item) for form, item in zip(forms, content, strict=True)])

    return Form(lambda items: [form.write(item) for form, item in zip(forms, items, strict=True)], read)


def _mapping(key: Form, item: Form) -> Form:
    pairs = _many(_tuple([key, item]))
    return Form(lambda mapping: pairs.write(mapping.items()), lambda content: dict(pairs.read(content)))


def _choice(members: Mapping[str, Any], name: str, write: Convert) -> Form:
    def read(content: Any) -> Any:
        try:
            return members[content]
        except (KeyError, TypeError):
            raise ValueError(f"{read_text(content)!r} is not a valid {name}") from None

    return Form(write, read)


_RULE = Forms(lenient=True)


def to_plain(record: Any) -> Any:
    return _RULE.write(record)


def from_plain(cls: type[Record], plain: Any) -> Record:
    """Raises ValueError if it is not what was written; a missing field gets its default."""
    try:
        return _RULE.read(cls, plain)
    except DamageError as damage:
        raise ValueError(str(damage)) from damage
