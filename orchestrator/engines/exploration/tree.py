"""The tree of paths: at each junction inputs decide, and each side was seen, refuted, or is still open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from orchestrator.engines.exploration.paths import Choice, Guard, Key, Outcome, Path
from orchestrator.symbolic.structure import Name


class State(Enum):
    """What is known of a flip."""

    OPEN = "not asked"
    REACHED = "reached"
    REFUTED = "impossible"
    UNKNOWN = "undecided"


@dataclass(eq=False)
class Flip:
    """The other side of a choice, or an exception, after the same way: nobody has seen it yet."""

    junction: Junction
    input: bytes  # of a run that came by
    after: int  # choices before it
    pair: int | None = None  # of an exception
    state: State = State.OPEN
    reason: str = ""
    solver: str = ""
    asked: int = 0  # times
    solution: bytes | None = None  # the input, when it was solved

    @property
    def is_guard(self) -> bool:
        return self.pair is not None


@dataclass(eq=False)
class Junction:
    """A place that runs reach by the same decisions."""

    depth: int
    key: Key | None = None  # what is decided here; None until a run decides something
    children: dict[Outcome, Junction] = field(default_factory=dict)
    flips: list[Flip] = field(default_factory=list)  # to other outcomes; of a value, one more for each seen
    guards: dict[tuple[int, Name], Flip] = field(default_factory=dict)
    ends: bool = False  # runs decide nothing more after this
    input: bytes | None = None  # of a run that ends here

    def expects(self, choice: Choice) -> bool:
        return self.key is None or self.key == choice.key


class Tree:
    def __init__(self) -> None:
        self.root = Junction(0)
        self.paths = 0
        # The same decisions led to different conditions, or to what was refuted: then nothing is certain.
        self.differing = False

    def insert(self, path: Path) -> list[Flip]:
        """Add a run; returns what is new to ask about. Flips that it settles are settled."""
        news: list[Flip] = []
        junction, new_path = self.root, False
        guards = iter(path.guards)
        guard = next(guards, None)
        for position in range(len(path.choices) + 1):
            while guard and guard.after == position:
                news += self._guard(junction, guard, path)
                guard = next(guards, None)
            if position == len(path.choices):
                break
            choice = path.choices[position]
            if not junction.expects(choice) or junction.ends:
                self.differing = True
                return news
            junction.key = choice.key
            if choice.outcome not in junction.children:
                new_path = True
                junction.children[choice.outcome] = Junction(junction.depth + 1)
                for flip in junction.flips:
                    self.differing |= flip.state is State.REFUTED
                    flip.state = State.REACHED
                if not (choice.is_branch and len(junction.children) == 2):
                    flip = Flip(junction, path.input, position)
                    junction.flips.append(flip)
                    news.append(flip)
            junction = junction.children[choice.outcome]
        self.paths += new_path or not self.paths
        if not path.is_whole:
            return news
        junction.ends = True
        junction.input = junction.input or path.input
        self.differing |= junction.key is not None
        return news

    def _guard(self, junction: Junction, guard: Guard, path: Path) -> list[Flip]:
        key = guard.pair, guard.name
        if key in junction.guards:
            return []
        flip = Flip(junction, path.input, guard.after, guard.pair)
        junction.guards[key] = flip
        return [flip]

    def follows(self, path: Path, flip: Flip) -> bool:
        """Did a run come to the flip's junction?"""
        junction = self.root
        for choice in path.choices[: flip.after]:
            child = junction.children.get(choice.outcome)
            if child is None:
                return False
            junction = child
        return junction is flip.junction

    def junctions(self) -> Iterator[Junction]:
        """All, parents first."""
        waiting = [self.root]
        while waiting:
            junction = waiting.pop()
            yield junction
            waiting.extend(reversed(junction.children.values()))

    def flips(self) -> Iterator[Flip]:
        for junction in self.junctions():
            yield from junction.guards.values()
            yield from junction.flips
