"""The loop of exploration: run, read what was decided, pick a flip, ask the solvers, run what they found.

Nothing is believed twice over: a solved flip counts when the run of its input really goes that way, and what
an exception's input does is for `confirm` to say. A refutation is exact, or it is none. What could not be
decided keeps its reason, and whoever claims a proof asks for them.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from orchestrator.core.model import RETURNED, Function
from orchestrator.engines.exploration.agenda import Agenda, Goal
from orchestrator.engines.exploration.paths import Loss, Path, read_path
from orchestrator.engines.exploration.queries import Questions, buffer_of, model_of
from orchestrator.engines.exploration.tree import Flip, State, Tree
from orchestrator.solvers import Answer, Solver
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.trace import Trace, Why

OUTSIDE = "outside the assumptions"
_PATHS_KEPT = 24  # with their graphs; others are run again when they are needed
_MOST_CHOICES = 2000  # of a path: what it decides later is not asked about
_PATIENCE = (1 / 8, 1.0, 4.0)  # of the time for a query: what stays undecided gets more when its turn comes

_LOSSES = {
    None: "a run was longer than what is recorded",
    Why.ADDRESS: "an address that depends on inputs was taken as it was",
    Why.EXTERNAL: "a function without a model was called with what depends on inputs",
    Why.OPERATION: "an operation without a model took what depends on inputs",
    Why.TARGET: "which function is called depends on inputs",
}


class Tracer(Protocol):
    def run(self, data: bytes) -> Trace: ...


# Which exceptions (pairs) and outcomes of branches may come after an outcome of a branch; None: any.
Reach = Callable[[int, int], "Behind | None"]


@dataclass(frozen=True)
class Behind:
    pairs: frozenset[int]
    outcomes: frozenset[tuple[int, int]]


class Ending(Enum):
    """Why an exploration ended."""

    NOTHING_EXPLORED = "nothing was explored"
    NOTHING_LEFT = "nothing was left to ask about"
    STOPPED = "stopped by the user"
    QUERIES = "made the queries that were asked for"
    BUDGET = "the budget ran out"


@dataclass(frozen=True)
class Limits:
    seconds: float
    query_seconds: float
    queries: int = 0  # each asked once, for what must be the same on any machine; 0: as time allows


@dataclass
class Explorer:
    function: Function
    tracer: Tracer
    solver: Solver
    wanted: set[int]  # exceptions (4 * site + kind) that nobody has triggered or excluded
    strategy: str = "default"
    reach: Reach = lambda branch, truth: None
    every_outcome: frozenset[tuple[int, int]] = frozenset()  # of branches that the function can come to
    stopped: Callable[[], bool] = lambda: False
    opaque: Mapping[int, str] = field(default_factory=dict)  # calls without a model, by instruction
    watch: Callable[[Query, Flip], None] = lambda query, flip: None  # of each question

    tree: Tree = field(default_factory=Tree)
    agenda: Agenda = field(init=False)
    triggered: dict[int, tuple[bytes, bool]] = field(default_factory=dict)  # an input, was it the first
    covered: set[tuple[int, int]] = field(default_factory=set)
    met: set[int] = field(default_factory=set)  # exceptions whose condition some run evaluated
    corpus: dict[bytes, None] = field(default_factory=dict)  # inputs that showed something new
    answers: Counter[Answer] = field(default_factory=Counter)
    deciders: Counter[str] = field(default_factory=Counter)
    obstacles: Counter[str] = field(default_factory=Counter)  # why not every path is known
    crashes: Counter[tuple[str, bytes]] = field(default_factory=Counter)
    waiting: set[Flip] = field(default_factory=set)  # undecided so far, to be asked again
    runs: int = 0
    _paths: OrderedDict[bytes, Path] = field(default_factory=OrderedDict)
    _questions: dict[bytes, Questions] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.agenda = Agenda(self.strategy, self._is_covered)

    # ---- the loop ----

    def explore(self, seeds: Iterable[bytes], limits: Limits) -> Ending:
        """Go on until nothing is left or a limit is reached."""
        deadline = time.monotonic() + limits.seconds
        for seed in seeds:
            if time.monotonic() > deadline or self.stopped():
                break
            self.add_run(seed)
        asked = 0
        while True:
            if self.stopped():
                return Ending.STOPPED
            if limits.queries and asked >= limits.queries:
                return Ending.QUERIES
            left = deadline - time.monotonic()
            if left <= 0:
                return Ending.BUDGET
            flip = self.agenda.next(self._is_worth_it)
            if flip is None:
                return Ending.NOTHING_LEFT
            asked += 1
            self._ask(flip, limits, left)

    def _ask(self, flip: Flip, limits: Limits, left: float) -> None:
        patience = _PATIENCE[min(flip.asked, len(_PATIENCE) - 1)]
        flip.asked += 1
        path = self._path(flip.input)
        if path is None or not self.tree.follows(path, flip):
            self._undecided(flip, "a run could not be repeated")
            return
        query = self._questions_of(path).query(flip)
        self.watch(query, flip)
        seeds = [model_of(self.function, data) for data in (flip.input, *list(self.corpus)[-8:])]
        solution = self.solver.solve(query, min(patience * limits.query_seconds, left), seeds)
        flip.solver = solution.solver
        most = 1 if limits.queries else len(_PATIENCE)
        if not solution.answer.decides and flip.asked < most:
            self._undecided(flip, solution.reason)
            self.waiting.add(flip)
            self.agenda.add([flip])
            return
        self.waiting.discard(flip)
        self.answers[solution.answer] += 1
        if not solution.answer.decides:
            self._undecided(flip, solution.reason)
            return
        self.deciders[solution.solver] += 1
        if solution.answer is Answer.UNSAT:
            flip.state, flip.reason = State.REFUTED, solution.reason
            return
        assert solution.model is not None
        self._try(flip, buffer_of(self.function, solution.model))

    def _try(self, flip: Flip, data: bytes) -> None:
        """Run a solution: does it go where the solver says?"""
        flip.solution = data
        path = self.add_run(data)
        if path is None:
            self._undecided(flip, "the solution lies outside of the assumptions")
        elif flip.pair is not None and flip.pair in path.raised:
            flip.state = State.REACHED
        elif flip.state is not State.REACHED:  # the tree has seen to it if the run went there
            self._undecided(flip, "the run of its solution went another way")

    def _undecided(self, flip: Flip, reason: str) -> None:
        flip.state, flip.reason = State.UNKNOWN, reason

    # ---- runs ----

    def add_run(self, data: bytes) -> Path | None:
        """Trace a run and learn from it; None if the input is none that counts."""
        path = self._traced(data)
        if path is None:
            return None
        before = len(self.covered), len(self.met), len(self.triggered), self.tree.paths
        self.covered |= path.outcomes
        self.met |= path.met
        for position, pair in enumerate(path.raised):
            known = self.triggered.get(pair)
            if known is None or (position == 0 and not known[1]):
                self.triggered[pair] = data, position == 0
        self.obstacles.update({self._told(loss) for loss in path.lost})
        if path.ended != RETURNED:
            self.obstacles[f"a run did not return: {path.ended}"] += 1
            self.crashes[path.ended, data] += 1
        if not path.is_whole:
            self.obstacles["a run decides more than is followed"] += 1
        self.agenda.add(self.tree.insert(path))
        if (len(self.covered), len(self.met), len(self.triggered), self.tree.paths) != before:
            self.corpus[data] = None
        return path

    def _told(self, loss: Loss) -> str:
        if loss.why is Why.EXTERNAL and loss.instruction in self.opaque:
            return f"{self.opaque[loss.instruction]} has no model and was called with what depends on inputs"
        return _LOSSES[loss.why]

    def _traced(self, data: bytes) -> Path | None:
        self.runs += 1
        trace = self.tracer.run(data)
        if trace.ended == OUTSIDE:
            return None
        path = read_path(data, trace, _MOST_CHOICES)
        self._paths[data] = path
        self._paths.move_to_end(data)
        while len(self._paths) > _PATHS_KEPT:
            dropped, _ = self._paths.popitem(last=False)
            self._questions.pop(dropped, None)
        return path

    def _path(self, data: bytes) -> Path | None:
        if data in self._paths:
            self._paths.move_to_end(data)
            return self._paths[data]
        return self._traced(data)

    def _questions_of(self, path: Path) -> Questions:
        if path.input not in self._questions:
            self._questions[path.input] = Questions(path, self.function)
        return self._questions[path.input]

    # ---- what is worth asking ----

    def _is_covered(self, goal: Goal) -> bool:
        return (goal[1], goal[2]) in self.covered

    @property
    def missing(self) -> set[int]:
        return self.wanted - self.triggered.keys()

    def _is_worth_it(self, flip: Flip) -> bool:
        """An exception that nobody has triggered; or a way behind which is one, or an unseen outcome."""
        if flip.pair is not None:
            return flip.pair in self.missing
        behind = self.behind(flip)
        if behind is None:
            return bool(self.missing) or not self.every_outcome <= self.covered
        return bool(self.missing & behind.pairs) or not behind.outcomes <= self.covered

    def behind(self, flip: Flip) -> Behind | None:
        """What a flip may lead to; None: anything."""
        key = flip.junction.key
        if key is None or key[0] != 0:
            return None
        seen = next(iter(flip.junction.children))
        return self.reach(key[1], 1 - seen)


def undecided(flips: Iterable[Flip]) -> list[Flip]:
    return [flip for flip in flips if flip.state in (State.OPEN, State.UNKNOWN)]


def reasons(flips: Sequence[Flip]) -> list[str]:
    """Why flips are not decided, the most frequent first."""
    found = Counter(flip.reason if flip.asked else "not asked about" for flip in flips)
    return [f"{n} undecided: {reason}" for reason, n in found.most_common()]
