"""Solving with an exact solver: encode, ask, check the model natively, refine what was abstract, again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from orchestrator.solvers import Answer, Model, Solution
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.smt import libm
from orchestrator.solvers.smt.encoder import Encoder, Node, Unsupported
from orchestrator.solvers.smt.meanings import MEANINGS
from orchestrator.solvers.smt.terms import Term, Terms, stored
from orchestrator.symbolic.graph import Query

ROUNDS = 200  # models that do not hold natively, before giving up


class Session(Protocol):
    """A solver at work on one query."""

    @property
    def terms(self) -> Terms: ...

    def assert_(self, term: Term) -> None: ...

    def check(self, literals: Sequence[Term], seconds: float) -> Answer:
        """SAT, UNSAT, or TIMEOUT or UNKNOWN with its reason in `why_unknown`."""
        ...

    def why_unknown(self) -> str: ...

    def value(self, term: Term) -> int:
        """The bits of a term in the model, in SMT-LIB's encoding."""
        ...

    def core(self, literals: Sequence[Term]) -> tuple[int, ...] | None:
        """Positions of literals that cannot hold together."""
        ...


@dataclass(frozen=True)
class ExactSolver:
    """A solver of the theories of bit-vectors and floats, as one of Ariadne's."""

    name: str
    session: Callable[[], Session]

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        start = time.monotonic()
        answer, model, reason, core = self._decide(query, start + seconds)
        return Solution(answer, self.name, time.monotonic() - start, model, reason, core)

    def _decide(
        self, query: Query, deadline: float
    ) -> tuple[Answer, Model | None, str, tuple[int, ...] | None]:
        session = self.session()
        try:
            encoder = Encoder(session.terms, query, MEANINGS)
        except Unsupported as gap:
            return Answer.SKIPPED, None, str(gap), None
        for node in encoder.abstract:
            encoder.facts.extend(libm.facts(encoder, node))
        for fact in encoder.facts:
            session.assert_(fact)
        literals = [encoder.literal(*literal) for literal in query.literals]
        # Where LLVM promises nothing the solver is free, and mostly wrong: first without that.
        wishes = [encoder.apply("not", undefined) for undefined in encoder.undefined]
        points: dict[int, list[int]] = {}
        for _ in range(ROUNDS):
            left = deadline - time.monotonic()
            if left <= 0:
                return Answer.TIMEOUT, None, "time limit", None
            answer = session.check(literals + wishes, left)
            if answer == Answer.UNSAT and wishes:
                wishes = []
                continue
            if answer == Answer.UNSAT:
                by = "exactly" if not encoder.abstract else "with facts about functions of libm"
                return answer, None, f"refuted {by}", session.core(literals)
            if answer != Answer.SAT:
                return answer, None, session.why_unknown(), None
            model = _model(session, encoder, query)
            if evaluator.holds(query, model):
                return Answer.SAT, model, "", None
            if not _refine(session, encoder, query, model, points):
                return Answer.UNKNOWN, None, "the model does not hold natively (bits of a NaN?)", None
        return Answer.UNKNOWN, None, f"{ROUNDS} models did not hold natively", None


def _model(session: Session, encoder: Encoder, query: Query) -> Model:
    """The bits of each input, 0 for those that do not matter."""
    return tuple(
        stored(type_, session.value(encoder.inputs[index])) if index in encoder.inputs else 0
        for index, type_ in enumerate(query.inputs)
    )


def _refine(
    session: Session, encoder: Encoder, query: Query, model: Model, known: dict[int, list[int]]
) -> bool:
    """Tell the solver what its abstract operations give where it used them, and where the program would; of
    monotone ones also half way to the points that it was told before, to close in as by bisection."""
    true = evaluator.evaluate(query.graph, model)
    # All values are read before anything is asserted, which ends the model.
    points: list[tuple[Node, tuple[int, ...]]] = []
    for node in encoder.abstract:
        there = tuple(_bits(session, encoder, each) for each in node.operands)
        truly = tuple(int(true[each]["lo"]) | int(true[each]["hi"]) << 64 for each in node.operands)
        types = [encoder.nodes[each].type for each in node.operands]
        if _bits(session, encoder, node.id) == libm.value(node, types, there):
            continue
        points += [(node, at) for at in dict.fromkeys((there, truly))]
        if node.op in libm.INCREASING | libm.DECREASING:
            before = known.setdefault(node.id, [])
            points += [(node, (at,)) for at in libm.halfway(types[0], before, there[0])]
            before += [at[0] for other, at in points if other is node]
    for node, operands in points:
        for lemma in libm.lemmas(encoder, node, operands):
            session.assert_(lemma)
    return bool(points)


def _bits(session: Session, encoder: Encoder, node: int) -> int:
    """The bits of a node in the model; of a NaN, some."""
    return stored(encoder.nodes[node].type, session.value(encoder.values[node]))
