"""Engines produce leads: (site, kind, input). None is believed before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from orchestrator.build import Variants
from orchestrator.config import Settings
from orchestrator.model import Crash, Exploration, Function, Lead, Module, Proof, Status
from orchestrator.prepared import Pair
from orchestrator.runner import Stop

# Called now and then with the runs made so far for a function.
Progress = Callable[[int], None]


@dataclass(frozen=True)
class EngineResult:
    leads: tuple[Lead, ...]
    crashes: tuple[Crash, ...]
    runs: int
    seconds: float
    status: Status
    reason: str
    corpus: tuple[bytes, ...] = ()  # inputs worth starting from when the search goes on
    proofs: Mapping[Pair, Proof] = field(default_factory=dict)  # by id of the site
    exploration: Exploration | None = None  # what an executor saw of the paths


class Engine(Protocol):
    name: str

    def run(
        self,
        module: Module,
        variants: Variants,
        function: Function,
        settings: Settings,
        stop: Stop,
        progress: Progress,
        seeds: Sequence[bytes] = (),
    ) -> EngineResult: ...
