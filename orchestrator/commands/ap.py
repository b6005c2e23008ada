"""ariadne ap: the program rewritten to exact arithmetic, to look at or to link."""

from __future__ import annotations

import argparse
from pathlib import Path

from orchestrator.build.program import build
from orchestrator.commands import SOURCES_HELP, Subparsers, add_command, add_keep_option, write_text
from orchestrator.core.places import BUILT
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.native import toolchain


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands,
        "ap",
        "write the program rewritten to exact arithmetic as LLVM IR",
        epilog="To link it: clang-19 OUTPUT "
        f"{BUILT}/lib/libariadne_exact.a -lflint-arb -lflint -lgmp -lstdc++",
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help=SOURCES_HELP)
    parser.add_argument("-o", metavar="FILE", help="where to write it (default: standard output)")
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with scratch_folder("program", PROGRAM) as folder:
        bitcode = build(options.sources, options.flags, folder)
        write_text(toolchain.opt("ap", bitcode.path, "-S"), options.o)
    return 0
