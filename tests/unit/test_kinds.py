"""The table of kinds as Python reads it, and what must agree with it."""

from __future__ import annotations

import json

from orchestrator.core.model import Kind
from orchestrator.core.tables import rows_of, table_rows
from orchestrator.reports.json_report import SCHEMA_FILE

HEADER = "NAME name label flag code class weight asked meaning".split()


def test_rows_are_read_as_the_preprocessor_reads_them() -> None:
    text = '// ROW(in, a, comment)\n\nROW(a, f(x, y) & (z), "b, (c")\nOTHER(1)\nROW(d,\n    e)\n'
    assert rows_of(text, "ROW") == [("a", "f(x, y) & (z)", "b, (c"), ("d", "e")]
    assert rows_of(text, "OTHER") == [("1",)]


def test_every_cell_of_the_table_has_a_known_word() -> None:
    for row in table_rows("kinds.def", "KIND"):
        cells = dict(zip(HEADER, row, strict=True))
        assert cells["class"] in ("xflow", "none"), row
        assert cells["weight"] in ("serious", "mild"), row
        assert cells["asked"] in ("always", "explicitly"), row
        assert cells["meaning"].endswith("."), row


def test_bits_are_those_of_the_rows() -> None:
    assert [kind.bit for kind in Kind] == [1 << n for n in range(len(Kind))]
    assert all(Kind.of_bit(kind.bit) is kind for kind in Kind)


def test_what_is_not_in_the_table_is_no_kind() -> None:
    assert [kind.name for kind in Kind] == [row[0] for row in table_rows("kinds.def", "KIND")]
    assert Kind.UNDERFLOW.has_class and not Kind.INVALID.has_class
    assert Kind.UNDERFLOW.is_mild and not Kind.OVERFLOW.is_mild


def test_the_schema_of_reports_names_every_kind() -> None:
    schema = json.loads(SCHEMA_FILE.read_text())
    assert schema["$defs"]["kind"]["enum"] == [kind.value for kind in Kind]
