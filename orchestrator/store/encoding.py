"""Records and inputs as they stand in the columns of a store.

A record's facts are a JSON object with a key for each field, but for what the row knows already. A field that
a record gets later has its default when the facts are older.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from orchestrator.core.damage import DamageError
from orchestrator.core.errors import UserError
from orchestrator.core.model import Event, ExactRun, Finding, Judgement, Site
from orchestrator.core.records import Form, Forms, Shape
from orchestrator.store.positions import POSITIONS
from orchestrator.store.runs import StoredRun

NO_EXACT_RUN = ExactRun((), None, 0, (), None)  # in a finding's row; its run has the real one

# What other columns, the run and its events say of a finding.
_KNOWN = "id function site kind first exact inputs results ended operation_result operands trace errno"


def forms(sites: Mapping[str, Site]) -> Forms:
    """For facts that speak of these sites, by their ids."""
    shapes = {
        Event: Shape(forms={"site": Form(attrgetter("id"), sites.__getitem__)}),
        Finding: Shape(elsewhere=dict.fromkeys(_KNOWN.split())),
        Judgement: Shape(elsewhere={"exact": NO_EXACT_RUN}),
    }
    return Forms(shapes, lenient=True, positions=POSITIONS)


WITHOUT_SITES = forms({})


def dump(record: Any, kind: Any = None) -> str:
    return json.dumps(WITHOUT_SITES.write(record, kind), separators=(",", ":"))


def load(kind: Any, text: str | bytes, form: Forms = WITHOUT_SITES) -> Any:
    try:
        return form.read(kind, json.loads(text))
    except (DamageError, ValueError) as problem:
        raise UserError(
            f"the store cannot be read: {problem}",
            hint="another version of Ariadne wrote it, or it is damaged; `ariadne run --fresh` starts anew",
        ) from problem


def pack_run(run: StoredRun) -> bytes:
    return zlib.compress(dump(run).encode())


def unpack_run(packed: bytes, form: Forms) -> StoredRun:
    run: StoredRun = load(StoredRun, zlib.decompress(packed), form)
    return run


def pack_corpus(inputs: Sequence[bytes]) -> bytes:
    return zlib.compress(b"".join(inputs))


def unpack_corpus(packed: bytes | None, size: int) -> list[bytes]:
    """The inputs, of `size` bytes each."""
    if not packed or not size:
        return []
    data = zlib.decompress(packed)
    return [data[start : start + size] for start in range(0, len(data), size)]
