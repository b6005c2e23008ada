"""CONCRETIZE, the paper's Algorithm 3: values for all variables but those in which the formula stays
univariate.

A choice of variables to keep, a greedy hitting set of the constraints that are multivariate, varies from call
to call; so do the values, by BINDVARIABLE and CHECKBINDING. Dependent variables follow from what they depend
on: when the independent ones below them have values, the native evaluation of the graph is the topological
one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from orchestrator.numbers import floats
from orchestrator.solvers import Model
from orchestrator.solvers.reals.ariadne.formula import Formula
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import BITS, Op, Query

Holds = Callable[[Query, Model], bool]


@dataclass(frozen=True)
class Concretized:
    model: Model  # with the bindings; what it has for the free inputs means nothing
    free: tuple[int, ...]  # inputs that stay symbolic


@dataclass(frozen=True)
class Concretize:
    formula: Formula
    holds: Holds
    max_bindings: int

    @cached_property
    def _below_dependents(self) -> frozenset[int]:
        """Of V_T the independent variables, as inputs."""
        used = {node for at in range(len(self.formula.query.literals)) for node in self.formula.variables(at)}
        tables = [self.formula.independent[node] for node in used & self.formula.dependent]
        return frozenset().union(*tables)

    @cached_property
    def _constants(self) -> dict[int, list[int]]:
        """Bits of the formula's own numbers, by type: values at which something happens."""
        found: dict[int, list[int]] = {}
        nodes = self.formula.query.graph.nodes
        for row in nodes[nodes["op"] == Op.CONSTANT]:
            found.setdefault(int(row["type"]), []).append(int(row["lo"]) | int(row["hi"]) << 64)
        return found

    def multivariate(self) -> bool:
        """Whether there is anything to concretize."""
        return bool(self._below_dependents or self._multivariate())

    def _multivariate(self) -> list[frozenset[int]]:
        """M: what the constraints that stay multivariate after the dependents have values depend on."""
        formula = self.formula
        left = [formula.needs(at) - self._below_dependents for at in range(len(formula.query.literals))]
        return [each for each in left if len(each) > 1]

    def __call__(self, base: Sequence[int], rng: random.Random, keep_base: bool) -> Concretized | None:
        """None is the paper's U: no binding was found. `keep_base`: values of the base are tried first."""
        formula = self.formula
        constraints = self._multivariate()
        independent = frozenset().union(*constraints)
        kept: set[int] = set()
        while constraints:
            kept.add(rng.choice(sorted(rng.choice(constraints))))
            constraints = [each for each in constraints if not each & kept]
        model = list(base)
        bound: set[int] = set()
        # Two may be kept that meet in one constraint, each for another's sake: then one is bound after all.
        for index in sorted(self._below_dependents | (independent - kept)):
            if not self._bind(index, model, bound, rng, keep_base):
                return None
        for at in range(len(formula.query.literals)):
            for index in sorted(formula.needs(at) - bound)[1:]:
                if not self._bind(index, model, bound, rng, keep_base):
                    return None
        everything = frozenset().union(*(formula.needs(at) for at in range(len(formula.query.literals))))
        return Concretized(tuple(model), tuple(sorted(everything - bound)))

    def _bind(
        self, index: int, model: list[int], bound: set[int], rng: random.Random, keep_base: bool
    ) -> bool:
        """BINDVARIABLE."""
        bound.add(index)
        decided = [
            literal
            for at, literal in enumerate(self.formula.query.literals)
            if index in self.formula.needs(at) and self.formula.needs(at) <= bound
        ]
        before = model[index]
        for attempt in range(self.max_bindings):
            if attempt or not keep_base:
                model[index] = self._random(self.formula.query.inputs[index], before, rng)
            if self._check(decided, model):
                return True
        return False

    def _check(self, decided: list[tuple[int, bool]], model: list[int]) -> bool:
        """CHECKBINDING: no constraint that has a value now is false."""
        query = self.formula.query
        return not decided or self.holds(Query(query.graph, tuple(decided), query.inputs), tuple(model))

    def _random(self, kind: int, near: int, rng: random.Random) -> int:
        """RANDOM(dom(x)): any float, or a simple number, or one that the formula has, or one near the old
        one."""
        constants = self._constants.get(kind)
        choice = rng.randrange(4)
        if kind not in FLOATS:
            if choice == 0 and constants:
                return (rng.choice(constants) + rng.randint(-1, 1)) % (1 << BITS[kind])
            width = BITS[kind] if choice == 1 else min(BITS[kind], 8)
            return (
                rng.randrange(-1 << (width - 1), 1 << (width - 1)) % (1 << BITS[kind])
                if width > 1
                else choice & 1
            )
        cls = FLOATS[kind]
        top = floats.FLOATS[cls].infinity - 1
        if choice == 0 and constants:
            rank = floats.ordinal(cls, floats.from_bits(cls, rng.choice(constants))) + rng.randint(-1, 1)
        elif choice == 1:
            return floats.bits(cls, floats.encode(cls, rng.uniform(-10, 10)))
        elif choice == 2:
            rank = floats.ordinal(cls, floats.from_bits(cls, near)) + round(rng.gauss(0, top / 1000))
        else:
            rank = rng.randint(-top - 1, top)
        return floats.bits(cls, floats.from_ordinal(cls, max(-top - 1, min(top, rank))))
