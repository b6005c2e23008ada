"""Obtains GSL's source, the one that Debian ships, and makes it ready to compile.

The tarball of the Debian source package is downloaded by apt, from wherever this machine gets its packages,
or given by --tarball or ARIADNE_GSL_TARBALL; its checksum is known here. Debian's patches do not touch
specfunc, so the tarball is all that is needed. Every step can be interrupted: the next run begins it again.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from orchestrator.core.errors import AriadneError, UserError
from orchestrator.native import toolchain

PACKAGE = "gsl"
TARBALL = "gsl_2.7.1+dfsg.orig.tar.gz"
SHA256 = "e560d6b9c6e254e46769bbb03583c00ecafbdd51b062c55db23b3b9612868567"
READY = ".ariadne-ready"  # in the source folder, last of all

_TREE = Path(__file__).resolve().parent.parent
_APT_SECONDS = 300


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m gsl_corpus", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--tarball",
        type=Path,
        default=os.environ.get("ARIADNE_GSL_TARBALL"),
        help=f"a file that is there already, instead of a download: {TARBALL}",
    )
    folder = Path(os.environ.get("ARIADNE_PROJECT_BUILD", _TREE / "build/gsl"))
    try:
        obtain(folder, parser.parse_args().tarball)
    except AriadneError as problem:
        print(f"gsl_corpus: {problem.message}", file=sys.stderr)
        if problem.hint:
            print(f"  ({problem.hint})", file=sys.stderr)
        return problem.exit_code
    return 0


def obtain(folder: Path, tarball: Path | None = None) -> Path:
    """The source folder, ready to compile."""
    source = folder / "source"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "fetch.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two at once take turns
        if (source / READY).exists() and tarball is None:
            return source
        tarball = _given(tarball) if tarball else _downloaded(folder / "download")
        _unpack(tarball, source)
        _configure(source)
    return source


def _given(tarball: Path) -> Path:
    if not tarball.is_file():
        raise UserError(f"{tarball}: no such file")
    if _sha256(tarball) != SHA256:
        raise UserError(
            f"{tarball} is not {TARBALL}: its checksum differs", hint=f"SHA-256 {SHA256} is wanted"
        )
    return tarball


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


# ---- download ----


def _downloaded(folder: Path) -> Path:
    target = folder / TARBALL
    if target.is_file() and _sha256(target) == SHA256:
        return target
    if not shutil.which("apt-get"):
        raise UserError("GSL's source is obtained by apt-get, which is not here", hint=_BY_HAND)
    print(f"gsl_corpus: downloading {TARBALL}", file=sys.stderr)
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="apt-", dir=folder) as name:
        found = _download(Path(name))
        os.replace(found, target)
    return target


_BY_HAND = f"get {TARBALL} elsewhere and give it by --tarball or ARIADNE_GSL_TARBALL"


def _download(folder: Path) -> Path:
    """By apt, with lists and caches of its own: nothing of the system is changed, no rights are needed."""
    for name in ("lists/partial", "cache/archives/partial", "sources"):
        (folder / name).mkdir(parents=True)
    _write_sources(folder / "sources")
    options = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": str(folder / "sources"),
        "Dir::State::lists": str(folder / "lists"),
        "Dir::Cache": str(folder / "cache"),
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Acquire::Retries": "3",
        "Acquire::http::Timeout": "20",
    }
    apt = ["apt-get", "-q", *(part for key, value in options.items() for part in ("-o", f"{key}={value}"))]
    # A source of packages that has no sources, or is away, makes `update` fail; what counts is the file.
    updated = _run([*apt, "update"], folder)
    fetched = _run([*apt, "source", "--download-only", "--tar-only", PACKAGE], folder)
    found = folder / TARBALL
    if found.is_file() and _sha256(found) == SHA256:
        return found
    others = sorted(path.name for path in folder.glob(f"{PACKAGE}_*.tar.*"))
    if others:
        raise UserError(
            f"apt-get has {', '.join(others)} instead of the {TARBALL} that is wanted", hint=_BY_HAND
        )
    said = [line for line in (updated + fetched).splitlines() if line.startswith(("E:", "Err:", "W:"))]
    raise UserError("GSL's source cannot be downloaded:\n" + "\n".join(said[-6:]), hint=_BY_HAND)


def _run(command: list[str], folder: Path) -> str:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_APT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"E: no answer within {_APT_SECONDS} s\n"
    return done.stdout


def _write_sources(folder: Path) -> None:
    """The machine's own places of packages, asked for sources instead."""
    asked = "LIST Dir::Etc::sourcelist/f PARTS Dir::Etc::sourceparts/d"
    printed = subprocess.run(
        ["apt-config", "shell", *asked.split()], capture_output=True, text=True, check=True
    ).stdout
    places = dict(line.split("=", 1) for line in shlex.split(printed))
    parts = Path(places["PARTS"])
    for number, file in enumerate(
        [Path(places["LIST"]), *sorted(parts.glob("*.list")), *parts.glob("*.sources")]
    ):
        if file.is_file():
            text = source_entries(file.read_text(), file.suffix)
            (folder / f"{number}{file.suffix}").write_text(text)


def source_entries(text: str, suffix: str) -> str:
    """A list of apt's in either of its forms, with deb-src in the place of deb."""
    if suffix == ".sources":
        return re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE | re.IGNORECASE)
    entries = re.findall(r"^[ \t]*deb[ \t]+(.*)$", text, flags=re.MULTILINE)
    return "".join(f"deb-src {entry}\n" for entry in entries)


# ---- source ----


def _unpack(tarball: Path, source: Path) -> None:
    part = source.with_name("source.part")
    for old in (part, source):
        shutil.rmtree(old, ignore_errors=True)
    with tarfile.open(tarball) as archive:
        archive.extractall(part, filter="data")
    (inner,) = part.iterdir()
    inner.rename(source)
    part.rmdir()


def _configure(source: Path) -> None:
    """config.h, and the folder of links to the headers."""
    print("gsl_corpus: configuring", file=sys.stderr)
    environment = {**os.environ, "CC": toolchain.tool("clang")}
    for command in (
        ["./configure", "--quiet", "--disable-shared", "--disable-dependency-tracking"],
        ["make", "-s", "-C", "gsl"],
    ):
        done = subprocess.run(
            command, cwd=source, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise UserError(f"{shlex.join(command)} failed in {source}:\n{done.stderr[-2000:]}")
    (source / READY).write_text(f"{SHA256}\n")


if __name__ == "__main__":
    sys.exit(main())
