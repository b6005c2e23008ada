"""Records and inputs as they stand in the columns of a store."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

from orchestrator.core.records import from_plain, to_plain


def dump(record: Any) -> str:
    return json.dumps(to_plain(record), separators=(",", ":"))


def load(cls: Any, text: str) -> Any:
    return from_plain(cls, json.loads(text))


def pack_corpus(inputs: Sequence[bytes]) -> bytes:
    return zlib.compress(b"".join(inputs))


def unpack_corpus(packed: bytes | None, size: int) -> list[bytes]:
    """The inputs, of `size` bytes each."""
    if not packed or not size:
        return []
    data = zlib.decompress(packed)
    return [data[start : start + size] for start in range(0, len(data), size)]
