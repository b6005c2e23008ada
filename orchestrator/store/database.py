"""The SQLite file: opened, changed in transactions, and its failures explained."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from orchestrator.core.errors import InternalError, UserError
from orchestrator.store.schema import prepare


class Database:
    def __init__(self, path: Path, mode: str) -> None:
        """`mode` is SQLite's: rw, or rwc to make the file if it is not there."""
        self.path = path
        with self.explained():
            uri = f"file:{_quoted(path)}?mode={mode}"
            self.connection = sqlite3.connect(uri, uri=True, timeout=30.0, isolation_level=None)
            self.execute = self.connection.execute
            self.executemany = self.connection.executemany
            self.execute("PRAGMA journal_mode = WAL")
            self.execute("PRAGMA synchronous = NORMAL")
            self.execute("PRAGMA foreign_keys = ON")
            prepare(self.connection, path)

    def close(self) -> None:
        self.connection.close()

    def meta(self) -> dict[str, Any]:
        """What the run as a whole knows, by name."""
        return {key: json.loads(value) for key, value in self.execute("SELECT key, value FROM meta")}

    def set_meta(self, key: str, value: Any) -> None:
        self.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, json.dumps(value)])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self.explained():
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.execute("ROLLBACK")
                raise
            self.execute("COMMIT")

    @contextmanager
    def explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as problem:  # a full disk, no permission, a lock
            raise InternalError(f"cannot use the store {self.path}: {problem}") from problem
        except sqlite3.DatabaseError as problem:
            raise UserError(
                f"{self.path} is damaged: {problem}", hint="`ariadne run --fresh` starts anew"
            ) from problem


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
