"""Files as URIs: relative to the folder that the readers of a report have, too."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

_BASE = "SRCROOT"


class Artifacts:
    def __init__(self, files: Iterable[str], root: str | None = None) -> None:
        """Without a root: the current folder if that has some of the files, else what they have in common."""
        absolute = [os.path.abspath(file) for file in files if file]
        self.root = os.path.abspath(root) if root is not None else _shared(absolute)

    def bases(self) -> dict[str, Any]:
        folder = self.root if self.root.endswith("/") else self.root + "/"
        return {_BASE: {"uri": "file://" + _quoted(folder)}}

    def location(self, file: str) -> dict[str, str]:
        if not file:
            return {"uri": "unknown"}
        path = os.path.abspath(file)
        if _is_below(path, self.root):
            return {"uri": _quoted(os.path.relpath(path, self.root)), "uriBaseId": _BASE}
        return {"uri": "file://" + _quoted(path)}


def relative_path(file: str, root: str | None = None) -> str:
    """A path as people read it: below the root, or the current folder, without that."""
    with contextlib.suppress(OSError):  # the current folder may be gone
        folder = os.path.abspath(root or ".")
        path = os.path.abspath(file)
        if file and _is_below(path, folder):
            return os.path.relpath(path, folder)
    return file or "<unknown>"


def _shared(files: list[str]) -> str:
    try:
        here = os.getcwd()
    except OSError:  # the current folder may be gone
        here = "/"
    if not files or (here != "/" and any(_is_below(file, here) for file in files)):
        return here
    return os.path.commonpath([os.path.dirname(file) for file in files])


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(os.path.join(folder, ""))


def _quoted(path: str) -> str:
    """Names are bytes: what is no text was kept in surrogates. A colon would make the first part a scheme."""
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")
