"""How GSL's source is obtained, with a small tarball and a small apt in the place of the real ones."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from gsl_corpus import fetch
from orchestrator.core.errors import UserError

TREE = Path(__file__).resolve().parents[2]
CONFIGURE = '#!/bin/sh\necho "$CC" > config.h\necho run >> ../configured\n'
MAKEFILE = "all:\n\ttouch gsl_math.h\n"


def tarball(path: Path, configure: str = CONFIGURE) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text, mode in (("configure", configure, 0o755), ("gsl/Makefile", MAKEFILE, 0o644)):
            entry = tarfile.TarInfo(f"gsl-0/{name}")
            entry.size, entry.mode = len(text), mode
            archive.addfile(entry, io.BytesIO(text.encode()))
    return path


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tarball(tmp_path / "small.tar.gz")
    monkeypatch.setattr(fetch, "SHA256", fetch._sha256(path))
    return path


def fake_apt(folder: Path, monkeypatch: pytest.MonkeyPatch, get: str) -> None:
    """An apt-get that is a shell script, and an apt-config that knows of one list."""
    tools = folder / "tools"
    (folder / "lists.d").mkdir(parents=True)
    tools.mkdir()
    (folder / "lists").write_text("deb [arch=amd64] http://place.invalid/debian stable main\n")
    config = f"LIST='{folder}/lists'\nPARTS='{folder}/lists.d/'"
    for name, script in (("apt-get", get), ("apt-config", f'echo "{config}"')):
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")


def test_a_given_tarball(tmp_path: Path, packed: Path) -> None:
    source = fetch.obtain(tmp_path / "build", packed)
    assert (source / "config.h").read_text().strip().endswith("clang")
    assert (source / "gsl/gsl_math.h").exists() and (source / fetch.READY).exists()


def test_what_is_there_is_not_made_again(tmp_path: Path, packed: Path) -> None:
    build = tmp_path / "build"
    fetch.obtain(build, packed)
    fetch.obtain(build)  # would download otherwise
    assert (build / "configured").read_text() == "run\n"


@pytest.mark.parametrize("left", ["source/half", "source.part/gsl-0/half"])
def test_an_interrupted_one_begins_again(tmp_path: Path, packed: Path, left: str) -> None:
    build = tmp_path / "build"
    (build / left).parent.mkdir(parents=True)
    (build / left).touch()
    source = fetch.obtain(build, packed)
    assert sorted(path.name for path in source.iterdir()) == [fetch.READY, "config.h", "configure", "gsl"]


def test_a_wrong_tarball(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="its checksum differs"):
        fetch.obtain(tmp_path / "build", tarball(tmp_path / "x.tar.gz"))
    with pytest.raises(UserError, match="no such file"):
        fetch.obtain(tmp_path / "build", tmp_path / "nowhere")


def test_configure_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tarball(tmp_path / "bad.tar.gz", "#!/bin/sh\necho no compiler >&2\nexit 1\n")
    monkeypatch.setattr(fetch, "SHA256", fetch._sha256(bad))
    with pytest.raises(UserError, match=r"(?s)configure .* failed in .*no compiler"):
        fetch.obtain(tmp_path / "build", bad)
    assert not (tmp_path / "build/source" / fetch.READY).exists()


def test_download(tmp_path: Path, packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`update` may fail for other places; the file counts. The machine's own places are asked."""
    log = tmp_path / "log"
    get = (
        f'echo "$@" >> "{log}"\ncase "$*" in *update*) cat sources/* >> "{log}"; exit 100;; esac\n'
        f'cp "{packed}" "{fetch.TARBALL}"'
    )
    fake_apt(tmp_path / "apt", monkeypatch, get)
    fetch.obtain(tmp_path / "build")
    assert "deb-src [arch=amd64] http://place.invalid/debian stable main" in log.read_text().splitlines()
    assert sorted(path.name for path in (tmp_path / "build/download").iterdir()) == [fetch.TARBALL]


@pytest.mark.parametrize(
    ("get", "message"),
    [
        (
            'echo "E: Could not resolve the host"; exit 100',
            "cannot be downloaded:\nE: Could not resolve the host",
        ),
        ("touch gsl_9.9.orig.tar.gz", "apt-get has gsl_9.9.orig.tar.gz instead of the gsl_2.7.1"),
    ],
)
def test_no_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, get: str, message: str) -> None:
    fake_apt(tmp_path / "apt", monkeypatch, get)
    with pytest.raises(UserError, match=message) as caught:
        fetch.obtain(tmp_path / "build")
    assert caught.value.hint and "--tarball" in caught.value.hint


def test_the_command(tmp_path: Path) -> None:
    wrong = tarball(tmp_path / "x.tar.gz")
    environment = os.environ | {"ARIADNE_PROJECT_BUILD": str(tmp_path), "ARIADNE_GSL_TARBALL": str(wrong)}
    command = [sys.executable, str(TREE / "gsl_corpus/fetch.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gsl_corpus: ") and "its checksum differs" in done.stderr


@pytest.mark.parametrize(
    ("text", "suffix", "expected"),
    [
        ("deb http://a b c\n# deb http://no b c\ndeb-src http://a b c\n", ".list", "deb-src http://a b c\n"),
        (
            "Types: deb\nURIs: http://a\n\nTypes: deb deb-src\n",
            ".sources",
            "Types: deb-src\nURIs: http://a\n\nTypes: deb-src\n",
        ),
    ],
)
def test_lists_of_apt(text: str, suffix: str, expected: str) -> None:
    assert fetch.source_entries(text, suffix) == expected
