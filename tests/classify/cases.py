"""Small programs with known exceptions, classes and consequences: the arguments stand in programs/*.c."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from orchestrator.core.model import Consequence, Kind, XflowClass

PROGRAMS = Path(__file__).parent / "programs"

AVOIDABLE, UNAVOIDABLE, UNDETERMINED = XflowClass
WRONG, POISONED, UNKNOWN, REPORTED, BENIGN = Consequence
_KINDS = {kind.value[0]: kind for kind in Kind}  # o, u, d, i
_NAMES = {"MAX": "0x1.fffffffffffffp+1023", "LONG_MAX": "0x1.fffffffffffffffep+16383"}


@dataclass(frozen=True)
class Case:
    program: str
    function: str
    inputs: str  # as a user types them
    raises: (
        str  # every exception of the run in order: "0o", overflow in operation 0; "f#0o", in another function
    )
    xflow: XflowClass | None  # of its overflows and underflows
    consequence: Consequence
    value: Fraction | None = None  # of the first result, where it is a short number
    status: str = "none"
    reason: str = ""  # part of it
    marks: tuple[str, ...] = ()
    bits: int = 0  # precision that is needed, at least

    @property
    def id(self) -> str:
        status = f"-{self.status}" if self.status != "none" else ""
        return f"{self.function}({self.inputs}){status}".replace(" ", ",")

    @property
    def texts(self) -> list[str]:
        return [re.sub("[A-Z_]+", lambda name: _NAMES[name[0]], text) for text in self.inputs.split()]

    @property
    def exceptions(self) -> list[tuple[str, Kind]]:
        events = []
        for word in self.raises.split():
            site, kind = word[:-1], _KINDS[word[-1]]
            events.append((site if "#" in site else f"{self.function}#{site}", kind))
        return events


@dataclass(frozen=True)
class _Program:
    """Writes down cases of one file."""

    name: str

    def __call__(
        self,
        function: str,
        inputs: str,
        raises: str,
        xflow: XflowClass | None,
        consequence: Consequence,
        value: Fraction | None = None,
        **more: object,
    ) -> Case:
        return Case(self.name, function, inputs, raises, xflow, consequence, value, **more)  # type: ignore[arg-type]


def _number(text: str) -> Fraction:
    return (
        Fraction(float.fromhex(_NAMES.get(text, text))) if "x" in _NAMES.get(text, text) else Fraction(text)
    )


rational, elementary, memory = _Program("rational"), _Program("elementary"), _Program("memory")
types, control, status = _Program("types"), _Program("control"), _Program("status")
ZERO, ONE, MAX = Fraction(0), Fraction(1), _number("MAX")
BITS = ("bits of a float",)
EXTERNAL = ("external significand",)
NO_RESULT = "the function has no floating-point result"
ENDLESS = "does not terminate in exact arithmetic"

CASES = [
    rational("av1", "MAX MAX", "0o", AVOIDABLE, POISONED, MAX),
    rational("av1", "5e-324 0", "0u 1u", UNAVOIDABLE, BENIGN, Fraction(1, 2**1075)),
    rational("av2", "5e-324 5e-324", "0u 1u", UNAVOIDABLE, BENIGN, Fraction(1, 2**1074)),
    rational("av2", "0x1.8p-1073 1", "0u", AVOIDABLE, BENIGN),
    rational("av3", "-MAX MAX", "0o", AVOIDABLE, POISONED, ZERO),
    rational("av4", "-MAX MAX", "0o", AVOIDABLE, POISONED, ZERO),
    rational("sum", "MAX MAX", "0o", UNAVOIDABLE, POISONED, 2 * MAX),
    rational("sum", "0x1p-1022 -0x1.8p-1022", "0u", UNAVOIDABLE, BENIGN, Fraction(-1, 2**1023)),
    rational("difference_of_squares", "1e200 1e200", "0o 1o", AVOIDABLE, POISONED, ZERO),
    rational("difference_of_squares", "1e-200 1e-200", "0u 1u", AVOIDABLE, BENIGN, ZERO),
    rational("product", "1e200 1e200 1e-200", "0o", AVOIDABLE, POISONED),
    rational("product", "1e-200 1e-200 1e200", "0u", AVOIDABLE, WRONG),
    rational("product", "1e-200 1e-200 1e-200", "0u", UNAVOIDABLE, BENIGN),
    rational("product", "1e200 1e200 0", "0o", AVOIDABLE, POISONED, ZERO),
    rational("one_plus_square", "1e-200", "0u", AVOIDABLE, BENIGN),
    rational("one_plus_square", "1e200", "0o", UNAVOIDABLE, POISONED),
    rational("over_square", "1e300 1e200", "0o", AVOIDABLE, WRONG),
    rational("over_square", "1e-300 1e-200", "0u 1d", AVOIDABLE, POISONED),
    rational("over_square", "1 1e-200", "0u 1d", UNAVOIDABLE, POISONED),
    rational("parallel", "1e-310 1", "0o", UNAVOIDABLE, WRONG),
    rational("parallel", "1e-310 1e300", "0o", UNAVOIDABLE, WRONG),
    rational("factorial_ratio", "200 198", "0o 1o", AVOIDABLE, POISONED, Fraction(39800)),
    rational("factorial_ratio", "200 20", "0o", UNAVOIDABLE, POISONED),
    rational("binomial", "1029 514", "0o", AVOIDABLE, POISONED),
    rational("binomial", "1100 550", "0o", UNAVOIDABLE, POISONED),
    rational("power", "10 400", "0o", UNAVOIDABLE, POISONED, Fraction(10**400)),
    rational("power", "0.01 200", "0u", UNAVOIDABLE, BENIGN),
    rational("power_ratio", "10 400", "power#0o", AVOIDABLE, POISONED, Fraction(10)),
    rational("power_ratio", "0.1 400", "power#0u 0i", AVOIDABLE, POISONED, Fraction(0.1)),
    rational("geometric", "10 400", "power#0o", UNAVOIDABLE, POISONED),
    rational("geometric", "0.1 400", "power#0u", AVOIDABLE, BENIGN),
    rational("over_difference", "1 1", "1d", None, POISONED),
    rational("square_over_nothing", "1e200 1", "0o", UNAVOIDABLE, POISONED, reason="no finite exact value"),
    rational("square_over_nothing", "0 1", "2i", None, POISONED),
    rational("fixed_point", "1e-200", "0u", AVOIDABLE, BENIGN),
    rational("cosine_series", "1e-200", "0u", AVOIDABLE, BENIGN),
    elementary("hypot_naive", "1e200 1e200", "0o 1o", AVOIDABLE, POISONED),
    elementary("hypot_naive", "MAX MAX", "0o 1o", UNAVOIDABLE, POISONED),
    elementary("hypot_naive", "1e-200 1e-200", "0u 1u", AVOIDABLE, WRONG),
    elementary("hypot_naive", "1e-200 0", "0u", AVOIDABLE, WRONG, Fraction(1e-200)),
    elementary("hypot_naive", "1 1e-200", "1u", AVOIDABLE, BENIGN),
    elementary("hypot_naive", "5e-324 0", "0u", UNAVOIDABLE, BENIGN, Fraction(5e-324)),
    elementary("hypot_library", "MAX MAX", "0o", UNAVOIDABLE, REPORTED),
    elementary("geometric_mean", "1e200 1e200", "0o", AVOIDABLE, POISONED, Fraction(1e200)),
    elementary("exp_ratio", "1000 999", "0o 1o", AVOIDABLE, REPORTED),
    elementary("exp_ratio", "800 0", "0o", UNAVOIDABLE, REPORTED),
    elementary("exp_ratio", "-1000 -999", "0u 1u 2i", AVOIDABLE, REPORTED),
    elementary("quiet_exp_ratio", "1000 999", "0o 1o", AVOIDABLE, POISONED),
    elementary("quiet_exp_ratio", "-1000 -999", "0u 1u 2i", AVOIDABLE, POISONED),
    elementary("logistic", "-1000", "0o", UNAVOIDABLE, REPORTED),
    elementary("logistic", "800", "0u", AVOIDABLE, REPORTED),
    elementary("quiet_logistic", "-1000", "0o", UNAVOIDABLE, BENIGN),
    elementary("quiet_logistic", "-710", "0o", UNAVOIDABLE, WRONG),
    elementary("quiet_logistic", "800", "0u", AVOIDABLE, BENIGN),
    elementary("softplus", "1000", "0o", AVOIDABLE, REPORTED),
    elementary("quiet_softplus", "1000", "0o", AVOIDABLE, POISONED),
    elementary("quiet_softplus", "-1000", "0u", UNAVOIDABLE, BENIGN),
    elementary("quiet_softplus", "-720", "0u", UNAVOIDABLE, WRONG),
    elementary("quiet_softplus1p", "-720", "0u 1u", UNAVOIDABLE, BENIGN),
    elementary("binomial_gamma", "200 1", "1o 6o", AVOIDABLE, REPORTED, Fraction(200)),
    elementary("power_library", "10 400", "0o", UNAVOIDABLE, REPORTED, Fraction(10**400)),
    elementary("power_library", "10 -400", "0u", UNAVOIDABLE, REPORTED, Fraction(1, 10**400)),
    elementary("tanh_naive", "1000", "0o 1o", AVOIDABLE, REPORTED),
    elementary("log_square", "1e-200", "0u 1d", AVOIDABLE, REPORTED),
    elementary("quiet_log", "0", "0d", None, POISONED),
    elementary("quadratic", "1 1e200 1", "0o", AVOIDABLE, POISONED, bits=1000),
    elementary("quadratic", "1e-200 1 1e-200", "2u", AVOIDABLE, WRONG, bits=1000),
    elementary("quadratic_branch", "1e-200 1 1e-200", "2u", AVOIDABLE, WRONG, Fraction(2), bits=1000),
    elementary("nothing", "1e200", "0o 3o", AVOIDABLE, POISONED, ZERO),
    elementary("nearly_nothing", "1e-200", "5u", UNAVOIDABLE, WRONG, bits=1000),
    elementary("never_known", "1e-200", "5u", UNDETERMINED, WRONG, reason="cannot be told from a limit"),
    elementary("remainder_of_square", "0x1p+1023", "0o", AVOIDABLE, REPORTED, Fraction(2)),
    elementary("external_function", "1e-200", "0u", AVOIDABLE, BENIGN, ONE, marks=EXTERNAL),
    elementary("external_infinity", "1e200", "0o", UNDETERMINED, REPORTED, marks=EXTERNAL),
    memory("copied", "1e200 1e200", "0o 1o", AVOIDABLE, POISONED),
    memory("copied_bytes", "1e200 1e200", "0o 1o", AVOIDABLE, POISONED),
    memory("chosen", "1 1e200", "0o", AVOIDABLE, POISONED, Fraction(1e200)),
    memory("rational", "1e200", "horner#0o", AVOIDABLE, POISONED),
    memory("rational", "1e-320", "horner#0u", AVOIDABLE, BENIGN),
    memory("from_global", "0x1.8p-537", "1u", AVOIDABLE, WRONG, Fraction(9, 2**876)),
    memory("accumulated", "1e200 1e200", "0o 2o", AVOIDABLE, POISONED, ZERO),
    memory("recursive", "180", "factorial#0o", AVOIDABLE, POISONED, Fraction(180)),
    memory("through_pointer", "0 1e200", "square#0o", AVOIDABLE, POISONED, Fraction(1e200)),
    memory("through_pointer", "1 1e150", "cube#1o", AVOIDABLE, POISONED, Fraction(1e150) ** 2),
    memory("through_pointer", "1 1e200", "cube#0o", UNAVOIDABLE, POISONED, Fraction(1e200) ** 2),
    memory("library_pointer", "0 1e200", "0o", AVOIDABLE, POISONED, Fraction(1e200)),
    memory("library_pointer", "1 1e200", "0o", AVOIDABLE, POISONED),
    memory("polar", "1e200 1e200", "0o 1o", AVOIDABLE, POISONED),
    memory("complex_divide", "1e200 1e200 1e200 1e200", "0o 1o 3o 4o 7o 8o", AVOIDABLE, POISONED, ONE),
    memory(
        "complex_divide", "1e-200 1e-200 1e-200 1e-200", "0u 1u 3u 4u 6i 7u 8u 10i", AVOIDABLE, POISONED, ONE
    ),
    memory("two_results", "1e-200", "0u", UNAVOIDABLE, BENIGN, Fraction(1e-200) ** 2),
    memory("two_results", "1e200", "0o", UNAVOIDABLE, POISONED, Fraction(1e200) ** 2),
    memory("no_result", "1e200", "0o", UNDETERMINED, UNKNOWN, reason=NO_RESULT),
    memory("larger_square", "1e200 1e201", "0o 1o", UNDETERMINED, BENIGN, ZERO, reason=NO_RESULT),
    memory("larger_square", "1e201 1e200", "0o 1o", UNDETERMINED, WRONG, ONE, reason=NO_RESULT),
    types("hypot_float", "1e30 1e30", "0o 1o", AVOIDABLE, POISONED),
    types("hypot_float", "1e-30 1e-30", "0u 1u", AVOIDABLE, WRONG),
    types("hypot_float", "3e38 3e38", "0o 1o", UNAVOIDABLE, POISONED),
    types("hypot_wide", "3e38 3e38", "4o", UNAVOIDABLE, POISONED),
    types("narrow_square", "1e20", "1o", UNAVOIDABLE, POISONED, Fraction(10**40)),
    types("narrow_square", "1e-20", "1u", UNAVOIDABLE, BENIGN),
    types("narrow_square", "1e-30", "1u", UNAVOIDABLE, BENIGN),
    types("narrow_between", "1e39", "0o", AVOIDABLE, POISONED, ONE),
    types("narrow_between", "1e-40", "0u", AVOIDABLE, WRONG, ONE),
    types("widened", "1e200", "0o", AVOIDABLE, POISONED, Fraction(1e200) ** 2),
    types("hypot_long", "1e3000 1e3000", "0o 1o", AVOIDABLE, POISONED),
    types("sum_long", "LONG_MAX LONG_MAX", "0o", UNAVOIDABLE, POISONED),
    types("product_long", "1e-3000 1e-3000 1e3000", "0u", AVOIDABLE, WRONG),
    types("product_long", "1e3000 1e3000 1e-3000", "0o", AVOIDABLE, POISONED),
    types("product_long", "1e-3000 1e-3000 1e-3000", "0u", UNAVOIDABLE, BENIGN),
    types("hypot_through_long", "MAX MAX", "4o", UNAVOIDABLE, POISONED),
    types("mean_float", "1e38 10", "0o", AVOIDABLE, POISONED),
    types("fast_inverse_root", "2e-38", "0u", AVOIDABLE, BENIGN),
    control("branch", "1e-200", "0u", AVOIDABLE, WRONG, Fraction(2)),
    control("same_branch", "1e200", "0o", AVOIDABLE, BENIGN, ONE),
    control("farther", "1e201 1e200", "0o 1o", AVOIDABLE, WRONG, Fraction(1e201)),
    control("counted", "0x1.8p-537", "0u", AVOIDABLE, WRONG, Fraction(9)),
    control("looked_up", "1e-200", "0u", AVOIDABLE, BENIGN, ONE),
    control("looked_up", "0x1.8p-537", "0u", AVOIDABLE, WRONG, Fraction(10)),
    control("machine_epsilon", "1e-300", "2u", UNDETERMINED, UNKNOWN, reason=ENDLESS),
    control("poisoned_epsilon", "1e200", "0o", UNDETERMINED, POISONED, reason=ENDLESS),
    control("halvings", "1", "0u", UNDETERMINED, UNKNOWN, reason=ENDLESS),
    control("exponent_bits", "1e200 1e200", "0o", AVOIDABLE, BENIGN, Fraction(2047), marks=BITS),
    control("exponent_union", "3e-300 1e-300", "0u", AVOIDABLE, BENIGN, ZERO, marks=BITS),
    control("magnitude_bits", "1e200 1e200", "0o", UNDETERMINED, POISONED, marks=BITS),
    control("there_and_back", "1e300 100", "0o", AVOIDABLE, POISONED, Fraction(1e300)),
    control("there_and_back", "1e-300 -100", "0u", AVOIDABLE, WRONG, Fraction(1e-300)),
    control("scaled", "1e-300 -100", "0u", UNAVOIDABLE, BENIGN, Fraction(1e-300) / 2**100),
    control("ldexp_and_back", "1e-300 -100", "0u", AVOIDABLE, REPORTED, Fraction(1e-300)),
    status("checked_square", "1e200", "0o", UNAVOIDABLE, REPORTED, Fraction(1e200) ** 2),
    status("gsl_square", "1e200", "0o", UNAVOIDABLE, REPORTED, status="gsl"),
    status("gsl_square", "1e200", "0o", UNAVOIDABLE, REPORTED, status="nonzero"),
    status("gsl_square", "1e200", "0o", UNAVOIDABLE, POISONED),
    status("gsl_square", "1e-200", "0u", UNAVOIDABLE, REPORTED, status="gsl"),
    status("gsl_square", "1e-200", "0u", UNAVOIDABLE, WRONG),
    status("gsl_silent", "1e200 1e-300", "0o", AVOIDABLE, POISONED, status="gsl"),
    status("gsl_silent", "1e-200 1e300", "0u", AVOIDABLE, WRONG, status="gsl"),
    status("gsl_benign", "1e-200", "0u", AVOIDABLE, BENIGN, status="gsl"),
    status("is_large", "1e200", "0o", UNDETERMINED, BENIGN, ONE, reason=NO_RESULT),
    status("is_large", "1e200", "0o", UNDETERMINED, BENIGN, ONE, status="gsl", reason=NO_RESULT),
    status("is_large", "1e200", "0o", UNDETERMINED, REPORTED, ONE, status="nonzero", reason=NO_RESULT),
    status("no_status", "1e-200", "0u", AVOIDABLE, BENIGN, status="nonzero"),
]
