"""Patterns for the paths and names of a project."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache


def name_matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def path_matches(path: str, patterns: Iterable[str]) -> bool:
    """`*` and `?` stay within a folder, `**` is any number of folders, also none."""
    return any(_path_regex(pattern).fullmatch(path) for pattern in patterns)


@cache
def _path_regex(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(meaning.get(piece) or re.escape(piece) for piece in pieces), re.DOTALL)
