"""The summary in the paper's form: for each function and kind [locations, input-location pairs]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orchestrator.model import Consequence, Finding, Kind, Report, XflowClass


def summary_table(report: Report) -> list[str]:
    """Lines of the table, functions without findings left out; no lines when there are none at all."""
    functions = [f for f in report.functions if f.findings]
    functions.sort(key=lambda f: (f.function.place.file, f.function.place.line, f.function.name))
    if not functions:
        return []
    rows = [("function", *(kind.value for kind in Kind), "total")]
    rows += [(f.function.name, *_cells(f.findings)) for f in functions]
    rows.append(("Total", *_cells(finding for f in functions for finding in f.findings)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return ["[locations, input-location pairs]", *(line.rstrip() for line in lines)]


def avoidable_table(report: Report) -> list[str]:
    """The paper's Table 6: how many overflows and underflows another order of evaluation might avoid."""
    judged = [
        f for function in report.functions for f in function.findings if f.judgement and f.judgement.xflow
    ]
    rows = []
    for kind in (Kind.OVERFLOW, Kind.UNDERFLOW):
        classes = Counter(f.judgement.xflow for f in judged if f.kind is kind and f.judgement)
        total = classes.total()
        if total:
            avoidable, unknown = classes[XflowClass.AVOIDABLE], classes[XflowClass.UNDETERMINED]
            rest = f", {unknown} undetermined" if unknown else ""
            rows.append(
                f"{kind.value}: {avoidable} of {total} potentially avoidable ({avoidable / total:.0%}){rest}"
            )
    hurt = Counter(
        f.judgement.consequence for function in report.functions for f in function.findings if f.judgement
    )
    if hurt:
        rows.append("consequences: " + ", ".join(f"{hurt[c]} {c.value}" for c in Consequence if hurt[c]))
    return rows


def _cells(findings: Iterable[Finding]) -> list[str]:
    """A cell for each kind, and one for all together.

    As in the paper a location is where one operation raises one kind: the same operation under two kinds
    counts twice, the same operation reached from two functions once; inputs belong to the function called.
    """
    found = list(findings)
    # The file belongs to a location: programs analysed side by side may have functions of one name.
    locations = {(f.kind, f.site.place.file, f.site.id) for f in found}
    inputs = {
        (f.kind, f.site.place.file, f.site.id, f.function, tuple(value.raw for value in f.inputs))
        for f in found
    }
    cells = []
    for kinds in [*({kind} for kind in Kind), set(Kind)]:
        x = sum(location[0] in kinds for location in locations)
        y = sum(pair[0] in kinds for pair in inputs)
        cells.append(f"[{x}, {y}]" if x else "-")
    return cells
