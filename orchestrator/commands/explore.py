"""ariadne explore: the paths of one function, and what is known of those that no run took."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from orchestrator.build.prepared import prepare
from orchestrator.build.program import build
from orchestrator.commands import (
    SOURCES_HELP,
    Subparsers,
    add_command,
    add_engine_options,
    add_keep_option,
    callable_function,
    given_settings,
    natural,
    seconds,
    write_text,
)
from orchestrator.core.errors import UserError
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.core.settings import Settings
from orchestrator.engines.executor import open_executor
from orchestrator.engines.exploration.saving import QuerySaver
from orchestrator.native.runner import Stop
from orchestrator.reports.pathtree import PathTree


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "explore", "show the tree of a function's paths, and how much of it is known"
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help=SOURCES_HELP)
    parser.add_argument("--function", required=True, metavar="NAME", help="whose paths")
    parser.add_argument("--budget", type=seconds, metavar="S", help="seconds")
    add_engine_options(parser)
    parser.add_argument(
        "--timeout", dest="run_seconds", type=seconds, metavar="S", help="seconds for one run"
    )
    parser.add_argument("--lines", type=natural, default=200, metavar="N", help="of the tree, at most")
    parser.add_argument(
        "--json", metavar="FILE", help="write the tree as JSON instead (- for standard output)"
    )
    parser.add_argument(
        "--save-queries", type=Path, metavar="DIR", help="write each solver query as an SMT-LIB file"
    )
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    settings = given_settings(Settings(), options)
    with scratch_folder("program", PROGRAM) as folder:
        bitcode = build(options.sources, options.flags, folder)
        function = callable_function(bitcode.module, options.function)
        prepared = prepare(bitcode, [function], folder, traced=True, loop_bound=settings.loop_bound)
        if prepared.trace is None:
            raise UserError(prepared.problem)
        with open_executor(bitcode.module, prepared, function, settings, Stop(), ()) as executor:
            if options.save_queries:
                executor.explorer.watch = QuerySaver(options.save_queries, function.symbol).save
            executor.explore((), settings.budget)
            result = executor.result()
            assert result.exploration
            root = executor.explorer.tree.root
            tree = PathTree(bitcode.module, function, prepared.trace.branches, root, result.exploration)
        if options.json:
            write_text(json.dumps(tree.json(), indent=1) + "\n", options.json)
        else:
            sys.stdout.write(tree.text(options.lines))
    return 0
