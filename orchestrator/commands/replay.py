"""ariadne replay: run a finding's input again on the original program."""

from __future__ import annotations

import argparse
import sys

from orchestrator.build.project_variants import variants_of
from orchestrator.build.variants import build_variants
from orchestrator.campaign.debugger import debug, earlier_traps, prepare
from orchestrator.campaign.reruns import function_of, program_of, settings_of, setup_of
from orchestrator.campaign.runsource import RUN_HELP, load_finding
from orchestrator.commands import Subparsers, add_command, add_keep_option, add_trust_option
from orchestrator.core.model import RETURNED, Event, Finding, Function, Value
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.judge.confirm import Run, observe
from orchestrator.languages.sourcetext import caret_lines, site_text
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_buffer


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "replay", "run the input of a finding again, and show its exceptions in order"
    )
    parser.add_argument("report", metavar="RUN", help=RUN_HELP)
    parser.add_argument("id", metavar="ID", help="of the finding, as in the report")
    parser.add_argument(
        "--gdb", action="store_true", help="run it in the debugger, which stops at the operation"
    )
    add_trust_option(parser)
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    wanted = load_finding(options.report, options.id, options.trust)
    finding = wanted.finding
    with scratch_folder("program", PROGRAM) as folder:
        bitcode = program_of(wanted, folder)
        function = function_of(bitcode, wanted)
        data = input_buffer(function, [value.raw for value in finding.inputs])
        if wanted.project:
            variants = variants_of(wanted.project, bitcode)
        else:
            variants = build_variants(bitcode, folder)
        happened = observe(bitcode.module, variants, function, [data], settings_of(wanted))[0]
        if options.gdb:
            session = prepare(bitcode, folder, setup_of(wanted), function, data)
            return debug(session, finding.site, finding.kind, earlier_traps(happened.events, finding))
    print(f"{function.name}({_listed(finding.inputs)})")
    for number, event in enumerate(happened.events, 1):
        print(_describe(number, event, finding))
    print(_ending(function, happened))
    if any(_is(event, finding) for event in happened.events):
        return 0
    print(f"ariadne: {finding.id} did not occur again: has the source changed?", file=sys.stderr)
    return 1


def _is(event: Event, finding: Finding) -> bool:
    return (event.site.id, event.kind) == (finding.site.id, finding.kind)


def _describe(number: int, event: Event, finding: Finding) -> str:
    site = event.site
    this = "  <-- this finding" if _is(event, finding) else ""
    exact = " (exact)" if event.exact else ""
    operands = ", ".join(floats.decimal(v.cls, v.raw) for v in event.operands)
    place = f"{site.place.file}:{site.place.line}:{site.place.column}"
    lines = [
        f"{number}. {place}: {event.kind.label}{exact} in '{site_text(site) or site.opcode}'{this}",
        f"     {site.opcode} of {operands}",
    ]
    if shown := caret_lines(site.place.file, site.place.line, site.place.column, site.opcode):
        lines += [f"     {line}" for line in shown]
    return "\n".join(lines)


def _ending(function: Function, happened: Run) -> str:
    if happened.ended != RETURNED:
        return f"then: {happened.ended}"
    return "returned: " + (_listed(happened.results) or "nothing")


def _listed(values: tuple[Value, ...]) -> str:
    return ", ".join(f"{v.name} = {floats.decimal(v.cls, v.raw)}" for v in values)
