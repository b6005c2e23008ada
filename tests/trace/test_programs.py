"""The trace variant on small programs (programs.c)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.trace import traced

SOURCE = Path(__file__).parent / "programs.c"
NAMES = re.findall(r"^int (\w+)\(", SOURCE.read_text(), re.MULTILINE)
LOSES = {"calls_back", "parses"}
RUNS = 24


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> traced.Program:
    return traced.built(SOURCE, tmp_path_factory.mktemp("programs"))


@pytest.mark.parametrize("name", NAMES)
def test_traces_tell_the_truth(name: str, program: traced.Program, tmp_path: Path) -> None:
    function = program.function(name)
    inputs = traced.some_inputs(function, RUNS, name)
    expected = traced.plain_outputs(program, function, inputs, tmp_path)
    bits = [traced.input_bits(function, given) for given in inputs]
    runs = list(traced.traced_runs(program, function, inputs))
    for run, output, given in zip(runs, expected, bits, strict=True):
        assert run.trace.ended == "returned" and not run.trace.cut
        assert run.output == output
        traced.check_types(run.trace.graph)
        traced.check_values(run.trace.graph, given)
        assert (traced.lost(run.trace) > 0) == (name in LOSES)
    assert any(len(traced.decisions(run.trace)) > 0 for run in runs)
    for one in runs:
        for other, given in zip(runs, bits, strict=True):
            traced.check_prediction(one.trace, other.trace, given)
