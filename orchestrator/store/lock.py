"""One run at a time on a store."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import TextIO

from orchestrator.core.errors import UserError

_PATIENCE = 0.5  # seconds; whoever asks for the owner holds the lock for a moment


class StoreLock:
    """Held as long as the process lives: the kernel lets go of it, also after kill -9."""

    def __init__(self, store: Path) -> None:
        store.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(_path(store), "a+")
        deadline = time.monotonic() + _PATIENCE
        while not (taken := _take(self._file)) and time.monotonic() < deadline:
            time.sleep(_PATIENCE / 10)
        if not taken:
            owner = _read(self._file)
            self._file.close()
            raise UserError(
                f"another run is at work on {store} (process {owner})",
                hint="wait for it, stop it with Ctrl-C, or look at it with `ariadne status`",
            )
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        self._file.close()


def owner_of(store: Path) -> str | None:
    """The process that is at work on a store, if any."""
    try:
        with open(_path(store)) as file:
            return None if _take(file) else _read(file)
    except FileNotFoundError:
        return None


def _path(store: Path) -> Path:
    return store.with_suffix(".lock")


def _take(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(file: TextIO) -> str:
    file.seek(0)
    return file.read().strip() or "unknown"
