"""What the native runner is asked to do: the record that becomes its specification file.

The fields are those of `Spec` in passes/runtime/protocol/spec.h, with the same defaults (a test compares
them): what has its default value is not written. Inputs and seeds are bytes here and files there, beside the
specification, in the folder of the one run that reads them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from orchestrator.core.model import Function, Leaf, Module, Target
from orchestrator.core.settings import Settings

ABI = 1  # passes/runtime/protocol/abi.h

_STEPPING = 10.0  # how much longer than the plain run a single-stepped one may take
_STOP_SECONDS = 60.0  # for a run that a user asked for and waits for
_AS_BITS = ("constants", "lower", "upper")  # doubles that must arrive as they are


@dataclass(frozen=True)
class Specification:
    library: Path  # shared object that holds the analysed program
    symbol: str  # the function to call
    input_size: int = 0  # bytes of one input
    output_size: int = 0  # bytes of the output buffer
    inputs: bytes = b""  # one after the other
    count: int = 0  # number of runs, only when an input has no bytes
    seconds: float = 1.0  # processor time that one run may take
    memory_mb: int = 1024
    leaves: tuple[str, ...] = ()  # CLASS@OFFSET of each scalar in the input
    x87: bool = False  # the function has long doubles; trap: watch them, by single-stepping (slow)

    # exact only
    results: tuple[str, ...] = ()  # CLASS@OFFSET in the output: what is reported
    precision: int = 20_000  # bits, at most
    digits: int = 0  # correct bits wanted of each result; 0: what its type needs
    steps: int = 0  # operations that are shown, at most; they need a variant that has them

    # trace only
    trace: Path | None = None  # file that gets the trace of the last run
    max_nodes: int = 1_000_000  # expressions, and events, after which nothing more is recorded
    max_events: int = 1_000_000

    # search only
    targets: tuple[str, ...] = ()  # what the search aims at, as search/targets.h reads it
    constants: tuple[float, ...] = ()
    lower: tuple[float | None, ...] = ()  # of each leaf, or nothing at all
    upper: tuple[float | None, ...] = ()
    seeds: bytes = b""  # inputs to run first, one after the other
    seed: int = 0
    runs: int = 0
    budget: float = 0.0
    sampling: bool = False  # random inputs instead of a search, for comparison

    def write(self, folder: Path) -> Path:
        """The file that the runner reads, and those that it names. The folder must be the run's own."""
        lines = [f"abi {ABI}"]
        for field in fields(self):
            value = getattr(self, field.name)
            if value == field.default:
                continue
            if isinstance(value, bytes):
                (folder / field.name).write_bytes(value)
                value = folder / field.name
            lines.append(f"{field.name} {_text(field.name, value)}")
        path = folder / "spec"
        path.write_bytes(("\n".join(lines) + "\n").encode(errors="surrogateescape"))
        return path


def _text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if name in _AS_BITS and isinstance(value, tuple):
        return " ".join("none" if item is None else struct.pack(">d", item).hex() for item in value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    # A name of the analysed program may hold a newline, and must not become a line of its own.
    return str(value).replace("\\", "\\\\").replace("\n", "\\n")


def _places(leaves: Sequence[Leaf]) -> tuple[str, ...]:
    return tuple(f"{leaf.cls}@{leaf.offset}" for leaf in leaves)


def call_of(
    library: Path, function: Function, inputs: Sequence[bytes] = (), settings: Settings | None = None
) -> Specification:
    """What every run of a function says, whatever its mode."""
    settings = settings or Settings()
    return Specification(
        library=library,
        symbol=function.symbol,
        input_size=function.shape.input_size,
        output_size=function.shape.output_size,
        inputs=b"".join(inputs),
        count=0 if function.shape.input_size else len(inputs),
        seconds=settings.run_seconds,
        memory_mb=settings.memory_mb,
        leaves=_places(function.inputs),
    )


def for_search(
    library: Path,
    module: Module,
    function: Function,
    settings: Settings,
    targets: Sequence[Target],
    seeds: Sequence[bytes] = (),
) -> Specification:
    """`library` is the probe variant. What the runner says of a target names its place in `targets`."""
    ranges = [leaf.range for leaf in function.inputs] if function.domain.ranges else []
    return replace(
        call_of(library, function, settings=settings),
        x87=_has_long_double(module, function),
        targets=tuple(f"raise:{module.site(site).number}:{kind.index}" for site, kind in targets),
        constants=function.constants,
        lower=tuple(ends and ends[0] for ends in ranges),
        upper=tuple(ends and ends[1] for ends in ranges),
        seeds=b"".join(seeds),
        seed=settings.seed,
        runs=settings.runs,
        budget=settings.budget,
    )


def for_trace(
    library: Path, function: Function, settings: Settings, max_nodes: int, max_events: int
) -> Specification:
    """Without the file of the trace: that is in the folder of the run, which is made later."""
    call = call_of(library, function, settings=settings)
    return replace(call, max_nodes=max_nodes, max_events=max_events)


def for_trap(
    library: Path, module: Module, function: Function, inputs: Sequence[bytes], settings: Settings
) -> Specification:
    """`library` is the original. Long double is watched by single-stepping, which takes its time."""
    call = call_of(library, function, inputs, settings)
    if _has_long_double(module, function):
        return replace(call, x87=True, seconds=call.seconds * _STEPPING)
    return call


def _has_long_double(module: Module, function: Function) -> bool:
    return any(module.sites[number].type == "f80" for number in function.sites)


def for_exact(
    library: Path,
    function: Function,
    inputs: Sequence[bytes],
    settings: Settings,
    bits: int = 0,
    steps: int = 0,
) -> Specification:
    """`bits` of the enclosures are wanted, and so many `steps` of a variant that tells them."""
    return replace(
        call_of(library, function, inputs, settings),
        results=_places(function.outputs),
        precision=settings.precision,
        digits=bits,
        steps=steps,
    )


def for_stop(library: Path, function: Function, given: bytes) -> Specification:
    """One run of the reified program, up to its first exception."""
    return replace(call_of(library, function, [given]), seconds=_STOP_SECONDS)
