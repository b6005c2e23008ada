"""Known better ways to compute, by the shape of the steps around an exception.

A hint is given only if exact arithmetic shows, for this very input, that everything it would compute is zero
or a normal number of the type. Each pattern is a function from the story to what its advice computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq

from orchestrator.core.model import Kind
from orchestrator.judge.steps import Decision, Name, Step, Story
from orchestrator.numbers import floats
from orchestrator.numbers.dyadic import to_fraction

_BITS = 256
_LARGE_ERROR = 2.0**20  # ulps: not just rounding
_VANISHES = arb(2) ** -70  # beside a number: less than half an ulp in every format


@dataclass(frozen=True)
class Hint:
    advice: str
    shown: tuple[tuple[str, str], ...]  # what it would compute, and the value


@dataclass(frozen=True)
class _Candidate:
    advice: str
    values: tuple[tuple[str, arb], ...]


def hints(story: Story, step: Step, kind: Kind) -> list[Hint]:
    """What would have stayed in range where this step did not."""
    if step.exact is None:
        return []
    before = ctx.prec
    ctx.prec = _BITS
    try:
        view = _View(story)
        candidates = [c for pattern in _PATTERNS for c in pattern(view, step, kind)]
        good = [c for c in candidates if all(_fits(step.result.cls, value) for _, value in c.values)]
        advices = dict.fromkeys(c.advice for c in good)
        return [next(Hint(c.advice, _shown(c)) for c in good if c.advice == advice) for advice in advices]
    finally:
        ctx.prec = before


def _shown(candidate: _Candidate) -> tuple[tuple[str, str], ...]:
    return tuple((name, value.str(6, radius=False)) for name, value in candidate.values)


def _fits(cls: str, value: arb) -> bool:
    """Certainly zero, or certainly normal."""
    form = floats.FLOATS[cls]
    least, largest = (
        _exactly(form.value(1 << form.fraction_bits)),
        _exactly(form.value(form.infinity - 1)),
    )
    return bool(value == 0) or bool(abs(value) >= least and abs(value) <= largest)


def _exactly(value: Fraction | float) -> arb:
    fraction = Fraction(value)
    return arb(fmpq(fraction.numerator, fraction.denominator))


class _View:
    """The exact run as a graph: numbers by name, who made them, who used them."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.makers = story.makers()

    def operands(self, step: Step | Decision) -> list[tuple[Name, arb]]:
        """Exact values. A number that no step made is a float: an input, a constant."""
        found = []
        for name, negative, value in zip(step.operand_names, step.operand_signs, step.operands, strict=False):
            number = self._made(name, negative, step)
            if number is None and floats.is_finite(value.cls, value.raw):
                number = _exactly(Fraction(floats.decode(value.cls, value.raw)))
            if number is None:
                return []
            found.append((name, number))
        return found

    def _made(self, name: Name, negative: bool, before: Step | Decision) -> arb | None:
        """What an earlier step made, negated if the operand's sign says so."""
        maker = self.makers.before(name, before)
        value = self.value(maker) if maker else None
        return value if maker is None or value is None or negative == maker.negative else -value

    def value(self, step: Step) -> arb | None:
        if step.exact is None or step.exact.lower is None or step.exact.upper is None:
            return None
        low, high = to_fraction(step.exact.lower), to_fraction(step.exact.upper)
        if low is None or high is None:
            return None
        return _exactly(low).union(_exactly(high))

    def users(self, step: Step, *operations: str) -> list[Step]:
        return [user for user in self.story.users(step) if user.site.opcode in operations]

    def maker(self, name: Name, user: Step, operation: str) -> Step | None:
        """Who made an operand, if it was such an operation."""
        step = self.makers.before(name, user)
        return step if step and step.site.opcode == operation else None

    def exponent(self, name: Name, user: Step) -> arb | None:
        """Of an operand that is exp(...)."""
        maker = self.maker(name, user, "exp")
        operands = self.operands(maker) if maker else []
        return operands[0][1] if operands else None

    def constant(self, step: Step, number: float) -> bool:
        """Whether one operand is this number."""
        return any(
            floats.is_finite(v.cls, v.raw) and floats.decode(v.cls, v.raw) == number for v in step.operands
        )

    def other(self, step: Step, name: Name) -> tuple[Name, arb] | None:
        """The operand beside this one; the same one if it is used twice."""
        both = self.operands(step)
        if len(both) != 2:
            return None
        return both[1] if both[0][0] == name else both[0]


Pattern = Callable[[_View, Step, Kind], Iterator[_Candidate]]


def _hypotenuse(view: _View, step: Step, kind: Kind) -> Iterator[_Candidate]:
    """sqrt(x*x + y*y), wherever in it the exception is."""
    sums = [step] if step.site.opcode == "fadd" else view.users(step, "fadd")
    for total in sums:
        squares = [view.maker(name, total, "fmul") for name in total.operand_names]
        if len(squares) != 2 or not all(s and len(set(s.operand_names)) == 1 for s in squares):
            continue
        for root in view.users(total, "sqrt"):
            if (value := view.value(root)) is not None:
                yield _Candidate("hypot(x, y) instead of sqrt(x*x + y*y)", (("hypot", value),))


def _halves(view: _View, step: Step, kind: Kind) -> Iterator[_Candidate]:
    """(x + y)/2, x + (y - x)/2."""
    if step.site.opcode not in ("fadd", "fsub") or kind is not Kind.OVERFLOW:
        return
    operands = view.operands(step)
    if len(operands) != 2:
        return
    (_, x), (_, y) = operands
    for half in view.users(step, "fdiv", "fmul"):
        if not view.constant(half, 2.0 if half.site.opcode == "fdiv" else 0.5):
            continue
        whole = half if step.site.opcode == "fadd" else next(iter(view.users(half, "fadd")), None)
        value = view.value(whole) if whole else None
        if value is not None:
            yield _Candidate("x/2 + y/2", (("x/2", x / 2), ("y/2", y / 2), ("the sum", value)))


def _other_order(view: _View, step: Step, kind: Kind) -> Iterator[_Candidate]:
    """a*b*c, a*b/c, a/b*c with the operations in another order."""
    operands = view.operands(step)
    operation = step.site.opcode
    if operation not in ("fmul", "fdiv") or len(operands) != 2:
        return
    (_, a), (_, b) = operands
    for user in view.users(step, "fmul", "fdiv"):
        other = view.other(user, step.name)
        value = view.value(user)
        if (
            other is None
            or value is None
            or (user.site.opcode == "fdiv" and other[0] == user.operand_names[0])
        ):
            continue
        c = other[1]
        ways: list[tuple[str, arb]] = []
        if (operation, user.site.opcode) == ("fmul", "fdiv"):
            ways = [("a * (b / c) instead of a * b / c", b / c), ("b * (a / c) instead of a * b / c", a / c)]
        elif (operation, user.site.opcode) == ("fmul", "fmul"):
            ways = [("a * (b * c) instead of a * b * c", b * c), ("b * (a * c) instead of a * b * c", a * c)]
        elif (operation, user.site.opcode) == ("fdiv", "fmul"):
            ways = [("a * (c / b) instead of a / b * c", c / b), ("(a * c) / b instead of a / b * c", a * c)]
        elif (operation, user.site.opcode) == ("fdiv", "fdiv"):
            ways = [("a / (b * c) instead of a / b / c", b * c), ("(a / c) / b instead of a / b / c", a / c)]
        for advice, inner in ways:
            yield _Candidate(advice, (("first", inner), ("then", value)))


def _exponents(view: _View, step: Step, kind: Kind) -> Iterator[_Candidate]:
    """exp(a)/exp(b) and exp(a)*exp(b)."""
    if step.site.opcode != "exp":
        return
    for user in view.users(step, "fdiv", "fmul"):
        arguments = [view.exponent(name, user) for name in user.operand_names]
        value = view.value(user)
        if len(arguments) == 2 and None not in arguments and value is not None:
            sign = "-" if user.site.opcode == "fdiv" else "+"
            joined = "/" if sign == "-" else "*"
            yield _Candidate(f"exp(a {sign} b) instead of exp(a) {joined} exp(b)", (("exp", value),))


def _log_sum(view: _View, step: Step, kind: Kind) -> Iterator[_Candidate]:
    """log(exp(a) + exp(b)), where 1 is exp(0)."""
    if step.site.opcode != "exp":
        return
    for total in view.users(step, "fadd"):
        a = view.exponent(step.name, total)
        other = view.other(total, step.name)
        if a is None or other is None:
            continue
        b = view.exponent(other[0], total)
        if b is None and bool(other[1] == 1):
            b = arb(0)
        for logarithm in view.users(total, "log"):
            value = view.value(logarithm)
            if b is not None and value is not None:
                small = (-abs(a - b)).exp()
                advice = "m + log1p(exp(-|a - b|)) with m = max(a, b) instead of log(exp(a) + exp(b))"
                yield _Candidate(advice, (("exp(-|a - b|)", small), ("result", value)))
                if bool(small < abs(value) * _VANISHES):
                    yield _Candidate("max(a, b), where a and b are far apart", (("max", value),))


def _near_one(view: _View, step: Step, kind: Kind) -> Iterator[_Candidate]:
    """exp(x) - 1 and log(1 + x) on the way, with an error that is more than rounding."""
    for other in view.story.way_to(step, 64):
        value = view.value(other)
        if value is None or other.exact is None or (other.exact.ulps or 0.0) < _LARGE_ERROR:
            continue
        if other.site.opcode in ("fsub", "fadd") and any(
            view.maker(n, other, "exp") for n in other.operand_names
        ):
            if view.constant(other, 1.0) or view.constant(other, -1.0):
                yield _Candidate("expm1(x) instead of exp(x) - 1", (("expm1", value),))
        if other.site.opcode == "log":
            total = view.maker(other.operand_names[0], other, "fadd") if other.operand_names else None
            if total and view.constant(total, 1.0):
                yield _Candidate("log1p(x) instead of log(1 + x)", (("log1p", value),))


def _comparison(view: _View, step: Step, kind: Kind) -> Iterator[_Candidate]:
    """a*b or a/b that is compared with c."""
    operands = view.operands(step)
    if step.site.opcode not in ("fmul", "fdiv") or len(operands) != 2:
        return
    b = operands[1][1]
    for decision in view.story.decisions:
        if decision.position < step.position or step.name not in decision.operand_names:
            continue
        compared = view.operands(decision)
        if len(compared) != 2:
            continue
        c = compared[1][1] if compared[0][0] == step.name else compared[0][1]
        if step.site.opcode == "fdiv":
            advice, value = "compare a with b * c instead of a / b with c", ("b * c", b * c)
        elif bool(b != 0):
            advice, value = "compare a with c / b instead of a * b with c", ("c / b", c / b)
        else:
            continue
        yield _Candidate(f"{advice}, or their exponents first (mind the sign of b)", (value,))


_PATTERNS: tuple[Pattern, ...] = (
    _hypotenuse,
    _halves,
    _exponents,
    _log_sum,
    _other_order,
    _near_one,
    _comparison,
)
