"""The line of every key, whatever the file looks like."""

from __future__ import annotations

import tomllib
from typing import Any

from orchestrator.project.tomllines import KeyPath, key_lines

TEXT = '''# name = "not this one"
name = "x = [1]"     # nor = this

"quoted.key" = 1
a.b.'c d' = 2
[ table . inner ]  # [other]
text = """
[not]
a = 1
quote: \\""" and two more""""
literal = \'\'\'
[[neither]]
'\'\'\'
list = [
  "one",  # ], two
  [2, 3],
  { key = 4, other.key = "}" },
]
time = 1979-05-27T07:32:00Z

[[assume]]
range = [-inf, 1_000]
[assume.sub]
x = 'it\\'

[[assume]]
range = [0, 1]
  [[assume.inner]]
  y = 0x10
  [[assume.inner]]
  y = true'''


def paths(value: Any, path: KeyPath = ()) -> list[KeyPath]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in items for found in ((*path, key), *paths(item, (*path, key)))]


def test_every_key_has_its_line() -> None:
    lines = key_lines(TEXT)
    expected = {
        ("name",): 2,
        ("quoted.key",): 4,
        ("a",): 5,
        ("a", "b", "c d"): 5,
        ("table", "inner"): 6,
        ("table", "inner", "text"): 7,
        ("table", "inner", "literal"): 11,
        ("table", "inner", "list"): 14,
        ("table", "inner", "list", 0): 15,
        ("table", "inner", "list", 1, 1): 16,
        ("table", "inner", "list", 2, "other", "key"): 17,
        ("table", "inner", "time"): 19,
        ("assume",): 21,
        ("assume", 0): 21,
        ("assume", 0, "range", 1): 22,
        ("assume", 0, "sub"): 23,
        ("assume", 0, "sub", "x"): 24,
        ("assume", 1): 26,
        ("assume", 1, "inner", 0, "y"): 29,
        ("assume", 1, "inner", 1, "y"): 31,
    }
    assert {path: lines.get(path) for path in expected} == expected


def test_the_keys_are_those_of_the_reader() -> None:
    """A scanner that loses its way finds keys that are none."""
    parsed = paths(tomllib.loads(TEXT))
    headers_only = {("table",)}  # [table.inner] makes it, but it has no line of its own
    assert set(key_lines(TEXT)) | headers_only == set(parsed)


def test_windows_lines_and_nothing() -> None:
    assert key_lines("") == {}
    assert key_lines("a = 1\r\n\r\nb = [\r\n 2]\r\n") == {("a",): 1, ("b",): 3, ("b", 0): 4}
