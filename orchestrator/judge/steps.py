"""The story of one run: what every operation computed on the way, beside its exact value.

The steps come from a variant of the exact program that tells of each operation (ap<steps>). Both runs, in
floats and in exact arithmetic, are told; as long as they go the same way, step by step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.core.model import ExactResult, ExactRun, Function, Place, Site, Value
from orchestrator.core.settings import Settings
from orchestrator.judge.classify import exact_lines, exact_run
from orchestrator.native.runner import Json
from orchestrator.numbers import floats

MOST_STEPS = 20_000
_BITS = 64  # of enclosures
_NOBODY = ""  # the name of a constant: no operation made it

Name = str  # of a number in the exact run: its bytes but for the sign, which an operation may have flipped


@dataclass(frozen=True)
class Step:
    """An operation: its result as computed, and exactly while the exact run goes the same way."""

    position: int
    site: Site
    result: Value
    operands: tuple[Value, ...]
    exact: ExactResult | None = None
    name: Name = ""
    operand_names: tuple[Name, ...] = ()
    negative: bool = False  # the sign of the result's name, and of the operands'
    operand_signs: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Decision:
    """A comparison, or a conversion to an integer, and what came of it."""

    position: int
    place: Place
    outcome: int
    operands: tuple[Value, ...] = ()  # of a comparison
    operand_names: tuple[Name, ...] = ()  # while the exact run goes the same way
    operand_signs: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Makers:
    steps: Mapping[Name, Sequence[Step]]

    def before(self, name: Name, user: Step | Decision) -> Step | None:
        """Who made an operand of this."""
        earlier = [step for step in self.steps.get(name, ()) if step.position < user.position]
        return earlier[-1] if earlier else None


@dataclass(frozen=True)
class Story:
    steps: tuple[Step, ...]
    decisions: tuple[Decision, ...]
    exact: ExactRun
    cut: bool  # the run has more steps than are told

    def makers(self) -> Makers:
        """Which steps made each number of the exact run. An operation that changes nothing, x + 0, makes its
        operand once more."""
        found: dict[Name, list[Step]] = defaultdict(list)
        for step in self.steps:
            if step.name:
                found[step.name].append(step)
        return Makers(found)

    def users(self, step: Step) -> list[Step]:
        """The later steps that used this step's number in the exact run."""
        return [
            other
            for other in self.steps
            if step.name and step.name in other.operand_names and other.position > step.position
        ]

    def way_to(self, last: Step, most: int) -> list[Step]:
        """The steps whose results went into this one, the nearest ones first found, in order."""
        makers = self.makers()
        found = {last.position: last}
        waiting = [last]
        while waiting and len(found) < most:
            step = waiting.pop(0)
            for name in step.operand_names:
                maker = makers.before(name, step)
                if maker and maker.position not in found:
                    found[maker.position] = maker
                    waiting.append(maker)
        return [found[position] for position in sorted(found)]


def tell(library: Path, sites: Sequence[Site], function: Function, data: bytes, settings: Settings) -> Story:
    """Run an input on the variant that tells of its steps."""
    lines = exact_lines(library, function, [data], settings, _BITS, MOST_STEPS)
    line = lines[0]
    told: list[Json] = line.get("float_steps", [])
    exact: list[Json] = line.get("exact_steps", [])
    steps: list[Step] = []
    decisions: list[Decision] = []
    together = True
    for position, entry in enumerate(told):
        if "site" in entry:
            beside = exact[position] if position < len(exact) and "exact" in exact[position] else None
            steps.append(_step(position, sites[entry["site"]], entry, beside))
        else:
            beside = exact[position] if position < len(exact) and together else None
            decisions.append(_decision(position, entry, beside))
        together = together and position < len(exact) and _same(entry, exact[position])
    cut = len(told) >= MOST_STEPS
    return Story(tuple(steps), tuple(decisions), exact_run(function, line), cut)


def _same(entry: Json, beside: Json) -> bool:
    """Whether both runs did the same here."""
    return all(entry.get(key) == beside.get(key) for key in ("site", "file", "line", "column", "outcome"))


def _decision(position: int, entry: Json, beside: Json | None) -> Decision:
    place = Place(entry["file"], entry["line"], entry["column"])
    raws = entry.get("operands", [])
    operands = tuple(
        Value(name, "", _class(len(raw) // 2), bytes.fromhex(raw))
        for name, raw in zip("xy", raws, strict=False)
    )
    if beside is None or not _same(entry, beside):
        return Decision(position, place, entry["outcome"], operands)
    named = [_named(raw) for raw in beside.get("operands", [])]
    names, signs = tuple(name for name, _ in named), tuple(sign for _, sign in named)
    return Decision(position, place, entry["outcome"], operands, names, signs)


def _step(position: int, site: Site, entry: Json, beside: Json | None) -> Step:
    def value(name: str, raw: str) -> Value:
        return Value(name, "", cls, bytes.fromhex(raw))

    cls = _class(len(entry["result"]) // 2)
    result = value("result", entry["result"])
    operands = tuple(value(name, raw) for name, raw in zip("xy", entry["operands"], strict=False))
    if beside is None:
        return Step(position, site, result, operands)
    numbers = beside["exact"]
    exact = ExactResult(
        value=result,
        kind=numbers["kind"],
        range=numbers["range"],
        lower=numbers["lower"],
        upper=numbers["upper"],
        ulps=numbers["ulps"],
    )
    name, negative = _named(beside["result"])
    named = [_named(raw) for raw in beside["operands"]]
    names = tuple(
        _NOBODY if beside["constants"] >> rank & 1 else name for rank, (name, _) in enumerate(named)
    )
    return Step(position, site, result, operands, exact, name, names, negative, tuple(s for _, s in named))


def _class(size: int) -> str:
    return next(cls for cls, form in floats.FLOATS.items() if form.size == size)


def _named(raw: str) -> tuple[Name, bool]:
    """The sign is the first bit of the last byte."""
    last = int(raw[-2:], 16)
    return raw[:-2] + f"{last & 0x7F:02x}", bool(last & 0x80)
