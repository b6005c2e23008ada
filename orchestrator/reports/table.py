"""The summary in the paper's form: for each function and kind [locations, input-location pairs]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from orchestrator.core.model import Consequence, Kind, Report, XflowClass
from orchestrator.reports.counts import Found, count, found, of_kinds, xflow_classes


def summary_table(report: Report) -> list[str]:
    """Lines of the table, functions without findings left out; no lines when there are none at all."""
    functions = [f for f in report.functions if f.findings]
    functions.sort(key=lambda f: (f.function.place.file, f.function.place.line, f.function.name))
    if not functions:
        return []
    rows = [("function", *(kind.value for kind in Kind), "total")]
    rows += [(f.function.name, *_cells([(f.function, finding) for finding in f.findings])) for f in functions]
    rows.append(("Total", *_cells(found(report))))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return ["[locations, input-location pairs]", *(line.rstrip() for line in lines)]


def avoidable_table(report: Report) -> list[str]:
    """The paper's Table 6: how many overflows and underflows another order of evaluation might avoid."""
    rows = []
    for kind, classes in xflow_classes(found(report)).items():
        total = classes.total()
        if total:
            avoidable, unknown = classes[XflowClass.AVOIDABLE], classes[XflowClass.UNDETERMINED]
            rest = f", {unknown} undetermined" if unknown else ""
            rows.append(
                f"{kind.value}: {avoidable} of {total} potentially avoidable ({avoidable / total:.0%}){rest}"
            )
    hurt = Counter(finding.judgement.consequence for _, finding in found(report) if finding.judgement)
    if hurt:
        rows.append("consequences: " + ", ".join(f"{hurt[c]} {c.value}" for c in Consequence if hurt[c]))
    return rows


def _cells(findings: Sequence[Found]) -> list[str]:
    """A cell for each kind, and one for all together."""
    return [str(count(of_kinds(findings, kinds))) for kinds in [*({kind} for kind in Kind), set(Kind)]]
