"""Findings that somebody has looked at and accepts, with the reason: counted and shown, never silent.

They are said in the source, `// ariadne: allow underflow, overflow -- reason`, beside the operation or on a
line of its own above it; or in the project's file, [[suppress]]. What nothing needs any more is told as well.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from orchestrator.core.globs import name_matches, path_matches
from orchestrator.core.model import Finding, Function, FunctionReport, Kind, Report, Suppressed
from orchestrator.languages import language_of
from orchestrator.languages.sourcetext import source_lines
from orchestrator.project.description import Suppression

_ALLOW = r"\s*ariadne:\s*allow\s+(?P<kinds>[\w,\s]+?)\s*(?:--\s*(?P<reason>.*?)\s*)?(?:\*/.*)?$"
_ALL = "all"


@dataclass(frozen=True)
class _Rule:
    where: str  # file:line
    reason: str
    matches: Callable[[Function, Finding], bool]


def suppress(report: Report, rules: Sequence[Suppression] = (), root: str = "", file: str = "") -> Report:
    """The report without the findings that are accepted; these are beside them, with who accepts them.
    `root` is that of the files that rules name, `file` is where the rules are written."""
    sources = {f.site.place.file for function in report.functions for f in function.findings}
    notes: list[str] = []
    every = [_of_project(rule, root, file) for rule in rules] + _of_sources(sorted(sources), notes)
    if not every and not notes:
        return report
    used: Counter[str] = Counter()
    functions = tuple(_without(function, every, used) for function in report.functions)
    notes += [f"{rule.where}: allows {_found(used[rule.where])}: {rule.reason}" for rule in every]
    return replace(report, functions=functions, notes=(*report.notes, *notes))


def _without(report: FunctionReport, rules: Sequence[_Rule], used: Counter[str]) -> FunctionReport:
    kept, suppressed = [], list(report.suppressed)
    for finding in report.findings:
        rule = next((rule for rule in rules if rule.matches(report.function, finding)), None)
        if rule is None:
            kept.append(finding)
        else:
            used[rule.where] += 1
            suppressed.append(Suppressed(finding, rule.reason, rule.where))
    return replace(report, findings=tuple(kept), suppressed=tuple(suppressed))


def _found(count: int) -> str:
    if not count:
        return "what was not found"
    return "1 finding" if count == 1 else f"{count:,} findings"


def _of_project(rule: Suppression, root: str, file: str) -> _Rule:
    def matches(function: Function, finding: Finding) -> bool:
        path = os.path.relpath(finding.site.place.file, root) if root else finding.site.place.file
        return (
            (not rule.kinds or finding.kind.value in rule.kinds)
            and name_matches(function.name, rule.functions)
            and name_matches(finding.site.function, rule.within)
            and path_matches(path, rule.files)
            and (not rule.operation or _squeezed(rule.operation) == _squeezed(finding.text))
        )

    return _Rule(f"{file}:{rule.line}", rule.reason, matches)


def _of_sources(files: Iterable[str], notes: list[str]) -> list[_Rule]:
    rules = []
    for file in files:
        begin = "|".join(map(re.escape, language_of(file).comments))
        comment = re.compile(f"(?:{begin}){_ALLOW}")
        for number, line in enumerate(source_lines(file), 1):
            found = comment.search(line) if "ariadne:" in line else None
            if found is None:
                continue
            where, reason = f"{file}:{number}", (found["reason"] or "").strip()
            kinds, wrong = _kinds(found["kinds"])
            if wrong:
                notes.append(f"{where}: '{wrong}' is not a kind, nor '{_ALL}': the comment allows nothing")
            elif not reason:
                notes.append(f"{where}: says no reason (-- why): the comment allows nothing")
            else:
                alone = not line[: found.start()].strip()
                at = number + 1 if alone else number
                rules.append(_Rule(where, reason, _on_line(file, at, kinds)))
    return rules


def _on_line(file: str, line: int, kinds: frozenset[str]) -> Callable[[Function, Finding], bool]:
    def matches(_: Function, finding: Finding) -> bool:
        place = finding.site.place
        return (place.file, place.line) == (file, line) and finding.kind.value in kinds

    return matches


def _kinds(text: str) -> tuple[frozenset[str], str]:
    """The kinds that a comment names, and the first word that is none."""
    known = {kind.value for kind in Kind}
    words = [word for word in re.split(r"[,\s]+", text.strip()) if word]
    if words == [_ALL]:
        return frozenset(known), ""
    return frozenset(words), next((word for word in words if word not in known), "")


def _squeezed(text: str) -> str:
    return "".join(text.split())
