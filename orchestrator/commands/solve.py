"""ariadne solve: SMT-LIB files, by the solvers that path conditions go to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from orchestrator.commands import Subparsers, add_command, positive, positive_int
from orchestrator.core.errors import UserError
from orchestrator.solvers import Answer, Solution, Solver
from orchestrator.solvers.chain.chain import ORDERS, Chain, Stage
from orchestrator.solvers.chain.limits import MAX_BINDINGS, MAX_CONCRETIZATIONS
from orchestrator.solvers.chain.standard import solvers
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.smtlib import Declared, Script, read
from orchestrator.solvers.smtlib.literals import comment, write
from orchestrator.solvers.smtlib.values import shown
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.simple import only_reals


def _always(query: Query) -> bool:
    return True


def _never(query: Query) -> bool:
    return False


# What a choice on the command line asks: names of solvers, and when their refutation is one.
CHOICES: dict[str, tuple[tuple[str, ...], Callable[[Query], bool]]] = {
    "intervals": (("intervals",), _always),
    "exact": (("bitwuzla", "z3-fp"), _always),
    "real": (("z3-real", "cvc5"), only_reals),
    "ariadne": (("ariadne",), _never),
    "search": (("search",), _never),
}
_EPILOG = """\
The file declares constants, asserts, and asks check-sat once: QF_FP, QF_BVFP, QF_BV (up to 128 bits), QF_LRA
and QF_NRA. Rounding is to nearest even. Functions declared as sin_f64, exp_f32, ... (sin, exp, ... of Real)
stand for libm's. The answer is sat, unsat or unknown; why it is unknown follows as a comment.
"""


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "solve", "decide an SMT-LIB file", _EPILOG)
    parser.add_argument("file", metavar="FILE", help="an SMT-LIB 2 file, or - for standard input")
    parser.add_argument(
        "--solver",
        choices=("auto", "synergy", *CHOICES),
        default="auto",
        help="who is asked (default: one after another; synergy: in the order of the FuSE study)",
    )
    parser.add_argument("--timeout", type=positive, default=10.0, metavar="S", help="seconds (default 10)")
    parser.add_argument(
        "--model", action="store_true", help="print the numbers, also if the file does not ask"
    )
    for name, limit in (("concretizations", MAX_CONCRETIZATIONS), ("bindings", MAX_BINDINGS)):
        parser.add_argument(
            f"--max-{name}",
            type=positive_int,
            default=limit,
            metavar="N",
            help=f"of the solver ariadne (default {limit})",
        )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    script = read(_text(options.file), options.file)
    known = solvers(options.max_concretizations, options.max_bindings)
    solution = _chain(options.solver, known).solve(script.query, options.timeout)
    print(solution.answer.value)
    if solution.answer is Answer.UNKNOWN:
        print(f"; {' '.join(solution.reason.split())}")
    elif solution.answer is Answer.SAT and (options.model or script.wants_model):
        print("\n".join(model(script, solution)))
    return 0


def _text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text()
    except OSError as problem:
        raise UserError(f"cannot read {file}: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise UserError(f"{file} is not a text file") from problem


def _chain(choice: str, known: Mapping[str, Solver]) -> Chain:
    if choice not in CHOICES:
        return Chain(known, ORDERS["default" if choice == "auto" else choice], evaluator.holds)
    names, refutes = CHOICES[choice]
    there = [name for name in names if name in known]
    if not there:
        raise UserError(f"solver {choice} is not there", f"there are: auto, {', '.join(sorted(known))}")
    # An equal share for each: the last of n gets all that is left.
    stages = [Stage(name, 1 / (len(there) - at), refutes=refutes) for at, name in enumerate(there)]
    return Chain(known, stages, evaluator.holds)


def model(script: Script, solution: Solution) -> list[str]:
    values: Sequence[int | Fraction] = solution.model or ()
    return ["(", *map(_definition, script.constants, values), ")"]


def _definition(constant: Declared, value: int | Fraction) -> str:
    name = constant.name if constant.name.replace(".", "a").isidentifier() else f"|{constant.name}|"
    note = comment(constant.sort, value)
    line = f"  (define-fun {name} () {shown(constant.sort)} {write(constant.sort, value)})"
    return f"{line} ; {note}" if note else line
