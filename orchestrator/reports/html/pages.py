"""Which page shows a source file, and how its path is shown: relative to the folder of all sources."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from functools import cache

from orchestrator.core.model import Place
from orchestrator.reports.wording import printable

FOLDER = "source"  # of the pages
_NAME = 40  # characters of the file's own name in that of its page


class Pages:
    def __init__(self, sources: Sequence[str]) -> None:
        folders = [os.path.dirname(os.path.abspath(source)) for source in sources]
        common = os.path.commonpath(folders) if folders else ""
        self._root = os.path.join(common, "") if common else ""
        # The same few files are asked for again and again.
        self.shown = cache(self._shown)
        self.name = cache(self._name)

    def _shown(self, file: str) -> str:
        """The path as people read it."""
        return printable(self._path(file)) or "(file not known)"

    def _name(self, file: str) -> str:
        """The name of its page; the same path has the same name in every report."""
        path = self._path(file)
        digest = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        own = re.sub(r"[^A-Za-z0-9_.-]", "_", os.path.basename(path))[:_NAME].lstrip(".")
        return f"{own or 'unknown'}-{digest}"

    def where(self, place: Place) -> str:
        shown = self.shown(place.file)
        return f"{shown}:{place.line}:{place.column}" if place.line else shown

    def link(self, place: Place) -> str:
        """From a page beside that of the place's file."""
        return f"{self.name(place.file)}.html#{anchor(place)}"

    def _path(self, file: str) -> str:
        if not file:
            return ""
        absolute = os.path.abspath(file)
        return absolute.removeprefix(self._root) if self._root else absolute


def anchor(place: Place) -> str:
    return f"L{place.line}:{place.column}"
