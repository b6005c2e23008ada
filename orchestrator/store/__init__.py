"""The store of a run: one SQLite file to which results go as they come, and from which reports are made.

Every slice is one transaction. A run that is killed at any moment loses what was in flight and nothing else.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from orchestrator.core.errors import InternalError, UserError
from orchestrator.core.model import (
    Crash,
    ExactRun,
    Exploration,
    Finding,
    Function,
    FunctionReport,
    Judgement,
    Kind,
    Lead,
    Proof,
    Report,
    Site,
    Status,
    Value,
)
from orchestrator.core.records import from_plain, to_plain
from orchestrator.judge.confirm import finding_id
from orchestrator.judge.slices import Known, SliceResult
from orchestrator.judge.verdicts import SiteIndex, verdicts
from orchestrator.store.explorations import together
from orchestrator.store.runs import StoredRun
from orchestrator.store.schema import prepare

_NO_EXACT_RUN = ExactRun((), None, 0, (), None)  # in a finding's row; its run has the real one


@dataclass(frozen=True)
class Entry:
    """A function that the run is to analyse, or that it leaves out and why."""

    function: Function
    key: str  # what its results depend on
    excluded: str | None = None


@dataclass(frozen=True)
class History:
    """What was done for a function so far."""

    function: Function
    status: Status | None
    seconds: float
    runs: int
    slices: int
    last_found: int  # pairs that the last slice added
    executor_seconds: float = 0.0  # of slices with an executor
    executor_granted: float = 0.0  # seconds that these had; they may end before


@dataclass(frozen=True)
class Planned:
    symbol: str
    seconds: float
    runs: int
    executor: float = 0.0  # share of the slice


@dataclass(frozen=True)
class Counts:
    """Where a run stands."""

    functions: int
    begun: int
    planned: int
    findings: int  # (entry, site, kind)
    pairs: int  # (site, kind)
    runs: int
    seconds: float  # of all slices


class Store:
    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection

    @classmethod
    def create(cls, path: Path, fresh: bool = False) -> Store:
        """Open a store for writing; it is made if it is not there, or again if it is to be fresh."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
        return cls._open(path, f"file:{_quoted(path)}?mode=rwc")

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a store for reading, also while a run writes to it."""
        if not path.exists():
            raise UserError(f"{path}: no such store", hint="`ariadne run` makes one")
        return cls._open(path, f"file:{_quoted(path)}?mode=rw")

    @classmethod
    def _open(cls, path: Path, uri: str) -> Store:
        with _explained(path):
            connection = sqlite3.connect(uri, uri=True, timeout=30.0, isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            prepare(connection, path)
        return cls(path, connection)

    def close(self) -> None:
        self._db.close()

    # ---- what a run writes ----

    def begin(self, meta: Mapping[str, Any], entries: Sequence[Entry], sites: Sequence[Site]) -> int:
        """Bring the functions up to date: those whose key changed, or that are gone, lose their results.
        Returns for how many the results of the last run are kept."""
        with self._transaction():
            for key, value in meta.items():
                self._set(key, value)
            self._db.executemany(
                "INSERT INTO sites (site, facts) VALUES (?, ?)"
                " ON CONFLICT (site) DO UPDATE SET facts = excluded.facts",
                [(site.id, _dump(site)) for site in sites],
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
                    (e.function.symbol, _dump(replace(e.function, sources=())), e.key, *_not_analysed(e))
                    for e in entries
                ],
            )
            (kept,) = self._db.execute("SELECT count(DISTINCT function) FROM slices").fetchone()
        return int(kept)

    def plan(self, rows: Sequence[Planned]) -> None:
        with self._transaction():
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
        with self._transaction():
            (function,) = self._db.execute("SELECT id FROM functions WHERE symbol = ?", [symbol]).fetchone()
            sites = {site: number for number, site in self._db.execute("SELECT id, site FROM sites")}
            found = sum(self._add_finding(function, sites[f.site.id], f) for f in result.findings)
            self._db.execute(
                "DELETE FROM runs WHERE function = ?1"
                " AND id NOT IN (SELECT run FROM findings WHERE function = ?1)",
                [function],
            )
            self._db.executemany(
                "INSERT OR REPLACE INTO unconfirmed VALUES (?, ?, ?, ?, ?)",
                [(function, sites[u.site.id], u.kind.value, u.first, u.input) for u in result.unconfirmed],
            )
            self._db.execute(
                "DELETE FROM unconfirmed WHERE function = ?1 AND EXISTS (SELECT 1 FROM findings f"
                " WHERE f.function = ?1 AND f.site = unconfirmed.site AND f.kind = unconfirmed.kind)",
                [function],
            )
            self._db.executemany(
                "INSERT INTO crashes VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET count = count + excluded.count",
                [(function, c.reason, c.count, _dump(c.inputs)) for c in result.crashes],
            )
            self._add_proofs(function, sites, result.proofs)
            if result.exploration:
                self._add_exploration(function, result.exploration)
            self._db.execute(
                "INSERT INTO slices SELECT ?1, 1 + count(*), ?2, ?3, ?4, ?5, coalesce("
                " (SELECT seconds FROM plan WHERE function = ?1 AND executor > 0), 0)"
                " FROM slices WHERE function = ?1",
                [function, result.seconds, result.runs, found, _now()],
            )
            self._db.execute(
                "UPDATE functions SET status = ?, reason = ?, corpus = ? WHERE id = ?",
                [result.status.value, result.reason, zlib.compress(b"".join(result.corpus)), function],
            )
            self._db.execute("DELETE FROM plan WHERE function = ?", [function])
            self._set("elapsed", elapsed)

    def _add_finding(self, function: int, site: int, finding: Finding) -> bool:
        """Keep a finding if its pair is new, or was not the first exception of a run so far. Is it new?"""
        key = function, site, finding.kind.value
        old = self._db.execute(
            "SELECT first FROM findings WHERE function = ? AND site = ? AND kind = ?", key
        ).fetchone()
        if old and (old[0] or not finding.first):
            return False
        judgement = finding.judgement and replace(finding.judgement, exact=_NO_EXACT_RUN)
        self._db.execute(
            "INSERT OR REPLACE INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                *key,
                self._add_run(function, finding),
                len(finding.trace),
                finding.first,
                judgement.xflow.value if judgement and judgement.xflow else None,
                judgement.consequence.value if judgement else None,
                json.dumps([finding.text, to_plain(judgement)]),
            ],
        )
        return old is None

    def _add_run(self, function: int, finding: Finding) -> int:
        data = b"".join(value.raw for value in finding.inputs)
        row = self._db.execute(
            "SELECT r.id, (SELECT max(position) FROM findings f WHERE f.run = r.id)"
            " FROM runs r WHERE function = ? AND input = ?",
            [function, data],
        ).fetchone()
        if row and (row[1] or 0) >= len(finding.trace):
            return int(row[0])
        blob = StoredRun.of(finding).pack()
        if row:
            self._db.execute("UPDATE runs SET detail = ? WHERE id = ?", [blob, row[0]])
            return int(row[0])
        added = self._db.execute(
            "INSERT INTO runs (function, input, detail) VALUES (?, ?, ?)", [function, data, blob]
        )
        return int(added.lastrowid or 0)

    def _add_proofs(
        self, function: int, sites: Mapping[str, int], proofs: Mapping[tuple[str, Kind], Proof]
    ) -> None:
        self._db.executemany(
            "INSERT OR REPLACE INTO proofs (function, site, kind, reason, by) VALUES (?, ?, ?, ?, ?)",
            [
                (function, sites[site], kind.value, proof.reason, proof.by)
                for (site, kind), proof in proofs.items()
            ],
        )

    def _add_exploration(self, function: int, news: Exploration) -> None:
        old = self._exploration(function)
        whole = together(old, news) if old else news
        self._db.execute(
            "INSERT OR REPLACE INTO explorations VALUES (?, ?, ?, ?)",
            [function, whole.queries, whole.full, _dump(whole)],
        )

    def _exploration(self, function: int) -> Exploration | None:
        row = self._db.execute("SELECT facts FROM explorations WHERE function = ?", [function]).fetchone()
        return _load(Exploration, row[0]) if row else None

    def set_meta(self, key: str, value: Any) -> None:
        with self._transaction():
            self._set(key, value)

    def _set(self, key: str, value: Any) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, json.dumps(value)])

    # ---- what a run, and those who watch it, read ----

    def meta(self) -> dict[str, Any]:
        return {key: json.loads(value) for key, value in self._db.execute("SELECT key, value FROM meta")}

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
            History(_load(Function, facts), status, *numbers)
            for facts, word, *numbers in rows
            if (status := Status(word) if word else None) not in skipped
        ]

    def known(self, symbol: str) -> Known:
        rows = self._db.execute(
            "SELECT s.site, kind, first FROM findings x JOIN functions f ON f.id = x.function"
            " JOIN sites s ON s.id = x.site WHERE f.symbol = ?",
            [symbol],
        ).fetchall()
        triggered = frozenset((site, kind) for site, kind, _ in rows)
        return Known(triggered, frozenset((site, kind) for site, kind, first in rows if first))

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

    def report(self) -> Report:
        """Everything, in the form that reports are made of."""
        with _explained(self.path):
            meta = self.meta()
            sites = SiteIndex(_load(Site, facts) for (facts,) in self._db.execute("SELECT facts FROM sites"))
            functions = [
                self._function_report(
                    number,
                    replace(_load(Function, facts), sources=tuple(meta["sources"])),
                    Status(status),
                    reason,
                    sites,
                )
                for number, facts, status, reason in self._db.execute(
                    "SELECT id, facts, coalesce(status, 'interrupted'), reason FROM functions ORDER BY symbol"
                ).fetchall()
            ]
        functions.sort(key=lambda r: (r.function.place.file, r.function.place.line, r.function.symbol))
        reached = {number for function in functions for number in function.function.sites}
        mentioned = {site.number for function in functions for site in function.mentioned}
        return Report(
            tool_version=meta["tool"],
            command=tuple(meta["command"]),
            seed=meta["seed"],
            machine=meta["machine"],
            sources=tuple(meta["sources"]),
            flags=tuple(meta["flags"]),
            settings=meta["settings"],
            started=meta["started"],
            seconds=meta.get("elapsed", 0.0),
            fast_math=meta["fast_math"],
            functions=tuple(functions),
            interrupted=meta["state"] != "complete",
            notes=tuple(meta["notes"]),
            undecided=tuple(sites.by_number[number] for number in sorted(reached - mentioned)),
        )

    def _function_report(
        self, number: int, function: Function, status: Status, reason: str, sites: SiteIndex
    ) -> FunctionReport:
        seconds, runs = self._db.execute(
            "SELECT coalesce(sum(seconds), 0), coalesce(sum(runs), 0) FROM slices WHERE function = ?",
            [number],
        ).fetchone()
        crashes = self._db.execute("SELECT reason, count, inputs FROM crashes WHERE function = ?", [number])
        unconfirmed = self._db.execute(
            "SELECT s.site, kind, first, input FROM unconfirmed u JOIN sites s ON s.id = u.site"
            " WHERE function = ? ORDER BY s.id, kind",
            [number],
        )
        proofs = self._db.execute(
            "SELECT s.site, kind, by, reason FROM proofs p JOIN sites s ON s.id = p.site WHERE function = ?",
            [number],
        )
        report = FunctionReport(
            function=function,
            status=status,
            reason=reason or "not reached before the run was stopped",
            seconds=seconds,
            runs=runs,
            crashes=tuple(
                Crash(why, _load(tuple[Value, ...], inputs), count) for why, count, inputs in crashes
            ),
            findings=tuple(self._findings(number, function, sites.by_id)),
            unconfirmed=tuple(
                Lead(sites.by_id[site], Kind(kind), data, bool(first))
                for site, kind, first, data in unconfirmed
            ),
            exploration=self._exploration(number),
        )
        proved = {(site, Kind(kind)): Proof(by, why) for site, kind, by, why in proofs}
        return verdicts(report, sites, proved, brief=True)  # a library has millions of unknown ones

    def _findings(self, number: int, function: Function, sites: Mapping[str, Site]) -> Iterator[Finding]:
        runs = {
            run: StoredRun.unpack(blob, sites)
            for run, blob in self._db.execute("SELECT id, detail FROM runs WHERE function = ?", [number])
        }
        rows = self._db.execute(
            "SELECT s.site, kind, run, position, first, detail FROM findings f JOIN sites s ON s.id = f.site"
            " WHERE function = ? ORDER BY s.id, kind",
            [number],
        )
        for site_id, kind_name, run_number, position, first, detail in rows:
            run, site, kind = runs[run_number], sites[site_id], Kind(kind_name)
            event = run.events[position]
            text, judgement = json.loads(detail)
            judged = from_plain(Judgement, judgement)
            yield Finding(
                id=finding_id(function, site, kind),
                function=function.name,
                site=site,
                kind=kind,
                text=text,
                first=bool(first),
                exact=event.exact,
                inputs=run.inputs,
                results=run.results,
                ended=run.ended,
                operation_result=event.result,
                operands=event.operands,
                trace=run.events[:position],
                errno=run.errno,
                judgement=judged and replace(judged, exact=run.exact or _NO_EXACT_RUN),
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _explained(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as problem:  # a full disk, no permission, a lock
        raise InternalError(f"cannot use the store {path}: {problem}") from problem
    except sqlite3.DatabaseError as problem:
        raise UserError(
            f"{path} is damaged: {problem}", hint="`ariadne run --fresh` starts anew"
        ) from problem


def unpack_corpus(packed: bytes | None, size: int) -> list[bytes]:
    """The inputs, of `size` bytes each."""
    if not packed or not size:
        return []
    data = zlib.decompress(packed)
    return [data[start : start + size] for start in range(0, len(data), size)]


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _dump(record: Any) -> str:
    return json.dumps(to_plain(record), separators=(",", ":"))


def _load(cls: Any, text: str) -> Any:
    return from_plain(cls, json.loads(text))


def _not_analysed(entry: Entry) -> tuple[str | None, str]:
    if entry.excluded:
        return Status.EXCLUDED.value, entry.excluded
    if entry.function.unsupported:
        return Status.UNSUPPORTED.value, entry.function.unsupported
    return None, ""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
