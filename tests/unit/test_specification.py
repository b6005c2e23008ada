"""The specification of a run says the same on both sides: Python writes what C++ reads."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

from orchestrator.native.specification import ABI, Specification

PROTOCOL = Path(__file__).resolve().parents[2] / "passes" / "runtime" / "protocol"
DEFAULTS = {field.name: field.default for field in fields(Specification)}


def keys() -> list[str]:
    """Those that spec.cpp knows."""
    return re.findall(r'^ {4}\{"(\w+)", \[\]\(Spec &', (PROTOCOL / "spec.cpp").read_text(), re.MULTILINE)


def members() -> dict[str, str]:
    """Those of the structure in spec.h, as the keys spell them, with what they start from."""
    header = (PROTOCOL / "spec.h").read_text()
    body = header[header.index("struct Spec {") : header.index("\n};")]
    found = {}
    for line in body.splitlines()[1:]:
        declared = line.split("//")[0].strip()
        if match := re.fullmatch(r"[\w:<>]+ (.+);", declared):
            for one in match[1].split(", "):
                name, _, value = one.partition(" = ")
                found[re.sub("[A-Z]", lambda m: f"_{m[0].lower()}", name)] = value
    return found


def test_both_sides_have_the_same_keys() -> None:
    known = keys()
    assert len(known) > 20 and len(known) == len(set(known))
    assert sorted(known) == sorted([*DEFAULTS, "abi"])
    assert set(members()) == set(DEFAULTS)


def test_what_is_not_written_is_the_same_on_both_sides() -> None:
    for name, value in members().items():
        ours = DEFAULTS[name]
        if value == "":  # empty, and so is ours, unless it must be given
            assert ours is MISSING or not ours, name
        elif value in ("true", "false"):
            assert ours is (value == "true"), name
        else:
            assert ours == float(value.replace("'", "")), name


def test_abi_is_the_same_on_both_sides() -> None:
    assert f"ARIADNE_ABI_VERSION {ABI}\n" in (PROTOCOL / "abi.h").read_text()


def test_what_has_its_default_is_not_written(tmp_path: Path) -> None:
    written = Specification(Path("f.so"), "f").write(tmp_path).read_text()
    assert written == f"abi {ABI}\nlibrary f.so\nsymbol f\n"


def test_lists_bits_and_truth_values(tmp_path: Path) -> None:
    spec = Specification(
        Path("f.so"),
        "f",
        x87=True,
        targets=("raise:3:0", "raise:14:2"),
        leaves=("f64@0", "i32@16"),
        constants=(1.0, -0.0),
        lower=(None, float("-inf")),
    )
    lines = spec.write(tmp_path).read_text().splitlines()
    assert lines[3:] == [
        "leaves f64@0 i32@16",
        "x87 1",
        "targets raise:3:0 raise:14:2",
        "constants 3ff0000000000000 8000000000000000",
        "lower none fff0000000000000",
    ]


def test_inputs_and_seeds_lie_beside_it(tmp_path: Path) -> None:
    """Two runs of one function at the same time do not write over each other's files."""
    spec = Specification(Path("f.so"), "f", inputs=b"12345678", seeds=b"ab")
    places = [tmp_path / name for name in "xy"]
    for place in places:
        place.mkdir()
        lines = spec.write(place).read_text().splitlines()
        assert f"inputs {place / 'inputs'}" in lines and f"seeds {place / 'seeds'}" in lines
        assert (place / "inputs").read_bytes() == b"12345678" and (place / "seeds").read_bytes() == b"ab"


def test_a_newline_in_a_name_is_no_new_key(tmp_path: Path) -> None:
    name = "f\nlibrary evil.so\\n\udcff"
    written = Specification(Path("f.so"), name).write(tmp_path).read_bytes()
    assert written == rf"abi {ABI}".encode() + b"\nlibrary f.so\nsymbol f\\nlibrary evil.so\\\\n\xff\n"
