"""Bitwuzla: exact IEEE arithmetic and bit-vectors, by bit-blasting."""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence

import bitwuzla as bz

from orchestrator.solvers import Answer
from orchestrator.solvers.smt.refinement import ExactSolver
from orchestrator.solvers.smt.terms import BOOL, Sort, Term

_MEGABYTES = 1500  # of memory, more than the process ever had

_KINDS = {
    "not": bz.Kind.NOT,
    "and": bz.Kind.AND,
    "or": bz.Kind.OR,
    "xor": bz.Kind.XOR,
    "=>": bz.Kind.IMPLIES,
    "=": bz.Kind.EQUAL,
    "ite": bz.Kind.ITE,
    "concat": bz.Kind.BV_CONCAT,
    "extract": bz.Kind.BV_EXTRACT,
    "zero_extend": bz.Kind.BV_ZERO_EXTEND,
    "sign_extend": bz.Kind.BV_SIGN_EXTEND,
    "bvlshr": bz.Kind.BV_SHR,
    **{
        f"bv{name}": getattr(bz.Kind, f"BV_{name.upper()}")
        for name in "not and or xor add sub mul sdiv udiv srem urem shl ashr ult ule slt sle".split()
    },
    **{f"fp.{name}": getattr(bz.Kind, f"FP_{name.upper()}") for name in "abs neg min max lt leq".split()},
    **{f"fp.{name}": getattr(bz.Kind, f"FP_{name.upper()}") for name in "add sub mul div fma sqrt".split()},
    "fp.eq": bz.Kind.FP_EQUAL,
    "fp.isNaN": bz.Kind.FP_IS_NAN,
    "fp.isInfinite": bz.Kind.FP_IS_INF,
    "fp.isZero": bz.Kind.FP_IS_ZERO,
    "fp.isNegative": bz.Kind.FP_IS_NEG,
    "fp.roundToIntegral": bz.Kind.FP_RTI,
    "fp.to_sbv": bz.Kind.FP_TO_SBV,
    "fp.to_ubv": bz.Kind.FP_TO_UBV,
    "to_fp": bz.Kind.FP_TO_FP_FROM_BV,
    "to_fp.fp": bz.Kind.FP_TO_FP_FROM_FP,
    "to_fp.signed": bz.Kind.FP_TO_FP_FROM_SBV,
    "to_fp_unsigned": bz.Kind.FP_TO_FP_FROM_UBV,
}
_ROUNDING = {f"fp.{name}" for name in "add sub mul div fma sqrt roundToIntegral to_sbv to_ubv".split()}
_ROUNDING |= {"to_fp.fp", "to_fp.signed", "to_fp_unsigned"}


class _Terms:
    def __init__(self) -> None:
        self.manager = bz.TermManager()
        self._modes = {mode.name: self.manager.mk_rm_value(mode) for mode in bz.RoundingMode}

    def _sort(self, sort: Sort) -> bz.Sort:
        if sort.is_float:
            return self.manager.mk_fp_sort(sort.exponent, sort.significand)
        return self.manager.mk_bool_sort() if sort == BOOL else self.manager.mk_bv_sort(sort.width)

    def supports(self, sort: Sort) -> bool:
        """Not x87's: this build has only the formats of IEEE 754."""
        return not sort.is_float or (sort.exponent, sort.significand) in ((8, 24), (11, 53))

    def constant(self, sort: Sort, value: int) -> Term:
        if sort == BOOL:
            return self.manager.mk_true() if value else self.manager.mk_false()
        if not sort.is_float:
            return self.manager.mk_bv_value(self._sort(sort), value)
        fraction = sort.significand - 1
        parts = ((1, value >> (sort.bits - 1)), (sort.exponent, value >> fraction), (fraction, value))
        vectors = [
            self.manager.mk_bv_value(self.manager.mk_bv_sort(width), part & ((1 << width) - 1))
            for width, part in parts
        ]
        return self.manager.mk_fp_value(*vectors)

    def fresh(self, sort: Sort, name: str) -> Term:
        return self.manager.mk_const(self._sort(sort), name)

    def apply(self, operator: str, *terms: Term, indices: tuple[int, ...] = (), mode: str = "RNE") -> Term:
        operands = [self._modes[mode], *terms] if operator in _ROUNDING else list(terms)
        return self.manager.mk_term(_KINDS[operator], operands, list(indices))


class _Session:
    def __init__(self) -> None:
        self.terms = _Terms()
        options = bz.Options()
        options.set(bz.Option.PRODUCE_MODELS, True)
        options.set(bz.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        options.set(bz.Option.MEMORY_LIMIT, peak + _MEGABYTES)
        self._solver = bz.Bitwuzla(self.terms.manager, options)
        self._deadline = 0.0

    def assert_(self, term: Term) -> None:
        self._solver.assert_formula(term)

    def check(self, literals: Sequence[Term], seconds: float) -> Answer:
        self._deadline = deadline = time.monotonic() + seconds
        # It must not refer to the session: such a cycle keeps the solver's memory.
        self._solver.configure_terminator(lambda: time.monotonic() > deadline)
        answer = Answer[self._solver.check_sat(*literals).name]
        late = answer is Answer.UNKNOWN and time.monotonic() >= deadline
        return Answer.TIMEOUT if late else answer

    def why_unknown(self) -> str:
        return "time limit" if time.monotonic() >= self._deadline else "Bitwuzla gave up (memory limit?)"

    def value(self, term: Term) -> int:
        found = self._solver.get_value(term).value(2, False)
        return int(found) if isinstance(found, bool) else int(found, 2)

    def core(self, literals: Sequence[Term]) -> tuple[int, ...]:
        return tuple(at for at, term in enumerate(literals) if self._solver.is_unsat_assumption(term))


class Bitwuzla(ExactSolver):
    def __init__(self) -> None:
        super().__init__("bitwuzla", _Session)
