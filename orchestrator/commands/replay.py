"""ariadne replay: run a finding's input again on the original program."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from orchestrator import floats
from orchestrator.build import Variants, build_variants
from orchestrator.commands import Subparsers, add_command
from orchestrator.config import Settings
from orchestrator.confirm import Run, observe
from orchestrator.errors import UserError
from orchestrator.model import Event, Finding, Function, Value
from orchestrator.program import Bitcode, build
from orchestrator.projectbuild import build_project
from orchestrator.projectvariants import variants_of
from orchestrator.runsource import RUN_HELP, Replay, load_finding
from orchestrator.sourcetext import caret_lines, site_text
from orchestrator.values import input_buffer


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "replay", "run the input of a finding again, and show its exceptions in order"
    )
    parser.add_argument("report", metavar="RUN", help=RUN_HELP)
    parser.add_argument("id", metavar="ID", help="of the finding, as in the report")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    wanted = load_finding(options.report, options.id)
    finding = wanted.finding
    with tempfile.TemporaryDirectory(prefix="ariadne-") as name:
        bitcode, variants = _program(wanted, Path(name))
        function = _function(bitcode.module.functions, wanted)
        data = input_buffer([value.raw for value in finding.inputs])
        settings = wanted.project.settings if wanted.project else Settings()
        happened = observe(bitcode.module, variants, function, [data], settings)[0]
    print(f"{function.name}({_listed(finding.inputs)})")
    for number, event in enumerate(happened.events, 1):
        print(_describe(number, event, finding))
    print(_ending(function, happened))
    if any(_is(event, finding) for event in happened.events):
        return 0
    print(f"ariadne: {finding.id} did not occur again: has the source changed?", file=sys.stderr)
    return 1


def _program(wanted: Replay, folder: Path) -> tuple[Bitcode, Variants]:
    """A project's own program, built when it has changed; otherwise the sources are compiled again."""
    if wanted.project:
        bitcode = build_project(wanted.project, wanted.project.build / "bitcode")
        return bitcode, variants_of(wanted.project, bitcode)
    bitcode = build([Path(source) for source in wanted.sources], wanted.flags, folder)
    return bitcode, build_variants(bitcode, folder)


def _function(functions: tuple[Function, ...], wanted: Replay) -> Function:
    name = wanted.function.name
    for function in functions:
        if function.symbol == wanted.function.symbol and not function.unsupported:
            if [(p.name, p.cls) for p in function.inputs] != [(v.name, v.cls) for v in wanted.finding.inputs]:
                raise UserError(f"{name} has other parameters now than in the report")
            return function
    raise UserError(f"{', '.join(wanted.sources)} has no function {name} any more")


def _is(event: Event, finding: Finding) -> bool:
    return (event.site.id, event.kind) == (finding.site.id, finding.kind)


def _describe(number: int, event: Event, finding: Finding) -> str:
    site = event.site
    this = "  <-- this finding" if _is(event, finding) else ""
    exact = " (exact)" if event.exact else ""
    operands = ", ".join(floats.decimal(v.cls, v.raw) for v in event.operands)
    place = f"{site.place.file}:{site.place.line}:{site.place.column}"
    lines = [
        f"{number}. {place}: {event.kind.label}{exact} in '{site_text(site) or site.operation}'{this}",
        f"     {site.operation} of {operands}",
    ]
    if shown := caret_lines(site.place.file, site.place.line, site.place.column, site.operation):
        lines += [f"     {line}" for line in shown]
    return "\n".join(lines)


def _ending(function: Function, happened: Run) -> str:
    if happened.ended != "returned":
        return f"then: {happened.ended}"
    return "returned: " + (_listed(happened.results) or "nothing")


def _listed(values: tuple[Value, ...]) -> str:
    return ", ".join(f"{v.name} = {floats.decimal(v.cls, v.raw)}" for v in values)
