"""What one traced run decided: the choices by which its inputs took their way, and the exceptions it came by.

A condition that was decided before holds for the rest of the run, so only the first time counts. All of this
is done on the event arrays: a run may have a million events, but few choices.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orchestrator.symbolic.graph import Graph
from orchestrator.symbolic.structure import Name, structure
from orchestrator.symbolic.trace import EventKind, Trace, Why

_MOST_GUARDS = 20_000  # of a run: what comes later is not asked about

Outcome = int  # of a branch: its truth; of a value that was made concrete: its bits
Key = tuple[int, int, Name]  # kind of event, static number, expression that was decided


@dataclass(frozen=True)
class Choice:
    key: Key
    outcome: Outcome
    subject: int  # node of the condition, or of the value that was made concrete

    @property
    def is_branch(self) -> bool:
        return self.key[0] == EventKind.BRANCH


@dataclass(frozen=True)
class Guard:
    """An exception's condition that depends on the inputs and was not met."""

    pair: int  # 4 * site + kind, as in the trace
    node: int
    name: Name
    after: int  # choices that come before it


@dataclass(frozen=True)
class Loss:
    """Why other inputs might take ways that a run's conditions do not tell of."""

    why: Why | None  # None: the run was longer than what is recorded
    instruction: int = 0


@dataclass(frozen=True)
class Path:
    input: bytes
    graph: Graph
    choices: tuple[Choice, ...]
    guards: tuple[Guard, ...]
    raised: tuple[int, ...]  # pairs, in order
    outcomes: frozenset[tuple[int, int]]  # of all branches: static number, truth
    met: frozenset[int]  # pairs whose condition was evaluated
    lost: tuple[Loss, ...]  # what the path condition does not tell
    is_whole: bool  # nothing was decided beyond these choices
    ended: str


def read_path(data: bytes, trace: Trace, most_choices: int) -> Path:
    """What a run decided, up to a number of choices."""
    events = trace.events
    kind, node, ids = events["kind"], events["node"], events["id"]
    guard = kind == EventKind.GUARD
    branch = kind == EventKind.BRANCH
    positions = _first((~guard) & (node != 0), np.where(branch, node, events["value"]), kind)
    is_whole = len(positions) <= most_choices and not trace.cut
    positions = positions[:most_choices]
    names = structure(trace.graph)
    choices = tuple(_choice(trace, int(position)) for position in positions)
    open_guards = _first(guard & (node != 0) & (events["truth"] == 0), node, ids)
    after = np.searchsorted(positions, open_guards)
    if not is_whole:  # what comes behind the last choice is not asked about
        open_guards, after = open_guards[after < len(positions)], after[after < len(positions)]
    if len(open_guards) > _MOST_GUARDS:
        is_whole = False
        open_guards, after = open_guards[:_MOST_GUARDS], after[:_MOST_GUARDS]
    raised = ids[guard & (events["truth"] != 0)]
    outcomes = np.unique(2 * ids[branch].astype(np.int64) + (events["truth"][branch] != 0))
    return Path(
        input=data,
        graph=trace.graph,
        choices=choices,
        guards=tuple(
            Guard(int(ids[at]), int(node[at]), names.name(int(node[at])), int(before))
            for at, before in zip(open_guards, after, strict=True)
        ),
        raised=tuple(dict.fromkeys(int(pair) for pair in raised)),
        outcomes=frozenset((int(code) >> 1, int(code) & 1) for code in outcomes),
        met=frozenset(int(pair) for pair in np.unique(ids[guard])),
        lost=_lost(trace),
        is_whole=is_whole,
        ended=trace.ended,
    )


def _first(
    chosen: NDArray[np.bool_], subject: NDArray[np.uint32], group: NDArray[np.generic]
) -> NDArray[np.intp]:
    """Positions of the chosen events, of each subject and group only the first, in order."""
    positions = np.flatnonzero(chosen)
    labels = (subject[positions].astype(np.uint64) << np.uint64(32)) | group[positions].astype(np.uint64)
    _, first = np.unique(labels, return_index=True)
    chosen_first: NDArray[np.intp] = positions[np.sort(first)]
    return chosen_first


def _choice(trace: Trace, position: int) -> Choice:
    event = trace.events[position]
    kind = int(event["kind"])
    if kind == EventKind.BRANCH:
        subject, outcome = int(event["node"]), int(event["truth"] != 0)
    else:
        subject = int(event["value"])
        value = trace.graph.nodes[subject]
        outcome = int(value["lo"]) | int(value["hi"]) << 64
    name = structure(trace.graph).name(subject)
    return Choice((kind, int(event["id"]), name), outcome, subject)


def _lost(trace: Trace) -> tuple[Loss, ...]:
    events = trace.events
    lost = events[(events["kind"] == EventKind.CONCRETISED) & (events["node"] == 0)]
    places = np.unique((lost["why"].astype(np.uint64) << np.uint64(32)) | lost["id"].astype(np.uint64))
    losses = [Loss(Why(int(place) >> 32), int(place) & 0xFFFFFFFF) for place in places]
    return (*losses, Loss(None)) if trace.cut else tuple(losses)
