"""What goes into a store and comes out of it, beside the records of the model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from orchestrator.core.model import Function, Status


class RunState(Enum):
    """`state` of a store's meta: where its last run stands."""

    RUNNING = "running"  # or killed: it had no time to say so
    INTERRUPTED = "interrupted"
    COMPLETE = "complete"


@dataclass(frozen=True)
class Entry:
    """A function that the run is to analyse, or that it leaves out and why."""

    function: Function
    key: str  # what its results depend on
    excluded: str | None = None


@dataclass(frozen=True)
class History:
    """What was done for a function so far."""

    function: Function
    status: Status | None
    seconds: float
    runs: int
    slices: int
    last_found: int  # pairs that the last slice added
    executor_seconds: float = 0.0  # of slices with an executor
    executor_granted: float = 0.0  # seconds that these had; they may end before


@dataclass(frozen=True)
class Planned:
    """A slice that is to be done."""

    symbol: str
    seconds: float
    runs: int
    executor: float = 0.0  # share of the slice


@dataclass(frozen=True)
class Counts:
    """Where a run stands."""

    functions: int
    begun: int
    planned: int
    findings: int  # (entry, site, kind)
    pairs: int  # (site, kind)
    runs: int
    seconds: float  # of all slices
