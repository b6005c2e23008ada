"""`ariadne status`: where a project's run stands, also while it runs."""

from __future__ import annotations

import argparse

from orchestrator.campaign.runsource import locate, require_store
from orchestrator.commands import Subparsers, add_command
from orchestrator.commands.run import add_loop_bound_option, add_project_option
from orchestrator.reports.summary import status_lines
from orchestrator.store import Store
from orchestrator.store.lock import owner_of


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "status", "show where a project's run stands")
    add_project_option(parser)
    parser.add_argument("store", nargs="?", metavar="RUN", help="store or project's folder, instead of -p")
    add_loop_bound_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    path = require_store(locate(options.store or str(options.project), options.loop_bound))
    store = Store.open(path)
    try:
        print("\n".join(status_lines(store.meta(), store.counts(), store.by_kind(), owner_of(path))))
    finally:
        store.close()
    return 0
