"""ariadne reify: the program with every exception explicit, to look at or to run."""

from __future__ import annotations

import argparse
from pathlib import Path

from orchestrator.build.program import Bitcode, build
from orchestrator.build.variants import build_reified
from orchestrator.commands import (
    SOURCES_HELP,
    Subparsers,
    add_command,
    add_keep_option,
    allow_negative_numbers,
    callable_function,
    positive_int,
    write_text,
)
from orchestrator.core.errors import UserError
from orchestrator.core.model import RETURNED, Function, Kind, Module
from orchestrator.core.places import BUILT
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.languages.sourcetext import site_text
from orchestrator.native import runner, toolchain
from orchestrator.native.specification import for_stop
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_values, parse_inputs, result_values


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands,
        "reify",
        "write the program with explicit exceptions as LLVM IR",
        epilog=f"A program linked from it needs {BUILT}/lib/libariadne_reify.a; it stops at its first.",
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help=SOURCES_HELP)
    parser.add_argument("-o", metavar="FILE", help="where to write it (default: standard output)")
    parser.add_argument("--loop-bound", type=positive_int, metavar="N", help="leave loops after N rounds")
    parser.add_argument(
        "--run", action="store_true", dest="execute", help="run --function on --input instead"
    )
    parser.add_argument("--function", metavar="NAME", help="the function to run")
    parser.add_argument(
        "--input", nargs="*", default=[], metavar="NUMBER", help="its scalar parameters, in order"
    )
    allow_negative_numbers(parser)
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with scratch_folder("program", PROGRAM) as folder:
        bitcode = build(options.sources, options.flags, folder)
        if options.o or not options.execute:
            _write(bitcode, options.loop_bound, options.o)
        if options.execute:
            if not options.function:
                raise UserError("--run needs --function NAME")
            function = callable_function(bitcode.module, options.function)
            _execute(bitcode, function, options, folder)
    return 0


def _write(bitcode: Bitcode, loop_bound: int | None, path: str | None) -> None:
    source, bounding = bitcode.bounded(loop_bound)
    text = toolchain.opt(",".join((*bounding, "reify")), source, "-S")
    write_text(text, path)


def _execute(bitcode: Bitcode, function: Function, options: argparse.Namespace, folder: Path) -> None:
    data = parse_inputs(function, options.input)
    library = build_reified(bitcode, folder, options.loop_bound)
    (line,) = runner.answers("stop", for_stop(library, function, data))
    print(_story(bitcode.module, function, data, line))


def _story(module: Module, function: Function, data: bytes, line: runner.Json) -> str:
    inputs = ", ".join(f"{v.name} = {floats.decimal(v.cls, v.raw)}" for v in input_values(function, data))
    call = f"{function.name}({inputs})"
    if line["events"]:
        event = line["events"][0]
        site = module.sites[event["site"]]
        kind = Kind.of_bit(event["kind"])
        place = f"{site.place.file}:{site.place.line}:{site.place.column}"
        return f"{place}: {kind.label} in '{site_text(site) or site.opcode}' of {call}: stopped here"
    if line["ended"] != RETURNED:
        return f"{call}: no exception, then {line['ended']}"
    results = result_values(function, bytes.fromhex(line["output"]))
    shown = ", ".join(f"{v.name} {floats.decimal(v.cls, v.raw)}" for v in results) or "nothing"
    return f"{call}: no exception: {shown}"
