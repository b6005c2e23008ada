"""A call's leaves are what everybody asks: who they are, where they lie, what they may be."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.core.errors import InternalError
from orchestrator.core.model import Domain, Role
from orchestrator.core.settings import Settings
from orchestrator.native import runner
from orchestrator.native.specification import for_exact, for_search
from orchestrator.numbers.values import input_buffer, input_values, result_values
from tests.unit.building import Program, built

TEXT = """
struct pair { float low; double high; };
int f(double x, struct pair *out, short n, long *count) {
  out->high = x * n;
  *count = n;
  return 0;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return built(tmp_path_factory.mktemp("shape"), TEXT, {"f": Domain(ranges=(None, (-3.0, 3.0)))})


def test_leaves_of_scalars_and_objects(program: Program) -> None:
    function = program.function("f")
    assert [(leaf.name, leaf.cls, leaf.parameter, leaf.range) for leaf in function.inputs] == [
        ("x", "f64", 0, None),
        ("n", "i16", 2, (-3.0, 3.0)),
    ]
    outputs = [(leaf.name, leaf.cls, leaf.parameter) for leaf in function.outputs]
    assert outputs == [
        ("return", "i32", -1),
        ("out->low", "f32", 1),
        ("out->high", "f64", 1),
        ("*count", "i64", 3),
    ]
    assert {leaf.role for leaf in function.outputs} == {Role.OUTPUT}
    assert function.outputs[2].offset - function.outputs[1].offset == 8


def test_the_specification_says_where_leaves_lie(program: Program) -> None:
    function = program.function("f")
    spec = for_search(program.variants.probe, program.module, function, Settings(), ())
    assert spec.leaves == ("f64@0", "i16@16")
    assert (spec.lower, spec.upper) == ((None, -3.0), (None, 3.0))
    results = for_exact(Path("f.so"), function, [], Settings()).results
    assert results == tuple(f"{leaf.cls}@{leaf.offset}" for leaf in function.outputs)


def test_buffers_are_read_and_made_by_the_leaves_alone(program: Program) -> None:
    """Wherever they lie: here closer together than today's calls have them."""
    function = program.function("f")
    x, out, n, count = function.parameters
    packed = replace(
        function, parameters=(replace(x, offset=2), out, replace(n, offset=0), count), input_size=10
    )
    raws = [struct.pack("<d", 0.5), struct.pack("<h", -2)]
    data = input_buffer(packed, raws)
    assert data == raws[1] + raws[0]
    assert [value.raw for value in input_values(packed, data)] == raws
    output = bytes(range(function.output_size % 256))
    for leaf, value in zip(function.outputs, result_values(function, output), strict=True):
        assert value.raw[0] == leaf.offset


@pytest.mark.parametrize("word", ["f64@9", "f64", "f64@x", "f16@0", "f64@-1"])
def test_leaves_outside_of_the_input_are_refused(program: Program, word: str) -> None:
    function = program.function("f")
    spec = for_search(program.variants.probe, program.module, function, Settings(runs=1), ())
    with pytest.raises(InternalError):
        list(runner.run("search", replace(spec, input_size=16, leaves=(word,), lower=(), upper=())))
