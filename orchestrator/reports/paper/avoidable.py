"""Overflows and underflows that another order of evaluation might avoid (Table 6)."""

from __future__ import annotations

from orchestrator.core.model import Report, XflowClass
from orchestrator.reports.counts import found, xflow_classes
from orchestrator.reports.paper.published import Published
from orchestrator.reports.paper.table import Cell, Table, share


def avoidable(report: Report, theirs: Published | None) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind, classes in xflow_classes(found(report)).items():
        total = classes.total()
        row: tuple[Cell, ...] = (kind.value, *(classes[each] for each in XflowClass), total)
        row += (share(classes[XflowClass.AVOIDABLE], total),)
        if theirs:
            part, whole = theirs.avoidable.get(kind, (None, None))
            row += (part, whole, share(part, whole) if part is not None and whole is not None else None)
        rows.append(row)
    columns = ("kind", *(each.value for each in XflowClass), "total", "ratio")
    if theirs:
        columns += ("theirs: avoidable", "theirs: total", "theirs: ratio")
    notes = ["Pairs. Avoidable: every exact result of the same run is zero or fits a normal float."]
    unjudged = sum(finding.judgement is None for _, finding in found(report))
    if unjudged:
        notes.append(f"Not rerun in exact arithmetic, and not counted here: {unjudged}.")
    return Table("avoidable", "Potentially avoidable (Table 6)", columns, tuple(rows), tuple(notes))
