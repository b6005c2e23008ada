"""Named numbers out of the flat buffers that functions are called with."""

from __future__ import annotations

from collections.abc import Sequence

from orchestrator.core.errors import UserError
from orchestrator.core.model import Function, Scalar, Value
from orchestrator.numbers import floats

_SLOT = 16  # bytes per scalar in an input buffer


def input_values(function: Function, buffer: bytes) -> tuple[Value, ...]:
    """The scalar parameters, by name."""
    return tuple(
        Value(p.name, p.type, p.cls, buffer[p.offset : p.offset + floats.size(p.cls)])
        for p in function.inputs
    )


def result_slots(function: Function) -> list[Scalar]:
    """The return value, then every scalar behind a pointer parameter."""
    slots = [function.result] if function.result else []
    return slots + [leaf for parameter in function.parameters for leaf in parameter.leaves]


def result_values(function: Function, buffer: bytes) -> tuple[Value, ...]:
    """What the function left in its output buffer, by name."""
    return tuple(
        Value(s.name, s.type, s.cls, buffer[s.offset : s.offset + floats.size(s.cls)])
        for s in result_slots(function)
    )


def input_buffer(raws: Sequence[bytes]) -> bytes:
    """The buffer that holds these scalars, one per scalar parameter."""
    return b"".join(raw.ljust(_SLOT, b"\0") for raw in raws)


def parse_inputs(function: Function, texts: Sequence[str]) -> bytes:
    """The buffer for numbers that a user typed, in the order of the parameters."""
    wanted = function.inputs
    if len(texts) != len(wanted):
        names = ", ".join(f"{p.type} {p.name}" for p in wanted) or "none"
        raise UserError(f"{function.name} takes {len(wanted)} numbers ({names}), but {len(texts)} were given")
    return input_buffer([floats.parse(p.cls, text) for p, text in zip(wanted, texts, strict=True)])
