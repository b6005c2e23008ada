"""Which finding is which, from one run to the next: lines move, operations come and go, names change.

The identity of a finding is the function that was called, the operation, and the kind. The operation is known
by the function it is in, its opcode and its source text without spaces; where a function has that text
several times, by its turn among those that were found. No line, no number of a run, no input plays a part.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from orchestrator.core.model import Finding, Function, Report, Site


@dataclass(frozen=True)
class Identity:
    entry: str  # file:function that was called
    function: str  # file:function that has the operation
    operation: str  # opcode and type
    text: str
    kind: str
    turn: int  # among the findings that have all this in common

    @property
    def fingerprint(self) -> str:
        parts = (self.entry, self.function, self.operation, self.text, self.kind, str(self.turn))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True)
class Identified:
    function: Function
    finding: Finding
    identity: Identity

    @property
    def index(self) -> int:
        return self.finding.site.index


class Comparable(Protocol):
    """What can be compared: a finding of a report, or of a baseline."""

    @property
    def identity(self) -> Identity: ...
    @property
    def index(self) -> int: ...  # of the operation in its function


def identify(report: Report) -> list[Identified]:
    """The findings in the order of the report, with their identities."""
    found = [(f.function, finding) for f in report.functions for finding in f.findings]
    alike: dict[tuple[str, str, str, str, str], list[int]] = defaultdict(list)
    for position, (function, finding) in enumerate(found):
        alike[_parts(function, finding)].append(position)
    identities: dict[int, Identity] = {}
    for parts, positions in alike.items():
        positions.sort(key=lambda position: found[position][1].site.index)
        for turn, position in enumerate(positions):
            identities[position] = Identity(*parts, turn)
    return [Identified(*each, identities[position]) for position, each in enumerate(found)]


Old = TypeVar("Old", bound=Comparable)
New = TypeVar("New", bound=Comparable)


@dataclass(frozen=True)
class Match(Generic[Old, New]):
    """Two runs compared, each finding once."""

    both: tuple[tuple[Old, New], ...]  # before and after
    gone: tuple[Old, ...]
    new: tuple[New, ...]


def match(old: Sequence[Old], new: Sequence[New]) -> Match[Old, New]:
    """Pair findings that are the same: first those where nothing differs, then those whose operation has
    another number now, then those whose text has changed while its number has not."""
    pairs: list[tuple[Old, New]] = []
    left, right = list(old), list(new)
    for same in (_everything, _text, _number):
        left, right = _pair(left, right, same, pairs)
    return Match(tuple(pairs), tuple(left), tuple(right))


def _pair(
    old: Iterable[Old],
    new: Iterable[New],
    key: Callable[[Comparable], Hashable],
    pairs: list[tuple[Old, New]],
) -> tuple[list[Old], list[New]]:
    """Pair what has the same key, in the order of operations; returns what is left of both."""
    waiting: dict[Hashable, list[Old]] = defaultdict(list)
    for before in sorted(old, key=lambda e: -e.index):
        waiting[key(before)].append(before)
    left_over = []
    for after in sorted(new, key=lambda e: e.index):
        if candidates := waiting[key(after)]:
            pairs.append((candidates.pop(), after))
        else:
            left_over.append(after)
    return [before for rest in waiting.values() for before in reversed(rest)], left_over


def _everything(each: Comparable) -> Hashable:
    return _text(each), each.index


def _text(each: Comparable) -> Hashable:
    identity = each.identity
    return identity.entry, identity.function, identity.operation, identity.text, identity.kind


def _number(each: Comparable) -> Hashable:
    identity = each.identity
    return identity.entry, identity.function, identity.operation, identity.kind, each.index


def _parts(function: Function, finding: Finding) -> tuple[str, str, str, str, str]:
    site = finding.site
    return (
        f"{_file(function.place.file)}:{_name(function.name)}",
        f"{_file(site.place.file)}:{_name(site.function)}",
        _operation(site),
        "".join(finding.text.split()),
        finding.kind.value,
    )


def _operation(site: Site) -> str:
    return f"{site.opcode}.{site.type}"


def _file(path: str) -> str:
    """Without its folder: the same source may be analysed in another place."""
    return os.path.basename(path)


def _name(function: str) -> str:
    """Static functions that share a name have a number of the linker's; it depends on the other files."""
    return re.sub(r"\.\d+$", "", function)
