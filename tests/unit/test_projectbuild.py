"""Small projects, built for real: which files with which flags, which functions, and nothing twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from orchestrator.build.project import build_project, prepare, sources_of
from orchestrator.build.project_selection import functions_of, notes_of
from orchestrator.core.errors import UserError
from orchestrator.native import toolchain
from orchestrator.project.description import Project, load_project

FILES = {
    "ariadne.toml": """name = "lib"
setup = ["quiet"]
[sources]
files = ["core/*.c", "more/**/*.c"]
exclude = ["core/test_*.c"]
flags = ["-Iinclude"]
[[sources.flags_for]]
files = ["more/**/*.c"]
flags = ["-DHALF=0.5"]
[functions]
files = ["core/*.c", "more/*.c"]
[[functions.exclude]]
functions = ["quiet"]
reason = "set-up, not mathematics"
[[functions.exclude]]
types = ["const double *"]
reason = "reads an array"
[[assume]]
types = ["mode_t_"]
range = [0, 2]
""",
    "include/lib.h": "typedef unsigned mode_t_;\ndouble twice(double x, mode_t_ mode);\n",
    "core/a.c": '#include "lib.h"\nint q;\nvoid quiet(void) { q = 1; }\n'
    "static double helper(double x) { return x * x; }\n"
    "double twice(double x, const mode_t_ mode) { return helper(x) + mode; }\n"
    "double sum(const double *v, int n) { return n > 0 ? v[n - 1] + sum(v, n - 1) : 0; }\n"
    "double wants(double (*f)(double)) { return f(1); }\n",
    "core/test_a.c": "#error excluded\n",
    "more/b.c": '#include "lib.h"\nstatic double helper(double x) { return x * HALF; }\n'
    "double half(double x) { return twice(helper(x), 1); }\n",
    "more/deep/er/c.c": "double deep(double x) { return x / HALF; }\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "lib with spaces # and $"
    for name, text in FILES.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return place


def edit(folder: Path, old: str, new: str, name: str = "ariadne.toml") -> Project:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new))
    return load_project(folder)


def compiled(build: Path) -> dict[str, int]:
    return {path.name.split("-")[0]: path.stat().st_mtime_ns for path in build.glob("*-*.bc")}


def test_sources_and_flags(folder: Path) -> None:
    found = {source.file.name: source.flags for source in sources_of(load_project(folder))}
    half = ("-Iinclude", "-DHALF=0.5")
    assert found == {"a.c": ("-Iinclude",), "b.c": half, "c.c": half}


def test_targets(folder: Path) -> None:
    project = load_project(folder)
    bitcode = build_project(project, project.build)
    targets, excluded = functions_of(project, bitcode.module)
    names = {f.name: f for f in targets}
    # Static functions share a name: the linker's tell them apart. `deep` is in no chosen file.
    assert sorted(name.split(".")[0] for name in names) == ["half", "helper", "helper", "twice", "wants"]
    assert [(e.function.name, e.reason) for e in excluded] == [
        ("quiet", "set-up, not mathematics"),
        ("sum", "reads an array"),
    ]
    assert names["wants"].unsupported
    assert {name.split(".")[0] for name, f in names.items() if f.static} == {"helper"}
    assert names["twice"].domain.ranges == (None, (0.0, 2.0))
    assert names["half"].domain.ranges == ()
    assert notes_of(project, bitcode.module) == ()


def test_static_and_include(folder: Path) -> None:
    project = edit(folder, "[functions]\n", '[functions]\nstatic = false\ninclude = ["h*"]\n')
    targets, excluded = functions_of(project, build_project(project, project.build).module)
    assert [f.name for f in targets] == ["half"]
    reasons = {e.function.name.split(".")[0]: e.reason for e in excluded}
    assert (reasons["helper"], reasons["twice"]) == ("static", "not among functions.include")


def test_nothing_is_compiled_twice(folder: Path) -> None:
    project = load_project(folder)
    first = build_project(project, project.build)
    before, module = compiled(project.build), first.path.stat().st_mtime_ns
    assert build_project(project, project.build) == first
    assert compiled(project.build) == before and first.path.stat().st_mtime_ns == module

    edit(folder, "typedef unsigned", "typedef unsigned short", "include/lib.h")  # c.c does not read it
    build_project(project, project.build)
    after = compiled(project.build)
    assert {name for name in after if after[name] != before[name]} == {"a", "b"}
    assert first.path.stat().st_mtime_ns != module


def test_an_interrupted_build_recovers(folder: Path) -> None:
    project = load_project(folder)
    expected = build_project(project, project.build)
    for path in project.build.glob("a-*.bc"):
        path.unlink()
    for name in ("facts.json", *(p.name for p in project.build.glob("b-*.json"))):
        file = project.build / name
        file.write_text(file.read_text()[:20])
    assert build_project(project, project.build) == expected


def test_other_flags_are_another_build(folder: Path) -> None:
    project = load_project(folder)
    constants = lambda p: next(  # noqa: E731
        f.constants for f in build_project(p, p.build).module.functions if f.name == "deep"
    )
    assert 0.5 in constants(project)
    assert 0.25 in constants(edit(folder, "0.5", "0.25"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"quiet"]\n[sources]',
            '"quite"]\n[sources]',
            r"ariadne\.toml:2: setup: the program has no function quite",
        ),
        ('"core/*.c", "more/**/*.c"', '"cores/*.c"', r"ariadne\.toml:4: no file to compile"),
        ("[sources]\n", '[sources]\nroot = "away"\n', r"ariadne\.toml:4: there is no folder .*away"),
        ('"core/*.c", "more/*.c"', '"other/*.c"', r"ariadne\.toml:10: no function to analyse"),
        ("-DHALF=0.5", "-DOTHER", r"b\.c does not compile:"),
    ],
)
def test_mistakes(folder: Path, old: str, new: str, message: str) -> None:
    project = edit(folder, old, new)
    with pytest.raises(UserError, match=message):
        functions_of(project, build_project(project, project.build).module)


def test_patterns_that_match_nothing(folder: Path) -> None:
    project = edit(folder, '"core/test_*.c"', '"core/test_*.c", "cor/*"')
    project = edit(folder, '["quiet"]\nreason', '["quiet", "silent"]\nreason')
    project = edit(folder, '"mode_t_"', '"mode"')
    project = edit(folder, '"const double *"', '"const float *"')
    notes = notes_of(project, build_project(project, project.build).module)
    assert [note.split("ariadne.toml:")[1] for note in notes] == [
        "5: sources.exclude: 'cor/*' matches nothing",
        "13: functions.exclude.functions: 'silent' matches nothing",
        "15: functions.exclude: no function has such a parameter",
        "18: assume: applies to no function",
    ]


PREPARE = '\n[prepare]\ncommand = ["sh", "get.sh"]\nmakes = ["made/x.h"]\n'


def test_prepare_runs_when_needed_or_asked(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "get.sh").write_text(
        'set -e\nmkdir -p "$ARIADNE_ROOT/made"\necho x >> "$ARIADNE_ROOT/made/x.h"\n'
        'echo "$PWD|$CC|$ARIADNE_PROJECT_BUILD|$(command -v python)"\n'
    )
    project = edit(folder, "[functions]", PREPARE + "[functions]")
    times = []
    for again in (False, False, True):
        prepare(project, again)
        times.append(len((folder / "made/x.h").read_text().split()))
    assert times == [1, 1, 2]
    out, err = capfd.readouterr()
    assert out == ""
    place, cc, build, python = err.splitlines()[0].split("|")
    assert (Path(place), cc, build) == (folder, toolchain.tool("clang"), str(folder / ".ariadne"))
    assert os.access(python, os.X_OK)


@pytest.mark.parametrize(
    ("script", "message"), [("exit 7", "sh failed with code 7"), ("", r"sh has not made made/x\.h in ")]
)
def test_prepare_fails(folder: Path, script: str, message: str) -> None:
    (folder / "get.sh").write_text(script)
    project = edit(folder, "[functions]", PREPARE + "[functions]")
    with pytest.raises(UserError, match=rf"ariadne\.toml:\d+: {message}"):
        build_project(project, project.build)


def test_compile_commands(folder: Path) -> None:
    (folder / "ariadne.toml").unlink()
    entries = [
        {"directory": "core", "file": "a.c", "command": "gcc -O2 -I../include -c a.c -o a.o"},
        {"directory": "more", "file": "b.c", "arguments": ["gcc", "-I../include", "-DHALF=2", "-c", "b.c"]},
    ]
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    project = load_project(folder)
    targets, _ = functions_of(project, build_project(project, project.build).module)
    names = sorted(f.name.split(".")[0] for f in targets)
    assert names == ["half", "helper", "helper", "quiet", "sum", "twice", "wants"]
