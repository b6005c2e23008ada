"""Nothing that some input raises may be proved away: on the golden programs, and of a run of GSL."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from orchestrator.build.program import Bitcode, build
from orchestrator.build.ranges import static_proofs
from orchestrator.core.model import Function, Kind, Module, Site
from orchestrator.core.records import from_plain
from orchestrator.native import toolchain
from tests.golden.programs import FINDS, clean, files, finds, name

ROOT = Path(__file__).resolve().parents[2]
GSL = Path(os.environ.get("ARIADNE_GSL_BUILD", ROOT / "build/gsl"))


@pytest.mark.parametrize("program", finds(), ids=name)
def test_found_is_not_safe(program: Path, tmp_path: Path) -> None:
    bitcode = build(files(program), [], tmp_path)
    proofs = static_proofs(bitcode, bitcode.module.functions)
    symbols = {function.name: function.symbol for function in bitcode.module.functions}
    for line in (FINDS / f"{program.stem}.expected").read_text().splitlines():
        function, site, kind = line.split()
        assert (site, Kind(kind)) not in proofs.get(symbols[function], {}), line


def test_a_square_is_not_negative(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(
        "#include <math.h>\ndouble f(double x, double y) { return sqrt(x * x) + sqrt(x * y); }\n"
    )
    bitcode = build([source], [], tmp_path)
    proved = static_proofs(bitcode, bitcode.module.functions)["f"]
    roots = [site.id for site in bitcode.module.sites if site.opcode == "sqrt"]
    assert [(root, Kind.INVALID) in proved for root in roots] == [True, False]


def test_something_is_proved(tmp_path: Path) -> None:
    """Programs that raise nothing are not all beyond intervals."""
    proved = 0
    for number, program in enumerate(clean()):
        folder = tmp_path / str(number)
        folder.mkdir()
        bitcode = build(files(program), [], folder)
        proved += sum(map(len, static_proofs(bitcode, bitcode.module.functions).values()))
    assert proved > 20


@pytest.mark.skipif(not (GSL / "run.sqlite").exists(), reason="GSL has not been run")
def test_findings_in_gsl_are_not_safe() -> None:
    store = sqlite3.connect(f"file:{GSL / 'run.sqlite'}?mode=ro", uri=True)
    functions = {
        number: from_plain(Function, json.loads(facts))
        for number, facts in store.execute("SELECT id, facts FROM functions")
    }
    sites = {
        number: from_plain(Site, json.loads(facts))
        for number, facts in store.execute("SELECT id, facts FROM sites")
    }
    module = GSL / "bitcode/module.bc"
    printed = toolchain.opt("print<fp-sites>", module, "-disable-output").splitlines()[1:]
    lines = [json.loads(line) for line in printed]
    if any(lines[site.number]["index"] != site.index for site in sites.values()):
        pytest.skip("the store is of another build")
    facts = Module((), tuple(sites.values()), (), False, 0)
    proofs = static_proofs(Bitcode(module, module, module, facts, ()), functions.values())
    found = store.execute("SELECT function, site, kind FROM findings")
    wrong = [
        (functions[function].symbol, sites[site].id, kind)
        for function, site, kind in found
        if (sites[site].id, Kind(kind)) in proofs.get(functions[function].symbol, {})
    ]
    assert wrong == []
