"""Source languages: what is registered fits together, and a new one needs a row and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator import languages
from orchestrator.build import parts
from orchestrator.build.program import build
from orchestrator.languages import LANGUAGES, MODULES, SOURCES, language_of
from orchestrator.languages.c import C
from orchestrator.languages.sourcetext import operation_text
from orchestrator.project import compilecommands

PROGRAM = "double f(double x)\n{\n    return x * x;\n}\n"


def test_endings_name_one_language() -> None:
    endings = [*(ending for language in LANGUAGES for ending in language.endings), *MODULES]
    assert len(endings) == len(set(endings)) and tuple(endings) == SOURCES
    assert all(ending.startswith(".") for ending in endings)


def test_headers_are_shown_as_c() -> None:
    assert language_of("a/b.h") is C and language_of(Path("b.c")) is C


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> None:
    """C under another name, from a compiler that does not tell what it read, with a library of its own."""
    language = replace(
        C,
        name="Other",
        endings=(".other",),
        last=(*C.last, "-x", "c"),
        dependencies=(),
        libraries=("-lpthread",),
        comments=("!",),
    )
    monkeypatch.setattr(languages, "LANGUAGES", (C, language))
    monkeypatch.setattr(compilecommands, "LANGUAGES", (C, language))
    monkeypatch.setattr(parts, "SOURCES", (*SOURCES, ".other"))


@pytest.mark.usefixtures("other")
def test_another_language_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "f.other").write_text(PROGRAM)
    bitcode = build([tmp_path / "f.other"], (), tmp_path)
    assert [function.name for function in bitcode.module.functions] == ["f"]
    assert bitcode.link_flags == ["-lpthread", "-lm"]
    (site,) = bitcode.module.sites
    assert operation_text(site.place.file, site.place.line, site.place.column, site.opcode) == "x * x"


@pytest.mark.usefixtures("other")
def test_what_changed_is_compiled_again(tmp_path: Path) -> None:
    """Though its compiler says nothing of what it reads."""
    source = tmp_path / "f.other"
    source.write_text(PROGRAM)
    build([source], (), tmp_path)
    source.write_text(PROGRAM.replace("x * x", "x / x + x"))
    assert len(build([source], (), tmp_path).module.sites) == 2


@pytest.mark.usefixtures("other")
def test_compile_databases_name_files_of_all_languages(tmp_path: Path) -> None:
    database = tmp_path / "compile_commands.json"
    database.write_text('[{"directory": ".", "file": "f.other", "command": "cc -c f.other"}]')
    assert [command.file.name for command in compilecommands.read_commands(database)] == ["f.other"]
    database.write_text("[]")
    with pytest.raises(Exception, match="no C or Other file is compiled here"):
        compilecommands.read_commands(database)
