"""Reads a TOML file strictly: what is wrong in it is said with file, line and key."""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from orchestrator.core.errors import UserError
from orchestrator.project.tomllines import KeyPath, key_lines

_NAMES = {str: "a string", bool: "true or false", int: "a whole number", float: "a number", dict: "a table"}
_NAMES |= {list: "a list"}


class Table:
    """A table of a file. Whoever reads a key says of which type it is; `close` refuses the keys that nobody
    has asked for."""

    def __init__(self, file: Path, data: dict[str, Any], lines: Mapping[KeyPath, int], path: KeyPath) -> None:
        self.file = file
        self.data = data
        self.lines = lines
        self.path = path
        self.known: list[str] = []

    def line(self, *key: str | int) -> int:
        """The line of a key, or of the nearest thing around it."""
        path = (*self.path, *key)
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def error(
        self, key: str | int, problem: str, hint: str | None = None, item: int | None = None
    ) -> UserError:
        place = (key,) if item is None else (key, item)
        name = ".".join(str(part) for part in (*self.path, key) if isinstance(part, str))
        return UserError(f"{self.file}:{self.line(*place)}: {name}: {problem}", hint)

    def has(self, key: str) -> bool:
        self.known.append(key)
        return key in self.data

    def text(self, key: str, default: str = "", choices: tuple[str, ...] = ()) -> str:
        value: str = self._get(key, str, default)
        if key in self.data and not value.strip():
            raise self.error(key, "is empty")
        if choices and value not in choices:
            near = difflib.get_close_matches(value, choices, n=1)
            raise self.error(
                key,
                f"is '{value}', but must be one of " + ", ".join(f'"{choice}"' for choice in choices),
                hint=f'did you mean "{near[0]}"?' if near else None,
            )
        return value

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of strings, none of them empty."""
        values = self._get(key, list, default)
        for number, value in enumerate(values):
            if not isinstance(value, str):
                raise self.error(key, f"has {_shown(value)} among its strings", item=number)
            if not value.strip():
                raise self.error(key, "has an empty string in its list", item=number)
        return tuple(values)

    def globs(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of patterns; an empty one would match nothing, which nobody means."""
        values = self.texts(key, default)
        if key in self.data and not values:
            raise self.error(key, "is an empty list, which matches nothing", hint="leave the key out")
        return values

    def flag(self, key: str, default: bool) -> bool:
        return bool(self._get(key, bool, default))

    def whole(self, key: str, default: int, least: int, most: int = (1 << 63) - 1) -> int:
        value = int(self._get(key, int, default))
        if value > most:
            raise self.error(key, f"is {value}, but must be at most {most}")
        if not least <= value < 1 << 63:
            raise self.error(key, f"is {value}, but must be at least {least}")
        return value

    def positive(self, key: str, default: float, most: float = math.inf) -> float:
        given = self._get(key, float, default)
        if most < given < math.inf:
            raise self.error(key, f"is {given}, but must be at most {most:.0f}")
        if isinstance(given, int) and given >= 1 << 1023:
            raise self.error(key, f"is {given}, which is no double")
        value = float(given)
        if not 0 < value < math.inf:
            raise self.error(key, f"is {value}, but must be a positive finite number")
        return value

    def wholes(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        values = self._get(key, list, default)
        for number, value in enumerate(values):
            if type(value) is not int:
                raise self.error(key, f"has {_shown(value)} among its whole numbers", item=number)
        return tuple(values)

    def range(self, key: str) -> tuple[float, float]:
        """[low, high]: finite numbers or infinities, low first."""
        values = self._get(key, list, ())
        if len(values) != 2 or any(type(value) not in (int, float) for value in values):
            raise self.error(key, "must be a list of two numbers: [low, high]; inf is a number")
        for value in values:
            if math.isnan(value):
                raise self.error(key, "nan is no bound")
            if isinstance(value, int) and (abs(value) >= 1 << 1023 or int(float(value)) != value):
                raise self.error(
                    key, f"{value} is not a double", hint="take a neighbour that is one, or inf for no bound"
                )
        low, high = map(float, values)
        if low > high:
            raise self.error(key, f"is empty: {values[0]} is greater than {values[1]}")
        if low == high and math.isinf(low):
            raise self.error(key, "is empty: inputs are finite")
        return low, high

    def table(self, key: str) -> Table:
        return Table(self.file, self._get(key, dict, {}), self.lines, (*self.path, key))

    def tables(self, key: str) -> list[Table]:
        found = self._get(key, list, ())
        for number, value in enumerate(found):
            if not isinstance(value, dict):
                raise self.error(key, f"has {_shown(value)} among its tables", item=number)
        return [Table(self.file, item, self.lines, (*self.path, key, n)) for n, item in enumerate(found)]

    def close(self) -> None:
        for key in self.data:
            if key not in self.known:
                near = difflib.get_close_matches(key, self.known, n=1)
                hint = f"did you mean {near[0]}?" if near else "known here: " + ", ".join(self.known)
                raise self.error(key, "unknown key", hint)

    def _get(self, key: str, kind: type, default: Any) -> Any:
        self.known.append(key)
        if key not in self.data:
            return default
        value = self.data[key]
        accepted = (int, float) if kind is float else (kind,)
        if type(value) not in accepted:  # not isinstance: true is no number
            raise self.error(key, f"must be {_NAMES[kind]}, but is {_shown(value)}")
        return value


def read(file: Path) -> Table:
    """The outermost table of a file."""
    try:
        text = file.read_bytes().decode()
        return Table(file, tomllib.loads(text), key_lines(text), ())
    except OSError as problem:
        raise UserError(f"cannot read {file}: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise UserError(f"{file}: not UTF-8 text: {problem.reason} at byte {problem.start}") from problem
    except tomllib.TOMLDecodeError as problem:
        raise UserError(f"{file}: not TOML: {problem}") from problem


def _shown(value: object) -> str:
    name = next((text for kind, text in _NAMES.items() if type(value) is kind), type(value).__name__)
    return name if isinstance(value, (dict, list)) else f"{name}: {value!r}"
