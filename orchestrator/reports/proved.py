"""How much of a program is settled: triggered, proved safe and by what, unknown; and how it was explored."""

from __future__ import annotations

from collections import Counter

from orchestrator.core.model import Exploration, Report, VerdictKind
from orchestrator.reports.wording import counted


def settled(report: Report) -> list[str]:
    """Lines for people; none when nothing was looked at."""
    return [*_verdicts(report), *_exploration(report)]


def _verdicts(report: Report) -> list[str]:
    verdicts = [verdict for f in report.functions for verdict in f.verdicts]
    kinds = Counter(verdict.verdict for verdict in verdicts)
    kinds[VerdictKind.UNKNOWN] += sum(f.unknown for f in report.functions)
    if not kinds.total():
        return []
    proofs = Counter(verdict.by for verdict in verdicts if verdict.verdict is VerdictKind.SAFE)
    sorts = ", ".join(f"{n:,} by {by}" for by, n in proofs.most_common() if by)
    assumed = sum(bool(verdict.assumes) for verdict in verdicts)
    if assumed:
        sorts += f"; {assumed:,} of them only for zeroed objects behind pointers"
    safe = f"{kinds[VerdictKind.SAFE]:,} safe" + (f" ({sorts})" if sorts else "")
    pairs = counted(kinds.total(), "(operation, kind) pair")
    return [
        f"{pairs}: {kinds[VerdictKind.TRIGGERED]:,} triggered, {safe}, {kinds[VerdictKind.UNKNOWN]:,} unknown"
    ]


def explorations(report: Report) -> list[Exploration]:
    return [f.exploration for f in report.functions if f.exploration]


def _exploration(report: Report) -> list[str]:
    every = explorations(report)
    if not every:
        return []
    full = sum(each.full for each in every)
    queries = sum(each.queries for each in every)
    line = f"every path explored in {full:,} of {counted(len(every), 'function')}"
    if queries:
        decided = queries - sum(each.unknown for each in every)
        line += f"; {counted(queries, 'solver query').replace('querys', 'queries')}, {decided:,} decided"
    return [line]
