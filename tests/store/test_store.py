"""The store: what goes in comes out, a slice whole or not at all, whatever happens to the process or disk."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
import time
import zlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from orchestrator.core.errors import AriadneError, UserError
from orchestrator.core.model import Exploration, Proof, Site, Status, VerdictKind
from orchestrator.judge.slices import SliceResult
from orchestrator.store import Entry, Planned, Store, schema, unpack_corpus, writing
from orchestrator.store.lock import StoreLock, owner_of
from orchestrator.store.runs import StoredRun
from tests.store.programs import Program, make_program

META = {
    "tool": "0",
    "project": "small",
    "command": ["ariadne", "run"],
    "seed": 0,
    "machine": "any",
    "sources": ["program.c"],
    "flags": [],
    "settings": {},
    "started": "2026-01-01T00:00:00+00:00",
    "fast_math": False,
    "notes": [],
    "state": "running",
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return make_program(tmp_path_factory.mktemp("program"))


@pytest.fixture(scope="module")
def slices(program: Program) -> dict[str, SliceResult]:
    return {name: program.slice(name) for name in ("square", "shared", "crashing", "harmless")}


@pytest.fixture
def store(tmp_path: Path, program: Program) -> Iterator[Store]:
    store = Store.create(tmp_path / "run.sqlite")
    begin(store, program)
    yield store
    store.close()


def begin(store: Store, program: Program, changed: str = "") -> int:
    entries = [
        Entry(f, "new key" if f.name == changed else "key", "just so" if f.name == "harmless" else None)
        for f in program.module.functions
    ]
    return store.begin(META, entries, program.module.sites)


def test_findings_come_out_as_they_went_in(store: Store, slices: dict[str, SliceResult]) -> None:
    for name in ("square", "shared", "crashing"):
        store.record(name, slices[name], 1.0)
    report = store.report()
    by_name = {f.function.name: f for f in report.functions}
    for name in ("square", "shared", "crashing"):
        found = sorted(by_name[name].findings, key=lambda f: f.id)
        assert found == sorted(slices[name].findings, key=lambda f: f.id)
        assert found, "no finding, nothing tested"
        assert by_name[name].crashes == slices[name].crashes
        triggered = {v.reason for v in by_name[name].verdicts if v.verdict is VerdictKind.TRIGGERED}
        assert triggered == {f.id for f in found}
    assert by_name["crashing"].crashes
    assert by_name["cannot"].status is Status.UNSUPPORTED
    assert (by_name["harmless"].status, by_name["harmless"].reason) == (Status.EXCLUDED, "just so")


def test_unknown_verdicts_are_counted(store: Store, program: Program) -> None:
    store.record("square", SliceResult(Status.COMPLETE, "nothing moved", 1.0, 10), 1.0)
    square = next(f for f in store.report().functions if f.function.name == "square")
    assert square.unknown == 2  # x * x may overflow and underflow
    assert not square.verdicts
    assert "square#0" in {site.id for site in store.report().undecided}, "what is only counted can be marked"


def test_a_better_input_replaces_a_worse_one(store: Store, slices: dict[str, SliceResult]) -> None:
    finding = next(f for f in slices["shared"].findings if f.first)
    worse = replace(finding, first=False)
    alone = SliceResult(Status.COMPLETE, "", 1.0, 1)
    for offered, kept in ((worse, worse), (finding, finding), (worse, finding)):
        store.record("shared", replace(alone, findings=(offered,)), 1.0)
        (found,) = [f for r in store.report().functions for f in r.findings]
        assert found == kept
    assert [h.last_found for h in store.histories() if h.function.name == "shared"] == [0]


def test_changed_functions_lose_their_results_and_only_they(
    store: Store, program: Program, slices: dict[str, SliceResult]
) -> None:
    for name in ("square", "shared"):
        store.record(name, slices[name], 1.0)
    store.plan([Planned("square", 1.0, 0), Planned("shared", 1.0, 0)])
    assert begin(store, program, changed="square") == 1
    with_findings = {f.function.name for f in store.report().functions if f.findings}
    assert with_findings == {"shared"}
    assert [row.symbol for row in store.planned()] == ["shared"]
    assert {h.function.name for h in store.histories() if h.slices == 0} == {"square", "crashing"}


def test_what_the_executor_was_granted_is_known(store: Store, slices: dict[str, SliceResult]) -> None:
    """Also when it ended early: the schedule must not give it the same again."""
    store.plan([Planned("square", 1.5, 0)])
    store.record("square", replace(slices["square"], seconds=1.25), 1.0)
    store.plan([Planned("square", 3.0, 0, 0.75)])
    assert store.planned() == [Planned("square", 3.0, 0, 0.75)]
    store.record("square", replace(slices["square"], seconds=0.5), 1.0)
    (history,) = [h for h in store.histories() if h.function.name == "square"]
    assert (history.seconds, history.executor_seconds, history.executor_granted) == (1.75, 0.5, 3.0)


def test_moved_lines_move_in_the_report(
    store: Store, program: Program, slices: dict[str, SliceResult]
) -> None:
    store.record("square", slices["square"], 1.0)
    moved = [replace(s, place=replace(s.place, line=s.place.line + 7)) for s in program.module.sites]
    store.begin(META, [Entry(f, "key") for f in program.module.functions], moved)
    lines = {f.site.place.line for r in store.report().functions for f in r.findings}
    assert lines == {f.site.place.line + 7 for f in slices["square"].findings}


def test_corpora_and_known_pairs(store: Store, program: Program, slices: dict[str, SliceResult]) -> None:
    corpus = (b"a" * 16, b"b" * 16)
    store.record("square", replace(slices["square"], corpus=corpus), 1.0)
    assert unpack_corpus(store.corpora()["square"], 16) == list(corpus)
    known = store.known("square")
    assert set(known.triggered) == {(f.site.id, f.kind) for f in slices["square"].findings}
    again = program.slice("square", known=known)
    assert not again.findings


def test_a_slice_is_recorded_whole_or_not_at_all(
    store: Store, slices: dict[str, SliceResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    add = writing._add_finding

    def fails_at_the_second(*arguments: object) -> bool:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return add(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(writing, "_add_finding", fails_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        store.record("shared", slices["shared"], 1.0)
    assert calls == 2
    assert store.counts().findings == 0
    monkeypatch.undo()
    store.record("shared", slices["shared"], 1.0)
    assert store.counts().findings == len(slices["shared"].findings)


def _record_for_ever(path: Path, program: Program, result: SliceResult) -> None:
    store = Store.create(path)
    while True:
        store.record("shared", result, 1.0)


def test_kill_9_leaves_a_store_that_can_be_used(
    tmp_path: Path, program: Program, slices: dict[str, SliceResult]
) -> None:
    path = tmp_path / "killed.sqlite"
    store = Store.create(path)
    begin(store, program)
    store.close()
    context = multiprocessing.get_context("fork")
    for _ in range(5):
        process = context.Process(target=_record_for_ever, args=(path, program, slices["shared"]))
        process.start()
        time.sleep(0.15)
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        store = Store.open(path)
        assert store.counts().findings in (0, len(slices["shared"].findings))
        store.close()
    store = Store.open(path)
    assert store.counts().runs
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_full_disk_is_said_and_harms_nothing(
    store: Store, slices: dict[str, SliceResult], tmp_path: Path
) -> None:
    store.record("square", slices["square"], 1.0)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    big = replace(slices["shared"], corpus=tuple(os.urandom(16) for _ in range(20_000)))
    with pytest.raises(AriadneError, match="full"):
        store.record("shared", big, 1.0)
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert store.counts().findings == len(slices["square"].findings)


def test_bad_files(tmp_path: Path) -> None:
    path = tmp_path / "no.sqlite"
    with pytest.raises(UserError, match="no such store"):
        Store.open(path)
    path.write_text("this is not a database, but long enough to look like one" * 50)
    with pytest.raises(UserError, match="damaged"):
        Store.open(path)


def test_newer_schemas_are_refused_and_older_ones_migrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.sqlite"
    Store.create(path).close()
    more = (*schema._MIGRATIONS, "CREATE TABLE later (x INTEGER)")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_MIGRATIONS", more)
        patch.setattr(schema, "VERSION", len(more))
        newer = Store.open(path)
        newer._db.execute("INSERT INTO later VALUES (1)")
        newer.close()
    with pytest.raises(UserError, match="newer version"):
        Store.open(path)


def test_a_store_without_proofs_and_explorations_is_brought_up_to_date(
    tmp_path: Path, program: Program, slices: dict[str, SliceResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.sqlite"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_MIGRATIONS", schema._MIGRATIONS[:1])
        patch.setattr(schema, "VERSION", 1)
        old = Store.create(path)
        begin(old, program)
        old._db.execute("INSERT INTO slices SELECT id, 1, 0.5, 7, 0, 'then' FROM functions")
        old.close()
    store = Store.create(path)
    assert begin(store, program) == len(program.module.functions), "nothing is lost"
    result = replace(slices["square"], exploration=Exploration(paths=2, sat=1))
    store.record("square", result, 1.0)
    (report,) = (f for f in store.report().functions if f.function.name == "square")
    assert report.exploration == Exploration(paths=2, sat=1)
    assert report.runs == 7 + slices["square"].runs
    store.close()


def _as_list(value: Any) -> Any:
    """How schema 3 wrote a record, with events that name their site."""
    return value.id if isinstance(value, Site) else _fields(value)


def _fields(value: Any) -> Any:
    if is_dataclass(value):
        return [_as_list(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, bytes):
        return value.hex()
    return [_as_list(item) for item in value] if isinstance(value, (tuple, list)) else value


def test_a_store_whose_records_are_lists_is_read(
    store: Store, program: Program, slices: dict[str, SliceResult]
) -> None:
    """As schema 3 wrote them."""
    explored = Exploration(paths=2, sat=1, deciders=(("exact", 1),), cut=("a gap",))
    for name in ("square", "shared", "crashing"):
        store.record(name, replace(slices[name], exploration=explored), 1.0)
    report = store.report()
    store.close()
    database = sqlite3.connect(store.path)
    symbols = dict(database.execute("SELECT id, symbol FROM functions"))
    functions = {f.symbol: f for f in program.module.functions}
    for number, symbol in symbols.items():
        facts = json.dumps(_as_list(replace(functions[symbol], sources=())))
        database.execute("UPDATE functions SET facts = ? WHERE id = ?", [facts, number])
    for site in program.module.sites:
        database.execute("UPDATE sites SET facts = ? WHERE site = ?", [json.dumps(_fields(site)), site.id])
    database.execute("UPDATE explorations SET facts = ?", [json.dumps(_as_list(explored))])
    known = {(f.function, f.site.id, f.kind.value): f for r in report.functions for f in r.findings}
    rows = database.execute(
        "SELECT f.function, f.site, s.site, kind, run, position FROM findings f JOIN sites s ON s.id = f.site"
        " ORDER BY position"
    ).fetchall()
    for function, site, name, kind, run, _ in rows:
        finding = known[symbols[function], name, kind]
        assert finding.judgement
        stored = StoredRun.of(finding)
        blob = zlib.compress(json.dumps(_as_list(stored)).encode())
        database.execute("UPDATE runs SET detail = ? WHERE id = ?", [blob, run])
        detail = json.dumps([finding.text, _as_list(finding.judgement)])
        key = [function, site, kind]
        database.execute(
            "UPDATE findings SET detail = ? WHERE function = ? AND site = ? AND kind = ?", [detail, *key]
        )
    for reason, inputs in {c.reason: c.inputs for r in report.functions for c in r.crashes}.items():
        database.execute(
            "UPDATE crashes SET inputs = ? WHERE reason = ?", [json.dumps(_as_list(inputs)), reason]
        )
    database.execute("PRAGMA user_version = 3")
    database.commit()
    database.close()
    again = Store.open(store.path)
    assert again.report() == report
    again.close()


def test_facts_that_cannot_be_read_are_said(store: Store) -> None:
    database = sqlite3.connect(store.path)
    database.execute("UPDATE functions SET facts = '{}'")
    database.commit()
    database.close()
    with pytest.raises(UserError, match="the store cannot be read: name is missing"):
        store.report()


def test_proofs_and_explorations_come_out_as_they_went_in(
    store: Store, slices: dict[str, SliceResult]
) -> None:
    site = slices["square"].findings[0].site
    kind = slices["square"].findings[0].kind
    clean = replace(slices["square"], findings=(), exploration=Exploration(2, 3, 1, 0, (("exact", 4),)))
    store.record("square", replace(clean, proofs={(site.id, kind): Proof("intervals", "small")}), 1.0)
    store.record("square", replace(clean, exploration=replace(clean.exploration, paths=1, full=True)), 2.0)
    (report,) = (f for f in store.report().functions if f.function.name == "square")
    (safe,) = (v for v in report.verdicts if v.site == site and v.kind is kind)
    assert (safe.verdict, safe.by, safe.reason) == (VerdictKind.SAFE, "intervals", "small")
    assert report.exploration == Exploration(2, 6, 2, 0, (("exact", 8),), full=True)
    store.record("square", slices["square"], 3.0)  # and now a run does it
    (report,) = (f for f in store.report().functions if f.function.name == "square")
    assert not [v for v in report.verdicts if v.by == "intervals"]


def test_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    assert owner_of(path) is None
    lock = StoreLock(path)
    assert owner_of(path) == str(os.getpid())
    with pytest.raises(UserError, match=f"another run is at work.*{os.getpid()}"):
        StoreLock(path)
    lock.release()
    assert owner_of(path) is None
    StoreLock(path).release()


def test_failures_of_ours_are_tried_again(
    store: Store, program: Program, slices: dict[str, SliceResult]
) -> None:
    """What was found stays; the function itself is begun anew by the next run."""
    symbol, result = next((symbol, result) for symbol, result in slices.items() if result.findings)
    store.record(symbol, replace(result, status=Status.FAILED, reason="no memory"), 1.0)
    before = store.counts().findings
    store._db.execute("BEGIN")
    store._forget_failures()
    store._db.execute("COMMIT")
    history = next(h for h in store.histories() if h.function.symbol == symbol)
    assert (history.slices, history.status) == (0, None)
    assert store.counts().findings == before > 0
