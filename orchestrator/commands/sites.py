"""ariadne sites: the table of floating-point operations."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from orchestrator.build.program import build
from orchestrator.commands import SOURCES_HELP, Subparsers, add_command
from orchestrator.core.model import Site
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.languages.sourcetext import site_text


def add_parser(commands: Subparsers) -> None:
    parser = add_command(commands, "sites", "list the floating-point operations of a program")
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help=SOURCES_HELP)
    parser.add_argument("--json", action="store_true", help="as JSON, an object a line")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with scratch_folder("program", PROGRAM) as folder:
        module = build(options.sources, options.flags, folder).module
    if options.json:
        for site in module.sites:
            print(json.dumps(_entry(site)))
        return 0
    rows = [("site", "place", "opcode", "type", "kinds", "text"), *(_row(site) for site in module.sites)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if not module.sites:
        print("no floating-point operations", file=sys.stderr)
    return 0


def _row(site: Site) -> tuple[str, ...]:
    place = f"{Path(site.place.file).name}:{site.place.line}:{site.place.column}" if site.place.line else "?"
    kinds = " ".join(kind.value for kind in site.kinds)
    return site.id, place, site.opcode, site.type, kinds, site_text(site)


def _entry(site: Site) -> dict[str, object]:
    return {
        "site": site.id,
        "file": site.place.file,
        "line": site.place.line,
        "column": site.place.column,
        "opcode": site.opcode,
        "type": site.type,
        "kinds": [kind.value for kind in site.kinds],
        "text": site_text(site),
    }
