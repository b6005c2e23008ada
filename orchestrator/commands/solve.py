"""ariadne solve: SMT-LIB files, by the solvers that path conditions go to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from orchestrator.commands import Subparsers, add_command, positive_int, seconds
from orchestrator.core.errors import UserError
from orchestrator.solvers import Answer, Solution
from orchestrator.solvers.chain.standard import chain_of
from orchestrator.solvers.registry import CHOICES, ORDERS, SOLVERS, Stage, chosen, equally
from orchestrator.solvers.smtlib import Declared, Script, read
from orchestrator.solvers.smtlib.literals import comment, write
from orchestrator.solvers.smtlib.values import shown

_OTHER_ORDERS = tuple(name for name in ORDERS if name != "default")
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
        choices=("auto", *_OTHER_ORDERS, *CHOICES),
        default="auto",
        help="who is asked (default: one after another; synergy: in the order of the FuSE study)",
    )
    parser.add_argument("--timeout", type=seconds, default=10.0, metavar="S", help="seconds (default 10)")
    parser.add_argument(
        "--model", action="store_true", help="print the numbers, also if the file does not ask"
    )
    for row in SOLVERS.values():
        for name, limit in row.limits.items():
            parser.add_argument(
                f"--max-{name}",
                type=positive_int,
                default=limit,
                metavar="N",
                help=f"of the solver {row.name} (default {limit})",
            )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    script = read(_text(options.file), options.file)
    limits = {name: getattr(options, f"max_{name}") for row in SOLVERS.values() for name in row.limits}
    solution = chain_of(_stages(options.solver), limits).solve(script.query, options.timeout)
    print(solution.answer.smtlib)
    if not solution.answer.decides:
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


def _stages(choice: str) -> Sequence[Stage]:
    order = "default" if choice == "auto" else choice
    return ORDERS[order] if order in ORDERS else equally(*chosen(choice))


def model(script: Script, solution: Solution) -> list[str]:
    values: Sequence[int | Fraction] = solution.model or ()
    return ["(", *map(_definition, script.constants, values), ")"]


def _definition(constant: Declared, value: int | Fraction) -> str:
    name = constant.name if constant.name.replace(".", "a").isidentifier() else f"|{constant.name}|"
    note = comment(constant.sort, value)
    line = f"  (define-fun {name} () {shown(constant.sort)} {write(constant.sort, value)})"
    return f"{line} ; {note}" if note else line
