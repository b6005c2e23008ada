"""ariadne classify: "it overflowed in production on this input: what was it?"."""

from __future__ import annotations

import argparse
import json
from typing import Any

from orchestrator.build.program import build
from orchestrator.build.variants import build_variants
from orchestrator.commands import (
    Subparsers,
    add_call_arguments,
    add_command,
    add_judging_options,
    add_keep_option,
    callable_function,
    given_settings,
    write_text,
)
from orchestrator.core.model import ExactRun, Finding, Function, Judgement
from orchestrator.core.scratch import PROGRAM, scratch_folder
from orchestrator.core.settings import Settings
from orchestrator.judge.classify import exact_runs, judge
from orchestrator.judge.confirm import Run, findings_of, observe
from orchestrator.languages.sourcetext import site_text
from orchestrator.numbers import floats
from orchestrator.numbers.dyadic import decimal
from orchestrator.numbers.values import parse_inputs
from orchestrator.reports.form import exact_result_to_json, judgement_to_json


def add_parser(commands: Subparsers) -> None:
    parser = add_command(
        commands, "classify", "tell which exceptions an input raises, whether they hurt and are avoidable"
    )
    add_call_arguments(parser)
    add_judging_options(parser)
    parser.add_argument("--json", metavar="FILE", help="as JSON (- for standard output)")
    add_keep_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    settings = given_settings(Settings(), options)
    with scratch_folder("program", PROGRAM) as folder:
        bitcode = build(options.sources, options.flags, folder)
        function = callable_function(bitcode.module, options.function)
        data = parse_inputs(function, options.input)
        variants = build_variants(bitcode, folder)
        happened = observe(bitcode.module, variants, function, [data], settings)[0]
        exact = exact_runs(variants.exact, function, [data], settings)[0]
    judged = [(f, judge(function, f, exact, settings)) for f in findings_of(function, happened)]
    if options.json:
        text = json.dumps(_to_json(function, happened, exact, judged), indent=2) + "\n"
        write_text(text, options.json)
        if options.json == "-":
            return 0
    print(_story(function, happened, exact, judged))
    return 0


def _story(
    function: Function, happened: Run, exact: ExactRun, judged: list[tuple[Finding, Judgement]]
) -> str:
    lines = []
    for number, (finding, judgement) in enumerate(judged, 1):
        place = finding.site.place
        operation = site_text(finding.site) or finding.site.opcode
        lines.append(
            f"{number}. {place.file}:{place.line}:{place.column}: {finding.kind.label} in '{operation}'"
        )
        if judgement.xflow:
            lines.append(f"   {judgement.xflow.value}: {judgement.reason}")
    if not judged:
        lines.append("no exceptions")
    if exact.undetermined:
        lines.append(f"exact results: undetermined: {exact.undetermined}")
    for result in exact.results:
        value = floats.decimal(result.value.cls, result.value.raw)
        lines.append(
            f"{result.value.name} = {value}, exactly {decimal(result.lower, result.upper, 20)}"
            + _error(result.ulps)
        )
    lines.append(f"precision needed: {exact.precision} bits" if exact.results else f"then: {happened.ended}")
    if exact.diverged:
        where = exact.diverged
        lines.append(f"{where.file}:{where.line}:{where.column}: decided the other way in exact arithmetic")
    if judged:
        judgement = judged[0][1]
        by = f" by {judgement.reported}" if judgement.reported else ""
        lines.append(f"consequence: {judgement.consequence.value}{by}")
    return "\n".join(lines)


def _error(ulps: float | None) -> str:
    return "" if ulps is None else f", error {ulps:.3g} ulps"


def _to_json(
    function: Function, happened: Run, exact: ExactRun, judged: list[tuple[Finding, Judgement]]
) -> dict[str, Any]:
    exceptions = []
    for finding, judgement in judged:
        place = finding.site.place
        exceptions.append(
            {
                "site": finding.site.id,
                "file": place.file,
                "line": place.line,
                "column": place.column,
                "operation": site_text(finding.site) or finding.site.opcode,
                "kind": finding.kind.value,
                "first": finding.first,
                "exact": finding.exact,
                **{key: judgement_to_json(judgement)[key] for key in ("class", "reason")},
            }
        )
    return {
        "function": function.name,
        "ended": happened.ended,
        "exceptions": exceptions,
        "results": [exact_result_to_json(result) for result in exact.results],
        "undetermined": exact.undetermined,
        "precision": exact.precision,
        "marks": list(exact.marks),
        "consequence": judged[0][1].consequence.value if judged else None,
        "reported": judged[0][1].reported if judged else "",
    }
