"""How many findings there are: all in all, by kind (Figure 7), and by function (Figure 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.core.model import Function, Kind, Report
from orchestrator.reports.counts import (
    EXPLANATION,
    PRIMARY_AND_FIRST,
    Found,
    analysed,
    count,
    found,
    of_kinds,
)
from orchestrator.reports.paper.published import Published
from orchestrator.reports.paper.table import HOUR, Cell, Table, share

# In the order of Figure 7. Of overflows and underflows the paper gives the sum only.
KINDS: dict[str, frozenset[Kind]] = {
    "invalid": frozenset({Kind.INVALID}),
    "division by zero": frozenset({Kind.DIVBYZERO}),
    "overflow": frozenset({Kind.OVERFLOW}),
    "underflow": frozenset({Kind.UNDERFLOW}),
    "over- or underflow": frozenset({Kind.OVERFLOW, Kind.UNDERFLOW}),
}
_OF_THE_PAPER = frozenset[Kind]().union(*KINDS.values())
KINDS |= {kind.label: frozenset({kind}) for kind in Kind if kind not in _OF_THE_PAPER}


def firsts(findings: list[Found]) -> list[Found]:
    return [each for each in findings if each[1].first]


def overview(report: Report, theirs: Published | None) -> Table:
    every = found(report)
    primary, first = count(every), count(firsts(every))
    functions = analysed(report)
    hours = sum(f.seconds for f in functions) / HOUR
    ours: dict[str, Cell] = {
        "functions analysed": len(functions),
        "functions not analysed": len(report.functions) - len(functions),
        "functions with findings": sum(bool(f.findings) for f in functions),
        "locations": primary.locations,
        "input-location pairs": primary.pairs,
        "locations, first of a run": first.locations,
        "pairs, first of a run": first.pairs,
        "hours, summed over functions": round(hours, 3),
        "hours, on the clock": round(report.seconds / HOUR, 3),
    }
    beside: dict[str, Cell] = {}
    if theirs:
        beside = {
            "functions analysed": theirs.functions,
            "functions with findings": theirs.with_findings,
            "locations": theirs.locations,
            "input-location pairs": theirs.pairs,
            "hours, summed over functions": theirs.hours,
        }
    rows = [(what, number, beside.get(what)) for what, number in ours.items()]
    notes = (EXPLANATION, PRIMARY_AND_FIRST)
    columns = ("what", "ours", "theirs") if theirs else ("what", "ours")
    return Table("overview", "All in all", columns, tuple(row[: len(columns)] for row in rows), notes)


def kinds(report: Report, theirs: Published | None) -> Table:
    every = found(report)
    whole = count(every).pairs
    rows: list[tuple[Cell, ...]] = []
    for label, group in [*KINDS.items(), ("total", frozenset(Kind))]:
        findings = of_kinds(every, group)
        primary, first = count(findings), count(firsts(findings))
        row: tuple[Cell, ...] = (label, primary.locations, primary.pairs, share(primary.pairs, whole))
        row += (first.locations, first.pairs)
        if theirs:
            row += (theirs.pairs if label == "total" else theirs.kinds.get(group),)
        rows.append(row)
    columns: tuple[str, ...] = (
        "kind",
        "locations",
        "pairs",
        "of all pairs",
        "first: locations",
        "first: pairs",
    )
    if theirs:
        columns += ("theirs: pairs",)
    return Table(
        "kinds", "Findings by kind (Figure 7)", tuple(columns), tuple(rows), (EXPLANATION, PRIMARY_AND_FIRST)
    )


@dataclass(frozen=True)
class Bin:
    """Functions with so many findings."""

    least: int
    greatest: int

    @property
    def label(self) -> str:
        return str(self.least) if self.least == self.greatest else f"{self.least}-{self.greatest}"


def bins(largest: int) -> Iterator[Bin]:
    """0, 1, 2, 3-4, 5-8, 9-16 and so on, up to the largest."""
    yield Bin(0, 0)
    least = greatest = 1
    while least <= largest:
        yield Bin(least, greatest)
        least, greatest = greatest + 1, 2 * greatest


def pairs_by_function(report: Report) -> list[tuple[Function, int]]:
    return [
        (f.function, count((f.function, finding) for finding in f.findings).pairs) for f in analysed(report)
    ]


def functions(report: Report, theirs: Published | None) -> Table:
    sizes = pairs_by_function(report)
    amounts = [amount for _, amount in sizes]
    rows: list[tuple[Cell, ...]] = []
    for each in bins(max(amounts, default=0)):
        inside = sum(each.least <= amount <= each.greatest for amount in amounts)
        without = theirs.functions - theirs.with_findings if theirs and each.greatest == 0 else None
        rows.append((each.label, inside, share(inside, len(amounts)), without))
    some = sum(amount > 0 for amount in amounts)
    rows.append(("any", some, share(some, len(amounts)), theirs.with_findings if theirs else None))
    notes = ["Pairs count, as on the x axis of Figure 8: (operation, kind) with an input of this function."]
    if some:
        function, amount = max(sizes, key=lambda item: item[1])
        notes.append(f"the most: {function.name}, {amount}.")
    if theirs:
        notes.append(f"theirs, the most: {theirs.most[0]}, {theirs.most[1]}.")
    columns = ("pairs", "functions", "of all", "theirs")[: 4 if theirs else 3]
    return Table(
        "functions",
        "Functions by number of findings (Figure 8)",
        columns,
        tuple(row[: len(columns)] for row in rows),
        tuple(notes),
    )
