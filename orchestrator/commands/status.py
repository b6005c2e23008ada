"""`ariadne status`: where a project's run stands, also while it runs."""

from __future__ import annotations

import argparse

from orchestrator.commands import Subparsers, add_command
from orchestrator.commands.run import add_loop_bound_option, add_project_option
from orchestrator.project import load_project
from orchestrator.projectrun import store_path
from orchestrator.reports.summary import status_lines
from orchestrator.store import Store
from orchestrator.store.lock import owner_of


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "status", "show where a project's run stands")
    add_project_option(parser)
    add_loop_bound_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    project = load_project(options.project)
    path = store_path(project, options.loop_bound)
    store = Store.open(path)
    try:
        print("\n".join(status_lines(store.meta(), store.counts(), store.by_kind(), owner_of(path))))
    finally:
        store.close()
    return 0
