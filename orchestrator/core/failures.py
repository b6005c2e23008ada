"""A failure of ours that nobody foresaw: what is told of it, and the file that holds the rest."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime

from orchestrator import __version__
from orchestrator.core.errors import InternalError

_LONGEST = 300  # characters of an exception's own words


def unforeseen(error: BaseException, doing: Sequence[str] = ()) -> InternalError:
    """One sentence of what happened, and where its traceback lies."""
    if isinstance(error, MemoryError):
        what = "there was not enough memory"
    elif isinstance(error, RecursionError):
        what = "something is nested too deeply"
    else:
        words = " ".join(str(error).split())
        what = f"{type(error).__name__}: {words[:_LONGEST]}" if words else type(error).__name__
    log = _written(error, doing)
    where = f"the log with all details is {log}" if log else "its log could not be written"
    return InternalError(f"Ariadne failed, {what}", hint=f"{where}; please report it")


def _written(error: BaseException, doing: Sequence[str]) -> str | None:
    """The file outlives the command; it lies where temporary files do."""
    try:
        handle, path = tempfile.mkstemp(prefix="ariadne-failure-", suffix=".log")
        with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            file.write(f"{now}, ariadne {__version__}, Python {platform.python_version()}\n")
            file.write(f"in {os.getcwd()}: {' '.join(doing or sys.argv)}\n\n")
            file.write("".join(traceback.format_exception(error)))
    except (OSError, MemoryError):  # it need not be written for the failure to be told
        return None
    return path
