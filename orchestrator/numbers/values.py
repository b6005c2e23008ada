"""Named numbers out of the flat buffers that functions are called with."""

from __future__ import annotations

from collections.abc import Sequence

from orchestrator.core.errors import UserError
from orchestrator.core.model import Function, Leaf, Value
from orchestrator.numbers import floats


def raw_of(leaf: Leaf, buffer: bytes) -> bytes:
    """The bytes of a leaf in the buffer that it is in."""
    return buffer[leaf.offset : leaf.offset + floats.size(leaf.cls)]


def _values(leaves: Sequence[Leaf], buffer: bytes) -> tuple[Value, ...]:
    return tuple(Value(leaf.name, leaf.type, leaf.cls, raw_of(leaf, buffer)) for leaf in leaves)


def input_values(function: Function, buffer: bytes) -> tuple[Value, ...]:
    """What the function was called with, by name."""
    return _values(function.inputs, buffer)


def result_values(function: Function, buffer: bytes) -> tuple[Value, ...]:
    """What the function left in its output buffer, by name: the return value first."""
    return _values(function.outputs, buffer)


def input_buffer(function: Function, raws: Sequence[bytes]) -> bytes:
    """The buffer that holds these scalars, one for each input."""
    buffer = bytearray(function.shape.input_size)
    for leaf, raw in zip(function.inputs, raws, strict=True):
        buffer[leaf.offset : leaf.offset + len(raw)] = raw
    return bytes(buffer)


def parse_inputs(function: Function, texts: Sequence[str]) -> bytes:
    """The buffer for numbers that a user typed, in the order of the parameters."""
    wanted = function.inputs
    if len(texts) != len(wanted):
        names = ", ".join(f"{leaf.type} {leaf.name}" for leaf in wanted) or "none"
        raise UserError(f"{function.name} takes {len(wanted)} numbers ({names}), but {len(texts)} were given")
    raws = [floats.parse(leaf.cls, text) for leaf, text in zip(wanted, texts, strict=True)]
    return input_buffer(function, raws)
