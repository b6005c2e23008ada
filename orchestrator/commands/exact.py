"""ariadne exact: the true value of an algorithm beside the floating-point one."""

from __future__ import annotations

import argparse

from orchestrator.build.program import build
from orchestrator.build.variants import build_exact
from orchestrator.commands import (
    Subparsers,
    add_call_arguments,
    add_command,
    add_judging_options,
    add_keep_option,
    at_most,
    callable_function,
    given_settings,
)
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.core.settings import MOST_DIGITS, Settings
from orchestrator.judge.classify import exact_runs
from orchestrator.numbers import floats
from orchestrator.numbers.dyadic import decimal
from orchestrator.numbers.values import parse_inputs


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "exact", "run a function in exact arithmetic")
    add_call_arguments(parser)
    add_judging_options(parser)
    parser.add_argument(
        "--digits", type=at_most(MOST_DIGITS), default=30, metavar="N", help="decimal digits to show"
    )
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    settings = given_settings(Settings(), options)
    bits = int(options.digits * 3.33) + 16
    with scratch_folder("program", PROGRAM) as folder:
        bitcode = build(options.sources, options.flags, folder)
        function = callable_function(bitcode.module, options.function)
        data = parse_inputs(function, options.input)
        run_ = exact_runs(build_exact(bitcode, folder), function, [data], settings, bits)[0]
    if run_.undetermined:
        print(f"undetermined: {run_.undetermined}")
        return 0
    for result in run_.results:
        print(f"{result.value.name}")
        print(f"  computed  {floats.decimal(result.value.cls, result.value.raw)}")
        shown = decimal(result.lower, result.upper, options.digits)
        print(f"  exact     {shown}")
        if result.ulps is not None:
            print(f"  error     {result.ulps:.6g} ulps")
    for mark in run_.marks:
        print(f"computed with floats: {mark}")
    if run_.diverged:
        where = run_.diverged
        print(f"{where.file}:{where.line}:{where.column}: decided the other way in exact arithmetic")
    return 0
