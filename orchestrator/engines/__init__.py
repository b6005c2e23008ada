"""Engines produce leads: inputs that reach a target. None is believed before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from orchestrator.build.variants import Variants
from orchestrator.core.model import Crash, Exploration, Function, Lead, Module, Proof, Status, Target
from orchestrator.core.settings import Settings
from orchestrator.native.runner import Stop

# Called now and then with the runs made so far for a function.
Progress = Callable[[int], None]


def untold(runs: int) -> None:
    pass


@dataclass(frozen=True)
class Job:
    """A function to analyse, in the time that its settings give."""

    module: Module
    variants: Variants
    function: Function
    settings: Settings
    stop: Stop = field(default_factory=Stop)
    progress: Progress = untold
    seeds: Sequence[bytes] = ()  # inputs to start from


@dataclass(frozen=True)
class EngineResult:
    leads: tuple[Lead, ...]
    crashes: tuple[Crash, ...]
    runs: int
    seconds: float
    status: Status
    reason: str
    corpus: tuple[bytes, ...] = ()  # inputs worth starting from when the search goes on
    proofs: Mapping[Target, Proof] = field(default_factory=dict)
    exploration: Exploration | None = None  # what an executor saw of the paths


class Engine(Protocol):
    name: str

    def run(self, job: Job) -> EngineResult: ...
