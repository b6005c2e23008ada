"""A traced run as flat arrays, in the layout of passes/runtime/trace/format.h."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orchestrator.core.errors import InternalError
from orchestrator.symbolic.graph import NODE, Graph

MAGIC = 0x45434152544E4441
VERSION = 1
_CUT = 1

HEADER = np.dtype(
    [
        ("magic", "<u8"),
        ("version", "<u4"),
        ("node_size", "<u4"),
        ("event_size", "<u4"),
        ("flags", "<u4"),
        ("nodes", "<u8"),
        ("events", "<u8"),
    ]
)

EVENT = np.dtype(
    [
        ("kind", "u1"),
        ("truth", "u1"),
        ("why", "<u2"),
        ("id", "<u4"),
        ("node", "<u4"),
        ("value", "<u4"),
        ("pad", "<u8"),
    ]
)


class EventKind(IntEnum):
    BRANCH = 0
    GUARD = 1
    CONCRETISED = 2


class Why(IntEnum):
    """What made a value concrete."""

    ADDRESS = 0
    EXTERNAL = 1
    OPERATION = 2
    TARGET = 3


@dataclass(frozen=True)
class Trace:
    graph: Graph
    events: NDArray[np.void]
    cut: bool  # recording ended at a limit: what follows the last event is not known
    ended: str  # "returned", or how the run ended instead


def read_trace(path: Path, ended: str) -> Trace:
    """The arrays as they are in the file; nothing is done per node."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    if len(data) < HEADER.itemsize:
        raise InternalError(f"{path} is not a trace")
    header = data[: HEADER.itemsize].view(HEADER)[0]
    sizes = int(header["node_size"]), int(header["event_size"])
    if int(header["magic"]) != MAGIC or int(header["version"]) != VERSION:
        raise InternalError(f"{path} is not a trace of version {VERSION}")
    if sizes != (NODE.itemsize, EVENT.itemsize):
        raise InternalError(f"{path} has nodes and events of {sizes} bytes")
    at = HEADER.itemsize + int(header["nodes"]) * NODE.itemsize
    end = at + int(header["events"]) * EVENT.itemsize
    if len(data) < end:
        raise InternalError(f"{path} is cut off")
    nodes = data[HEADER.itemsize : at].view(NODE)
    return Trace(Graph(nodes), data[at:end].view(EVENT), bool(int(header["flags"]) & _CUT), ended)
