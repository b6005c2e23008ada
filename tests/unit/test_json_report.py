"""The JSON report: valid, exact, whole or not there."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from orchestrator.campaign.runsource import load_finding
from orchestrator.core.errors import UserError
from orchestrator.core.model import (
    Condition,
    ExactRun,
    Finding,
    Function,
    FunctionReport,
    Judgement,
    Parameter,
    Report,
    Site,
    Value,
)
from orchestrator.reports import json_report
from orchestrator.reports.form import FindingRow, Sites, Unconfirmed, VerdictRow, forms
from tests.unit.sample_report import sample_report

SCHEMA = json.loads(json_report.SCHEMA_FILE.read_text())
DOCUMENTATION = Path(__file__).resolve().parents[2] / "docs" / "report.md"
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@pytest.fixture
def report(tmp_path: Path) -> Report:
    return sample_report(tmp_path)


@pytest.fixture
def written(report: Report, tmp_path: Path) -> Path:
    path = tmp_path / "report.json"
    json_report.write(report, str(path))
    return path


def test_the_schema_is_one_and_the_report_follows_it(report: Report) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"] == "ariadne:report:3"
    VALIDATOR.validate(json.loads(json.dumps(json_report.to_json(report), allow_nan=False)))
    VALIDATOR.validate(json_report.to_json(replace(report, functions=())))


@pytest.mark.parametrize(
    "part",
    [
        "",
        "sites",
        "functions",
        "functions.parameters",
        "findings",
        "verdicts",
        "unconfirmed.leads",
        "findings.inputs",
    ],
)
def test_the_schema_knows_exactly_the_fields_that_are_written(report: Report, part: str) -> None:
    def entry(document: Any) -> dict[str, Any]:
        for step in filter(None, part.split(".")):
            document = document[step]
            document = document[0] if isinstance(document, list) else document
        assert isinstance(document, dict)
        return document

    for name in entry(json_report.to_json(report)):
        document = json_report.to_json(report)
        del entry(document)[name]
        assert not VALIDATOR.is_valid(document), f"{name} may be missing"
        document = json_report.to_json(report)
        entry(document)[name] = {"not": "expected"}
        assert name == "settings" or not VALIDATOR.is_valid(document), f"{name} may be anything"
    document = json_report.to_json(report)
    entry(document)["surprise"] = 1
    assert not VALIDATOR.is_valid(document)


def _described(schema: Any) -> set[str]:
    """The names of all properties that a schema has, at any depth."""
    if isinstance(schema, list):
        return set().union(*map(_described, schema))
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own.union(*map(_described, schema.values()))


def test_every_field_is_described() -> None:
    """A record with a new field has it in the report; so the schema and docs/report.md must know it."""
    form = forms(Sites())
    for record in (Report, Site, FunctionReport, FindingRow, VerdictRow, Unconfirmed):
        form.of(record)
    records = form.records()
    assert {Finding, Function, Judgement, ExactRun, Value, Parameter, Condition} <= set(records)
    keys = {(record.__name__, key) for record in records for key in form.keys(record)}
    described = _described(SCHEMA)
    assert not {each for each in keys if each[1] not in described}, "not in schema.json"
    explained = set(re.findall(r"`([a-z0-9_]+)`", DOCUMENTATION.read_text()))
    assert not {each for each in keys if each[1] not in explained}, "not in docs/report.md"


def test_fields_of_a_finding(report: Report) -> None:
    document = json_report.to_json(report)
    findings = {finding["id"]: finding for finding in document["findings"]}
    finding = findings["hyp-2"]
    assert finding["site"] == "hyp#1"
    assert (finding["line"], finding["column"]) == (7, 24)
    assert (finding["operation"], finding["opcode"], finding["type"]) == ("y * y", "fmul", "f64")
    assert (finding["kind"], finding["first"], finding["exact"]) == ("overflow", False, False)
    assert finding["inputs"][1] == {
        "name": "y",
        "type": "double",
        "class": "f64",
        "value": "-1e+200",
        "hex": "-0x1.4e718d7d7625ap+664",
        "raw": "5a62d7d718e774e9",
    }
    assert finding["results"][0]["value"] == "inf"
    assert [(event["site"], event["operation"], event["kind"]) for event in finding["trace"]] == [
        ("hyp#0", "x * x", "overflow")
    ]
    assert findings["hyp-5"]["operation"] == "fadd", "the opcode stands in for a text that cannot be had"
    assert findings["hyp-5"]["results"] == []
    assert findings["scaled-1"]["symbol"] == "scaled.7"


def test_fields_of_functions_verdicts_and_leads(report: Report) -> None:
    document = json_report.to_json(report)
    scaled, odd, hyp = document["functions"]
    assert (hyp["sites"], hyp["runs"], hyp["status"], hyp["crashes"]) == (4, 1_234_567, "complete", [])
    assert (odd["status"], odd["reason"]) == ("unsupported", "pointer to pointer")
    assert scaled["crashes"][0]["inputs"][0]["value"] == "-1"
    assert {(v["site"], v["kind"], v["verdict"], v["reason"], v["by"]) for v in document["verdicts"]} == {
        ("scaled#0", "divbyzero", "triggered", "scaled-1", ""),
        ("hyp#0", "overflow", "triggered", "hyp-1", ""),
        ("hyp#1", "underflow", "unknown", "not found in time", ""),
        ("hyp#2", "underflow", "unknown", "not found in time", ""),
        ("hyp#1", "invalid", "safe", "x is positive", "intervals"),
    }
    assert document["unconfirmed"]["count"] == 1
    lead = document["unconfirmed"]["leads"][0]
    assert [(value["name"], value["value"]) for value in lead["inputs"]] == [("x", "3.0"), ("y", "4.0")]


def test_settings_become_plain(report: Report, tmp_path: Path) -> None:
    settings = json_report.to_json(report)["settings"]
    assert settings == {"budget": 10.0, "loop_bound": "inf", "out": str(tmp_path), "functions": ["hyp", "s*"]}


@pytest.mark.parametrize(("cls", "size"), [("f32", 4), ("f64", 8), ("f80", 10), ("u64", 8), ("bool", 1)])
def test_values_keep_every_bit(report: Report, tmp_path: Path, cls: str, size: int) -> None:
    raw = b"\xff" * size + b"\xaa" * 6  # a NaN with a payload, or the largest integer; and the slot's padding
    hyp = report.functions[2]
    finding = replace(hyp.findings[0], inputs=(Value("x", "T", cls, raw),))
    path = str(tmp_path / "report.json")
    json_report.write(replace(report, functions=(replace(hyp, findings=(finding,)),)), path)
    VALIDATOR.validate(json.loads(Path(path).read_text()))
    assert load_finding(path, finding.id).finding.inputs == (Value("x", "T", cls, raw[:size]),)


def test_write_to_standard_output(report: Report, capsys: pytest.CaptureFixture[str]) -> None:
    json_report.write(report, "-")
    VALIDATOR.validate(json.loads(capsys.readouterr().out))


def test_write_replaces_the_whole_file_and_leaves_nothing_else(report: Report, written: Path) -> None:
    written.write_text("old")
    json_report.write(report, str(written))
    assert json.loads(written.read_text())["schema"] == "ariadne-report/3"
    assert sorted(os.listdir(written.parent)) == ["hyp.c", "report.json"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(written.stat().st_mode) == 0o666 & ~umask


def test_write_through_a_link_and_to_what_is_no_file(report: Report, tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    json_report.write(report, str(tmp_path / "link.json"))
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "real.json").read_text())["seed"] == 7
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    json_report.write(replace(report, functions=()), str(tmp_path / "pipe"))
    assert json.loads(os.read(reader, 1 << 16))["seed"] == 7
    os.close(reader)
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode), "a pipe or device must not become a file"


def test_a_failed_write_is_explained_and_keeps_the_old_file(report: Report, written: Path) -> None:
    old = written.read_text()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))  # fails in the middle, as a full disk does
    try:
        with pytest.raises(UserError) as caught:
            json_report.write(replace(report, seed=8), str(written))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.message == f"cannot write the report to {written}: File too large"
    assert written.read_text() == old
    assert sorted(os.listdir(written.parent)) == ["hyp.c", "report.json"]


def test_standard_output_on_a_full_disk(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    full = open("/dev/full", "w")
    monkeypatch.setattr("sys.stdout", full)
    with pytest.raises(
        UserError, match="cannot write the report to standard output: No space left on device"
    ):
        json_report.write(report, "-")
    with contextlib.suppress(OSError):
        full.close()


def test_places_that_cannot_be_written(report: Report, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        json_report.write(report, str(tmp_path / "none" / "report.json"))
    assert "No such file or directory" in caught.value.message
    assert caught.value.hint == f"there is no folder {tmp_path / 'none'}"
    with pytest.raises(UserError, match="Is a directory"):
        json_report.write(report, str(tmp_path))
    with pytest.raises(UserError, match="cannot write the report"):
        json_report.write(report, "bad\0name")
