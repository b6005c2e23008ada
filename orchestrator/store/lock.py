"""One run at a time on a store."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from orchestrator.errors import UserError


class StoreLock:
    """Held as long as the process lives: the kernel lets go of it, also after kill -9."""

    def __init__(self, store: Path) -> None:
        self._file = open(store.with_suffix(".lock"), "a+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            owner = self._file.read().strip() or "unknown"
            self._file.close()
            raise UserError(
                f"another run is at work on {store} (process {owner})",
                hint="wait for it, stop it with Ctrl-C, or look at it with `ariadne status`",
            ) from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        self._file.close()
