"""ariadne diff: what is new, gone or judged differently from one run to another."""

from __future__ import annotations

import argparse
import sys

from orchestrator.campaign.runsource import RUN_HELP, load_run
from orchestrator.commands import Subparsers, add_command, add_level_option
from orchestrator.core.model import Consequence
from orchestrator.reports.baseline import at_least
from orchestrator.reports.difference import difference, difference_text

_EPILOG = "Exit code 1 if there are new findings that are as bad as --at-least says, or worse."


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "diff", "compare two runs", _EPILOG)
    parser.add_argument("old", metavar="OLD", help=RUN_HELP)
    parser.add_argument("new", metavar="NEW", help=RUN_HELP)
    add_level_option(parser, "what hurts")
    parser.add_argument("--all", action="store_true", help="list all of them")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    compared = difference(load_run(options.old).report, load_run(options.new).report)
    sys.stdout.write(difference_text(compared, options.all))
    worst = Consequence(options.at_least)
    return 1 if any(at_least(each, worst) for each in compared.new) else 0
