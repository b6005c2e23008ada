"""The functions of the table, given to the search: it finds each kind that can be raised, and no other."""

from __future__ import annotations

from pathlib import Path

from tests.golden import programs, table

RUNS = 60_000  # at most, per function; most end far earlier


def _cases() -> list[table.Case]:
    groups = (table.arithmetic, table.domains, table.growing, table.near_identity, table.bessel)
    cases = [case for group in groups for case in group(table.DOUBLE)]
    cases += [*table.arithmetic(table.FLOAT), *table.arithmetic(table.EXTENDED)]
    names = {"to_i8_f32", "to_u64_f32", "to_i32_f64", "to_u8_f64", "to_i64_f64", "to_f32_f64", "to_f64_f80"}
    return cases + [case for case in table.all_cases() if case.name in names]


CASES = _cases()


def test_search_finds_what_can_be_raised(tmp_path: Path) -> None:
    source = tmp_path / "table.c"
    source.write_text(table.source(CASES))
    report = programs.analyze(tmp_path, source, "--runs", str(RUNS))
    expected = {f"{case.name} {case.name}#0 {kind.value}" for case in CASES for kind in case.kinds}
    found = programs.findings(report)
    assert (expected - found, found - expected) == (set(), set())
