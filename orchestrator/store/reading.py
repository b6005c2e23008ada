"""Reading a store: everything, in the form that reports are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from orchestrator.core.model import (
    Crash,
    Finding,
    Function,
    FunctionReport,
    Kind,
    Lead,
    Proof,
    Raise,
    Report,
    Site,
    Status,
    Value,
)
from orchestrator.judge.confirm import finding_id
from orchestrator.judge.verdicts import SiteIndex, verdicts
from orchestrator.store.database import Database
from orchestrator.store.encoding import NO_EXACT_RUN, forms, load, unpack_run
from orchestrator.store.explorations import exploration_of
from orchestrator.store.rows import RunState


def read_report(db: Database, brief: bool) -> Report:
    """Everything, in the form that reports are made of."""
    meta = db.meta()
    sites = SiteIndex(load(Site, facts) for (facts,) in db.execute("SELECT facts FROM sites"))
    functions = [
        _function_report(
            db,
            number,
            replace(load(Function, facts), sources=tuple(meta["sources"])),
            Status(status),
            reason,
            sites,
            brief,
        )
        for number, facts, status, reason in db.execute(
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
        interrupted=RunState(meta["state"]) is not RunState.COMPLETE,
        notes=tuple(meta["notes"]),
        undecided=tuple(sites.by_number[number] for number in sorted(reached - mentioned)),
    )


def _function_report(
    db: Database, number: int, function: Function, status: Status, reason: str, sites: SiteIndex, brief: bool
) -> FunctionReport:
    seconds, runs = db.execute(
        "SELECT coalesce(sum(seconds), 0), coalesce(sum(runs), 0) FROM slices WHERE function = ?",
        [number],
    ).fetchone()
    crashes = db.execute("SELECT reason, count, inputs FROM crashes WHERE function = ?", [number])
    unconfirmed = db.execute(
        "SELECT s.site, kind, first, input FROM unconfirmed u JOIN sites s ON s.id = u.site"
        " WHERE function = ? ORDER BY s.id, kind",
        [number],
    )
    proofs = db.execute(
        "SELECT s.site, kind, by, reason FROM proofs p JOIN sites s ON s.id = p.site WHERE function = ?",
        [number],
    )
    report = FunctionReport(
        function=function,
        status=status,
        reason=reason or "not reached before the run was stopped",
        seconds=seconds,
        runs=runs,
        crashes=tuple(Crash(why, load(tuple[Value, ...], inputs), count) for why, count, inputs in crashes),
        findings=tuple(_findings(db, number, function, sites.by_id)),
        unconfirmed=tuple(
            Lead(sites.by_id[site], Kind(kind), data, bool(first)) for site, kind, first, data in unconfirmed
        ),
        exploration=exploration_of(db, number),
    )
    proved = {Raise(site, Kind(kind)): Proof(by, why) for site, kind, by, why in proofs}
    return verdicts(report, sites, proved, brief)


def _findings(db: Database, number: int, function: Function, sites: Mapping[str, Site]) -> Iterator[Finding]:
    form = forms(sites)
    runs = {
        run: unpack_run(blob, form)
        for run, blob in db.execute("SELECT id, detail FROM runs WHERE function = ?", [number])
    }
    rows = db.execute(
        "SELECT s.site, kind, run, position, first, detail FROM findings f JOIN sites s ON s.id = f.site"
        " WHERE function = ? ORDER BY s.id, kind",
        [number],
    )
    for site_id, kind_name, run_number, position, first, detail in rows:
        run, site, kind = runs[run_number], sites[site_id], Kind(kind_name)
        event = run.events[position]
        finding: Finding = load(Finding, detail, form)
        judged = finding.judgement
        yield replace(
            finding,
            id=finding_id(function, site, kind),
            function=function.name,
            site=site,
            kind=kind,
            first=bool(first),
            exact=event.exact,
            inputs=run.inputs,
            results=run.results,
            ended=run.ended,
            operation_result=event.result,
            operands=event.operands,
            trace=run.events[:position],
            errno=run.errno,
            judgement=judged and replace(judged, exact=run.exact or NO_EXACT_RUN),
        )
