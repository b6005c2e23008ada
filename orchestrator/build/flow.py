"""Which code may run after a decision, and which part of it was run: by the blocks that `print<flow>` lists.

Calls are followed into functions, returns to everywhere the function is called from: more than can happen,
never less. A call through a pointer, or of code that is not here, may come to every function whose address is
taken somewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

Decision = tuple[int, int]  # number of a branch, its truth


@dataclass(frozen=True)
class Block:
    number: int
    symbol: str
    file: str
    branch: int | None
    to: tuple[int, ...]  # of a branch: the true side first
    returns: bool  # to its callers, in whatever way
    has_address: bool  # its function may be called by who is not seen to
    calls: tuple[str, ...]
    opaque: tuple[tuple[int, str], ...]  # other calls: number of the instruction, what is called
    sites: tuple[int, ...]
    lines: tuple[int, ...]


def read_blocks(entries: Iterable[dict[str, object]]) -> dict[str, tuple[Block, ...]]:
    """What `print<flow>` says of each function, by symbol."""
    blocks = defaultdict(list)
    for entry in entries:
        block = _block(entry)
        blocks[block.symbol].append(block)
    return {symbol: tuple(inner) for symbol, inner in blocks.items()}


def _block(entry: dict[str, object]) -> Block:
    def many(key: str) -> tuple[object, ...]:
        value = entry[key]
        assert isinstance(value, list)
        return tuple(value)

    return Block(
        number=entry["block"],  # type: ignore[arg-type]
        symbol=str(entry["symbol"]),
        file=str(entry["file"]),
        branch=entry["branch"],  # type: ignore[arg-type]
        to=many("to"),  # type: ignore[arg-type]
        returns=bool(entry["returns"]),
        has_address=bool(entry["has_address"]),
        calls=many("calls"),  # type: ignore[arg-type]
        opaque=tuple(map(tuple, many("opaque"))),  # type: ignore[arg-type]
        sites=many("sites"),  # type: ignore[arg-type]
        lines=many("lines"),  # type: ignore[arg-type]
    )


@dataclass(frozen=True)
class Coverage:
    """Parts that were run, and how many there are."""

    outcomes: tuple[int, int]
    blocks: tuple[int, int]
    statements: tuple[int, int]


class Flow:
    """Of one function and all that it can call."""

    def __init__(self, by_function: Mapping[str, tuple[Block, ...]], entry: str) -> None:
        self._addressed = [symbol for symbol, blocks in by_function.items() if blocks[0].has_address]
        waiting, self._functions = [entry], dict[str, tuple[Block, ...]]()
        while waiting:
            symbol = waiting.pop()
            if symbol in self._functions:
                continue
            self._functions[symbol] = by_function[symbol]
            waiting += [name for block in by_function[symbol] for name in self._called(block)]
        self._entry = entry
        self._blocks = {b.number: b for inner in self._functions.values() for b in inner}
        self._branches = {b.branch: b for b in self._blocks.values() if b.branch is not None}

    def _called(self, block: Block) -> Sequence[str]:
        return [*block.calls, *self._addressed] if block.opaque else block.calls

    @cached_property
    def opaque(self) -> dict[int, str]:
        """What is called and not seen, by number of the instruction."""
        return dict(call for block in self._blocks.values() for call in block.opaque)

    @cached_property
    def decisions(self) -> frozenset[Decision]:
        return frozenset((branch, truth) for branch in self._branches for truth in (0, 1))

    def behind(self, branch: int, truth: int) -> tuple[frozenset[int], frozenset[Decision]] | None:
        """Sites that may be reached, and decisions that may be made, after this one; None: not known."""
        if branch not in self._branches:
            return None
        target = self._branches[branch].to[1 - truth]
        after = self._after(target)
        sites = frozenset(site for number in after for site in self._blocks[number].sites)
        decisions = {
            (block.branch, side)
            for block in (self._blocks[number] for number in after)
            if block.branch is not None
            for side in (0, 1)
        }
        return sites, frozenset(decisions | {(branch, truth)})

    def _after(self, start: int) -> frozenset[int]:
        if start not in self._reached:
            seen, waiting = {start}, [start]
            while waiting:
                for number in self._next[waiting.pop()]:
                    if number not in seen:
                        seen.add(number)
                        waiting.append(number)
            self._reached[start] = frozenset(seen)
        return self._reached[start]

    @cached_property
    def _reached(self) -> dict[int, frozenset[int]]:
        return {}

    @cached_property
    def _next(self) -> dict[int, list[int]]:
        callers: dict[str, list[int]] = defaultdict(list)
        for block in self._blocks.values():
            for name in self._called(block):
                callers[name].append(block.number)
        following = {}
        for block in self._blocks.values():
            entries = [self._functions[name][0].number for name in self._called(block)]
            back = callers[block.symbol] if block.returns else []
            following[block.number] = [*block.to, *entries, *back]
        return following

    def coverage(self, covered: Collection[Decision]) -> Coverage:
        """What was run, by the decisions that were seen."""
        first = self._functions[self._entry][:1]
        run: set[int] = set()
        waiting = [block.number for block in first]
        waiting += [b.to[1 - t] for n, t in covered if (b := self._branches.get(n))]
        while waiting:
            number = waiting.pop()
            if number in run:
                continue
            run.add(number)
            block = self._blocks[number]
            waiting += [self._functions[name][0].number for name in block.calls]
            if block.branch is None and len(block.to) == 1:
                waiting += block.to
        everything = self._blocks.values()
        lines = {(block.file, line) for block in everything for line in block.lines}
        seen = {(b.file, line) for b in everything if b.number in run for line in b.lines}
        outcomes = self.decisions & set(covered)
        return Coverage(
            (len(outcomes), len(self.decisions)), (len(run), len(everything)), (len(seen), len(lines))
        )
