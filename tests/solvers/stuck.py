"""Solvers as no one wants them, for the tests of the process that solvers run in."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from orchestrator.solvers import Answer, Model, Solution
from orchestrator.symbolic.graph import Query


class Hangs:
    name = "hangs"

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        while True:
            time.sleep(1)


class Dies:
    name = "dies"

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        os._exit(7)


class Raises:
    name = "raises"

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        raise ValueError("no idea")


class Prints:
    name = "prints"

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        print("what nobody asked for")
        return Solution(Answer.SAT, self.name, 0.0, (len(query.graph), len(seeds)))


class Hoards:
    name = "hoards"

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        return Solution(Answer.SAT, self.name, 0.0, (len(bytearray(64 << 30)),))
