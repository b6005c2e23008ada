"""Writing a slice of a function's analysis: everything that it brought, beside what is there already."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from orchestrator.core.model import Exploration, Finding, Proof, Target, Value
from orchestrator.judge.slices import SliceResult
from orchestrator.store.database import Database
from orchestrator.store.encoding import dump, pack_corpus, pack_run
from orchestrator.store.explorations import exploration_of, together
from orchestrator.store.runs import StoredRun

# Of runs: the code that is analysed may destroy the search's counters, and SQLite knows no larger numbers.
_MOST = 1 << 53


def record_slice(db: Database, symbol: str, result: SliceResult) -> None:
    """Inside a transaction: all of it or nothing."""
    (function,) = db.execute("SELECT id FROM functions WHERE symbol = ?", [symbol]).fetchone()
    sites = {site: number for number, site in db.execute("SELECT id, site FROM sites")}
    found = sum(_add_finding(db, function, sites[f.site.id], f) for f in result.findings)
    db.execute(
        "DELETE FROM runs WHERE function = ?1 AND id NOT IN (SELECT run FROM findings WHERE function = ?1)",
        [function],
    )
    db.executemany(
        "INSERT OR REPLACE INTO unconfirmed VALUES (?, ?, ?, ?, ?)",
        [(function, sites[u.site.id], u.kind.value, u.first, u.input) for u in result.unconfirmed],
    )
    db.execute(
        "DELETE FROM unconfirmed WHERE function = ?1 AND EXISTS (SELECT 1 FROM findings f"
        " WHERE f.function = ?1 AND f.site = unconfirmed.site AND f.kind = unconfirmed.kind)",
        [function],
    )
    db.executemany(
        "INSERT INTO crashes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [
            (function, c.reason, min(c.count, _MOST), dump(c.inputs, tuple[Value, ...]))
            for c in result.crashes
        ],
    )
    _add_proofs(db, function, sites, result.proofs)
    if result.exploration:
        _add_exploration(db, function, result.exploration)
    db.execute(
        "INSERT INTO slices SELECT ?1, 1 + count(*), ?2, ?3, ?4, ?5, coalesce("
        " (SELECT seconds FROM plan WHERE function = ?1 AND executor > 0), 0)"
        " FROM slices WHERE function = ?1",
        [function, result.seconds, min(result.runs, _MOST), found, _now()],
    )
    db.execute(
        "UPDATE functions SET status = ?, reason = ?, corpus = ? WHERE id = ?",
        [result.status.value, result.reason, pack_corpus(result.corpus), function],
    )
    db.execute("DELETE FROM plan WHERE function = ?", [function])


def _add_finding(db: Database, function: int, site: int, finding: Finding) -> bool:
    """Keep a finding if its pair is new, or was not the first exception of a run so far. Is it new?"""
    key = function, site, finding.kind.value
    old = db.execute(
        "SELECT first FROM findings WHERE function = ? AND site = ? AND kind = ?", key
    ).fetchone()
    if old and (old[0] or not finding.first):
        return False
    judgement = finding.judgement
    db.execute(
        "INSERT OR REPLACE INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            *key,
            _add_run(db, function, finding),
            len(finding.trace),
            finding.first,
            judgement.xflow.value if judgement and judgement.xflow else None,
            judgement.consequence.value if judgement else None,
            dump(finding),
        ],
    )
    return old is None


def _add_run(db: Database, function: int, finding: Finding) -> int:
    data = b"".join(value.raw for value in finding.inputs)
    row = db.execute(
        "SELECT r.id, (SELECT max(position) FROM findings f WHERE f.run = r.id)"
        " FROM runs r WHERE function = ? AND input = ?",
        [function, data],
    ).fetchone()
    if row and (row[1] or 0) >= len(finding.trace):
        return int(row[0])
    blob = pack_run(StoredRun.of(finding))
    if row:
        db.execute("UPDATE runs SET detail = ? WHERE id = ?", [blob, row[0]])
        return int(row[0])
    added = db.execute("INSERT INTO runs (function, input, detail) VALUES (?, ?, ?)", [function, data, blob])
    return int(added.lastrowid or 0)


def _add_proofs(
    db: Database, function: int, sites: Mapping[str, int], proofs: Mapping[Target, Proof]
) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO proofs (function, site, kind, reason, by) VALUES (?, ?, ?, ?, ?)",
        [
            (function, sites[site], kind.value, proof.reason, proof.by)
            for (site, kind), proof in proofs.items()
        ],
    )


def _add_exploration(db: Database, function: int, news: Exploration) -> None:
    old = exploration_of(db, function)
    whole = together(old, news) if old else news
    db.execute(
        "INSERT OR REPLACE INTO explorations VALUES (?, ?, ?, ?)",
        [function, whole.queries, whole.full, dump(whole)],
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
