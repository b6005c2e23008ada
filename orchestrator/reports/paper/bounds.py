"""The same functions at several loop bounds (Table 5)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from orchestrator.core.errors import UserError
from orchestrator.core.model import FunctionReport, Kind, Report, Status, VerdictKind
from orchestrator.reports.counts import Found, analysed, count, found, location, of_kinds, pair
from orchestrator.reports.paper.published import Bound, Published
from orchestrator.reports.paper.table import HOUR, Cell, Table
from orchestrator.reports.proved import explorations

BOUNDS = (math.inf, 64, 32, 16, 8, 4, 2, 1)

_COLUMNS = (
    "bound",
    "functions",
    "ended",
    "explored",
    "decided",
    "clean",
    "queries",
    "sat",
    "unsat",
    "unknown",
    "ariadne",
    "unique: locations",
    "unique: pairs",
    "locations",
    "pairs",
    *(kind.value for kind in Kind),
    "hours",
)
_NOTES = (
    "ended: functions on which the engines ended by themselves, before their budget (theirs: no timeout);"
    " explored: every path is known (theirs: without a query's timeout); decided: every (operation, kind) is"
    " triggered or proved safe; clean: decided, with nothing triggered (theirs: explored).",
    "sat, unsat, unknown: of all solver queries; unsat only by an exact refutation. ariadne: of the queries"
    " that Z3 left unknown over the reals, those that Ariadne's own algorithm decided.",
    "unique: found at this bound only; kinds are counted in pairs; hours are summed over functions.",
)


def loop_bound(report: Report) -> float:
    """The bound of a run; infinity when it had none."""
    bound = report.settings.get("loop_bound")
    if bound is None or bound in ("inf", "infinity"):
        return math.inf
    if isinstance(bound, bool) or not isinstance(bound, int | float) or not bound >= 1:
        raise UserError(f"{bound!r} is no loop bound", "runs say theirs in `settings`, as `loop_bound`")
    return float(bound)


def by_bound(reports: Sequence[Report]) -> dict[float, Report]:
    """The runs of a sweep, the largest bound first."""
    runs: dict[float, Report] = {}
    for report in sorted(reports, key=loop_bound, reverse=True):
        bound = loop_bound(report)
        if bound in runs:
            raise UserError(f"two of the runs have the loop bound {_name(bound)}")
        runs[bound] = report
    return runs


def bounds(runs: Mapping[float, Report], theirs: Published | None) -> Table:
    """A row for each run; theirs below ours where a bound is the same."""
    published = {each.bound: each for each in theirs.bounds} if theirs else {}
    rows: list[tuple[Cell, ...]] = []
    for bound in sorted({*runs, *published}, reverse=True):
        if bound in runs:
            others = [report for other, report in runs.items() if other != bound]
            rows.append((*(["ours"] if theirs else []), _name(bound), *_row(runs[bound], others)))
        if bound in published and theirs:
            rows.append(("theirs", _name(bound), *_published_row(published[bound], theirs)))
    missing = [_name(bound) for bound in BOUNDS if bound not in runs]
    notes = list(_NOTES)
    if missing:
        notes.append(
            f"not run yet: {', '.join(missing)}; `ariadne run -p PROJECT --loop-bound N` makes such a run,"
            " and --sweep RUN adds it here."
        )
    columns = (*(["ours or theirs"] if theirs else []), *_COLUMNS)
    return Table("bounds", "Loop bounds (Table 5)", columns, tuple(rows), tuple(notes))


def _row(report: Report, others: Sequence[Report]) -> tuple[Cell, ...]:
    every = found(report)
    total = count(every)
    unique: tuple[Cell, Cell] = _unique(every, [each for other in others for each in found(other)])
    if not others:  # of a single run everything would be unique
        unique = None, None
    functions = analysed(report)
    decided = [f for f in functions if _is_decided(f)]
    return (
        len(functions),
        sum(f.status is Status.COMPLETE for f in functions),
        sum(f.exploration is not None and f.exploration.full for f in functions),
        len(decided),
        sum(not f.findings for f in decided),
        *_queries(report),
        *unique,
        total.locations,
        total.pairs,
        *(count(of_kinds(every, {kind})).pairs for kind in Kind),
        round(sum(f.seconds for f in functions) / HOUR, 3),
    )


def _queries(report: Report) -> tuple[Cell, ...]:
    """How many, and ratios; nothing where no executor was at work."""
    every = explorations(report)
    if not every:
        return (None,) * 5
    total = sum(each.queries for each in every)
    left = sum(each.left_by_z3 for each in every)
    solved = sum(each.solved_by_ariadne for each in every)
    parts = [sum(getattr(each, name) for each in every) for name in ("sat", "unsat", "unknown")]
    return (total, *(_ratio(part, total) for part in parts), _ratio(solved, left))


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 2) if whole else None


def _unique(here: Sequence[Found], elsewhere: Sequence[Found]) -> tuple[int, int]:
    """Locations and pairs that are found here only."""
    locations = {location(finding) for _, finding in here} - {location(finding) for _, finding in elsewhere}
    pairs = {pair(*each) for each in here} - {pair(*each) for each in elsewhere}
    return len(locations), len(pairs)


def _is_decided(function: FunctionReport) -> bool:
    if function.status in (Status.INTERRUPTED, Status.FAILED):  # nobody looked, or not to the end
        return False
    if function.unknown or (function.function.sites and not function.verdicts):
        return False
    return all(verdict.verdict is not VerdictKind.UNKNOWN for verdict in function.verdicts)


def _published_row(row: Bound, theirs: Published) -> tuple[Cell, ...]:
    return (
        theirs.functions,
        row.no_timeout,
        row.explored,
        None,
        row.clean,
        None,
        *row.queries,
        row.ariadne,
        row.unique.locations,
        row.unique.pairs,
        row.shared.locations,
        row.shared.pairs,
        *(None for _ in Kind),
        row.hours,
    )


def _name(bound: float) -> str:
    return "infinity" if bound == math.inf else f"{bound:g}"
