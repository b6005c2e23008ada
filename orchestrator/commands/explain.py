"""ariadne explain: the story of one finding."""

from __future__ import annotations

import argparse
import sys

from orchestrator.build.variants import build_exact
from orchestrator.campaign.reruns import function_of, program_of, settings_of, setup_of
from orchestrator.campaign.runsource import RUN_HELP, load_finding
from orchestrator.commands import Subparsers, add_command, add_keep_option, add_trust_option
from orchestrator.core.model import Finding
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.judge.hints import hints
from orchestrator.judge.steps import Step, Story, tell
from orchestrator.numbers.values import input_buffer
from orchestrator.reports.explanation import explanation


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "explain", "tell how a finding came about, and what exact arithmetic did instead"
    )
    parser.add_argument("report", metavar="RUN", help=RUN_HELP)
    parser.add_argument("id", metavar="ID", help="of the finding, as in the report")
    add_trust_option(parser)
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    wanted = load_finding(options.report, options.id, options.trust)
    finding = wanted.finding
    with scratch_folder("program", PROGRAM) as folder:
        bitcode = program_of(wanted, folder)
        function = function_of(bitcode, wanted)
        library = build_exact(bitcode, folder, setup=setup_of(wanted), steps=True)
        data = input_buffer(function, [value.raw for value in finding.inputs])
        story = tell(library, bitcode.module.sites, function, data, settings_of(wanted))
    step = _step_of(story, finding)
    advice = hints(story, step, finding.kind) if step else []
    sys.stdout.write(explanation(finding, finding.judgement, story, step, advice))
    return 0


def _step_of(story: Story, finding: Finding) -> Step | None:
    """The first time that the operation had the finding's operands."""
    same = [step for step in story.steps if step.site.id == finding.site.id]
    raws = [value.raw for value in finding.operands]
    exactly = [step for step in same if [v.raw for v in step.operands][: len(raws)] == raws]
    return next(iter(exactly or same), None)
