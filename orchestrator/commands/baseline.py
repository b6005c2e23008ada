"""ariadne baseline: accept what a run found; later runs tell what is new beside it."""

from __future__ import annotations

import argparse

from orchestrator.campaign.runsource import RUN_HELP, load_run
from orchestrator.commands import Subparsers, add_command, write_text
from orchestrator.reports.baseline import FILE, baseline_text


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "baseline", "write the findings of a run as those that are known")
    parser.add_argument("run_name", metavar="RUN", help=RUN_HELP)
    parser.add_argument("--output", "-o", default=FILE, metavar="FILE", help=f"default: {FILE}")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    write_text(baseline_text(load_run(options.run_name).report), options.output)
    return 0
