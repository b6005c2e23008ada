"""The store of a run: one SQLite file to which results go as they come, and from which reports are made.

Every slice is one transaction. A run that is killed at any moment loses what was in flight and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from orchestrator.core.bulk import without_garbage
from orchestrator.core.errors import UserError
from orchestrator.core.model import Function, Kind, Raise, Report, Site, Status
from orchestrator.judge.slices import Reached, SliceResult
from orchestrator.store.database import Database
from orchestrator.store.encoding import dump, load, unpack_corpus
from orchestrator.store.reading import read_report
from orchestrator.store.rows import Counts, Entry, History, Planned, RunState
from orchestrator.store.writing import record_slice

__all__ = ["Counts", "Entry", "History", "Planned", "RunState", "Store", "unpack_corpus"]


class Store:
    def __init__(self, database: Database) -> None:
        self.path = database.path
        self._db = database

    @classmethod
    def create(cls, path: Path, fresh: bool = False) -> Store:
        """Open a store for writing; it is made if it is not there, or again if it is to be fresh."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
        return cls(Database(path, "rwc"))

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a store for reading, also while a run writes to it."""
        if not path.exists():
            raise UserError(f"{path}: no such store", hint="`ariadne run` makes one")
        return cls(Database(path, "rw"))

    def close(self) -> None:
        self._db.close()

    # ---- what a run writes ----

    def begin(self, meta: Mapping[str, Any], entries: Sequence[Entry], sites: Sequence[Site]) -> int:
        """Bring the functions up to date: those whose key changed, or that are gone, lose their results.
        Returns for how many the results of the last run are kept."""
        with self._db.transaction():
            for key, value in meta.items():
                self._db.set_meta(key, value)
            self._db.executemany(
                "INSERT INTO sites (site, facts) VALUES (?, ?)"
                " ON CONFLICT (site) DO UPDATE SET facts = excluded.facts",
                [(site.id, dump(site)) for site in sites],
            )
            self._db.execute("CREATE TEMP TABLE IF NOT EXISTS present (site TEXT PRIMARY KEY)")
            self._db.execute("DELETE FROM present")
            self._db.executemany("INSERT INTO present VALUES (?)", [(site.id,) for site in sites])
            current = {entry.function.symbol: entry for entry in entries}
            for symbol, key in self._db.execute("SELECT symbol, key FROM functions").fetchall():
                if symbol not in current or current[symbol].key != key:
                    self._db.execute("DELETE FROM functions WHERE symbol = ?", [symbol])
            self._db.execute("DELETE FROM sites WHERE site NOT IN (SELECT site FROM present)")
            self._db.executemany(
                "INSERT INTO functions (symbol, facts, key, status, reason) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (symbol) DO UPDATE SET facts = excluded.facts",
                [
                    (e.function.symbol, dump(replace(e.function, sources=())), e.key, *_not_analysed(e))
                    for e in entries
                ],
            )
            self._forget_failures()
            (kept,) = self._db.execute("SELECT count(DISTINCT function) FROM slices").fetchone()
        return int(kept)

    def _forget_failures(self) -> None:
        """A failure of ours is no result: its function is begun anew. What was found of it is kept."""
        failed = "(SELECT id FROM functions WHERE status = 'failed')"
        for table in ("slices", "plan"):
            self._db.execute(f"DELETE FROM {table} WHERE function IN {failed}")
        self._db.execute("UPDATE functions SET status = NULL, reason = '' WHERE status = 'failed'")

    def plan(self, rows: Sequence[Planned]) -> None:
        with self._db.transaction():
            self._db.executemany(
                "INSERT INTO plan SELECT id, ?, ?, ? FROM functions WHERE symbol = ?",
                [(row.seconds, row.runs, row.executor, row.symbol) for row in rows],
            )

    def planned(self) -> list[Planned]:
        """What is still to be done of the last plan."""
        rows = self._db.execute(
            "SELECT symbol, p.seconds, p.runs, p.executor"
            " FROM plan p JOIN functions f ON f.id = p.function ORDER BY f.id"
        )
        return [Planned(*row) for row in rows]

    def record(self, symbol: str, result: SliceResult, elapsed: float) -> None:
        """A slice with all that it brought, or nothing of it."""
        with self._db.transaction():
            record_slice(self._db, symbol, result)
            self._db.set_meta("elapsed", elapsed)

    def set_meta(self, key: str, value: Any) -> None:
        with self._db.transaction():
            self._db.set_meta(key, value)

    # ---- what a run, and those who watch it, read ----

    def meta(self) -> dict[str, Any]:
        return self._db.meta()

    def histories(self) -> list[History]:
        """Of all functions that can be analysed, in a stable order."""
        rows = self._db.execute(
            """
            SELECT f.facts, f.status, coalesce(sum(s.seconds), 0), coalesce(sum(s.runs), 0), count(s.number),
                   coalesce(l.found, 0),
                   coalesce(sum(iif(s.executor > 0, s.seconds, 0)), 0), coalesce(sum(s.executor), 0)
            FROM functions f LEFT JOIN slices s ON s.function = f.id
                 LEFT JOIN slices l ON l.function = f.id
                      AND l.number = (SELECT max(number) FROM slices WHERE function = f.id)
            GROUP BY f.id ORDER BY f.symbol
            """
        )
        skipped = (Status.EXCLUDED, Status.UNSUPPORTED)
        return [
            History(load(Function, facts), status, *numbers)
            for facts, word, *numbers in rows
            if (status := Status(word) if word else None) not in skipped
        ]

    def known(self, symbol: str) -> Reached:
        rows = self._db.execute(
            "SELECT s.site, kind, first FROM findings x JOIN functions f ON f.id = x.function"
            " JOIN sites s ON s.id = x.site WHERE f.symbol = ?",
            [symbol],
        ).fetchall()
        triggered = frozenset(Raise(site, Kind(kind)) for site, kind, _ in rows)
        return Reached(triggered, frozenset(Raise(site, Kind(kind)) for site, kind, first in rows if first))

    def corpora(self) -> dict[str, bytes]:
        """What each function's next slice can start from, packed."""
        rows = self._db.execute("SELECT symbol, corpus FROM functions WHERE corpus IS NOT NULL")
        return dict(rows.fetchall())

    def counts(self) -> Counts:
        return Counts(
            *self._db.execute(
                """
                SELECT (SELECT count(*) FROM functions WHERE status IS NULL
                          OR status NOT IN ('excluded', 'unsupported')),
                       (SELECT count(DISTINCT function) FROM slices),
                       (SELECT count(*) FROM plan),
                       (SELECT count(*) FROM findings),
                       (SELECT count(*) FROM (SELECT DISTINCT site, kind FROM findings)),
                       (SELECT coalesce(sum(runs), 0) FROM slices),
                       (SELECT coalesce(sum(seconds), 0) FROM slices)
                """
            ).fetchone()
        )

    def by_kind(self) -> dict[Kind, tuple[int, int]]:
        """For each kind the numbers of (site, kind) and of (entry, site, kind)."""
        rows = self._db.execute("SELECT kind, count(DISTINCT site), count(*) FROM findings GROUP BY kind")
        return {Kind(kind): (sites, entries) for kind, sites, entries in rows}

    def report(self, brief: bool = True) -> Report:
        """Everything, in the form that reports are made of. If it is brief, unknown verdicts are only
        counted: a library has millions of them."""
        with self._db.explained(), without_garbage():
            return read_report(self._db, brief)


def _not_analysed(entry: Entry) -> tuple[str | None, str]:
    if entry.excluded:
        return Status.EXCLUDED.value, entry.excluded
    if entry.function.unsupported:
        return Status.UNSUPPORTED.value, entry.function.unsupported
    return None, ""
