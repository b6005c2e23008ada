"""Where the parts of Ariadne are that are not Python: inside this package when it is installed, beside it in
a source tree."""

from __future__ import annotations

import os
from pathlib import Path

from orchestrator.core.errors import InternalError

_PACKAGE = Path(__file__).resolve().parents[1]


def _place(installed: str, beside: str) -> Path:
    inside = _PACKAGE / installed
    return inside if inside.is_dir() else _PACKAGE.parent / beside


TABLES = _place("tables", "tables")  # which native code and Python both read
BUILT = Path(os.environ.get("ARIADNE_BUILD", _place("built", "build")))  # our own native parts: bin/ and lib/

DOCTOR = "`ariadne doctor` says what is missing, and what installs it"


def built(name: str) -> str:
    """One of our own native parts, as lib/libariadne_reify.a."""
    path = BUILT / name
    if not path.exists():
        raise InternalError(f"{path} has not been built", DOCTOR)
    return str(path)
