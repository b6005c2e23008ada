"""Project files: what they say, and what is said about bad ones."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from orchestrator.core.errors import UserError
from orchestrator.core.model import Condition, Function, Parameter, Place
from orchestrator.core.settings import Settings, StatusConvention
from orchestrator.project.description import Project, load_project
from orchestrator.project.domains import domain_of

GOOD = """name = "mylib"
setup = ["quiet"]
build = "out"

[sources]
root = "src"
files = ["**/*.c"]
exclude = ["test/*.c"]
flags = ["-I."]
link = ["-lm"]
[[sources.flags_for]]
files = ["special/*.c"]
flags = ["-DSPECIAL"]

[prepare]
command = ["make", "sources"]
makes = ["config.h"]

[functions]
include = ["my_*"]
files = ["special/*.c"]
static = false
[[functions.exclude]]
functions = ["my_test_*"]
reason = "test helpers"

[status]
returns = "integer with outputs"
functions = ["*_e"]
success = [0, -2]
codes = { overflow = 16, domain = 1 }

[[assume]]
types = ["mode_t"]
range = [0, 2]
[[assume]]
functions = ["my_log*"]
parameters = ["x"]
range = [0, inf]
[[assume]]
expression = "n >= 0 && x > -1e3"

[budget]
seconds = 2
runs = 1000
seed = 7
timeout = 0.5
memory = 256

[classify]
enabled = false
max_ulps = 4
precision = 1000
"""


def write(folder: Path, text: str) -> Path:
    (folder / "ariadne.toml").write_text(text)
    return folder


def function(name: str, *parameters: tuple[str, str, str]) -> Function:
    inputs = tuple(Parameter(n, t, c, 16 * i) for i, (n, t, c) in enumerate(parameters))
    return Function(name, name, Place("", 0, 0), "", inputs, None, 16 * len(inputs), 0, (), (), ())


def test_a_whole_file(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, GOOD))
    assert project == load_project(tmp_path / "ariadne.toml")
    assert (project.name, project.root, project.build) == ("mylib", tmp_path / "src", tmp_path / "out")
    assert (project.files, project.exclude, project.flags) == (("**/*.c",), ("test/*.c",), ("-I.",))
    assert project.file_flags[0].flags == ("-DSPECIAL",)
    assert project.prepare and project.prepare.makes == ("config.h",)
    assert (project.functions, project.function_files, project.static) == (
        ("my_*",),
        ("special/*.c",),
        False,
    )
    assert project.exclusions[0].reason == "test helpers"
    assert project.setup == ("quiet",)
    assert project.settings == Settings(
        budget=2.0,
        runs=1000,
        seed=7,
        run_seconds=0.5,
        memory_mb=256,
        classify=False,
        max_ulps=4.0,
        precision=1000,
        status=StatusConvention("integer with outputs", ("*_e",), (0, -2), ((16, "overflow"), (1, "domain"))),
    )
    assert json.loads(json.dumps(project.settings.as_dict()))["status"]["codes"] == [
        [16, "overflow"],
        [1, "domain"],
    ]


def test_the_least_file(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, 'name = "x"'))
    assert project == Project(tmp_path / "ariadne.toml", "x", tmp_path, tmp_path / ".ariadne")


BAD = [
    ("", "1: name: is needed"),
    ('name = "a b"', "1: name: is needed"),
    ("name = 3", "1: name: must be a string, but is a whole number: 3"),
    ('name = "x"\nsorces = 1', "2: sorces: unknown key (did you mean sources?)"),
    ('name = "x"\n[sources]\nflag = []', "3: sources.flag: unknown key (did you mean flags?)"),
    ('name = "x"\n[sources]\nfiles = []', "3: sources.files: is an empty list"),
    ('name = "x"\n[sources]\nfiles = [\n"a.c",\n""]', "5: sources.files: has an empty string"),
    ('name = "x"\n[sources]\nfiles = ["/etc/*.c"]', "3: sources.files: '/etc/*.c' is not below the root"),
    ('name = "x"\n[sources]\nfiles = ["a.c", "../*.c"]', "3: sources.files: '../*.c' is not below"),
    ('name = "x"\n[sources]\nflags = "-I."', "3: sources.flags: must be a list, but is a string: '-I.'"),
    ('name = "x"\n[sources]\nflags = ["-I.",\n 3]', "4: sources.flags: has a whole number: 3 among its"),
    ('name = "x"\nsources = 3', "2: sources: must be a table, but is a whole number: 3"),
    ('name = "x"\n[[sources.flags_for]]\nflags = ["-w"]', "2: sources.flags_for.files: is missing"),
    ('name = "x"\n[prepare]\nmakes = ["a"]', "2: prepare.command: is missing"),
    ('name = "x"\n[functions]\nstatic = 1', "3: functions.static: must be true or false, but is a whole"),
    ('name = "x"\n[[functions.exclude]]\nfunctions = ["f"]', "2: functions.exclude.reason: is missing"),
    ('name = "x"\n[[functions.exclude]]\nreason = "f"', "2: functions.exclude.functions: is missing"),
    ('name = "x"\n[functions]\nexclude = ["f"]', "3: functions.exclude: has a string: 'f' among its tables"),
    ('name = "x"\n[status]\nreturns = "integers"', "3: status.returns: is 'integers', but must be one of"),
    ('name = "x"\n[status]\nsuccess = []', "3: status.success: is an empty list"),
    ('name = "x"\n[status]\nsuccess = [true]', "3: status.success: has true or false: True among its"),
    ('name = "x"\n[status.codes]\na = 1\nb = 1', "4: status.codes.b: 1 is a already"),
    ('name = "x"\n[status.codes]\na = 0', "3: status.codes.a: 0 is success"),
    ('name = "x"\n[status.codes]\na = "1"', "3: status.codes.a: must be a whole number"),
    ('name = "x"\n[[assume]]\nparameters = ["x"]', "2: assume.range: has no range and no expression"),
    ('name = "x"\n[[assume]]\nrange = [0, 1]', "3: assume.range: of what?"),
    (
        'name = "x"\n[[assume]]\nrange = [0, 1]\nexpression = "x > 0"',
        "3: assume.range: has range and expression",
    ),
    ('name = "x"\n[[assume]]\ntypes = ["t"]\nexpression = "x > 0"', "3: assume.types: goes with range"),
    ('name = "x"\n[[assume]]\nexpression = " "', "3: assume.expression: is empty"),
    ('name = "x"\n[[assume]]\nparameters = ["x"]\nrange = [1, 0]', "4: assume.range: is empty: 1 is greater"),
    ('name = "x"\n[[assume]]\nparameters = ["x"]\nrange = [0]', "4: assume.range: must be a list of two"),
    ('name = "x"\n[[assume]]\nparameters = ["x"]\nrange = [0, nan]', "4: assume.range: nan is no bound"),
    ('name = "x"\n[[assume]]\nparameters = ["x"]\nrange = [inf, inf]', "4: assume.range: is empty"),
    (
        'name = "x"\n[[assume]]\nparameters = ["n"]\nrange = [0, 9007199254740993]',
        "4: assume.range: 9007199254740993 is not a double",
    ),
    ('name = "x"\n[budget]\nseconds = 0', "3: budget.seconds: is 0.0, but must be a positive"),
    ('name = "x"\n[budget]\nseconds = inf', "3: budget.seconds: is inf, but must be a positive finite"),
    ('name = "x"\n[budget]\nruns = -1', "3: budget.runs: is -1, but must be at least 0"),
    ('name = "x"\n[budget]\nruns = 1.5', "3: budget.runs: must be a whole number, but is a number: 1.5"),
    ('name = "x"\n[classify]\nenable = true', "3: classify.enable: unknown key (did you mean enabled?)"),
    ('name = "x"\nname = "y"', "ariadne.toml: not TOML: "),
    ('name = "x', "ariadne.toml: not TOML: "),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_files(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        load_project(write(tmp_path, text))
    said = caught.value.message + (f" ({caught.value.hint})" if caught.value.hint else "")
    assert f"{tmp_path}/" in said
    assert message in said


def test_not_text(tmp_path: Path) -> None:
    (tmp_path / "ariadne.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(UserError, match="not UTF-8"):
        load_project(tmp_path)


def test_no_project(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no ariadne.toml here"):
        load_project(tmp_path)
    with pytest.raises(UserError, match="no such file or folder"):
        load_project(tmp_path / "nowhere")


def test_domains(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, GOOD))
    file = str(tmp_path / "ariadne.toml")
    x, n, mode = ("x", "double", "f64"), ("n", "int", "i32"), ("m", "mode_t", "u32")
    assert domain_of(function("other", x), project).ranges == ()
    assert domain_of(function("my_log", x, mode), project).ranges == ((0.0, math.inf), (0.0, 2.0))
    assert domain_of(function("my_log", n, x), project).ranges == (None, (0.0, math.inf))
    condition = Condition("n >= 0 && x > -1e3", file, 41)
    assert domain_of(function("f", n, x), project).conditions == (condition,)
    assert domain_of(function("f", x), project).conditions == ()


def test_ranges_are_intersected(tmp_path: Path) -> None:
    text = """name = "x"
[[assume]]
parameters = ["x"]
range = [0, 10]
[[assume]]
parameters = ["x"]
range = [-5, 5]
[[assume]]
functions = ["bad"]
parameters = ["x"]
range = [6, inf]
"""
    project = load_project(write(tmp_path, text))
    x = ("x", "double", "f64")
    assert domain_of(function("good", x), project).ranges == ((0.0, 5.0),)
    with pytest.raises(UserError, match=r"no value is left for x of bad: the ranges of lines 4, 7, 11 have"):
        domain_of(function("bad", x), project)


@pytest.mark.parametrize(
    ("expression", "parameters", "applies"),
    [
        ("x > 1e5", "x", True),
        ("x > 0x1p3", "x", True),
        ("x > 0x1p3f && y < .5e2", "x y", True),
        ("fabs(x) < 1", "x", True),
        ("floor (x) == x", "x", True),
        ("x > y", "x", False),
        ("x > y", "x y", True),
    ],
)
def test_names_of_expressions(tmp_path: Path, expression: str, parameters: str, applies: bool) -> None:
    project = load_project(write(tmp_path, f'name = "x"\n[[assume]]\nexpression = "{expression}"\n'))
    f = function("f", *((name, "double", "f64") for name in parameters.split()))
    assert bool(domain_of(f, project).conditions) == applies


def test_compile_commands_alone(tmp_path: Path) -> None:
    entries = [
        {"directory": "sub", "file": "a.c", "command": "cc -O2 -g -Ihere '-DS=\"a b\"' -c a.c -o a.o"},
        {"directory": str(tmp_path), "file": "b.c", "arguments": ["cc", "-c", "b.c", "-ob.o", "-MD", "-lz"]},
        {"directory": ".", "file": "c.cpp", "command": "c++ -c c.cpp"},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    project = load_project(tmp_path)
    assert project.commands is not None
    assert [(c.file, c.folder, c.flags) for c in project.commands] == [
        (tmp_path / "sub/a.c", tmp_path / "sub", ("-Ihere", '-DS="a b"')),
        (tmp_path / "b.c", tmp_path, ("-lz",)),
    ]
    assert (project.root, project.link) == (tmp_path, ("-lz",))


@pytest.mark.parametrize(
    "text", ["", "{}", "[3]", '[{"file": "a.c"}]', '[{"directory": ".", "file": "a.c"}]']
)
def test_bad_compile_commands(tmp_path: Path, text: str) -> None:
    (tmp_path / "compile_commands.json").write_text(text)
    with pytest.raises(UserError, match=r"compile_commands.json(: no C file| is not a compilation database)"):
        load_project(tmp_path)
