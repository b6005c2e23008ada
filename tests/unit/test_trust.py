"""Flags that may run code, and folders outside of the build folder, are refused unless --trust is given."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from orchestrator import cli
from orchestrator.core.errors import UserError
from orchestrator.languages.flags import impossible, powerful
from orchestrator.project.description import load_project
from orchestrator.project.trust import check_build_folder, check_project

POWERFUL = [
    ["-fplugin=evil.so"],
    ["-fplugin-arg-a-b"],
    ["-fpass-plugin=evil.so"],
    ["-Xclang", "-load"],
    ["-Wl,-plugin,evil.so"],
    ["-Wl,--as-needed,-plugin,evil.so"],
    ["@flags"],
    ["--config=evil.cfg"],
    ["--config", "evil.cfg"],
    ["-B."],
    ["-B", "."],
    ["-specs=evil"],
    ["--specs=evil"],
    ["-wrapper", "sh"],
    ["-fuse-ld=/tmp/evil"],
    ["--ld-path=/tmp/evil"],
    ["-mllvm", "-load=evil.so"],
    ["-Xlinker", "-plugin"],
    ["-Wp,-MD,/tmp/x"],
    ["-Wl,-Map=/tmp/x"],
    ["-Wa,-o,/tmp/x"],
    ["-MF", "/tmp/x"],
    ["-save-temps=/tmp"],
    ["-ftime-trace=/tmp/x"],
    ["-fprofile-generate=/tmp"],
    ["-T", "script"],
    ["-fcrash-diagnostics-dir=/tmp"],
    ["--serialize-diagnostics", "x"],
    ["-resource-dir=/tmp"],
    ["-ccc-install-dir", "."],
    ["other.c"],
    ["-o/tmp/x"],
    ["-Wl,@file"],
    ["-fmodules-cache-path=/tmp"],
    ["-fno-plugin=x"],
]
HARMLESS = [
    "-Iinclude",
    "-I",
    "include",
    "-DX=1",
    "-D",
    "Y",
    "-U",
    "Z",
    "-std=c99",
    "-Wall",
    "-Wno-unused",
    "-Werror=format",
    "-w",
    "-O2",
    "-g",
    "-fPIC",
    "-fno-strict-aliasing",
    "-ffast-math",
    "-ffp-contract=off",
    "-march=native",
    "-msse2",
    "-pthread",
    "-lgsl",
    "-L.",
    "lib/libx.a",
    "x.o",
    "libx.so.1",
    "-Wl,-rpath,/opt/lib",
    "-Wl,--as-needed",
    "-isystem",
    "inc",
    "-c",
    "-include",
    "config.h",
    "-pedantic",
    "-DHAVE_CONFIG_H",
    "-fvisibility=hidden",
]


@pytest.mark.parametrize("flags", POWERFUL, ids=" ".join)
def test_powerful_flags(flags: list[str], tmp_path: Path) -> None:
    assert next(powerful([*HARMLESS, *flags])) == len(HARMLESS)
    (tmp_path / "f.c").write_text("double f(double x) { return x * x; }\n")
    lines = ['name = "x"', "[sources]", "flags = [", '  "-DX",', f"  {json.dumps(flags[0])},", "]"]
    (tmp_path / "ariadne.toml").write_text("\n".join(lines))
    with pytest.raises(UserError, match=r"ariadne.toml:5: the flag .* refused") as refused:
        check_project(load_project(tmp_path))
    assert "--trust" in (refused.value.hint or "")


@pytest.mark.parametrize("value", ["@file", "-Wl,-plugin,evil.so"])
def test_values_that_are_flags(value: str) -> None:
    assert list(powerful(["-I", value])) == [1]


def test_harmless_flags() -> None:
    assert list(powerful(HARMLESS)) == []
    assert impossible(HARMLESS) is None


@pytest.mark.parametrize("flag", ["-fplugin=evil.so", "@evil"])
def test_a_compile_database(flag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.c").write_text("double f(double x) { return x * x; }\n")
    entry = {"directory": ".", "file": "f.c", "arguments": ["cc", "-c", flag, "f.c"]}
    (tmp_path / "compile_commands.json").write_text(json.dumps([entry], indent=1))
    assert cli.main(["run", "-p", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "compile_commands.json:8" in said
    assert flag in said
    assert "--trust" in said


@pytest.mark.parametrize("build", [".", "..", "../..", "/"])
def test_build_folders_of_others(build: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = tmp_path / "a" / "b"
    project.mkdir(parents=True)
    (project / "f.c").write_text("double f(double x) { return x * x; }\n")
    (project / "ariadne.toml").write_text(f'name = "x"\nbuild = "{build}"\n')
    assert cli.main(["run", "-p", str(project)]) == 2
    assert "ariadne.toml:2: build" in capsys.readouterr().err
    assert sorted(os.listdir(project)) == ["ariadne.toml", "f.c"]


@pytest.mark.parametrize(
    "link", [".ariadne", ".ariadne/run.sqlite", ".ariadne/bitcode", ".ariadne/html/index.html"]
)
def test_symbolic_links(link: str, tmp_path: Path) -> None:
    outside, project = tmp_path / "outside", tmp_path / "project"
    outside.mkdir()
    (project / link).parent.mkdir(parents=True)
    (project / link).symlink_to(outside)
    (project / "ariadne.toml").write_text('name = "x"\n')
    with pytest.raises(UserError, match="symbolic link"):
        check_build_folder(load_project(project))


@pytest.mark.parametrize("flag", ["-fsyntax-only", "-E", "-S", "-m32", "--target=avr", "-ofile", "-M"])
def test_impossible_flags(flag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.c").write_text("double f(double x) { return x * x; }\n")
    assert cli.main(["analyze", str(tmp_path / "f.c"), "--", flag]) == 2
    assert f"the flag {flag} cannot be used here" in capsys.readouterr().err
